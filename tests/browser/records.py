"""Hands of records before a browser: set up as recorded, and tapped line by line as a dealer would."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Page

from app.cards.card import CardError, card_text, parse_cards
from app.record import Record, read
from app.record.setup import setup_of
from tests.browser.playing import click
from tests.browser.settling import evaluate
from tests.browser.stage import Stage
from tests.web.tables import Table, begin

RECORDS = Path(__file__).parent.parent / "records"

#: The buttons that enter something as they are: which of the pad's, and the lines of each.
ENTERING = """() => [...document.querySelectorAll(".pad button[name=action]")].flatMap((one, n) =>
  one.disabled || !one.checkVisibility() || one.matches(".visually-hidden") ? [] : [[n, one.value.split("\\n")]])"""


def recorded(name: str) -> Record:
    """Return a record by its name, such as ``anaconda/seven-players``."""
    path = RECORDS / f"{name}.toml"
    return read(path.read_text("utf-8"), path.name)


def begin_record(stage: Stage, record: Record, lines: int) -> Table:
    """Return the hand of a record whose stacks are equal, after so many of its lines."""
    stack, stakes = record.starting_stacks[0], setup_of(record).stakes
    assert stack is not None
    table = begin(stage.client, record.game_id, record.players, stack, True, stakes, record.options, record.modifiers)
    table.enter(*record.moves[:lines])
    return table


def tap_lines(page: Page, record: Record, lines: Sequence[str]) -> None:
    """Tap lines of a record, one after the other: the button that enters most of what is next, or card by card.

    Cards are shown when the pad asks for them, though all-in players may show earlier in a record.
    """
    rest = list(lines)
    while rest:
        showing = page.locator(".pad-show").count() > 0
        rest.sort(key=lambda line, showing=showing: (" sm " in line) != showing)
        buttons = [(len(entered), n) for n, entered in evaluate(page, ENTERING) if entered == rest[: len(entered)]]
        count, at = max(buttons, default=(1, None))
        if at is not None:
            click(page.locator(".pad button[name=action]").nth(at))
        else:
            _name(page, record, rest[0])
        rest = rest[count:]


def _name(page: Page, record: Record, line: str) -> None:
    """Tap the cards that a line names and that are not known yet."""
    who, _, *words = line.split()
    if who != "d" and (seat := page.get_by_role("button", name=record.players[int(who[1:]) - 1], exact=True)).count():
        click(seat)
    keys = [page.locator(f".pad [name=card][value='{card}']:not([aria-disabled])") for card in _cards(words)]
    known = [key.count() == 0 for key in keys]
    assert not all(known), f"there is no button for {line}"
    for key in keys:
        if key.count():
            click(key)


def _cards(words: Sequence[str]) -> list[str]:
    cards: list[str] = []
    for word in words:
        try:
            cards += map(card_text, parse_cards(word))
        except CardError:
            continue
    return [card for card in cards if card != "??"]
