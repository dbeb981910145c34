"""Odds at any moment of any hand, whatever went wrong at the table: figures that add up, or a reason for none."""

from __future__ import annotations

from math import isclose
from random import Random

import pytest

from app.games.catalog import catalog
from app.hand.state import State
from app.odds.estimate import odds
from app.odds.figures import NoOdds
from app.odds.views import Known, looked_back, opened, shown
from app.words.odds import ASSUMPTIONS, no_odds_text
from app.words.speaker import Speaker
from tests.hand.test_random_play import deal
from tests.odds.hands import other_unseen
from tests.odds.test_arrays import judged_alike

GAMES = tuple(catalog())


def adds_up(known: Known | NoOdds, state: State) -> None:
    """Assert that the shares of each pot add up to it, or that the hand has a reason for no odds."""
    answer = known if isinstance(known, NoOdds) else odds(known, deals=6)
    if isinstance(answer, NoOdds):
        assert no_odds_text(answer, Speaker(state.setup.names))
        return
    assert all(map(ASSUMPTIONS.__getitem__, answer.assumptions))
    for pot in answer.pots:
        assert isclose(sum(figure.share.value for figure in pot.seats.values()) + pot.stays.value, 1)


def looked_at(game_id: str, random: Random, moments: int) -> None:
    dealer = deal(game_id, random)
    dealer.play_out()
    moments = min(moments, len(dealer.states))
    for at in random.sample(range(len(dealer.states)), moments):
        state = dealer.states[at]
        adds_up(shown(state), state)
        adds_up(opened(state), state)
        adds_up(looked_back(dealer.states, at), state)
        assert shown(other_unseen(state, random)) == shown(state)
        if state.result is None:
            judged_alike(state, 4)


@pytest.mark.parametrize("game_id", GAMES[::4])
def test_any_moment_of_a_hand_has_odds_that_add_up(game_id: str) -> None:
    looked_at(game_id, Random(game_id), 4)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game_id", GAMES)
def test_any_moment_of_many_hands_has_odds_that_add_up(game_id: str, seed: int) -> None:
    looked_at(game_id, Random(f"{game_id} {seed}"), 12)
