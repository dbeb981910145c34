"""Drafts of face-up cards: the worst hand showing takes first."""

from __future__ import annotations

from app.cards.card import cards_text
from app.hand.play import legal, prompt
from app.hand.state import State
from app.hand.view import DEALER, SPECTATOR, TELEVISION, Viewer, view
from tests.hand.at_table import after, prompt_words, refusal
from tests.hand.own_game import BET, deal, own


def drafting(ups: str = "9cKd4h", **table: object) -> State:
    """Deal one down and one up each, then a draft."""
    state = own(deal("du"), {"step": "draft"}, BET, **table)  # type: ignore[arg-type]
    return after(state, *(f"d dh p{n + 1} ??{ups[2 * n : 2 * n + 2]}" for n in range(3)))


def test_one_card_for_each_player_is_turned_up_first() -> None:
    state = drafting()
    assert refusal(state, "p3 takes 2c") == "one card for each player must be turned up in the middle first"
    assert refusal(state, "d db ??") == "it comes face up: name the card"
    assert refusal(state, "d db 2c3c5c6c") == "3 more to the middle, not 4"
    state = after(state, "d db 2c")
    assert prompt_words(state) == "2 more cards to the middle"
    assert "lies in the middle" in refusal(state, "d db 2c")
    state = after(state, "d db 3c5c")
    assert refusal(state, "d db 6c") == "no more cards go to the middle"


def test_the_worst_hand_showing_takes_first_and_the_best_last() -> None:
    state = after(drafting(), "d db 2cAs5c")
    assert legal(state) == ("p3 takes 2c", "p3 takes As", "p3 takes 5c")
    assert refusal(state, "p1 takes As") == "it is Cy's turn to take a card"
    assert refusal(state, "p3 takes As5c") == "Cy takes one of the cards in the middle"
    state = after(state, "p3 takes As")
    assert refusal(state, "p1 takes As") == "Ann takes one of the cards in the middle"
    state = after(state, "p1 takes 5c")
    assert legal(state) == ("p2 takes 2c",)
    state = after(state, "p2 takes 2c")
    assert [len(player.up) for player in state.players] == [2, 2, 2]
    assert state.opener == 2


def test_the_first_of_equal_hands_from_the_dealers_left_takes_first() -> None:
    state = after(drafting("9cKd9h"), "d db 2cAs5c")
    assert prompt(state).seat == 0
    assert prompt(after(state, "p1 takes As")).seat == 2


def test_wild_cards_count_in_the_hands_that_set_the_order() -> None:
    state = after(drafting("9cKd4h", wild=[{"rule": "ranks", "ranks": "4"}]), "d db 2cAs5c")
    assert prompt(state).seat == 0


def test_a_folded_player_gets_no_card() -> None:
    state = own(deal("du"), BET, {"step": "draft"}, BET)
    state = after(state, "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h, p2 cc, p3 f, p1 cc, d db 2cAs")
    assert "no more cards" in refusal(state, "d db 5c")
    assert legal(after(state, "p1 takes As")) == ("p2 takes 2c",)


def test_drafted_cards_are_visible_to_all_viewers_and_only_in_one_place() -> None:
    state = after(drafting(), "d db 2cAs")
    for viewer in (DEALER, TELEVISION, SPECTATOR, Viewer("player", 0)):
        assert cards_text(card.card for card in view(state, viewer).middle) == "2cAs"
    state = after(state, "d db 5c, p3 takes As")
    for viewer in (DEALER, TELEVISION, SPECTATOR, Viewer("player", 0)):
        assert cards_text(card.card for card in view(state, viewer).middle) == "2c5c"
        assert cards_text(card.card for card in view(state, viewer).seats[2].cards) == "4hAs"


def test_a_card_is_left_over_if_a_player_must_fold_during_the_draft() -> None:
    state = drafting(trigger=[{"rule": "up-card", "name": "two", "ranks": "2", "then": "fold"}])
    state = after(state, "d db AsQc", "p1 up 2d !")
    # Ann has folded: the two cards are for the others.
    assert legal(state) == ("p3 takes As", "p3 takes Qc")
    state = after(drafting(trigger=[{"rule": "up-card", "name": "two", "ranks": "2", "then": "fold"}]), "d db AsQcJc")
    state = after(state, "p1 up 2d !", "p3 takes As", "p2 takes Jc")
    assert [len(player.up) for player in state.players] == [2, 2, 2]
    assert refusal(state, "d dh p2 Qc !") == "the queen of clubs is out of play"
