"""Badugi hands: at most four cards, no two of the same rank or suit, low cards best."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations

from app.cards.card import RANKS, Card, card_name, has_rank, make_card, rank_of, rank_word, suit_of
from app.ranking.low import low_ranks
from app.ranking.order import RANK_BITS, SET
from app.ranking.plays import Play
from app.ranking.words import Shown, rank_figure

_NONE: frozenset[Card] = frozenset()

#: A hand has at most one card of each suit.
_MOST = 4


def badugi(cards: Iterable[Card], wild: Container[Card] = _NONE, *, stripped: str = "", aces_high: bool = False) -> int:
    """Return the worth of the best badugi among the cards: bigger is better, equal exactly if the hands tie.

    More cards beat fewer; with equally many, the lower highest card wins, then the next. A wild card is any card that
    helps. Raises ValueError for an unseen card, or a joker that is not wild.
    """
    return _best(tuple(cards), wild, _ranks(stripped, aces_high))[0]


def show_badugi(
    cards: Iterable[Card], wild: Container[Card] = _NONE, *, stripped: str = "", aces_high: bool = False
) -> Shown:
    """Return the best badugi among the cards, named: ``8-6-4-2 badugi``, ``three-card 6-4-2``."""
    number, plays = _best(tuple(cards), wild, _ranks(stripped, aces_high))
    ranks = [rank_of(played) for _, played in plays]
    category = "badugi" if len(ranks) == _MOST else ("no", "one", "two", "three")[len(ranks)] + "-card"
    name, spoken = "-".join(map(rank_figure, ranks)), ", ".join(map(rank_word, ranks))
    if category == "badugi":
        return Shown(number, f"{name} badugi", plays, category, "", f"{spoken} badugi")
    return Shown(number, f"{category} {name}".strip(), plays, category, "", f"{category} {spoken}".strip())


@cache
def _ranks(stripped: str, aces_high: bool) -> tuple[int, ...]:
    """Return the ranks of the deck, the lowest first."""
    return tuple(rank for rank in low_ranks("27" if aces_high else "a5") if RANKS[rank] not in stripped)


def _best(cards: Sequence[Card], wild: Container[Card], line: Sequence[int]) -> tuple[int, tuple[Play, ...]]:
    """Return the worth of the best badugi and the cards that play, the highest first."""
    natural = [card for card in cards if card not in wild]
    if misfit := [card for card in natural if not has_rank(card)]:
        raise ValueError(f"{card_name(misfit[0])} has no rank")
    helpers = [card for card in cards if card in wild]
    return max(_played(kept, helpers, line) for kept in _apart(natural))


def _apart(cards: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Yield every choice of cards with no rank or suit in common, including the empty one."""
    for count in range(_MOST + 1):
        for kept in combinations(cards, count):
            if len({rank_of(card) for card in kept}) == len({suit_of(card) for card in kept}) == count:
                yield kept


def _played(kept: tuple[Card, ...], helpers: Sequence[Card], line: Sequence[int]) -> tuple[int, tuple[Play, ...]]:
    """Return the worth of cards with as many wild ones as there is room for, as the lowest ranks missing."""
    plays = [(card, card) for card in kept]
    suits = [suit for suit in range(4) if suit not in map(suit_of, kept)]
    ranks = [rank for rank in line if rank not in map(rank_of, kept)]
    plays += [(card, make_card(rank, suit)) for card, rank, suit in zip(helpers, ranks, suits, strict=False)]
    plays.sort(key=lambda play: line.index(rank_of(play[1])), reverse=True)
    places = sum(1 << line.index(rank_of(played)) for _, played in plays)
    return len(plays) << RANK_BITS | SET - places, tuple(plays)
