"""Recorded hands in a browser: set up as recorded, and tapped line by line as a dealer would."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.cards.card import CardError, card_text, parse_cards
from app.record.hand import Record
from app.record.setup import setup_of
from app.record.text import read
from tests.browser.hands import Screen
from tests.browser.stage import Stage
from tests.web.tables import Table, begin

RECORDS = Path(__file__).parent.parent / "records"

#: The buttons of the pad that enter lines directly; then their lines, and whether the hand is at the showdown.
ENTRY_BUTTONS = """const buttons = [...document.querySelectorAll(".pad button[name=action]")]
    .filter((el) => !el.disabled && el.checkVisibility() && !el.matches(".visually-hidden"));"""
LINES_AND_SHOWDOWN = f"""{ENTRY_BUTTONS}
  return [buttons.map((el) => el.value.split("\\n")), document.querySelector(".pad-show") !== null];"""
SEAT = """return document.querySelector(".seat[aria-label='%s'] .arm");"""
MODE = """return [...document.querySelectorAll(".modes [aria-pressed=false]")]
  .find((el) => el.textContent.trim() === "To %s");"""
CARD = """return document.querySelector(".pad [name=card][value='%s']:not([aria-disabled])");"""


def recorded(name: str) -> Record:
    """Return a record by its name, such as ``anaconda/seven-players``."""
    path = RECORDS / f"{name}.toml"
    return read(path.read_text("utf-8"), path.name)


def begin_record(stage: Stage, record: Record, lines: int) -> Table:
    """Return the hand of a record after its first ``lines`` lines."""
    stacks = [stack for stack in record.starting_stacks if stack is not None]
    stakes = setup_of(record).stakes
    table = begin(stage.client, record.game_id, record.players, stacks, True, stakes, record.options, record.modifiers)
    if lines:
        table.enter(*record.moves[:lines])
    return table


def tap_lines(screen: Screen, record: Record, lines: Sequence[str]) -> None:
    """Tap lines of a record in order: with the button that enters most of the next lines, or card by card.

    Cards are shown when the pad asks for them, though all-in players may show earlier in a record.
    """
    rest = list(lines)
    while rest:
        offered, showing = screen.run(LINES_AND_SHOWDOWN)
        rest.sort(key=lambda line, showing=showing: (" sm " in line) != showing)
        fits = [(len(lines), n) for n, lines in enumerate(offered) if sorted(lines) == sorted(rest[: len(lines)])]
        count, at = max(fits, default=(1, None))
        if at is not None:
            screen.press(f"{ENTRY_BUTTONS} return buttons[{at}];")
        else:
            _tap_cards(screen, record, rest[0])
        rest = rest[count:]


def _tap_cards(screen: Screen, record: Record, line: str) -> None:
    """Tap the cards named in a line that are not seen yet, after selecting the seat and the hand."""
    who, _, *words = line.split()
    seat = SEAT % record.players[int(who[1:]) - 1] if who != "d" else ""
    if seat and screen.run(seat) is not None:
        screen.press(seat)
    mode = MODE % words[-1]
    if "to" in words and screen.run(mode) is not None:
        screen.press(mode)
    keys = [CARD % card for card in _cards(words)]
    to_tap = [key for key in keys if screen.run(key) is not None]
    assert to_tap, f"there is no button for {line}"
    for key in to_tap:
        screen.press(key)


def _cards(words: Sequence[str]) -> list[str]:
    cards: list[str] = []
    for word in words:
        try:
            cards += map(card_text, parse_cards(word))
        except CardError:
            continue
    return [card for card in cards if card != "??"]
