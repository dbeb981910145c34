"""Nights: beginning and ending one, what it is played for, and under which rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.games.house import Stakes
from app.night.db import db, now, writing
from app.night.models import Hand, Night, random_key
from app.night.validation import LONGEST_NIGHT_NAME, Problem, house_raw, name_of, stakes_raw
from app.night.version import table_changed


def start_night(
    name: str, stakes: Stakes, house: Mapping[str, Any], tracked: bool, *, key: str = ""
) -> Night | Problem:
    """Begin a night; without a name it is called after the day.

    With a ``key`` made beforehand (:func:`new_key`) it is begun once, however often it is asked for.
    """
    named = name_of(name or f"Night of {now():%Y-%m-%d}", longest=LONGEST_NIGHT_NAME)
    raw, rules = stakes_raw(stakes), house_raw(house)
    for one in (named, raw, rules):
        if isinstance(one, Problem):
            return one
    night = Night(key=key or new_key(), name=named, stakes_raw=raw, house=rules, tracked=tracked)
    try:
        with writing() as session:
            session.add(night)
    except IntegrityError:
        begun = night_by_key(key)
        if begun is None:
            raise
        return begun
    return night


def new_key() -> str:
    """The address of a night to be, which nobody guesses."""
    return random_key()


def nights() -> list[Night]:
    """All nights, the latest first."""
    return list(db.session.scalars(select(Night).order_by(Night.id.desc())))


def night_by_key(key: str) -> Night | None:
    """The night of an address."""
    return db.session.scalar(select(Night).where(Night.key == key))


def end_night(night: Night) -> Problem | None:
    """End a night. Nothing is paid out: what lies in front of each player is what they take home."""
    night_id = night.id
    with writing() as session:
        if problem := between_hands(session, night_id):
            return problem
        session.get_one(Night, night_id).ended_at = now()
        table_changed(session, night_id)
    return None


def reopen_night(night: Night) -> None:
    """Play on after all."""
    night_id = night.id
    with writing() as session:
        session.get_one(Night, night_id).ended_at = None
        table_changed(session, night_id)


def set_stakes(night: Night, stakes: Stakes) -> Problem | None:
    """Play for these stakes from the next hand on."""
    raw = stakes_raw(stakes)
    return raw if isinstance(raw, Problem) else _change(night.id, stakes_raw=raw)


def set_house(night: Night, house: Mapping[str, Any]) -> Problem | None:
    """Play under these house rules from the next hand on."""
    rules = house_raw(house)
    return rules if isinstance(rules, Problem) else _change(night.id, house=rules)


def between_hands(session: Session, night_id: int) -> Problem | None:
    """Why nothing can be changed about the table now; None between two hands of a night under way."""
    # The lock keeps other servers from changing this table at the same moment; SQLite has but one writer.
    if session.scalar(select(Night.ended_at).where(Night.id == night_id).with_for_update()) is not None:
        return Problem("night", "the night is over")
    last = select(Hand.finished_at).where(Hand.night_id == night_id).order_by(Hand.number.desc()).limit(1)
    if (found := session.execute(last).first()) is not None and found.finished_at is None:
        return Problem("hand", "a hand is being played: finish it first")
    return None


def _change(night_id: int, **values: Any) -> Problem | None:
    with writing() as session:
        if problem := between_hands(session, night_id):
            return problem
        night = session.get_one(Night, night_id)
        for name, value in values.items():
            setattr(night, name, value)
        table_changed(session, night_id)
    return None
