"""The tables behind the ranking: each card's bit, and the straights and flushes that a set of ranks makes.

Thirteen bits hold a set of ranks, the lowest rank in bit 0. Two such sets with equally many ranks compare as numbers
just as the cards compare from the highest down, so a set of ranks is also a score. A hand is four such sets, one per
suit, side by side in one integer; its score is ``category << 29 | primary << 13 | kickers``, where the primary is the
set of ranks that make the category and the kickers are the ranks that break a tie.

House rules about order (aces low, ranks taken out) are applied here, in the place of each rank; the ranking itself
ignores them.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from functools import cache
from typing import Any

from app.cards.card import RANKS, Card, card_name
from app.dataclass import dataclass, replace
from app.ranking.rules import HighRules

RANK_BITS = 13
SET = (1 << RANK_BITS) - 1
CATEGORY_AT = 29  # above the primary: thirteen ranks and three bits that count a flush's repeated top cards
PRIMARY_AT = 13
NO_RANK = 1 << 52  # the bit of a card without a place: an unseen card, a joker not wild, a stripped rank

HIGH_CATEGORIES = (
    "high card",
    "pair",
    "four-card straight",
    "four-card flush",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
    "five of a kind",
)
"""The categories of high hands, worst first, as they rank by the default rules."""


_SETS = range(SET + 1)
_SIZES = tuple(ranks.bit_count() for ranks in _SETS)


def _tops(count: int) -> tuple[int, ...]:
    """Return, for every set, its ``count`` highest ranks, or all if it has fewer."""
    table: list[int] = []
    for ranks, size in enumerate(_SIZES):
        table.append(ranks if size <= count else table[ranks & ranks - 1])
    return tuple(table)


#: The highest ranks of every set, by how many of them.
TOPS = tuple(map(_tops, range(6)))
_, TOP1, TOP2, TOP3, _, TOP5 = TOPS


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """Everything that the ranking looks up, for one :class:`HighRules`. Made by :func:`order_of`."""

    rules: HighRules
    plain: HighRules  # the same without natural_wins
    ranks: tuple[int, ...]  # the rank (0 deuce to 12 ace) at each place, lowest first
    bits: tuple[int, ...]  # each card's bit in a hand; the last is that of card -1, the unseen one
    full: int  # all ranks in the deck
    ace: int  # the ace's bit, which a bug has
    royal: int  # the top rank of a royal flush, -1 if the deck has no royal flush
    wheel: bool  # a high ace is also below the lowest rank
    gaps: frozenset[int]  # places that do not adjoin the next one up; -1 if a low ace does not adjoin the lowest rank
    straights: tuple[tuple[int, ...], ...]  # [wild cards][ranks]: the best straight's top rank, 0 if none
    flushes: tuple[tuple[int, ...], ...]  # [wild cards][ranks in the suit]: the flush's primary, 0 if none
    categories: tuple[str, ...]  # worst first
    five_tops: bool
    flush_tops: bool
    three_tops: bool  # three of a kind above a straight
    # The shifted numbers of the categories, here rather than in a dict because every ranking reads some.
    pair: int
    four_card_straight: int
    four_card_flush: int
    two_pair: int
    three: int
    straight: int
    flush: int
    full_house: int
    four: int
    straight_flush: int
    royal_flush: int
    five: int

    def run(self, top: int, size: int) -> int:
        """Return the ranks of the straight of ``size`` cards that a top rank's bit names; the lowest has the ace."""
        if top >> size - 1:
            return top * 2 - (top >> size - 1)
        return top * 2 - 1 | self.ace


@cache
def order_of(rules: HighRules) -> Order:
    """Return the tables for the rules, made once for each."""
    letters = ("A" + RANKS[:-1]) if rules.aces_low else RANKS
    ranks = tuple(RANKS.index(rank) for rank in letters if rank not in rules.stripped)
    place = {rank: at for at, rank in enumerate(ranks)}
    bits = [1 << card // 13 * 13 + place[card % 13] if card % 13 in place else NO_RANK for card in range(52)]
    full = (1 << len(ranks)) - 1
    ace_tops = bool(ranks) and ranks[-1] == 12
    wheel = ace_tops and rules.wheel
    gaps: frozenset[int] = frozenset()
    if "straights" in rules.without:
        gaps = frozenset(range(-1, RANK_BITS))
    elif not rules.gap_straights:
        # A place does not adjoin the next one up if ranks between them are missing; -1 is below the lowest.
        places = [-1, *(letters.index(RANKS[rank]) for rank in ranks)]
        gaps = frozenset(at - 1 for at in range(len(ranks)) if places[at + 1] - places[at] > 1)
    categories = list(HIGH_CATEGORIES)
    if rules.three_card_hands:  # a full house is impossible
        categories[5:8] = "flush", "straight", "three of a kind"
    else:
        if rules.three_of_a_kind_beats_straight:
            categories[5:7] = "straight", "three of a kind"
        if rules.flush_beats_full_house:
            categories[7:9] = "full house", "flush"
    if rules.five_of_a_kind == "below royal":
        categories[11:13] = "five of a kind", "royal flush"
    fields = [name.removesuffix(" of a kind").replace("-", "_").replace(" ", "_") for name in categories]
    numbers: dict[str, Any] = {name: at << CATEGORY_AT for at, name in enumerate(fields) if name != "high_card"}
    return Order(
        rules=rules,
        plain=replace(rules, natural_wins=False),
        ranks=ranks,
        bits=(*bits, NO_RANK, NO_RANK, NO_RANK),
        full=full,
        # In a deck without aces a bug is the highest rank.
        ace=1 << place[12] if 12 in place else TOP1[full],
        royal=TOP1[full] if ace_tops else -1,
        wheel=wheel,
        gaps=gaps,
        straights=_straights(len(ranks), wheel, 5, gaps),
        flushes=_flushes(full, 5, rules.repeats, rules.without),
        categories=tuple(categories),
        five_tops=rules.five_of_a_kind == "top",
        flush_tops=rules.flush_beats_full_house,
        three_tops=rules.three_of_a_kind_beats_straight,
        **numbers,
    )


def tables_of(order: Order, size: int) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Return ``order.straights`` and ``order.flushes`` for hands of ``size`` cards: four in Soko, three in guts."""
    flushes = _flushes(order.full, size, order.rules.repeats, order.rules.without)
    return _straights(len(order.ranks), order.wheel, size, order.gaps), flushes


@cache
def _straights(ranks: int, wheel: bool, size: int, gaps: frozenset[int] = frozenset()) -> tuple[tuple[int, ...], ...]:
    """Return, for 0 to 5 wild cards and every set of ranks, the top of the best straight they make."""
    block = (1 << size) - 1
    lows = [low for low in range(ranks - size + 1) if not gaps & set(range(low, low + size - 1))]
    runs = [(block << low, 1 << low + size - 1) for low in reversed(lows)]
    if wheel and ranks >= size and not gaps & set(range(-1, size - 2)):
        runs.append((1 << ranks - 1 | block >> 1, 1 << size - 2))
    tables = [[0] * (SET + 1) for _ in range(6)]
    for held in _SETS:
        fewest = 6
        for run, top in runs:
            missing = size - (held & run).bit_count()
            if missing < fewest:
                for wilds in range(missing, fewest):
                    tables[wilds][held] = top
                fewest = missing
    return tuple(map(tuple, tables))


@cache
def _flushes(full: int, size: int, repeats: bool, without: str) -> tuple[tuple[int, ...], ...]:
    """Return, for 0 to 5 wild cards and every set of ranks in a suit, the primary of the flush they make."""
    if "flushes" in without:
        return ((0,) * (SET + 1),) * 6
    made = [TOPS[size]]
    for wilds in range(1, 6):
        if repeats:  # each wild card is one more of the top rank
            made.append(_repeated(TOP1[full], wilds, size))
        else:  # each is the highest rank still missing
            made.append(tuple(made[-1][held | TOP1[full & ~held]] for held in _SETS))
    return tuple(
        tuple(flush if held + wilds >= size else 0 for flush, held in zip(flushes, _SIZES, strict=True))
        for wilds, flushes in enumerate(made)
    )


def _repeated(top: int, wilds: int, size: int) -> tuple[int, ...]:
    """Return, for every set of ranks with wild cards, its flush: the bits above the ranks count repeats of the top."""
    with_top, without_top = min(wilds + 1, size), min(wilds, size)
    return tuple(
        (with_top - 1) << RANK_BITS | top | TOPS[size - with_top][held & ~top]
        if held & top
        else (without_top - 1) << RANK_BITS | top | TOPS[size - without_top][held]
        for held in _SETS
    )


def no_rank_error(cards: Iterable[Card], bits: Sequence[int], *spared: Container[Card]) -> ValueError:
    """Return the error about the first card that has no rank, except the ``spared`` wild cards and bugs.

    If ``cards`` is an exhausted iterator, the error does not name the card.
    """
    for card in cards:
        if bits[card] >= NO_RANK and not any(card in these for these in spared):
            return ValueError(f"{card_name(card)} has no rank in this hand")
    return ValueError("a card has no rank in this hand")
