"""The cost of ranking one hand, compared with other ranking engines for Python.

All rank the same seeded seven-card hands, converted for each engine beforehand, so that only the ranking is timed.
phevaluator ranks in C, the others in Python. Only Upcard supports wild cards, so only rows without them can be
compared. ``python -m tests.bench.bench_ranking`` prints the table.
"""

import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from app.cards.card import Card, card_text, cards_text, rank_of, suit_of
from app.ranking.high import high
from app.ranking.low import low

HANDS = 2_000
REPEATS = 15
WILD_COUNTS = (0, 1, 2, 4, 7)

Hand = tuple[tuple[Card, ...], frozenset[Card]]


@dataclass(frozen=True)
class Row:
    engine: str
    hands: str
    microseconds: float  # for one hand: the median of the repeats
    ratio: float  # to ours without wild cards


def sevens(wild: int) -> list[Hand]:
    """Return always the same hands, in each of which the first ``wild`` cards are wild."""
    rng = random.Random(20_240)
    dealt = [tuple(map(Card, rng.sample(range(52), 7))) for _ in range(HANDS)]
    return [(cards, frozenset(cards[:wild])) for cards in dealt]


def timed(run: Callable[[], object], hands: int) -> float:
    """Return the microseconds for one hand, after a run to warm up."""
    run()
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return statistics.median(times) / hands * 1e6


def ours(rank: Callable[..., int], hands: Sequence[Hand]) -> Callable[[], None]:
    def run() -> None:
        for cards, wild in hands:
            rank(cards, wild)

    return run


def others(hands: Sequence[Hand]) -> dict[str, tuple[Callable[[], None], int]]:
    """Return the installed engines, each with its number of hands; the slow one gets fewer."""
    engines: dict[str, tuple[Callable[[], None], int]] = {}

    def add(name: str, rank: Callable[..., object], calls: Sequence[Sequence[Any]]) -> None:
        def run() -> None:
            for arguments in calls:
                rank(*arguments)

        engines[name] = run, len(calls)

    try:
        from phevaluator import evaluate_cards
    except ImportError:
        pass
    else:
        texts = [[card_text(card) for card in cards] for cards, _ in hands]
        add("phevaluator high, text", evaluate_cards, texts)
        numbers = [[rank_of(card) * 4 + suit_of(card) for card in cards] for cards, _ in hands]
        add("phevaluator high, numbers", evaluate_cards, numbers)
    try:
        from treys import Card as TreysCard
        from treys import Evaluator
    except ImportError:
        pass
    else:
        treys_hands = [[TreysCard.new(card_text(card)) for card in cards] for cards, _ in hands]
        add("treys high", Evaluator().evaluate, [(cards[2:], cards[:2]) for cards in treys_hands])
    try:
        from pokerkit import Card as PokerKitCard
        from pokerkit import RegularLowHand, StandardHighHand
    except ImportError:
        pass
    else:
        kit_hands = [(tuple(PokerKitCard.parse(cards_text(cards))),) for cards, _ in hands[: HANDS // 20]]
        add("PokerKit high", StandardHighHand.from_game, kit_hands)
        add("PokerKit low a5", RegularLowHand.from_game, kit_hands)
    return engines


def rows() -> list[Row]:
    """Return every measurement, ours first."""
    rows: list[Row] = []
    bases: dict[str, float] = {}
    for name, rank in (("high", high), ("low a5", low)):
        for wild in WILD_COUNTS:
            took = timed(ours(rank, sevens(wild)), HANDS)
            rows.append(Row(f"Upcard {name}", f"{wild} wild", took, took / bases.setdefault(name, took)))
    for name, (run, count) in others(sevens(0)).items():
        took = timed(run, count)
        base = bases["low a5" if name.endswith("low a5") else "high"]
        rows.append(Row(name, "0 wild", took, took / base))
    return rows


def main() -> None:
    print(f"Seven-card hands, median of {REPEATS} runs; the ratio is to Upcard's own without wild cards.\n")
    print(f"{'engine':<26}{'hands':<10}{'us/hand':>10}{'ratio':>10}")
    for row in rows():
        print(f"{row.engine:<26}{row.hands:<10}{row.microseconds:>10.2f}{row.ratio:>9.1f}x")


if __name__ == "__main__":
    main()
