"""Pages pushed by a stream at each change: the same as fetched, and only to devices that may see them."""

import re
from collections.abc import Callable
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.games.house import Stakes
from app.hand.state import State
from app.night.access import grants
from app.night.access.rights import PHONE
from app.night.acts import requests
from app.night.acts.people import SitOut
from app.night.acts.queue import Done
from app.night.db import db
from app.night.people import seats
from app.night.people.seats import seat_by_key
from app.night.play import call
from app.night.validation import Problem
from tests.hand.random_dealer import RandomDealer
from tests.night import acting
from tests.server.loop import Served, served
from tests.snapshots import Snapshots
from tests.web.phone.phones import answer, deal_to_question, phone_of
from tests.web.streams import Stream
from tests.web.tables import HTMX, Table, begin, hold

Deal = Callable[..., Table]


def split(event: str) -> tuple[str, list[str]]:
    """Return the version in an event, and the lines of the page after it."""
    named, *lines = event.rstrip("\n").split("\n")
    version, *page = (line.removeprefix("data: ") for line in lines)
    assert named == f"id: {version}"
    return version, untimed(page)


def untimed(lines: list[str]) -> list[str]:
    """Return the lines of a page without the timestamps of its CSRF tokens."""
    return [re.sub(r'(name="csrf_token" value="[^".]+)[^"]*', r"\1", line) for line in lines]


def fetched(client: FlaskClient, path: str) -> list[str]:
    """Return the lines of a page, fetched as a screen does."""
    response = client.get(path, headers=HTMX)
    assert response.status_code == 200
    return untimed([line for line in response.text.split("\n") if line.strip()])


def version_of(lines: list[str]) -> str:
    """Return the version of the page."""
    marks = re.findall(r'data-at="([^"]+)"', "\n".join(lines))
    assert len(marks) == 1
    return str(marks[0])


def television_of(table: Table) -> str:
    return f"/tv/{table.night.watch_key}"


def open_stream(server: Served, client: FlaskClient, page: str, more: str = "") -> Stream:
    """Open a page and its stream, which will push the page at each change; return the stream."""
    assert client.get(page).status_code == 200
    kind = "television" if page.startswith("/tv/") else "phone"
    stream = Stream(server, client, f"{page.rsplit('/', 1)[1]}?draw={kind}{more}")
    server.settle()
    stream.catch_up()
    return stream


@pytest.mark.parametrize("game", ["chicago", "follow-the-queen"])
def test_each_screen_is_pushed_the_page_it_would_fetch(
    server: Served, client: FlaskClient, deal: Deal, game: str
) -> None:
    table = deal(game, 3)
    state: State = table.live.state
    dealer = RandomDealer(state.setup, Random(5), ruling=False)
    while dealer.state.result is None:
        dealer.step()
    pages = [television_of(table), *(phone_of(table, name) for name in ("Ann", "Bob", "Cy"))]
    streams = [open_stream(server, client, page) for page in pages]
    for line in [*dealer.lines, "next"]:
        if line == "next":
            assert call.next_hand(table.night) is None
        else:
            table.enter(line)
        for page, stream in zip(pages, streams, strict=True):
            version, lines = split(stream.new())
            db.session.rollback()
            assert lines == fetched(client, page)
            assert version_of(lines) == version


def test_a_reconnected_screen_is_pushed_the_page_it_missed(server: Served, client: FlaskClient, deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    for page in (television_of(table), phone_of(table, "Ann")):
        seen = version_of(fetched(client, page))
        where = f"{page.rsplit('/', 1)[1]}?draw={'television' if page.startswith('/tv/') else 'phone'}"
        assert split(Stream(server, client, where, last_event_id=seen).first) == (seen, [])
        table.enter("d dh p1 ??Kh" if table.live.number == 0 else "d dh p2 ??2h")
        for stream in (
            Stream(server, client, where, last_event_id=seen),
            Stream(server, client, f"{where}&at={seen}"),
            Stream(server, client, f"{where}&at=nonsense"),
        ):
            version, lines = split(stream.first)
            db.session.rollback()
            assert lines == fetched(client, page)
            assert version == version_of(lines) != seen
        assert split(Stream(server, client, f"{where}&at={seen}", last_event_id=version).first) == (version, [])
        assert split(Stream(server, client, where).first) == (version, [])


def test_a_waiting_request_is_pushed_to_its_players_phone_and_stays(
    server: Served, client: FlaskClient, deal: Deal
) -> None:
    table = deal("five-card-stud", 3)
    pages = [phone_of(table, name) for name in ("Ann", "Bob")]
    streams = [open_stream(server, client, page) for page in pages]

    def pushed() -> list[str]:
        shown = []
        for page, stream in zip(pages, streams, strict=True):
            lines = split(stream.new())[1]
            db.session.rollback()
            assert lines == fetched(client, page)
            shown.append("\n".join(lines))
        return shown

    table.enter("d dh p1 ??Kh")
    assert not any("Never mind" in text for text in pushed())
    ann = next(info.id for info in seats.seats(table.night) if info.name == "Ann")
    assert not isinstance(requests.request_from_phone(table.night, SitOut(ann, "Ann"), 0), Problem)
    assert ["Never mind" in text for text in pushed()] == [True, False]
    table.enter("d dh p2 ??2h")
    assert ["Never mind" in text for text in pushed()] == [True, False]


def test_amounts_are_pushed_in_each_readers_format(server: Served, client: FlaskClient, deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter("d misdeal")
    assert isinstance(acting.play_for(table.night, "EUR", 10, ()), Done)
    page = phone_of(table, "Ann")
    assert client.get(page).status_code == 200
    streams = []
    for languages in ("de-DE", "en-US"):
        stream = Stream(server, client, f"{page.rsplit('/', 1)[1]}?draw=phone", accept_language=languages)
        server.settle()
        stream.catch_up()
        streams.append(stream)
    assert call.next_hand(table.night) is None
    german, american = (stream.new() for stream in streams)
    assert "10,00\u00a0€" in german
    assert "€10.00" in american


def test_televisions_are_pushed_the_table_as_they_are_turned(server: Served, client: FlaskClient, deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    page = television_of(table)
    streams = [open_stream(server, client, page, f"&near={near}") for near in (0, 1)]
    table.enter("d dh p1 ??Kh")
    pages = [split(stream.new())[1] for stream in streams]
    assert pages == [fetched(client, f"{page}?near={near}") for near in (0, 1)]
    assert pages[0] != pages[1]


def test_a_stream_without_a_page_pushes_only_the_version(server: Served, client: FlaskClient, deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    key = table.night.watch_key
    streams = [Stream(server, client, asked) for asked in (key, f"{key}?draw=", f"{key}?draw=nonsense", table.key)]
    table.enter("d dh p1 ??Kh")
    for stream in streams:
        assert split(stream.new())[1] == []


def test_a_sealed_answer_is_pushed_only_to_its_player(server: Served, client: FlaskClient, deal: Deal) -> None:
    table = deal_to_question(deal)
    phones = {name: phone_of(table, name) for name in ("Ann", "Bob", "Cy")}
    streams = {name: open_stream(server, client, phone) for name, phone in phones.items()}
    assert answer(table, "Bob", "p2 declare spade").status_code == 200
    pages = {name: "\n".join(split(stream.new())[1]) for name, stream in streams.items()}
    assert [name for name, page in pages.items() if "You declared Spade" in page] == ["Bob"]


def test_the_stream_of_a_phone_that_is_signed_out_ends(server: Served, client: FlaskClient, deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    stream = open_stream(server, client, phone_of(table, "Ann"))
    seat = next(info for info in seats.seats(table.night) if info.name == "Ann")
    grants.free_phone(seat.player_id)
    assert stream.new() == "event: out\ndata: out\n\n"
    assert stream.answer.piece() is None


def test_an_admitted_device_is_pushed_pages_until_it_is_refused(
    app: Flask, server: Served, client: FlaskClient, deal: Deal
) -> None:
    table = deal("five-card-stud", 3)
    page = phone_of(table, "Ann")
    other = app.test_client()
    seat = seat_by_key(page.rsplit("/", 1)[1])
    assert seat is not None
    assert other.post(f"{page}/ask").status_code in (302, 303)
    access = grants.access(PHONE, seat.player_id, "")
    assert grants.answer(PHONE, seat.player_id, access.asking[0].device, yes=True) is None
    stream = open_stream(server, other, page)
    table.enter("d dh p1 ??Kh")
    assert split(stream.new())[1] == fetched(other, page)
    assert grants.answer(PHONE, seat.player_id, access.asking[0].device, yes=False) is None
    assert stream.new() == "event: out\ndata: out\n\n"


def test_a_page_that_cannot_be_rendered_is_left_to_be_fetched(
    server: Served, client: FlaskClient, deal: Deal, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_given: object) -> None:
        raise RuntimeError("no page today")

    table = deal("five-card-stud", 3)
    phone, television = (open_stream(server, client, page) for page in (phone_of(table, "Ann"), television_of(table)))
    monkeypatch.setattr("app.web.phone.views.PhonePage", broken)
    table.enter("d dh p1 ??Kh")
    assert split(phone.new())[1] == []
    assert split(television.new())[1] != []
    assert "no page today" in caplog.text


def test_pushed_forms_can_be_posted(website: Snapshots) -> None:
    with website.fresh(WTF_CSRF_ENABLED=True) as app, served(app) as server:
        client = app.test_client()
        table = begin(client, "five-card-stud", ("Ann", "Bob", "Cy"), 100, True, Stakes(), {}, [])
        page = hold(client, next(info.key for info in seats.seats(table.night) if info.name == "Ann"))
        pages = (page, phone_of(table, "Bob"))
        streams = [open_stream(server, client, page) for page in pages]
        table.enter("d dh p1 ??Kh")
        for address, stream in zip(pages, streams, strict=True):
            text = stream.new()
            fields = dict(re.findall(r'name="(csrf_token|seen)" value="([^"]*)"', text))
            posted = client.post(f"{address}/wish/sit-out", data=fields, headers=HTMX)
            assert posted.status_code == 200, posted.text
            assert client.post(f"{address}/wish/sit-out", data={"seen": fields["seen"]}).status_code == 400


def test_a_phone_without_a_session_is_pushed_only_the_version(website: Snapshots) -> None:
    with website.fresh(WTF_CSRF_ENABLED=True) as app, served(app) as server:
        client = app.test_client()
        table = begin(client, "five-card-stud", ("Ann", "Bob", "Cy"), 100, True, Stakes(), {}, [])
        ann = phone_of(table, "Ann")  # a page that this browser has not opened
        stream = Stream(server, client, f"{ann.rsplit('/', 1)[1]}?draw=phone")
        table.enter("d dh p1 ??Kh")
        assert split(stream.new())[1] == []
