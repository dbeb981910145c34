"""A deck that runs short in mid-hand: common cards instead of the missing ones, or all cards that are left."""

from __future__ import annotations

from typing import Any

import pytest

from app.hand.cards import left_in_deck
from app.hand.play import prompt
from app.hand.state import State
from tests.hand.at_table import after, announced, prompt_words, refusal, stacks
from tests.hand.own_game import BET, deal, own

LEFT = {"short_deck": "deal what is left"}


def short(dealt: str, street: dict[str, Any], *, players: int = 10, house: dict[str, Any] | None = None) -> State:
    """Deal these down cards to each and check around, so that the next street runs short."""
    state = own(deal(dealt), BET, street, BET, stacks=(100,) * players, house=house)
    cards = "??" * len(dealt)
    state = after(state, *(f"d dh p{n + 1} {cards}" for n in range(players)))
    return after(state, *(f"p{n + 1} cc" for n in range(players)))


def held(state: State) -> list[int]:
    return [len(player.cards) for player in state.players]


def test_missing_cards_become_common_cards() -> None:
    # Twelve cards for ten players due three each: one each, and two in common.
    state = short("dddd", deal("ddd"))
    assert announced(state)[-1] == "The deck is short: the missing cards are common, face up, for everyone"
    assert prompt_words(state) == "Deal a card face down to each player"
    assert refusal(state, "d db 9c") == "no card goes to the middle now"
    state = after(state, *(f"d dh p{n} ??" for n in range(1, 11)))
    assert prompt_words(state) == "One common card for everyone"
    assert refusal(state, "d dh p1 ??") == "the deck is short: one common card is dealt to the middle"
    assert refusal(state, "d db 9c9d") == "only one common card is dealt"
    state = after(state, "d db 9c")
    assert prompt_words(state) == "One common card for everyone"
    state = after(state, "d db 9d")
    assert prompt(state).kind == "bet"
    assert (held(state), len(state.common_cards), left_in_deck(state)) == ([5] * 10, 2, 0)


def test_whole_rounds_are_dealt_before_common_cards() -> None:
    # Ten cards for six players due two each: once around, and one in common.
    state = short("ddddddd", deal("dd"), players=6)
    assert announced(state)[-1] == "The deck is short: one common card, face up, for everyone"
    state = after(state, *(f"d dh p{n} ??" for n in range(1, 7)), "d db 9c")
    assert (prompt(state).kind, held(state), left_in_deck(state)) == ("bet", [8] * 6, 3)


def test_both_cards_are_common_if_the_first_round_would_empty_the_deck() -> None:
    state = own(deal("dddd"), BET, deal("uu"), BET, stacks=(100,) * 10, deck={"strip": "2"})
    state = after(state, *(f"d dh p{n} ????????" for n in range(1, 11)), *(f"p{n} cc" for n in range(1, 11)))
    assert left_in_deck(state) == 8
    state = after(state, "d db 9c")
    assert prompt(state).kind == "card"
    state = after(state, "d db 9d")
    assert (prompt(state).kind, held(state)) == ("bet", [4] * 10)


def test_the_remaining_cards_are_dealt_as_far_as_they_go_by_house_rule() -> None:
    state = short("dddd", deal("ddd"), house=LEFT)
    assert announced(state)[-1] == "The deck is short: the last cards are dealt as far as they go"
    assert refusal(state, "d dh p3 ????") == "Cy gets 1 more on this street, not 2"
    state = after(state, "d dh p1 ????, d dh p2 ????", *(f"d dh p{n} ??" for n in range(3, 11)))
    assert (prompt(state).kind, held(state), left_in_deck(state)) == ("bet", [6, 6] + [5] * 8, 0)


@pytest.mark.parametrize("house", [{}, LEFT])
def test_no_cards_are_dealt_from_an_empty_deck(house: dict[str, Any]) -> None:
    state = own(deal("dddd"), BET, deal("d"), BET, stacks=(100,) * 10, house=house, deck={"strip": "2AK"})
    state = after(state, *(f"d dh p{n} ????????" for n in range(1, 11)), *(f"p{n} cc" for n in range(1, 11)))
    assert announced(state)[0] == "The deck is out: nobody is dealt a card"
    assert (prompt(state).kind, held(state)) == ("bet", [4] * 10)


@pytest.mark.parametrize("step", ["draft", "auction-card"])
def test_a_draft_or_auction_short_of_cards_follows_the_house_rule(step: str) -> None:
    # Two cards are left for ten.
    state = short("ddddd", {"step": step})
    assert announced(state)[-1] == "The deck is short: one common card, face up, for everyone"
    state = after(state, "d db 9c")
    assert (prompt(state).kind, len(state.common_cards), state.streets) == ("bet", 1, 2)
    state = short("ddddd", {"step": step}, house=LEFT)
    state = after(state, "d dh p1 9c, d dh p2 9d")
    assert (prompt(state).kind, held(state)) == ("bet", [6, 6] + [5] * 8)


def test_a_common_card_counts_in_built_hands() -> None:
    build = {"step": "build", "count": 1, "hands": ["first", "second"]}
    share = [{"rule": "high", "hand": "any"}]
    state = own(deal("d"), {"step": "common"}, build, BET, share=share, stacks=(100, 100))
    state = after(state, "d dh p1 ??, d dh p2 ??, d db 9c, p1 up 9d to first, p2 up Ac to second, p2 cc, p1 cc")
    assert stacks(state) == [101, 99]


def test_a_centre_card_leaves_the_cards_that_an_auction_needs() -> None:
    pair = [{"rule": "centre-after-pair"}]
    state = own(deal("dddu"), BET, {"step": "auction-card"}, BET, stacks=(100,) * 10, trigger=pair)
    ups = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc".split()
    state = after(state, *(f"d dh p{n} ??????{up}" for n, up in enumerate(ups, start=1)))
    state = after(state, "p10 cc", *(f"p{n} cc" for n in range(1, 10)), "d db 2d", *(f"p{n} no" for n in range(1, 11)))
    # Ann's pair turns a card in the centre: eleven are left, nine of them due.
    assert (prompt_words(state), left_in_deck(state)) == ("Turn one card up in the centre", 11)
    state = after(state, "d db Kd, d dh p2 3d, d db Kh")
    assert (prompt_words(state), left_in_deck(state)) == ("Cy's up-card", 8)
    state = after(state, "d dh p3 4d")
    assert "The deck has no card to spare: none is turned up" in announced(state)
    state = after(state, *(f"d dh p{n} {up[0]}d" for n, up in enumerate(ups, start=1) if n > 3))
    assert (prompt(state).kind, held(state), left_in_deck(state)) == ("bet", [5] * 10, 0)


def test_an_extra_card_leaves_the_cards_that_a_draw_needs() -> None:
    four = [{"rule": "extra-card", "rank": "4", "price": "free"}]
    draw = {"step": "draw", "most": 2, "like_for_like": True}
    state = own(deal("ddduu"), draw, BET, stacks=(100,) * 10, trigger=four)
    ups = "2c2d 3c3d 5c5d 6c6d 7c7d 8c8d 9c9d TcTd JcJd QcQd".split()
    state = after(state, *(f"d dh p{n} ??????{up}" for n, up in enumerate(ups, start=1)), "p1 sd 2c2d, d dh p1 4c")
    # One card is left, and due: Ann's own discards are shuffled in before she is offered another.
    assert announced(state)[0] == "The deck is out: shuffle the discards and keep dealing"
    assert left_in_deck(state) == 3
    state = after(state, "p1 no, d dh p1 Kc, p2 sd")
    assert held(state) == [5] * 10


def test_a_centre_card_is_not_taken_from_the_cards_of_a_draft() -> None:
    pair = [{"rule": "centre-after-pair"}]
    state = own(deal("dddu"), BET, {"step": "draft"}, BET, stacks=(100,) * 10, trigger=pair)
    ups = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc".split()
    state = after(state, *(f"d dh p{n} ??????{up}" for n, up in enumerate(ups, start=1)))
    state = after(state, "p10 cc", *(f"p{n} cc" for n in range(1, 10)), "d db 2d3d4d5d6d7d8d9dTdJd")
    # Two cards are left besides the ten in the middle: the third pair turns none.
    state = after(state, "p1 takes 2d, d db Kd, p2 takes 3d, d db Kh, p3 takes 4d")
    assert "The deck has no card to spare: none is turned up" in announced(state)
    state = after(state, *(f"p{n} takes {up[0]}d" for n, up in enumerate(ups, start=1) if n > 3))
    assert (prompt(state).kind, held(state), left_in_deck(state)) == ("bet", [5] * 10, 0)


def called_out(street: dict[str, Any], *, house: dict[str, Any] | None = None) -> State:
    """Deal three down cards each and check around, so that the dealer may call the deck out."""
    state = own(deal("ddd"), BET, street, BET, house=house)
    return after(state, *(f"d dh p{n} ??????" for n in (1, 2, 3)), "p1 cc, p2 cc, p3 cc")


def test_calling_the_deck_out_makes_the_street_one_common_card() -> None:
    state = after(called_out(deal("d")), "d out")
    assert announced(state) == ["The deck is short: one common card, face up, for everyone"]
    assert (prompt_words(state), left_in_deck(state)) == ("One common card for everyone", 1)
    assert prompt(after(state, "d db 9c")).kind == "bet"


def test_calling_the_deck_out_twice_ends_the_street() -> None:
    state = after(called_out(deal("d")), "d out, d out")
    assert announced(state)[0] == "The deck is out: nobody is dealt a card"
    assert (prompt(state).kind, held(state)) == ("bet", [3, 3, 3])


def test_calling_the_deck_out_during_betting_shortens_the_next_street() -> None:
    state = after(own(deal("ddd"), BET, deal("d"), BET), *(f"d dh p{n} ??????" for n in (1, 2, 3)), "d out")
    assert announced(state) == ["The deck is out"]
    state = after(state, "p1 cc, p2 cc, p3 cc")
    assert prompt_words(state) == "One common card for everyone"


def test_calling_the_deck_out_in_mid_street_keeps_the_cards_dealt() -> None:
    state = after(called_out(deal("du"), house=LEFT), "d dh p1 ??9c, d dh p2 ??, d out")
    assert announced(state)[0] == "The deck is out: nobody else is dealt a card"
    assert (prompt(state).kind, held(state)) == ("bet", [5, 4, 3])


def test_the_deck_cannot_be_called_out_before_the_first_cards() -> None:
    state = after(own(deal("ddd"), BET), "d dh p1 ??????")
    assert refusal(state, "d out") == "nobody can play without the first cards: redeal, or call a misdeal"


def test_discards_are_shuffled_in_when_the_deck_is_called_out() -> None:
    state = after(called_out({"step": "draw"}), "p1 sd ????, d out")
    assert announced(state)[0] == "The deck is out: shuffle the discards and keep dealing"
    assert (prompt_words(state), left_in_deck(state)) == ("Deal Ann 2 cards face down", 2)
    state = after(state, "d dh p1 ??, d out")
    assert (announced(state)[0], held(state)) == ("The deck is out: nobody else is dealt a card", [2, 3, 3])


@pytest.mark.parametrize("step", ["draft", "auction-card"])
def test_a_draft_or_auction_becomes_one_common_card_when_the_deck_is_called_out(step: str) -> None:
    state = after(called_out({"step": step}), "d out")
    assert prompt_words(state) == "One common card for everyone"


def test_calling_the_deck_out_drafts_the_cards_in_the_middle() -> None:
    state = after(called_out({"step": "draft"}), "d db 9c9d, d out, p1 takes 9c, p2 takes 9d")
    assert (prompt(state).kind, held(state)) == ("bet", [4, 4, 3])


def test_calling_the_deck_out_after_an_auction_leaves_the_others_without_cards() -> None:
    state = after(called_out({"step": "auction-card"}), "d db 9c, p1 bid 2, p2 no, p3 no, p1 takes 9c, d out")
    assert (prompt(state).kind, held(state)) == ("bet", [4, 3, 3])


def test_calling_the_deck_out_ends_the_deal_of_common_cards() -> None:
    state = after(called_out({"step": "common", "count": 2}), "d db 9c, d out")
    assert announced(state)[0] == "The deck has no card to spare: none is turned up"
    assert (prompt(state).kind, len(state.common_cards)) == ("bet", 1)


def test_calling_the_deck_out_returns_the_payment_for_an_extra_card() -> None:
    four = [{"rule": "extra-card", "rank": "4", "price": 3}]
    state = own(deal("ddu"), BET, deal("u"), BET, trigger=four, house=LEFT)
    state = after(state, *(f"d dh p{n} ????{n + 5}c" for n in (1, 2, 3)), "p3 cc, p1 cc, p2 cc, d dh p1 4c, p1 pay 3")
    assert stacks(state) == [96, 99, 99]
    state = after(state, "d out")
    assert announced(state)[:2] == [
        "The deck is out: there is no extra card for Ann, and 3 goes back",
        "The deck is out: nobody else is dealt a card",
    ]
    assert (stacks(state), state.pot, held(state)) == ([99, 99, 99], 3, [4, 3, 3])
