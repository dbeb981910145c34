"""Hands all in with cards to come: turned up, and run twice on every screen, undone tap by tap."""

import re
from collections.abc import Callable

import pytest

from app.cards.card import parse_cards
from app.games.house import Stakes
from app.night.db import db
from app.night.models import Night
from app.night.people.seats import seats
from tests.web.tables import Table, buttons, hold


def test_two_boards_are_dealt_shown_and_undone(deal: Callable[..., Table]) -> None:
    table = deal("texas-holdem", 2, stakes=Stakes(ante=1, limit="none", small=2, big=4, min_bet=2))
    table.enter("d dh p1 ????", "d dh p2 ????", "p1 cbr 99", "p2 cc", "d db 2c7d9h", "d db 8h")
    assert "Run it twice" in (offered := buttons(table.get()))
    assert "Middle" not in offered  # the next card can only go there
    table.post(action="d twice")
    assert "A card to the first board" in table.client.get(table.url).text
    table.post(action="d db 3s")
    assert "Muck" not in table.client.get(table.url).text
    table.enter("p1 sm AsAd", "p2 sm 8c8d")
    # Three eights have won the first half of the 200; a second river is next.
    night = db.session.get_one(Night, table.live.hand.night_id)
    for address in (table.url, f"/tv/{night.watch_key}", hold(table.client, seats(night)[0].key)):
        page = table.client.get(address).text
        assert "Bob wins 100 with three eights, the first board" in page
        assert page.count('class="layout-row"') == 2
    table.post(action="d db Ah")
    page = table.client.get(table.url).text
    assert "Push <b>100</b> to Ann" in page
    assert "Second board: 100" in page
    table.post("undo")
    table.post("undo")
    assert table.live.state.board_number == 1
    table.post("redo")
    table.post("redo")
    assert table.live.over


def test_hands_are_turned_up_before_the_last_cards(deal: Callable[..., Table]) -> None:
    table = deal("texas-holdem", 3, stakes=Stakes(ante=1, limit="none", small=2, big=4, min_bet=2))
    table.enter("d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p1 cbr 99")
    assert "Turn up hands" not in buttons(table.get())
    table.enter("p2 cc", "p3 f")
    html = table.get()
    assert "Turn up hands" in buttons(html)
    turns_up = {name: re.search(rf'value="([^"]*)"[^>]*>{name}<', html) for name in ("Ann", "Bob", "Cy")}
    assert turns_up["Cy"] is None
    assert turns_up["Bob"] is not None
    looking = turns_up["Bob"][1]
    assert "Bob: 2 down cards to tap" in table.get(f"?arm={looking}")
    first = table.post(action="p2 sm CARDS", card="Kd", looking=looking)
    assert "Bob: 1 down card to tap" in table.client.get(first.location).text
    second = table.post(action="p2 sm CARDS", card="Kc", looking=looking, held="Kd")
    assert [card.card for card in table.live.state.players[1].cards] == [*parse_cards("KdKc")]
    html = table.client.get(second.location).text
    assert "pair of kings" in html
    assert "Ann: 2 down cards to tap" in html
    assert "Go on" in buttons(html)
    assert "3 cards to the middle" in table.get()
    asks_ann = second.location.partition("arm=")[2]
    table.post(action="p1 sm CARDS", card="As", looking=asks_ann, held="")
    last = table.post(action="p1 sm CARDS", card="Ad", looking=asks_ann, held="As")
    html = table.client.get(last.location).text
    assert "3 cards to the middle" in html
    assert "Turn up hands" not in buttons(html)
    table.enter("d db 2c7d9h", "d db 8h", "d db 3s")
    assert table.live.over


@pytest.mark.parametrize(("game", "cards"), [("five-card-stud", "??"), ("chicago", "????")])
def test_hands_are_not_turned_up_while_players_are_dealt_more_cards(
    deal: Callable[..., Table], game: str, cards: str
) -> None:
    table = deal(game, 2, stakes=Stakes(ante=1, limit="none", small=2, big=4, min_bet=2))
    table.enter(f"d dh p1 {cards}Kh", f"d dh p2 {cards}Qc", "p1 cbr 99", "p2 cc")
    assert "Turn up hands" not in buttons(table.get())
