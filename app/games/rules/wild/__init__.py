"""Wild-card rules: pure functions of the cards in deal order.

A rule is a frozen dataclass that extends :class:`WildRule`, registered by :data:`wild_rules`. The rules of a game add
up (:func:`combine`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from itertools import product
from typing import ClassVar

from app.cards.card import Card, is_joker, make_card
from app.dataclass import dataclass, replace
from app.games.build import Registry
from app.games.reasons import Reason
from app.games.rules import Rule
from app.games.table import Table


@dataclass(frozen=True, slots=True)
class RankName:
    """All cards of a rank as the table calls them: ``5s`` in figures, or ``fives``."""

    rank: int
    figure: bool = True


#: A noun for wild cards: a rank, or the name of some cards in a game file (``one-eyed jacks``).
Noun = str | RankName

#: A clause of the wild line if a noun is not enough; adjacent ranks are listed together, as are nouns in a tuple.
Clause = tuple[Noun | tuple[Noun, ...], ...]


@dataclass(frozen=True, slots=True)
class WildNews:
    """An announcement of what a rule makes wild, or an entry of the wild line, in one of four forms.

    ``names`` are wild (a ``single`` card, or only for one ``seat``), or a ``clause`` says what is. ``over`` are ranks
    no longer wild. ``next_up``: the next up-card will be wild. ``none_follows``: no card is left to become wild.
    """

    names: tuple[Noun, ...] = ()
    single: bool = False
    seat: int | None = None
    clause: Clause = ()
    over: tuple[RankName, ...] = ()
    next_up: bool = False
    none_follows: bool = False
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class WildPart:
    """The cards that one rule makes wild now.

    ``says`` is its entry in the wild line; ``news`` is announced when this part changes, ``own`` when it changes for
    one seat. ``only`` names the one share it is limited to, ``seats`` the players it is limited to (None for all).
    ``private``: only the owner knows, until the cards are shown; ``public`` are the cards of each seat that everyone
    knows to be wild, if that is neither all nor none. ``choices`` are sets of further cards, one of which a seat
    makes wild at the showdown. ``counts_as`` are the other cards that a card may count as. ``sum_to``: two to
    ``sum_of`` number cards of that sum may play as one wild card. ``unknown``: the table has yet to say what is wild.
    """

    cards: frozenset[Card] = frozenset()
    by_seat: Mapping[int, frozenset[Card]] = field(default_factory=dict)
    bugs: frozenset[Card] = frozenset()
    next_up: bool = False
    says: WildNews | None = None
    news: WildNews | None = None
    own: Mapping[int, WildNews] = field(default_factory=dict)
    only: str = ""
    seats: frozenset[int] | None = None
    private: bool = False
    public: Mapping[int, frozenset[Card]] | None = None
    choices: Mapping[int, tuple[frozenset[Card], ...]] = field(default_factory=dict)
    counts_as: Mapping[Card, frozenset[Card]] = field(default_factory=dict)
    sum_to: int = 0
    sum_of: int = 2
    unknown: bool = False

    @property
    def of_jokers(self) -> bool:
        """Whether it gives a joker its value, without which no hand with a joker could be ranked."""
        return any(map(is_joker, self.cards.union(self.bugs, *self.by_seat.values())))

    def for_seat(self, seat: int | None) -> frozenset[Card]:
        """Return the cards that it makes wild for a seat, or in the table's own hand for None."""
        if self.seats is not None and seat not in self.seats:
            return frozenset()
        own = self.by_seat.get(seat) if seat is not None else None
        return self.cards | own if own else self.cards

    def in_the_open(self, seat: int | None) -> frozenset[Card]:
        """Return the cards that it publicly makes wild for a seat."""
        if self.public is not None:
            return self.public.get(seat, frozenset()) if seat is not None else frozenset()
        return frozenset() if self.private else self.for_seat(seat)


def all_of(*ranks: int) -> frozenset[Card]:
    """Return the four cards of each rank."""
    return frozenset(make_card(rank, suit) for rank in ranks for suit in range(4))


def named_part(
    cards: frozenset[Card], names: tuple[Noun, ...], *, single: bool = False, reason: Reason | None = None
) -> WildPart:
    """Return a part that makes cards wild for everyone and announces it."""
    news = WildNews(names, single, reason=reason)
    return WildPart(cards, says=news, news=news)


def ranks_part(ranks: Iterable[int], *, figure: bool = False, reason: Reason | None = None) -> WildPart:
    """Return a part that makes all cards of these ranks wild for everyone and announces it."""
    ranks = tuple(ranks)
    return named_part(all_of(*ranks), tuple(RankName(rank, figure) for rank in ranks), reason=reason)


def clause_part(
    clause: Clause, by_seat: Mapping[int, frozenset[Card]], *, only: str = "", private: bool = False
) -> WildPart:
    """Return a part that makes cards wild for single players and announces it."""
    news = WildNews(clause=clause)
    return WildPart(by_seat=by_seat, says=news, news=news, only=only, private=private)


def own_ranks_part(
    clause: Clause, ranks: Mapping[int, int], *, only: str = "", private: bool = False, reason: Reason | None = None
) -> WildPart:
    """Return a part that makes one rank wild for each of some seats and announces it, unless it is private."""
    own = {seat: WildNews((RankName(rank, figure=False),), seat=seat, reason=reason) for seat, rank in ranks.items()}
    by_seat = {seat: all_of(rank) for seat, rank in ranks.items()}
    return replace(clause_part(clause, by_seat, only=only, private=private), own={} if private else own)


class WildRule(Rule):
    """A rule that makes cards wild."""

    __slots__ = ()

    #: Whether players choose their wild cards at the showdown.
    at_the_showdown: ClassVar[bool] = False

    #: The part of the hand that the table judges, as the end of "You judge"; empty if the rule decides.
    you_judge: ClassVar[str] = ""

    @property
    def follows_up_cards(self) -> bool:
        """Whether it depends on the order in which up-cards come."""
        return False

    @property
    def private(self) -> bool:
        """Whether only a card's owner can know that it is wild, until the cards are shown."""
        return False

    def wild(self, table: Table) -> WildPart:
        """Return what is wild with these cards on the table."""
        raise NotImplementedError

    def limit(self, parts: tuple[WildPart, ...], table: Table) -> tuple[WildPart, ...]:
        """Return what all rules make wild, under the limits that this rule sets."""
        return parts


wild_rules: Registry[WildRule] = Registry("wild rule", "app.games.rules.wild")


@dataclass(frozen=True, slots=True)
class CurrentWilds:
    """The wild cards at one moment: for everyone, for single seats, and the bugs.

    ``says`` is the wild line; ``next_up``: the line adds that the next up-card is wild.
    """

    cards: frozenset[Card] = frozenset()
    by_seat: Mapping[int, frozenset[Card]] = field(default_factory=dict)
    bugs: frozenset[Card] = frozenset()
    next_up: bool = False
    says: tuple[WildNews, ...] = ()
    parts: tuple[WildPart, ...] = ()

    @property
    def unknown(self) -> bool:
        """Whether the table has yet to say what is wild; until then no hand can be ranked or named."""
        return any(part.unknown for part in self.parts)

    @property
    def sum_to(self) -> int:
        """The sum of number cards that make one wild card; 0 for none."""
        return max((part.sum_to for part in self.parts), default=0)

    @property
    def sum_of(self) -> int:
        """The most number cards that make one wild card together."""
        return max((part.sum_of for part in self.parts), default=2)

    @property
    def by_share(self) -> bool:
        """Whether some cards are wild for one share only, or are chosen for each."""
        return any(part.only or part.choices or part.counts_as for part in self.parts)

    @property
    def counts_as(self) -> Mapping[Card, frozenset[Card]]:
        """The other cards that each card may count as, applying one rule after the other."""
        also: dict[Card, frozenset[Card]] = {}
        for part in self.parts:
            for card in part.counts_as.keys() | also.keys():
                so_far = also.get(card, frozenset({card}))
                also[card] = so_far.union(*(part.counts_as.get(other, ()) for other in so_far))
        return {card: others - {card} for card, others in also.items()}

    def for_seat(self, seat: int | None) -> frozenset[Card]:
        """Return the cards that are wild in this seat's hand for at least one share."""
        own = self.by_seat.get(seat) if seat is not None else None
        return self.cards | own if own else self.cards

    def in_the_open(self, seat: int | None, share: str = "high") -> frozenset[Card]:
        """Return the cards of this seat's hand that are publicly wild for one share."""
        return frozenset().union(*(part.in_the_open(seat) for part in self._parts(share)))

    def for_share(self, seat: int, share: str) -> frozenset[Card]:
        """Return the cards that are wild in this seat's hand when this share is judged."""
        if not self.by_share:
            return self.for_seat(seat)
        return frozenset().union(*(part.for_seat(seat) for part in self._parts(share)))

    def choices(self, seat: int, share: str) -> Iterator[frozenset[Card]]:
        """Yield every set of further cards that a seat can make wild when this share is judged."""
        own = [(frozenset(), *part.choices[seat]) for part in self._parts(share) if seat in part.choices]
        yield from (frozenset().union(*chosen) for chosen in product(*own))

    def _parts(self, share: str) -> list[WildPart]:
        return [part for part in self.parts if part.only in ("", share)]


def current_wilds(rules: Iterable[WildRule], table: Table) -> CurrentWilds:
    """Return what the rules of a game make wild with these cards on the table."""
    rules = tuple(rules)
    parts = tuple(rule.wild(table) for rule in rules)
    for rule in rules:
        parts = rule.limit(parts, table)
    return combine(parts)


def combine(parts: Iterable[WildPart]) -> CurrentWilds:
    """Combine what several rules make wild."""
    parts = tuple(parts)
    by_seat: dict[int, frozenset[Card]] = {}
    for part in parts:
        for seat in part.by_seat if part.seats is None else part.seats:
            own = part.by_seat.get(seat, frozenset()) if part.seats is None else part.for_seat(seat)
            by_seat[seat] = by_seat.get(seat, frozenset()) | own
    return CurrentWilds(
        cards=frozenset().union(*(part.cards for part in parts if part.seats is None)),
        by_seat=by_seat,
        bugs=frozenset().union(*(part.bugs for part in parts)),
        next_up=any(part.next_up for part in parts),
        says=_wild_line(parts),
        parts=parts,
    )


def _wild_line(parts: tuple[WildPart, ...]) -> tuple[WildNews, ...]:
    """Return the wild line: plain nouns in one entry, then nouns with a reason, then clauses."""
    entries = [(part.cards, part.says) for part in parts if part.says is not None]
    plain = [says for _, says in entries if says.names and says.reason is None]
    line = []
    if plain:
        names = tuple(dict.fromkeys(name for says in plain for name in says.names))
        line.append(WildNews(names, single=len(plain) == 1 and plain[0].single))
    known = frozenset[Card]().union(*(cards for cards, says in entries if says in plain))
    # Each reason has its own entry; cards that are wild anyway are not listed again.
    for cards, says in entries:
        if says.reason is not None and not cards <= known:
            line.append(says)
            known |= cards
    return (*line, *(says for _, says in entries if says.clause))
