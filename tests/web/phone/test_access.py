"""Access to a phone's page: who may open a link, who has to ask, and what they see until admitted."""

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from app.night import screens
from app.night.access import grants
from app.night.access.rights import PHONE
from app.night.db import db
from app.night.models import Device, DeviceRole
from app.night.people import changing, seats
from app.night.people.seats import SeatInfo
from app.web.http.browser import COOKIE
from tests.databases import statements
from tests.server.loop import Served
from tests.web.phone.phones import deal_to_question, words
from tests.web.streams import Stream
from tests.web.tables import HTMX, Table, buttons

Deal = Callable[..., Table]

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1"
ANDROID = "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"
PREVIEW = "facebookexternalhit/1.1 Facebot Twitterbot/1.0"


class Phone:
    """A phone with its own cookies and user agent."""

    def __init__(self, table: Table, agent: str = IPHONE) -> None:
        self.client: FlaskClient = table.client.application.test_client()
        self.headers = {"User-Agent": agent}
        self.path = f"/p/{seat_of(table).key}"

    def get(self, path: str = "", **headers: str) -> TestResponse:
        db.session.rollback()
        return self.client.get(self.path + path, headers={**self.headers, **headers})

    def post(self, path: str, headers: dict[str, str] | None = None, **fields: object) -> TestResponse:
        return self.client.post(self.path + path, data=fields, headers={**self.headers, **(headers or {})})

    @property
    def cookie(self) -> str:
        cookie = self.client.get_cookie(COOKIE)
        return cookie.value if cookie else ""


def seat_of(table: Table, name: str = "Ann") -> SeatInfo:
    return next(seat for seat in seats.seats(table.night, with_left=True) if seat.name == name)


def asking_device(table: Table) -> int:
    """Return the id of the device that asks for Ann's page."""
    (device,) = grants.access_by_id(PHONE, [seat_of(table).player_id])[seat_of(table).player_id].asking
    return device.device


def stored_rows() -> int:
    """Return the number of devices and roles besides the host's."""
    db.session.rollback()
    count = sum(db.session.scalar(select(func.count()).select_from(table)) or 0 for table in (Device, DeviceRole))
    return count - 2


@pytest.fixture
def table(deal: Deal) -> Table:
    """Return a hand of Chicago at its sealed declaration."""
    return deal_to_question(deal)


@pytest.fixture
def own(table: Table) -> Phone:
    """Return the phone that claimed Ann's link."""
    phone = Phone(table)
    assert phone.post("/claim").location == phone.path
    return phone


@pytest.fixture
def second(table: Table, own: Phone) -> Phone:
    """Return another phone, which has asked for Ann's page."""
    phone = Phone(table, ANDROID)
    assert phone.post("/ask").location == phone.path
    return phone


def test_opening_a_link_stores_nothing(table: Table) -> None:
    phone = Phone(table)
    for _ in range(2):
        html = phone.get().text
        assert "Ann's page" in words(html)
        assert buttons(html) == ["This is my phone"]
    assert not phone.cookie
    assert stored_rows() == 0


def test_a_link_is_claimed_at_once_with_scripts_and_by_a_form_without(table: Table) -> None:
    phone = Phone(table)
    form = re.search(r"<form[^>]*>", phone.get().text)
    assert form is not None
    assert f'hx-post="{phone.path}/claim" hx-trigger="load, submit"' in form[0]
    assert f'method="post" action="{phone.path}/claim"' in form[0]
    answer = phone.post("/claim", HTMX)
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (200, phone.path)
    assert "Declare now" in words(phone.get().text)
    assert phone.cookie


def test_a_preview_of_a_link_claims_nothing_even_if_it_runs_scripts(table: Table) -> None:
    assert "hx-trigger" not in Phone(table, PREVIEW).get().text


def test_the_cookie_is_http_only_same_site_and_secure_over_https(table: Table) -> None:
    cookie = Phone(table).post("/claim").headers["Set-Cookie"]
    assert cookie.startswith(f"{COOKIE}=")
    for flag in ("HttpOnly", "SameSite=Lax", "Max-Age=34560000"):
        assert flag in cookie
    assert "Secure" not in cookie
    phone = Phone(table)
    bob = f"/p/{seat_of(table, 'Bob').key}/claim"
    assert "Secure" in phone.client.post(bob, base_url="https://localhost").headers["Set-Cookie"]


def test_a_claimed_page_shows_other_phones_nothing_of_the_night(table: Table, own: Phone) -> None:
    for phone in (Phone(table), Phone(table, ANDROID)):
        shown = words(phone.get().text)
        assert shown.startswith("Ann's page is open on another phone")
        for secret in ("Bob", "Cy", "Chicago", "Declare", "Friday", "chips", "iPhone"):
            assert secret not in shown
        assert seat_of(table).key in phone.get().text
        assert table.night.key not in phone.get().text


POSTS = [
    ("/answer", {"hand": "1", "question": "1", "action": "p1 declare high"}),
    ("/wish/buy", {"chips": "50", "seen": "0"}),
    ("/wish/sit-out", {"seen": "0"}),
    ("/wish/come-back", {"seen": "0"}),
    ("/wish/withdraw", {"line": "1"}),
    ("/device/1", {"answer": "yes"}),
]


@pytest.mark.parametrize(("path", "fields"), POSTS)
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_the_posts_of_a_stranger_are_refused(
    table: Table, own: Phone, path: str, fields: dict[str, str], headers
) -> None:
    before = table.live.number, screens.night_version(table.night.id)
    answer = Phone(table, ANDROID).post(path, headers, **fields)
    assert answer.status_code == 403
    assert not re.search("Bob|Declare|Chicago", answer.text)
    assert ("HX-Refresh" in answer.headers) == bool(headers)
    assert (table.live.number, screens.night_version(table.night.id)) == before
    unclaimed = f"/p/{seat_of(table, 'Bob').key}{path}"
    assert Phone(table).client.post(unclaimed, data=fields, headers=headers).status_code == 403


def test_a_stranger_gets_no_fragment_and_no_stream(table: Table, own: Phone) -> None:
    stranger = Phone(table, ANDROID)
    answer = stranger.get(**HTMX)
    assert (answer.status_code, answer.text, answer.headers["HX-Refresh"]) == (403, "", "true")
    for query in ("", "?now"):
        assert stranger.client.get(f"/live/{seat_of(table).key}{query}").status_code == 403
    assert own.client.get(f"/live/{seat_of(table).key}?now").status_code == 200


def test_a_second_device_asks_and_its_page_waits_for_the_answer(table: Table, second: Phone) -> None:
    html = second.get().text
    assert words(html).startswith("Waiting for a yes")
    assert "<title>Waiting for a yes – Upcard</title>" in html, "screen readers begin with it"
    assert "/waiting.js" in html
    assert html.count('http-equiv="refresh"') == html.count('<noscript><meta http-equiv="refresh"') == 1
    assert "Declare" not in html


def test_the_first_phone_can_admit_the_second_device(table: Table, own: Phone, second: Phone) -> None:
    html = own.get(**HTMX).text
    assert "An Android phone wants to open your page" in words(f"<body>{html}")
    assert buttons(html.partition('id="bell"')[2]) == ["Yes", "No"]
    device = asking_device(table)
    assert own.post(f"/device/{device}", answer="yes").location == own.path
    assert "Declare now" in words(second.get().text)
    html = own.get().text
    assert "Your page is open on an Android phone too" in words(html)
    assert "Close it there" in buttons(html)


def test_an_admitted_device_cannot_admit_others(table: Table, own: Phone, second: Phone) -> None:
    first = asking_device(table)
    own.post(f"/device/{first}", answer="yes")
    third = Phone(table)
    third.post("/ask")
    device = asking_device(table)
    assert second.post(f"/device/{device}", answer="yes").status_code == 403
    assert "wants to open" not in second.get().text
    assert third.get().text.count("Waiting for a yes")


def test_a_refused_device_is_told_and_cannot_ask_again_at_once(table: Table, own: Phone, second: Phone) -> None:
    own.post(f"/device/{asking_device(table)}", answer="no")
    html = second.get().text
    assert "The answer was no." in words(html)
    assert not buttons(html)
    assert 'http-equiv="refresh"' not in html
    answer = second.post("/ask")
    assert answer.status_code == 409
    assert "The answer was no." in words(answer.text)
    assert "wants to open" not in own.get().text


def test_an_admitted_device_can_be_removed(table: Table, own: Phone, second: Phone) -> None:
    device = asking_device(table)
    own.post(f"/device/{device}", answer="yes")
    assert own.post(f"/device/{device}", HTMX, answer="no").status_code == 204
    assert "The answer was no." in words(second.get().text)
    assert second.get(**HTMX).status_code == 403


def test_a_device_that_lost_its_cookie_is_a_second_device(table: Table, own: Phone) -> None:
    own.client.delete_cookie(COOKIE)
    assert "open on another phone" in words(own.get().text)
    own.post("/ask")
    device = asking_device(table)
    seat = seat_of(table).id
    answer = table.client.post(f"{table.url}links/seat/{seat}/device/{device}", data={"answer": "yes"})
    assert answer.location == f"{table.url}links"
    assert "Declare now" in words(own.get().text)


def test_the_dealer_can_answer_too(table: Table, own: Phone, second: Phone) -> None:
    links = f"{table.url}links"
    html = table.client.get(links).text
    question = "Open Ann's page on an Android phone too"
    assert [label for label in buttons(html) if question in label] == [f"Yes: {question}", f"No: {question}"]
    form = re.search(r'<form class="lets-in" method="post" action="([^"]+)">(.*?)</form>', html, re.S)
    assert form is not None
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="(\w+)"', form[2]))
    answer = table.client.post(form[1], data={**fields, "answer": "no"})
    assert answer.location == links
    html = table.client.get(links).text
    assert "Ann's page stays closed there" in words(html)
    assert question not in html
    assert "The answer was no." in words(second.get().text)


def test_only_a_dealer_of_the_night_can_answer(table: Table, second: Phone, deal: Deal) -> None:
    other = deal("five-card-stud", 2, names=("Xan", "Yve"))
    device, seat = asking_device(table), seat_of(table).id
    for path in (f"{other.url}links/seat/{seat}/device/{device}", f"/n/nonsense/links/seat/{seat}/device/{device}"):
        assert table.client.post(path, data={"answer": "yes"}).status_code == 404
    own_seat = seats.seats(other.night)[0].id
    table.client.post(f"{other.url}links/seat/{own_seat}/device/{device}", data={"answer": "yes"})
    assert "Waiting for a yes" in words(second.get().text)


def test_the_links_page_shows_no_device_for_an_unclaimed_link(table: Table) -> None:
    html = table.client.get(f"{table.url}links").text
    assert "Open on" not in html
    assert not [label for label in buttons(html) if "free" in label]


def test_the_dealer_frees_a_link_for_a_new_phone_and_the_old_one_is_told(table: Table, own: Phone) -> None:
    html = table.client.get(f"{table.url}links").text
    assert "Open on an iPhone" in words(html)
    assert "Yes, free it" in buttons(html)
    assert "if somebody has photographed its code, only Renew shuts them out" in words(html)
    seat = seat_of(table).id
    answer = table.client.post(f"{table.url}links/seat/{seat}/free")
    assert answer.location == f"{table.url}links/seat/{seat}"
    assert "Open on" not in words(table.client.get(answer.location).text)
    old = own.get().text
    assert "hx-trigger" not in old
    assert buttons(old) == ["This is my phone"]
    assert "freed" in words(old)
    new = Phone(table, ANDROID)
    new.post("/claim")
    assert "Declare now" in words(new.get().text)
    assert "open on another phone" in words(own.get().text)
    own.post("/claim")
    assert "open on another phone" in words(own.get().text)


def test_a_renewed_link_has_to_be_claimed_again(table: Table, own: Phone) -> None:
    old = own.path
    assert changing.renew_person_link(seat_of(table).player_id) is None
    assert own.get().status_code == 404
    assert own.client.get(f"/live/{old[3:]}?now").status_code == 404
    new = Phone(table, ANDROID)
    assert new.path != old
    new.post("/claim")
    assert "Declare now" in words(new.get().text)
    own.path = new.path
    assert "open on another phone" in words(own.get().text)


def test_the_stream_of_a_removed_device_ends(server: Served, table: Table, own: Phone, second: Phone) -> None:
    device = asking_device(table)
    own.post(f"/device/{device}", answer="yes")
    key = seat_of(table).key
    first, other = Stream(server, own.client, key), Stream(server, second.client, key)
    server.settle()
    own.post(f"/device/{device}", answer="no")
    assert other.new() == "event: out\ndata: out\n\n"
    assert other.answer.piece() is None
    assert first.new().startswith("id: ")


def test_the_addresses_of_forms_redirect_to_the_phone(table: Table, own: Phone) -> None:
    for path in ("/claim", "/ask", "/device/1", "/answer", "/wish/buy"):
        answer = Phone(table).get(path)
        assert (answer.status_code, answer.location) == (303, own.path)


@pytest.mark.parametrize("path", ["/claim", "/ask", "/device/1"])
def test_an_unknown_link_takes_no_posts(client: FlaskClient, path: str) -> None:
    assert client.post(f"/p/nonesuch{path}").status_code == 404


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        (IPHONE, "iPhone"),
        (ANDROID, "Android phone"),
        ("Mozilla/5.0 (Linux; Android 14; SM-X210) Chrome/140.0 Safari/537.36", "Android tablet"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15", "Mac or iPad"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/150.0", "Windows computer"),
        ("Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/140.0", "Chromebook"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Firefox/150.0", "Linux computer"),
        ("", "device"),
        ("<b>iPhone</b>" + "x" * 9000, "iPhone"),
    ],
)
def test_a_device_is_labelled_by_its_kind(table: Table, agent: str, label: str) -> None:
    Phone(table, agent).post("/claim")
    assert db.session.scalars(select(Device.label).order_by(Device.id)).all()[1:] == [label]  # the host's comes first


def test_checking_access_to_a_fragment_takes_one_query(table: Table, own: Phone) -> None:
    with statements() as queries:
        own.get(**HTMX)
    assert sum("device" in statement for statement in queries) == 1


@pytest.mark.parametrize("device", [0, 2**31, 10**30])
def test_an_answer_about_an_unknown_device_has_no_effect(table: Table, own: Phone, device: int) -> None:
    assert own.post(f"/device/{device}", answer="yes").status_code in (303, 404)
    seat = seat_of(table).id
    assert table.client.post(f"{table.url}links/seat/{seat}/device/{device}").status_code in (303, 404)
    assert "Declare now" in words(own.get().text)
