"""Cards that may count as others without being wild: the ways to read a hand that holds some."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product

from app.cards.card import Card, has_rank, make_card, rank_of, suit_of
from app.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Reading:
    """The card that each card counts as; a card that is left out cannot matter.

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
    """Yield readings of cards of which one makes the best high hand. The first reads each card as itself.

    Flushes are sought in each suit by itself. In all other hands only ranks matter, so two cards read as the same one
    take two suits. No card is read as one that is ``wild``. Unless ``any_five`` of the cards may make the hand, it
    matters which card is read as which.
    """
    fixed = {card: card for card in cards if card in wild or not has_rank(card)}
    options = {
        card: (card, *(other for other in counts_as.get(card, ()) if other not in wild))
        for card in cards
        if card not in fixed
    }
    found = set[tuple[int, ...]]()
    for ranks in product(*(dict.fromkeys(map(rank_of, also)) for also in options.values())):
        same = tuple(sorted(ranks)) if any_five else ranks
        if same not in found:
            found.add(same)
            read, fifths = _apart(options, ranks, wild)
            yield Reading(read | fixed, fifths)
    for suit in range(4):
        suited = {card: [other for other in also if suit_of(other) == suit] for card, also in options.items()}
        suited = {card: also for card, also in suited.items() if also}
        for chosen in product(*suited.values()):
            # A flush has room for one of two cards read as the same.
            played = {card: other for other, card in dict(zip(chosen, suited, strict=True)).items()}
            yield Reading(_besides(played, options) | fixed, flushes=True)


def _besides(played: Mapping[Card, Card], options: Mapping[Card, Sequence[Card]]) -> dict[Card, Card]:
    """Return the cards of a flush, and each other card read as high as may be: it may be the kicker of four cards."""
    read = dict(played)
    for card in options.keys() - played.keys():
        if free := [other for other in options[card] if other not in read.values()]:
            read[card] = max(free, key=rank_of)
    return read


def _apart(
    options: Mapping[Card, Sequence[Card]], ranks: Sequence[int], wild: Collection[Card]
) -> tuple[dict[Card, Card], frozenset[Card]]:
    """Return all cards read as these ranks, no two alike, and those for which no suit of their rank is left."""
    wanted = dict(zip(options, ranks, strict=True))
    read: dict[Card, Card] = {}
    for card in sorted(wanted, key=lambda card: rank_of(card) != wanted[card]):
        alike = (*options[card], *(make_card(wanted[card], suit) for suit in range(4)))
        free = [other for other in alike if rank_of(other) == wanted[card] and other not in (*read.values(), *wild)]
        if free:
            read[card] = free[0]
    fifths = frozenset(wanted.keys() - read.keys())
    return {card: read.get(card, card) for card in wanted}, fifths
