"""Badugi hands: at most four cards, no two of the same rank or suit, low cards best."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from functools import cache
from itertools import combinations

from app.cards.card import RANKS, Card, card_name, has_rank, make_card, rank_of, rank_word, suit_of
from app.ranking.low import low_ranks
from app.ranking.order import RANK_BITS, SET
from app.ranking.plays import Play
from app.ranking.words import Shown, rank_figure

#: A hand has at most one card of each suit.
_MAX_CARDS = 4


def badugi(
    cards: Iterable[Card], wild: Container[Card] = frozenset(), *, stripped: str = "", aces_high: bool = False
) -> int:
    """Return the score of the best badugi among the cards: bigger is better, and equal scores tie.

    More cards beat fewer; with equally many, the hand with the lower highest card wins, then the next. A wild card
    plays as any card that helps. Raises ValueError for an unseen card, or a joker that is not wild.
    """
    return _best(tuple(cards), wild, _ranks(stripped, aces_high))[0]


def show_badugi(
    cards: Iterable[Card], wild: Container[Card] = frozenset(), *, stripped: str = "", aces_high: bool = False
) -> Shown:
    """Return the best badugi among the cards, named: ``8-6-4-2 badugi``, ``three-card 6-4-2``."""
    score, plays = _best(tuple(cards), wild, _ranks(stripped, aces_high))
    ranks = [rank_of(played) for _, played in plays]
    category = "badugi" if len(ranks) == _MAX_CARDS else ("no", "one", "two", "three")[len(ranks)] + "-card"
    name, spoken = "-".join(map(rank_figure, ranks)), ", ".join(map(rank_word, ranks))
    if category == "badugi":
        return Shown(score, f"{name} badugi", plays, category, "", f"{spoken} badugi")
    return Shown(score, f"{category} {name}".strip(), plays, category, "", f"{category} {spoken}".strip())


@cache
def _ranks(stripped: str, aces_high: bool) -> tuple[int, ...]:
    """Return the ranks of the deck, the lowest first."""
    return tuple(rank for rank in low_ranks("27" if aces_high else "a5") if RANKS[rank] not in stripped)


def _best(cards: Sequence[Card], wild: Container[Card], order: Sequence[int]) -> tuple[int, tuple[Play, ...]]:
    """Return the score of the best badugi and the cards that play, the highest first; ``order`` is as from _ranks."""
    natural = [card for card in cards if card not in wild]
    if rankless := [card for card in natural if not has_rank(card)]:
        raise ValueError(f"{card_name(rankless[0])} has no rank")
    wilds = [card for card in cards if card in wild]
    return max(
        _with_wild(kept, wilds, order)
        for count in range(_MAX_CARDS + 1)
        for kept in combinations(natural, count)
        if len(set(map(rank_of, kept))) == len(set(map(suit_of, kept))) == count
    )


def _with_wild(kept: tuple[Card, ...], wilds: Sequence[Card], order: Sequence[int]) -> tuple[int, tuple[Play, ...]]:
    """Return the score and the plays of these cards, with wild cards for the lowest missing ranks up to four cards."""
    plays = [(card, card) for card in kept]
    suits = [suit for suit in range(4) if suit not in map(suit_of, kept)]
    ranks = [rank for rank in order if rank not in map(rank_of, kept)]
    plays += [(card, make_card(rank, suit)) for card, rank, suit in zip(wilds, ranks, suits, strict=False)]
    plays.sort(key=lambda play: order.index(rank_of(play[1])), reverse=True)
    places = sum(1 << order.index(rank_of(played)) for _, played in plays)
    return len(plays) << RANK_BITS | SET - places, tuple(plays)
