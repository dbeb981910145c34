"""Asks: the action that answers an ask, and whether a given action answers it."""

from __future__ import annotations

import pytest

from app.cards.card import UNSEEN, parse_cards
from app.hand.action import Action
from app.hand.ask import Ask, TakesAmount, TakesCards, TakesOrder
from app.hand.notation import parse_action, write_action
from app.hand.play import prompt
from tests.hand.at_table import after, hand

ACES = parse_cards("AcAd")
FOLD = Ask(Action("f", 1))
DEAL = Ask(Action("dh", to=2, cards=(UNSEEN, UNSEEN)), TakesCards("deck"))
DISCARD = Ask(Action("sd", 1), TakesCards("hand", 1, 3))
RAISE = Ask(Action("cbr", 1), TakesAmount(4, 98))
RULE = Ask(Action("ranks", word="high"), TakesOrder())


def test_an_ask_for_a_complete_action_is_answered_by_that_action() -> None:
    assert FOLD.answer() == FOLD.action
    assert FOLD.answer(cards=ACES, amount=3) == FOLD.action


def test_chosen_cards_follow_the_given_ones() -> None:
    assert write_action(DEAL.answer(cards=ACES[:1])) == "d dh p3 ????Ac"
    assert write_action(DISCARD.answer(cards=ACES)) == "p2 sd AcAd"


def test_chips_and_players_are_filled_in() -> None:
    assert write_action(RAISE.answer(amount=20)) == "p2 cbr 20"
    assert write_action(RULE.answer(order=(frozenset({1}), frozenset({0, 2})))) == "d ranks high p2 p1=p3"


def test_an_ask_belongs_to_the_player_acting_or_dealt_to_or_to_the_table() -> None:
    assert [ask.seat for ask in (FOLD, DEAL, RULE)] == [1, 2, None]


def test_an_ask_takes_cards_or_an_amount_or_neither() -> None:
    assert (DISCARD.cards, DISCARD.amount) == (TakesCards("hand", 1, 3), None)
    assert (RAISE.cards, RAISE.amount) == (None, TakesAmount(4, 98))
    assert (RULE.cards, RULE.amount) == (FOLD.cards, FOLD.amount) == (None, None)


@pytest.mark.parametrize(
    ("ask", "line"),
    [
        (FOLD, "p2 f"),
        (DEAL, "d dh p3 ????Ac"),
        (DEAL, "d dh p3 ??????"),
        (DISCARD, "p2 sd ??"),
        (DISCARD, "p2 sd AcAdAhAs"),
        (RAISE, "p2 cbr 4"),
        (RAISE, "p2 cbr 1000"),
        (RULE, "d ranks high p1=p2"),
    ],
)
def test_an_action_answers_an_ask_with_any_cards_or_amount(ask: Ask, line: str) -> None:
    assert ask.answered_by(parse_action(line))


@pytest.mark.parametrize(
    ("ask", "line"),
    [
        (FOLD, "p1 f"),
        (FOLD, "p2 cc"),
        (FOLD, "p2 f !"),
        (DEAL, "d dh p2 ????Ac"),
        (DEAL, "d dh p3 ????"),
        (DEAL, "d dh p3 AcAdAh"),
        (DISCARD, "p2 sd"),
        (DISCARD, "p1 sd Ac"),
        (RAISE, "p2 allin 4"),
        (RAISE, "p2 cbr 4 !"),
        (RULE, "d ranks low p1"),
        (RULE, "d ranks high"),
    ],
)
def test_an_action_by_another_player_or_of_another_kind_does_not_answer_an_ask(ask: Ask, line: str) -> None:
    assert not ask.answered_by(parse_action(line))


def test_mucking_and_showing_answer_different_asks() -> None:
    state = after(hand("five-card-stud", (1, 1)), "d dh p1 ??Kh, d dh p2 ??5c")
    state = after(state, "d dh p1 2c, d dh p2 3c, d dh p1 4c, d dh p2 6c, d dh p1 7c, d dh p2 8c")
    muck = parse_action("p1 sm")
    assert [ask.manner for ask in prompt(state).asks if ask.answered_by(muck)] == ["mucks"]
