"""The switches among a night's settings: whether phones ask the dealer, whether televisions show odds."""

import re

import pytest
from flask.testing import FlaskClient

from app.night.models import Night
from app.night.nights import nights


def is_on(html: str, name: str) -> bool:
    switch = re.search(rf'<input type="checkbox" role="switch" id="{name}"[^>]*>', html)
    assert switch
    return "checked" in switch[0]


@pytest.mark.parametrize(
    ("page", "name", "label"),
    [
        ("phones", "free", "Phones buy chips and sit out without asking"),
        ("odds", "odds", "The television shows the odds at an all-in"),
    ],
)
def test_a_switch_is_off_until_it_is_switched_on(client: FlaskClient, page: str, name: str, label: str) -> None:
    client.post("/", data={"name": "Friday"})
    url = f"/n/{nights()[0].key}"
    assert not is_on(client.get(f"{url}/settings").text, name)
    assert client.post(f"{url}/night/{page}", data={name: ["0", "1"]}).location == f"{url}/settings"
    html = client.get(f"{url}/settings").text
    assert is_on(html, name)
    assert label in html
    assert switches(friday()) == (page != "phones", page == "odds")
    client.post(f"{url}/night/{page}", data={name: "0"})
    assert not is_on(client.get(f"{url}/settings").text, name)
    assert switches(friday()) == (True, False)


def test_phones_buy_nothing_if_the_table_counts_its_own_chips(client: FlaskClient) -> None:
    client.post("/", data={"name": "Friday", "tracked": "0"})
    page = client.post(f"/n/{friday().key}/night/phones", data={"free": "1"}, follow_redirects=True).text
    assert "Phones sit out without asking" in page
    assert "Phones may sit out without asking" in page
    assert "buy chips" not in page


def switches(night: Night) -> tuple[bool, bool]:
    return night.asks_dealer, night.all_in_odds


def friday() -> Night:
    (night,) = nights()
    return night
