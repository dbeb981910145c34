"""Odds depend only on cards that the view knows."""

from __future__ import annotations

from random import Random

import pytest

from app.cards.card import UNSEEN
from app.games.catalog import catalog
from app.games.house import Stakes
from app.hand.action import FOLD, Action
from app.hand.play import prompt
from app.hand.state import RunTwice
from app.odds.estimate import odds
from app.odds.figures import NoOdds
from app.odds.views import looked_back, shown
from tests.games.covering import every_game
from tests.hand.at_table import after, hand
from tests.odds.hands import calm, other_unseen


@pytest.mark.parametrize("game_id", every_game())
def test_the_view_for_odds_contains_no_unseen_card(game_id: str) -> None:
    info, random = catalog()[game_id], Random(game_id)
    dealer = calm(game_id, info.summary.players[0] + (not info.usual.even))
    dealer.play_to(60)
    for state in random.sample(dealer.states, min(6, len(dealer.states))):
        known = shown(state)
        for _ in range(3):
            assert shown(other_unseen(state, random)) == known


@pytest.mark.parametrize(
    "game_id", ["woolworth", "low-hole-wild", "chicago", "dakota", "omaha-eight", "five-card-draw"]
)
def test_unseen_cards_do_not_change_the_figures(game_id: str) -> None:
    state, random = calm(game_id, 4, 2).play_to(14), Random(1)
    figures = odds(shown(state), deals=40, seed=9)
    for _ in range(3):
        assert odds(shown(other_unseen(state, random)), deals=40, seed=9) == figures
    assert not isinstance(figures, NoOdds) or figures.obstacle == "draw under way"


def test_a_sealed_declaration_is_not_shown() -> None:
    dealer = calm("chicago", 3)
    dealer.play_to(10_000)
    for state in dealer.states:
        if state.result is None and state.frame.spec.__class__.__name__ == "Declare":
            assert {player.declared for player in shown(state).state.players} == {None}
            break
    else:
        pytest.fail("nobody declared")


def test_a_hand_run_twice_shows_no_hole_card_of_either_board() -> None:
    state = hand("texas-holdem", (20, 20), stakes=Stakes(ante=1, limit="none", small=2, big=4, min_bet=2))
    state = after(state, "d dh p1 AsAd, d dh p2 8c8d, p1 cc, p2 cc, d db 2c7d9h, p1 cbr 19, p2 cc, d twice")
    note = shown(state).state.recall(RunTwice)
    assert note.before is not None
    assert {held.card for player in note.before.players for held in player.cards} == {UNSEEN}


def test_looking_back_leaves_out_cards_never_shown() -> None:
    dealer = calm("seven-card-stud", 3, 1)
    while prompt(dealer.state).kind != "bet":
        dealer.step()
    dealer.play(Action(FOLD, prompt(dealer.state).seat))
    folded = next(seat for seat, player in enumerate(dealer.state.players) if player.folded)
    dealer.play_out()
    state = looked_back(dealer.states, 3).state
    assert [held.card for held in state.players[folded].cards[:2]] == [UNSEEN, UNSEEN]
    others = [held.card for seat in range(3) if seat != folded for held in state.players[seat].cards]
    assert UNSEEN not in others
