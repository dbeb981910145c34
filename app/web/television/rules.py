"""The rules on the television: of which game, and in type as large as there is room for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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
from app.web.table.sheet import GameSheet, SheetSection, plain_sections, sheet_of

#: The sizes of type, the largest first, in the television's unit, and in how many columns each is set.
SIZES = {48: 2, 44: 2, 40: 2, 36: 2, 33: 2, 30: 3, 27: 3, 25: 3, 23: 3, 21: 3}
#: House rules, which hold in every game, are left out where they would make the type smaller than this.
_LEAST_WITH_HOUSE = 33
#: What there is for the columns, in the same unit, and how wide a letter is at most on average, in parts of its size.
_WIDTH, _HEIGHT, _GAP, _LETTER = 1800, 690, 48, 0.53
#: A line and the space after a paragraph, in parts of the size; a heading takes as much as so many lines.
_LINE, _AFTER, _HEADING = 1.27, 0.24, 1.25


@dataclass(frozen=True, slots=True)
class FarSheet:
    """The rules on the television: the ``lead`` sentence, and the sections below it in a ``size`` of type.

    ``left_out``: the house rules are not among them.
    """

    sheet: GameSheet
    lead: str
    sections: tuple[SheetSection, ...]
    size: int
    columns: int
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
    """Return a rule sheet to be read from the sofa."""
    lead = " ".join(line.text for section in sheet.sections if section.kind == "lead" for line in section.lines)
    others = tuple(section for section in sheet.sections if section.kind != "lead")
    size = _size(others, sheet.wild)
    if size >= _LEAST_WITH_HOUSE:
        return FarSheet(sheet, lead, others, size, SIZES[size])
    played = tuple(section for section in others if section.kind != "house")
    size = _size(played, sheet.wild)
    return FarSheet(sheet, lead, played, size, SIZES[size], left_out=True)


def _size(sections: tuple[SheetSection, ...], wild: str) -> int:
    """Return the largest size of type in which the sections fit, or the smallest there is."""
    return next((size for size in SIZES if _fits(sections, wild, size)), min(SIZES))


def _fits(sections: tuple[SheetSection, ...], wild: str, size: int) -> bool:
    columns = SIZES[size]
    in_line = int((_WIDTH - _GAP * (columns - 1)) / columns / (_LETTER * size))
    texts = [line.now + line.text for section in sections for line in section.lines]
    texts += [wild] if wild else []
    height = sum(ceil(len(text) / in_line) * _LINE + _AFTER for text in texts) + len(sections) * _HEADING * _LINE
    # A paragraph is not broken in the middle of a line, and columns do not end alike.
    return height * size <= columns * (_HEIGHT - 1.2 * _LINE * size)
