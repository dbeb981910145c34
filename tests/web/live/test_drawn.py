"""The page that a stream pushes with each change: the same as fetched, and only for those who may see it."""

import re
from collections.abc import Callable
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.games.house import Stakes
from app.hand.state import State
from app.night.access import grants
from app.night.access.grants import PHONE
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
from tests.web.phone.phones import answer, asking, night_of, phone_of
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
    """Return the lines of a page with the signing times cut off its tokens."""
    return [re.sub(r'(name="csrf_token" value="[^".]+)[^"]*', r"\1", line) for line in lines]


def fetched(client: FlaskClient, path: str) -> list[str]:
    """Return the lines of a page, fetched as a screen does."""
    response = client.get(path, headers=HTMX)
    assert response.status_code == 200
    return untimed([line for line in response.text.split("\n") if line.strip()])


def at(lines: list[str]) -> str:
    """Return the version of the page."""
    marks = re.findall(r'data-at="([^"]+)"', "\n".join(lines))
    assert len(marks) == 1
    return str(marks[0])


def television_of(table: Table) -> str:
    return f"/tv/{night_of(table).watch_key}"


def drawn(server: Served, client: FlaskClient, page: str, more: str = "") -> Stream:
    """Return the stream of a page, which pushes the page from the next change on."""
    assert client.get(page).status_code == 200
    kind = "television" if page.startswith("/tv/") else "phone"
    stream = Stream(server, client, f"{page.rsplit('/', 1)[1]}?draw={kind}{more}")
    server.settle()
    stream.catch_up()
    return stream


@pytest.mark.parametrize("game", ["chicago", "follow-the-queen"])
def test_each_screen_is_brought_what_it_would_fetch(server: Served, client: FlaskClient, deal: Deal, game: str) -> None:
    table = deal(game, 3)
    state: State = table.live.state
    dealer = RandomDealer(state.setup, Random(5), ruling=False)
    while dealer.state.result is None:
        dealer.step()
    pages = [television_of(table), *(phone_of(table, name) for name in ("Ann", "Bob", "Cy"))]
    streams = [drawn(server, client, page) for page in pages]
    for line in [*dealer.lines, "next"]:
        if line == "next":
            assert call.next_hand(night_of(table)) is None
        else:
            table.enter(line)
        for page, stream in zip(pages, streams, strict=True):
            version, lines = split(stream.new())
            db.session.rollback()
            assert lines == fetched(client, page)
            assert at(lines) == version


def test_a_screen_that_was_cut_off_is_brought_what_it_has_missed(
    server: Served, client: FlaskClient, deal: Deal
) -> None:
    table = deal("five-card-stud", 3)
    for page in (television_of(table), phone_of(table, "Ann")):
        seen = at(fetched(client, page))
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
            assert version == at(lines) != seen
        assert split(Stream(server, client, f"{where}&at={seen}", last_event_id=version).first) == (version, [])
        assert split(Stream(server, client, where).first) == (version, [])


def test_what_players_ask_for_is_brought_to_them_and_stays(server: Served, client: FlaskClient, deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    pages = [phone_of(table, name) for name in ("Ann", "Bob")]
    streams = [drawn(server, client, page) for page in pages]

    def brought() -> list[str]:
        shown = []
        for page, stream in zip(pages, streams, strict=True):
            lines = split(stream.new())[1]
            db.session.rollback()
            assert lines == fetched(client, page)
            shown.append("\n".join(lines))
        return shown

    table.enter("d dh p1 ??Kh")
    assert not any("Never mind" in text for text in brought())
    ann = next(info.id for info in seats.seats(night_of(table)) if info.name == "Ann")
    assert not isinstance(requests.request_from_phone(night_of(table), SitOut(ann, "Ann"), 0), Problem)
    assert ["Never mind" in text for text in brought()] == [True, False]
    table.enter("d dh p2 ??2h")
    assert ["Never mind" in text for text in brought()] == [True, False]


def test_each_reader_is_brought_their_own_figures(server: Served, client: FlaskClient, deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter("d misdeal")
    assert isinstance(acting.play_for(night_of(table), "EUR", 10, ()), Done)
    page = phone_of(table, "Ann")
    assert client.get(page).status_code == 200
    streams = []
    for languages in ("de-DE", "en-US"):
        stream = Stream(server, client, f"{page.rsplit('/', 1)[1]}?draw=phone", accept_language=languages)
        server.settle()
        stream.catch_up()
        streams.append(stream)
    assert call.next_hand(night_of(table)) is None
    german, american = (stream.new() for stream in streams)
    assert "10,00\u00a0€" in german
    assert "€10.00" in american


def test_a_television_is_brought_as_it_is_turned(server: Served, client: FlaskClient, deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    page = television_of(table)
    streams = [drawn(server, client, page, f"&near={near}") for near in (0, 1)]
    table.enter("d dh p1 ??Kh")
    pages = [split(stream.new())[1] for stream in streams]
    assert pages == [fetched(client, f"{page}?near={near}") for near in (0, 1)]
    assert pages[0] != pages[1]


def test_who_asks_for_the_number_alone_gets_no_more(server: Served, client: FlaskClient, deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    key = night_of(table).watch_key
    streams = [Stream(server, client, asked) for asked in (key, f"{key}?draw=", f"{key}?draw=nonsense", table.key)]
    table.enter("d dh p1 ??Kh")
    for stream in streams:
        assert split(stream.new())[1] == []


def test_what_others_answer_in_secret_is_not_brought(server: Served, client: FlaskClient, deal: Deal) -> None:
    table = asking(deal)
    phones = {name: phone_of(table, name) for name in ("Ann", "Bob", "Cy")}
    streams = {name: drawn(server, client, phone) for name, phone in phones.items()}
    assert answer(table, "Bob", "p2 declare spade").status_code == 200
    pages = {name: "\n".join(split(stream.new())[1]) for name, stream in streams.items()}
    assert [name for name, page in pages.items() if "You declared Spade" in page] == ["Bob"]


def test_a_device_that_is_signed_out_is_brought_nothing_of_the_phone(
    server: Served, client: FlaskClient, deal: Deal
) -> None:
    table = deal("five-card-stud", 3)
    stream = drawn(server, client, phone_of(table, "Ann"))
    seat = next(info for info in seats.seats(night_of(table)) if info.name == "Ann")
    grants.free_phone(seat.player_id)
    assert stream.new() == "event: out\ndata: out\n\n"
    assert stream.answer.piece() is None


def test_a_device_that_is_let_in_and_out_again_is_drawn_as_long_as_it_may(
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
    stream = drawn(server, other, page)
    table.enter("d dh p1 ??Kh")
    assert split(stream.new())[1] == fetched(other, page)
    assert grants.answer(PHONE, seat.player_id, access.asking[0].device, yes=False) is None
    assert stream.new() == "event: out\ndata: out\n\n"


def test_a_page_that_cannot_be_drawn_is_left_to_be_asked_for(
    server: Served, client: FlaskClient, deal: Deal, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_given: object) -> None:
        raise RuntimeError("no page today")

    table = deal("five-card-stud", 3)
    phone, television = (drawn(server, client, page) for page in (phone_of(table, "Ann"), television_of(table)))
    monkeypatch.setattr("app.web.phone.views.PhonePage", broken)
    table.enter("d dh p1 ??Kh")
    assert split(phone.new())[1] == []
    assert split(television.new())[1] != []
    assert "no page today" in caplog.text


def test_the_forms_that_are_brought_may_be_posted(website: Snapshots) -> None:
    with website.fresh(WTF_CSRF_ENABLED=True) as app, served(app) as server:
        client = app.test_client()
        table = begin(client, "five-card-stud", ("Ann", "Bob", "Cy"), 100, True, Stakes(), {}, [])
        page = hold(client, next(info.key for info in seats.seats(night_of(table)) if info.name == "Ann"))
        pages = (page, phone_of(table, "Bob"))
        streams = [drawn(server, client, page) for page in pages]
        table.enter("d dh p1 ??Kh")
        for address, heard in zip(pages, streams, strict=True):
            text = heard.new()
            fields = dict(re.findall(r'name="(csrf_token|seen)" value="([^"]*)"', text))
            posted = client.post(f"{address}/wish/sit-out", data=fields, headers=HTMX)
            assert posted.status_code == 200, posted.text
            assert client.post(f"{address}/wish/sit-out", data={"seen": fields["seen"]}).status_code == 400


def test_without_a_session_for_its_forms_a_phone_is_not_brought(website: Snapshots) -> None:
    with website.fresh(WTF_CSRF_ENABLED=True) as app, served(app) as server:
        client = app.test_client()
        table = begin(client, "five-card-stud", ("Ann", "Bob", "Cy"), 100, True, Stakes(), {}, [])
        ann = phone_of(table, "Ann")  # a page that this browser has not opened
        stream = Stream(server, client, f"{ann.rsplit('/', 1)[1]}?draw=phone")
        table.enter("d dh p1 ??Kh")
        assert split(stream.new())[1] == []
