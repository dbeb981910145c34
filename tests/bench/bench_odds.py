"""Odds: deals per second by both methods, for six hands on fifth street or on the flop, beside public evaluators."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec

from app.cards.card import cards_text
from app.hand.play import prompt
from app.odds.ahead import Ahead, ToMiddle, ToSeat, ahead_of
from app.odds.arrays.deals import InArrays, deal_in_arrays, in_arrays
from app.odds.dealing import deal_and_judge, samples, unknown_cards
from app.odds.views import shown
from tests.bench.bench_taps import print_table
from tests.odds.hands import calm

PLAYERS = 6
#: The most popular games, with the street on which their odds are computed.
GAMES = {
    "woolworth": 3,
    "follow-the-queen": 3,
    "chicago": 3,
    "baseball": 3,
    "dakota": 3,
    "low-hole-wild": 3,
    "seven-card-stud": 3,
    "stud-eight-or-better": 3,
    "texas-holdem": 2,
    "omaha-eight": 2,
}
SECONDS = 1.0


def main() -> None:
    """Print a row for each game."""
    rows: list[tuple[str, ...]] = [("six players", "cards to come", "one by one", "in arrays")]
    for game_id, street in GAMES.items():
        ahead = _ahead(game_id, street)
        count = sum(isinstance(move, ToSeat | ToMiddle) for move in ahead.moves)
        one_by_one = _rate(partial(_one_by_one, ahead), 200)
        hand = in_arrays(ahead)
        rows.append(
            (game_id, str(count), one_by_one, "-" if hand is None else _rate(partial(_in_arrays, hand), 20_000))
        )
    print_table(rows)
    print()
    print_table([("hold'em, six players, flop", "deals a second"), *_others(_ahead("texas-holdem", 2))])


def _one_by_one(ahead: Ahead, deals: int) -> None:
    deal_and_judge(ahead, deals, 1)


def _in_arrays(hand: InArrays, deals: int) -> None:
    deal_in_arrays(hand, deals, 1)


def _ahead(game_id: str, street: int) -> Ahead:
    dealer = calm(game_id, PLAYERS)
    while dealer.state.streets < street or prompt(dealer.state).kind != "bet":
        dealer.step()
    ahead = ahead_of(shown(dealer.state).state)
    assert isinstance(ahead, Ahead), ahead
    return ahead


def _rate(run: Callable[[int], object], least: int) -> str:
    """Return the deals per second of a method, in the best of three runs."""
    run(least)
    best = 0.0
    for _ in range(3):
        began, deals = time.perf_counter(), 0
        while time.perf_counter() - began < SECONDS / 3:
            run(least)
            deals += least
        best = max(best, deals / (time.perf_counter() - began))
    return f"{best:,.0f}"


def _others(ahead: Ahead) -> list[tuple[str, str]]:
    """Return a row for each installed evaluator, doing the same work in a loop."""
    state = ahead.state
    unknown, board = unknown_cards(state), [cards_text([card]) for card in state.common_cards]
    hidden = 2 * PLAYERS
    rows: list[tuple[str, str]] = []

    def loop(best: Callable[[list[str], list[str]], int]) -> Callable[[int], object]:
        def run(deals: int) -> None:
            for cards in samples(unknown, hidden + 5 - len(board), deals, 1):
                texts = [cards_text([card]) for card in cards]
                common = board + texts[hidden:]
                scores = [best(texts[2 * seat : 2 * seat + 2], common) for seat in range(PLAYERS)]
                min(scores)

        return run

    if find_spec("phevaluator"):
        from phevaluator import evaluate_cards

        rows.append(("phevaluator", _rate(loop(lambda own, common: evaluate_cards(*own, *common)), 200)))
    if find_spec("treys"):
        from treys import Card as TreysCard
        from treys import Evaluator

        evaluator = Evaluator()
        cache = {text: TreysCard.new(text) for text in (cards_text([card]) for card in sorted(state.game.deck.cards()))}
        rows.append(
            (
                "treys",
                _rate(
                    loop(lambda own, common: evaluator.evaluate([cache[c] for c in common], [cache[c] for c in own])),
                    200,
                ),
            )
        )
    if find_spec("pokerkit"):
        from pokerkit import StandardHighHand

        def negative(own: list[str], common: list[str]) -> int:
            return -StandardHighHand.from_game("".join(own), "".join(common)).entry.index

        rows.append(("PokerKit", _rate(loop(negative), 10)))
    return rows
