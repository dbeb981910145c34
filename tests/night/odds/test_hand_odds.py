"""The odds during a hand: which steps share them, when the money goes in, and who is the favourite."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.hand.state import State
from app.night.history.odds import HandOdds, clear_favourite, money_step, positions
from app.odds.figures import Estimate, Figure, NoOdds, Odds
from app.record.check import states_of
from app.record.text import read

#: No-limit five-card stud with three players: one folds after the first bets, then the others are all in.
RECORD = Path(__file__).parents[2] / "records" / "five-card-stud" / "no-limit-all-in.toml"
CHECKED = ("d dh p1 3c", "d dh p2 4d", "p2 cc", "p1 cc", "d dh p1 9h", "d dh p2 7s", "p2 cc", "p1 cc")


def states(actions: int, *then: str) -> list[State]:
    """Return the states after ``actions`` actions of the record, and after each action in ``then``."""
    record = read(RECORD.read_text(), "all-in.toml")
    found, refused = states_of(replace(record, actions=(*record.moves[:actions], *then)))
    assert not refused, refused
    return found


def odds(*shares: float, error: float = 0.0) -> Odds:
    figures = {
        seat: Figure(Estimate(share), Estimate(0.0), Estimate(share, error)) for seat, share in enumerate(shares)
    }
    return Odds("shown", 100, not error, figures, ())


def test_steps_share_odds_until_a_card_a_fold_or_an_all_in() -> None:
    hand = states(17)
    # Cards; an opening bet and its call; a fold; cards; a bet; all in, and called; cards; hands shown.
    assert positions(hand) == (0, 1, 2, 3, 4, 4, 6, 7, 8, 8, 10, 11, 12, 13, 14, 15, 16, 17)


def test_the_money_goes_in_at_the_last_bet_before_a_card() -> None:
    assert money_step(states(17)) == 11
    assert money_step(states(8, "p2 cc", "p1 cc", *CHECKED)) == 6  # after the fold


def test_last_street_bets_and_uncalled_bets_do_not_count_as_the_money() -> None:
    checked = ("p2 cc", "p1 cc", *CHECKED[:-2], "p2 cbr 10", "p1 cc")
    assert money_step(states(8, *checked)) == 6
    assert money_step(states(8, "p2 cbr 20", "p1 f")) == 6
    assert money_step(states(4, "p2 f", "p3 f")) is None


@pytest.mark.parametrize(
    ("shares", "error", "seat"),
    [
        ((0.5, 0.3, 0.2), 0.0, 0),
        ((0.3, 0.5, 0.2), 0.005, 1),
        ((0.51, 0.49), 0.0, None),
        ((0.6, 0.4), 0.1, None),
        ((1.0,), 0.0, 0),
    ],
)
def test_a_favourite_is_clearly_ahead(shares: tuple[float, ...], error: float, seat: int | None) -> None:
    assert clear_favourite(odds(*shares, error=error)) == seat


def test_turns_are_changes_of_the_favourite() -> None:
    even, none = odds(0.5, 0.5), NoOdds("draw under way")
    steps = (even, odds(0.6, 0.4), even, odds(0.7, 0.3), odds(0.3, 0.7), none, odds(0.2, 0.8), odds(0.9, 0.1), None)
    found = HandOdds(steps, None, money_due=False)
    assert found.lead_changes == {4: 1, 7: 0}
    assert not found.complete
    assert not HandOdds(steps[:-1], None, money_due=True).complete
    assert HandOdds(steps[:-1], None, money_due=False).complete
