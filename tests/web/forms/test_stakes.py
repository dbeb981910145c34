import pytest
from werkzeug.datastructures import MultiDict

from app.games.house import HouseRules, Stakes
from app.web.forms.stakes import stakes_form


@pytest.mark.parametrize(
    ("typed", "field", "error"),
    [
        (
            {"limit": "fixed", "small": "5", "big": "4"},
            "small",
            "The small bet must be above 0 and not above the big bet",
        ),
        (
            {"limit": "spread", "min_bet": "5", "max_bet": "4"},
            "max_bet",
            "The largest bet of a spread limit cannot be below the smallest",
        ),
        (
            {"limit": "pot", "min_bet": "2", "bring_in": "3"},
            "bring_in",
            "The bring-in cannot be above the smallest bet",
        ),
        (
            {"limit": "fixed", "small_blind": "3", "big_blind": "2"},
            "small_blind",
            "The small blind cannot be above the big blind",
        ),
        (
            {"limit": "fixed", "big_blind": "2", "blind_ante": "1", "big_blind_ante": "2"},
            "big_blind_ante",
            "Either everyone antes or the big blind does",
        ),
        (
            {"limit": "fixed", "small": "2", "big_blind": "5"},
            "big_blind",
            "The big blind cannot be above the smallest bet",
        ),
    ],
)
def test_the_error_of_contradictory_stakes_is_at_the_amount_to_change(
    typed: dict[str, str], field: str, error: str
) -> None:
    form = stakes_form(Stakes(), HouseRules(), MultiDict(typed))
    assert form.stakes is None
    assert {control.key: control.error for control in form.section.controls if control.error} == {field: error}


def test_blinds_and_the_dealers_antes_are_read_and_worded() -> None:
    amounts = {"min_bet": "2", "small_blind": "1", "big_blind": "2", "blind_ante": "1"}
    typed = MultiDict({"limit": "none", "dealer_antes": ["0", "1"], **amounts})
    stakes = stakes_form(Stakes(), HouseRules(), typed).stakes
    assert stakes is not None
    assert (stakes.small_blind, stakes.big_blind, stakes.blind_ante, stakes.dealer_antes) == (1, 2, 1, True)
    assert stakes.words() == "dealer antes 1 a player, blinds 1/2, ante 1 with blinds, no limit"


@pytest.mark.parametrize("limit", ["pot", "none"])
def test_without_a_fixed_limit_a_bet_is_at_least_the_big_blind(limit: str) -> None:
    typed = MultiDict({"limit": limit, "min_bet": "2", "small_blind": "5", "big_blind": "10"})
    stakes = stakes_form(Stakes(), HouseRules(), typed).stakes
    assert stakes is not None
    assert stakes.min_bet == 10


@pytest.mark.parametrize(
    ("stakes", "words"),
    [
        (Stakes(ante=0, limit="none", small_blind=1, big_blind=2), "blinds 1/2, no limit"),
        (Stakes(ante=0, limit="pot", small_blind=1, big_blind=2, min_bet=4), "blinds 1/2, pot limit, bets from 4"),
        (
            Stakes(ante=0, limit="none", small_blind=1, big_blind=2, big_blind_ante=2),
            "blinds 1/2, big blind ante 2, no limit",
        ),
        (Stakes(ante=0), "no ante, fixed limit 2/4"),
        (Stakes(ante=0, bring_in=1), "bring-in 1, fixed limit 2/4"),
        (Stakes(limit="spread", min_bet=1, max_bet=5), "ante 1, spread limit 1 to 5"),
    ],
)
def test_stakes_are_worded_as_players_say_them(stakes: Stakes, words: str) -> None:
    assert stakes.words() == words


def test_the_stakes_of_a_game_without_blinds_name_the_smallest_bet() -> None:
    stakes = Stakes(ante=0, limit="none", small_blind=1, big_blind=2)
    assert stakes.words(ante=0, blinds=False) == "no limit, bets from 2"
