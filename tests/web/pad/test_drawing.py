"""A hand of draw poker on the dealer's screen: one tap for each player's draw, which stays on the seat."""

from __future__ import annotations

from collections.abc import Callable

from flask.testing import FlaskClient

from tests.web.pressing import Page, open_page
from tests.web.tables import Table

Deal = Callable[..., Table]


def tap(client: FlaskClient, table: Table, *names: str) -> Page:
    """Tap buttons in order; return the screen after the last."""
    for name in names:
        page = open_page(client, table.url)
        button = next((button for button in page.buttons if button.label == name), None)
        assert button is not None, f"no button {name!r} among {page.names}"
        assert table.post(action=button.value).status_code == 303
    return open_page(client, table.url)


def test_a_hand_of_five_card_draw_takes_a_tap_for_each_draw(deal: Deal, client: FlaskClient) -> None:
    table = deal("five-card-draw", 3)
    tap(
        client, table, "Dealt", "All 3 check", "Draws 2", "Stands pat", "Draws 4, showing an ace", "Bet", "Fold", "Fold"
    )
    lines = list(table.live.actions)
    assert lines[6:] == [
        *("p1 sd ????", "d dh p1 ????", "p2 sd", "p3 sd ????????", "d dh p3 ????????"),
        *("p1 cbr 2", "p2 f", "p3 f"),
    ]
    assert table.live.state.result is not None


def test_undo_takes_back_a_draw_with_its_new_cards(deal: Deal, client: FlaskClient) -> None:
    table = deal("five-card-draw", 3)
    tap(client, table, "Dealt", "All 3 check", "Draws 3")
    assert len(table.live.actions) == 8
    table.post("undo")
    assert len(table.live.actions) == 6


def test_the_seat_shows_the_number_drawn(deal: Deal, client: FlaskClient) -> None:
    table = deal("double-draw", 2)
    page = tap(client, table, "Dealt", "All 2 check", "Draws 3", "Stands pat")
    assert "drew 3" in page.regions["Ann"]
    assert "pat" in page.regions["Bob"]
    page = tap(client, table, "All 2 check", "Stands pat")
    assert "drew" not in page.regions["Ann"]


def test_the_pad_says_what_it_takes_to_open(deal: Deal, client: FlaskClient) -> None:
    table = deal("jacks-or-better", 2)
    page = tap(client, table, "Dealt")
    assert "Ann to act: a pair of jacks or better opens" in page.regions["Next"]
    page = tap(client, table, "All 2 check")
    assert "Throw in and deal again: nobody opened" in page.regions["Next"]
