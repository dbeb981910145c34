"""Auctions of the right to name the wild rank, and of a card."""

from __future__ import annotations

from typing import Any

import pytest

from app.cards.card import cards_text
from app.hand.play import legal, prompt
from app.hand.state import State
from app.hand.view import DEALER, SPECTATOR, TELEVISION, Viewer, view
from tests.hand.at_table import after, announced, label, labels, prompt_words, refusal, stacks, wild
from tests.hand.own_game import BET, deal, own


def naming(*, chips: tuple[int | None, ...] = (100, 100, 100), **more: Any) -> State:
    """Deal one down and one up each, up to an auction of the right to name the wild rank."""
    script = (deal("du"), {"step": "auction-name", **more}, BET, deal("u"), BET)
    state = own(*script, stacks=chips, wild=[{"rule": "named"}])
    return after(state, "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h")


def selling(*, chips: tuple[int | None, ...] = (100, 100, 100), **more: Any) -> State:
    """Deal one down and one up each, up to an auction of a card."""
    state = own(deal("du"), {"step": "auction-card", **more}, BET, stacks=chips)
    return after(state, "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h")


def test_bids_go_around_from_the_dealers_left_and_must_rise() -> None:
    state = naming()
    assert legal(state) == ("p1 bid 1..99", "p1 no")
    assert "it is Ann's turn to bid" in refusal(state, "p2 bid 1")
    state = after(state, "p1 bid 2")
    assert refusal(state, "p2 bid 2") == "a bid must be above 2"
    assert prompt(after(state, "p2 bid 3, p3 no")).seat == 0


def test_a_bid_is_in_whole_chips_unless_it_is_everything() -> None:
    """The smallest chip is 5, and Bob has 11 behind."""
    script, house = (deal("du"), {"step": "auction-name"}, BET), {"chip_unit": 5}
    state = after(own(*script, stacks=(100, 12, 100), house=house), "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h")
    assert legal(state) == ("p1 bid 5..99", "p1 no")
    assert refusal(state, "p1 bid 7") == "the smallest chip is 5"
    assert legal(after(state, "p1 bid 7 !")) == ("p2 bid 10..11", "p2 no")
    assert legal(after(state, "p1 bid 10")) == ("p2 bid 11", "p2 no")


def test_the_prompt_names_the_bidder_the_prize_and_the_bid_to_beat() -> None:
    state = naming()
    assert (label(state), prompt_words(state)) == ("Auction", "Ann bids to name the wild rank")
    assert prompt_words(after(state, "p1 no, p2 bid 3")) == "Cy bids to name the wild rank, high bid 3"
    assert prompt_words(after(selling(), "d db Ks, p1 bid 2")) == "Bob bids for the king of spades, high bid 2"


def test_the_bid_button_names_the_amount_if_only_one_bid_is_possible() -> None:
    """Bob has 5 behind: after a bid of 4 he can only bid all of it or pass."""
    state = naming(chips=(100, 6, 100))
    assert labels(state) == ["Bid", "Pass"]
    assert labels(after(state, "p1 bid 4")) == ["Bid 5", "Pass"]
    assert labels(after(state, "p1 bid 3"))[0] == "Bid"


def test_the_prize_is_announced_only_before_the_first_bid() -> None:
    """Bids and passes are spoken at the table, so they are not announced."""
    state = after(selling(), "d db Ks")
    assert announced(state) == ["The king of spades is up for auction: Ann bids first"]
    assert announced(after(state, "p1 no")) == []
    assert announced(after(state, "p1 bid 1")) == []
    assert announced(after(state, "p1 bid 1, p2 bid 2, p3 bid 3")) == []


def test_a_player_who_passes_is_out_of_the_bidding() -> None:
    state = after(naming(), "p1 bid 1, p2 no, p3 bid 2, p1 bid 3")
    assert prompt(state).seat == 2
    assert "it is Cy's turn" in refusal(state, "p2 bid 4")


def test_the_winner_pays_the_bid_into_the_pot_and_names_the_rank() -> None:
    state = after(naming(), "p1 bid 2, p2 bid 5, p3 no, p1 no")
    assert announced(state) == ["Bob wins the auction for 5", "Bob names the wild rank"]
    assert stacks(state) == [99, 94, 99]
    assert state.pot == 8
    assert len(legal(state)) == 13
    assert refusal(state, "p1 names 4") == "the winner of the auction names the wild rank"
    assert "is not a rank" in refusal(state, "p2 names 10")
    assert "the auction is over" in refusal(state, "p3 bid 6")
    state = after(state, "p2 names 4")
    assert wild(state).startswith("Fours are wild")
    # Cy's four showing is an ace now, higher than Bob's king.
    assert state.opener == 2


def test_the_rank_cannot_be_named_before_the_bidding_ends() -> None:
    assert refusal(naming(), "p1 names 4") == "the winner of the auction names the wild rank"


def test_nothing_is_wild_if_nobody_bids() -> None:
    state = after(naming(), "p1 no, p2 no, p3 no")
    assert "Nobody bid: nothing is wild" in announced(state)
    assert not state.wild.cards
    assert stacks(state) == [99, 99, 99]


def test_the_last_player_can_win_with_a_bid_of_one_chip() -> None:
    state = after(naming(), "p1 no, p2 no, p3 bid 1")
    assert announced(state) == ["Cy wins the auction for 1", "Cy names the wild rank"]


def test_an_auction_once_around_allows_one_bid_each() -> None:
    state = after(naming(once=True), "p1 bid 1, p2 bid 2, p3 bid 3")
    assert announced(state) == ["Cy wins the auction for 3", "Cy names the wild rank"]


def test_a_bid_above_the_cap_is_refused() -> None:
    state = naming(cap=3)
    assert legal(state) == ("p1 bid 1..3", "p1 no")
    assert refusal(state, "p1 bid 4") == "Ann can bid at most 3"
    assert legal(after(state, "p1 bid 3")) == ("p2 no",)


def test_a_bid_above_the_stack_is_refused() -> None:
    state = naming(chips=(100, 6, None))
    state = after(state, "p1 bid 4")
    assert legal(state) == ("p2 bid 5", "p2 no")
    assert refusal(state, "p2 bid 6") == "Bob can bid at most 5"
    assert legal(after(state, "p2 no")) == ("p3 bid 5..", "p3 no")


def test_a_folded_player_does_not_bid() -> None:
    script = (deal("du"), BET, {"step": "auction-name"}, BET)
    state = own(*script, wild=[{"rule": "named"}])
    state = after(state, "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h, p2 f, p3 cc, p1 cc")
    assert prompt(after(state, "p1 bid 1")).seat == 2


def test_the_winner_keeps_the_card_and_the_others_are_dealt_one_each() -> None:
    state = after(selling(), "d db Ks, p1 bid 1, p2 bid 2, p3 no, p1 no")
    assert refusal(state, "d dh p1 2c").startswith("no card is due")
    assert refusal(state, "p2 takes Kc") == "the card is the king of spades"
    assert "winner of the auction" in refusal(state, "p1 takes Ks")
    state = after(state, "p2 takes Ks")
    assert "no card is due to Bob" in refusal(state, "d dh p2 2c")
    state = after(state, "d dh p3 2d, d dh p1 2c")
    assert [len(player.up) for player in state.players] == [2, 2, 2]
    assert state.opener == 1


def test_the_winner_may_give_the_card_to_another_player() -> None:
    state = after(selling(), "d db 2s, p1 bid 1, p2 no, p3 no")
    assert legal(state) == ("p1 takes 2s", "p1 gives p2", "p1 gives p3")
    assert refusal(state, "p1 gives p1") == "the card goes to another player who is still in"
    state = after(state, "p1 gives p3")
    assert len(state.players[2].up) == 2
    assert legal(state) == ("d dh p1 CARD", "d dh p2 CARD")


def test_a_card_without_bids_goes_to_the_first_player() -> None:
    state = after(selling(), "d db 2s, p1 no, p2 no, p3 no")
    assert announced(state) == ["Nobody bid: the card goes to Ann"]
    assert legal(state) == ("d dh p2 CARD", "d dh p3 CARD")


def test_exactly_one_card_is_turned_up_before_the_bidding() -> None:
    state = selling()
    assert refusal(state, "p1 bid 1") == "a card must be turned up in the middle first"
    assert refusal(state, "d db ??") == "one card is turned up in the middle, by name"
    assert refusal(state, "d db 2s3s") == "one card is turned up in the middle, by name"
    assert "is Ann's up-card" in refusal(state, "d db 9c")
    assert "one card is turned up" in refusal(after(state, "d db 2s"), "d db 3s")


def test_an_auctioned_card_is_visible_to_all_viewers_once_turned_up() -> None:
    state = after(selling(), "d db Ks")
    for viewer in (DEALER, TELEVISION, SPECTATOR, Viewer("player", 2)):
        assert cards_text(card.card for card in view(state, viewer).middle) == "Ks"
    state = after(state, "p1 bid 1, p2 no, p3 no, p1 gives p2")
    for viewer in (DEALER, TELEVISION, SPECTATOR, Viewer("player", 2)):
        assert not view(state, viewer).middle
        assert cards_text(card.card for card in view(state, viewer).seats[1].cards) == "KdKs"


def folding(**more: Any) -> State:
    """Deal one down and one up each, and turn up a card to bid for; a king exposed by mistake folds the hand."""
    fold = [{"rule": "up-card", "ranks": "K", "then": "fold"}]
    state = own(deal("du"), {"step": "auction-card", **more}, BET, trigger=fold)
    return after(state, "d dh p1 ??9c, d dh p2 ??Qd, d dh p3 ??4h, d db 7s")


@pytest.mark.parametrize(
    ("more", "lines", "asks"),
    [
        ({}, "p1 no, p2 up Kh !", ("p3 bid 1..99", "p3 no")),
        # A bid is void when its bidder folds, and players who have not passed may bid again.
        ({}, "p1 bid 5, p2 no, p1 up Kh !", ("p3 bid 1..99", "p3 no")),
        ({}, "p1 bid 5, p2 bid 6, p3 up Kh !", ("p1 bid 7..99", "p1 no")),
        ({}, "p1 bid 5, p2 no, p3 up Kh !", ("p1 takes 7s", "p1 gives p2")),
        # The card won goes to the first player, like one without bids.
        ({}, "p1 bid 5, p2 no, p3 no, p1 up Kh !", ("d dh p3 CARD",)),
        ({"sealed": True}, "p1 bid 5, p2 bid 3, p1 up Kh !", ("p2 bid 1..99", "p2 no", "p3 bid 1..99", "p3 no")),
        ({"sealed": True}, "p1 bid 5, p2 bid 3, p3 up Kh !", ("p1 takes 7s", "p1 gives p2")),
    ],
)
def test_a_forced_fold_takes_a_player_out_of_the_auction(
    more: dict[str, Any], lines: str, asks: tuple[str, ...]
) -> None:
    assert legal(after(folding(**more), lines)) == asks
