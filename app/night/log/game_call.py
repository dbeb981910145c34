"""The call of a hand: game, options, modifiers and house rules, which a correction may change. Pure."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, field
from datetime import datetime
from typing import Any

from app.dataclass import dataclass, replace
from app.games.house import BEFORE_THE_CHOICE, house_rules
from app.games.load import build
from app.games.situation import Situation
from app.hand.state import Setup

#: A house rule that no hand was stored with before version 0.3.
SINCE_0_3 = "joker_bring_in"


@dataclass(frozen=True, slots=True)
class GameCall:
    """A game as called: its whole ``definition``, the choices that made it, and the ``house`` rules.

    Two calls are equal if they play the same game, even if one spells out a default that the other omits.
    """

    game_id: str
    definition: Mapping[str, Any]
    options: Mapping[str, Any] = field(compare=False)
    modifiers: list[Any] = field(compare=False)
    house: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CallChange:
    """A correction of the call: the game the hand ``was`` dealt as, and the one it is ``now``. Its text is one line."""

    was: GameCall
    now: GameCall

    def __str__(self) -> str:
        return json.dumps({"was": asdict(self.was), "now": asdict(self.now)}, sort_keys=True, separators=(",", ":"))


def read_call_change(text: str) -> CallChange:
    """Read a stored change of game. Raises ValueError or TypeError for other text."""
    raw = json.loads(text)
    return CallChange(GameCall(**raw["was"]), GameCall(**raw["now"]))


@dataclass(frozen=True, slots=True)
class HandInfo:
    """Everything a hand is played under; only a correction changes it.

    Seat n of the hand is ``seat_ids[n]`` of the night.
    """

    id: int
    night_id: int
    number: int
    game_id: str
    game_name: str
    setup: Setup
    seat_ids: tuple[int, ...]
    player_ids: tuple[int, ...]
    dealer_place: int
    options: dict[str, Any]
    modifiers: list[Any]
    started_at: datetime

    def seats_of(self, seat_ids: Collection[int]) -> set[int]:
        """Return the seats in the hand of players at these seats of the night."""
        return {seat for seat, seat_id in enumerate(self.seat_ids) if seat_id in seat_ids}


def call_of(hand: HandInfo) -> GameCall:
    """Return the call that a hand is played under."""
    setup = hand.setup
    house = asdict(setup.house)
    if setup.big_bet_street:
        # The hand was stored before bets went by rounds, so keep the old field.
        del house["big_bet_from_round"]
        house["big_bet_from"] = setup.big_bet_street
    if setup.from_0_2:
        del house[SINCE_0_3]
    return GameCall(hand.game_id, dict(setup.game.raw), dict(hand.options), list(hand.modifiers), house)


def with_call(hand: HandInfo, called: GameCall) -> HandInfo:
    """Return a hand played under another call. Raises GameError or ValueError if this version cannot read its game."""
    setup = replace(hand.setup, **read_game(called.definition, called.house))
    situation = Situation(setup.game, setup.house, setup.stakes, len(setup.names))
    setup = replace(setup, antes=situation.antes, blinds=situation.blinds)
    return replace(
        hand,
        game_id=called.game_id,
        game_name=setup.game.name,
        setup=setup,
        options=dict(called.options),
        modifiers=list(called.modifiers),
    )


def read_game(definition: Mapping[str, Any], house: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a setup that define the game, from their stored form."""
    game = build(dict(definition))
    return {
        "game": game,
        "house": house_rules(BEFORE_THE_CHOICE, house, bet_streets=game.bet_streets),
        "big_bet_street": house.get("big_bet_from", 0),
        "from_0_2": SINCE_0_3 not in house,
    }
