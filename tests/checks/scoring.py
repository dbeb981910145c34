"""Scores of a player's cards in each part of the pot, under the rules of the hand.

This module chooses the cards that may play. They are ranked by the app, whose ranking has its own check, of hand
values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations, product
from typing import Any

from app.cards.card import Card, parse_card
from app.games.house import HouseRules
from app.ranking.high import high as high_number
from app.ranking.low import low as low_number
from app.ranking.rules import HighRules, LowRules
from tests.checks.rulebook import Part, Rules

ORDER = "23456789TJQKA"


@dataclass(frozen=True)
class Holding:
    """A player's cards at the showdown, all known.

    ``up``: the up-cards, including common cards outside the ``lines``. ``apart``: the cards set aside. ``hands``: open
    hands by name. ``came_down``: for each down card, its number among all cards dealt face down to the player.
    ``all_may_play``: the down cards that may not be used have been thrown away.
    """

    up: tuple[str, ...]
    down: tuple[str, ...]
    apart: tuple[str, ...] = ()
    hands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    came_down: tuple[int, ...] = ()
    all_may_play: bool = False
    common: tuple[str, ...] = ()
    lines: tuple[tuple[str, ...], ...] = ((),)

    @property
    def all(self) -> tuple[str, ...]:
        return self.up + self.down

    @property
    def own(self) -> tuple[str, ...]:
        """The cards that are not common."""
        return tuple(card for card in self.all if card not in self.common)


def low_order(part: Part) -> str:
    """Return all ranks in the order of a low hand, a badugi or a suit, the lowest first."""
    return ORDER if part.ranking == "27" else "A23456789TJQK"


def badugi(cards: Sequence[str], wild: set[str], strip: str, order: str) -> object:
    """Return the score of a badugi: the number of cards of different ranks and suits, then how low they are.

    ``order``: all ranks, the lowest first. Each wild card is tried as every card of the five lowest ranks, which is
    enough for four cards.
    """
    best: tuple[int, list[int]] = (0, [])
    letters = [letter for letter in order if letter not in strip]
    deck = [letter + sign for letter in letters[:5] for sign in "cdhs"]
    for count in range(1, 5):
        for chosen in combinations(cards, count):
            for made in product(*(deck if card in wild else [card] for card in chosen)):
                if len({card[0] for card in made}) == len({card[1] for card in made}) == count:
                    places = sorted(-order.index(card[0]) for card in made)
                    best = max(best, (count, places))
    return best


@dataclass(frozen=True)
class Scorer:
    """A scorer of cards under the rules of one hand."""

    rules: Rules
    house: HouseRules

    def score(self, part: Part, held: Holding, wild: set[str], bugs: set[str]) -> object:
        """Return a score, higher is better; None if these cards cannot win the part."""
        picks = [wild | {card} for card in held.all] if self.rules.picks else [wild]
        scores = [self._score(part, held, picked, bugs) for picked in picks]
        return max((score for score in scores if score is not None), default=None)

    def _score(self, part: Part, held: Holding, wild: set[str], bugs: set[str]) -> Any:
        if part.line:
            held = replace(held, lines=(held.lines[part.line - 1],))
        match part.kind:
            case "card":
                return 1 if part.suit in held.down else None
            case "suit":
                suited = [card for card in held.down if card[1] == part.suit and card != part.without]
                places = [low_order(part).index(card[0]) for card in suited]
                places = [place if part.end == "high" else -place for place in places]
                return max(places, default=None)
            case "points":
                worths = [distance_score(part, cards, wild | bugs) for cards, _ in self._choices(part, held, wild)]
                return max(filter(None, worths), default=None)
        if part.cards in ("apart", "rest") and self._fouled(held, wild, bugs):
            return None
        choices = self._choices(part, held, wild)
        numbers = [self._number(part, cards, wild, bugs, made) for cards, made in choices]
        return max((number for number in numbers if number is not None), default=None)

    def _fouled(self, held: Holding, wild: set[str], bugs: set[str]) -> bool:
        """Return whether a split into five and two is foul: the two need a down card, and the five must rank higher."""
        rest = [card for card in held.all if card not in held.apart]
        # A player has no down cards to set aside if the deck ran out.
        if held.down and not set(held.apart) & set(held.down):
            return True
        two, five = (self.high(cards, wild, bugs, 0) for cards in (held.apart, rest))
        return two >= five

    def _choices(self, part: Part, held: Holding, wild: set[str]) -> Iterator[tuple[Sequence[str], int]]:
        """Yield the cards that may play together, and the number of wild cards made from pairs of other cards."""
        if part.cards:
            rest = tuple(card for card in held.all if card not in held.apart)
            by_name = {"up": held.up, "down": held.down, "own": held.own, "apart": held.apart, "rest": rest}
            named = by_name.get(part.cards, held.hands.get(part.cards, ()))
            hands = list(held.hands.values()) if part.cards == "any" else [named]
            yield from ((cards, 0) for cards in hands if cards)
            return
        for cards in self._permitted(held):
            if self.rules.sums:
                yield from self._sums(part, cards, wild)
            else:
                yield cards, 0

    def _permitted(self, held: Holding) -> Iterator[tuple[str, ...]]:
        """Yield the cards that may play: the player's own with those of one line, if any."""
        if self.rules.exactly:
            for line in held.lines:
                middle = held.common + line
                for own in combinations(held.own, min(self.rules.exactly, len(held.own))):
                    count = min(5 - self.rules.exactly, len(middle))
                    yield from (own + some for some in combinations(middle, count))
            return
        for line in held.lines:
            for own in self._own(held):
                if self.rules.whole_line:
                    count = min(5 - len(line), len(own))
                    yield from (line + some for some in combinations(own, count))
                else:
                    yield own + line

    def _own(self, held: Holding) -> Iterator[tuple[str, ...]]:
        """Yield the player's own cards that may play, with each choice of down cards if their number is limited."""
        limit = None if held.all_may_play else self.rules.down_limit
        most, of_first = limit or (len(held.down), 0)
        limited = held.down
        if of_first:
            limited = tuple(
                card for card, number in zip(held.down, held.came_down, strict=True) if 0 < number <= of_first
            )
        free = held.up + tuple(card for card in held.down if card not in limited)
        for chosen in combinations(limited, min(most, len(limited))):
            yield free + chosen

    def _sums(self, part: Part, cards: Sequence[str], wild: set[str]) -> Iterator[tuple[Sequence[str], int]]:
        """Yield the cards left after making wild cards from pairs that add up, and the number made.

        With enough cards, five must remain by house rule, and always for a low, where fewer cards would seem lower.
        """
        five = self.house.made_wild_needs_five or part.kind == "low"
        least = 5 if len(cards) >= 5 and five else len(cards) if part.kind == "low" else 0
        numbers = [card for card in cards if card not in wild and card[0] in "A23456789T"]
        spots = {card: 1 if card[0] == "A" else 10 if card[0] == "T" else int(card[0]) for card in numbers}
        pairs = [pair for pair in combinations(numbers, 2) if sum(spots[card] for card in pair) == self.rules.sums]
        for count in range(len(cards) // 2 + 1):
            for made in combinations(pairs, count):
                used = [card for pair in made for card in pair]
                left = [card for card in cards if card not in used]
                if len(set(used)) == len(used) and len(left) + count >= least:
                    yield left, count

    def _number(self, part: Part, cards: Sequence[str], wild: set[str], bugs: set[str], made: int) -> object:
        if part.kind == "badugi":
            return badugi(cards, wild | bugs, self.rules.strip, low_order(part))
        if part.kind == "high":
            number = self.high(cards, wild, bugs, made)
            return number if number >= self._least(part.least) else None
        if part.full and len(cards) + made < 5:
            return None
        if part.best and not self._qualifies(part, cards, wild | bugs, made):
            return None
        kind = LowRules(
            part.ranking,
            natural_wins=self.house.natural_wins == "high and low",
            stripped=self.rules.strip,
            gap_straights=self.rules.gap_straights,
        )
        wild_cards, bug_cards = frozenset(parse_all(wild)), frozenset(parse_all(bugs))
        return low_number(parse_all(cards), wild_cards, rules=kind, bugs=bug_cards, extra_wild=made)

    def _qualifies(self, part: Part, cards: Sequence[str], wild: set[str], made: int) -> bool:
        """Return whether five different ranks up to ``part.best`` can be made, with or without wild cards.

        A wild card takes a rank in the deck. Ace-to-five ignores straights and flushes; in other rankings they do not
        qualify, nor do straights across stripped ranks, if these count.
        """
        whole = low_order(part)
        order = "".join(letter for letter in whole if letter not in self.rules.strip)
        allowed = [letter for letter in order if whole.index(letter) <= whole.index(part.best)]
        natural = [card for card in cards if card not in wild and card[0] in allowed]
        wilds = sum(card in wild for card in cards) + made
        fives = [order[at : at + 5] for at in range(len(order) - 4)]
        runs = [set(five) for five in fives if self.rules.gap_straights or five in whole]
        for ranks in map(set, combinations(allowed, 5)):
            if part.ranking != "a5" and ranks in runs:
                continue
            held = [[card[1] for card in natural if card[0] == letter] for letter in ranks]
            missing = sum(not suits for suits in held)
            if missing > wilds:
                continue
            # A wild card takes any suit. Without one, it is a flush only if all cards are of one suit.
            if part.ranking == "a5" or wilds or len(set(chain(*held))) > 1:
                return True
        return False

    def _least(self, count: int) -> int:
        """Return the rank of the lowest hand with this many cards of a rank, one of them wild."""
        if not count:
            return 0
        low, *others = [letter for letter in ORDER if letter not in self.rules.strip]
        cards = [low + suit for suit in "cdh"[: count - 1]] + [letter + "s" for letter in others[: 5 - count]]
        return self.high([*cards, "Jr"], {"Jr"}, set())

    def high(self, cards: Sequence[str], wild: set[str], bugs: set[str], made: int = 0) -> int:
        rules = HighRules(
            five_of_a_kind="top" if self.house.five_of_a_kind == "top" else "below royal",
            natural_wins=self.house.natural_wins in ("high", "high and low"),
            repeats=self.house.wild_repeats,
            flush_beats_full_house=self.rules.flush_first,
            three_of_a_kind_beats_straight=self.rules.three_first,
            four_card_hands=self.rules.four_cards,
            three_card_hands=self.rules.three_cards,
            aces_low=self.rules.aces_low,
            wheel=self.rules.wheel,
            stripped=self.rules.strip,
            gap_straights=self.rules.gap_straights,
        )
        wild_cards, bug_cards = frozenset(parse_all(wild)), frozenset(parse_all(bugs))
        return high_number(parse_all(cards), wild_cards, rules=rules, bugs=bug_cards, extra_wild=made)


def distance_score(part: Part, cards: Sequence[str], wild: set[str]) -> tuple[float, ...] | None:
    """Return how close the cards can come to a part's number, trying every value of each ace and wild card."""
    pips: dict[str, tuple[float, ...]] = {"T": (10,), "A": part.ace, **dict.fromkeys("JQK", (part.face,))}
    pips |= {letter: (int(letter),) for letter in "23456789"}
    anything = sorted({value for values in pips.values() for value in values})
    found = set(map(sum, product(*(anything if card in wild else pips[card[0]] for card in cards))))
    under = [(1, total - part.to, 0) for total in found if total <= part.to]
    over = [(1, part.to - total, 0) for total in found if total > part.to]
    match part.over:
        case "never wins":
            over = []
        case "loses to all below":
            over = [(0, *worth[1:]) for worth in over]
        case "loses a tie":
            over = [(*worth[:2], -1) for worth in over]
        case "wins a tie":
            over = [(*worth[:2], 1) for worth in over]
    return max(under + over, default=None)


def parse_all(cards: Iterable[str]) -> tuple[Card, ...]:
    return tuple(map(parse_card, cards))
