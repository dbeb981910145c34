"""The dealer's own ruling: buttons that stay in place, ties, and what is stored."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.dealer.test_dealer import buttons, region, to_showdown
from tests.web.tables import Table

Deal = Callable[..., Table]


def attributes_of(html: str, label: str) -> str:
    """Return the attributes of a button by its label."""
    match = re.search(rf"<button ([^>]*)>{label}</button>", html)
    assert match, label
    return match[1]


def test_every_button_is_shown_before_the_first_tap(deal: Deal) -> None:
    table = to_showdown(deal)
    labels = ("Tie", "Award the pot")
    assert all("disabled" in attributes_of(table.get("?rule=high"), label) for label in labels)
    assert not any("disabled" in attributes_of(table.get("?rule=high+p2"), label) for label in labels)


def test_the_players_buttons_are_placed_like_their_seats(deal: Deal) -> None:
    table = to_showdown(deal)
    html = table.get("?rule=high")
    for name in ("Ann", "Bob"):
        seat = re.search(rf'<section class="seat (t\d x\d u\d [lr])[^"]*"\s+aria-label="{name}">', html)
        assert seat
        assert f'class="{seat[1]}"' in attributes_of(html, name)


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("high", "Who wins the pot? Tap the winner"),
        ("high+p2", "Bob wins the pot"),
        ("high+p2+%3D", "Tap who ties with Bob"),
        ("high+p1%3Dp2", "Ann and Bob win the pot"),
        ("high+p2+p1", "Bob wins the pot"),
    ],
)
def test_the_pad_shows_the_ruling_so_far(deal: Deal, rule: str, text: str) -> None:
    assert f"Pick the winner {text} Cards" in region(to_showdown(deal).get(f"?rule={rule}"), "Next")


#: Cards and bets of a hand in which Ann is all in: a main pot of 9 and a side pot of 4.
ALL_IN = (
    *("d dh p1 ??Kh", "d dh p2 ??Qh", "d dh p3 ??2c", "p1 allin 2", "p2 cc", "p3 cc"),
    *("d dh p1 Kd", "d dh p2 Qd", "d dh p3 4c", "p2 cbr 2", "p3 cc"),
    *("d dh p1 9d", "d dh p2 Td", "d dh p3 5c", "p2 cc", "p3 cc"),
    *("d dh p1 8d", "d dh p2 7d", "d dh p3 8c", "p2 cc", "p3 cc"),
)


def all_in(deal: Deal, *modifiers: Any) -> Table:
    table = deal("five-card-stud", 3, tracked=False, modifiers=modifiers)
    table.enter(*ALL_IN)
    return table


def test_the_pad_asks_who_wins_the_hand_if_the_losers_pay(deal: Deal) -> None:
    table = deal("three-five-seven", 3)
    table.enter(*(f"d dh p{n} ??????" for n in (1, 2, 3)), *(f"p{n} declare in" for n in (1, 2, 3)))
    assert "Who wins the hand? Tap the winner" in region(table.get(), "Next")
    assert "Ann and Bob win the hand" in region(table.get("?rule=high+p1%3Dp2"), "Next")
    assert attributes_of(table.get("?rule=high+p1%3Dp2"), "The others pay")


def test_each_side_pot_is_ruled_on_after_the_main_pot_among_its_players(deal: Deal) -> None:
    table = all_in(deal)
    assert "Who wins the main pot? Tap the winner" in region(table.get("?rule=high"), "Next")
    html = table.get("?rule=high+p1")
    assert "Who wins the side pot? Tap the winner" in region(html, "Next")
    assert "disabled" in attributes_of(html, "Award the pot")
    html = table.get("?rule=high+p1+p3")
    assert "Ann wins the main pot. Cy wins the side pot" in region(html, "Next")
    assert "disabled" in attributes_of(html, "Bob")
    assert 'value="d ranks high p1 p3"' in attributes_of(html, "Award the pot")


def test_a_main_pot_winner_who_plays_for_the_side_pot_wins_both(deal: Deal) -> None:
    html = all_in(deal).get("?rule=high+p2")
    assert "Bob wins every pot" in region(html, "Next")
    assert "disabled" in attributes_of(html, "Ann")


def test_undo_takes_back_the_winner_of_the_side_pot_first(deal: Deal) -> None:
    table = all_in(deal)
    assert table.post("undo", rule="high p1 p3").location == f"{table.url}?rule=high+p1"
    assert "Who wins the side pot?" in region(table.get("?rule=high+p1"), "Next")


def test_a_player_who_mucked_has_no_button_but_stays_listed_for_the_side_pot(deal: Deal) -> None:
    table = all_in(deal, {"modifier": "hi-lo", "style": "cards speak"})
    table.enter("d ranks high p1 p2", "p2 sm")
    html = table.get("?rule=low")
    assert "Bob" not in buttons(html)
    assert "Side pot 4 Bob, Cy" in region(html, "Pot")


def test_each_share_is_ruled_on_pot_by_pot(deal: Deal) -> None:
    table = all_in(deal, {"modifier": "hi-lo", "style": "cards speak"})
    assert "Who wins the high in the side pot? Tap the winner" in region(table.get("?rule=high+p1"), "Next")
    table.enter("d ranks high p1 p2")
    html = table.get("?rule=low+p3")
    assert "Cy wins the low" in region(html, "Next")
    assert 'value="d ranks low p3"' in attributes_of(html, "Award the low")


def test_a_share_that_only_one_player_declared_needs_no_ruling(deal: Deal) -> None:
    table = all_in(deal, "hi-lo")
    table.enter("p1 declare high", "p2 declare high", "p3 declare low")
    html = table.get("?rule=high+p1")
    assert "Ann wins the high in the main pot. Bob wins the high in the side pot" in region(html, "Next")
    assert "Cy wins the low" in region(table.get("?rule=low"), "Next")
    table.enter("d ranks high p1", "d ranks low")
    assert table.live.over


def test_a_share_with_a_qualifier_may_have_no_winner(deal: Deal) -> None:
    table = all_in(deal, {"modifier": "hi-lo", "style": "cards speak", "qualifier": "8"})
    assert 'value="d ranks low"' in attributes_of(table.get("?rule=low"), "Nobody")
    html = table.get("?rule=low+p1")
    assert "Who wins the low in the side pot? Tap the winner" in region(html, "Next")
    assert 'value="d ranks low p1"' in attributes_of(html, "Nobody")
    assert "disabled" in attributes_of(table.get("?rule=low+p1+p3"), "Nobody")
    assert "Nobody" not in table.get("?rule=high")


def test_a_refusal_keeps_the_names_that_were_tapped(deal: Deal) -> None:
    table = to_showdown(deal)
    answer = table.post(action="p1 flies", rule="high p2")
    assert answer.status_code == 422
    assert "1. Bob" in answer.text


def test_undo_takes_back_the_last_name_before_any_action(deal: Deal) -> None:
    table = to_showdown(deal)
    entered = len(table.live.actions)
    assert table.post("undo", rule="high p2 p1").location == f"{table.url}?rule=high+p2"
    assert table.post("undo", rule="high p2 =").location == f"{table.url}?rule=high+p2"
    assert len(table.live.actions) == entered


@pytest.mark.parametrize(
    ("game", "entered"),
    [
        ("chips-only", ("d bets", "p1 cc", "p2 cc", "d ok")),
        ("guts-three-card", ("d dh p1 ??????", "d dh p2 ??????", "p1 declare in", "p2 declare in")),
    ],
)
def test_undo_undoes_the_last_action_if_no_name_was_tapped(deal: Deal, game: str, entered: tuple[str, ...]) -> None:
    table = deal(game, 2)
    table.enter(*entered)
    html = table.get()
    assert "Who wins the pot? Tap the winner" in region(html, "Next")
    posted = re.search(r'name="rule" value="([^"]*)"', html)
    assert posted
    table.post("undo", rule=posted[1])
    assert len(table.live.actions) < len(entered)
