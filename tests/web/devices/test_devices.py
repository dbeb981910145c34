"""Devices of hosts and dealers: the host lists them and signs them out."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app import settings
from app.night.access import grants
from app.night.access.rights import HOST
from app.night.caches import clear_caches
from app.night.db import db
from app.night.links import renew_dealer
from app.night.models import CLUB, DeviceRole, Night
from app.night.nights import nights
from app.night.screens import night_version
from tests.databases import statements
from tests.web.tables import HTMX, Table, host_device

IPAD = {"User-Agent": "Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X)"}


@pytest.fixture
def table(deal: Callable[..., Table]) -> Table:
    return deal()


@pytest.fixture
def dealer(app: Flask, table: Table) -> FlaskClient:
    """Return a browser that has the night's dealer link and has tapped."""
    browser = app.test_client()
    assert browser.post(f"{table.url}turn", data={"hand": table.hand, "seen": 0}, headers=IPAD).status_code < 400
    return browser


def friday() -> Night:
    return nights()[0]


def listed(html: str) -> list[tuple[str, str]]:
    """Return the description and id of each device on the page."""
    rows = re.findall(r'<p class="device"><b>(.*?)</p>.*?action="/devices/(\d+)/sign-out"', html, re.S)
    return [(" ".join(re.sub("<[^>]+>", " ", words).split()), number) for words, number in rows]


def sign_out(host: FlaskClient, words: str) -> str:
    number = next(number for row, number in listed(host.get("/devices").text) if words in row)
    return host.post(f"/devices/{number}/sign-out").location


def test_a_dealers_tap_takes_as_many_queries_as_a_hosts(client: FlaskClient, dealer: FlaskClient, table: Table) -> None:
    counts = []
    for number, browser in enumerate((client, dealer)):
        browser.get(table.url)
        fields = {"hand": table.hand, "seen": number, "action": f"d dh p{number + 1} ??{number + 5}h"}
        with statements("SELECT") as queries:
            assert browser.post(f"{table.url}tap", data=fields, headers=HTMX).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_cached_link_admits_no_device_after_it_was_renewed(
    client: FlaskClient, dealer: FlaskClient, table: Table
) -> None:
    """Another server renews the link while this one still has the old one cached."""
    fields = {"hand": table.hand, "seen": 0}
    dealer.post(f"{table.url}turn", data=fields)
    night = table.night
    renew_dealer(night)
    stranger = dealer.application.test_client()
    for browser in (dealer, stranger):
        assert browser.post(f"{table.url}turn", data=fields).status_code == 404
    assert len(listed(client.get("/devices").text)) == 1, "an old link makes no device a dealer"


def test_hosts_and_dealers_are_listed_with_their_nights(client: FlaskClient, dealer: FlaskClient) -> None:
    (host, _), (other, _) = listed(client.get("/devices").text)
    assert host.startswith("iPad this device Since ")
    assert other.startswith("iPad Deals Friday Since ")


def test_devices_of_the_same_kind_are_numbered(client: FlaskClient, app: Flask, dealer: FlaskClient) -> None:
    for _ in range(2):
        grants.grant(HOST, CLUB, "", "iPad")
    html = client.get("/devices").text
    names = [words.partition(" Since")[0].partition(" Deals")[0] for words, _ in listed(html)]
    assert names == ["iPad 1 this device", "iPad 2", "iPad 3", "iPad"]
    assert 'aria-label="Sign out iPad 2"' in html
    sign_out(client, "iPad 3")
    sign_out(client, "iPad 2")
    assert listed(client.get("/devices").text)[0][0].startswith("iPad this device")


def test_viewing_the_table_lists_no_device(client: FlaskClient, app: Flask, table: Table) -> None:
    app.test_client().get(table.url)
    table.get()
    table.post("turn")
    assert len(listed(client.get("/devices").text)) == 1


def test_a_dealer_who_is_signed_out_loses_access_at_once(
    client: FlaskClient, dealer: FlaskClient, table: Table
) -> None:
    before = night_version(friday().id)
    assert sign_out(client, "Deals Friday") == "/devices"
    assert night_version(friday().id) != before
    for answer in (dealer.get(table.url), dealer.post(f"{table.url}tap", data={"hand": table.hand, "seen": 0})):
        assert answer.status_code == 403
        assert "This device is signed out" in answer.text
        assert "Ann" not in answer.text
    asked = dealer.get(f"{table.url}night", headers=HTMX)
    assert (asked.status_code, asked.headers["HX-Refresh"], asked.text) == (403, "true", "")
    assert dealer.get(f"/live/{table.key}?now").status_code == 403
    assert "Friday" not in dealer.get("/").text
    assert dealer.get("/people").status_code == 403
    assert dealer.get(f"/tv/{friday().watch_key}").status_code == 200
    assert len(listed(client.get("/devices").text)) == 1


def test_a_readmitted_dealer_can_deal_again(client: FlaskClient, dealer: FlaskClient, table: Table) -> None:
    sign_out(client, "Deals Friday")
    dealer.post("/ask", data={"name": "Gwen"}, headers=IPAD)
    (device,) = db.session.scalars(select(DeviceRole.device_id).where(DeviceRole.status == "asked")).all()
    client.post(f"/devices/{device}/answer", data={"answer": f"dealer {friday().id}"})
    assert dealer.get(table.url).status_code == 200
    assert "Gwen&#39;s iPad" in client.get("/devices").text


def test_a_new_link_signs_out_other_dealers_but_not_the_device_that_made_it(
    client: FlaskClient, dealer: FlaskClient, app: Flask, table: Table
) -> None:
    other = app.test_client()
    other.post(f"{table.url}turn", data={"hand": table.hand, "seen": 0})
    dealer.post(f"{table.url}links/dealer/renew")
    db.session.rollback()
    assert "Friday" in dealer.get("/").text
    assert "Friday" not in other.get("/").text
    assert other.get(table.url).status_code == 404


def test_a_host_who_is_signed_out_loses_access_everywhere(client: FlaskClient, app: Flask, table: Table) -> None:
    other = host_device(app.test_client())
    other.get(table.url)
    mine = next(n for row, n in listed(client.get("/devices").text) if "this device" in row)
    number = next(n for _, n in listed(client.get("/devices").text) if n != mine)
    assert client.post(f"/devices/{number}/sign-out").location == "/devices"
    for path in ("/devices", "/backups", "/people", table.url, f"/live/{table.key}?now"):
        assert other.get(path).status_code == 403
    assert other.post("/").status_code == 403
    assert "Ann" not in other.get("/").text


def test_a_host_who_is_signed_out_stays_out_until_the_question_is_answered(
    client: FlaskClient, app: Flask, table: Table
) -> None:
    other = host_device(app.test_client())
    (number,) = [n for row, n in listed(client.get("/devices").text) if "this device" not in row]
    client.post(f"/devices/{number}/sign-out")
    for answer, status in (("no", 403), (f"dealer {friday().id}", 200)):
        assert other.post("/ask", data={"name": "Gwen"}).status_code == 303
        assert other.get("/ask").status_code == 200
        assert other.get(table.url).status_code == 403
        assert other.post(f"{table.url}turn", data={"hand": table.hand, "seen": 0}).status_code == 403
        client.post(f"/devices/{number}/answer", data={"answer": answer})
        assert other.get(table.url).status_code == status
        for role in db.session.scalars(select(DeviceRole).where(DeviceRole.status == "refused")):
            role.at -= timedelta(hours=2)  # may ask again
        db.session.commit()


def test_no_stranger_becomes_host_while_the_last_host_asks_to_return(client: FlaskClient, app: Flask) -> None:
    ((_, number),) = listed(client.get("/devices").text)
    client.post(f"/devices/{number}/sign-out")
    client.post("/ask", data={"name": "Gwen"})
    clear_caches()  # as if the server restarted
    stranger = app.test_client()
    stranger.post("/example")
    assert stranger.get("/devices").status_code == 403


def test_entering_the_code_withdraws_the_request(client: FlaskClient, app: Flask) -> None:
    guest = app.test_client()
    guest.post("/ask", data={"name": "Gwen"})
    assert "Gwen asks" in client.get("/devices").text
    guest.post("/host", data={"code": settings.host_code()})
    assert "Gwen asks" not in client.get("/devices").text
    assert guest.get("/ask").location == "/"


def test_the_only_host_is_warned_before_signing_out(client: FlaskClient, app: Flask) -> None:
    warning = "This is the only host's device"
    assert warning in client.get("/devices").text
    host_device(app.test_client())
    assert warning not in client.get("/devices").text


@pytest.mark.parametrize("number", [0, 99, 10**30])
def test_an_unknown_device_is_not_found(client: FlaskClient, number: int) -> None:
    assert client.post(f"/devices/{number}/sign-out").status_code == 404


def test_the_number_of_dealers_of_a_night_is_limited(
    app: Flask, table: Table, dealer: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UPCARD_MOST_DEALERS", "1")
    answer = app.test_client().post(f"{table.url}turn", data={"hand": table.hand, "seen": 0})
    assert answer.status_code == 403
    assert "give the dealer&#39;s tablet a new link" in answer.text
    assert dealer.post(f"{table.url}turn", data={"hand": table.hand, "seen": 0}).status_code < 400


def test_removing_a_night_removes_its_dealers(client: FlaskClient, dealer: FlaskClient) -> None:
    client.post(f"/nights/{friday().id}/remove")
    assert db.session.scalars(select(DeviceRole.role)).all() == ["host"]
    assert dealer.get("/").status_code == 200


def test_dealing_an_example_lists_no_dealer(client: FlaskClient, app: Flask) -> None:
    stranger = app.test_client()
    example = stranger.post("/example").location
    assert stranger.post(f"{example}hints", data={"hints": "off"}).status_code < 400
    assert len(listed(client.get("/devices").text)) == 1
