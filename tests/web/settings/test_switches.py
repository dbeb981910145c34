"""Whether phones ask the dealer, as it is set among the settings."""

import re

from flask.testing import FlaskClient

from app.night.models import Night
from app.night.nights import nights


def free(html: str) -> bool:
    switch = re.search(r'<input type="checkbox" role="switch" id="free"[^>]*>', html)
    assert switch
    return "checked" in switch[0]


def test_phones_ask_until_they_are_let_do_without(client: FlaskClient) -> None:
    client.post("/", data={"name": "Friday"})
    url = f"/n/{nights()[0].key}"
    assert not free(client.get(f"{url}/settings").text)
    assert client.post(f"{url}/night/phones", data={"free": ["0", "1"]}).location == f"{url}/settings"
    html = client.get(f"{url}/settings").text
    assert free(html)
    assert "Phones buy chips and sit out without asking" in html
    assert not friday().asks_dealer
    client.post(f"{url}/night/phones", data={"free": "0"})
    assert not free(client.get(f"{url}/settings").text)
    assert friday().asks_dealer


def friday() -> Night:
    (night,) = nights()
    return night
