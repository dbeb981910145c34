"""The links of a night: their QR codes, who sees them, and renewing them."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
import segno
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app.night.access import grants
from app.night.access.rights import PHONE
from app.night.db import night_changed
from app.night.models import Night
from app.night.nights import nights
from app.night.people.seats import seats
from app.night.play.call import end_night
from tests.seating import add_player
from tests.web.players.nights import Friday
from tests.web.tables import Table, buttons, hold

LAN = "http://192.168.1.5:8000"


@pytest.fixture
def friday(client: FlaskClient) -> Night:
    """Return a night with Ann, Bob and Cy."""
    return Friday(client).sit("Ann", "Bob", "Cy").night


def fetch(client: FlaskClient, path: str, **more: Any) -> str:
    answer = client.get(path, base_url=more.pop("base_url", LAN), **more)
    assert answer.status_code == 200
    return answer.text


def links(client: FlaskClient, night: Night, **more: Any) -> str:
    return fetch(client, f"/n/{night.key}/links", **more)


def codes(html: str) -> dict[str, tuple[tuple[int, ...], ...]]:
    """Return the QR codes of a page by name, read back from the drawing: 1 for each dark module."""
    codes = {}
    for size, name, path in re.findall(
        r'<svg class="qr" viewBox="0 0 (\d+) \d+" role="img" aria-label="([^"]+)".*?<path d="([^"]+)"', html
    ):
        grid = [[0] * int(size) for _ in range(int(size))]
        for x, y, wide, back in re.findall(r"M(\d+) (\d+)h(\d+)v1H(\d+)z", path):
            assert x == back
            grid[int(y)][int(x) : int(x) + int(wide)] = [1] * int(wide)
        codes[unescape(name)] = tuple(map(tuple, grid))
    return codes


def code_of(text: str) -> tuple[tuple[int, ...], ...]:
    """Return the QR code of a text, with the light margin that readers need."""
    return tuple(map(tuple, segno.make(text, micro=False, error="m").matrix_iter(scale=1, border=4)))


def addresses(html: str) -> list[str]:
    return [unescape(re.sub("<.*?>", "", address)) for address in re.findall(r'<p class="address">(.*?)</p>', html)]


def test_every_qr_code_contains_the_address_beside_it(client: FlaskClient, friday: Night) -> None:
    html = links(client, friday)
    ann, bob, cy = seats(friday)
    wanted = {
        "QR code: Television": f"{LAN}/tv/{friday.watch_key}",
        "QR code: A seat at the table": f"{LAN}/j/{friday.join_code}",
        "QR code: Ann's phone": f"{LAN}/p/{ann.key}",
        "QR code: Bob's phone": f"{LAN}/p/{bob.key}",
        "QR code: Cy's phone": f"{LAN}/p/{cy.key}",
        "QR code: Dealer's tablet": f"{LAN}/n/{friday.key}/",
    }
    assert codes(html) == {name: code_of(url) for name, url in wanted.items()}
    assert addresses(html) == [url.removeprefix("http://").rstrip("/") for url in wanted.values()]
    assert re.findall(r'data-copy="([^"]+)"', html) == list(wanted.values())


def test_every_address_opens_its_screen(client: FlaskClient, friday: Night) -> None:
    html = links(client, friday)
    for address in re.findall(r'data-copy="([^"]+)"', html):
        answer = client.application.test_client().get(address.removeprefix(LAN), follow_redirects=True)
        assert answer.status_code == 200


def test_the_page_says_if_no_player_is_seated(client: FlaskClient) -> None:
    client.post("/")
    html = links(client, nights()[0])
    assert "Nobody is seated yet" in html
    assert list(codes(html)) == ["QR code: Television", "QR code: A seat at the table", "QR code: Dealer's tablet"]


def test_a_players_code_has_a_page_with_links_to_the_neighbours(client: FlaskClient, friday: Night) -> None:
    ann, bob, cy = seats(friday)
    html = fetch(client, f"/n/{friday.key}/links/seat/{bob.id}")
    assert codes(html) == {"QR code: Bob's phone": code_of(f"{LAN}/p/{bob.key}")}
    assert f'rel="prev" href="/n/{friday.key}/links/seat/{ann.id}"' in html
    assert f'rel="next" href="/n/{friday.key}/links/seat/{cy.id}"' in html
    assert f'rel="next" href="/n/{friday.key}/links/seat/{ann.id}"' in fetch(
        client, f"/n/{friday.key}/links/seat/{cy.id}"
    )


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_opened_on_the_server_itself_the_page_shows_the_network_address(
    client: FlaskClient, friday: Night, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.address.lan_address", lambda: "192.168.1.5")
    html = links(client, friday, headers={"Host": host})
    assert f"{LAN}/tv/{friday.watch_key}" in html
    assert "No other device can open" not in html


def test_the_page_says_if_the_server_has_no_network(
    client: FlaskClient, friday: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.address.lan_address", lambda: None)
    html = links(client, friday, headers={"Host": "localhost:8000"})
    assert "this machine is not on a network" in html
    assert f"http://localhost:8000/tv/{friday.watch_key}" in html


def test_the_page_says_if_the_server_only_serves_its_own_machine(client: FlaskClient, friday: Night) -> None:
    client.application.config["LISTENS_ON"] = "127.0.0.1"
    html = links(client, friday, headers={"Host": "localhost:8000"})
    assert "Upcard was started for this machine only" in html
    (ann, *_) = seats(friday)
    assert "this machine only" in fetch(
        client, f"/n/{friday.key}/links/seat/{ann.id}", headers={"Host": "localhost:8000"}
    )


@pytest.mark.parametrize(
    "host",
    [
        "",
        "<b>",
        '"><script>',
        "a b",
        "a" * 5000,
        "x:99999999",
        "x:y",
        "[::",
        "[::1",
        "é",
        "..",
        ":8000",
        "[x]:1",
        "%00",
    ],
)
def test_no_page_repeats_a_malformed_host(
    client: FlaskClient, friday: Night, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.address.lan_address", lambda: "192.168.1.5")
    for path in ("", f"/seat/{seats(friday)[0].id}"):
        answer = client.get(
            f"/n/{friday.key}/links{path}", environ_overrides={"HTTP_HOST": host, "SERVER_PORT": "8000"}
        )
        assert answer.status_code in (200, 421)
        assert "<script>" not in answer.text
        assert "<b>" not in answer.text


def test_names_are_escaped(client: FlaskClient, friday: Night) -> None:
    add_player(friday, '<i>"Di"</i>', 100)
    html = links(client, friday) + fetch(client, f"/n/{friday.key}/links/seat/{seats(friday)[-1].id}")
    assert "<i>" not in html
    assert "&lt;i&gt;&#34;Di&#34;" in html


def renew(client: FlaskClient, night: Night, what: str) -> TestResponse:
    return client.post(f"/n/{night.key}/links/{what}/renew", base_url=LAN)


def test_a_phones_link_is_renewed_and_its_new_code_shown(client: FlaskClient, friday: Night) -> None:
    ann = seats(friday)[0]
    answer = renew(client, friday, f"seat/{ann.id}")
    assert answer.status_code == 303
    html = fetch(client, answer.location)
    new = seats(friday)[0].key
    assert new != ann.key
    assert codes(html) == {"QR code: Ann's phone": code_of(f"{LAN}/p/{new}")}
    assert "The old link no longer works" in html
    assert client.get(f"/p/{ann.key}").status_code == 404
    assert client.get(f"/p/{new}").status_code == 200


def test_renewing_a_players_link_notifies_all_their_nights(client: FlaskClient, friday: Night) -> None:
    client.post("/", data={"name": "Saturday"})
    saturday = nights()[0]
    add_player(saturday, "Ann", 100)
    notified: list[int] = []
    with night_changed.connected_to(notified.append):
        renew(client, friday, f"seat/{seats(friday)[0].id}")
    assert sorted(notified) == [friday.id, saturday.id]


def test_a_dealer_of_an_earlier_night_cannot_open_the_phones_of_a_later_one(client: FlaskClient, friday: Night) -> None:
    ann = seats(friday)[0]
    end_night(friday)
    client.post("/", data={"name": "Saturday"})
    add_player(nights()[0], "Ann", 100)
    phone, dealer = (client.application.test_client() for _ in range(2))
    hold(phone, ann.key)
    assert dealer.post(f"/p/{ann.key}/ask").status_code == 303
    (asks,) = grants.access(PHONE, ann.player_id, "").asking
    of_ann = f"/n/{friday.key}/links/seat/{ann.id}"
    posts = {
        f"{of_ann}/device/{asks.device}": {"answer": "yes"},
        f"/n/{friday.key}/room": {"room": f"let-in {ann.id} {asks.device}"},
        f"{of_ann}/free": {},
        f"{of_ann}/renew": {},
    }
    for path, fields in posts.items():
        assert dealer.post(path, data=fields).status_code == 409
    assert phone.get(f"/p/{ann.key}").status_code == 200
    assert "Waiting for a yes" in dealer.get(f"/p/{ann.key}").text


def test_the_televisions_link_is_renewed(client: FlaskClient, friday: Night) -> None:
    old = friday.watch_key
    answer = renew(client, friday, "television")
    assert answer.location == f"/n/{friday.key}/links"
    assert f"/tv/{friday.watch_key}" in fetch(client, answer.location)
    assert friday.watch_key != old
    assert client.get(f"/tv/{old}").status_code == 404
    assert client.get(f"/tv/{friday.watch_key}").status_code == 200


def test_the_dealers_link_is_renewed_and_this_browser_keeps_access(client: FlaskClient, friday: Night) -> None:
    old = friday.key
    answer = renew(client, friday, "dealer")
    assert answer.location == f"/n/{friday.key}/links"
    assert friday.key != old
    assert "The dealer&#39;s old link no longer works" in fetch(client, answer.location)
    for path in ("", "night", "call", "links"):
        assert client.get(f"/n/{old}/{path}").status_code == 404
    assert client.post(f"/n/{old}/links/dealer/renew").status_code == 404


def test_renewing_a_link_does_not_interrupt_the_hand(client: FlaskClient, deal: Callable[..., Table]) -> None:
    table = deal()
    (night,) = nights()
    before = table.live.state
    answer = renew(client, night, "dealer")
    table.key = answer.location.split("/")[2]
    assert 'aria-label="Next"' in table.get()
    assert table.live.state == before
    assert f'href="{table.url}"' in fetch(client, answer.location)


def test_the_link_of_a_player_not_seated_is_not_found(client: FlaskClient, friday: Night) -> None:
    client.post("/", data={"name": "Saturday"})
    saturday = nights()[0]
    add_player(saturday, "Di", 100)
    (di,) = seats(saturday)
    for seat in (str(di.id), "999", "9" * 30, "x", "-1"):
        assert renew(client, friday, f"seat/{seat}").status_code == 404
        assert client.post(f"/n/{friday.key}/links/seat/{seat}/free").status_code == 404
        assert client.get(f"/n/{friday.key}/links/seat/{seat}").status_code == 404
    assert seats(saturday)[0].key == di.key


def test_televisions_and_phones_cannot_renew_links(client: FlaskClient, friday: Night) -> None:
    for key in (friday.watch_key, seats(friday)[0].key):
        assert client.get(f"/n/{key}/links").status_code == 404
        assert client.post(f"/n/{key}/links/dealer/renew").status_code == 404


@pytest.mark.parametrize("address", ["/tv/nothing", "/p/nothing", "/p/%00", "/tv/" + "x" * 500])
def test_an_old_link_says_that_it_no_longer_works(client: FlaskClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 404
    assert "This link no longer works" in answer.text
    assert "It has been renewed, or it was mistyped" in answer.text
    assert "<a " not in answer.text


def test_an_old_dealers_link_says_so_and_links_to_the_start_page(client: FlaskClient, friday: Night) -> None:
    for path in ("", "night", "call", "links", "hand/1.toml"):
        answer = client.get(f"/n/nothing/{path}")
        assert answer.status_code == 404
        assert "This address no longer works" in answer.text
        assert 'href="/"' in answer.text
    answer = client.get(f"/n/{friday.key}/hand/9.toml")
    assert "Nothing here" in answer.text
    assert f'href="/n/{friday.key}/"' in answer.text


def test_an_error_page_on_a_phone_links_only_back_to_the_phone(client: FlaskClient, friday: Night) -> None:
    ann = seats(friday)[0]
    answer = client.post(f"/p/{ann.key}")
    assert answer.status_code == 405
    assert re.findall(r'<a [^>]*href="([^"]+)"', answer.text) == [f"/p/{ann.key}"]


@pytest.mark.parametrize("stage", ["before", "hand", "over", "ended"])
def test_the_pages_of_televisions_and_phones_contain_no_other_keys(
    client: FlaskClient, deal: Callable[..., Table], stage: str
) -> None:
    table = deal()
    night = table.night
    if stage != "hand":
        table.enter("d misdeal")
    if stage in ("before", "ended"):
        table.post("next")
    if stage == "ended":
        assert end_night(night) is None
    rows = seats(night)
    keys = {night.key, night.watch_key, *(row.key for row in rows)}
    for address, own in ((f"/tv/{night.watch_key}", night.watch_key), (f"/p/{rows[0].key}", rows[0].key)):
        html = fetch(client.application.test_client(), address)
        paths = re.findall(r'(?:href|src|action|formaction|hx-\w+|data-\w+)="(/[^"]*)"', html)
        assert any(own in path for path in paths)
        for path in paths:
            assert path.startswith(("/static/", "/assets/", f"/live/{own}", address)), path
        assert not [key for key in keys - {own} if key in html]


def test_the_players_page_links_to_the_links_page(client: FlaskClient, friday: Night) -> None:
    ann = seats(friday)[0]
    html = fetch(client, f"/n/{friday.key}/night?seat={ann.id}")
    assert f'href="/n/{friday.key}/links"' in html
    assert f'href="/n/{friday.key}/links/seat/{ann.id}"' in html
    assert "Yes, renew" in buttons(links(client, friday))
