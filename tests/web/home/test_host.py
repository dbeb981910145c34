"""Becoming a host: the first browser, a club that upgrades, and guests who ask and are let in."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import delete, select

from app import settings
from app.games.house import Stakes
from app.night.access import grants
from app.night.access.rights import GUEST, HOST, guest_devices
from app.night.caches import clear_caches
from app.night.db import db, writing
from app.night.example import remove_night
from app.night.models import CLUB, Device, DeviceRole, Night
from app.night.nights import nights, start_night
from app.night.people.seats import seats
from app.night.play.call import end_night
from app.night.play.games import save_own_game
from app.night.transfer import export, importing
from app.night.transfer.importing import Imported
from app.web.http.browser import COOKIE, FIRST_HOST, mark_of
from tests.seating import add_player
from tests.web.tables import HTMX, Table, buttons, host_device

IPHONE = {"User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)"}


pytestmark = pytest.mark.usefixtures("code")


@pytest.fixture
def browser(app: Flask) -> Callable[[], FlaskClient]:
    """Return a function that makes a new browser."""
    return app.test_client


def played_before() -> Night:
    """Return a night from before there were hosts."""
    night = start_night("Friday", Stakes(), {}, True)
    assert isinstance(night, Night)
    for name in ("Ann", "Bob"):
        add_player(night, name, 100)
    return nights()[0]


def is_host(browser: FlaskClient) -> bool:
    return browser.get("/devices").status_code == 200


def ask(browser: FlaskClient, name: str = "Gwen") -> None:
    answer = browser.post("/ask", data={"name": name}, headers=IPHONE)
    assert (answer.status_code, answer.location) == (303, "/ask")


def answer_buttons(html: str) -> dict[str, tuple[str, str]]:
    """Return the action and value of each button that answers a guest, by name."""
    forms = re.findall(r'<form class="lets-in guest" method="post" action="([^"]+)">(.*?)</form>', html, re.S)
    return {
        name: (action, value)
        for action, form in forms
        for value, name in re.findall(r'name="answer" value="([^"]+)" aria-label="([^"]+)"', form)
    }


# The first browser


def test_the_first_browser_that_posts_becomes_the_hosts(
    browser: Callable[[], FlaskClient], capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = browser(), browser()
    assert "Start a night" in buttons(second.get("/").text)
    answer = first.post("/", headers=IPHONE)
    assert answer.status_code == 303
    assert FIRST_HOST in unescape(first.get(answer.location).text)
    assert capsys.readouterr().out == "The host's device is an iPhone at 127.0.0.1 now.\n"
    assert (is_host(first), is_host(second)) == (True, False)
    assert "Start a night" not in buttons(second.get("/").text)
    assert second.post("/").status_code == 403
    assert len(nights()) == 1


def test_the_start_page_says_which_device_becomes_the_hosts(browser: Callable[[], FlaskClient]) -> None:
    first = browser()
    assert "Start a night: this device becomes the host&#39;s." in first.get("/").text
    first.post("/example")
    assert "this device becomes the host&#39;s" not in first.get("/").text


def test_a_wrong_code_is_refused_before_there_is_a_host(browser: Callable[[], FlaskClient]) -> None:
    answer = browser().get("/host/k7md3xwq")
    assert answer.status_code == 422
    assert "That is not the code" in answer.text
    assert "Start a night" in buttons(answer.text)


def test_get_requests_make_no_host(browser: Callable[[], FlaskClient]) -> None:
    for path in ("/", "/help", "/example", "/ask", "/devices", "/people", "/backups"):
        browser().get(path)
    browser().head("/")
    assert db.session.scalars(select(Device.id)).all() == []


def test_refused_requests_make_no_host(app: Flask, guarded: FlaskClient) -> None:
    assert guarded.post("/").status_code == 400
    assert guarded.post("/nowhere").status_code == 404
    assert guarded.post("/help").status_code == 405
    assert db.session.scalars(select(Device.id)).all() == []


def test_staying_on_http_makes_no_host(browser: Callable[[], FlaskClient]) -> None:
    browser().post("/trust/stay")
    assert db.session.scalars(select(Device.id)).all() == []


def test_an_example_makes_the_first_browser_the_hosts(browser: Callable[[], FlaskClient]) -> None:
    first = browser()
    first.post("/example")
    assert is_host(first)


def test_only_one_of_two_first_browsers_becomes_the_hosts(app: Flask) -> None:
    first = grants.claim(HOST, CLUB, "", "iPad")
    assert first
    assert grants.claim(HOST, CLUB, "", "iPhone") is None
    assert grants.claim(HOST, CLUB, first, "iPad") == first


def test_after_the_first_host_only_the_code_makes_a_host(browser: Callable[[], FlaskClient], code: str) -> None:
    first = browser()
    first.post("/", headers=IPHONE)
    device = db.session.scalars(select(Device.id)).one()
    answer = first.post(f"/devices/{device}/sign-out")
    assert (answer.status_code, answer.location) == (303, "/")
    assert "iPhone is signed out" in first.get("/").text
    for night in nights():
        end_night(night)
    for other in (first, browser()):
        assert other.post("/").status_code == 403
        assert not is_host(other)
    first.post("/host", data={"code": code})
    assert is_host(first)


# A new token


def token(browser: FlaskClient) -> str:
    cookie = browser.get_cookie(COOKIE)
    return cookie.value if cookie else ""


def holds_phone(browser: FlaskClient, night: Night) -> bool:
    return 'id="own"' in browser.get(f"/p/{seats(night)[0].key}").text


def begins_a_night(browser: FlaskClient, _night: Night) -> None:
    with writing() as session:
        session.execute(delete(DeviceRole).where(DeviceRole.role == "host"))
    clear_caches()
    browser.get(f"/n/{nights()[0].key}/night")
    browser.post("/again")


def enters_code(browser: FlaskClient, _night: Night) -> None:
    browser.post("/host", data={"code": settings.host_code()})


def asks(browser: FlaskClient, _night: Night) -> None:
    ask(browser)
    (guest,) = guest_devices()
    assert grants.answer(GUEST, CLUB, guest.id, yes=True) is None


def deals(browser: FlaskClient, night: Night) -> None:
    browser.post(f"/n/{night.key}/night/seats", data={"name": "Cy", "buy_in": "100"})


@pytest.mark.parametrize("gain_role", [begins_a_night, enters_code, asks, deals])
def test_a_device_that_gains_a_role_gets_a_new_token(
    client: FlaskClient, friday: Night, gain_role: Callable[[FlaskClient, Night], None]
) -> None:
    """An attacker who read or planted the phone's token over plain http does not gain the role too."""
    phone, attacker = client.application.test_client(), client.application.test_client()
    assert phone.post(f"/p/{seats(friday)[0].key}/claim").status_code == 303
    known = token(phone)
    gain_role(phone, friday)
    attacker.set_cookie(COOKIE, known)
    assert token(phone) not in ("", known)
    assert is_host(phone) == (gain_role is not deals)
    assert not is_host(attacker)
    assert attacker.get("/people").status_code == 403
    assert holds_phone(phone, friday)
    assert not holds_phone(attacker, friday)
    assert len(listed_tokens()) == len(set(listed_tokens()))


def listed_tokens() -> list[str]:
    db.session.rollback()
    return list(db.session.scalars(select(Device.token)))


def test_a_device_that_gains_no_role_keeps_its_token(client: FlaskClient, friday: Night) -> None:
    before = token(client)
    client.post("/host", data={"code": settings.host_code()})
    client.post(f"/n/{friday.key}/night/seats", data={"name": "Cy", "buy_in": "100"})
    assert token(client) == before
    dealer = client.application.test_client()
    deals(dealer, friday)
    before = token(dealer)
    dealer.post(f"/n/{friday.key}/night/seats", data={"name": "Eve", "buy_in": "100"})
    assert token(dealer) == before


# A club that upgrades


def test_after_an_upgrade_the_browser_that_dealt_the_last_night_becomes_the_hosts(
    browser: Callable[[], FlaskClient], capsys: pytest.CaptureFixture[str]
) -> None:
    earlier, friday = played_before(), played_before()
    friend, tablet = browser(), browser()
    friend.get(f"/n/{earlier.key}/night")
    tablet.get(f"/n/{friday.key}/night")
    assert "Start a night" not in buttons(friend.get("/").text)
    assert buttons(tablet.get("/").text)[:2] == ["Same as last time", "Start a night"]
    friend.post("/example")
    assert not is_host(friend)
    tablet.post("/again")
    assert is_host(tablet)
    assert "The host's device is" in capsys.readouterr().out


def test_after_an_upgrade_a_browser_that_taps_at_the_last_night_becomes_the_hosts(
    browser: Callable[[], FlaskClient],
) -> None:
    tablet, friday = browser(), played_before()
    tablet.post(f"/n/{friday.key}/night/seats", data={"name": "Cy", "buy_in": "100"})
    assert is_host(tablet)


def test_after_an_upgrade_a_stranger_is_told_how_to_become_a_host(
    browser: Callable[[], FlaskClient], code: str
) -> None:
    played_before()
    stranger = browser()
    html = stranger.get("/").text
    assert "No host&#39;s device yet" in html
    assert "Start one on the tablet that dealt the last" in html
    assert "Ask the host" not in buttons(html)
    assert "Ann" not in html
    stranger.post("/host", data={"code": code})
    assert is_host(stranger)


def test_a_host_of_an_older_version_remains_a_host_and_is_listed(browser: Callable[[], FlaskClient], code: str) -> None:
    played_before()
    old, mark = browser(), "host-mark"
    with old.session_transaction() as session:
        session[mark] = mark_of(code)
    assert is_host(old)
    assert db.session.scalars(select(Device.id)).all() == []
    old.post("/example", headers=IPHONE)
    assert "<b>iPhone</b>" in old.get("/devices").text
    with old.session_transaction() as session:
        assert mark not in session


# A guest


@pytest.fixture
def friday(client: FlaskClient, deal: Callable[..., Table]) -> Night:
    deal(names=("Ann", "Bob", "Cy"))
    save_own_game("Grandma’s Stud", "chicago")
    return nights()[0]


@pytest.fixture
def guest(app: Flask, friday: Night) -> FlaskClient:
    return app.test_client()


def test_a_guest_may_ask_and_sees_no_names(guest: FlaskClient) -> None:
    html = guest.get("/").text
    assert buttons(html) == ["Ask the host", "Play an example hand", "Enter it"]
    assert not any(secret in html for secret in ("Ann", "Bob", "Friday", "Grandma"))


def test_only_the_hosts_pages_show_a_guests_request(client: FlaskClient, guest: FlaskClient, friday: Night) -> None:
    dealer = client.application.test_client()
    dealer.get(f"/n/{friday.key}/night")
    ask(guest, "  Gwen   Doe ")
    request = "Gwen Doe asks, on an iPhone"
    for path in ("/", f"/n/{friday.key}/night", "/devices", "/devices/asking"):
        html = client.get(path).text
        assert list(answer_buttons(html)) == [
            f"Deals Friday: {request}",
            f"Host's device: {request}",
            f"No: {request}",
        ], path
        assert "Gwen" not in dealer.get(path).text
        assert "Gwen" not in client.application.test_client().get(path).text


def test_polling_for_requests_gets_204_until_one_arrives(client: FlaskClient, guest: FlaskClient) -> None:
    empty = re.search(r'hx-get="([^"]+)"', client.get("/").text.replace("&amp;", "&"))
    assert empty
    assert client.get(empty[1], headers=HTMX).status_code == 204
    ask(guest)
    shown = client.get(empty[1], headers=HTMX)
    assert (shown.status_code, "Gwen" in shown.text) == (200, True)


@pytest.mark.parametrize(("button", "location"), [("Deals Friday", "/n/{key}/"), ("Host's device", "/")])
def test_an_admitted_guest_is_redirected(
    client: FlaskClient, guest: FlaskClient, friday: Night, button: str, location: str
) -> None:
    ask(guest)
    assert 'http-equiv="refresh" content="3"' in guest.get("/ask").text
    offered = answer_buttons(client.get("/").text)
    action, value = next(posted for name, posted in offered.items() if name.startswith(button))
    assert client.post(action, data={"answer": value, "back": "home"}).location == "/"
    answer = guest.get("/ask")
    assert (answer.status_code, answer.location) == (303, location.format(key=friday.key))
    assert guest.get(f"/n/{friday.key}/night").status_code == 200
    assert is_host(guest) == (button == "Host's device")
    assert guest.post("/").status_code == (303 if button == "Host's device" else 403)
    assert "Friday" in guest.get("/").text


def test_the_waiting_page_waits_until_there_is_an_answer(client: FlaskClient, guest: FlaskClient) -> None:
    ask(guest)
    assert "/waiting.js" in guest.get("/ask").text
    action, value = answer_buttons(client.get("/").text)["No: Gwen asks, on an iPhone"]
    client.post(action, data={"answer": value})
    assert "/waiting.js" not in guest.get("/ask").text


def test_the_waiting_page_redirects_an_admitted_guest(client: FlaskClient, guest: FlaskClient, friday: Night) -> None:
    ask(guest)
    action, value = answer_buttons(client.get("/").text)["Deals Friday: Gwen asks, on an iPhone"]
    client.post(action, data={"answer": value})
    assert guest.get("/ask").location == f"/n/{friday.key}/"


def test_a_refused_guest_is_told_and_may_ask_again_after_an_hour(client: FlaskClient, guest: FlaskClient) -> None:
    ask(guest)
    action, value = answer_buttons(client.get("/devices").text)["No: Gwen asks, on an iPhone"]
    assert client.post(action, data={"answer": value}).location == "/devices"
    assert "The answer was no" in guest.get("/ask").text
    answer = guest.post("/ask", data={"name": "Gwen"})
    assert answer.status_code == 409
    assert "you can ask again in an hour" in answer.text
    with writing() as session:
        for role in session.scalars(select(DeviceRole).where(DeviceRole.status == "refused")):
            role.at -= timedelta(hours=1, minutes=1)
    ask(guest)
    assert [device.name for device in guest_devices()] == ["Gwen"]


def test_a_request_is_answered_once(client: FlaskClient, guest: FlaskClient) -> None:
    ask(guest)
    action, _ = answer_buttons(client.get("/").text)["No: Gwen asks, on an iPhone"]
    client.post(action, data={"answer": "no"})
    answer = client.post(action, data={"answer": "host"}, follow_redirects=True)
    assert "It has already been answered" in answer.text
    assert not is_host(guest)


@pytest.mark.parametrize("answer", ["", "yes", "dealer", "dealer x", "dealer 0", "dealer 9", f"dealer {10**30}"])
def test_an_invalid_answer_is_refused(client: FlaskClient, guest: FlaskClient, answer: str) -> None:
    ask(guest)
    (device,) = guest_devices()
    assert client.post(f"/devices/{device.id}/answer", data={"answer": answer}).status_code in (400, 404)
    assert client.post(f"/devices/{10**30}/answer", data={"answer": "host"}).status_code == 303
    assert len(guest_devices()) == 1


def test_at_most_five_guests_may_ask_in_an_hour(app: Flask, friday: Night) -> None:
    for number in range(5):
        ask(app.test_client(), f"Guest {number}")
    answer = app.test_client().post("/ask", data={"name": "Six"})
    assert answer.status_code == 409
    assert "Others have asked too often" in answer.text


@pytest.mark.parametrize("name", ["", "   ", "x" * 31, "\x00", "a\u202eb"])
def test_a_guest_needs_a_valid_name(guest: FlaskClient, name: str) -> None:
    answer = guest.post("/ask", data={"name": name})
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in answer.text
    assert guest_devices() == []


def test_a_guests_name_is_escaped(client: FlaskClient, guest: FlaskClient) -> None:
    ask(guest, "<b>Di</b>")
    for path in ("/", "/devices"):
        assert "<b>Di" not in client.get(path).text
        assert "&lt;b&gt;Di" in client.get(path).text


def test_an_old_request_expires(client: FlaskClient, guest: FlaskClient) -> None:
    ask(guest)
    with writing() as session:
        session.scalars(select(DeviceRole).where(DeviceRole.status == "asked")).one().at -= timedelta(hours=2)
    assert "Gwen" not in client.get("/").text
    assert guest.get("/ask").location == "/"


def test_a_dealer_sees_their_nights_and_may_ask_the_host(
    client: FlaskClient, guest: FlaskClient, friday: Night
) -> None:
    guest.get(f"/n/{friday.key}/night")
    html = guest.get("/").text
    assert "Friday" in html
    assert "Ask the host" in buttons(html)
    assert guest.post("/again").status_code == 403


def test_a_device_was_last_seen_on_the_day_of_its_last_post(client: FlaskClient, friday: Night) -> None:
    with writing() as session:
        for device in session.scalars(select(Device)):
            device.first_seen = device.last_seen = date(2026, 1, 1)
    client.get("/")
    assert db.session.scalars(select(Device.last_seen)).one() == date(2026, 1, 1)
    client.post("/example")
    db.session.rollback()
    assert db.session.scalars(select(Device.last_seen)).one() > date(2026, 1, 1)


def test_two_devices_of_a_host_have_different_tokens(client: FlaskClient, app: Flask) -> None:
    other = host_device(app.test_client())
    mine, theirs = client.get_cookie(COOKIE), other.get_cookie(COOKIE)
    assert mine
    assert theirs
    assert mine.value != theirs.value


# Imported nights


def test_after_an_import_the_first_device_may_become_the_hosts(browser: Callable[[], FlaskClient]) -> None:
    night = played_before()
    file = "".join(export.export_club()).encode()
    remove_night(night.id)
    assert isinstance(importing.import_bytes(file), Imported)
    phone, first, second = browser(), browser(), browser()
    phone.post(f"/j/{nights()[0].join_code}", data={"name": "Zoe"})
    assert not is_host(phone), "a phone that asks for a seat does not become the host's"
    assert "Make this the host's device" in buttons(first.get("/").text)
    assert first.post("/host").location == "/"
    assert (is_host(first), is_host(second)) == (True, False)
    assert "Friday" in first.get("/").text
    assert "Make this the host's device" not in buttons(second.get("/").text)


def test_an_import_beside_a_night_dealt_here_makes_no_other_device_the_hosts(
    browser: Callable[[], FlaskClient],
) -> None:
    file = "".join(export.export_night(played_before().id)).replace('"Friday"', '"Saturday"').encode()
    assert isinstance(importing.import_bytes(file), Imported)
    assert "Make this the host's device" not in buttons(browser().get("/").text)
