"""The rules on the television: of which game, and in type as large as there is room for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from app.games.errors import GameError
from app.games.house import changed, house_rules
from app.games.modifiers import read_modifier
from app.games.sheet import rule_sheet
from app.night.log.replay import LiveHand
from app.night.play.games import all_games
from app.night.screens import Screen
from app.web.http.lookup import count_in_play, last_live
from app.web.table.sheet import GameSheet, SheetLine, SheetSection, plain_sections, sheet_of

#: The sizes of type, the largest first, in the television's unit; what does not fit in the smallest has several pages.
SIZES = (48, 44, 40)
#: What there is for the two columns of a page, in the same unit, and how wide a letter is on average, in parts of its
#: size.
_WIDTH, _HEIGHT, _GAP, _LETTER = 1800, 660, 48, 0.5
#: A line and the space after a paragraph, in parts of the size; a heading takes as much as so many lines.
_LINE, _AFTER, _HEADING = 1.27, 0.24, 1.25


@dataclass(frozen=True, slots=True)
class FarSheet:
    """The rules on the television: the ``lead`` sentence, and the sections below it in a ``size`` of type, on pages.

    ``left_out``: the house rules are not among them.
    """

    sheet: GameSheet
    lead: str
    pages: tuple[tuple[SheetSection, ...], ...]
    size: int
    left_out: bool = False


def shown_sheet(screen: Screen, raw: Mapping[str, Any]) -> GameSheet | None:
    """Return the rules that the dealer shows; None where they are of another hand, or can no longer be read."""
    if screen.table.ended_at is not None:
        return None
    return _of_hand(screen, raw["hand"]) if "hand" in raw else _of_call(screen, raw)


def sheet_before_the_deal(screen: Screen) -> GameSheet | None:
    """Return the rules of a game that has been called, until its first card is dealt."""
    hand = screen.table.hand
    live = screen.live(hand) if hand is not None and screen.table.ended_at is None else None
    if not isinstance(live, LiveHand) or live.state.count:
        return None
    return sheet_of(live.hand.game_name, live.state)


def _of_hand(screen: Screen, hand_id: object) -> GameSheet | None:
    live = last_live(screen)
    return sheet_of(live.hand.game_name, live.state) if live is not None and live.hand.id == hand_id else None


def _of_call(screen: Screen, raw: Mapping[str, Any]) -> GameSheet | None:
    table = screen.table
    try:
        game = all_games().resolve(
            raw["game"], raw["options"], [read_modifier(entry, "modifier") for entry in raw["modifiers"]]
        )
        house = house_rules(changed(table.house_rules), raw["house"])
    except (GameError, KeyError):
        return None  # the library has changed since
    return GameSheet(str(raw["name"]), plain_sections(rule_sheet(game, house, table.stakes, count_in_play(table))))


def far_sheet(sheet: GameSheet) -> FarSheet:
    """Return a rule sheet to be read from the sofa: on one page, if need be without house rules, or else on several."""
    lead = " ".join(line.text for section in sheet.sections if section.kind == "lead" for line in section.lines)
    others = tuple(section for section in sheet.sections if section.kind != "lead")
    played = tuple(section for section in others if section.kind != "house")
    for sections in (others, played):
        for size in SIZES:
            pages = _pages(sections, sheet.wild, size)
            if len(pages) == 1:
                return FarSheet(sheet, lead, pages, size, left_out=sections != others)
    return FarSheet(sheet, lead, pages, size, left_out=True)


def _pages(sections: tuple[SheetSection, ...], wild: str, size: int) -> tuple[tuple[SheetSection, ...], ...]:
    """Return the sections on as many pages as they need in this size; one that goes on has its heading again."""
    # A paragraph is not broken in the middle of a line, and columns do not end alike.
    room = 2 * (_HEIGHT / size - 1.2 * _LINE)
    in_line = int((_WIDTH - _GAP) / 2 / (_LETTER * size))
    pages: list[list[SheetSection]] = [[]]
    left = room
    for section in sections:
        left -= _HEADING * _LINE
        lines: list[SheetLine] = []
        for line in section.lines:
            text = line.now + line.text + (wild if section.title == "Wild cards" and line is section.lines[-1] else "")
            height = ceil(len(text) / in_line) * _LINE + _AFTER
            if height > left:
                pages[-1] += [replace(section, lines=tuple(lines))] if lines else []
                pages.append([])
                lines, left = [], room - _HEADING * _LINE
            lines.append(line)
            left -= height
        pages[-1].append(replace(section, lines=tuple(lines)))
    return tuple(map(tuple, pages))
