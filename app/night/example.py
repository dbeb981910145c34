"""The example night: a hand to be played through once, for learning the app, and thrown away.

What is to be played stands in ``example.toml``, a hand record; what follows ` # ` there is what the screen says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from functools import lru_cache
from importlib.resources import files
from typing import TypeVar

from sqlalchemy import delete, exists, select
from sqlalchemy.orm import Session

from app import record
from app.night.call import call_game
from app.night.db import db, now, tell, writing
from app.night.models import Entry, Hand, Ledger, Night, Player, Seat
from app.night.people.seating import add_player, set_dealer
from app.night.validation import Problem, house_raw, stakes_raw

#: What the example night is called.
EXAMPLE = "Example"

#: An example that nobody has thrown away is, after this time, when the next one begins.
KEPT = timedelta(days=1)

T = TypeVar("T")


@lru_cache(maxsize=1)
def example_record() -> record.Record:
    """The hand of the example. Its last player deals."""
    return record.read(files("app.night").joinpath("example.toml").read_text("utf-8"), "example.toml")


def start_example() -> Night:
    """Begin an example night: its players seated with their chips, its game called. Forgotten ones are thrown away."""
    played = example_record()
    setup = record.setup_of(played)
    forget_old()
    night = Night(
        name=EXAMPLE,
        stakes_raw=_sure(stakes_raw(replace(setup.stakes, bring_in=1))),
        house=_sure(house_raw(played.house)),
        tracked=True,
        example=True,
    )
    with writing() as session:
        session.add(night)
    for name, chips in zip(played.players, played.starting_stacks, strict=True):
        _sure(add_player(night, name, chips or 0))
    _sure(set_dealer(night, len(played.players) - 1))
    _sure(call_game(night, played.game, played.options, played.modifiers, stakes=setup.stakes))
    return night


def is_example(key: str) -> bool:
    """Whether this dealer's address is that of an example."""
    return bool(db.session.scalar(select(Night.example).where(Night.key == key)))


def throw_away(night: Night) -> Problem | None:
    """Delete an example with all that belongs to it and the players who sit nowhere else. Other nights are refused."""
    night_id = night.id
    with writing() as session:
        # The lock keeps other servers from adding to it meanwhile; SQLite has but one writer.
        if not session.scalar(select(Night.example).where(Night.id == night_id).with_for_update()):
            return Problem("night", "this is no example: a night that was played is kept")
        _delete(session, [night_id])
    return None


def forget_old() -> None:
    """Throw away the examples that were begun long ago."""
    with writing() as session:
        old = select(Night.id).where(Night.example, Night.started_at < now() - KEPT).with_for_update()
        _delete(session, session.scalars(old).all())


def _sure(value: T | Problem) -> T:
    """What must have worked: the example is our own."""
    if isinstance(value, Problem):
        raise RuntimeError(f"example.toml: {value.field}: {value.text}")
    return value


def _delete(session: Session, night_ids: Sequence[int]) -> None:
    hands = select(Hand.id).where(Hand.night_id.in_(night_ids))
    players = list(session.scalars(select(Seat.player_id).where(Seat.night_id.in_(night_ids))))
    session.execute(delete(Entry).where(Entry.hand_id.in_(hands)))
    for table in (Ledger, Hand, Seat):
        session.execute(delete(table).where(table.night_id.in_(night_ids)))
    session.execute(delete(Night).where(Night.id.in_(night_ids)))
    session.execute(delete(Player).where(Player.id.in_(players), ~exists().where(Seat.player_id == Player.id)))
    for night_id in night_ids:
        tell(session, night_id)
