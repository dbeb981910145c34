"""Whole hands, tapped by the names of buttons as a dealer would, in any browser."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Protocol

from playwright.sync_api import Error, Page

from tests.browser.settling import evaluate, settled


class Screen(Protocol):
    """A page in any browser. Scripts are function bodies."""

    def run(self, script: str) -> Any:
        """Run a script on the page and return its result."""

    def press(self, script: str) -> None:
        """Tap the element that a script returns, as a finger would, and wait until the page has settled."""


@dataclass(frozen=True)
class OnPage:
    """A page driven by Playwright."""

    page: Page

    def run(self, script: str) -> Any:
        return evaluate(self.page, f"() => {{ {script} }}")

    def press(self, script: str) -> None:
        element = self.page.evaluate_handle(f"() => {{ {script} }}").as_element()
        assert element is not None, f"nothing to tap: {script}"
        try:
            element.click()
        except Error as error:  # a redraw replaced it
            if "not attached" not in error.message:
                raise
            self.press(script)
        settled(self.page)


#: Returns the enabled element with this name: ``Check``, or ``Bob: High`` where each player has such a button.
NAMED = """const [name, group] = %s.split(": ").reverse();
  const label = (el) => (el.getAttribute("aria-label") || el.textContent).replace(/\\s+/g, " ").trim();
  const enabled = (el) => !el.disabled && el.getAttribute("aria-disabled") !== "true" && el.checkVisibility()
    && !el.matches(".visually-hidden") && (!group || el.closest(`[role=group][aria-label="${group}"]`));
  return [...document.querySelectorAll("button, a[href], summary")].find((el) => enabled(el) && label(el) === name);"""


def tap_named(screen: Screen, *names: str) -> None:
    """Tap the buttons with these names, in order."""
    for name in names:
        screen.press(NAMED % json.dumps(name))


#: Woolworth with six players; Ann deals. 42 taps enter 47 actions.
WOOLWORTH = (
    *("9 of clubs", "5 of hearts", "King of diamonds", "2 of spades", "Jack of hearts", "7 of clubs"),
    # Cy's wild five plays as an ace. 6 + 5 x 2 = 16.
    *("Bet 2", "Call 2", "Fold", "Call 2", "Call 2", "Call 2"),
    # Dee's ten is the second wild card, so nothing is wild any more. Bob's nines open.
    *("9 of diamonds", "3 of clubs", "10 of spades", "6 of diamonds", "4 of clubs"),
    "All 5 check",
    # Dee's kings open, over Bob's nines and Cy's fives. 16 + 3 x 4 = 28.
    *("4 of hearts", "5 of diamonds", "King of spades", "Queen of clubs", "8 of spades"),
    *("Bet 4", "Fold", "Fold", "Call 4", "Call 4"),
    *("7 of hearts", "2 of clubs", "Jack of clubs"),
    "All 3 check",
    "Dealt",
    # 28 + 2 x 4 = 36.
    *("Bet 4", "Call 4", "Fold"),
    # Dee has kings up, Bob three nines.
    *("Ace of hearts", "10 of clubs", "6 of clubs"),
    *("9 of hearts", "Jack of diamonds", "2 of hearts"),
)
