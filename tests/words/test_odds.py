"""Odds in words: whole percents, how often a player wins, at what odds the money went in, and the line of an all-in."""

from __future__ import annotations

from typing import get_args

import pytest

from app.odds.figures import Assumption, Estimate, Figure, Odds
from app.words.odds import (
    ASSUMPTIONS,
    GRANTED,
    all_in_label,
    all_in_text,
    figure_text,
    money_in_text,
    whole_percent,
)
from app.words.speaker import Speaker

SPEAKER = Speaker(("Ann", "Bob", "Cy", "Dee"))


def _figure(share: float, win: float = 0.0, tie: float = 0.0, error: float = 0.0) -> Figure:
    return Figure(Estimate(win), Estimate(tie), Estimate(share, error))


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0, "0%"), (0.0004, "<1%"), (0.006, "1%"), (0.624, "62%"), (0.994, "99%"), (0.9999, ">99%"), (1.0, "100%")],
)
def test_rounded_percents_are_0_or_100_only_if_exact(value: float, text: str) -> None:
    assert whole_percent(Estimate(value)) == text


def test_a_figure_says_how_often_a_player_wins() -> None:
    assert figure_text(_figure(0.62, 0.58, 0.08, 0.005)) == "wins 58%, ties 8%, ±0.5"
    assert figure_text(_figure(0.62, 0.62)) == "wins 62%"


@pytest.mark.parametrize(
    ("shares", "text"),
    [
        ({0: 0.377, 1: 0.623}, "The money went in at 62 : 38, Bob ahead of Ann."),
        ({0: 0.5, 2: 0.5}, "The money went in at 50 : 50, Ann against Cy."),
        ({0: 0.333, 1: 0.333, 3: 0.334}, "The money went in at 34 : 33 : 33, Dee ahead of Ann and Bob."),
        ({0: 1 / 3, 1: 1 / 3, 3: 1 / 3}, "The money went in at 34 : 33 : 33, Ann against Bob and Dee."),
        ({0: 0.2, 1: 0.2, 2: 0.45, 3: 0.15}, "Cy was the favourite at 45% when the money went in."),
        ({0: 0.25, 1: 0.26, 2: 0.25, 3: 0.24}, "Nobody was far ahead when the money went in."),
        ({0: 0.5, 1: 0.25}, "The money went in at 50 : 25, Ann ahead of Bob."),
    ],
)
def test_the_line_of_an_all_in_states_the_odds(shares: dict[int, float], text: str) -> None:
    odds = Odds("looked back", 100, False, {seat: _figure(share) for seat, share in shares.items()}, ())
    assert money_in_text(odds, SPEAKER) == text


def test_every_assumption_has_words() -> None:
    assert ASSUMPTIONS.keys() == GRANTED.keys() == set(get_args(Assumption))


def test_the_label_names_the_known_cards_and_the_assumptions() -> None:
    assert all_in_label("open", ()) == "All in"
    assert all_in_label("open", ["everyone stands pat"]) == "All in, if everyone stands pat"
    both = all_in_label("shown", ["cards speak", "nobody buys"])
    assert both == "All in, by the open cards, if the cards speak and nobody buys"


def test_only_the_best_of_many_players_are_named() -> None:
    players = [("Ann", "31%"), ("Bob", "31%"), ("Cy", "20%"), ("Dee", "18%")]
    assert all_in_text(players) == "Ann 31%, Bob 31%, Cy 20%, Dee 18%"
    assert all_in_text([*players, ("Eve", "0%")]) == "Ann and Bob lead with 31%"
    assert all_in_text([("Fay", "40%"), *players]) == "Fay leads with 40%"
