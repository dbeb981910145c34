"""Which rules the television shows: of the hand, of a game that is being called, or of one about to be dealt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games.build import make
from app.games.errors import GameError
from app.games.house import HouseRules
from app.games.load import resolve
from app.games.modifiers import read_modifier
from app.games.sheet import rule_sheet
from app.night.log.replay import LiveHand
from app.night.screens import Screen
from app.web.http.lookup import count_in_play, last_live
from app.web.table.sheet import GameSheet, plain_sections, sheet_of


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
        game = resolve(raw["game"], raw["options"], [read_modifier(entry, "modifier") for entry in raw["modifiers"]])
        fields = {name: getattr(table.house_rules, name) for name in HouseRules.__dataclass_fields__}
        house = make(HouseRules, fields | raw["house"], "house rules")
    except (GameError, KeyError):
        return None  # the library has changed since
    return GameSheet(str(raw["name"]), plain_sections(rule_sheet(game, house, table.stakes, count_in_play(table))))
