"""Hands already played: a list of them, their awards, their records, and which games are called most."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import select

from app import record
from app.games import modifiers as game_modifiers
from app.games.errors import GameError
from app.games.load import resolve
from app.night.db import db
from app.night.log.loading import Broken, live
from app.night.models import Hand, Ledger, Night, Player
from app.night.validation import Problem


@dataclass(frozen=True, slots=True)
class PastHand:
    """A finished hand in a list: winners with their chips, most first."""

    id: int
    number: int
    game_id: str
    game_name: str
    winners: tuple[tuple[str, int], ...]
    carried: int
    why: str
    finished_at: datetime


@dataclass(frozen=True, slots=True)
class Fact:
    """One row of the ledger. ``name`` is empty for chips that stayed in the middle."""

    name: str
    kind: str
    amount: int
    why: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Called:
    """A game as it was called before, and how often in the hands looked at."""

    game_id: str
    game_name: str
    options: dict[str, Any]
    modifiers: list[Any]
    times: int


def past_hands(night: Night, limit: int | None = None) -> list[PastHand]:
    """The finished hands of the night, the latest first."""
    query = select(Hand.id, Hand.number, Hand.game_id, Hand.game_name, Hand.outcome, Hand.finished_at).where(
        Hand.night_id == night.id, Hand.finished_at.is_not(None)
    )
    found = []
    for hand_id, number, game_id, name, outcome, finished in db.session.execute(
        query.order_by(Hand.number.desc()).limit(limit)
    ):
        assert outcome is not None
        assert finished is not None
        winners = tuple((who, amount) for who, amount in outcome["winners"])
        carried, why = outcome["carried"], outcome["why"]
        found.append(PastHand(hand_id, number, game_id, name, winners, carried, why, finished))
    return found


def hand_record(night: Night, number: int) -> str | Problem | None:
    """A finished hand of the night as the text of its record; None where the night has no hand of this number.

    A record names the game and what was chosen; where the library makes another game of that by now, it would tell of
    a hand that was never played, and the problem says so.
    """
    hand = db.session.scalar(select(Hand).where(Hand.night_id == night.id, Hand.number == number))
    if hand is None:
        return None
    if hand.finished_at is None:
        return Problem("hand", "the hand is still being played")
    found = live(hand.id)
    if isinstance(found, Broken):
        return Problem("hand", found.misfit.reason)
    used = [{"modifier": one} if isinstance(one, str) else one for one in hand.modifiers]
    setup, day = found.hand.setup, hand.started_at.astimezone()
    kept: dict[str, Any] = {"event": night.name, "day": day.day, "month": day.month, "year": day.year, "hand": number}
    try:
        game = resolve(hand.game_id, hand.options, [game_modifiers.read(one, "modifier") for one in used])
        usual = resolve(hand.game_id)
        if game.name != setup.game.name:
            kept["_game_name"] = setup.game.name
            setup = replace(setup, game=replace(setup.game, name=game.name))
        options = hand.options if game != usual or used else {}
        made = record.record_of(setup, found.actions, options=options, modifiers=used, kept=kept, source="the hand")
    except (GameError, record.RecordError) as problem:
        return Problem("hand", str(problem))
    return record.write(made)


def facts(night: Night, hand_id: int | None = None) -> list[Fact]:
    """The ledger of the night, or of one hand, in the order written."""
    query = select(Player.name, Ledger.kind, Ledger.amount, Ledger.why, Ledger.at).select_from(Ledger)
    query = query.join(Player, Player.id == Ledger.player_id, isouter=True).where(Ledger.night_id == night.id)
    if hand_id is not None:
        query = query.where(Ledger.hand_id == hand_id)
    rows = db.session.execute(query.order_by(Ledger.id))
    return [Fact(name or "", kind, amount, why, at) for name, kind, amount, why, at in rows]


def recent_games(night: Night | None = None, limit: int = 8, look_at: int = 200) -> list[Called]:
    """Games as called before, the latest first: this night's, or of all nights but the examples."""
    return _called(night, look_at)[:limit]


def favourite_games(limit: int = 8, look_at: int = 500) -> list[Called]:
    """The games called most in the last hands of all nights but the examples."""
    return sorted(_called(None, look_at), key=lambda one: -one.times)[:limit]


def _called(night: Night | None, look_at: int) -> list[Called]:
    # The name counts too: a game of the table's own may differ from another in nothing but its house rules.
    query = select(Hand.game_id, Hand.game_name, Hand.options, Hand.modifiers)
    if night is not None:
        query = query.where(Hand.night_id == night.id)
    else:
        query = query.join(Night, Night.id == Hand.night_id).where(~Night.example)
    found: dict[str, Called] = {}
    for game_id, name, options, modifiers in db.session.execute(query.order_by(Hand.id.desc()).limit(look_at)):
        same = json.dumps([game_id, name, options, modifiers], sort_keys=True)
        times = found[same].times if same in found else 0
        found[same] = Called(game_id, name, options, modifiers, times + 1)
    return list(found.values())
