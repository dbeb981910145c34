"""Run it twice: offered beside the card keys, both boards on every screen, undone tap by tap."""

from collections.abc import Callable

from app.games.house import Stakes
from app.night.db import db
from app.night.models import Night
from app.night.people.seats import seats
from tests.web.tables import Table, buttons, hold


def test_two_boards_are_dealt_shown_and_taken_back(deal: Callable[..., Table]) -> None:
    table = deal("texas-holdem", 2, stakes=Stakes(ante=1, limit="none", small=2, big=4, min_bet=2))
    table.enter("d dh p1 ????", "d dh p2 ????", "p1 cbr 99", "p2 cc", "d db 2c7d9h", "d db 8h")
    assert "Run it twice" in (offered := buttons(table.get()))
    assert "Middle" not in offered  # the next card can only go there
    table.post(action="d twice")
    assert "A card to the first board" in table.client.get(table.url).text
    table.post(action="d db 3s")
    assert "Muck" not in table.client.get(table.url).text
    table.enter("p1 sm AsAd", "p2 sm 8c8d")
    # Three eights have won half of the 200; the river is dealt once more.
    night = db.session.get_one(Night, table.live.hand.night_id)
    for address in (table.url, f"/tv/{night.watch_key}", hold(table.client, seats(night)[0].key)):
        page = table.client.get(address).text
        assert "Bob wins 100 with three eights, the first board" in page
        assert page.count('class="layout-row"') == 2
    table.post(action="d db Ah")
    page = table.client.get(table.url).text
    assert "Push <b>100</b> to Ann" in page
    assert "Second board 100" in page
    table.post("undo")
    table.post("undo")
    assert table.live.state.run == 1
    table.post("redo")
    table.post("redo")
    assert table.live.over
