"""Readings of a hand whose cards may count as other cards without being wild."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product

from app.cards.card import Card, has_rank, make_card, rank_of, suit_of
from app.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Reading:
    """The card that each card counts as, without cards that cannot matter.

    ``fifths`` are cards read as a rank of which all four cards are held: they can only make five of a kind.
    ``flushes``: flushes count in this reading.
    """

    cards: Mapping[Card, Card]
    fifths: frozenset[Card] = frozenset()
    flushes: bool = False


def readings(
    cards: Sequence[Card],
    counts_as: Mapping[Card, Collection[Card]],
    wild: Collection[Card] = frozenset(),
    *,
    any_five: bool = True,
) -> Iterator[Reading]:
    """Yield readings of the cards, one of which makes the best high hand. The first reads each card as itself.

    There are readings for a flush in each suit. In all other hands only ranks matter, so two cards read as the same
    card take two suits. No card is read as a ``wild`` one. Unless ``any_five`` of the cards may make the hand, it
    matters which card is read as which rank.
    """
    fixed = {card: card for card in cards if card in wild or not has_rank(card)}
    options = {
        card: (card, *(other for other in counts_as.get(card, ()) if other not in wild))
        for card in cards
        if card not in fixed
    }
    seen = set[tuple[int, ...]]()
    for ranks in product(*(dict.fromkeys(map(rank_of, also)) for also in options.values())):
        same = tuple(sorted(ranks)) if any_five else ranks
        if same not in seen:
            seen.add(same)
            read, fifths = _read_as_ranks(options, ranks, wild)
            yield Reading(read | fixed, fifths)
    for suit in range(4):
        suited = {card: [other for other in also if suit_of(other) == suit] for card, also in options.items()}
        suited = {card: also for card, also in suited.items() if also}
        for chosen in product(*suited.values()):
            # Only one of two cards read as the same card fits in a flush.
            played = {card: other for other, card in dict(zip(chosen, suited, strict=True)).items()}
            yield Reading(_with_kickers(played, options) | fixed, flushes=True)


def _with_kickers(played: Mapping[Card, Card], options: Mapping[Card, Sequence[Card]]) -> dict[Card, Card]:
    """Return the reading of a flush, with each other card read as high as possible: a four-card flush has a kicker."""
    read = dict(played)
    for card in options.keys() - played.keys():
        if free := [other for other in options[card] if other not in read.values()]:
            read[card] = max(free, key=rank_of)
    return read


def _read_as_ranks(
    options: Mapping[Card, Sequence[Card]], ranks: Sequence[int], wild: Collection[Card]
) -> tuple[dict[Card, Card], frozenset[Card]]:
    """Return all cards read as these ranks, no two as the same card, and those for which no suit is left."""
    wanted = dict(zip(options, ranks, strict=True))
    read: dict[Card, Card] = {}
    for card in sorted(wanted, key=lambda card: rank_of(card) != wanted[card]):
        others = (*options[card], *(make_card(wanted[card], suit) for suit in range(4)))
        free = [other for other in others if rank_of(other) == wanted[card] and other not in (*read.values(), *wild)]
        if free:
            read[card] = free[0]
    fifths = frozenset(wanted.keys() - read.keys())
    return {card: read.get(card, card) for card in wanted}, fifths
