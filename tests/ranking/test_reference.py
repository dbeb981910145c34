"""Random hands agree with brute force in the category and in every rank that settles a tie."""

import random
from dataclasses import dataclass, replace
from itertools import islice

import pytest

from app.cards.card import BLACK_JOKER, RANKS, RED_JOKER, Card, cards_text
from app.ranking.high import high
from app.ranking.low import low
from app.ranking.rules import HighRules, LowRules
from app.ranking.words import show_high, show_low, unpack_high, unpack_low_parts
from tests.ranking.reference import is_natural, ladder, line, worth

JOKERS = frozenset([RED_JOKER, BLACK_JOKER])
SIZES = (1, 2, 3, 4, 5, 5, 5, 6, 7, 7, 7, 8, 9, 10, 12)

HIGH_RULES = {
    "ordinary": HighRules(),
    "repeats": HighRules(repeats=True),
    "below royal": HighRules(five_of_a_kind="below royal"),
    "below royal and repeats": HighRules(five_of_a_kind="below royal", repeats=True),
    "flush first": HighRules(flush_beats_full_house=True),
    "aces low": HighRules(aces_low=True),
    "aces low, below royal, repeats": HighRules(aces_low=True, five_of_a_kind="below royal", repeats=True),
    "without 8, 9 and 10": HighRules(stripped="89T"),
    "short deck": HighRules(stripped="2345", flush_beats_full_house=True, three_of_a_kind_beats_straight=True),
    "without 8, 9 and 10, no straight across": HighRules(stripped="89T", gap_straights=False),
    "short deck, no straight across": HighRules(stripped="2345", gap_straights=False),
    "stripped here and there, no straight across": HighRules(stripped="48J", aces_low=True, gap_straights=False),
    "stripped, aces low": HighRules(stripped="7Q", aces_low=True),
    "no aces": HighRules(stripped="A"),
    "no straights": HighRules(without="straights"),
    "no straights or flushes, aces low": HighRules(without="straights and flushes", aces_low=True),
    "soko": HighRules(four_card_hands=True),
    "soko with repeats": HighRules(four_card_hands=True, repeats=True),
    "soko, stripped, aces low": HighRules(four_card_hands=True, aces_low=True, stripped="6T"),
}


#: Some of the hands in a quick test, more in a slow one, and all others in the long run.
PARTS = pytest.mark.parametrize(
    ("first", "last"),
    [(0, 15), pytest.param(15, 30, marks=pytest.mark.slow), pytest.param(30, None, marks=pytest.mark.long)],
    ids=["some", "more", "others"],
)

BUG_RULES = [
    "ordinary",
    "below royal and repeats",
    "aces low",
    "without 8, 9 and 10",
    "no aces",
    "no straights",
    "soko",
]
LOWS = [LowRules("a5"), LowRules("a6"), LowRules("27")]
#: Decks without the middle ranks, short decks, and decks with so few ranks that a wild card may have to pair.
STRIPPED_LOWS = [
    LowRules(kind, stripped=stripped, gap_straights=gap_straights)
    for kind in ("a5", "a6", "27")
    for stripped in ("4", "89T", "2345", "2345678", "346789TJ")
    for gap_straights in (True, False)
]
ALL = [*HIGH_RULES.values(), *LOWS, *STRIPPED_LOWS]


@dataclass(frozen=True)
class Hand:
    cards: tuple[Card, ...]
    wild: frozenset[Card] = frozenset()
    bugs: frozenset[Card] = frozenset()
    extra: int = 0

    def __str__(self) -> str:
        texts = cards_text(self.cards), cards_text(self.wild), cards_text(self.bugs)
        return "{} wild [{}] bugs [{}] extra {}".format(*texts, self.extra)


def random_hands(seed: str, count: int, *, strip: str = "", bugs: bool = False, most_wild: int = 7):
    """Yield hands of all sizes: half from the whole deck, half from a few ranks or two suits, to get better hands."""
    rng = random.Random(seed)
    ranks = [rank for rank in range(13) if RANKS[rank] not in strip]
    for _ in range(count):
        some = rng.sample(ranks, 5)
        pools = [
            *2 * [[Card(suit * 13 + rank) for suit in range(4) for rank in ranks]],
            [Card(suit * 13 + rank) for suit in range(4) for rank in some],
            [Card(suit * 13 + rank) for suit in rng.sample(range(4), 2) for rank in ranks],
        ]
        pool = rng.choice(pools)
        cards = rng.sample(pool, min(rng.choice(SIZES), len(pool)))
        wild = rng.sample(cards, min(len(cards), rng.choice((0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7)), most_wild))
        jokers = rng.sample(sorted(JOKERS), rng.choice((1, 1, 2))) if bugs else []
        extra = rng.choice((0, 0, 0, 0, 0, 1, 2)) if most_wild == 7 else 0
        yield Hand((*cards[: 12 - len(jokers)], *jokers), frozenset(wild), frozenset(jokers), extra)


def value(hand: Hand, rules: HighRules | LowRules) -> int:
    rank = high if isinstance(rules, HighRules) else low
    return rank(hand.cards, hand.wild, rules=rules, bugs=hand.bugs, extra_wild=hand.extra)


def found(number: int, rules: HighRules | LowRules) -> tuple[str, tuple[str, ...]]:
    parts = unpack_high(number, rules) if isinstance(rules, HighRules) else unpack_low_parts(number, rules)
    return parts.category.replace("no pair", "high card"), tuple(RANKS[rank] for rank in parts.ranks)


def slow(hand: Hand, rules: HighRules | LowRules) -> tuple[str, tuple[str, ...]]:
    return worth(rules, hand.cards, hand.wild, hand.bugs, hand.extra)


def assert_plays(hand: Hand, rules: HighRules | LowRules) -> None:
    """Assert that the cards that play are held, stand for themselves unless wild, and are worth as much as the hand."""
    show = show_high if isinstance(rules, HighRules) else show_low
    shown = show(hand.cards, hand.wild, rules=rules, bugs=hand.bugs, extra_wild=hand.extra)
    real = [card for card, _ in shown.plays if card >= 0]
    assert len(set(real)) == len(real), hand
    assert set(real) <= set(hand.cards), hand
    assert len(shown.plays) - len(real) <= hand.extra, hand
    free = hand.wild | hand.bugs
    assert all(card == played for card, played in shown.plays if card >= 0 and card not in free), hand
    played = [as_card for _, as_card in shown.plays]
    if isinstance(rules, HighRules) and rules.repeats and rules.aces_low and hand.bugs:
        return  # here bugs can be kings only in a flush; shown as kings, they would look like four of them
    assert worth(rules, played) == found(shown.score, rules), f"{hand} plays {cards_text(played)}"


@PARTS
@pytest.mark.parametrize(
    ("name", "bugs"), [*((name, False) for name in HIGH_RULES), *((name, True) for name in BUG_RULES)]
)
def test_high_hands_agree_with_the_reference(name, bugs, first, last):
    rules = HIGH_RULES[name]
    count, most_wild = 200, 7
    if bugs or rules.four_card_hands:  # where brute force is slowest
        count, most_wild = (40, 1) if bugs and rules.four_card_hands else (100, 2)
    hands = random_hands(name, count, strip=rules.stripped, bugs=bugs, most_wild=most_wild)
    for hand in islice(hands, first, last):
        assert found(value(hand, rules), rules) == slow(hand, rules), str(hand)
        assert_plays(hand, rules)


@PARTS
@pytest.mark.parametrize("kind", ["a5", "a6", "27"])
@pytest.mark.parametrize("bugs", [False, True], ids=["", "bugs"])
def test_low_hands_agree_with_the_reference(kind, bugs, first, last):
    rules = LowRules(kind)
    for hand in islice(random_hands(kind, 600, bugs=bugs), first, last):
        assert found(value(hand, rules), rules) == slow(hand, rules), str(hand)
        assert_plays(hand, rules)


@PARTS
@pytest.mark.parametrize("rules", STRIPPED_LOWS, ids=str)
@pytest.mark.parametrize("bugs", [False, True], ids=["", "bugs"])
def test_low_hands_of_a_stripped_deck_agree_with_the_reference(rules, bugs, first, last):
    for hand in islice(random_hands(str(rules), 120, strip=rules.stripped, bugs=bugs, most_wild=4), first, last):
        assert found(value(hand, rules), rules) == slow(hand, rules), str(hand)
        assert_plays(hand, rules)


@pytest.mark.parametrize("rules", ALL, ids=str)
def test_scores_have_the_order_of_the_hands(rules):
    sign = 1 if isinstance(rules, HighRules) else -1
    ranks = line(rules)
    keys = {}
    for hand in random_hands("order", 400, strip=rules.stripped, most_wild=2):
        if len(hand.cards) + hand.extra >= 5:
            number = value(hand, rules)
            category, letters = found(number, rules)
            keys[number] = ladder(rules).index(category), tuple(map(ranks.index, letters))
    in_order = [keys[number] for number in sorted(keys)][::sign]
    assert in_order == sorted(set(keys.values()))


@PARTS
@pytest.mark.parametrize(
    "rules", [*map(HIGH_RULES.get, ["ordinary", "below royal", "repeats", "aces low"]), *LOWS], ids=str
)
def test_a_natural_hand_beats_only_the_same_hand_made_with_wild_cards(rules, first, last):
    naturals = 0
    hands = list(islice(random_hands("natural", 200), first, last))
    for hand in hands:
        naturals += assert_natural(hand, rules)
    assert 0 < naturals < len(hands)


@PARTS
@pytest.mark.parametrize("rules", [HIGH_RULES["ordinary"], *LOWS], ids=str)
def test_a_hand_with_a_bug_is_natural_only_if_as_good_without_it(rules, first, last):
    for hand in islice(random_hands("natural bugs", 60, bugs=True, most_wild=2), first, last):
        assert_natural(hand, rules)


def assert_natural(hand: Hand, plain: HighRules | LowRules) -> bool:
    """Assert that a natural hand counts a little more, says so, and shows its cards unchanged; return whether this one
    is.
    """
    rules = replace(plain, natural_wins=True)
    natural = is_natural(plain, hand.cards, slow(hand, plain), hand.extra)
    assert value(hand, rules) == value(hand, plain) * 2 + natural, str(hand)
    show = show_high if isinstance(plain, HighRules) else show_low
    shown = show(hand.cards, hand.wild, rules=rules, bugs=hand.bugs, extra_wild=hand.extra)
    assert shown.kickers.endswith("natural") == natural, str(hand)
    assert found(shown.score, rules) == found(value(hand, plain), plain), str(hand)
    assert not natural or all(card == played for card, played in shown.plays), str(hand)
    return natural
