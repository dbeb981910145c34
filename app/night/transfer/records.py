"""Hands as records: all of a night, or those of one person, in one ``.phhs`` file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import select

from app import record
from app.night.db import db
from app.night.history.hands import record_of_hand
from app.night.models import EARLIEST_FIRST, Hand, Night, Seat
from app.night.validation import Problem
from app.text import sentence


@dataclass(frozen=True, slots=True)
class Records:
    """Records in one file. ``missing`` names the hands that have none, and why; the text says so too."""

    text: str
    count: int
    missing: tuple[str, ...]


def night_records(night: Night) -> Records:
    """Return the records of a night's finished hands, by their numbers."""
    finished = select(Hand).where(Hand.night_id == night.id, Hand.finished_at.is_not(None)).order_by(Hand.number)
    return _records((hand.number, night, hand) for hand in db.session.scalars(finished).all())


def person_records(player_id: int) -> Records:
    """Return the records of the finished hands that a person was dealt into, numbered from 1, the earliest first."""
    at = select(Seat.night_id).where(Seat.player_id == player_id)
    query = select(Night, Hand).join(Hand, Hand.night_id == Night.id).where(Night.id.in_(at), ~Night.example)
    rows = db.session.execute(query.where(Hand.finished_at.is_not(None)).order_by(*EARLIEST_FIRST, Hand.number)).all()
    own = [(night, hand) for night, hand in rows if player_id in hand.setup["players"]]
    return _records((number, night, hand) for number, (night, hand) in enumerate(own, start=1))


def _records(hands: Iterable[tuple[int, Night, Hand]]) -> Records:
    records: dict[int, record.Record] = {}
    missing = []
    for number, night, hand in hands:
        played = record_of_hand(night, hand)
        if isinstance(played, Problem):
            missing.append(f"{night.name}, hand {hand.number}: {sentence(played.text.rstrip('.'))}.")
        else:
            records[number] = played
    remarks = "".join(f"# Not in this file: {' '.join(words.split())}\n" for words in missing)
    return Records(remarks + record.write_all(records), len(records), tuple(missing))
