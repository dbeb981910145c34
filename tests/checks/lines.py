"""Layouts: random hands have the same winners as when every five cards of each line are tried.

A line is given here by the order in which its cards are turned up, independently of the app's layouts. The brute-force
ranking is :mod:`tests.ranking.reference`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Any

from app.cards.card import Card, card_text, cards_text
from app.games.house import HouseRules, Stakes
from app.hand.ask import Ask, Refusal
from app.hand.play import play, prompt, start
from app.hand.state import Setup, State
from app.ranking.rules import HighRules, LowRules
from tests.checks.calls import Call, mismatch, random_options
from tests.checks.check import Check, Tally
from tests.checks.hand_values import Held, brute_force_key
from tests.checks.rulebook import KINDS


@dataclass(frozen=True)
class Board:
    """The layout of a game; cards are numbered in the order in which they are turned up.

    ``lines``: the numbers of the cards in each line. ``wild``: the numbers of the cards that may be wild. ``whole``:
    the option that makes all cards of a line play.
    """

    lines: Sequence[Sequence[int]]
    wild: Sequence[int] = ()
    whole: str = ""


CROSS = Board([(0, 4, 2), (1, 4, 3)], [4])
BOARDS = {
    "iron-cross": CROSS,
    "criss-cross": CROSS,
    "tic-tac-toe": Board(
        [(6, 3, 7), (2, 8, 0), (5, 1, 4), (6, 2, 5), (3, 8, 1), (7, 0, 4), (6, 8, 4), (5, 8, 7)],
        [8],
        "cards_of_the_line",
    ),
    "twin-beds": Board([(0, 2, 4, 6, 8), (1, 3, 5, 7, 9)], [8, 9]),
    "elevator": Board([(0, 6, 3), (1, 6, 4), (2, 6, 5)], whole="cards_of_the_floor"),
    "bing": Board([(0, 4, 1), (7, 8, 5), (3, 6, 2), (0, 7, 3), (4, 8, 6), (1, 5, 2)], [8]),
    "southern-cross": Board([(0, 4, 8, 6, 2), (3, 7, 8, 5, 1)]),
}
#: The lines of a board whose cards are turned up in another order.
LINES_BY_ORDER = {
    "three, three, two, one": [(0, 1, 2), (6, 8, 7), (3, 4, 5), (0, 6, 3), (1, 8, 4), (2, 7, 5), (0, 8, 5), (3, 8, 2)],
    "two by two": [(0, 6, 1), (4, 6, 5), (2, 6, 3)],
}


def wild_among(cards: Sequence[Card], turned: Sequence[Card], board: Board, options: Mapping[str, Any]) -> set[Card]:
    """Return which of these cards are wild with these common cards."""
    ranks = {card_text(turned[at])[0] for at in board.wild}
    match options:
        case {"centre": "not wild"} | {"wild": "nothing"} | {"centre_wild": False} | {"last_wild": False}:
            ranks = set()
        case {"wild": "deuces"}:
            ranks = {"2"}
        case {"centre": "wild alone"}:
            return {turned[at] for at in board.wild}.intersection(cards)
    return {card for card in cards if card_text(card)[0] in ranks}


def playable_fives(
    own: Sequence[Card], turned: Sequence[Card], board: Board, *, whole: bool
) -> Iterator[tuple[Card, ...]]:
    """Yield every five cards that a player may use."""
    for line in board.lines:
        common = [turned[at] for at in line]
        for some in range(len(common) if whole else 0, len(common) + 1):
            for shared in combinations(common, some):
                yield from (shared + rest for rest in combinations(own, 5 - some))


class Dealer:
    """The dealer of one hand in which no player folds. ``turned``: the common cards in order."""

    def __init__(self, call: Call, random: Random, house: HouseRules) -> None:
        game = call.game()
        self.random = random
        names = tuple(f"P{at}" for at in range(random.randint(2, min(4, game.players[1]))))
        stacks, antes = (100,) * len(names), (24,) * len(names)  # divides evenly among players who tie
        self.state: State = start(Setup(game, names, stacks, antes, Stakes(), house))
        self.lines: list[str] = []
        self.setup = self.state.setup
        # Few ranks make similar hands.
        deck = sorted(game.deck.cards())
        needed = len(names) * game.held + len(game.layout.places)
        ranks = random.sample("23456789TJQKA", 13 if random.random() < 0.4 else -(-needed // 4))
        self.deck = [card for card in deck if card_text(card)[0] in ranks]
        random.shuffle(self.deck)
        self.hands: list[list[Card]] = [[] for _ in names]
        self.turned: list[Card] = []
        self.declared: dict[int, str] = {}

    def play_out(self) -> None:
        while self.state.result is None:
            asks = prompt(self.state).asks
            ask = next(ask for ask in asks if ask.action.verb != "declare" or ask.seat not in self.declared)
            line = self.line(ask)
            after = play(self.state, line)
            assert not isinstance(after, Refusal), f"{line}: {after}"
            self.lines.append(line)
            self.state = after

    def line(self, ask: Ask) -> str:
        action = ask.action
        match action.verb:
            case "dh":
                cards = [self.deck.pop() for _ in range(self.due(action.target))]
                self.hands[action.target] += cards
                down = "??" * len(action.cards)
                return f"d dh p{action.target + 1} {down}{cards_text(cards[len(action.cards) :])}"
            case "db":
                self.turned.append(self.deck.pop())
                return f"d db {cards_text(self.turned[-1:])}"
            case "declare":
                self.declared[action.player] = self.random.choice(["high", "low"])
                return f"p{action.player + 1} declare {self.declared[action.player]}"
            case "sm":
                return f"p{action.player + 1} sm {cards_text(self.hands[action.player])}"
        return f"p{action.player + 1} cc"

    def due(self, seat: int) -> int:
        return self.state.game.held - len(self.hands[seat])


def lines_round(seed: str) -> Tally:
    random = Random(seed)
    game_id = random.choice(list(BOARDS))
    board, call = BOARDS[game_id], Call(game_id, random_options(game_id, random))
    board = replace(board, lines=LINES_BY_ORDER.get(call.options.get("turned", ""), board.lines))
    house = HouseRules(low_kind=random.choice(list(KINDS)))
    dealer = Dealer(call, random, house)
    dealer.play_out()
    whole = bool(board.whole) and call.options[board.whole] == "all"
    result = dealer.state.result
    assert result is not None
    tally = Tally(hands=1)
    for share in [share.name for share in dealer.state.game.shares]:
        called = call.options.get("low_kind", "as the house plays")
        kind = KINDS[house.low_kind if called == "as the house plays" else called]
        rules = HighRules() if share == "high" else LowRules(kind)  # type: ignore[arg-type]
        playing = [seat for seat in dealer.state.live if dealer.declared.get(seat, share) == share]
        best = {}
        for seat in playing:
            hands = list(playable_fives(dealer.hands[seat], dealer.turned, board, whole=whole))
            wild = wild_among([*dealer.hands[seat], *dealer.turned], dealer.turned, board, call.options)
            best[seat] = max(brute_force_key(Held(hand, wild.intersection(hand), frozenset()), rules) for hand in hands)
            tally["comparisons"] += len(hands)
        ours = {seat for seat in best if best[seat] == max(best.values())}
        awards = [award for award in result.awards if award.share == share]
        theirs = {award.seat for award in awards}
        if ours != theirs:
            raise mismatch(call, dealer.setup, dealer.lines, f"{share} is won by {theirs}; by brute force by {ours}")
        for award in awards:
            used = [held for held, _ in award.plays]
            fits = any(
                set(used) <= set(hand)
                for hand in playable_fives(dealer.hands[award.seat], dealer.turned, board, whole=whole)
            )
            if not fits:
                raise mismatch(call, dealer.setup, dealer.lines, f"P{award.seat} may not use {cards_text(used)}")
        tally["ties"] += len(ours) > 1
    return tally


CHECK = Check("lines", "who wins with the lines of a layout, every five cards tried", lines_round, quick=40, full=300)
