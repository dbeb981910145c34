"""Rule sheets as screens show them, with the current step of the hand marked."""

from __future__ import annotations

from collections.abc import Sequence

from app.dataclass import dataclass, replace
from app.games.sheet import Section, rule_sheet
from app.hand.state import State
from app.hand.view import SPECTATOR, view
from app.text import sentence
from app.variants_file import read_lines
from app.words.speaker import Speaker
from app.words.table import sheet_place, wild_text


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A sentence of a rule sheet; ``now``: how far the hand is, if this is its current step."""

    text: str
    now: str = ""


@dataclass(frozen=True, slots=True)
class SheetSection:
    """A heading of a rule sheet with its sentences. ``kind``: ``lead`` for the first, ``house`` for the last."""

    title: str
    lines: tuple[SheetLine, ...]
    kind: str = ""


@dataclass(frozen=True, slots=True)
class GameSheet:
    """The rule sheet of a game, by the name called. ``now``: how far the hand is. ``wild``: what is wild."""

    name: str
    sections: tuple[SheetSection, ...]
    now: str = ""
    wild: str = ""


def plain_sections(sheet: Sequence[Section]) -> tuple[SheetSection, ...]:
    """Return the sections of a rule sheet without a current step."""
    last = len(sheet) - 1
    return tuple(
        SheetSection(
            section.title,
            tuple(SheetLine(sentence(line)) for line in (*section.lines, *read_lines(section.table_rules))),
            "lead" if number == 0 else "house" if number == last else "",
        )
        for number, section in enumerate(sheet)
    )


def sheet_of(name: str, state: State) -> GameSheet:
    """Return the rule sheet of the game being played, with its options, modifiers and house rules.

    Of the hand it shows the current step and, once cards are dealt, what is visibly wild.
    """
    setup = state.setup
    sheet = rule_sheet(setup.game, setup.house, setup.stakes, len(setup.names))
    sections = list(plain_sections(sheet))
    place = sheet_place(sheet, state)
    if place is None:
        return GameSheet(name, tuple(sections))
    marked = sections[place.section]
    lines = list(marked.lines)
    lines[place.line] = replace(lines[place.line], now=place.words)
    sections[place.section] = replace(marked, lines=tuple(lines))
    return GameSheet(name, tuple(sections), place.words, _wild(state) if setup.game.wild and state.count else "")


def _wild(state: State) -> str:
    seen = view(state, SPECTATOR)
    return wild_text(seen.wild, seen.next_up_wild, Speaker(seen.names)).text
