"""Whether phones ask the dealer, as it is set on the players page."""

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
    url = f"/n/{nights()[0].key}/night"
    assert not free(client.get(url).text)
    assert client.post(f"{url}/phones", data={"free": ["0", "1"]}).location == url
    html = client.get(url).text
    assert free(html)
    assert "Phones buy chips and sit out without asking" in html
    assert not friday().asks_dealer
    client.post(f"{url}/phones", data={"free": "0"})
    assert not free(client.get(url).text)
    assert friday().asks_dealer


def friday() -> Night:
    (night,) = nights()
    return night
