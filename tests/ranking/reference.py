"""The worth of a hand, found by brute force: every five of its cards, every card tried for every wild one.

Cards become pairs of a letter for the rank and one for the suit; hands are compared as (category, ranks). Nothing is
shared with the ranking under test but the names of categories. To save time, the worth of five cards is cached by their
ranks and by whether the natural ones are of one suit, which is all that suits matter for; and more than two wild cards
are tried by rank, first all in that suit and then not, rather than by card.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product

from app.cards.card import Card, card_text, has_rank
from app.ranking.rules import HighRules, LowRules

Worth = tuple[int, tuple[int, ...]]
STRAIGHTS = {"four-card straight", "straight", "straight flush", "royal flush"}
FLUSHES = {"four-card flush", "flush", "straight flush", "royal flush"}


@cache
def ladder(rules: HighRules | LowRules) -> list[str]:
    """Return the categories, worst first."""
    names = ["high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house"]
    names += ["four of a kind", "straight flush", "royal flush", "five of a kind"]
    if isinstance(rules, HighRules):
        if rules.three_of_a_kind_beats_straight:
            names.remove("three of a kind")
            names.insert(names.index("straight") + 1, "three of a kind")
        if rules.flush_beats_full_house:
            names.remove("flush")
            names.insert(names.index("full house") + 1, "flush")
        if rules.five_of_a_kind == "below royal":
            names[-2:] = ["five of a kind", "royal flush"]
        if rules.four_card_hands:
            names[2:2] = ["four-card straight", "four-card flush"]
    return names


@cache
def line(rules: HighRules | LowRules) -> str:
    """Return the ranks, lowest first."""
    aces_low = rules.kind != "27" if isinstance(rules, LowRules) else rules.aces_low
    ranks = "A23456789TJQK" if aces_low else "23456789TJQKA"
    return "".join(rank for rank in ranks if rank not in rules.stripped)


@cache
def straight_ranks(rules: HighRules | LowRules, size: int) -> dict[tuple[int, ...], tuple[int, ...]]:
    """Return the places in the line that make a straight, sorted, with the order of the straight from the top."""
    if getattr(rules, "without", ""):
        return {}
    ranks = line(rules)
    rows = [tuple(range(low, low + size)) for low in range(len(ranks) - size + 1)]
    straights = {row: row[::-1] for row in rows}
    if isinstance(rules, HighRules) and rules.wheel and not rules.aces_low and "A" not in rules.stripped:
        under = tuple(range(size - 1))
        straights[*under, len(ranks) - 1] = (*under[::-1], len(ranks) - 1)
    if not rules.gap_straights:
        straights = {
            row: order
            for row, order in straights.items()
            if "".join(ranks[at] for at in reversed(order)) in "A23456789TJQKA"
        }
    return straights


@cache
def grouped(ranks: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the frequencies of the ranks, and the ranks, most frequent and highest first."""
    counted = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    return tuple(count for count, _ in counted), tuple(rank for count, rank in counted for _ in range(count))


def categories(
    rules: HighRules | LowRules, ranks: tuple[int, ...], suited: bool
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield every category of up to five cards of these ranks, sorted, whether or not all are of one suit."""
    shape, order = grouped(ranks)
    names = {(5,): "five of a kind", (4,): "four of a kind", (3, 2): "full house", (3,): "three of a kind"}
    names |= {(2, 2): "two pair", (2,): "pair", (): "high card"}
    shape = tuple(count for count in shape if count > 1)
    yield names[shape], order
    if len(ranks) < 5 or (isinstance(rules, LowRules) and rules.kind == "a5"):
        return
    run = straight_ranks(rules, 5).get(ranks)
    if run:
        yield "straight", run
    if suited and "flushes" not in getattr(rules, "without", ""):
        yield "flush", tuple(sorted(ranks, reverse=True))
        if run:
            royal = isinstance(rules, HighRules) and line(rules)[run[0]] == "A"
            yield ("royal flush" if royal else "straight flush"), run


def four_card_categories(
    rules: HighRules, ranks: Sequence[int], suits: Sequence[str]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield Soko's categories of four cards, with or without a fifth; a wild card's suit is ``?``, any suit."""
    straights = straight_ranks(rules, 4)
    for out in range(5) if len(ranks) == 5 else [4]:
        four, beside = [*ranks[:out], *ranks[out + 1 :]], ranks[out : out + 1]
        if run := straights.get(tuple(sorted(four))):
            yield "four-card straight", (*run, *beside)
        suited = {*suits[:out], *suits[out + 1 :]} - {"?"}
        if len(suited) < 2 and (rules.repeats or len(set(four)) == 4):
            yield "four-card flush", (*sorted(four, reverse=True), *beside)


@cache
def worths_by_rank(rules: HighRules | LowRules) -> Callable[[tuple[int, ...], bool, bool, bool], list[Worth]]:
    """Return a function from the ranks of cards that all play to their possible worths, but for Soko's own.

    It is told the ranks, sorted; whether the natural cards are of one suit, whether any card is wild, and whether a bug
    stands for another card than an ace.
    """
    names = ladder(rules)

    @cache
    def worths(ranks: tuple[int, ...], one_suit: bool, any_wild: bool, bug_not_ace: bool) -> list[Worth]:
        different = len(set(ranks)) == len(ranks)
        if isinstance(rules, HighRules):
            if bug_not_ace and not (different or rules.repeats or rules.four_card_hands):
                return []  # only an ace would help here
            named_worths = list(categories(rules, ranks, one_suit and (different or rules.repeats)))
        else:  # a low counts as its worst category, but a wild card can be of another suit
            low = categories(rules, ranks, one_suit and different)
            possible = [(name, worth) for name, worth in low if not any_wild or name not in FLUSHES]
            named_worths = [max(possible, key=lambda named: names.index(named[0]))]
        return [(names.index(name), worth) for name, worth in named_worths if may_play(name, bug_not_ace)]

    return worths


def may_play(name: str, bug_not_ace: bool) -> bool:
    """Return whether a category is possible if a bug stands for another card than an ace."""
    return not bug_not_ace or name in STRAIGHTS | FLUSHES


@cache
def five_worth(
    rules: HighRules | LowRules, natural: tuple[int, ...], suits: tuple[str, ...], wilds: int, bugs: int
) -> Worth | None:
    """Return the best worth of cards that all play, whatever the wild ones stand for; None if a bug cannot play."""
    places = range(len(line(rules)))
    ace = line(rules).find("A") if "A" in line(rules) else places[-1]
    one_suit = len(set(suits)) < 2
    better = max if isinstance(rules, HighRules) else min
    by_rank = worths_by_rank(rules)
    soko = isinstance(rules, HighRules) and rules.four_card_hands and len(natural) + wilds + bugs >= 4
    worths = []
    for bug in combinations_with_replacement(places, bugs):
        bug_not_ace = any(rank != ace for rank in bug)
        for wild in combinations_with_replacement(places, wilds):
            ranks = (*natural, *wild, *bug)
            worths += by_rank(tuple(sorted(ranks)), one_suit, wilds > 0, bug_not_ace)
            if soko:
                for name, worth in four_card_categories(rules, ranks, suits + ("?",) * (wilds + bugs)):
                    if may_play(name, bug_not_ace):
                        worths.append((ladder(rules).index(name), worth))
    return better(worths, default=None)


def split(rules: HighRules | LowRules, cards: Collection[Card], wild: Collection[Card]) -> list[tuple[int, str]]:
    """Return the cards that are not wild, as (place in the line, suit)."""
    texts = [card_text(card) for card in cards if card not in wild]
    return [(line(rules).index(text[0]), text[1]) for text in texts]


@cache
def alike(suits: tuple[str, ...]) -> tuple[str, ...]:
    """Return the suits renamed in order of appearance, beginning with clubs: their names do not matter."""
    first = list(dict.fromkeys(suits))
    return tuple("cdhs"[first.index(suit)] for suit in suits)


def worth(
    rules: HighRules | LowRules,
    cards: Collection[Card],
    wild: Collection[Card] = (),
    bugs: Collection[Card] = (),
    extra_wild: int = 0,
) -> tuple[str, tuple[str, ...]]:
    """Return the category of the best hand in the cards, and its ranks as letters from the best down."""
    better = max if isinstance(rules, HighRules) else min
    if isinstance(rules, LowRules):
        wild, bugs = {*wild, *bugs}, ()
    natural = split(rules, cards, {*wild, *bugs})
    wilds = sum(card in wild for card in cards) + extra_wild
    jokers = sum(card in bugs and card not in wild for card in cards)
    size = min(5, len(natural) + wilds + jokers)
    worths = []
    for used, joined in product(range(min(wilds, 5) + 1), range(min(jokers, 5) + 1)):
        if 0 <= size - used - joined <= len(natural):
            for some in combinations(sorted(natural), size - used - joined):
                suits = alike(tuple(suit for _, suit in some))
                if len(set(suits)) > 1 and not (isinstance(rules, HighRules) and rules.four_card_hands):
                    suits = ("c", "d")
                five = five_worth(rules, tuple(rank for rank, _ in some), suits, used, joined)
                if five:
                    worths.append(five)
    category, ranks = better(worths)
    return ladder(rules)[category], tuple(line(rules)[rank] for rank in ranks)


def is_natural(
    rules: HighRules | LowRules, cards: Collection[Card], best: tuple[str, tuple[str, ...]], extra_wild: int = 0
) -> bool:
    """Return whether cards that all stand for themselves, as many as may play, equal the best hand."""
    faces = [card for card in cards if has_rank(card)]
    size = min(5, len(cards) + extra_wild)
    return any(worth(rules, five) == best for five in combinations(faces, size))
