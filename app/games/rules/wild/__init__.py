"""Wild-card rules: pure functions of the cards in deal order.

A rule is a frozen dataclass with ``wild(table) -> WildPart``, registered by :data:`wild_rules`, and ``words()``, the
sentences of the rule sheet. Several rules of one game add up (:func:`combine`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from app.cards.card import Card
from app.games.build import Registry
from app.games.table import Table

wild_rules: Registry[WildRule] = Registry("wild rule", "app.games.rules.wild")


@dataclass(frozen=True, slots=True)
class WildPart:
    """What one rule makes wild now.

    ``names`` are nouns for the wild line ("5s", "one-eyed jacks"), of a ``single`` card where there is but one;
    ``sentence`` is said where nouns will not do; ``note`` is the reason, in brackets; ``news`` is announced when this
    part changes, ``own`` when it changes for one seat. ``only`` names the one share for which it holds. ``private``:
    it is known to the owner alone until the cards are shown. ``sum_to``: two number cards of that sum may together be
    one wild card.
    """

    cards: frozenset[Card] = frozenset()
    by_seat: Mapping[int, frozenset[Card]] = field(default_factory=dict)
    bugs: frozenset[Card] = frozenset()
    next_up: bool = False
    names: tuple[str, ...] = ()
    single: bool = False
    sentence: str = ""
    note: str = ""
    news: str = ""
    own: Mapping[int, str] = field(default_factory=dict)
    only: str = ""
    sum_to: int = 0
    private: bool = False


class WildRule(Protocol):
    """A rule that makes cards wild."""

    def wild(self, table: Table) -> WildPart:
        """What is wild with these cards on the table."""

    def words(self) -> str:
        """The rule in plain words, for the rule sheet."""


@dataclass(frozen=True, slots=True)
class WildNow:
    """What is wild at one moment: for everyone, for one seat alone, and which cards are bugs."""

    cards: frozenset[Card] = frozenset()
    by_seat: Mapping[int, frozenset[Card]] = field(default_factory=dict)
    bugs: frozenset[Card] = frozenset()
    next_up: bool = False
    label: str = "Nothing wild"
    parts: tuple[WildPart, ...] = ()

    @property
    def sum_to(self) -> int:
        """What two number cards must add to, to make one wild card; 0 where they cannot."""
        return max((part.sum_to for part in self.parts), default=0)

    def for_seat(self, seat: int | None) -> frozenset[Card]:
        """The cards that are wild in this seat's hand, for one share or another."""
        own = self.by_seat.get(seat) if seat is not None else None
        return self.cards | own if own else self.cards

    def in_the_open(self, seat: int | None, share: str = "high") -> frozenset[Card]:
        """The cards of this seat's hand that everybody knows to be wild, in the hand for one share."""
        parts = [part for part in self.parts if not part.private and part.only in ("", share)]
        own = (part.by_seat.get(seat, frozenset()) for part in parts if seat is not None)
        return frozenset().union(*(part.cards for part in parts), *own)

    def for_share(self, seat: int, share: str) -> frozenset[Card]:
        """The cards that are wild in this seat's hand when this share is judged."""
        if not any(part.only for part in self.parts):
            return self.for_seat(seat)
        parts = [part for part in self.parts if part.only in ("", share)]
        return frozenset().union(*(part.cards | part.by_seat.get(seat, frozenset()) for part in parts))


def combine(parts: Iterable[WildPart]) -> WildNow:
    """The sum of several rules, and the wild line that says it."""
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
        label=_line(parts),
        parts=parts,
    )


def listing(names: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def sentence(text: str) -> str:
    """The text with its first letter in upper case, the others as they are."""
    return text[:1].upper() + text[1:]


def _line(parts: tuple[WildPart, ...]) -> str:
    said: list[str] = []
    plain = [part for part in parts if part.names and not part.note]
    if plain:
        verb = "is" if len(plain) == 1 and plain[0].single else "are"
        said.append(f"{listing(dict.fromkeys(name for part in plain for name in part.names))} {verb} wild")
    known = frozenset[Card]().union(*(part.cards for part in plain))
    # A reason stands with the cards that it is the reason for. What is wild already needs no second mention.
    for part in parts:
        if part.note and not part.cards <= known:
            said.append(f"{listing(part.names)} {'too' if said else 'are wild'} ({part.note})")
            known |= part.cards
    said += [part.sentence for part in parts if part.sentence]
    if any(part.next_up for part in parts):
        said.append("next up-card is wild")
    return sentence("; ".join(said) or "nothing wild")
