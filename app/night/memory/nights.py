"""The list of nights: when each was, who sat there, how many hands were played and who won most."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select

from app.money.worth import Worth
from app.night.db import db
from app.night.models import Hand, Ledger, Night, Player, Seat
from app.night.money.balances import balances, totals


@dataclass(frozen=True, slots=True)
class PastNight:
    """A night in the list. ``winners`` have won the most chips, ``won`` of them; none if that is nobody, or unknown."""

    id: int
    key: str
    name: str
    started_at: datetime
    ended_at: datetime | None
    people: tuple[str, ...]
    hands: int
    winners: tuple[str, ...]
    won: int
    worth: Worth


def past_nights(limit: int, before: int | None = None) -> list[PastNight]:
    """List the nights of the club but the examples, the latest first; with ``before``, those with a smaller id."""
    query = select(Night).where(~Night.example)
    if before is not None:
        query = query.where(Night.id < before)
    session = db.session()
    nights = session.scalars(query.order_by(Night.id.desc()).limit(limit)).all()
    ids = [night.id for night in nights]
    people, hands, nets = _people(ids), _hands(ids), _nets(ids)
    rows = []
    for night in nights:
        won = max((0, *nets[night.id].values()))
        if won and not (night.tracked or totals(session, night, balances(session, night)).known):
            won = 0
        rows.append(
            PastNight(
                id=night.id,
                key=night.key,
                name=night.name,
                started_at=night.started_at,
                ended_at=night.ended_at,
                people=tuple(people[night.id].values()),
                hands=hands.get(night.id, 0),
                winners=tuple(
                    name for player, name in people[night.id].items() if won and nets[night.id].get(player) == won
                ),
                won=won,
                worth=night.played_for,
            )
        )
    return rows


def _people(night_ids: Sequence[int]) -> defaultdict[int, dict[int, str]]:
    """Return by night who has sat there: their names by player id, clockwise, and then those who have left."""
    people: defaultdict[int, dict[int, str]] = defaultdict(dict)
    query = select(Seat.night_id, Seat.player_id, Player.name).join(Player, Player.id == Seat.player_id)
    query = query.where(Seat.night_id.in_(night_ids)).order_by(Seat.left, Seat.place)
    for night_id, player_id, name in db.session.execute(query):
        people[night_id][player_id] = name
    return people


def _hands(night_ids: Sequence[int]) -> dict[int, int]:
    query = select(Hand.night_id, func.count()).where(Hand.night_id.in_(night_ids), Hand.finished_at.is_not(None))
    return dict(db.session.execute(query.group_by(Hand.night_id)).all())


def _nets(night_ids: Sequence[int]) -> defaultdict[int, dict[int, int]]:
    """Return by night the chips that each player has won, or lost if below 0: all but those bought and sold."""
    nets: defaultdict[int, dict[int, int]] = defaultdict(dict)
    query = select(Ledger.night_id, Ledger.player_id, func.sum(Ledger.amount))
    query = query.where(Ledger.night_id.in_(night_ids), Ledger.account == "chips", Ledger.against != "bank")
    for night_id, player_id, chips in db.session.execute(query.group_by(Ledger.night_id, Ledger.player_id)):
        nets[night_id][player_id] = int(chips)
    return nets
