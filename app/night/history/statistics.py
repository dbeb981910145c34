"""Statistics from the table of players' hands: figures are its sums, and lists of hands its rows.

A hand that an older version has stored has no rows until a page needs them: they are then worked out from its log.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from functools import cached_property
from operator import itemgetter
from time import monotonic
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, case, exists, func, not_, or_, select, true

from app.night.db import db, retry_conflicts, writing
from app.night.ledger import balances, chips_won, total, totals
from app.night.log.loading import load_hand
from app.night.log.replay import LiveHand
from app.night.models import EARLIEST_FIRST, LATEST_FIRST, Hand, Ledger, Night, Player, PlayerHand, Seat
from app.night.people.persons import Person, person_of
from app.night.play.settle import UNREADABLE, is_over, is_void, player_hands, store_player_hands
from app.statistics.best import best_name
from app.statistics.figures import CHIPS, Figures, GameTally, ListedHand, PlayedNight, ShownHand, Tally

#: How long a page works on hands that an older version has stored; the others wait for the next one.
SECONDS = 2.0
#: So many of them are worked out in one transaction, which keeps taps waiting.
HANDS_AT_ONCE = 5

#: So many hands are named in one query.
AT_ONCE = 500

#: What a night is played for, and the order in which hands were played.
_STAKE = (Night.currency, Night.worth)
_EARLIEST_FIRST = (*EARLIEST_FIRST, PlayerHand.hand_id)

#: What a list of hands is made from.
_PICKED = (PlayerHand.night_id, PlayerHand.hand_id, PlayerHand.player_id, PlayerHand.best)


class Involvement(StrEnum):
    """A player's part in a hand, or an event of it, as addresses name it."""

    DEALT = "dealt"
    END = "end"
    WON = "won"
    CALLED = "called"
    WILD = "wild"


@dataclass(frozen=True, slots=True)
class HandFilter:
    """The hands behind a figure: of a person, a game, a night, by what the person did in them."""

    person: int | None = None
    game: str = ""
    night: int | None = None
    did: Involvement = Involvement.DEALT

    @property
    def anybodys(self) -> list[ColumnElement[bool]]:
        """The conditions on rows: the person's, or those of all players."""
        conditions = []
        if self.game:
            conditions.append(PlayerHand.game_id == self.game)
        if self.night is not None:
            conditions.append(PlayerHand.night_id == self.night)
        if self.person is not None:
            conditions.append(PlayerHand.player_id == self.person)
        return conditions

    @property
    def rows(self) -> list[ColumnElement[bool]]:
        """The conditions that one row of each hand meets: the person's, or the dealer's."""
        if self.did is Involvement.WILD:
            return [*replace(self, person=None).anybodys, PlayerHand.seat == 0, PlayerHand.wild > 0]
        if self.person is None:
            return [*self.anybodys, PlayerHand.seat == 0]
        did: dict[Involvement, ColumnElement[bool]] = {
            Involvement.END: PlayerHand.showdown.is_(True),
            Involvement.WON: PlayerHand.won > 0,
            Involvement.CALLED: PlayerHand.seat == 0,
        }
        return [*self.anybodys, did.get(self.did, true())]


#: All hands.
EVERY = HandFilter()


class Played:
    """The hands of some nights, examples left out; nights and figures are read when first asked for."""

    def __init__(self, *nights: ColumnElement[bool]) -> None:
        self._which = (~Night.example, *nights)
        self._ids = select(Night.id).where(*self._which)

    @cached_property
    def nights(self) -> dict[int, PlayedNight]:
        """The nights by id, in the order in which they were played."""
        session, seated = db.session(), defaultdict[int, list[int]](list)
        seats = select(Seat.night_id, Seat.player_id).where(Seat.night_id.in_(self._ids))
        for night_id, player_id in session.execute(seats.order_by(Seat.night_id, Seat.place, Seat.id)):
            seated[night_id].append(player_id)
        nights = session.scalars(select(Night).where(*self._which).order_by(*EARLIEST_FIRST)).all()
        return {
            night.id: PlayedNight(
                id=night.id,
                key=night.key,
                name=night.name,
                day=night.started_at.astimezone().date(),
                unit=_unit(night.currency, night.worth),
                worth=night.worth,
                tracked=night.tracked,
                known=night.tracked or totals(session, night, balances(session, night)).known,
                seated=seated[night.id],
            )
            for night in nights
        }

    @cached_property
    def figures(self) -> Figures:
        """The figures of all hands; those that an older version has stored are worked out first."""
        void, unread = self._uncounted()
        at_games = self._at_games()
        nets = self._nets()
        people = {player: Tally() for night in self.nights.values() for player in night.seated}
        for (player, _), tally in at_games.items():
            own = people.setdefault(player, Tally())
            own.dealt += tally.dealt
            own.ended += tally.ended
            own.won += tally.won
            own.called += tally.called
        for (night_id, player), amount in nets.items():
            people[player].net[self.nights[night_id].unit] += amount
        nights = list(self.nights.values())
        seated = {(night.id, player): 0 for night in nights if night.known for player in night.seated}
        return Figures(nights, people, self._games(), at_games, seated | nets, void, unread)

    def count(self, which: HandFilter) -> int:
        """Return how many hands these are."""
        return db.session.scalar(self._rows(which, func.count())) or 0

    def counts(self, person: int | None = None) -> dict[int, int]:
        """Return how many hands each night has, of all or those that a person was dealt in to."""
        query = self._rows(HandFilter(person), PlayerHand.night_id, func.count()).group_by(PlayerHand.night_id)
        return dict(db.session.execute(query).all())

    def hands(self, which: HandFilter, most: int | None = None) -> list[ListedHand]:
        """List hands, the latest first."""
        query = self._rows(which, *_PICKED).order_by(*LATEST_FIRST, PlayerHand.hand_id.desc())
        return [hand for _, hand in self._listed(query.limit(most))]

    def largest_pots(self, unit: str, which: HandFilter, most: int) -> list[ListedHand]:
        """List the hands with the largest pots in a unit; of equal ones the earlier comes first."""
        money = Night.worth > 0, Night.currency != ""
        query = self._rows(which, *_PICKED).where(*(*money, Night.currency == unit) if unit else (not_(and_(*money)),))
        amount = PlayerHand.pot * Night.worth if unit else PlayerHand.pot
        return [hand for _, hand in self._listed(query.order_by(amount.desc(), *_EARLIEST_FIRST).limit(most))]

    def best_hands(self, which: HandFilter, most: int) -> list[ShownHand]:
        """List the best high hands that were shown, of everybody or of one; of equal ones the earlier comes first."""
        query = self._query(*_PICKED).where(PlayerHand.best > 0, *which.anybodys)
        query = query.order_by(PlayerHand.best.desc(), *_EARLIEST_FIRST, PlayerHand.seat == 0, PlayerHand.seat)
        return [ShownHand(row.player_id, best_name(row.best), hand) for row, hand in self._listed(query.limit(most))]

    def _query(self, *columns: Any) -> Select[Any]:
        joined = select(*columns).select_from(PlayerHand).join(Night, Night.id == PlayerHand.night_id)
        return joined.where(*self._which)

    def _rows(self, which: HandFilter, *columns: Any) -> Select[Any]:
        return self._query(*columns).where(*which.rows)

    def _listed(self, query: Select[Any]) -> list[tuple[Row[Any], ListedHand]]:
        """Return each row of a query for hands, with its hand."""
        rows = db.session.execute(query).all()
        hands = {hand.id: hand for hand in self._hands([row.hand_id for row in rows])}
        return [(row, hands[row.hand_id]) for row in rows]

    def _hands(self, ids: Sequence[int]) -> Iterator[ListedHand]:
        """Yield these hands in any order."""
        of = and_(PlayerHand.night_id == Hand.night_id, PlayerHand.hand_id == Hand.id)
        query = select(PlayerHand, Hand.key, Hand.number).join(Hand, of)
        query = query.where(or_(PlayerHand.won > 0, PlayerHand.seat == 0))
        # Those who have won as much stand clockwise, the dealer last.
        query = query.order_by(PlayerHand.won.desc(), PlayerHand.seat == 0, PlayerHand.seat)
        for at in range(0, len(ids), AT_ONCE):
            parts = defaultdict[int, list[Any]](list)
            for row in db.session.execute(query.where(Hand.id.in_(ids[at : at + AT_ONCE]))):
                parts[row.PlayerHand.hand_id].append(row)
            for hand_id, of_hand in parts.items():
                dealer, key, number = next(row for row in of_hand if row.PlayerHand.seat == 0)
                winners = [row.PlayerHand.player_id for row in of_hand if row.PlayerHand.won]
                night = self.nights[dealer.night_id]
                yield ListedHand(hand_id, key, night, number, dealer.game_id, dealer.pot, dealer.player_id, winners)

    def _at_games(self) -> dict[tuple[int, str], Tally]:
        of = (PlayerHand.player_id, PlayerHand.game_id, *_STAKE)
        net = case((PlayerHand.put_in + PlayerHand.won > 0, PlayerHand.won - PlayerHand.put_in))
        seen = (_times(PlayerHand.showdown.is_(True)), _times(PlayerHand.won > 0), _times(PlayerHand.seat == 0))
        tallies = defaultdict[tuple[int, str], Tally](Tally)
        query = self._query(*of, func.count(), *seen, func.sum(net)).group_by(*of)
        for player, game, currency, worth, dealt, ended, won, called, chips in db.session.execute(query):
            own, unit = tallies[player, game], _unit(currency, worth)
            own.dealt += dealt
            own.ended += ended
            own.won += won
            own.called += called
            if chips is not None:
                own.net[unit] += int(chips) * (worth if unit else 1)
        return dict(tallies)

    def _games(self) -> dict[str, GameTally]:
        games, largest = defaultdict[str, GameTally](GameTally), dict[tuple[str, str], tuple[int, int]]()
        columns = (PlayerHand.night_id, PlayerHand.hand_id, PlayerHand.game_id, PlayerHand.pot, PlayerHand.wild)
        query = self._query(*columns).where(PlayerHand.seat == 0).order_by(*_EARLIEST_FIRST)
        for night_id, hand_id, game, pot, wild in db.session.execute(query):
            tally, night = games[game], self.nights[night_id]
            amount = night.amount(pot)
            tally.hands += 1
            tally.wild += wild
            tally.hands_in[night.unit] += 1
            tally.pots[night.unit] += amount
            if amount > largest.get((game, night.unit), (-1, 0))[0]:
                largest[game, night.unit] = amount, hand_id
        for hand in self._hands([hand_id for _, hand_id in largest.values()]):
            games[hand.game].largest[hand.night.unit] = hand
        return dict(games)

    def _nets(self) -> dict[tuple[int, int], int]:
        """Return what nights have brought those whose chips have moved, in their units, where that is known."""
        return {
            (night_id, player): self.nights[night_id].amount(chips)
            for (night_id, player), chips in chips_won(self._ids).items()
            if self.nights[night_id].known
        }

    def _uncounted(self) -> tuple[int, int]:
        """Work out hands that have no rows yet; return how many are void, and how many do not count for now."""
        uncounted = self._without_rows()
        if old := [hand_id for hand_id, outcome in uncounted if not (is_void(outcome) or UNREADABLE in outcome)]:
            until = monotonic() + SECONDS
            while old and monotonic() < until:
                work_out(old[:HANDS_AT_ONCE])
                del old[:HANDS_AT_ONCE]
            uncounted = self._without_rows()
        void = sum(is_void(outcome) for _, outcome in uncounted)
        return void, len(uncounted) - void

    def _without_rows(self) -> list[tuple[int, dict[str, Any]]]:
        """Return the ids and outcomes of the finished hands that have no rows, the latest first."""
        counted = exists().where(PlayerHand.night_id == Hand.night_id, PlayerHand.hand_id == Hand.id)
        # Their ids first: an index has them, and most hands are counted.
        ids = db.session.scalars(select(Hand.id).where(Hand.night_id.in_(self._ids), ~counted)).all()
        uncounted = list[tuple[int, dict[str, Any]]]()
        for at in range(0, len(ids), AT_ONCE):
            query = select(Hand.id, Hand.outcome).where(Hand.id.in_(ids[at : at + AT_ONCE]))
            rows = db.session.execute(query.where(Hand.finished_at.is_not(None)))
            uncounted += [(hand_id, outcome or {}) for hand_id, outcome in rows]
        return sorted(uncounted, key=itemgetter(0), reverse=True)


def _unit(currency: str, worth: int) -> str:
    return currency if worth else CHIPS


def _times(condition: ColumnElement[bool]) -> ColumnElement[int]:
    """Return how many rows meet a condition."""
    return func.sum(case((condition, 1), else_=0))


def played_between(first: date | None, last: date | None) -> Played:
    """Return what was played in the nights that began on these days or between."""
    where: list[ColumnElement[bool]] = []
    if first is not None:
        where.append(Night.started_at >= _midnight(first))
    if last is not None and last < date.max:
        where.append(Night.started_at < _midnight(last + timedelta(days=1)))
    return Played(*where)


def played_at(night: Night) -> Played:
    """Return what was played at one night."""
    return Played(Night.id == night.id)


def first_day() -> date | None:
    """Return the day of the first night that is no example; None before it."""
    began = db.session.scalar(select(func.min(Night.started_at)).where(~Night.example))
    return began.astimezone().date() if began is not None else None


def persons_by_ids(ids: Collection[int]) -> dict[int, Person]:
    """Return persons by id, also those whose name is gone."""
    # Few clubs have many people, and a database takes only so many values at once.
    players = db.session.scalars(select(Player).where(Player.only_in == 0)).all()
    return {player.id: person_of(player) for player in players if player.id in ids}


def game_names() -> dict[str, str]:
    """Return the names under which games were called last, by id, for those that the library does not have."""
    latest = (
        select(func.max(Hand.id)).join(Night, Night.id == Hand.night_id).where(~Night.example).group_by(Hand.game_id)
    )
    query = select(Hand.game_id, Hand.game_name).where(Hand.id.in_(latest))
    return {row.game_id: row.game_name for row in db.session.execute(query)}


def hand_nets(hand_ids: Collection[int]) -> dict[tuple[int, int], int]:
    """Return the chips that hands have brought, by hand and player, where they are tracked."""
    nets: dict[tuple[int, int], int] = {}
    ids = list(hand_ids)
    for at in range(0, len(ids), AT_ONCE):
        query = select(Ledger.hand_id, Ledger.player_id, total())
        query = query.where(Ledger.hand_id.in_(ids[at : at + AT_ONCE]), Ledger.account == "chips")
        for hand_id, player_id, chips in db.session.execute(query.group_by(Ledger.hand_id, Ledger.player_id)):
            assert hand_id is not None
            nets[hand_id, player_id] = chips
    return nets


@dataclass(frozen=True, slots=True)
class StackLine:
    """A player's chips before a night's first hand and after each; None while they were not there."""

    player_id: int
    name: str
    colour: str
    stacks: tuple[int | None, ...]


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
def work_out(hand_ids: Collection[int]) -> None:
    """Store the players' rows of these hands as their logs make them."""
    with writing() as session:
        for hand_id in hand_ids:
            # The end of a hand may have been taken back meanwhile.
            query = select(Hand).where(Hand.id == hand_id, Hand.finished_at.is_not(None)).with_for_update()
            for hand in session.scalars(query):
                live = load_hand(hand_id, keep=False)
                if isinstance(live, LiveHand) and is_over(live):
                    store_player_hands(session, hand, player_hands(live))
                else:
                    hand.outcome = {**(hand.outcome or {}), UNREADABLE: True}


def _running(changes: Mapping[int, int], left: Collection[int], hands: int) -> tuple[int | None, ...]:
    total, line, here = 0, list[int | None](), False
    for at in range(hands + 1):
        total += changes.get(at, 0)
        here = (here or at in changes) and not (at in left and total == 0)
        line.append(total if here else None)
    return tuple(line)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time()).astimezone()
