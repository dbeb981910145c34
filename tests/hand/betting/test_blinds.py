"""Blinds: who posts them, who acts first and last, and the effect of a short blind."""

from __future__ import annotations

import pytest

from app.dataclass import replace
from app.games.house import HouseRules, Stakes
from app.games.load import resolve
from app.games.modifiers import read_modifier
from app.games.situation import Situation
from app.hand.ask import Refusal
from app.hand.betting.rounds import to_act
from app.hand.play import SetupError, legal, play, start
from app.hand.settlement.pots import pots_of
from app.hand.state import Setup, State

BLINDS = Stakes(small_blind=1, big_blind=2)


def dealt(
    players: int,
    *lines: str,
    stakes: Stakes = BLINDS,
    stacks: tuple[int | None, ...] = (),
    modifiers: tuple[str, ...] = (),
    game: str = "texas-holdem",
) -> State:
    """Return a hand after the first cards are dealt and these actions."""
    called = resolve(game, None, [read_modifier(name, "test") for name in modifiers])
    house = HouseRules()
    situation = Situation(called, house, stakes, players)
    names = tuple(f"P{seat + 1}" for seat in range(players))
    held = stacks or (100,) * players
    state = start(Setup(called, names, held, situation.antes, stakes, house, blinds=situation.blinds))
    while legal(state)[0].startswith("d dh"):
        state = entered(state, legal(state)[0])
    for line in lines:
        state = entered(state, line)
    return state


def entered(state: State, line: str) -> State:
    after = play(state, line)
    assert not isinstance(after, Refusal), (line, after)
    return after


def bets(state: State) -> list[int]:
    return [player.bet for player in state.players]


def test_the_first_two_players_post_and_the_next_acts() -> None:
    state = dealt(4)
    assert (bets(state), to_act(state), state.pot) == ([1, 2, 0, 0], 2, 3)


def test_the_dealer_posts_the_small_blind_and_acts_first_heads_up() -> None:
    state = dealt(2)
    assert (bets(state), to_act(state)) == ([2, 1], 1)


def test_the_big_blind_antes_for_everyone_heads_up_too() -> None:
    state = dealt(2, stakes=replace(BLINDS, big_blind_ante=2))
    assert (state.antes, bets(state), state.pot) == ((2, 0), [2, 1], 5)


def test_the_dealer_acts_first_of_three_players() -> None:
    assert to_act(dealt(3)) == 2


def test_the_big_blind_acts_last_and_may_raise() -> None:
    state = dealt(3, "p3 cc", "p1 cc")
    assert legal(state) == ("p2 cc", "p2 cbr 4", "p2 f")


def test_the_round_is_over_when_the_big_blind_checks() -> None:
    state = dealt(3, "p3 cc", "p1 cc", "p2 cc", "d db 2c7d9h")
    assert (bets(state), to_act(state)) == ([0, 0, 0], 0)


def test_a_straddle_acts_after_the_big_blind() -> None:
    state = dealt(4, "p4 cc", "p1 cc", "p2 cc", modifiers=("straddle",))
    assert (bets(state), to_act(state)) == ([4, 4, 4, 4], 2)


def test_there_is_no_straddle_heads_up() -> None:
    assert bets(dealt(2, modifiers=("straddle",))) == [2, 1]


@pytest.mark.parametrize(
    ("stakes", "antes", "blinds"),
    [
        (Stakes(ante=3), (3, 3, 3), ()),
        (Stakes(ante=3, small_blind=1, big_blind=2), (0, 0, 0), (1, 2, 0)),
        (Stakes(ante=3, small_blind=1, big_blind=2, blind_ante=1), (1, 1, 1), (1, 2, 0)),
        (Stakes(ante=3, dealer_antes=True), (0, 0, 9), ()),
        (Stakes(ante=3, big_blind=2, blind_ante=1, dealer_antes=True), (0, 0, 3), (0, 2, 0)),
        (Stakes(ante=3, small_blind=1, big_blind=2, big_blind_ante=2), (0, 2, 0), (1, 2, 0)),
    ],
)
def test_the_stakes_set_the_antes_and_blinds(stakes: Stakes, antes: tuple[int, ...], blinds: tuple[int, ...]) -> None:
    situation = Situation(resolve("texas-holdem"), HouseRules(), stakes, 3)
    assert (situation.antes, situation.blinds) == (antes, blinds)
    stud = Situation(resolve("seven-card-stud"), HouseRules(), stakes, 3)
    assert stud.blinds == ()
    assert sum(stud.antes) == 9


@pytest.mark.parametrize(("stakes", "ante"), [(BLINDS, 10), (Stakes(ante=3), 15), (Stakes(ante=0, small=4, big=8), 20)])
def test_a_bomb_pot_costs_five_big_blinds_or_antes_or_smallest_bets(stakes: Stakes, ante: int) -> None:
    bomb = resolve("texas-holdem", None, [read_modifier("bomb-pot", "test")])
    situation = Situation(bomb, HouseRules(), stakes, 3)
    assert (situation.antes, situation.blinds) == ((ante,) * 3, ())


def test_everyone_pays_for_a_bomb_pot_even_if_the_dealer_antes_for_all() -> None:
    bomb = resolve("texas-holdem", None, [read_modifier("bomb-pot", "test")])
    situation = Situation(bomb, HouseRules(), replace(BLINDS, dealer_antes=True), 3)
    assert situation.antes == (10, 10, 10)
    assert situation.stakes_text().startswith("ante 10, ")


def test_a_blind_below_the_smallest_bet_is_completed_to_a_full_bet() -> None:
    state = dealt(3, stakes=Stakes(small=4, big=8, small_blind=1, big_blind=2))
    assert legal(state) == ("p3 cc", "p3 cbr 4", "p3 f")
    assert legal(entered(state, "p3 cbr 4"))[1] == "p1 cbr 8"


def test_a_short_stack_can_win_all_antes_that_the_dealer_posts() -> None:
    state = dealt(3, "p1 cc", "p2 cc", "p3 cc", stakes=Stakes(dealer_antes=True), stacks=(2, 100, 100))
    assert [player.stack for player in state.players] == [2, 100, 97]
    for line in ("d db 2c7d9h", "p1 cbr 2", "p2 cc", "p3 cc"):
        state = entered(state, line)
    assert [(pot.amount, pot.seats) for pot in pots_of(state)] == [(9, {0, 1, 2})]


def test_blinds_are_refused_unless_there_is_one_of_at_least_0_for_each_player() -> None:
    game = resolve("texas-holdem")
    with pytest.raises(SetupError, match="one blind for each player"):
        start(Setup(game, ("Ann", "Bob", "Cy"), (100,) * 3, (0,) * 3, BLINDS, blinds=(1, 2)))
    with pytest.raises(SetupError, match="below 0"):
        start(Setup(game, ("Ann", "Bob"), (100,) * 2, (0,) * 2, BLINDS, blinds=(2, -1)))


def test_the_dealer_can_allow_a_check_in_a_bet_or_fold_round() -> None:
    stakes = Stakes(limit="none")
    state = dealt(2, modifiers=("bet-or-fold",), stakes=stakes)
    assert [line.split()[1] for line in legal(state)] == ["cbr", "f"]
    state = entered(state, "p1 cc !")
    assert to_act(state) == 1


def test_an_untracked_stack_can_be_all_in_against_two_short_blinds() -> None:
    state = dealt(3, stacks=(1, 1, None))
    assert legal(state)[0] == "p3 cc"
    state = entered(state, "p3 allin 1")
    assert (state.pot, state.players[2].committed) == (3, 1)
