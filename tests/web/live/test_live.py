"""The stream of a night: which number it is at, at once and whenever that changes, and nothing else."""

from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.live.screens import MOST_LISTENERS, feed
from app.night import add_player, end_night, next_hand, night_by_key, night_version, seats, sit_out, start_again
from app.night.db import writing
from app.night.models import Night, random_key
from app.night.version import mark_table_changed
from tests.web.tables import Table, hold

Deal = Callable[..., Table]


def night_of(table: Table) -> Night:
    night = night_by_key(table.key)
    assert night is not None
    return night


def keys_of(table: Table) -> list[str]:
    night = night_of(table)
    return [night.key, night.watch_key, *(hold(table.client, seat.key)[3:] for seat in seats(night))]


def events(client: FlaskClient, key: str) -> Iterator[str]:
    """Yield the pieces of a stream as they are sent; the first says when to try again."""
    response = client.get(f"/live/{key}", buffered=False)
    assert response.status_code == 200
    assert response.mimetype == "text/event-stream"
    for piece in response.iter_encoded():
        yield piece.decode()


def test_every_address_of_a_night_has_the_stream(client: FlaskClient, deal: Deal) -> None:
    table = deal()
    keys = keys_of(table)
    number = night_version(night_of(table).id)
    for key in keys:
        stream = events(client, key)
        assert next(stream) == "retry: 2000\n\n"
        assert next(stream) == f"data: {number}\n\n"
        assert client.get(f"/live/{key}?now").text == number


def test_an_address_that_leads_nowhere_has_none(client: FlaskClient) -> None:
    for path in ("/live/nonsense", "/live/nonsense?now", "/live/%00", f"/live/{'x' * 5000}"):
        assert client.get(path).status_code == 404


def test_a_tap_is_told_to_all_who_look_on(client: FlaskClient, deal: Deal) -> None:
    table = deal()
    streams = [events(client, key) for key in keys_of(table)]
    before = [(next(stream), next(stream))[1] for stream in streams]
    table.post(action="d dh p1 ??Kh")
    after = [next(stream) for stream in streams]
    assert len(set(before)) == len(set(after)) == 1
    assert before[0] != after[0]


def test_the_screen_and_the_stream_agree(client: FlaskClient, deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    number = client.get(f"/live/{table.key}?now")
    assert f'data-at="{number.text}"' in table.get()
    answer = table.post(headers={"HX-Request": "true"}, action="d dh p1 ??Kh")
    assert f'data-at="{client.get(f"/live/{table.key}?now").text}"' in answer.text


def test_what_happens_between_hands_is_told_too(client: FlaskClient, deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    stream = events(client, table.key)
    heard = [next(stream), next(stream)]
    table.post(action="d misdeal")
    heard.append(next(stream))
    assert next_hand(night_of(table)) is None
    heard.append(next(stream))
    add_player(night_of(table), "Zoe", 50)
    heard.append(next(stream))
    sit_out(night_of(table), seats(night_of(table))[0].id)
    heard.append(next(stream))
    assert len(set(heard)) == len(heard)


def test_what_is_refused_changes_no_number(client: FlaskClient, deal: Deal) -> None:
    table = deal()
    before = client.get(f"/live/{table.key}?now").text
    assert table.post(action="p2 f").status_code == 422
    assert client.get(f"/live/{table.key}?now").text == before


def test_a_page_that_goes_makes_room_for_another(app: Flask, client: FlaskClient, deal: Deal) -> None:
    table = deal()
    night_id = night_of(table).id
    response = client.get(f"/live/{table.key}", buffered=False)
    with app.test_request_context():
        assert feed().has_listeners(night_id)
    response.close()
    with app.test_request_context():
        assert not feed().has_listeners(night_id)


def test_one_screen_too_many_is_told_to_ask_instead(client: FlaskClient, deal: Deal) -> None:
    table = deal()
    open_ones = [client.get(f"/live/{table.key}", buffered=False) for _ in range(MOST_LISTENERS)]
    assert client.get(f"/live/{table.key}").status_code == 503
    assert client.get(f"/live/{table.key}?now").status_code == 200
    for stream in open_ones:
        stream.close()


def test_a_quiet_stream_gives_signs_of_life(client: FlaskClient, deal: Deal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.web.live.views.BEAT_SECONDS", 0.01)
    stream = events(client, deal().key)
    assert next(stream).startswith("retry")
    assert next(stream) == next(stream) == next(stream)


def test_a_stream_ends_with_its_address(client: FlaskClient, deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    night = night_of(table)
    renewed, other = events(client, night.watch_key), events(client, night.key)
    for stream in (renewed, other):
        assert next(stream).startswith("retry")
        assert next(stream).startswith("data")
    with writing() as session:
        session.get_one(Night, night.id).watch_key = random_key()
        mark_table_changed(session, night.id)
    assert next(other).startswith("data")
    assert list(renewed) == ["event: gone\ndata: gone\n\n"]


def test_a_phones_stream_moves_on_with_the_next_night(
    client: FlaskClient, deal: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.web.live.views.BEAT_SECONDS", 0.01)
    table = deal("five-card-stud", 2)
    table.enter("d misdeal")
    next_hand(night_of(table))
    assert end_night(night_of(table)) is None
    ann = seats(night_of(table))[0].key
    hold(client, ann)
    phone, television = events(client, ann), events(client, night_of(table).watch_key)
    last = [(next(stream), next(stream))[1] for stream in (phone, television)]
    saturday = start_again(night_of(table), "Saturday")
    assert isinstance(saturday, Night)
    assert list(phone)[-1] == f"retry: 100\ndata: {night_version(saturday.id)}\n\n"
    assert next(television) == last[1]
    again = events(client, seats(saturday)[0].key)
    assert [next(again), next(again)][1] == f"data: {night_version(saturday.id)}\n\n"
