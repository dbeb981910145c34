"""The rule sheet of a game being played, with the hand's place in it."""

from __future__ import annotations

from collections.abc import Sequence

from app.dataclass import dataclass, replace
from app.games.sheet import Section, rule_sheet
from app.hand.state import State
from app.hand.view import SPECTATOR, view
from app.text import sentence
from app.variants_file import read_lines
from app.words.speaker import Speaker
from app.words.table import sheet_place
from app.words.wild import wild_words


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A sentence of a rule sheet; if the hand has reached it, ``now`` says how far."""

    text: str
    now: str = ""


@dataclass(frozen=True, slots=True)
class SheetSection:
    """A heading of a rule sheet with its sentences. ``kind`` is ``lead`` for the first, ``house`` for the last."""

    title: str
    lines: tuple[SheetLine, ...]
    kind: str = ""


@dataclass(frozen=True, slots=True)
class GameSheet:
    """The rule sheet of a game, under its called name. ``now`` says where the hand is, ``wild`` what is wild."""

    name: str
    sections: tuple[SheetSection, ...]
    now: str = ""
    wild: str = ""


def plain_sections(sheet: Sequence[Section]) -> tuple[SheetSection, ...]:
    """Return a rule sheet as shown before the hand."""
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
    """Return the sheet of the game that a hand is dealt under, with its options, changes and house rules.

    All it says about the hand is the current step and, once cards are dealt, what is wild for everyone to see.
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
    return wild_words(seen.wild, seen.next_up_wild, Speaker(seen.names)).text
