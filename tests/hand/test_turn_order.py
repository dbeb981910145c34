"""Cards turned up together count in seat order, whatever order they are tapped in."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from app.cards.card import parse_cards
from app.games.catalog import catalog
from app.games.definition import Game
from app.games.load import resolve
from app.games.modifiers import read_modifier
from app.games.steps.hands import Build
from app.games.steps.roll import Roll, TurnAllUp
from app.hand.play import legal, prompt, replay
from app.hand.state import Setup, State
from app.hand.steps import kind_of
from tests.hand.at_table import after, announced, wild
from tests.hand.own_game import BET, deal, own
from tests.hand.random_dealer import RandomDealer, random_setup

ROLL = {"step": "roll"}
FOLLOW = [{"rule": "follow-rank", "rank": "Q"}]


def turns_together(game: Game) -> bool:
    """Return whether cards are turned up together in a game."""
    return any(
        isinstance(spec, Build | TurnAllUp) or (isinstance(spec, Roll) and not spec.in_turn and not spec.optional)
        for spec in game.script
    )


#: Games whose cards are turned up together, some because of modifiers, and some with rules that follow up-cards.
GAMES: list[tuple[str, dict[str, Any], tuple[Any, ...]]] = [
    *((game, {}, ()) for game in catalog() if turns_together(resolve(game))),
    ("roll-your-own", {}, ("follow-the-queen",)),
    ("roll-your-own", {}, ("follow-the-pair",)),
    ("low-hole-roll-your-own", {}, ("follow-the-pair",)),
    ("woolworth", {}, ("roll-your-own",)),
    ("the-bitch", {}, ("roll-your-own",)),
    ("follow-the-queen", {"last_queen_turns_card": True}, ("roll-your-own",)),
    ("follow-the-pair", {"centre": True}, ("roll-your-own",)),
    ("follow-the-pair", {"centre": True, "third": True, "wild_pair": True}, ("roll-your-own",)),
    ("baseball", {"up_three": "match the pot", "rainout": True}, ("roll-your-own", "follow-the-queen")),
    ("mississippi-stud", {}, ("roll-your-own", "follow-the-pair")),
    ("seven-card-flip", {}, ("follow-the-queen",)),
    ("draw-then-stud", {}, ("follow-the-queen",)),
    ("mississippi-mud", {}, ("follow-the-queen",)),
]  # fmt: skip


def runs_of_taps(dealer: RandomDealer) -> list[range]:
    """Return the ranges of actions in which cards were turned up together, each up to the step's last card."""
    runs: list[range] = []
    for at, line in enumerate(dealer.lines):
        before = dealer.states[at]
        # A card exposed by mistake is identified only by its order: among others it could be any of them.
        if line.split()[1] != "up" or line.endswith("!") or not kind_of(before.frame).together(before):
            continue
        if runs and runs[-1].stop == at and before.frame.turned:
            runs[-1] = range(runs[-1].start, at + 1)
        else:
            runs.append(range(at, at + 1))
    return runs


def observable(state: State) -> tuple[object, ...]:
    """Return everything that must not depend on the order of taps."""
    result = state.result and (state.result.totals(), state.result.pots, state.result.carried)
    return state.up_cards, state.wild, state.announcements, state.pot, result, prompt(state).question, legal(state)


@pytest.mark.parametrize("hands", [1, pytest.param(3, marks=pytest.mark.long)])
@pytest.mark.parametrize(("game", "options", "modifiers"), GAMES, ids=lambda value: str(value).replace(" ", ""))
def test_the_order_of_taps_does_not_matter(
    game: str, options: dict[str, Any], modifiers: tuple[Any, ...], hands: int
) -> None:
    played = resolve(game, options, [read_modifier(name, "test") for name in modifiers])
    shuffled = 0
    for seed in range(12):
        if seed >= hands and shuffled:
            break
        random = Random(f"{game} {options} {modifiers} {seed}")
        dealer = RandomDealer(random_setup(played, random), random)
        dealer.play_out()
        runs = runs_of_taps(dealer)
        lines = list(dealer.lines)
        for run in runs:
            taps = lines[run.start : run.stop]
            random.shuffle(taps)
            shuffled += taps != lines[run.start : run.stop]
            lines[run.start : run.stop] = taps
        setup = dealer.states[0].setup
        for run in runs:
            assert observable(replayed(setup, lines[: run.stop])) == observable(dealer.states[run.stop]), lines
        assert observable(replayed(setup, lines)) == observable(dealer.state)
    assert shuffled, "no step had two cards to tap in another order"


def replayed(setup: Setup, lines: list[str]) -> State:
    """Return the state after these actions, checking that each is accepted."""
    states, refused = replay(setup, lines)
    assert refused is None, (refused, lines)
    return states[-1]


def rolled(*taps: str, **table: Any) -> State:
    """Deal two cards down to each of three players and turn some of them up."""
    state = own(deal("dd"), ROLL, BET, deal("u"), BET, **table)
    return after(state, "d dh p1 ????, d dh p2 ????, d dh p3 ????", *taps)


def test_nothing_counts_before_the_last_card_is_up() -> None:
    state = rolled("p2 up Qd, p1 up 4c", wild=FOLLOW)
    assert (wild(state), announced(state), state.up_cards) == ("Nothing wild", [], ())
    assert state.players[1].up == parse_cards("Qd")
    state = after(state, "p3 up 9h")
    assert [up.card for up in state.up_cards] == list(parse_cards("4cQd9h"))
    assert wild(state) == "Nines are wild (followed Bob's queen, counting from the dealer's left)"


def test_the_last_seat_turned_the_last_up_card() -> None:
    """Cy's queen is the last from the dealer's left, although she was tapped first: the next street follows her."""
    state = rolled("p3 up Qd, p2 up 9h, p1 up 4c", wild=FOLLOW)
    assert wild(state) == "Next up-card is wild"
    assert announced(state)[0] == "Cy's queen: next up-card is wild"


def test_a_queen_on_the_last_seat_leaves_nothing_wild_and_the_house_rule_is_announced() -> None:
    state = own(deal("dd"), ROLL, BET, wild=FOLLOW)
    state = after(state, "d dh p1 ????, d dh p2 ????, d dh p3 ????, p3 up Qd, p2 up 9h, p1 up 4c")
    why = "Cy's queen was the last up-card, counting from the dealer's left"
    assert announced(state)[0] == f"Nothing wild follows: {why}"


def test_each_card_counts_at_once_if_counted_as_tapped() -> None:
    state = rolled("p2 up Qd, p1 up 4c", wild=FOLLOW, house={"turn_order": "as tapped"})
    assert wild(state) == "Fours are wild (followed Bob's queen)"


def test_each_card_counts_at_once_if_turned_in_turn() -> None:
    state = own(deal("dd"), {**ROLL, "in_turn": True}, BET, wild=FOLLOW)
    state = after(state, "d dh p1 ????, d dh p2 ????, d dh p3 ????, p1 up Qd")
    assert wild(state) == "Next up-card is wild"
    assert wild(after(state, "p2 up 4c")) == "Fours are wild (followed Ann's queen)"


def test_a_lone_card_turned_up_counts_after_earlier_up_cards() -> None:
    """Only Ann has kept three cards, so hers follows Bob's queen whatever the order."""
    script = (deal("ddu"), {"step": "discard", "keep_price": "ante"}, {**ROLL, "above": 2}, BET)
    state = own(*script, wild=FOLLOW, stacks=(100, 100))
    state = after(state, "d dh p1 ????4c, d dh p2 ????Qd, p1 pay 1, p2 sd ??, p1 up 9c")
    assert wild(state) == "Nines are wild (followed Bob's queen)"


def test_effects_of_the_cards_are_asked_from_the_dealers_left() -> None:
    trigger = [{"rule": "extra-card", "rank": "4"}, {"rule": "pay-or-fold", "rank": "3"}]
    state = rolled("p3 up 3c, p2 up 4d, p1 up 4c", trigger=trigger)
    assert announced(state) == ["Ann has a four up and may take an extra card for 2"]
    state = after(state, "p1 pay 2, d dh p1 Kd")
    assert announced(state) == ["Bob has a four up and may take an extra card for 2"]
    # The pot that Cy has to match is 3 antes and 2 paid.
    assert announced(after(state, "p2 no")) == ["Cy has a three up and must pay 5 to match the pot or fold"]


def test_an_extra_card_counts_right_after_the_card_that_brought_it() -> None:
    trigger = [{"rule": "extra-card", "rank": "4", "price": "free"}]
    state = rolled("p3 up 9c, p2 up Jd, p1 up 4c", trigger=trigger, wild=[{"rule": "follow-rank", "rank": "4"}])
    state = after(state, "p1 pay 0, d dh p1 Kd")
    assert wild(state) == "Kings are wild (followed Ann's four)"
    assert [up.card for up in state.up_cards] == list(parse_cards("4cKdJd9c"))


def test_the_highest_of_a_players_cards_counts_first() -> None:
    state = own(deal("dddd"), {**ROLL, "count": 2}, BET, wild=FOLLOW, stacks=(100, 100))
    state = after(state, "d dh p1 ????????, d dh p2 ????????, p2 up 2c, p1 up 5d, p1 up Qd, p2 up 2d")
    assert [up.card for up in state.up_cards] == list(parse_cards("Qd5d2d2c"))
    assert wild(state).startswith("Fives are wild")
