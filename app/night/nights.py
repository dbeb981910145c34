"""Starting, finding and reopening nights."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import func, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.games.house import Stakes
from app.night.caches import KeyedNight, database_facts
from app.night.db import db, now, retry_conflicts, writing
from app.night.models import LATEST_FIRST, Hand, Night, random_key, unused_code
from app.night.validation import (
    MAX_NIGHT_NAME_LENGTH,
    SETTLED,
    Problem,
    check_limit,
    clean_name,
    validate_house,
    validate_money,
    validate_stakes,
)
from app.night.version import mark_table_changed, night_transaction

#: A night that nobody has ended counts as over after this time.
OVER_AFTER = timedelta(hours=14)


def start_night(
    name: str,
    stakes: Stakes,
    house: Mapping[str, Any],
    tracked: bool,
    currency: str = "",
    worth: int = 0,
    *,
    chips: Sequence[Mapping[str, Any]] = (),
    key: str = "",
) -> Night | Problem:
    """Start a night, for chips only or for money, with a set of ``chips``.

    Pass a ``key`` made beforehand to start the night only once, however often the form is sent.
    """
    cleaned = clean_name(name, longest=MAX_NIGHT_NAME_LENGTH)
    raw, rules = validate_stakes(stakes), validate_house(house)
    for value in (cleaned, raw, rules, validate_money(currency, worth, chips)):
        if isinstance(value, Problem):
            return value

    def add(session: Session) -> Night:
        night = Night(
            key=key or random_key(),
            name=cleaned,
            stakes_raw=raw,
            house=rules,
            tracked=tracked,
            currency=currency,
            worth=worth,
            chips=[dict(chip) for chip in chips],
        )
        session.add(night)
        return night

    return start_once(key, add)


@retry_conflicts
def start_once(key: str, add: Callable[[Session], Night | Problem]) -> Night | Problem:
    """Store the night that ``add`` adds, unless there are too many; if its key is taken, return the night with it.

    The same form may have been sent twice. The televisions of the night before, if that is over, show the new one.
    """
    try:
        with writing() as session:
            night = check_limit(session, "nights", Night.id, ~Night.example) or add(session)
            if isinstance(night, Problem):
                session.rollback()
                return night
            session.flush()
            if (before := latest_finished_before(session, night)) is not None:
                pass_televisions(session, before, night)
            return night
    except IntegrityError:
        started = night_by_key(key)
        if started is None:
            raise
        return started


def nights(most: int | None = None) -> list[Night]:
    """Return all nights but the examples, latest first; or the ``most`` latest, and the ``most`` latest open ones."""
    query = select(Night).where(~Night.example).order_by(*LATEST_FIRST)
    if most is not None:
        ids = select(Night.id).where(~Night.example).order_by(*LATEST_FIRST).limit(most)
        query = query.where(or_(Night.id.in_(ids), Night.id.in_(ids.where(Night.ended_at.is_(None)))))
    return list(db.session.scalars(query))


def open_nights(most: int) -> list[Night]:
    """Return the latest nights that have not ended, at most ``most``, latest first, without examples."""
    query = select(Night).where(~Night.example, Night.ended_at.is_(None)).order_by(*LATEST_FIRST)
    return list(db.session.scalars(query.limit(most)))


def count_nights() -> int:
    """Return the number of nights, without examples."""
    return db.session.scalar(select(func.count()).select_from(Night).where(~Night.example)) or 0


def last_night() -> Night | None:
    """Return the latest night; None on a new installation."""
    return db.session.scalar(select(Night).where(~Night.example).order_by(*LATEST_FIRST).limit(1))


def latest_finished_before(session: Session, before: Night) -> Night | None:
    """Return the latest night before this one that is over, locked; None if there is none."""
    over = or_(Night.ended_at.is_not(None), Night.started_at < now() - OVER_AFTER)
    query = select(Night).where(~Night.example, over, Night.id < before.id)
    return session.scalar(query.order_by(*LATEST_FIRST).limit(1).with_for_update())


def pass_televisions(session: Session, night: Night, other: Night) -> None:
    """Pass the address of a night's televisions on to another, with the screens there; the night gets a new address."""
    key, night.watch_key = night.watch_key, unused_code(session.connection())
    session.flush()
    other.watch_key = key
    for changed in (night, other):
        mark_table_changed(session, changed.id)


def all_night_ids() -> set[int]:
    """Return the ids of all nights, examples included."""
    return set(db.session.scalars(select(Night.id)))


def night_by_key(key: str) -> Night | None:
    """Return the night with this dealer's key."""
    known = database_facts().nights
    night = db.session.scalar(select(Night).where(Night.key == key))
    if night is not None:
        known.put(key, KeyedNight(night.id, night.example))
    return night


def keyed_night(key: str) -> KeyedNight | None:
    """Return the night that a dealer's key was made for, from memory; None if this process never looked it up.

    The key may have been renewed since; :func:`night_by_key` checks that.
    """
    return database_facts().nights.get(key)


def night_by_id(night_id: int) -> Night:
    """Return the night with this id, which must exist."""
    return db.session.get_one(Night, night_id)


@night_transaction
def reopen_night(session: Session, night_id: int) -> Problem | None:
    """Reopen a night that has ended, to play on. Refuse if its money is settled."""
    current = session.get_one(Night, night_id)
    if current.settled_at is not None:
        return SETTLED
    current.ended_at = None
    mark_table_changed(session, night_id)
    return None


def why_not_between_hands(night: Night) -> Problem | None:
    """Return why the table of a locked night cannot be changed now; None between two hands of an open night."""
    if night.ended_at is not None:
        return Problem("night", "the night is over")
    hand = current_hand(night)
    if hand is not None and hand.finished_at is None:
        return Problem("hand", "a hand is being played: finish it first")
    return None


def last_hand(night_id: int) -> Hand | None:
    """Return the latest hand of a night, cleared or not."""
    query = select(Hand).where(Hand.night_id == night_id)
    return db.session.scalar(query.order_by(Hand.number.desc()).limit(1))


def last_number(night_id: int) -> int:
    """Return the number of the latest hand of a night, 0 before the first."""
    last = last_hand(night_id)
    return last.number if last is not None else 0


def current_hand(night: Night) -> Hand | None:
    """Return the hand on the table, running or settled; None between hands."""
    hand = last_hand(night.id)
    return None if hand is None or hand.cleared else hand
