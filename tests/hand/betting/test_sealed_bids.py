"""Sealed bids: all at once, and hidden from everybody else until all are in."""

from __future__ import annotations

from app.hand.action import Action
from app.hand.notation import write_ask
from app.hand.play import legal, prompt
from app.hand.state import State
from app.hand.steps.auction import AllBids
from app.hand.view import DEALER, SPECTATOR, TELEVISION, Viewer, sealed, view
from tests.hand.at_table import after, announced, label, prompt_words, refusal, stacks
from tests.hand.steps.test_auction import naming, selling


def bidding() -> State:
    return naming(sealed=True)


def test_players_bid_in_any_order() -> None:
    assert legal(bidding()) == ("p1 bid 1..99", "p1 no", "p2 bid 1..99", "p2 no", "p3 bid 1..99", "p3 no")
    state = after(bidding(), "p3 bid 4, p1 no, p2 bid 2")
    assert announced(state) == ["Bids: Ann nothing; Bob 2; Cy 4", "Cy wins the auction for 4", "Cy names the wild rank"]
    assert stacks(state) == [99, 99, 95]


def test_everyone_is_asked_at_once_and_the_prize_is_announced() -> None:
    assert announced(bidding()) == ["The right to name the wild rank is up for auction: everyone bids in secret"]
    assert (label(bidding()), prompt_words(bidding())) == (
        "Sealed bids",
        "Everyone bids to name the wild rank, in secret",
    )
    assert prompt(bidding()).question.seat is None
    card = after(selling(sealed=True), "d db Ac")
    assert announced(card) == ["The ace of clubs is up for auction: everyone bids in secret"]


def test_a_sealed_pass_is_shown_to_its_owner_alone() -> None:
    state = after(bidding(), "p2 no")
    answers = [seat.answer for seat in view(state, Viewer("player", 1)).seats]
    assert answers == [None, Action("no", 1), None]


def test_a_bid_may_be_changed_until_all_are_in() -> None:
    state = after(bidding(), "p1 bid 9, p2 bid 3, p1 no, p2 bid 1, p3 no")
    assert announced(state)[0] == "Bids: Ann nothing; Bob 1; Cy nothing"
    assert "the auction is over" in refusal(state, "p1 bid 9")


def test_the_first_of_equal_bids_from_the_dealers_left_wins() -> None:
    state = after(bidding(), "p3 bid 5, p2 bid 5, p1 bid 4")
    assert announced(state)[1] == "Bob wins the auction for 5, first from the dealer's left"


def test_a_lower_bid_is_accepted_and_the_prompt_does_not_reveal_the_highest() -> None:
    assert "9" not in prompt_words(after(bidding(), "p1 bid 9, p2 bid 1"))


def test_nothing_is_wild_if_nobody_bids() -> None:
    state = after(bidding(), "p2 no, p3 no, p1 no")
    assert announced(state)[0] == "Nobody bid: nothing is wild"
    assert stacks(state) == [99, 99, 99]


def test_a_player_without_chips_does_not_bid() -> None:
    state = naming(sealed=True, chips=(100, 1, 100))
    assert "Bob does not bid in this auction" in refusal(state, "p2 bid 1")
    assert announced(after(state, "p1 bid 1, p3 no"))[0] == "Bids: Ann 1; Cy nothing"


def test_a_bid_is_shown_to_its_owner_alone_until_all_are_in() -> None:
    state = after(bidding(), "p1 bid 37, p2 no")
    assert sealed(state)
    for viewer in (DEALER, TELEVISION, SPECTATOR, Viewer("player", 1), Viewer("player", 2)):
        shown = view(state, viewer)
        assert [seat.answered for seat in shown.seats] == [True, True, False]
        assert "37" not in repr(shown)
    assert [seat.answer for seat in view(state, Viewer("player", 0)).seats] == [Action("bid", 0, amount=37), None, None]
    opened = after(state, "p3 bid 40")
    assert not sealed(opened)
    events = [made.event for made in view(opened, TELEVISION).announcements]
    assert AllBids(((0, 37), (1, 0), (2, 40))) in events


def test_a_players_phone_asks_only_for_that_players_bid() -> None:
    state = after(selling(sealed=True), "d db Ac")
    asks = view(state, Viewer("player", 2)).prompt.asks
    assert [write_ask(ask) for ask in asks] == ["p3 bid 1..99", "p3 no"]
    assert view(state, TELEVISION).prompt.asks == ()
    opened = after(state, "p1 bid 1, p2 no, p3 no")
    assert view(opened, Viewer("player", 0)).prompt.asks == ()


def test_bidding_starts_only_after_the_card_is_turned_up() -> None:
    state = selling(sealed=True)
    assert not sealed(state)
    assert "a card must be turned up in the middle first" in refusal(state, "p1 bid 1")
