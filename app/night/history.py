"""Hands already played: a list of them, their awards, and which games are called most."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select

from app.night.db import db
from app.night.models import Hand, Ledger, Night, Player


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


def facts(night: Night, hand_id: int | None = None) -> list[Fact]:
    """The ledger of the night, or of one hand, in the order written."""
    query = select(Player.name, Ledger.kind, Ledger.amount, Ledger.why, Ledger.at).select_from(Ledger)
    query = query.join(Player, Player.id == Ledger.player_id, isouter=True).where(Ledger.night_id == night.id)
    if hand_id is not None:
        query = query.where(Ledger.hand_id == hand_id)
    rows = db.session.execute(query.order_by(Ledger.id))
    return [Fact(name or "", kind, amount, why, at) for name, kind, amount, why, at in rows]


def recent_games(night: Night | None = None, limit: int = 8, look_at: int = 200) -> list[Called]:
    """Games as called before, the latest first: this night's, or of all nights."""
    return _called(night, look_at)[:limit]


def favourite_games(limit: int = 8, look_at: int = 500) -> list[Called]:
    """The games called most in the last hands of all nights."""
    return sorted(_called(None, look_at), key=lambda one: -one.times)[:limit]


def _called(night: Night | None, look_at: int) -> list[Called]:
    query = select(Hand.game_id, Hand.game_name, Hand.options, Hand.modifiers)
    if night is not None:
        query = query.where(Hand.night_id == night.id)
    found: dict[str, Called] = {}
    for game_id, name, options, modifiers in db.session.execute(query.order_by(Hand.id.desc()).limit(look_at)):
        same = json.dumps([game_id, options, modifiers], sort_keys=True)
        times = found[same].times if same in found else 0
        found[same] = Called(game_id, name, options, modifiers, times + 1)
    return list(found.values())
