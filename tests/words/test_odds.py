"""Odds in words, as the television has them."""

from typing import get_args

from app.odds.figures import Assumption
from app.words.odds import ASSUMPTIONS, GRANTED, all_in_label, all_in_text


def test_everything_that_can_be_taken_for_granted_has_words() -> None:
    assert ASSUMPTIONS.keys() == GRANTED.keys() == set(get_args(Assumption))


def test_a_label_says_by_which_cards_and_what_is_taken_for_granted() -> None:
    assert all_in_label("open", ()) == "All in"
    assert all_in_label("open", ["everyone stands pat"]) == "All in, if everyone stands pat"
    both = all_in_label("shown", ["cards speak", "nobody buys"])
    assert both == "All in, by the open cards, if the cards speak and nobody buys"


def test_of_many_players_only_the_best_are_named() -> None:
    players = [("Ann", "31%"), ("Bob", "31%"), ("Cy", "20%"), ("Dee", "18%")]
    assert all_in_text(players) == "Ann 31%, Bob 31%, Cy 20%, Dee 18%"
    assert all_in_text([*players, ("Eve", "0%")]) == "Ann and Bob lead with 31%"
    assert all_in_text([("Fay", "40%"), *players]) == "Fay leads with 40%"
