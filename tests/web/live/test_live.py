"""The stream of a night: its version, at once and at every change."""

import re
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.night.db import writing
from app.night.example import remove_night
from app.night.models import Night, random_key
from app.night.people.seats import seats
from app.night.play.call import end_night, next_hand
from app.night.screens import night_version
from app.night.start_like import repeat_night
from app.night.version import mark_table_changed
from tests.night.acting import sit_out
from tests.seating import add_player
from tests.server.loop import Served, served
from tests.web.streams import Stream, event_of
from tests.web.tables import Table, hold

Deal = Callable[..., Table]


def keys_of(table: Table) -> list[str]:
    night = table.night
    return [night.key, night.watch_key, *(hold(table.client, seat.key)[3:] for seat in seats(night))]


def test_every_key_of_a_night_opens_its_stream(server: Served, client: FlaskClient, deal: Deal) -> None:
    table = deal()
    keys = keys_of(table)
    number = night_version(table.night.id)
    for key in keys:
        assert Stream(server, client, key).first == event_of(number)
        assert client.get(f"/live/{key}?now").text == number


def test_an_unknown_key_has_no_stream(client: FlaskClient) -> None:
    for path in ("/live/nonsense", "/live/nonsense?now", "/live/%00", f"/live/{'x' * 5000}"):
        assert client.get(path).status_code == 404


def test_a_tap_is_sent_to_every_stream(server: Served, client: FlaskClient, deal: Deal) -> None:
    table = deal()
    streams = [Stream(server, client, key) for key in keys_of(table)]
    before = [stream.first for stream in streams]
    table.post(action="d dh p1 ??Kh")
    after = [stream.new() for stream in streams]
    assert len(set(before)) == len(set(after)) == 1
    assert before[0] != after[0]


def test_the_screen_and_the_stream_have_the_same_version(client: FlaskClient, deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    number = client.get(f"/live/{table.key}?now")
    assert f'data-at="{number.text}"' in table.get()
    answer = table.post(headers={"HX-Request": "true"}, action="d dh p1 ??Kh")
    assert f'data-at="{client.get(f"/live/{table.key}?now").text}"' in answer.text


def test_changes_between_hands_are_sent_too(server: Served, client: FlaskClient, deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    stream = Stream(server, client, table.key)
    versions = [stream.first]
    table.post(action="d misdeal")
    versions.append(stream.new())
    assert next_hand(table.night) is None
    versions.append(stream.new())
    add_player(table.night, "Zoe", 50)
    versions.append(stream.new())
    sit_out(table.night, seats(table.night)[0].id)
    versions.append(stream.new())
    assert len(set(versions)) == len(versions)


def test_a_refused_tap_does_not_change_the_version(client: FlaskClient, deal: Deal) -> None:
    table = deal()
    before = client.get(f"/live/{table.key}?now").text
    assert table.post(action="p2 f").status_code == 422
    assert client.get(f"/live/{table.key}?now").text == before


def test_a_closed_stream_is_freed_at_once(server: Served, client: FlaskClient, deal: Deal) -> None:
    table = deal()
    streams = [Stream(server, client, table.key) for _ in range(3)]
    assert server.streams() == 3
    streams[0].answer.disconnect()
    assert list(streams[0].answer) in ([], [streams[0].first])
    assert server.streams() == 2
    table.post(action="d dh p1 ??Kh")
    assert streams[1].new() == streams[2].new()


def test_hundreds_of_streams_can_follow_one_night(server: Served, client: FlaskClient, deal: Deal) -> None:
    table = deal()
    streams = [Stream(server, client, table.key) for _ in range(300)]
    table.post(action="d dh p1 ??Kh")
    assert len({stream.new() for stream in streams}) == 1


def test_a_quiet_stream_sends_heartbeats(
    server: Served, client: FlaskClient, deal: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.live.feed.HEARTBEAT_SECONDS", 0.01)
    stream = Stream(server, client, deal().key)
    assert stream.answer.piece() == stream.answer.piece() == stream.first.encode()


def test_a_stream_ends_when_its_link_is_renewed(server: Served, client: FlaskClient, deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    night = table.night
    renewed, other = Stream(server, client, night.watch_key), Stream(server, client, night.key)
    with writing() as session:
        session.get_one(Night, night.id).watch_key = random_key()
        mark_table_changed(session, night.id)
    assert other.new().startswith("id: ")
    assert renewed.new() == "event: gone\ndata: gone\n\n"
    assert renewed.answer.piece() is None


def test_a_stream_ends_when_its_night_is_removed(
    server: Served, client: FlaskClient, deal: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.live.feed.HEARTBEAT_SECONDS", 0.01)
    table = deal("five-card-stud", 2)
    table.enter("d misdeal")
    assert next_hand(table.night) is None
    assert end_night(table.night) is None
    streams = [Stream(server, client, key) for key in (table.key, table.night.watch_key)]
    assert remove_night(table.night.id)
    for stream in streams:
        *_heartbeats, last = stream.answer
        assert last == "event: gone\ndata: gone\n\n"


def test_phones_and_televisions_switch_to_the_next_night(
    server: Served, client: FlaskClient, deal: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.live.feed.HEARTBEAT_SECONDS", 0.01)
    table = deal("five-card-stud", 2)
    table.enter("d misdeal")
    next_hand(table.night)
    assert end_night(table.night) is None
    ann = seats(table.night)[0].key
    hold(client, ann)
    phone, television = Stream(server, client, ann), Stream(server, client, table.night.watch_key)
    saturday = repeat_night(table.night, "Saturday")
    assert isinstance(saturday, Night)
    for stream in (phone, television):
        assert stream.new() == f"retry: 100\n{event_of(night_version(saturday.id))}"
        assert stream.answer.piece() is None
    again = Stream(server, client, seats(saturday)[0].key)
    assert again.first == event_of(night_version(saturday.id))


@pytest.mark.parametrize("kind", ["television", "phone"])
def test_a_page_loaded_before_an_upgrade_is_told_to_load_again(
    server: Served, client: FlaskClient, deal: Deal, kind: str
) -> None:
    table = deal()
    key = table.night.watch_key if kind == "television" else keys_of(table)[2]
    page = client.get(f"/{'tv' if kind == 'television' else 'p'}/{key}").text
    files = re.search('data-files="([^"]+)"', page)
    assert files is not None
    Stream(server, client, f"{key}?draw={kind}&files={files[1]}")
    assert client.get(f"/live/{key}?draw={kind}&files=0123456789").text == "event: new\ndata: new\n\n"


def test_stopping_the_server_ends_every_stream(app: Flask, client: FlaskClient, deal: Deal) -> None:
    table = deal()
    with served(app) as server:
        stream = Stream(server, client, table.key)
    assert list(stream.answer) in ([], [stream.first])


def test_without_an_event_loop_the_page_reconnects_repeatedly(client: FlaskClient, deal: Deal) -> None:
    answer = client.get(f"/live/{deal().key}")
    assert answer.mimetype == "text/event-stream"
    assert answer.text.startswith("retry: 1000\n\nid: ")
