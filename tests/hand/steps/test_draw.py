"""Drawing new cards, free or for a price."""

from __future__ import annotations

from typing import Any

import pytest

from app.cards.card import UNSEEN, parse_cards
from app.games.steps.draw import Draw
from app.hand.notation import write_action
from app.hand.play import legal, prompt
from app.hand.state import State
from app.hand.view import TELEVISION, view
from tests.hand.at_table import after, announced, hand, label, labels, prompt_words, refusal, run_of, stacks, wild
from tests.hand.own_game import BET, deal, own


def drawing(players: int = 3, **more: Any) -> State:
    """Deal five down cards each, then a draw."""
    state = own(deal("ddddd"), {"step": "draw", **more}, BET, stacks=(100,) * players)
    return after(state, *(f"d dh p{n + 1} ??????????" for n in range(players)))


def studding(**more: Any) -> State:
    """Deal one down and two up each, then a draw."""
    state = own(deal("duu"), {"step": "draw", **more}, BET)
    return after(state, "d dh p1 ??Ac9c, d dh p2 ??Kd2d, d dh p3 ??4h5h")


def test_players_draw_up_to_three_or_stand_pat_in_turn() -> None:
    state = drawing()
    assert "it is Ann's turn" in refusal(state, "p2 sd ??")
    assert refusal(state, "p1 sd ????????") == "at most 3 may be replaced, not 4"
    state = after(state, "p1 sd ??????, d dh p1 ??????, p2 sd, p3 sd ??, d dh p3 ??")
    assert [len(player.cards) for player in state.players] == [5, 5, 5]
    assert state.opener == 0


def test_discards_are_replaced_before_the_next_player_draws() -> None:
    state = after(drawing(), "p1 sd ????")
    assert refusal(state, "p2 sd") == "Ann is still to be dealt a card"
    assert refusal(state, "d dh p1 ??????") == "Ann is owed 2 cards, not 3"
    assert refusal(state, "d dh p2 ??") == "no card is due to Bob now"
    assert prompt(after(state, "d dh p1 ????")).seat == 1


def test_four_cards_can_be_drawn_with_an_ace_shown() -> None:
    state = drawing(ace_most=4)
    assert "p1 sd ????????" in legal(state)
    assert len(after(state, "p1 sd ????????, d dh p1 ????????").players[0].cards) == 5
    assert "at most 4" in refusal(state, "p1 sd ??????????")
    assert "Draws 4, showing an ace" in labels(state)


def test_shown_discards_are_turned_up_in_order_when_all_have_drawn() -> None:
    state = after(drawing(shown=True), "p1 sd ????, d dh p1 ????, p2 sd, p3 sd ??")
    assert refusal(state, "p1 up 9c") == "Ann has no card to turn up now"
    state = after(state, "d dh p3 ??")
    assert announced(state) == ["Ann turns up the discards"]
    assert (label(state), prompt_words(state)) == ("Round 1: discards", "Ann turns up a discard")
    assert labels(state) == ["Turns up a discard"]
    assert "it is Ann's turn to turn up the discards" in refusal(state, "p3 up 4h")
    assert refusal(state, "p2 sd ??") == "all have drawn: Ann turns up the discards"
    state = after(state, "p1 up 9c")
    assert announced(state) == []
    assert "is out of play" in refusal(state, "p1 up 9c")
    assert refusal(state, "p1 up ??") == "one card at a time, by name"
    state = after(state, "p1 up 2d")
    assert announced(state) == ["Cy turns up the discards"]
    assert prompt(after(state, "p3 up 4h")).kind == "bet"


def test_named_discards_are_not_turned_up_again() -> None:
    state = after(drawing(shown=True), "p1 sd 9c??, d dh p1 ????, p2 sd, p3 sd 4h")
    assert "is out of play" in refusal(state, "d dh p3 9c")
    state = after(state, "d dh p3 ??")
    assert prompt_words(state) == "Ann turns up a discard"
    assert prompt(after(state, "p1 up 2d")).kind == "bet"


def test_reshuffled_discards_are_not_shown() -> None:
    # Ten hands of five leave two cards: the third discard sends Ann's back into the deck.
    state = after(drawing(players=10, shown=True), "p1 sd ??, d dh p1 ??, p2 sd ????")
    assert announced(state) == ["The deck is out: shuffle the discards and keep dealing"]
    state = after(state, "d dh p2 ????, p3 sd ??, d dh p3 ??", *(f"p{n} sd" for n in range(4, 11)))
    assert prompt_words(state) == "Cy turns up a discard"


def flipped(*hands: str) -> State:
    """Deal open hands of five, then a draw of three, or of four to a player who keeps an ace."""
    draw = {"step": "draw", "most": 3, "ace_most": 4, "ace_kept": True}
    state = own(deal("uuuuu"), draw, BET, stacks=(100,) * len(hands))
    return after(state, *(f"d dh p{n + 1} {cards}" for n, cards in enumerate(hands)))


def test_a_fourth_card_can_be_replaced_only_if_an_ace_is_kept() -> None:
    state = flipped("AhKd7c4s2d", "9h9sJc5d3c")
    assert announced(state) == ["Ann may replace up to three cards, four with an ace showing"]
    assert refusal(state, "p1 sd AhKd7c4s") == "Ann keeps no ace: at most 3 may be replaced, not 4"
    state = after(state, "p1 sd Kd7c4s2d, d dh p1 ????????")
    assert announced(state) == ["Bob may replace up to three cards"]
    (pat, some) = prompt(state).asks
    assert (pat.takes, some.cards and some.cards.most) == (None, 3)
    assert "keeps no ace" in refusal(state, "p2 sd 9h9sJc5d")
    assert after(state, "p2 sd 9h9sJc5d !").players[1].up == parse_cards("3c")


def test_a_kept_joker_does_not_count_as_an_ace() -> None:
    draw = {"step": "draw", "most": 3, "ace_most": 4, "ace_kept": True}
    jokers = {"deck": {"jokers": 1}, "wild": [{"rule": "jokers"}]}
    state = after(own(deal("uuuuu"), draw, BET, stacks=(100, 100), **jokers), "d dh p1 JrKd7c4s2d, d dh p2 AhAsJc5d3c")
    assert "keeps no ace" in refusal(state, "p1 sd Kd7c4s2d")


def test_an_unseen_kept_card_may_be_an_ace() -> None:
    draw = {"step": "draw", "most": 3, "ace_most": 4, "ace_kept": True}
    state = after(own(deal("dduuu"), draw, BET, stacks=(100, 100)), "d dh p1 ????7c4s2d, d dh p2 ??KdJc5d3c")
    assert after(state, "p1 sd ??7c4s2d").players[0].down == (UNSEEN,)
    # One of the two is named in the discard; the other is still unseen.
    assert after(state, "p1 sd Qh7c4s2d").players[0].down == (UNSEEN,)
    state = after(state, "p1 sd")
    assert "keeps no ace" in refusal(state, "p2 sd ??Jc5d3c")
    assert "keeps no ace" in refusal(state, "p2 sd QhJc5d3c")


def test_in_a_draw_together_all_discard_before_new_cards_are_dealt() -> None:
    state = after(drawing(together=True), "p1 sd ????")
    assert refusal(state, "d dh p1 ??") == "nobody is due a card now"
    state = after(state, "p2 sd, p3 sd ??")
    state = after(state, "d dh p1 ????, d dh p3 ??")
    assert [len(player.cards) for player in state.players] == [5, 5, 5]


def test_new_cards_come_face_down_unless_replaced_like_for_like() -> None:
    state = after(studding(most=1), "p1 sd 9c, d dh p1 ??")
    assert len(state.players[0].up) == 1
    state = after(studding(most=1, like_for_like=True), "p1 sd 9c")
    assert legal(state) == ("d dh p1 CARD",)
    state = after(state, "d dh p1 Ad")
    assert len(state.players[0].up) == 2


def test_an_up_card_and_a_down_card_are_replaced_like_for_like_together() -> None:
    state = after(studding(most=2, like_for_like=True), "p1 sd 9c??, d dh p1 ??Ad")
    assert len(state.players[0].up) == 2
    assert len(state.players[0].down) == 1


def test_only_down_cards_are_replaced_if_the_game_says_so() -> None:
    state = studding(most=1, from_down=True)
    assert refusal(state, "p1 sd 9c") == "only down cards may be replaced"
    assert legal(state) == ("p1 sd", "p1 sd ??")


def test_a_player_who_discards_an_up_card_may_turn_one_up_and_draw_face_down() -> None:
    state = after(studding(most=1, like_for_like=True, take_down=True), "p1 sd 9c")
    assert legal(state) == ("d dh p1 CARD", "p1 up CARD")
    state = after(state, "p1 up 7s")
    assert legal(state) == ("d dh p1 ??",)
    state = after(state, "d dh p1 ??")
    assert len(state.players[0].up) == 2
    assert len(state.players[0].down) == 1


def test_drawing_face_down_needs_a_discarded_up_card() -> None:
    state = after(studding(most=1, like_for_like=True, take_down=True), "p1 sd ??")
    assert "no card to turn up" in refusal(state, "p1 up 7s")
    plain = after(studding(most=1, like_for_like=True), "p1 sd 9c")
    assert "no card to turn up" in refusal(plain, "p1 up 7s")


def test_discards_are_shuffled_in_when_the_deck_runs_out() -> None:
    # Ten players hold fifty cards; Ann and Bob take the last two, and Cy draws from their discards.
    state = after(drawing(10), "p1 sd 9c, d dh p1 ??, p2 sd ??, d dh p2 ??")
    state = after(state, "p3 sd ????")
    assert announced(state) == ["The deck is out: shuffle the discards and keep dealing"]
    state = after(state, "d dh p3 9c??")
    assert state.players[2].cards[-2].card != state.players[2].cards[-1].card


def test_a_twist_is_paid_for_first_and_may_be_declined() -> None:
    state = studding(most=1, price="big bet", like_for_like=True)
    assert legal(state) == ("p1 pay 4", "p1 no")
    assert refusal(state, "p1 sd 9c") == "pay 4 for the new card first"
    assert refusal(state, "p1 pay 3") == "a new card costs 4, not 3"
    state = after(state, "p1 pay 4")
    assert "which card goes" in refusal(state, "p1 sd")
    assert "nothing to pay for" in refusal(state, "p1 no")
    state = after(state, "p1 sd 9c, d dh p1 9d, p2 no, p3 no")
    assert stacks(state) == [95, 99, 99]
    assert state.pot == 7


def test_a_player_who_cannot_pay_for_a_twist_is_passed_over() -> None:
    state = own(deal("du"), {"step": "draw", "most": 1, "price": 5}, BET, stacks=(5, 100, 3))
    state = after(state, "d dh p1 ??2c, d dh p2 ??3c, d dh p3 ??4c")
    assert prompt(state).seat == 1
    assert announced(state) == ["Ann and Cy cannot pay 5 for a new card", "Bob may take a new card for 5"]


def test_a_queen_from_a_twist_is_not_the_last_up_card_while_others_may_twist() -> None:
    state = hand("follow-the-queen", (100, 100), modifiers=({"modifier": "twist", "price": "free"},))
    state = after(state, "d dh p1 ????2c, d dh p2 ????3c, p2 cc, p1 cc, d dh p1 4c, d dh p2 5c, p2 cc, p1 cc")
    state = after(state, "d dh p1 6d, d dh p2 7d, p2 cc, p1 cc, d dh p1 8d, d dh p2 Jd, p2 cc, p1 cc")
    state = after(state, "d dh p1 ??, d dh p2 ??, p2 cc, p1 cc, p1 sd 2c, d dh p1 Qh")
    assert state.wild.next_up
    assert not after(state, "p2 sd").wild.next_up
    assert wild(after(state, "p2 sd 3c, d dh p2 9h")).startswith("Nines are wild")


def test_the_game_may_set_how_many_cards_must_be_replaced() -> None:
    state = drawing(most=2, least=2)
    assert announced(state) == ["Ann replaces two cards"]
    assert labels(state) == ["Draws 2"]
    assert refusal(state, "p1 sd") == "at least 2 must be replaced, not 0"
    assert refusal(state, "p1 sd ??????") == "at most 2 may be replaced, not 3"
    assert prompt(after(state, "p1 sd ????, d dh p1 ????")).seat == 1
    assert labels(drawing(most=3, least=2)) == ["Draws 2", "Draws 3"]
    assert announced(drawing(most=3, least=2)) == ["Ann replaces two to three cards"]


def test_a_player_with_fewer_cards_replaces_all_of_them() -> None:
    state = own(deal("d"), {"step": "draw", "most": 3, "least": 2}, BET)
    state = after(state, "d dh p1 ??, d dh p2 ??, d dh p3 ??")
    assert labels(state) == ["Draws 1"]


def test_one_tap_enters_a_discard_and_its_unseen_new_cards() -> None:
    state = drawing()
    by_label = dict(zip(labels(state), prompt(state).asks, strict=True))
    assert by_label["Stands pat"].then == ()
    assert [*map(write_action, by_label["Draws 2"].then)] == ["d dh p1 ????"]


def test_one_tap_deals_all_new_cards_of_a_draw_together() -> None:
    state = drawing(together=True)
    assert all(ask.then == () for ask in prompt(state).asks)
    state = after(state, "p1 sd ????, p2 sd, p3 sd ??")
    assert (prompt_words(state), run_of(state)) == ("Deal the new cards face down", ["d dh p1 ????", "d dh p3 ??"])


def test_the_view_shows_how_many_each_drew_until_the_next_draw() -> None:
    state = own(deal("ddddd"), {"step": "draw"}, BET, {"step": "draw"}, BET)
    state = after(state, *(f"d dh p{n + 1} ??????????" for n in range(3)))

    def drew(now: State) -> list[int | None]:
        return [seat.drew for seat in view(now, TELEVISION).seats]

    assert drew(state) == [None, None, None]
    state = after(state, "p1 sd ????, d dh p1 ????, p2 sd, p3 sd ??, d dh p3 ??")
    assert drew(state) == [2, 0, 1]
    state = after(state, "p1 cc, p2 cc, p3 cc, p1 sd")
    assert drew(state) == [0, None, None]


def test_each_card_of_a_twist_is_paid_for_with_the_discard() -> None:
    state = drawing(most=3, ace_most=4, price="small bet", each=True)
    assert announced(state) == ["Ann may replace up to three cards, four with an ace showing for 2 each"]
    assert prompt_words(state) == "Ann draws for 2 each, or stands pat"
    assert refusal(state, "p1 pay 2") == "there is nothing to pay for now"
    state = after(state, "p1 sd ??????")
    assert announced(state) == ["Ann pays 6"]
    state = after(state, "d dh p1 ??????, p2 sd, p3 sd ??, d dh p3 ??")
    assert (stacks(state), state.pot) == ([93, 99, 97], 11)


def test_a_player_cannot_twist_more_cards_than_the_stack_pays_for() -> None:
    twist = {"step": "draw", "most": 3, "price": 2, "each": True}
    state = own(deal("ddddd"), twist, BET, stacks=(6, 2, 100))
    state = after(state, *(f"d dh p{n} ??????????" for n in (1, 2, 3)))
    assert [write_action(ask.action) for ask in prompt(state).asks] == ["p1 sd", "p1 sd ??", "p1 sd ????"]
    assert refusal(state, "p1 sd ??????") == "Ann has 5 behind"
    state = after(state, "p1 sd ????, d dh p1 ????")
    # Bob's last chip buys no card.
    assert (stacks(state), prompt(state).seat) == ([1, 1, 99], 2)


def test_a_draw_can_deal_one_card_more_than_was_discarded() -> None:
    state = after(drawing(gets="one more"), "p1 sd ????")
    assert prompt_words(state) == "Deal Ann 3 cards face down"
    assert refusal(state, "p2 sd") == "Ann is still to be dealt a card"
    state = after(state, "d dh p1 ??????, p2 sd, d dh p2 ??")
    assert [len(player.cards) for player in state.players] == [6, 6, 5]
    pat, one, *_ = prompt(state).asks
    assert list(map(write_action, (*pat.then, *one.then))) == ["d dh p3 ??", "d dh p3 ????"]


def test_a_draw_can_deal_one_card_fewer_than_was_discarded() -> None:
    state = after(drawing(gets="one fewer", together=True), "p1 sd ??????, p2 sd ??, p3 sd")
    assert run_of(state) == ["d dh p1 ????"]
    state = after(state, "d dh p1 ????")
    assert [len(player.cards) for player in state.players] == [4, 4, 5]
    assert prompt(state).kind == "bet"


def test_new_cards_come_face_up_if_the_game_says_so() -> None:
    state = after(drawing(most=2, up=True, together=True), "p1 sd ????, p2 sd, p3 sd ??")
    assert prompt_words(state) == "Ann's new up-card"
    assert refusal(state, "d dh p1 ????") == "it comes face up: name the card"
    state = after(state, "d dh p1 Ac, d dh p1 9d, d dh p3 Kc")
    assert [player.up for player in state.players] == [parse_cards("Ac9d"), (), parse_cards("Kc")]
    assert state.opener == 0


def test_the_rule_sheet_says_what_each_card_costs_and_how_many_are_dealt() -> None:
    every = "In turn from the dealer's left, each player may replace"
    twist = Draw(most=2, price="small bet", each=True)
    assert twist.words() == f"{every} up to two cards for the small bet each."
    more = (
        f"{every} up to three cards. Each player gets one card more than they threw away, including one who stands pat."
    )
    assert Draw(gets="one more").words() == more
    assert Draw(gets="one fewer").words().endswith(" cards. The new cards are one fewer than those thrown away.")
    assert Draw(most=1, up=True).words() == f"{every} one card. All new cards come face up."
    with pytest.raises(ValueError, match="like for like only if as many come"):
        Draw(like_for_like=True, gets="one more")


def test_a_player_may_draw_several_times_in_a_row_and_pays_each_time() -> None:
    state = after(drawing(most=1, times=3, price=2), "p1 pay 2, p1 sd ??, d dh p1 ??")
    assert prompt_words(state) == "Ann: a new card for 2?"
    state = after(state, "p1 pay 2, p1 sd ??, d dh p1 ??, p1 pay 2, p1 sd ??, d dh p1 ??")
    # Three times at most; Bob draws once.
    assert (stacks(state), prompt(state).seat) == ([93, 99, 99], 1)
    state = after(state, "p2 pay 2, p2 sd ??, d dh p2 ??, p2 no, p3 no")
    assert (prompt(state).kind, stacks(state)) == ("bet", [93, 97, 99])
    assert [view(state, TELEVISION).seats[seat].drew for seat in (0, 1)] == [3, 1]


def test_a_player_who_cannot_pay_again_is_not_asked_again() -> None:
    twist = {"step": "draw", "most": 1, "times": 3, "price": 2}
    state = after(own(deal("d"), twist, BET, stacks=(4, 100)), "d dh p1 ??, d dh p2 ??, p1 pay 2, p1 sd ??, d dh p1 ??")
    assert prompt(state).seat == 1


def test_free_draws_end_when_the_player_stands_pat() -> None:
    state = after(drawing(most=1, times=2), "p1 sd ??, d dh p1 ??, p1 sd, p2 sd ??, d dh p2 ??, p2 sd ??, d dh p2 ??")
    assert prompt(state).seat == 2
    assert Draw(most=1, times=2).words().endswith(" may replace one card, up to two times running.")
    with pytest.raises(ValueError, match="only a draw of one card for one"):
        Draw(most=2, times=2)
