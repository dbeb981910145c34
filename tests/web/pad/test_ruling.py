"""The dealer's own ruling: buttons that stay where they are, ties, and what is kept of it."""

import re
from collections.abc import Callable

import pytest

from tests.web.dealer.test_dealer import region, to_showdown
from tests.web.tables import Table

Deal = Callable[..., Table]


def way(html: str, label: str) -> str:
    """Return the attributes of a button by its label."""
    found = re.search(rf"<button ([^>]*)>{label}</button>", html)
    assert found, label
    return found[1]


def test_every_button_is_there_before_the_first_name_is_tapped(deal: Deal) -> None:
    table = to_showdown(deal)
    ways = ("Tie", "Award the pot")
    assert all("disabled" in way(table.get("?rule=high"), label) for label in ways)
    assert not any("disabled" in way(table.get("?rule=high+p2"), label) for label in ways)


def test_the_players_are_at_their_places_at_the_table(deal: Deal) -> None:
    table = to_showdown(deal)
    html = table.get("?rule=high")
    for name in ("Ann", "Bob"):
        seat = re.search(rf'<section class="seat (t\d x\d u\d [lr])[^"]*"\s+aria-label="{name}">', html)
        assert seat
        assert f'class="{seat[1]}"' in way(html, name)


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("high", "Who wins the pot? Tap the winner"),
        ("high+p2", "Bob wins the pot"),
        ("high+p2+%3D", "Tap who ties with Bob"),
        ("high+p1%3Dp2", "Ann and Bob win the pot"),
        ("high+p2+p1", "Ann wins what is left over"),
    ],
)
def test_it_says_what_the_names_tapped_so_far_come_to(deal: Deal, rule: str, text: str) -> None:
    assert f"I'll rule {text} Cards" in region(to_showdown(deal).get(f"?rule={rule}"), "Next")


def test_a_refusal_keeps_the_names_that_were_tapped(deal: Deal) -> None:
    table = to_showdown(deal)
    answer = table.post(action="p1 flies", rule="high p2")
    assert answer.status_code == 422
    assert "1. Bob" in answer.text


def test_undo_takes_back_the_last_name_before_anything_that_was_entered(deal: Deal) -> None:
    table = to_showdown(deal)
    entered = len(table.live.actions)
    assert table.post("undo", rule="high p2 p1").location == f"{table.url}?rule=high+p2"
    assert table.post("undo", rule="high p2 =").location == f"{table.url}?rule=high+p2"
    assert len(table.live.actions) == entered
