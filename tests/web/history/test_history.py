"""Past hands, as records to download."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from app.night.db import writing
from app.night.history.replays import hand_key
from app.night.models import Hand
from app.record.text import read
from tests.web.tables import Table

Deal = Callable[..., Table]


def test_the_record_of_a_finished_hand_can_be_downloaded(client: FlaskClient, deal: Deal) -> None:
    table = deal("five-card-stud", 2, modifiers=["roll-your-own"])
    address = f"/n/{table.key}/hand/1.toml"
    assert client.get(address).status_code == 409
    table.enter("d misdeal")
    assert f'href="/h/{hand_key(table.hand)}.phh"' in client.get(f"/n/{table.key}/call").text
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"] == 'attachment; filename="hand-1.toml"'
    assert read(answer.text, "hand-1.toml").modifiers == ({"modifier": "roll-your-own"},)


@pytest.mark.parametrize("number", ["2", "0", "9" * 9, "9" * 60, "-1", "x", "1.5"])
def test_an_unknown_hand_has_no_record(client: FlaskClient, deal: Deal, number: str) -> None:
    table = deal()
    assert client.get(f"/n/{table.key}/hand/{number}.toml").status_code == 404
    assert client.get(f"/n/other/hand/{number}.toml").status_code == 404


def test_a_record_contains_the_game_as_dealt(client: FlaskClient, deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    table.enter("d misdeal")
    with writing() as session:
        session.get_one(Hand, table.hand).options = {"gone": True}
    answer = client.get(f"/n/{table.key}/hand/1.toml")
    assert answer.status_code == 200
    assert 'variant = "five-card-stud"' in answer.text
    assert "gone" not in answer.text
