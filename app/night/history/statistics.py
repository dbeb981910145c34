"""What statistics are made from: nights, the facts of their hands, and what the ledger says that each has brought.

Only the columns that are needed are read: a year of nights has many thousand hands.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from time import monotonic
from typing import Any

from sqlalchemy import ColumnElement, Select, Text, cast, func, select, update
from sqlalchemy.orm import Session

from app.night.caches import remembered
from app.night.db import db, retry_conflicts, writing
from app.night.ledger.balances import balances, totals
from app.night.log.loading import load_hand
from app.night.log.replay import LiveHand
from app.night.models import EARLIEST_FIRST, Hand, Ledger, Night, Player, Seat
from app.night.people.persons import Person, person_of
from app.night.play.settle import UNREADABLE, VERSION, facts_of, is_over
from app.night.version import mark_table_changed, night_versions
from app.statistics.played import NightHands, Played, PlayedHand, PlayedNight

#: The hands of so many nights are read at once.
NIGHTS_AT_ONCE = 20
#: So many hands are kept, which takes some 25 megabytes.
MOST_HANDS = 30_000


def hands_of(nights: Mapping[int, PlayedNight]) -> list[NightHands]:
    """Return the hands of these nights, by id, in their order.

    Those of nights that have not changed since are not read again: the version of a night changes with whatever is
    written of it. It is read before the hands, so that hands may be newer than it, which are then read once more, and
    never older.
    """
    known = remembered().hands
    versions, found = night_versions(nights), dict[int, NightHands]()
    for night_id, night in nights.items():
        kept = known.get(night_id)
        if kept is not None and (kept.version, kept.night) == (versions.get(night_id), night):
            found[night_id] = kept
    todo = [night_id for night_id in nights if night_id not in found]
    for at in range(0, len(todo), NIGHTS_AT_ONCE):
        for read in _read([nights[night_id] for night_id in todo[at : at + NIGHTS_AT_ONCE]], versions):
            found[read.night.id] = read
            if not read.old:
                _keep(known, read)
    return [found[night_id] for night_id in nights]


def _keep(known: dict[int, NightHands], read: NightHands) -> None:
    if len(read.hands) + sum(len(each.hands) for each in list(known.values())) > MOST_HANDS:
        known.clear()
    known[read.night.id] = read


def _read(nights: Sequence[PlayedNight], versions: Mapping[int, str]) -> list[NightHands]:
    """Read the hands of some nights: value by value, which a database finds sooner than it writes out an object."""
    facts, players = Hand.outcome["facts"], cast(Hand.setup["players"], Text)
    counts = [facts[name].as_integer() for name in ("pot", "pots", "wild")]
    of_facts = (facts["version"].as_integer(), facts["void"].as_boolean(), players, cast(facts["players"], Text))
    query = select(Hand.night_id, *of_facts, Hand.id, Hand.key, Hand.number, Hand.game_id, *counts)
    query = query.where(Hand.night_id.in_([night.id for night in nights]), Hand.finished_at.is_not(None))
    rows = db.session.execute(query.order_by(Hand.number)).all()
    # Many lists are read at once, and the same people but once: it is faster.
    parts = json.loads(f"[{','.join(row[4] or 'null' for row in rows)}]")
    people = {text: json.loads(text) for text in {row[3] for row in rows}}
    found = {night.id: NightHands(versions.get(night.id, ""), night) for night in nights}
    for row, numbers in zip(rows, parts, strict=True):
        night_id, current, void, seated, _, hand_id, key, number, game, pot, pots, wild = row
        of = found[night_id]
        if current != VERSION:
            of.old.append(hand_id)
        elif numbers is None:
            of.unread += 1
        elif void:
            of.void += 1
        else:
            of.hands.append(PlayedHand(hand_id, key, of.night, number, game, pot, pots, wild, people[seated], numbers))
    return list(found.values())


#: How long a page works on hands that an older version has stored without facts; the others wait for the next one.
SECONDS = 2.0
#: So many of them are worked out in one transaction, which keeps taps waiting.
HANDS_AT_ONCE = 5


@dataclass(frozen=True, slots=True)
class StackLine:
    """What a player had in front of them before a night's first hand and after each; None while they were not there."""

    player_id: int
    name: str
    colour: str
    stacks: tuple[int | None, ...]


def played_between(first: date | None, last: date | None) -> Played:
    """Return what was played in the nights that began on these days or between, all nights but examples."""
    where: list[ColumnElement[bool]] = []
    if first is not None:
        where.append(Night.started_at >= _midnight(first))
    if last is not None and last < date.max:
        where.append(Night.started_at < _midnight(last + timedelta(days=1)))
    return _played(where)


def played_at(night: Night) -> Played:
    """Return what was played at one night."""
    return _played([Night.id == night.id])


def first_day() -> date | None:
    """Return the day of the first night that is no example; None before it."""
    began = db.session.scalar(select(func.min(Night.started_at)).where(~Night.example))
    return began.astimezone().date() if began is not None else None


def persons_by_ids(ids: Collection[int]) -> dict[int, Person]:
    """Return persons by id, also those whose name is gone."""
    # Few clubs have many people, and a database takes only so many values at once.
    found = db.session.scalars(select(Player).where(Player.only_in == 0)).all()
    return {player.id: person_of(player) for player in found if player.id in ids}


def game_names() -> dict[str, str]:
    """Return the names under which games were called last, by id, for those that the library does not have."""
    latest = select(func.max(Hand.id)).where(Hand.night_id.in_(_of_nights([]))).group_by(Hand.game_id)
    query = select(Hand.game_id, Hand.game_name).where(Hand.id.in_(latest))
    return {row.game_id: row.game_name for row in db.session.execute(query)}


def hand_nets(hand_ids: Collection[int]) -> dict[tuple[int, int], int]:
    """Return the chips that hands have brought, by hand and player, where they are tracked."""
    nets: dict[tuple[int, int], int] = {}
    ids = list(hand_ids)
    for at in range(0, len(ids), 500):
        query = select(Ledger.hand_id, Ledger.player_id, func.sum(Ledger.amount))
        query = query.where(Ledger.hand_id.in_(ids[at : at + 500]), Ledger.account == "chips")
        for hand_id, player_id, chips in db.session.execute(query.group_by(Ledger.hand_id, Ledger.player_id)):
            assert hand_id is not None
            nets[hand_id, player_id] = int(chips)
    return nets


def shown_hands(hand_ids: Collection[int]) -> dict[tuple[int, int], str]:
    """Return the names of the best high hands that were shown in these hands, by hand and player."""
    query = select(Hand.id, Hand.setup["players"], Hand.outcome["shown"]).where(Hand.id.in_(hand_ids))
    return {
        (hand_id, player_id): name
        for hand_id, players, names in db.session.execute(query)
        for player_id, name in zip(players, names, strict=True)
    }


def stack_lines(night_id: int) -> tuple[tuple[int, ...], list[StackLine]]:
    """Return the numbers of a night's finished hands, and everybody's stack before the first and after each.

    What was bought, counted or cashed out between two hands is in the stack after the second.
    """
    session = db.session()
    hands = session.execute(
        select(Hand.id, Hand.number, Hand.started_at)
        .where(Hand.night_id == night_id, Hand.finished_at.is_not(None))
        .order_by(Hand.number)
    ).all()
    place = {hand_id: at for at, (hand_id, _, _) in enumerate(hands, start=1)}
    began = sorted(at for _, _, at in hands)
    changes: defaultdict[int, Counter[int]] = defaultdict(Counter)
    left: defaultdict[int, set[int]] = defaultdict(set)
    rows = select(Ledger.player_id, Ledger.hand_id, Ledger.kind, Ledger.amount, Ledger.at)
    rows = rows.where(Ledger.night_id == night_id, Ledger.account == "chips")
    for player_id, hand_id, kind, amount, at in session.execute(rows):
        if (when := place.get(hand_id or 0)) is None:
            begun = bisect_left(began, at)
            when = min(begun + 1, len(hands)) if begun else 0
        changes[player_id][when] += amount
        if kind == "cash-out":
            left[player_id].add(when)
    seats = session.scalars(select(Seat).where(Seat.night_id == night_id).order_by(Seat.left, Seat.place))
    lines = []
    for seat in seats:
        person = person_of(seat.player)
        stacks = _running(changes[person.id], left[person.id], len(hands))
        lines.append(StackLine(person.id, person.name, person.colour, stacks))
    return tuple(number for _, number, _ in hands), lines


@retry_conflicts
def work_out_facts(hand_ids: Collection[int]) -> None:
    """Work out the facts of these hands from their logs and store them."""
    with writing() as session:
        for hand_id in hand_ids:
            # The end of a hand may have been taken back meanwhile.
            query = select(Hand.outcome, Hand.night_id).where(Hand.id == hand_id, Hand.finished_at.is_not(None))
            for outcome, night_id in session.execute(query.with_for_update()).all():
                live = load_hand(hand_id, keep=False)
                facts = facts_of(live) if isinstance(live, LiveHand) and is_over(live) else UNREADABLE
                new = {**outcome, **facts}
                session.execute(update(Hand).where(Hand.id == hand_id).values(outcome=new))
                mark_table_changed(session, night_id)


def _played(where: list[ColumnElement[bool]], *, again: bool = False) -> Played:
    session = db.session()
    nights = _nights(session, where)
    found = hands_of(nights)
    old = [hand_id for each in found for hand_id in each.old]
    if old and not again:
        _work_out(old)
        return _played(where, again=True)
    hands = [hand for each in found for hand in each.hands]
    void, unread = sum(each.void for each in found), sum(each.unread for each in found) + len(old)
    return Played(tuple(nights.values()), hands, _seated(session, where), _nets(session, where), void, unread)


def _of_nights(where: list[ColumnElement[bool]]) -> Select[Any]:
    return select(Night.id).where(~Night.example, *where)


def _nights(session: Session, where: list[ColumnElement[bool]]) -> dict[int, PlayedNight]:
    found = session.scalars(select(Night).where(~Night.example, *where).order_by(*EARLIEST_FIRST)).all()
    return {
        night.id: PlayedNight(
            id=night.id,
            key=night.key,
            name=night.name,
            day=night.started_at.astimezone().date(),
            currency=night.currency,
            worth=night.worth if night.currency else 0,
            tracked=night.tracked,
            known=night.tracked or totals(session, night, balances(session, night)).known,
        )
        for night in found
    }


def _seated(session: Session, where: list[ColumnElement[bool]]) -> dict[int, list[int]]:
    seated: dict[int, list[int]] = {}
    query = select(Seat.night_id, Seat.player_id).where(Seat.night_id.in_(_of_nights(where)))
    for night_id, player_id in session.execute(query.order_by(Seat.night_id, Seat.place, Seat.id)):
        seated.setdefault(night_id, []).append(player_id)
    return seated


def _nets(session: Session, where: list[ColumnElement[bool]]) -> dict[tuple[int, int], int]:
    # The index has all that is asked for.
    query = select(Ledger.night_id, Ledger.player_id, func.sum(Ledger.amount))
    query = query.where(Ledger.night_id.in_(_of_nights(where)), Ledger.account == "chips", Ledger.against != "bank")
    rows = session.execute(query.group_by(Ledger.night_id, Ledger.player_id))
    return {(night_id, player_id): int(chips) for night_id, player_id, chips in rows}


def _work_out(hand_ids: list[int]) -> None:
    """Work out the facts of hands for a while, the latest first."""
    todo, until = sorted(hand_ids, reverse=True), monotonic() + SECONDS
    while todo and monotonic() < until:
        some, todo = todo[:HANDS_AT_ONCE], todo[HANDS_AT_ONCE:]
        work_out_facts(some)


def _running(changes: Mapping[int, int], left: Collection[int], hands: int) -> tuple[int | None, ...]:
    total, line, here = 0, list[int | None](), False
    for at in range(hands + 1):
        total += changes.get(at, 0)
        here = (here or at in changes) and not (at in left and total == 0)
        line.append(total if here else None)
    return tuple(line)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time()).astimezone()
