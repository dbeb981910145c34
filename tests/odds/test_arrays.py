"""Arrays and engine judge the same deals alike, give figures that agree, and rank hands the same."""

from __future__ import annotations

from random import Random
from typing import Literal

import numpy as np
import pytest

from app.cards.card import Card, card_text, rank_of, suit_of
from app.cards.card import deck as deck_of
from app.games.catalog import catalog
from app.games.house import house_rules
from app.hand.play import prompt
from app.hand.state import State
from app.odds import dealing
from app.odds.ahead import Ahead, ahead_of
from app.odds.arrays.deals import InArrays, end_of, in_arrays, sample, winners
from app.odds.arrays.finished import bits_of
from app.odds.arrays.hands import high_fits, high_scores, low_fits, low_scores
from app.odds.estimate import odds
from app.odds.figures import End, Figure, NoOdds, Odds
from app.odds.views import shown
from app.ranking.high import high
from app.ranking.low import low, low_qualifies
from app.ranking.rules import HighRules, LowRules
from tests.checks.hand_values import RANKINGS
from tests.odds.hands import calm

GAMES = tuple(catalog())

#: Games that work on arrays, one for each kind of wild rule, share, limit, roll and trigger that does.
SOME = (
    "woolworth",
    "follow-the-queen",
    "follow-the-pair",
    "low-hole-wild",
    "cincinnati-low-wild",
    "phlegm-in-the-snatch",
    "shifting-sands-ii",
    "dr-pepper",
    "chicago",
    "black-mariah",
    "omaha-eight",
    "courchevel",
    "crocodile",
    "buffalo",
    "kings-and-little-ones",
    "howdy-doody",
    "texas-holdem",
    "london-lowball",
    "deuce-to-seven-triple-draw",
    "dakota",
    "mad-dog-of-the-nile",
    "baseball",
    "the-bitch",
    "elevator",
    "southern-cross",
    "tic-tac-toe",
    "bing",
    "twin-beds",
)


def laid_out(state: State) -> tuple[Ahead, InArrays] | None:
    ahead = ahead_of(shown(state).state)
    hand = None if isinstance(ahead, NoOdds) else in_arrays(ahead)
    return None if hand is None else (ahead, hand)  # type: ignore[return-value]


def judged_alike(state: State, deals: int) -> bool:
    """Assert that both ways judge the same deals alike; return False if the hand does not work on arrays."""
    if (both := laid_out(state)) is None:
        return False
    ahead, hand = both
    cards = sample(np.random.Generator(np.random.PCG64(7)), hand.unknown, hand.count, deals)
    for number, key in enumerate(winners(hand, cards).tolist()):
        dealt = [Card(card) for card in cards[:, number].tolist()]
        assert end_of(hand, key) == ended_one_by_one(ahead, hand, dealt), dealt
    return True


def ended_one_by_one(ahead: Ahead, hand: InArrays, dealt: list[Card]) -> End:
    """Judge a deal with the engine; cards set off by up-cards come last, as in arrays."""
    due, extra = dealt[: len(hand.fill.slots)], iter(dealt[len(hand.fill.slots) :])
    if ahead.fixed:
        return hand.judge.end(hand.fill.with_cards(due))
    set_off = dealing._after_set_off
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dealing, "_after_set_off", lambda state, spec, _: set_off(state, spec, extra))
        return dealing._end_of(hand.judge, ahead, iter(due))


@pytest.mark.parametrize("game_id", SOME)
def test_the_same_deal_ends_alike_in_arrays_and_one_by_one(game_id: str) -> None:
    dealer = calm(game_id, 4, 3)
    dealer.play_to(1000)
    found = [judged_alike(state, 40) for state in dealer.states[4:-1:9]]
    found.append(judged_alike(next(state for state in reversed(dealer.states) if prompt(state).kind == "bet"), 40))
    assert any(found)


@pytest.mark.parametrize("kind", ["ace to six", "deuce to seven"])
@pytest.mark.parametrize("game_id", ["dakota", "stud-eight-or-better", "omaha-eight"])
def test_lows_of_every_kind_end_alike(game_id: str, kind: str) -> None:
    assert judged_alike(calm(game_id, 4, 3, house=house_rules({"low_kind": kind})).state, 100)


def test_another_evaluator_finds_the_same_winners_at_holdem() -> None:
    evaluator = pytest.importorskip("phevaluator")
    state = calm("texas-holdem", 5).play_to(7)
    both = laid_out(state)
    assert both is not None
    _, hand = both
    cards = sample(np.random.Generator(np.random.PCG64(5)), hand.unknown, len(hand.fill.slots), 2000)
    for number, key in enumerate(winners(hand, cards).tolist()):
        end = hand.fill.with_cards([Card(card) for card in cards[:, number].tolist()])
        board = [card_text(card) for card in end.common_cards]
        ranks = [evaluator.evaluate_cards(*board, *map(card_text, player.down)) for player in end.players]
        best = tuple(seat for seat, rank in enumerate(ranks) if rank == min(ranks))
        assert end_of(hand, key)[0].parts[0].winners == best


@pytest.mark.long
@pytest.mark.parametrize("game_id", GAMES)
def test_the_same_deal_of_any_game_ends_alike(game_id: str) -> None:
    info = catalog()[game_id]
    for seed in range(3):
        players = Random(f"{game_id}{seed}").randint(*info.summary.players)
        dealer = calm(game_id, players + (players % 2 if info.usual.even else 0), seed)
        dealer.play_to(60)
        for state in dealer.states[::5]:
            if state.result is None:
                judged_alike(state, 100)


def off(first: Odds, second: Odds) -> list[float]:
    """Return by how many standard errors each figure of two answers differs."""
    pairs = [(first.seats[seat], second.seats[seat]) for seat in first.seats]
    for one, other in zip(first.pots, second.pots, strict=True):
        for share, same in zip(one.shares, other.shares, strict=True):
            pairs += [(share.seats[seat], same.seats[seat]) for seat in share.seats]
    return [distance(figure, same) for figure, same in pairs]


def distance(figure: Figure, same: Figure) -> float:
    one, other = figure.share, same.share
    return abs(one.value - other.value) / (one.error**2 + other.error**2) ** 0.5


@pytest.mark.parametrize("game_id", ["woolworth", "chicago", "omaha-eight", "dakota", "baseball", "the-bitch"])
def test_arrays_and_engine_give_the_same_figures(game_id: str) -> None:
    known = shown(calm(game_id, 3).play_to(8))
    one_by_one, arrays = odds(known, deals=800, arrays=False), odds(known, deals=60_000, seed=1)
    assert isinstance(one_by_one, Odds)
    assert isinstance(arrays, Odds)
    assert max(off(one_by_one, arrays)) < 3


@pytest.mark.long
def test_arrays_and_engine_agree_on_two_hundred_hands_of_every_game_with_odds() -> None:
    found: list[float] = []
    hands, seed = 0, 0
    while hands < 200:
        seed += 1
        for game_id in GAMES:
            info = catalog()[game_id]
            dealer = calm(game_id, info.summary.players[0] + (not info.usual.even), seed)
            dealer.play_to(4 + 7 * seed)
            for state in dealer.states[-2:-1]:
                known = shown(state)
                if state.result is None and laid_out(state) is not None:
                    one_by_one, arrays = odds(known, deals=400, arrays=False), odds(known, deals=20_000, seed=seed)
                    if isinstance(one_by_one, Odds) and isinstance(arrays, Odds) and not one_by_one.exact:
                        hands += 1
                        found += off(one_by_one, arrays)
    # One figure in four hundred is off by three errors by chance; none of these may be off by five.
    assert max(found) < 5
    assert sum(figure > 3 for figure in found) < 0.01 * len(found)


@pytest.mark.parametrize("name", RANKINGS)
def test_array_scores_have_the_order_of_the_ranking(name: str) -> None:
    rules, random = RANKINGS[name], Random(name)
    fits = high_fits(rules) if isinstance(rules, HighRules) else low_fits(rules)
    if not fits:
        assert name not in ("usual", "ace to five", "ace to six", "deuce to seven")
        return
    deck = sorted(deck_of(rules.stripped))
    held, wild, right = [], [], []
    for _ in range(1500):
        hand = random.sample(deck, random.choice([5, 6, 7, 9]))
        own = frozenset(random.sample(hand, random.choice([0, 0, 1, 2, 3, 4, 5])))
        held.append(bits_of(hand))
        wild.append(bits_of(own))
        score = high(hand, own, rules=rules) if isinstance(rules, HighRules) else low(hand, own, rules=rules)
        right.append(score)
    bits, wilds = np.array(held), np.array(wild)
    scores = high_scores(bits, wilds, rules) if isinstance(rules, HighRules) else low_scores(bits, wilds, rules)
    pairs = sorted(set(zip(right, scores.tolist(), strict=True)))
    assert len(pairs) == len(set(right)) == len(set(scores.tolist()))
    assert pairs == sorted(pairs, key=lambda pair: pair[1])


@pytest.mark.parametrize("kind", ["a5", "a6", "27"])
@pytest.mark.parametrize("top", [3, 6, 11, 12])
def test_a_low_qualifies_on_arrays_as_it_does_by_the_ranking(kind: Literal["a5", "a6", "27"], top: int) -> None:
    random, deck, rules = Random(top), [Card(card) for card in range(52)], LowRules(kind)
    hands = [random.sample(deck, 7) for _ in range(600)]
    scores = low_scores(np.array([bits_of(hand) for hand in hands]), None, rules, top)
    lowest = np.iinfo(np.int32).min
    for hand, score in zip(hands, scores.tolist(), strict=True):
        assert (score > lowest) == low_qualifies(low(hand, rules=rules), rules, top)


@pytest.mark.parametrize("kind", ["a6", "27"])
def test_straights_and_flushes_count_against_lows_on_arrays(kind: Literal["a6", "27"]) -> None:
    """With a suit and a half in the deck, the lowest cards of every other hand are all in one suit."""
    rules, random = LowRules(kind), Random(kind)
    deck = [Card(card) for card in range(52) if suit_of(Card(card)) == 0 or rank_of(Card(card)) in (2, 3, 4)]
    hands = [random.sample(deck, random.choice([5, 6, 7, 9])) for _ in range(2000)]
    scores = low_scores(np.array([bits_of(hand) for hand in hands]), None, rules).tolist()
    right = [low(hand, rules=rules) for hand in hands]
    assert len(set(zip(right, scores, strict=True))) == len(set(right)) == len(set(scores))
    assert sorted(scores) == [score for _, score in sorted(zip(right, scores, strict=True))]


@pytest.mark.parametrize("game_id", ["number-nine", "soko", "mexican-stud-41"])
def test_a_rule_not_supported_on_arrays_is_judged_by_the_engine(game_id: str) -> None:
    dealer = calm(game_id, 3)
    dealer.play_to(7)
    assert laid_out(dealer.state) is None


def test_hands_are_judged_by_the_engine_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    known = shown(calm("woolworth", 3).play_to(8))
    monkeypatch.setattr("app.odds.estimate.has_numpy", lambda: False)
    assert odds(known, deals=60, seed=2) == odds(known, deals=60, seed=2, arrays=False)
