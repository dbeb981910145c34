"""The highest poker hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from app.cards.card import Card, has_rank, rank_of
from app.dataclass import dataclass, replace
from app.games.rules.share import Holding, Share, hand_text, share_rules
from app.games.values import Count, HeldCards, JudgedCards, LeastHand, LineName, Name, held_text, held_together
from app.ranking.high import high
from app.ranking.words import Shown, least_hand, least_high, show_high
from app.text import listing, ordinal_word

#: More than the score of any hand.
BEYOND = 1 << 40

#: Two or three cards each, which make a wild card.
Sums = tuple[tuple[Card, ...], ...]


@share_rules.add("high")
@dataclass(frozen=True, slots=True)
class High(Share):
    """The best five cards by the high ranking, wild cards included.

    ``qualifier``: the lowest hand that may win, such as ``three of a kind``; empty for any.
    ``table``: to win, a hand must at least tie the cards in the middle that belong to nobody.
    ``name``: the name of the share, for declarations, rulings and records.
    ``hand``: the cards that count: ``up``, ``down``, ``own`` (without common cards), ``set`` (those set aside),
    ``rest`` (the others), the name of a built hand, or ``any`` for the best built hand; empty for all cards.
    ``line``: the one line of the layout that counts, such as one of two boards; empty for any.
    ``nth``: 2 for the second-best hand, 3 for the third; if there are fewer, the lowest. Equal hands count as one.
    ``beats_all``: a hand that holds certain cards beats all others, such as ``77`` (two sevens) or ``QdQh``.
    ``loses_to_all``: a hand that holds such cards loses to all others, whatever else it holds.
    ``must_fold``: a hand that holds such cards must be folded, and cannot win.
    ``wild_up_folds``: a hand with a wild card face up, common cards included, must be folded.
    ``natural``: a hand with a wild card cannot win.
    ``below``: a hand as good as this, or better, cannot win.

    Between two hands that both beat, or both lose to, all others, the better one wins. A wild card does not count as
    one of those cards.
    """

    name: Name = "high"
    hand: JudgedCards = ""
    qualifier: LeastHand = ""
    table: bool = False
    line: LineName = ""
    nth: Count = 1
    beats_all: tuple[HeldCards, ...] = ()
    loses_to_all: tuple[HeldCards, ...] = ()
    must_fold: tuple[HeldCards, ...] = ()
    wild_up_folds: bool = False
    natural: bool = False
    below: LeastHand = ""

    def __post_init__(self) -> None:
        if self.table and self.qualifier:
            raise ValueError("either a hand on the table or a qualifier is the least that wins")

    @property
    def leaves_open(self) -> tuple[str, ...]:
        some_cannot = self.qualifier or self.table or self._folds or self._dead or self.hand in ("set", "rest")
        return ("unclaimed_half",) if some_cannot else ()

    @property
    def unqualified(self) -> High:
        return replace(self, qualifier="")

    @property
    def named_cards(self) -> tuple[HeldCards, ...]:
        """The cards that win, lose or must be folded regardless of the hand's rank."""
        return *self.beats_all, *self.loses_to_all, *self.must_fold

    @property
    def special(self) -> bool:
        """Whether certain cards or hands win, lose or are dead regardless of their rank."""
        return bool(self.named_cards or self.wild_up_folds or self.natural or self.below)

    @property
    def _folds(self) -> str:
        """The cards that force a fold, in words; empty for none."""
        return _either([*map(held_text, self.must_fold), *["a wild card face up"] * self.wild_up_folds])

    @property
    def _dead(self) -> str:
        """The cards that keep a hand from winning, in words; empty for none."""
        dead = ["a wild card"] if self.natural else []
        dead += [f"{least_hand(self.below)} or better"] if self.below else []
        return _either(dead)

    def score(self, holding: Holding) -> int | None:
        least = holding.to_beat if self.table else -BEYOND
        least = least_high(self.qualifier, holding.high_rules) if self.qualifier else least
        scores = [number for number, _, _ in self._found(holding) if number >= least]
        return max(scores, default=None)

    def show(self, holding: Holding) -> Shown:
        number, cards, pairs = max(self._found(holding))
        shown = show_high(cards, holding.wild, rules=holding.high_rules, bugs=holding.bugs, extra_wild=len(pairs))
        if number < BEYOND:
            return replace(shown, score=number)
        held = _holds(cards, self.beats_all)
        ranks, named = held_together(held)
        first = [card for card in cards if card in named or (has_rank(card) and rank_of(card) in ranks)]
        plays = *((card, card) for card in first), *(play for play in shown.plays if play[0] not in first)
        kickers = ", ".join(filter(None, (shown.name, shown.kickers)))
        return Shown(number, held_text(held), plays[:5], shown.category, kickers)

    def _worth(self, holding: Holding, cards: Sequence[Card], extra: int) -> int:
        """Return the score of some cards, above or below all others if certain cards among them demand it."""
        number = _number(holding, cards, extra)
        if not self.special:
            return number
        dead = self.natural and not holding.wild.isdisjoint(cards)
        dead = dead or (self.wild_up_folds and not holding.wild.isdisjoint(holding.up))
        dead = dead or bool(self.below and number >= least_high(self.below, holding.high_rules))
        if dead or _holds(cards, self.must_fold):
            return number - 2 * BEYOND
        if _holds(cards, self.loses_to_all):
            return number - BEYOND
        return number + BEYOND if _holds(cards, self.beats_all) else number

    def _found(self, holding: Holding) -> Iterator[tuple[int, tuple[Card, ...], Sums]]:
        """Yield each possible hand: its score, its cards, and the pairs that make wild cards."""
        if self.hand:
            hands = holding.hands.values() if self.hand == "any" else [holding.part(self.hand)]
            if self.hand in ("set", "rest") and _fouled(holding):
                return
            for cards in hands:
                if cards:
                    yield self._worth(holding, cards, 0), tuple(cards), ()
            return
        if holding.sum_to:
            for cards, pairs in pairings(holding):
                yield self._worth(holding, cards, len(pairs)), cards, pairs
            return
        number, cards = holding.best(lambda chosen: self._worth(holding, chosen, 0))
        yield number, cards, ()

    def words(self) -> str:
        special = {
            "beats all others": _either([*map(held_text, self.beats_all)]),
            "loses to all others": _either([*map(held_text, self.loses_to_all)]),
            "must be folded": self._folds,
            "cannot win": self._dead,
        }
        said = "; ".join(f"a hand with {held} {does}" for does, held in special.items() if held)
        return f"{self._least_text()} ({said})" if said else self._least_text()

    def _least_text(self) -> str:
        text = hand_text("highest", self.hand) + (f" with {self.line}" if self.line else "")
        if self.nth > 1:
            text = text.replace("the ", f"the {ordinal_word(self.nth)}-", 1) + " (equal hands count as one)"
        if self.table:
            return f"{text}, at least as good as the table's to qualify"
        return f"{text}, {least_hand(self.qualifier)} or better to qualify" if self.qualifier else text

    def prize(self) -> str:
        return self._least_text().partition(",")[0]

    def lacks(self) -> tuple[str, str]:
        if self.table:
            return "is beaten by the table's hand", "the table's hand is best"
        if self.qualifier:
            least = f"{least_hand(self.qualifier)} or better"
            return f"does not have {least}", f"nobody has {least}"
        if cards := self._folds or self._dead:
            return f"has {cards}", f"everyone has {cards}"
        if self.hand in ("set", "rest"):
            return "has a fouled hand", "every hand is fouled"
        return "has no such hand", "nobody has such a hand"

    def made(self, holding: Holding) -> Sums:
        """Return the cards of the best hand that add up to wild cards, a group for each (Number Nine)."""
        return max(self._found(holding))[2]


def ranked(score: int) -> int:
    """Return a score without the bonus or penalty for certain cards: the plain number of the hand."""
    return score % BEYOND


def _number(holding: Holding, cards: Sequence[Card], extra: int) -> int:
    return high(cards, holding.wild, rules=holding.high_rules, bugs=holding.bugs, extra_wild=extra)


def _holds(cards: Sequence[Card], wanted: Iterable[str]) -> str:
    """Return the first of the ``wanted`` combinations, such as ``77``, whose cards are all held; empty if none is."""
    ranks = [rank_of(card) for card in cards if has_rank(card)]
    for held in wanted:
        named, single = held_together(held)
        if single.issubset(cards) and all(ranks.count(rank) >= named.count(rank) for rank in named):
            return held
    return ""


def _either(words: Sequence[str]) -> str:
    return listing(words, "or") if words else ""


def _fouled(holding: Holding) -> bool:
    """Return whether the hand is fouled: the cards set aside are not worse than the rest, or include no down card."""
    apart = holding.part("set")
    if not apart or (holding.down and not set(apart) & set(holding.down)):
        return True
    return _number(holding, apart, 0) >= _number(holding, holding.part("rest"), 0)


def pairings(holding: Holding) -> Iterator[tuple[tuple[Card, ...], Sums]]:
    """Yield each way to add up cards that may play: the cards left, and those that make wild cards.

    If the house requires it, five cards must be left to play.
    """
    for cards in holding.choices():
        least = 5 if holding.five_left and len(cards) >= 5 else 0
        for left, pairs in summed(cards, holding.wild, holding.sum_to, holding.sum_of):
            if len(left) + len(pairs) >= least:
                yield left, pairs


def summed(
    cards: Sequence[Card], wild: frozenset[Card], total: int, most: int = 2
) -> Iterator[tuple[tuple[Card, ...], Sums]]:
    """Yield every way to add up number cards to wild cards (Number Nine): the cards left, and those added.

    Two to ``most`` cards with this ``total`` make one wild card. Cards that are wild anyway are not added. Aces count
    one, no card is used twice, and one way is to add none.
    """
    yield tuple(cards), ()
    for at, first in enumerate(cards):
        groups = ((first, *more) for count in range(1, most) for more in combinations(cards[at + 1 :], count))
        for group in groups:
            if wild.intersection(group) or sum(map(_spots, group)) != total:
                continue
            # Groups come in the order of their first cards, so that no combination is repeated.
            later = [card for card in cards[at + 1 :] if card not in group]
            for left, made in summed(later, wild, total, most):
                yield (*cards[:at], *left), (group, *made)


def _spots(card: Card) -> int:
    """Return the value of a number card, with aces as one; 1000 for a face card or joker, which cannot be added."""
    if not has_rank(card) or 9 <= rank_of(card) <= 11:
        return 1000
    return 1 if rank_of(card) == 12 else rank_of(card) + 2
