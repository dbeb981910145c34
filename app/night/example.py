"""The example night: one hand to play through while learning the app, deleted afterwards.

The hand is the record ``example.toml``; the comment after each action there is the hint shown on the screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from functools import lru_cache
from importlib.resources import files

from sqlalchemy import delete, exists, select
from sqlalchemy.orm import Session

from app.dataclass import replace
from app.games.house import Stakes
from app.night.access.grants import delete_grants
from app.night.access.rights import ANSWERS, DEALER, ENTERS, LOOKS, PHONE, SEAT
from app.night.acts.act import valid
from app.night.acts.people import Join
from app.night.acts.requests import seat_players
from app.night.acts.settling import return_debts
from app.night.db import db, notify, now, transaction
from app.night.models import Act, Entry, Hand, Ledger, Night, Player, PlayerHand, Seat, Transfer, random_key
from app.night.nights import last_night, latest_finished_before, pass_televisions
from app.night.play.call import call_game
from app.night.play.television import refresh_televisions
from app.night.validation import Problem, check_limit, validate_house, validate_stakes
from app.night.version import night_transaction
from app.record.hand import Record
from app.record.setup import setup_of
from app.record.text import read

#: The name of the example night.
EXAMPLE_NAME = "Example"

#: Starting an example deletes those older than this.
LIFETIME = timedelta(days=1)


@lru_cache(maxsize=1)
def example_record() -> Record:
    """Return the record of the example hand. Its last player deals."""
    return read(files("app.night").joinpath("example.toml").read_text("utf-8"), "example.toml")


def start_example(key: str = "") -> Night | Problem:
    """Start an example night, with its players seated and its game called, and delete old ones.

    Pass a ``key`` as for :func:`app.night.nights.start_night`.
    """
    delete_old_examples()
    example = example_record()
    setup = setup_of(example)
    night = _add_night(example, setup.stakes, key or random_key())
    if isinstance(night, Problem):
        return night
    dealt = call_game(night, example.game_id, example.options, example.modifiers, stakes=setup.stakes)
    assert not isinstance(dealt, Problem) or dealt.field == "hand", dealt  # the same tap, sent twice, has dealt it
    return night


def example_by_id(night_id: int) -> Night | None:
    """Return the example with this id; None once it has been deleted."""
    night = db.session.get(Night, night_id)
    return night if night is not None and night.example else None


@night_transaction
def delete_example(session: Session, night_id: int) -> bool:
    """Delete an example night with its hands and players; return whether it was one. Other nights are kept."""
    example = bool(session.scalar(select(Night.example).where(Night.id == night_id)))
    if example:
        _delete(session, [night_id])
    return example


@transaction
def remove_night(session: Session, night_id: int) -> bool:
    """Delete a night with its hands, its money and people who sat at no other night; return whether it existed.

    Its televisions go back to the night before, and will show the next one.
    """
    existing = session.scalar(select(Night).where(Night.id == night_id, ~Night.example).with_for_update())
    if existing is not None:
        if last_night() is existing and (before := latest_finished_before(session, existing)) is not None:
            pass_televisions(session, existing, before)
        _delete(session, [night_id])
    return existing is not None


@transaction
def delete_old_examples(session: Session) -> None:
    """Delete the examples that are older than :data:`LIFETIME`."""
    old = select(Night.id).where(Night.example, Night.started_at < now() - LIFETIME).with_for_update()
    _delete(session, session.scalars(old).all())


@transaction
def _add_night(session: Session, example: Record, stakes: Stakes, key: str) -> Night | Problem:
    if (started := session.scalar(select(Night).where(Night.key == key))) is not None:
        return started
    if full := check_limit(session, "examples", Night.id, Night.example):
        return full
    night = Night(
        key=key,
        name=EXAMPLE_NAME,
        stakes_raw=valid(validate_stakes(replace(stakes, bring_in=1))),
        house=valid(validate_house(example.house)),
        tracked=True,
        example=True,
    )
    session.add(night)
    session.flush()
    stacks = zip(example.players, example.starting_stacks, strict=True)
    valid(seat_players(session, night.id, [Join(name, chips or 0) for name, chips in stacks]))
    night.dealer_place = len(example.players) - 1
    return night


def _delete(session: Session, night_ids: Sequence[int]) -> None:
    hands = select(Hand.id).where(Hand.night_id.in_(night_ids))
    players = list(session.scalars(select(Seat.player_id).where(Seat.night_id.in_(night_ids))))
    refresh_televisions(session, hands)
    session.execute(delete(Entry).where(Entry.hand_id.in_(hands)))
    acts = session.scalars(select(Act.id).where(Act.night_id.in_(night_ids))).all()
    delete_grants(session, SEAT, acts)
    seats = session.scalars(select(Seat.id).where(Seat.night_id.in_(night_ids))).all()
    delete_grants(session, ANSWERS, seats)
    for role in (DEALER, LOOKS, ENTERS):
        delete_grants(session, role, night_ids)
    for night_id in night_ids:
        return_debts(session, night_id, acts)
    session.flush()
    for table in (PlayerHand, Ledger, Transfer, Act, Hand, Seat):
        session.execute(delete(table).where(table.night_id.in_(night_ids)))
    session.execute(delete(Night).where(Night.id.in_(night_ids)))
    gone = select(Player.id).where(Player.id.in_(players), ~exists().where(Seat.player_id == Player.id))
    gone_ids = session.scalars(gone).all()
    delete_grants(session, PHONE, gone_ids)
    session.execute(delete(Player).where(Player.id.in_(gone_ids)))
    for night_id in night_ids:
        notify(session, night_id)
