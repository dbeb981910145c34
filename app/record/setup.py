"""From a record to the hand as it is dealt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games import modifiers
from app.games.definition import Game
from app.games.errors import GameError
from app.games.house import BEFORE_THE_CHOICE, BROUGHT_IN, HouseRules, Stakes, house_rules
from app.games.load import library, resolve
from app.hand.play import SetupError, start
from app.hand.state import Setup
from app.record.hand import LOW_CARD, PHH_GAMES, Record


def setup_of(record: Record, *, from_0_2: bool = False) -> Setup:
    """Return what the hand of a record is dealt under, now or by version 0.2.

    Raises :class:`~app.record.hand.RecordError` where the game, its options, the stakes or the players do not allow it.
    """
    game = _game(record)
    if record.bring_in is None and game.opener.first in BROUGHT_IN:
        raise record.error("bring_in", f"the field is missing: {game.name} is opened by a bring-in")
    setup = Setup(
        game=game,
        names=record.players,
        stacks=record.starting_stacks,
        antes=record.antes,
        stakes=_stakes(record),
        house=_house(record, game, BEFORE_THE_CHOICE if from_0_2 else {}),
        carried=record.carried,
        gaps=record.variant in PHH_GAMES,
        from_0_2=from_0_2,
    )
    try:
        start(setup)
    except SetupError as problem:
        raise record.error("starting_stacks, antes, players", problem) from None
    return setup


def _game(record: Record) -> Game:
    if record.game not in library():
        known = "`upcard games` lists the games"
        raise record.error("variant", f"no game is called {record.variant!r}; {known}")
    try:
        game = resolve(record.game, record.options)
    except GameError as problem:
        raise record.error("_options", problem) from None
    if not record.modifiers:
        return game
    try:
        applied = [modifiers.read_modifier(entry, f"[{at}]") for at, entry in enumerate(record.modifiers)]
        return resolve(record.game, record.options, applied)
    except GameError as problem:
        raise record.error("_modifiers", problem) from None


def _house(record: Record, game: Game, before: Mapping[str, Any]) -> HouseRules:
    """Return the house rules. The low card owes a bring-in unless the record or the game says otherwise."""
    brings_in = record.variant in PHH_GAMES or record.bring_in
    try:
        usual = {"opener_first": LOW_CARD} if brings_in else {}
        return house_rules(before, usual, record.house, where="rule", bet_streets=game.bet_streets)
    except GameError as problem:
        raise record.error("_house", problem) from None


def _stakes(record: Record) -> Stakes:
    ante, bring_in = max(record.antes, default=0), record.bring_in or 0
    try:
        if record.limit == "fixed":
            return Stakes(ante, bring_in, "fixed", record.small_bet or 0, record.big_bet or 0)
        return Stakes(ante, bring_in, record.limit, min_bet=record.min_bet or 0, max_bet=record.max_bet or 0)
    except ValueError as problem:
        names = {"fixed": "small_bet, big_bet, bring_in", "spread": "min_bet, _max_bet, bring_in"}
        raise record.error(names.get(record.limit, "min_bet, bring_in"), problem) from None
