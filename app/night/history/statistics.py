"""Statistics of players' hands: figures from the sums of nights, lists of hands from the rows."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from functools import cached_property, partial
from operator import attrgetter
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Row, Select, and_, func, or_, select, tuple_

from app.dataclass import dataclass, replace
from app.night.caches import LruCache, database_cache
from app.night.db import db
from app.night.history.night_sums import AT_ONCE, CONDITIONS, night_sums
from app.night.ledger import total
from app.night.models import EARLIEST_FIRST, LATEST_FIRST, Hand, Ledger, Night, Player, PlayerHand, Seat
from app.night.people.roster import Person, person_of
from app.ranking.words import HandName, best_name
from app.statistics.figures import COUNTED, Figures, Involvement, ListedHand, LuckyHand, PlayedNight, ShownHand
from app.statistics.sums import GamePart, NightSums, Part, add_up, largest_pots

T = TypeVar("T")

#: The order in which hands were played.
_EARLIEST_FIRST = (*EARLIEST_FIRST, PlayerHand.hand_id)

#: The columns that a list of hands is made from.
_COLUMNS = (
    PlayerHand.night_id,
    PlayerHand.hand_id,
    PlayerHand.player_id,
    PlayerHand.best,
    PlayerHand.won,
    PlayerHand.expected,
)


@dataclass(frozen=True, slots=True)
class HandFilter:
    """A filter for the hands behind a figure: by person, game, night, and the person's part in them."""

    person: int | None = None
    game: str = ""
    night: int | None = None
    did: Involvement = Involvement.DEALT

    @property
    def row_conditions(self) -> list[ColumnElement[bool]]:
        """The conditions on the rows of players: the person's rows, or everybody's."""
        conditions = []
        if self.game:
            conditions.append(PlayerHand.game_id == self.game)
        if self.night is not None:
            conditions.append(PlayerHand.night_id == self.night)
        if self.person is not None:
            conditions.append(PlayerHand.player_id == self.person)
        return conditions

    @property
    def hand_conditions(self) -> list[ColumnElement[bool]]:
        """The conditions that pick one row of each hand: the person's, or the dealer's."""
        if self.did is Involvement.WILD:
            return [*replace(self, person=None).row_conditions, PlayerHand.seat == 0, PlayerHand.wild > 0]
        if self.person is None:
            return [*self.row_conditions, PlayerHand.seat == 0]
        return [*self.row_conditions, CONDITIONS[self.did]]

    def count_in(self, sums: NightSums) -> int:
        """Return how many of a night's hands match."""
        if self.did is Involvement.WILD:
            return sum(game.changed for game in self._games(sums))
        if self.person is None:
            return sum(game.hands for game in self._games(sums))
        return sum(part.hands[COUNTED.index(self.did)] for part in self._parts(sums))

    def most_in(self, sums: NightSums, of: Callable[[Part | GamePart], int]) -> int:
        """Return the highest value of ``of`` for the parts of a night: for all of them, or only the person's."""
        parts: Iterable[Part | GamePart] = self._games(sums) if self.person is None else self._parts(sums)
        return max(map(of, parts), default=0)

    def _parts(self, sums: NightSums) -> Iterable[Part]:
        assert self.person is not None
        return self._of_game(sums.parts.get(self.person, {})) if self.night in (None, sums.night.id) else []

    def _games(self, sums: NightSums) -> Iterable[GamePart]:
        return self._of_game(sums.games) if self.night in (None, sums.night.id) else []

    def _of_game(self, games: Mapping[str, T]) -> Collection[T]:
        if not self.game:
            return games.values()
        return [games[self.game]] if self.game in games else []


#: All hands.
ALL_HANDS = HandFilter()

#: The figures of recently viewed seasons, by their nights and the versions of those.
CACHED_FIGURES = partial(LruCache[tuple[tuple[int, int], ...], Figures], 8)


class HandStatistics:
    """The hands of some nights, without examples; nights and figures are read on first use."""

    def __init__(self, *nights: ColumnElement[bool]) -> None:
        self._which = (~Night.example, *nights)

    @cached_property
    def sums(self) -> list[NightSums]:
        """The sums of each night, in the order played."""
        return night_sums(*self._which)

    @cached_property
    def nights(self) -> dict[int, PlayedNight]:
        """The nights by id, in the order played."""
        return {sums.night.id: sums.night for sums in self.sums}

    @cached_property
    def figures(self) -> Figures:
        """The figures of all hands; hands stored by an older version are computed first."""
        kept, key = database_cache(CACHED_FIGURES), tuple((sums.night.id, sums.version) for sums in self.sums)
        return kept.get(key) or kept.put(key, add_up(self.sums, self._largest_of_games()))

    @property
    def luck_due(self) -> list[int]:
        """The hands whose players' equity may still be computed, latest first."""
        return [hand_id for sums in reversed(self.sums) for hand_id in sums.luck_due]

    def count(self, which: HandFilter) -> int:
        """Return how many hands match."""
        return sum(which.count_in(sums) for sums in self.sums)

    def counts(self, person: int | None = None) -> dict[int, int]:
        """Return the number of hands of each night: all, or those that a person was dealt into."""
        which = HandFilter(person)
        return {sums.night.id: which.count_in(sums) for sums in self.sums}

    def hands(self, which: HandFilter, most: int, skip: int = 0) -> list[ListedHand]:
        """List at most ``most`` hands, the latest first, without the ``skip`` latest."""
        nights, left = list[int](), most
        for sums in reversed(self.sums):
            count = which.count_in(sums)
            if skip >= count and not nights:
                skip -= count
            elif left + skip > 0 and count:
                nights.append(sums.night.id)
                left -= count
        query = self._query(nights).where(*which.hand_conditions).order_by(*LATEST_FIRST, PlayerHand.hand_id.desc())
        return [hand for _, hand in self._listed(query.offset(skip).limit(most))]

    def largest_pots(self, unit: str, most: int, *, game: str = "", winner: int | None = None) -> list[ListedHand]:
        """List the hands with the largest pots in a unit: of all, of a game, or of those a person won.

        The earlier of equal pots comes first.
        """
        which = HandFilter(winner, game, did=Involvement.WON)
        amount = PlayerHand.pot * Night.worth if unit else PlayerHand.pot
        query = self._query(self._top_nights(which, attrgetter("largest"), most, unit)).where(*which.hand_conditions)
        return [hand for _, hand in self._listed(query.order_by(amount.desc(), *_EARLIEST_FIRST).limit(most))]

    def best_hands(self, which: HandFilter, most: int) -> list[ShownHand]:
        """List the best high hands shown, by everybody or by one person; of equal hands, the earlier comes first."""
        query = self._query(self._top_nights(which, attrgetter("best"), most))
        query = query.where(PlayerHand.best > 0, *which.row_conditions)
        query = query.order_by(PlayerHand.best.desc(), *_EARLIEST_FIRST, PlayerHand.seat == 0, PlayerHand.seat)
        return [
            ShownHand(row.player_id, HandName(best_name(row.best)).colloquial, hand)
            for row, hand in self._listed(query.limit(most))
        ]

    def lucky_hands(self, which: HandFilter, unit: str, most: int, *, worst: bool = False) -> list[LuckyHand]:
        """List the hands in which players won most above their equity, or least: in a unit, of everybody or one person.

        The earlier of equal ones comes first.
        """
        chips = PlayerHand.expected - PlayerHand.won if worst else PlayerHand.won - PlayerHand.expected
        nights = self._top_nights(which, lambda part: -part.worst if worst else part.luckiest, most, unit)
        query = self._query(nights).where(chips > 0, *which.row_conditions)
        query = query.order_by((chips * Night.worth if unit else chips).desc(), *_EARLIEST_FIRST, PlayerHand.player_id)
        return [
            LuckyHand(row.player_id, hand.night.amount(row.expected), hand.night.amount(row.won), hand)
            for row, hand in self._listed(query.limit(most))
        ]

    def _top_nights(
        self, which: HandFilter, of: Callable[[Part | GamePart], int], most: int, unit: str | None = None
    ) -> list[int]:
        """Return the ``most`` nights with the highest values of ``of``, in a unit if given: all top hands are in them.

        The earlier of equal nights comes first. Each of these nights has a hand that ranks ahead of every hand of the
        other nights.
        """
        values = {
            sums.night.id: which.most_in(sums, of) if unit is None else sums.night.amount(which.most_in(sums, of))
            for sums in self.sums
            if unit in (None, sums.night.unit)
        }
        return sorted(values, key=lambda night: -values[night])[:most]

    def _query(self, nights: Collection[int]) -> Any:
        return select(*_COLUMNS).select_from(PlayerHand).join(Night).where(PlayerHand.night_id.in_(nights))

    def _listed(self, query: Select[Any]) -> list[tuple[Row[Any], ListedHand]]:
        rows = db.session.execute(query).all()
        hands = {hand.id: hand for hand in self._hands([row.hand_id for row in rows])}
        return [(row, hands[row.hand_id]) for row in rows]

    def _hands(self, ids: Sequence[int]) -> Iterator[ListedHand]:
        """Yield these hands in any order."""
        of = and_(PlayerHand.night_id == Hand.night_id, PlayerHand.hand_id == Hand.id)
        query = select(PlayerHand, Hand.key, Hand.number).join(Hand, of)
        query = query.where(or_(PlayerHand.won > 0, PlayerHand.seat == 0))
        # Ties are in clockwise order, the dealer last.
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

    def _largest_of_games(self) -> dict[tuple[str, str], ListedHand]:
        """Return the hand with the largest pot by game and unit; of equal ones the earlier."""
        largest = {key: (night_id, key[0], pot) for key, (_, night_id, pot) in largest_pots(self.sums).items()}
        pots = list(set(largest.values()))
        columns = (PlayerHand.night_id, PlayerHand.game_id, PlayerHand.pot)
        query = select(func.min(PlayerHand.hand_id)).where(PlayerHand.night_id.in_({night for night, _, _ in pots}))
        first = db.session.scalars(
            query.where(PlayerHand.seat == 0, tuple_(*columns).in_(pots)).group_by(*columns)
        ).all()
        hands = {(hand.night.id, hand.game, hand.pot): hand for hand in self._hands(first)}
        # A hand may have been corrected since the sums were read.
        return {key: hands[pot] for key, pot in largest.items() if pot in hands}


def played_between(first: date | None, last: date | None) -> HandStatistics:
    """Return the hands of nights that began from the first to the last of these days, inclusive."""
    where: list[ColumnElement[bool]] = []
    if first is not None:
        where.append(Night.started_at >= _midnight(first))
    if last is not None:
        where.append(Night.started_at < _midnight(last + timedelta(days=1)))
    return HandStatistics(*where)


def played_at(night: Night) -> HandStatistics:
    """Return the hands of one night."""
    return HandStatistics(Night.id == night.id)


def first_day() -> date | None:
    """Return the day of the first night that is not an example; None if there is none."""
    began = db.session.scalar(select(func.min(Night.started_at)).where(~Night.example))
    return began.astimezone().date() if began is not None else None


def people_by_ids(ids: Collection[int]) -> dict[int, Person]:
    """Return people by id, including removed ones."""
    # Few clubs have many people, and a database limits the number of values in a query.
    players = db.session.scalars(select(Player).where(Player.only_in == 0)).all()
    return {player.id: person_of(player) for player in players if player.id in ids}


def game_names() -> dict[str, str]:
    """Return the name of each game at its last call, by id; used for games that the library lacks."""
    latest = select(func.max(Hand.id)).join(Night).where(~Night.example).group_by(Hand.game_id)
    query = select(Hand.game_id, Hand.game_name).where(Hand.id.in_(latest))
    return {row.game_id: row.game_name for row in db.session.execute(query)}


def hand_nets(hand_ids: Collection[int]) -> dict[tuple[int, int], int]:
    """Return the chips that hands won or cost players, by hand and player, if tracked."""
    nets: dict[tuple[int, int], int] = {}
    ids = list(hand_ids)
    for at in range(0, len(ids), AT_ONCE):
        query = select(Ledger.hand_id, Ledger.player_id, total())
        query = query.where(Ledger.hand_id.in_(ids[at : at + AT_ONCE]), Ledger.account == "chips")
        for hand_id, player_id, chips in db.session.execute(query.group_by(Ledger.hand_id, Ledger.player_id)):
            assert hand_id is not None
            nets[hand_id, player_id] = chips
    return nets


def stack_lines(night_id: int) -> tuple[tuple[int, ...], dict[Person, tuple[int | None, ...]]]:
    """Return the numbers of a night's finished hands, and everybody's stack before the first and after each.

    A stack is None while its player was not there. Chips bought, counted or cashed out between two hands are in the
    stack after the second.
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
    players = [seat.player for seat in seats]
    stacks = {person_of(own): _running(changes[own.id], left[own.id], len(hands)) for own in players}
    return tuple(number for _, number, _ in hands), stacks


def _running(changes: Mapping[int, int], left: Collection[int], hands: int) -> tuple[int | None, ...]:
    total, line, here = 0, list[int | None](), False
    for at in range(hands + 1):
        total += changes.get(at, 0)
        here = (here or at in changes) and not (at in left and total == 0)
        line.append(total if here else None)
    return tuple(line)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time()).astimezone()
