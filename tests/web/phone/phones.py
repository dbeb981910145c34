"""Players' phones at a table: their pages, and answers posted from them."""

import re
from collections.abc import Callable, Mapping
from html import unescape
from typing import Any

from werkzeug.test import TestResponse

from app.hand.view import sealed
from app.night.db import db
from app.night.log import sealing
from app.night.people import seats as night_seats
from tests.night.test_sealed import lines_to_question
from tests.web.tables import HTMX, Table, hold

Deal = Callable[..., Table]

DEALT = ["d dh p1 ??Kh", "d dh p2 ??Tc", "d dh p3 ??2s"]


def phone_of(table: Table, name: str) -> str:
    """Return the address of a player's phone, claimed by the table's browser."""
    seats = night_seats.seats(table.night, with_left=True)
    return hold(table.client, next(seat.key for seat in seats if seat.name == name))


def phone_page(table: Table, name: str, **headers: str) -> str:
    """Return the page of a player's phone."""
    db.session.rollback()
    response = table.client.get(phone_of(table, name), headers=headers)
    assert response.status_code == 200
    return response.text


def words(html: str) -> str:
    """Return the text of a page, with single spaces, without the sentence that only old browsers show."""
    body = re.sub(r'<p class="too-old">.*?</p>', "", html.partition("<body")[2] or html)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", body.partition(">")[2])).split())


def answer(table: Table, name: str, action: str, headers: Mapping[str, str] = HTMX, **fields: Any) -> TestResponse:
    """Post an answer to the open question from a player's phone; return the response."""
    number = sealing.open_question(table.live)
    fields = {"hand": table.hand, "question": 0 if number is None else number, "action": action, **fields}
    return table.client.post(f"{phone_of(table, name)}/answer", data=fields, headers=dict(headers))


def deal_to_question(deal: Deal, game: str = "chicago", players: int = 3, **more: Any) -> Table:
    """Return the table of a hand at its first sealed question."""
    table = deal(game, players, **more)
    table.enter(*lines_to_question(table.live.state))
    assert sealed(table.live.state)
    return table
