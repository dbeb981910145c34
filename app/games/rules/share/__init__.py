"""Shares of the pot: the best high hand, the best low one, a suit in the hole.

A share is a frozen dataclass that extends :class:`Share`, registered by :data:`share_rules`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import pairwise
from math import comb, prod
from typing import Literal

from app.cards.card import RANKS, Card, rank_of
from app.dataclass import dataclass, replace
from app.games.build import Registry
from app.games.rules import Rule
from app.games.values import DownCards
from app.ranking.plays import LineUse, permitted
from app.ranking.readings import Reading, readings
from app.ranking.rules import HighRules, LowRules
from app.ranking.words import Shown
from app.text import count_word, listing

#: Where an unwon share goes. If no share is won, players still in ``ante and deal again`` or ``split`` the pot, or the
#: ``best hand`` takes it without qualifying.
Unclaimed = Literal["", "other half", "next hand", "ante and deal again", "split", "best hand"]

#: Where a pot may go if nobody scoops it.
SCOOP_UNWON = ("next hand", "ante and deal again")


@dataclass(frozen=True, slots=True)
class Use:
    """A limit on the down cards that may play (Crocodile, Buffalo, Zanetti).

    ``at_most``: the most down cards that may play.
    ``exactly``: how many down cards must play, no more and no fewer; or a list of such numbers, of which each player
    takes the best.
    ``own``: ``exactly`` counts all of a player's cards, including those face up.
    ``of_first``: the limit covers only this many down cards received first; 0 for all down cards.

    Example: ``{ at_most = 2, of_first = 3 }``
    """

    at_most: DownCards | None = None
    exactly: DownCards | tuple[DownCards, ...] | None = None
    own: bool = False
    of_first: int = 0

    @property
    def limits(self) -> bool:
        """Whether the number of down cards is limited."""
        return self.at_most is not None or self.exactly is not None

    @property
    def counts(self) -> tuple[int, ...]:
        """The numbers of cards that ``exactly`` allows, empty without it."""
        if self.exactly is None:
            return ()
        return self.exactly if isinstance(self.exactly, tuple) else (self.exactly,)

    def __post_init__(self) -> None:
        if self.at_most is not None and self.exactly is not None:
            raise ValueError("at_most and exactly contradict each other")
        if self.exactly == () or any(one >= other for one, other in pairwise(self.counts)):
            raise ValueError("exactly must be a number, or several in rising order")
        if self.own and (self.exactly is None or self.of_first):
            raise ValueError("own goes with exactly, and without of_first")

    def words(self) -> str:
        """Return the limit as a sentence of the rule sheet, empty without one."""
        if not self.limits:
            return ""
        which = "player's own cards" if self.own else "down cards"
        which = f"first {count_word(self.of_first)} {which}" if self.of_first else which
        if self.at_most == 0 or self.counts == (0,):
            return f"None of the {which} may be used."
        if self.at_most is not None:
            return f"At most {count_word(self.at_most)} of the {which} may be used."
        if len(self.counts) > 1 and self.counts == tuple(range(self.counts[0], 6)):
            return f"At least {count_word(self.counts[0])} of the {which} must be used."
        counts = (count_word(count) if count else "none" for count in self.counts)
        return f"Exactly {listing(counts, 'or')} of the {which} must be used."


@dataclass(frozen=True, slots=True)
class Holding:
    """A player's cards as a share judges them, all known. Common cards are in ``up``, except those of ``lines``.

    ``own`` are the player's cards without the common ones. ``limited`` are the cards that ``use`` limits. ``hands`` are
    the open hands that were built, by name; ``sets`` are the cards set aside. ``sum_to``: two to ``sum_of`` number
    cards of that sum may play as one wild card (Number Nine); ``five_left``: only if five cards are left to play.
    ``low_rules`` is the house's ranking of low hands. ``to_beat`` is the score of the table's own high hand, for a
    share that must beat it. ``lines`` are the cards of each line of the layout, by name: a hand uses one line, and as
    many of its cards as ``of_line`` says. ``held`` maps each card that a card counts as to the card really held.
    """

    up: tuple[Card, ...]
    down: tuple[Card, ...]
    own: tuple[Card, ...] = ()
    limited: tuple[Card, ...] = ()
    hands: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    sets: tuple[Card, ...] = ()
    sum_to: int = 0
    sum_of: int = 2
    five_left: bool = False
    wild: frozenset[Card] = frozenset()
    bugs: frozenset[Card] = frozenset()
    high_rules: HighRules = HighRules()
    low_rules: LowRules = LowRules()
    to_beat: int = 0
    use: Use = Use()
    lines: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    of_line: LineUse = "any"
    held: Mapping[Card, Card] = field(default_factory=dict)

    def part(self, which: str) -> tuple[Card, ...]:
        """Return the ``up``, ``down`` or ``own`` cards, the ``set`` aside, the ``rest``, or those of a built hand."""
        if which == "up":
            return self.up
        if which == "down":
            return self.down
        if which == "set":
            return self.sets
        if which == "rest":
            return tuple(card for card in self.up + self.down if card not in self.sets)
        return self.hands.get(which, self.own if which == "own" else ())

    def best(self, evaluate: Callable[[Sequence[Card]], int], hand: str = "") -> tuple[int, tuple[Card, ...]]:
        """Return the best score of any permitted cards, or of a ``hand`` alone, and the cards that reach it."""
        if hand:
            return evaluate(self.part(hand)), self.part(hand)
        if not (self.use.limits or self.lines):
            cards = self.up + self.down
            return evaluate(cards), cards
        return max(((evaluate(cards), cards) for cards in self.choices()), key=lambda pair: pair[0])

    def choices(self) -> list[tuple[Card, ...]]:
        """Return every permitted combination of cards; of several numbers, only that for the largest hands."""
        use, lines = self.use, tuple(self.lines.values()) or ((),)
        free = tuple(card for card in self.up + self.down if card not in self.limited)
        limited, others = len(self.limited), self.most - len(self.limited)
        sizes = {count: min(count, limited) + min(5 - count, others) for count in use.counts}
        counts: list[int | None] = [count for count, size in sizes.items() if size == max(sizes.values())]
        return [
            cards
            for count in counts or [None]
            for cards in permitted(
                free, self.limited, at_most=use.at_most, exactly=count, lines=lines, of_line=self.of_line
            )
        ]

    def ways(self, counts_as: Mapping[Card, frozenset[Card]]) -> int:
        """Return about how many hands a share compares at most, however the cards are read, added up and chosen."""
        cards = {*self.up, *self.down}.union(*self.lines.values())
        ways = prod(len(counts_as.get(card, ())) + 1 for card in cards) << (len(cards) if self.sum_to else 0)
        if self.use.exactly is not None or (self.lines and self.of_line == "all"):
            ways *= comb(len(cards), 5)
        elif self.use.at_most is not None:
            ways *= comb(len(self.limited), self.use.at_most)
        if self.lines and isinstance(self.of_line, int):
            ways *= sum(comb(len(line), min(self.of_line, len(line))) for line in self.lines.values())
        return ways

    def on_line(self, name: str) -> Holding:
        """Return the holding as a hand that uses this line."""
        return replace(self, lines={name: self.lines[name]})

    def readings(self, counts_as: Mapping[Card, frozenset[Card]]) -> Iterator[Holding]:
        """Yield each reading of the cards that may count as others, except readings that cannot be best for high.

        No card counts as a rank that the deck lacks.
        """
        free = not (self.use.limits or self.lines)
        if stripped := self.high_rules.stripped:
            counts_as = {
                card: frozenset(other for other in others if RANKS[rank_of(other)] not in stripped)
                for card, others in counts_as.items()
            }
        cards = (*self.up, *self.down, *dict.fromkeys(card for line in self.lines.values() for card in line))
        for reading in readings(cards, counts_as, self.wild, any_five=free):
            if free or not reading.fifths:
                yield self._read(reading)

    def _read(self, reading: Reading) -> Holding:
        def read(cards: Iterable[Card]) -> tuple[Card, ...]:
            return tuple(reading.cards[card] for card in cards if card in reading.cards)

        rules = self.high_rules
        if not reading.flushes:
            rules = replace(rules, without="straights and flushes" if "straights" in rules.without else "flushes")
        return replace(
            self,
            up=read(self.up),
            down=read(self.down),
            limited=read(self.limited),
            lines={name: read(line) for name, line in self.lines.items()},
            wild=self.wild | reading.fifths,
            high_rules=rules,
            held={other: card for card, other in reading.cards.items() if other != card},
        )

    @property
    def most(self) -> int:
        """The number of cards available for a hand."""
        return len(self.up + self.down) + max(map(len, self.lines.values()), default=0)


#: The words for the part of a player's cards that a share judges.
_HAND_OF = {
    "up": "up-cards",
    "down": "down cards",
    "own": "a player's own cards",
    "set": "the cards set aside",
    "rest": "the cards kept",
}


def hand_text(best: str, hand: str) -> str:
    """Return the hand that wins a share: ``the highest hand of down cards``, with ``highest`` as ``best``.

    ``hand`` is as in :meth:`Holding.part`, empty for all cards, or ``any`` for the best of the hands built.
    """
    if hand == "any":
        return f"the {best} of all hands built"
    return f"the {best} hand{of_hand(hand)}" if hand in _HAND_OF or not hand else f"the {best} {hand} hand"


def of_hand(hand: str) -> str:
    """Return the part of the cards that a share judges, as the end of its prize: ``of down cards``; empty for all."""
    return f" of {_HAND_OF.get(hand, f'the {hand} hand')}" if hand else ""


def best_line(share: Share, holding: Holding) -> str:
    """Return the line of the layout that a player's best hand uses, the first of equals; empty without lines."""
    number = share.score(holding)
    return next((name for name in holding.lines if share.score(holding.on_line(name)) == number), "")


@dataclass(frozen=True, slots=True)
class Share(Rule):
    """One part of the pot and who wins it.

    ``unclaimed``: where this part of the pot goes if nobody wins it; empty leaves it to the house. If nobody wins any
    part, those still in may ``split`` the pot, or the ``best hand`` takes it without qualifying.
    ``scoop``: the pot is not split: only a player who wins this part and every other one alone wins it.
    """

    unclaimed: Unclaimed = field(default="", kw_only=True)
    scoop: bool = field(default=False, kw_only=True)

    #: The place of the winning hand: 1 for the best, 2 for the second best.
    nth = 1

    #: Whether the winner must at least tie the table's own hand.
    table = False

    #: The one line of the layout that its hands may use; empty for any.
    line = ""

    #: How many cards it picks from a hand in every possible way; 0 if it finds the best hand without.
    picks = 0

    #: The part of a player's cards that it judges, as in :meth:`Holding.part`; empty for all.
    hand = ""

    @property
    def name(self) -> str:
        """The name to declare, rule on and write in records: ``high``, ``low``, ``spade``."""
        raise NotImplementedError

    @property
    def you_judge(self) -> str:
        """The part of the hand that the table judges, as the end of "You judge"; empty if cards decide."""
        return ""

    @property
    def tie_wins_nothing(self) -> bool:
        """Whether tied hands do not win it."""
        return False

    @property
    def unqualified(self) -> Share:
        """The same share without a qualifier."""
        return self

    def ace_is_low(self, house: LowRules) -> bool:
        """Return whether an ace is a low card in its hands, given the low ranking of the house."""
        return False

    def score(self, holding: Holding) -> int | None:
        """Return a score, higher is better; None if these cards cannot win the share."""
        raise NotImplementedError

    def show(self, holding: Holding) -> Shown:
        """Return the hand in words and the cards that play. Call it only if :meth:`score` returned a number."""
        raise NotImplementedError

    def prize(self) -> str:
        """Return the winning hand in a few words: ``the lowest hand``."""
        return self.words()

    def lacks(self) -> tuple[str, str]:
        """Return :meth:`lacking` and :meth:`missing`."""
        raise NotImplementedError

    def lacking(self) -> str:
        """Return why a hand cannot win it: ``has no spade in the hole``."""
        return self.lacks()[0]

    def missing(self) -> str:
        """Return why no hand can win it: ``nobody has a spade in the hole``."""
        return self.lacks()[1]


share_rules: Registry[Share] = Registry("share", "app.games.rules.share")


def needs_cards(share: Share) -> bool:
    """Return whether a hand may fail to qualify for a share."""
    return "unclaimed_half" in share.leaves_open


def missing_all(shares: Sequence[Share]) -> str:
    """Return why nobody wins a pot that only the winner of all these shares can win."""
    return f"nobody wins {'both ' * (len(shares) == 2)}{listing(f'the {share.name}' for share in shares)}"
