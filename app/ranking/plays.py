"""Which cards play: the best choice of a player's cards, and the card that each plays as."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from itertools import combinations

from app.cards.card import UNSEEN, Card, has_rank, make_card, rank_of, suit_of

Play = tuple[Card, Card]
"""The card held (the unseen one, for a wild card that is not among the cards) and the card it plays as."""

_SUITS = (3, 2, 1, 0)


def best(
    evaluate: Callable[[Sequence[Card]], int],
    up: Sequence[Card],
    down: Sequence[Card],
    *,
    at_most: int | None = None,
    exactly: int | None = None,
) -> tuple[int, tuple[Card, ...]]:
    """Return the best number that the cards can make, and the cards it was made of; the first of equals.

    ``evaluate`` gives the number of the best five of some cards (:func:`~app.ranking.high.high` or
    :func:`~app.ranking.low.low` with its rules filled in). With ``at_most`` up to so many down cards may play; with
    ``exactly`` so many play, and the five are filled from ``up``, as in Omaha where ``up`` is the board. With neither
    all cards are evaluated together. Fewer cards than asked for all play.

    Raises ValueError if both limits are given, or one that is negative or more than five for ``exactly``.
    """
    hands = permitted(up, down, at_most=at_most, exactly=exactly)
    return max(((evaluate(hand), hand) for hand in hands), key=lambda pair: pair[0])


def permitted(
    up: Sequence[Card], down: Sequence[Card], *, at_most: int | None = None, exactly: int | None = None
) -> list[tuple[Card, ...]]:
    """Return every choice of cards that may play together, none of which is part of another; raises as :func:`best`."""
    if at_most is not None and exactly is not None:
        raise ValueError("a hand uses at most or exactly a number of down cards, not both")
    limit = at_most if at_most is not None else exactly
    if limit is not None and (limit < 0 or (exactly is not None and limit > 5)):
        raise ValueError(f"a hand cannot use {limit} down cards")

    beside = [tuple(up)]
    if exactly is not None:  # all of the up cards together could leave a down card unused
        beside = list(combinations(up, min(5 - exactly, len(up))))
    # With one card fewer a hand is never better, so the most that may play is all there is to look at.
    own = combinations(down, len(down) if limit is None else min(limit, len(down)))
    return [ups + downs for downs in own for ups in beside]


def plays_for(
    ranks: Sequence[int],
    suited: int,
    cards: Iterable[Card],
    wild: Container[Card],
    bugs: Container[Card],
    extra_wild: int,
    bug_rank: int | None,
) -> tuple[Play, ...]:
    """Return the cards that play the ranks, in their order, the first ``suited`` of them in one suit.

    The cards must hold those ranks, as they do if a score was made from them. A card plays as itself wherever it
    can, a wild one too; a bug plays as ``bug_rank`` before it completes anything (None: no
    such rank). A wild card that stands for another plays in a suit in which that rank is not held, as long as
    there is one.
    """
    natural: list[Card] = []
    wilds: list[Card] = []
    jokers: list[Card] = []
    for card in cards:
        (wilds if card in wild else jokers if card in bugs else natural).append(card)
    suit = _fullest_suit(ranks[:suited], natural) if suited else None
    wanted = [(rank, suit if at < suited else None) for at, rank in enumerate(ranks)]
    taken = set(natural)
    plays: dict[int, Play] = {}

    def fill(pool: list[Card], fits: Callable[[Card, int, int | None], bool], as_itself: bool) -> None:
        for at, (rank, suit) in enumerate(wanted):
            card = None if at in plays else next((card for card in pool if fits(card, rank, suit)), None)
            if card is not None:
                pool.remove(card)
                plays[at] = card, card if as_itself else _stand_in(rank, suit, taken)
                taken.add(plays[at][1])

    fill(natural, _is, True)
    fill(jokers, lambda _card, rank, _suit: rank == bug_rank, False)
    fill(wilds, _is, True)
    fill(wilds + [UNSEEN] * extra_wild + jokers, lambda _card, _rank, _suit: True, False)
    return tuple(plays[at] for at in range(len(ranks)))


def unsuited(plays: tuple[Play, ...], cards: Iterable[Card], wild: Container[Card]) -> tuple[Play, ...]:
    """Return the same ranks in more than one suit, for a low that a flush would spoil.

    A card of another suit takes the place of one that plays, or a wild card plays in another suit.
    """
    if len({suit_of(played) for _, played in plays}) > 1:
        return plays
    held = {card for card, _ in plays}
    spare = [card for card in cards if card not in held]
    for at, (card, played) in enumerate(plays):
        rank, suit = rank_of(played), suit_of(played)
        other = next((each for each in spare if each not in wild and _is(each, rank, None)), None)
        if other is not None:
            return *plays[:at], (other, other), *plays[at + 1 :]
        if card in wild or card == UNSEEN:
            stand_in = _stand_in(rank, None, {make_card(rank, suit)})
            return *plays[:at], (card, stand_in), *plays[at + 1 :]
    # Only cards without a choice play; a wild card that was not needed takes the place of the first.
    first = plays[0][1]
    joker = next((card for card in spare if card in wild), UNSEEN)
    return (joker, _stand_in(rank_of(first), None, {first})), *plays[1:]


def _is(card: Card, rank: int, suit: int | None) -> bool:
    """Return whether this is a card of the rank, and of the suit if one is given."""
    return has_rank(card) and rank_of(card) == rank and suit in (None, suit_of(card))


def _fullest_suit(ranks: Sequence[int], natural: list[Card]) -> int:
    """Return the suit in which most of the ranks are held."""
    return max(_SUITS, key=lambda suit: sum(make_card(rank, suit) in natural for rank in set(ranks)))


def _stand_in(rank: int, suit: int | None, taken: Container[Card]) -> Card:
    """Return the card that a wild card plays as: of the suit if one is given, otherwise one not taken if possible."""
    if suit is not None:
        return make_card(rank, suit)
    every = [make_card(rank, each) for each in _SUITS]
    return next((card for card in every if card not in taken), every[0])
