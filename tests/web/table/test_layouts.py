"""Common cards in a layout on the dealer's screen, the television and the phones."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.web.phone.phones import phone_page
from tests.web.tables import Table, buttons

Deal = Callable[..., Table]

DEALT = ["d dh p1 ??????????", "d dh p2 ??????????", "p1 cc", "p2 cc"]
CHECKS = ["p1 cc", "p2 cc"]
BOARD = [line for card in ("Ts", "Ks", "Qs", "Js", "2d") for line in (f"d db {card}", *CHECKS)]


def layout(html: str) -> list[str]:
    """Return the names of cards and empty places in the layout, row by row; ``>`` marks the next one."""
    rows = re.findall(r'<div class="layout-row">(.*?)</div>', html, re.S)
    return [", ".join(f"{'>' * ('awaited' in mark)}{name}" for mark, name in names(row)) for row in rows]


def names(row: str) -> list[tuple[str, str]]:
    return re.findall(r'class="((?:place outline|card)[^"]*)" role="img"\s+aria-label="([^"]*)"', row)


def test_the_dealer_chooses_the_place_of_the_next_card(deal: Deal) -> None:
    table = deal("iron-cross", 2)
    table.enter(*DEALT)
    html = table.get()
    assert "Turn up the left, top, right or bottom card" in html
    assert [name for name in buttons(html) if name in ("Left", "Top", "Right", "Bottom")] == [
        "Left",
        "Top",
        "Right",
        "Bottom",
    ]
    assert layout(html)[1] == ">left, face down, centre, face down, right, face down"
    html = table.get("?arm=.3")
    assert layout(html) == [
        "top, face down",
        "left, face down, centre, face down, right, face down",
        ">bottom, face down",
    ]
    table.post(action="d db CARD to bottom", card="Qs", looking=".3")
    assert layout(table.get())[2] == "Queen of spades"
    assert "Bottom: queen of spades" in table.get("?log=1")
    assert "d db Qs to bottom" in table.live.actions


def test_a_card_with_only_one_place_needs_no_choice(deal: Deal) -> None:
    table = deal("iron-cross", 2)
    table.enter(*DEALT, *BOARD[:12])
    html = table.get()
    assert "Turn up the centre card" in html
    assert "Centre" not in buttons(html)
    assert ">centre, face down" in layout(html)[1]


def test_the_settlement_shows_the_layout_and_names_the_line(deal: Deal) -> None:
    table = deal("iron-cross", 2)
    table.enter(*DEALT, *BOARD, "p1 sm As9s4h7c3d", "p2 sm 2h2c5d8h9d")
    television = table.client.get(f"/tv/{table.night.watch_key}").text
    for html in (table.get(), television, phone_page(table, "Ann")):
        assert layout(html) == ["King of spades", "10 of spades, 2 of diamonds, Queen of spades", "Jack of spades"]
        assert html.count('class="place on-line"') == 3
        assert "with the column" in html.lower()
