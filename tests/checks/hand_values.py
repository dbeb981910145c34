"""Rankings: random hands are ordered and named as when every card is tried for each wild one.

The brute-force ranking is :mod:`tests.ranking.reference`. Each round ranks three hands under every ranking.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from app.cards.card import Card, cards_text, has_rank, make_card
from app.ranking.rules import HighRules, LowRules
from app.ranking.words import show_high, show_low
from tests.checks.check import Check, MismatchError, Tally
from tests.checks.hand_names import high_name, low_name
from tests.ranking.reference import ladder, line, worth

Rules = HighRules | LowRules

USUAL = HighRules()

RANKINGS: dict[str, Rules] = {
    "usual": USUAL,
    "five of a kind below royal": HighRules(five_of_a_kind="below royal"),
    "repeats": HighRules(repeats=True),
    "below royal, repeats": HighRules(five_of_a_kind="below royal", repeats=True),
    "natural wins": HighRules(natural_wins=True),
    "natural wins, below royal": HighRules(natural_wins=True, five_of_a_kind="below royal"),
    "flush over full house": HighRules(flush_beats_full_house=True),
    "41 cards": HighRules(stripped="89T", flush_beats_full_house=True),
    "41 cards, no straight across": HighRules(stripped="89T", gap_straights=False),
    "36 cards": HighRules(stripped="2345", flush_beats_full_house=True, three_of_a_kind_beats_straight=True),
    "32 cards": HighRules(stripped="23456", flush_beats_full_house=True),
    "soko": HighRules(four_card_hands=True),
    "aces low": HighRules(aces_low=True),
    "no wheel": HighRules(wheel=False),
    "ace to five": LowRules("a5"),
    "ace to six": LowRules("a6"),
    "deuce to seven": LowRules("27"),
    "ace to six without fours": LowRules("a6", stripped="4"),
    "ace to six, 41 cards": LowRules("a6", stripped="89T"),
    "ace to six, 41 cards, no straight across": LowRules("a6", stripped="89T", gap_straights=False),
    "ace to five, 36 cards": LowRules("a5", stripped="2345"),
    "deuce to seven, 32 cards": LowRules("27", stripped="23456"),
    "deuce to seven, 24 cards": LowRules("27", stripped="2345678"),
    "natural wins, ace to five": LowRules("a5", natural_wins=True),
    "natural wins, ace to six": LowRules("a6", natural_wins=True),
    "natural wins, deuce to seven": LowRules("27", natural_wins=True),
}

#: The most wild cards, fewer than usual where four-card hands count too, since brute force is slow there.
MAX_WILD = {"soko": 2}

JOKERS = (Card(52), Card(53))

Key = tuple[int, tuple[int, ...], bool]


@dataclass(frozen=True)
class Held:
    """A hand, with its wild cards and bugs."""

    cards: tuple[Card, ...]
    wild: frozenset[Card]
    bugs: frozenset[Card]

    def __str__(self) -> str:
        return f"{cards_text(self.cards)} (wild {cards_text(self.wild) or '-'}, bugs {cards_text(self.bugs) or '-'})"


def random_held(random: Random, rules: Rules, most_wild: int) -> Held:
    """Return one to nine cards, often alike; up to four of them are wild, and up to two are bugs."""
    ranks = ["23456789TJQKA".index(rank) for rank in "23456789TJQKA" if rank not in rules.stripped]
    pool = [make_card(rank, suit) for suit in range(4) for rank in ranks]
    if random.random() < 0.6:
        some, suits = random.sample(ranks, random.randint(4, 6)), random.sample(range(4), random.randint(1, 4))
        pool = [make_card(rank, suit) for suit in suits for rank in some]
    count = random.choice([1, 2, 3, 4, 5, 5, 5, 6, 7, 7, 7, 8, 9])
    cards = random.sample(pool, min(count, len(pool)))
    bugs = random.sample(JOKERS, random.choice([0, 0, 0, 1, 1, 2]))
    wilds = random.sample(cards, min(len(cards), random.choice([0, 0, 1, 1, 2, 3, 4]), most_wild))
    if len(wilds) + len(bugs) > most_wild:
        bugs = bugs[: most_wild - len(wilds)]
    return Held((*cards, *bugs), frozenset(wilds), frozenset(bugs))


def brute_force_key(held: Held, rules: Rules) -> Key:
    """Return the sort key found by brute force; higher is better."""
    category, letters = worth(rules, held.cards, held.wild, held.bugs)
    places = tuple(map(line(rules).index, letters))
    # A wild card may stand for itself: a hand is natural if no card has to stand for another.
    as_dealt = [card for card in held.cards if has_rank(card)]
    natural = rules.natural_wins and worth(rules, as_dealt) == (category, letters)
    if isinstance(rules, LowRules):
        return -ladder(rules).index(category), tuple(-place for place in places), natural
    return ladder(rules).index(category), places, natural


def ranking_round(seed: str) -> Tally:
    random = Random(seed)
    tally = Tally()
    for name, rules in RANKINGS.items():
        # Lows of fewer than five cards are compared only with lows of as many cards.
        pair = [random_held(random, rules, MAX_WILD.get(name, 4)) for _ in range(2)]
        pair.append(twin(random, pair[0], rules) or changed(random, pair[0], rules))
        keys = [brute_force_key(held, rules) for held in pair]
        shown = [show(held, rules) for held in pair]
        for held, key, (_, named) in zip(pair, keys, shown, strict=True):
            category, letters = worth(rules, held.cards, held.wild, held.bugs)
            ours = high_name(category, letters) if isinstance(rules, HighRules) else low_name(category, letters)
            if named != ours:
                raise MismatchError(f"{name}: {held} is called {named!r}; by brute force it is {ours!r}, {key}")
        for first, second in ((0, 1), (0, 2), (1, 2)):
            if isinstance(rules, LowRules) and len(keys[first][1]) != len(keys[second][1]):
                continue
            ours_sign = sign(keys[first], keys[second])
            theirs = sign(shown[first][0], shown[second][0])
            if ours_sign != theirs:
                words = {-1: "loses to", 0: "ties with", 1: "beats"}
                raise MismatchError(
                    f"{name}: {pair[first]}, {shown[first][1]}, {words[theirs]} {pair[second]}, {shown[second][1]};"
                    f" by brute force it {words[ours_sign]} it"
                )
            tally["comparisons"] += 1
            tally["ties"] += ours_sign == 0
        tally["hands"] += 3
        tally["comparisons"] += 3
    return tally


def twin(random: Random, held: Held, rules: Rules) -> Held | None:
    """Return the same hand without wild cards, for some hands with wild cards that a deck could deal; else None."""
    if not (held.wild or held.bugs) or random.random() < 0.6:
        return None
    category, letters = worth(rules, held.cards, held.wild, held.bugs)
    ranks = ["23456789TJQKA".index(letter) for letter in letters]
    if any(ranks.count(rank) > 4 for rank in ranks):
        return None
    suited = "flush" in category
    suits = random.sample(range(4), 4)
    cards = [make_card(rank, suits[0 if suited else ranks[:at].count(rank) or at % 4]) for at, rank in enumerate(ranks)]
    return Held(tuple(cards), frozenset(), frozenset()) if len(set(cards)) == len(cards) else None


def changed(random: Random, held: Held, rules: Rules) -> Held:
    """Return a similar hand: with one wild card less, or with one card changed."""
    if held.wild and random.random() < 0.5:
        return replace(held, wild=held.wild - {min(held.wild)})
    other = random_held(random, rules, 0)
    new = [card for card in other.cards if card not in held.cards][:1]
    old = [card for card in held.cards if has_rank(card) and card not in held.wild][:1]
    if not (new and old):
        return held
    return replace(held, cards=tuple(new[0] if card == old[0] else card for card in held.cards))


def show(held: Held, rules: Rules) -> tuple[int, str]:
    """Return the app's number and name for a hand."""
    if isinstance(rules, HighRules):
        shown = show_high(held.cards, held.wild, rules=rules, bugs=held.bugs)
    else:
        shown = show_low(held.cards, held.wild, rules=rules, bugs=held.bugs)
    return shown.score, shown.name


def sign(first: object, second: object) -> int:
    return (first > second) - (first < second)


CHECK = Check("hand-values", "order and names of hands, every card tried", ranking_round, quick=3, full=36)
