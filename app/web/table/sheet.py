"""The rule sheet of a game as it is being played, with the place in it where the hand is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.games.sheet import Section, rule_sheet
from app.hand.state import State
from app.hand.view import SPECTATOR, view
from app.text import sentence
from app.variants_file import read_lines
from app.words.speaker import Speaker
from app.words.table import place_in
from app.words.wild import wild_words


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A sentence of a rule sheet; ``now`` says what the hand has come to there, where it is the place that it is at."""

    text: str
    now: str = ""


@dataclass(frozen=True, slots=True)
class SheetSection:
    """A heading of a rule sheet with its sentences. ``kind`` is ``lead`` for the first one, ``house`` for the last."""

    title: str
    lines: tuple[SheetLine, ...]
    kind: str = ""


@dataclass(frozen=True, slots=True)
class GameSheet:
    """The rule sheet of a game by the name that it was called by. ``now`` says where the hand is, and what is wild."""

    name: str
    sections: tuple[SheetSection, ...]
    now: str = ""
    wild: str = ""


def plain_sections(sheet: Sequence[Section]) -> tuple[SheetSection, ...]:
    """Return a rule sheet as it is shown before the hand."""
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

    Of the hand nothing is told but the step that it is at, and what is wild for everybody to see once cards are dealt.
    """
    setup = state.setup
    sheet = rule_sheet(setup.game, setup.house, setup.stakes, len(setup.names))
    sections = list(plain_sections(sheet))
    place = place_in(sheet, state)
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
