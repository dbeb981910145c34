"""Wild-card rules: pure functions of the cards in deal order.

A rule is a frozen dataclass that extends :class:`WildRule`, registered by :data:`wild_rules`. Several rules of one game
add up (:func:`combine`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from app.cards.card import Card, make_card
from app.games.because import Because
from app.games.build import Registry
from app.games.table import Table


@dataclass(frozen=True, slots=True)
class RankName:
    """All cards of a rank as the table calls them: ``5s`` in figures, or ``fives``."""

    rank: int
    figure: bool = True


#: What is wild, as a noun: a rank, or what a game file calls some cards (``one-eyed jacks``).
Noun = str | RankName

#: A clause for the wild line where a noun will not do; ranks that stand side by side are listed.
Clause = tuple[Noun, ...]


@dataclass(frozen=True, slots=True)
class WildNews:
    """What is announced when the part of a rule changes; each part says one of four things.

    ``names`` are wild now (of a ``single`` card, for one ``seat`` alone), or a ``clause`` says it. ``over`` are ranks
    that no longer are. ``next_up``: the next up-card will be wild. ``none_follows``: no card is left to be.
    """

    names: tuple[Noun, ...] = ()
    single: bool = False
    seat: int | None = None
    clause: Clause = ()
    over: tuple[RankName, ...] = ()
    next_up: bool = False
    none_follows: bool = False
    because: Because | None = None


@dataclass(frozen=True, slots=True)
class WildPart:
    """What one rule makes wild now.

    ``names`` are nouns for the wild line, of a ``single`` card where there is but one; a ``clause`` stands there where
    nouns will not do; ``because`` is the reason. ``news`` is announced when this part changes, ``own`` when it changes
    for one seat. ``only`` names the one share for which it holds. ``private``: it is known to the owner alone until
    the cards are shown. ``sum_to``: two number cards of that sum may together be one wild card.
    """

    cards: frozenset[Card] = frozenset()
    by_seat: Mapping[int, frozenset[Card]] = field(default_factory=dict)
    bugs: frozenset[Card] = frozenset()
    next_up: bool = False
    names: tuple[Noun, ...] = ()
    single: bool = False
    clause: Clause = ()
    because: Because | None = None
    news: WildNews | None = None
    own: Mapping[int, WildNews] = field(default_factory=dict)
    only: str = ""
    sum_to: int = 0
    private: bool = False


@dataclass(frozen=True, slots=True)
class WildSaying:
    """One thing that the wild line says, known to everybody."""

    names: tuple[Noun, ...] = ()
    single: bool = False
    clause: Clause = ()
    because: Because | None = None


def all_of(rank: int) -> frozenset[Card]:
    """Return the four cards of a rank."""
    return frozenset(make_card(rank, suit) for suit in range(4))


def named_part(
    cards: frozenset[Card], names: tuple[Noun, ...], *, single: bool = False, because: Because | None = None
) -> WildPart:
    """Return a part that makes cards wild for everyone, with the news that says so."""
    news = WildNews(names=names, single=single, because=because)
    return WildPart(cards, names=names, single=single, because=because, news=news)


def clause_part(
    clause: Clause, by_seat: Mapping[int, frozenset[Card]], *, only: str = "", private: bool = False
) -> WildPart:
    """Return a part that makes cards wild for single players, with the news that says so."""
    return WildPart(by_seat=by_seat, clause=clause, news=WildNews(clause=clause), only=only, private=private)


class WildRule:
    """A rule that makes cards wild."""

    __slots__ = ()

    #: Whether it depends on the order in which up-cards come.
    follows_up_cards: ClassVar[bool] = False

    #: Whether only the owner of a card can know that it is wild, until the cards are shown.
    private: ClassVar[bool] = False

    #: Whether a wild card is its owner's choice, made when the cards are shown.
    at_the_showdown: ClassVar[bool] = False

    @property
    def leaves_open(self) -> Sequence[str]:
        """The ids of the house rules that decide something in it."""
        return ()

    def wild(self, table: Table) -> WildPart:
        """Return what is wild with these cards on the table."""
        raise NotImplementedError

    def words(self) -> str:
        """Return the rule in plain words, for the rule sheet."""
        raise NotImplementedError


wild_rules: Registry[WildRule] = Registry("wild rule", "app.games.rules.wild")


@dataclass(frozen=True, slots=True)
class WildNow:
    """What is wild at one moment: for everyone, for one seat alone, and which cards are bugs.

    ``says`` is what the wild line tells, ``next_up`` whether it adds that the next up-card is wild.
    """

    cards: frozenset[Card] = frozenset()
    by_seat: Mapping[int, frozenset[Card]] = field(default_factory=dict)
    bugs: frozenset[Card] = frozenset()
    next_up: bool = False
    says: tuple[WildSaying, ...] = ()
    parts: tuple[WildPart, ...] = ()

    @property
    def sum_to(self) -> int:
        """What two number cards must add to, to make one wild card; 0 where they cannot."""
        return max((part.sum_to for part in self.parts), default=0)

    def for_seat(self, seat: int | None) -> frozenset[Card]:
        """Return the cards that are wild in this seat's hand for at least one share."""
        own = self.by_seat.get(seat) if seat is not None else None
        return self.cards | own if own else self.cards

    def in_the_open(self, seat: int | None, share: str = "high") -> frozenset[Card]:
        """Return the cards of this seat's hand that everybody knows to be wild for one share."""
        parts = [part for part in self.parts if not part.private and part.only in ("", share)]
        own = (part.by_seat.get(seat, frozenset()) for part in parts if seat is not None)
        return frozenset().union(*(part.cards for part in parts), *own)

    def for_share(self, seat: int, share: str) -> frozenset[Card]:
        """Return the cards that are wild in this seat's hand when this share is judged."""
        if not any(part.only for part in self.parts):
            return self.for_seat(seat)
        parts = [part for part in self.parts if part.only in ("", share)]
        return frozenset().union(*(part.cards | part.by_seat.get(seat, frozenset()) for part in parts))


def combine(parts: Iterable[WildPart]) -> WildNow:
    """Add up what several rules make wild."""
    parts = tuple(parts)
    by_seat: dict[int, frozenset[Card]] = {}
    for part in parts:
        for seat, cards in part.by_seat.items():
            by_seat[seat] = by_seat.get(seat, frozenset()) | cards
    return WildNow(
        cards=frozenset().union(*(part.cards for part in parts)),
        by_seat=by_seat,
        bugs=frozenset().union(*(part.bugs for part in parts)),
        next_up=any(part.next_up for part in parts),
        says=_sayings(parts),
        parts=parts,
    )


def _sayings(parts: tuple[WildPart, ...]) -> tuple[WildSaying, ...]:
    """Return what the wild line says: plain nouns together first, then those with a reason, then clauses."""
    plain = [part for part in parts if part.names and part.because is None]
    says = []
    if plain:
        names = tuple(dict.fromkeys(name for part in plain for name in part.names))
        says.append(WildSaying(names, single=len(plain) == 1 and plain[0].single))
    known = frozenset[Card]().union(*(part.cards for part in plain))
    # A reason stands with the cards that it is the reason for. What is wild already needs no second mention.
    for part in parts:
        if part.because is not None and not part.cards <= known:
            says.append(WildSaying(part.names, because=part.because))
            known |= part.cards
    return (*says, *(WildSaying(clause=part.clause) for part in parts if part.clause))
