"""Games in which everyone turns up a card of their choice: together, or by option one after another."""

from __future__ import annotations

from random import Random

import pytest

from app.games.catalog import catalog
from app.games.load import resolve
from app.games.steps.roll import Roll
from app.hand.play import prompt
from tests.hand.random_dealer import RandomDealer, random_setup

#: Games whose documents do not say which: those of document 004 in which each player turns up a card of their choice.
GAMES = (
    "turbo low-todd doubles jackal canadian machine-gun-stud incinerator mad-dog-of-the-nile rolling-dog-of-the-nile"
    " shifting-dog-of-the-nile mexican-stud-iv ricky-delaet-ii shifting-sands-ii"
).split()


def test_the_option_exists_in_exactly_these_games() -> None:
    assert set(GAMES) == {info.id for info in catalog().values() for option in info.options if option.key == "turning"}


@pytest.mark.parametrize("game_id", GAMES)
def test_every_turning_step_follows_the_option(game_id: str) -> None:
    for turning, in_turn in (("together", False), ("in turn", True)):
        rolls = [step for step in resolve(game_id, {"turning": turning}).script if isinstance(step, Roll)]
        assert {step.in_turn for step in rolls} == {in_turn}


@pytest.mark.parametrize("game_id", GAMES)
def test_one_player_at_a_time_is_asked_in_turn(game_id: str) -> None:
    random, game = Random(game_id), resolve(game_id, {"turning": "in turn"})
    asked = []
    for _ in range(4):
        dealer = RandomDealer(random_setup(game, random), random)
        dealer.play_out()
        asked += [prompt(state).asks for state in dealer.states if state.frames and isinstance(state.frame.spec, Roll)]
    assert asked
    assert all(len({ask.seat for ask in asks}) == 1 for asks in asked)
