"""Hands in words: a score unpacked, the name said at the table, the cards that play, and the kickers that break ties.

Also the least hand that a game may require, read from words (``pair of jacks``, ``two pair``), and the best hands shown
as numbers that compare across games and house rules.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable, Sequence
from itertools import zip_longest

from app.cards.card import RANKS, Card, has_rank, rank_plural, rank_word
from app.dataclass import dataclass
from app.ranking.high import high
from app.ranking.low import low, low_ranks, unpack_low
from app.ranking.order import CATEGORY_AT, HIGH_CATEGORIES, PRIMARY_AT, RANK_BITS, SET, order_of
from app.ranking.plays import Play, plays_for, unsuited
from app.ranking.rules import STANDARD_HIGH, HighRules, LowRules
from app.text import listing, with_article

_SUITED = {"flush": 5, "straight flush": 5, "royal flush": 5, "four-card flush": 4}
_KINDS = {"three of a kind": "three", "four of a kind": "four", "five of a kind": "five"}
#: How often each rank of a hand appears, in order; every further rank appears once.
_COUNTS: dict[str, tuple[int, ...]] = {
    "pair": (2,),
    "two pair": (2, 2),
    "three of a kind": (3,),
    "full house": (3, 2),
    "four of a kind": (4,),
    "five of a kind": (5,),
}

_STRAIGHTS = {"straight": 5, "straight flush": 5, "royal flush": 5, "four-card straight": 4}
_REPEATS = ("", "double", "triple", "quadruple", "quintuple")

#: The least hands that a game may require.
_PAIRS = {f"pair of {rank_plural(rank)}": rank for rank in range(13)}
_MADE = ("two pair", "three of a kind", "straight", "flush", "full house", "four of a kind", "straight flush")


@dataclass(frozen=True, slots=True)
class Parts:
    """A hand's score unpacked. Ranks are as from :func:`app.cards.card.rank_of`, in the order of the name.

    ``primary`` are the ranks that make the category, for a straight its top rank alone; ``kickers`` the other ranks,
    best first, for a full house the pair; ``ranks`` has the rank of every card that plays, best first. ``repeated``:
    how often a flush repeats its top card. ``natural``, under ``natural_wins``: no wild card stands for another card.
    """

    category: str
    primary: tuple[int, ...]
    kickers: tuple[int, ...]
    ranks: tuple[int, ...]
    repeated: int = 0
    natural: bool = False


_FULL_HOUSE = re.compile(r"^full house, (\w+) over (\w+)")


@dataclass(frozen=True, slots=True)
class HandName:
    """The name of a hand: ``text`` to be read, as in records, and ``spoken`` if a voice says it differently."""

    text: str
    spoken: str = ""

    def __str__(self) -> str:
        return self.text

    @property
    def colloquial(self) -> str:
        """The name as players say it: ``queens full of fours``."""
        return _FULL_HOUSE.sub(r"\1 full of \2", self.text)


@dataclass(frozen=True, slots=True)
class Shown:
    """A hand with its score from :func:`~app.ranking.high.high` or :func:`~app.ranking.low.low`, and its name.

    ``name`` is said at the table: ``full house, queens over fours``, ``8-7-4-2-A low``; ``spoken`` is the name as a
    voice says it, if not as read: ``eight, seven, four, deuce, ace low``. ``plays`` are the cards that play, at most
    five, best first. ``category`` is one of HIGH_CATEGORIES or LOW_CATEGORIES, such as ``full house``. ``kickers`` are
    the ranks that the name does not say, best first: hands with the same name and kickers tie.
    """

    score: int
    name: str
    plays: tuple[Play, ...]
    category: str
    kickers: str
    spoken: str = ""

    @property
    def hand(self) -> HandName:
        """The name in both forms."""
        return HandName(self.name, self.spoken)

    @property
    def with_kickers(self) -> HandName:
        """The name with the kickers, which break the tie with a hand of the same name."""
        return HandName(f"{self.name}, {self.kickers}", self.spoken and f"{self.spoken}, {self.kickers}")


def show_high(
    cards: Iterable[Card],
    wild: Container[Card] = frozenset(),
    *,
    rules: HighRules = STANDARD_HIGH,
    bugs: Collection[Card] = frozenset(),
    extra_wild: int = 0,
) -> Shown:
    """Return the best high hand of the cards, named. Takes and raises what :func:`app.ranking.high.high` does.

    Under ``natural_wins`` the kickers end in ``natural`` when no wild card stands for another card.
    """
    held = tuple(cards)
    score = high(held, wild, rules=rules, bugs=bugs, extra_wild=extra_wild)
    parts = unpack_high(score, rules)
    order = order_of(rules)
    natural = tuple(filter(has_rank, held))
    if high(natural, rules=order.plain) == (score >> 1 if rules.natural_wins else score):
        held, wild, bugs = natural, (), ()  # no card plays as another: an extra wild card is left over
    bug_rank = order.ranks[order.ace.bit_length() - 1]
    suited = _run_size(_SUITED.get(parts.category, 0), rules)
    plays = plays_for(parts.ranks, suited, held, wild, bugs, extra_wild, bug_rank)
    ranks = parts.primary + parts.kickers
    name = high_name(parts.category, ranks, parts.repeated)
    unnamed = ranks[2 if parts.category in ("two pair", "full house") else 1 :]
    kickers = [*map(rank_word, unnamed), *["natural"] * parts.natural]
    return Shown(score, name, plays, parts.category, ", ".join(kickers))


def show_low(
    cards: Iterable[Card],
    wild: Container[Card] = frozenset(),
    *,
    rules: LowRules = LowRules(),
    bugs: Collection[Card] = frozenset(),
    extra_wild: int = 0,
) -> Shown:
    """Return the best low hand of the cards, named. Takes and raises what :func:`app.ranking.low.low` does.

    The name says every rank, so the only kicker is ``natural``, under ``natural_wins``, if no wild card stands for
    another.
    """
    held = tuple(cards)
    score = low(held, wild, rules=rules, bugs=bugs, extra_wild=extra_wild)
    parts = unpack_low_parts(score, rules)
    if parts.natural:
        held, wild, bugs, extra_wild = tuple(filter(has_rank, held)), (), (), 0
    wilds = frozenset(card for card in held if card in wild or card in bugs)
    plays: tuple[Play, ...] = plays_for(parts.ranks, 0, held, wilds, (), extra_wild, None)
    if rules.kind != "a5" and parts.category == "no pair" and len(plays) == 5:
        plays = unsuited(plays, held, wilds)
    spoken = _low_name(parts, ", ".join(map(rank_word, parts.kickers)))
    name = _low_name(parts, "-".join(map(rank_figure, parts.kickers)))
    return Shown(score, name, plays, parts.category, "natural" if parts.natural else "", spoken)


def unpack_high(score: int, rules: HighRules) -> Parts:
    """Unpack a score from :func:`app.ranking.high.high` under these rules."""
    natural = rules.natural_wins and bool(score & 1)
    score = score >> 1 if rules.natural_wins else score
    order = order_of(rules)
    category = order.categories[score >> CATEGORY_AT]
    made = score >> PRIMARY_AT & SET
    primary, kickers = _ranks_in(made, order.ranks), _ranks_in(score & SET, order.ranks)
    repeated = score >> PRIMARY_AT + RANK_BITS & 7
    if size := _run_size(_STRAIGHTS.get(category, 0), rules):
        run = _ranks_in(order.run(made, size), order.ranks)
        if run[0] != primary[0]:  # a wheel: the ace comes last
            run = *run[1:], run[0]
        ranks = run + kickers
    else:
        ranks = primary[:1] * repeated + _counted(category, primary + kickers)
    return Parts(category, primary, kickers, ranks, repeated, natural)


def _run_size(size: int, rules: HighRules) -> int:
    """Return the size of a straight or flush, at most three if three cards are a hand."""
    return min(size, 3) if rules.three_card_hands else size


def unpack_low_parts(score: int, rules: LowRules) -> Parts:
    """Unpack a score from :func:`app.ranking.low.low` under these rules, the highest rank first."""
    natural = rules.natural_wins and bool(score & 1)
    category, made, rest = unpack_low(score >> 1 if rules.natural_wins else score)
    order = low_ranks(rules.kind)
    primary, kickers = _ranks_in(made, order), _ranks_in(rest, order)
    return Parts(category, primary, kickers, _counted(category, primary + kickers), natural=natural)


def high_name(category: str, ranks: Sequence[int], repeated: int = 0) -> str:
    """Return the name of a high hand; ``ranks`` are those of its category, then its kickers.

    ``repeated`` is how often a flush repeats its top card.
    """
    if not ranks:
        return "no cards"
    match category:
        case "high card":
            return f"{rank_word(ranks[0])} high"
        case "royal flush":
            return category
        case "flush" if repeated:
            return f"{_REPEATS[repeated]}-{rank_word(ranks[0])} flush"
        case "flush" | "four-card flush" | "straight" | "straight flush" | "four-card straight":
            # If a wild card repeats the top card: ``double ace``.
            top = " ".join(filter(None, (_REPEATS[repeated], rank_word(ranks[0]))))
            return f"{category}, {top} high"
        case _:
            return _same_ranks(category, ranks)


def _same_ranks(category: str, ranks: Sequence[int]) -> str:
    """Return the name of pairs, threes and so on."""
    first, *others = map(rank_plural, ranks)
    match category:
        case "pair":
            return f"pair of {first}"
        case "two pair":
            return f"two pair, {first} and {others[0]}"
        case "full house":
            return f"full house, {first} over {others[0]}"
        case _:
            return f"{_KINDS[category]} {first}"


def _low_name(parts: Parts, figures: str) -> str:
    """Return the name of a low hand; ``figures`` are the ranks that are not paired."""
    match parts.category:
        case "no pair":
            return f"{figures} low" if figures else "no cards"
        case "straight" | "flush" | "straight flush":
            return f"{parts.category}, {figures} low"
        case "full house":
            return f"{_same_ranks(parts.category, parts.primary + parts.kickers)} low"
        case _:
            return ", ".join(filter(None, (_same_ranks(parts.category, parts.primary), figures))) + " low"


def rank_figure(rank: int) -> str:
    """Return a rank as in the name of a low: 2 to 10, J, Q, K, A."""
    return str(rank + 2) if rank < 9 else "JQKA"[rank - 9]


def _ranks_in(ranks: int, order: tuple[int, ...]) -> tuple[int, ...]:
    """Return the ranks of a set, the highest first."""
    return tuple(order[place] for place in reversed(range(len(order))) if ranks >> place & 1)


def _counted(category: str, ranks: tuple[int, ...]) -> tuple[int, ...]:
    """Return each rank as often as the category has it."""
    counts = zip_longest(ranks, _COUNTS.get(category, ()), fillvalue=1)
    return tuple(rank for rank, count in counts for _ in range(count))


def least_hand(text: str) -> str:
    """Return a required hand with its article; raises ValueError for an unknown one."""
    if text not in _PAIRS and text not in _MADE:
        raise ValueError(f"a hand is {listing(('pair of jacks (or another rank)', *_MADE), 'or')}, not {text[:40]!r}")
    return with_article(text) if text in _PAIRS or text.endswith(("straight", "flush", "house")) else text


def least_high(text: str, rules: HighRules) -> int:
    """Return the lowest score from :func:`app.ranking.high.high` of a hand at least this good."""
    order = order_of(rules)
    category, rank = ("pair", _PAIRS[text]) if text in _PAIRS else (text, None)
    score = order.categories.index(category) << CATEGORY_AT
    if rank is not None:
        # If the deck lacks the rank, the next one up is required.
        letters = "A" + RANKS[:-1] if rules.aces_low else RANKS
        below = [other for other in order.ranks if letters.index(RANKS[other]) < letters.index(RANKS[rank])]
        score |= 1 << len(below) + PRIMARY_AT
    return score << 1 if rules.natural_wins else score


#: The digits of a number, in their bases, first to last: the category, how often a flush repeats its top card, and five
#: ranks, each plus one: 0 is a missing card.
_REPEAT_BASE, _RANK_BASE, _MAX_RANKS = 8, 14, 5


def best_number(number: int, rules: HighRules) -> int:
    """Return a hand, given as its number from :mod:`app.ranking.high` under its rules, as a number above 0.

    Hands compare by the usual order of categories, then by their cards.
    """
    parts = unpack_high(number, rules)
    best = HIGH_CATEGORIES.index(parts.category) * _REPEAT_BASE + parts.repeated
    ranks = (parts.primary + parts.kickers)[:_MAX_RANKS]
    for at in range(_MAX_RANKS):
        best = best * _RANK_BASE + (ranks[at] + 1 if at < len(ranks) else 0)
    return best


def best_name(best: int) -> str:
    """Return the name of a hand: ``full house, queens over fours``."""
    digits = []
    for _ in range(_MAX_RANKS):
        best, digit = divmod(best, _RANK_BASE)
        digits.append(digit)
    category, repeated = divmod(best, _REPEAT_BASE)
    ranks = tuple(digit - 1 for digit in reversed(digits) if digit)
    return high_name(HIGH_CATEGORIES[category], ranks, repeated)
