"""Nights stored by earlier versions: today's app opens them, replays every hand to the same end, and plays on.

The tests rely only on rows, addresses and posts, not on the modules of the time; see ``old_nights``.
"""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from flask_migrate import upgrade
from sqlalchemy import Row, text
from sqlalchemy.exc import InvalidRequestError
from werkzeug.test import TestResponse

from app import create_app
from app.backups.versions import migrate
from app.night import links, nights, start_like
from app.night.acts import requests
from app.night.db import db
from app.night.history import past_nights
from app.night.log import loading
from app.night.log.replay import LiveHand, Posted
from app.night.models import Night, Seat
from app.night.nights import current_hand, last_hand, last_number
from app.night.people import changing, roster
from app.night.people import seats as night_seats
from app.night.play import call, games, taps
from app.night.transfer import export, importing
from app.night.transfer.checking import read_file, replay
from app.night.transfer.sheets import night_sheets
from app.night.validation import Problem
from tests.night.table import seat
from tests.snapshots import Snapshots
from tests.web.tables import hold

DATA = Path(__file__).parent / "data"
VERSIONS = sorted(path.name.removesuffix(".sqlite.gz") for path in DATA.glob("version-*.sqlite.gz"))


@dataclass(frozen=True)
class Stored:
    """A copy of an earlier version's database, opened by today's app."""

    app: Flask
    client: FlaskClient
    in_play: list[dict[str, Any]]

    def rows(self, query: str, **values: object) -> list[Row[Any]]:
        return list(db.session.execute(text(query), values))

    def value(self, query: str, **values: object) -> Any:
        return db.session.execute(text(query), values).scalar_one()

    def change(self, *statements: str, **values: object) -> None:
        for statement in statements:
            db.session.execute(text(statement), values)
        db.session.commit()

    def night(self, name: str) -> Night:
        stored_night = nights.night_by_key(self.value("SELECT key FROM night WHERE name = :name", name=name))
        assert stored_night is not None
        return stored_night

    def paid(self, hand_id: int) -> list[tuple[str, str, int]]:
        """Return the payments of a hand: the player (or empty), the kind, the chips."""
        query = """SELECT coalesce(name, ''), kind, amount FROM ledger LEFT JOIN player ON player.id = player_id
            WHERE hand_id = :id ORDER BY ledger.id"""
        return [(name, kind, amount) for name, kind, amount in self.rows(query, id=hand_id)]

    def get(self, path: str) -> TestResponse:
        """Return a page, following redirects."""
        response = self.client.get(path, follow_redirects=True)
        assert response.status_code == 200, path
        return response

    def post(self, path: str, **fields: Any) -> TestResponse:
        response = self.client.post(path, data=fields)
        assert response.status_code == 303, (path, fields, response.text)
        return response


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Snapshots]:
    """Return a function from a version to today's app on its migrated database."""

    @cache
    def of_version(name: str) -> Snapshots:
        path = tmp_path_factory.mktemp(name) / "upcard.sqlite3"
        path.write_bytes(gzip.decompress((DATA / f"{name}.sqlite.gz").read_bytes()))
        address = f"sqlite:///{path}"
        app = create_app({"WTF_CSRF_ENABLED": False, "SECRET_KEY": "x", "SQLALCHEMY_DATABASE_URI": address})
        with app.app_context():
            upgrade()
        return Snapshots(app, path)

    return of_version


@pytest.fixture(params=VERSIONS)
def stored(request: pytest.FixtureRequest, migrated: Callable[[str], Snapshots]) -> Iterator[Stored]:
    in_play = json.loads((DATA / f"{request.param}.json").read_text())
    with migrated(request.param).fresh() as app:
        yield Stored(app, app.test_client(), in_play)


#: Only the database of 0.1, in which no player has joined a later night or claimed a link.
of_0_1 = pytest.mark.parametrize("stored", ["version-0.1"], indirect=True)
#: All but the database of 0.1: once migrated, its hands are those of 0.3.
of_other_hands = pytest.mark.parametrize("stored", [name for name in VERSIONS if name != "version-0.1"], indirect=True)


def live(hand_id: int) -> LiveHand:
    loaded = loading.live_hand(hand_id)
    assert isinstance(loaded, LiveHand), loaded
    return loaded


def test_every_released_version_has_a_stored_database() -> None:
    assert {"version-0.1", "version-0.2", "version-0.3"} <= set(VERSIONS)


def test_hands_of_0_1_are_as_in_the_database_of_0_3(migrated: Callable[[str], Snapshots]) -> None:
    tables = (
        "SELECT id, night_id, number, definition, setup, options, modifiers, outcome, put_away FROM hand",
        "SELECT hand_id, number, kind, text FROM entry",
        "SELECT hand_id, player_id, kind, amount FROM ledger WHERE hand_id IS NOT NULL",
    )
    rows = {}
    for name in ("version-0.1", "version-0.3"):
        with closing(sqlite3.connect(migrated(name).database)) as connection:
            rows[name] = [set(connection.execute(query)) for query in tables]
    for old, new in zip(rows["version-0.1"], rows["version-0.3"], strict=True):
        assert len(old) > 40
        assert old <= new


@of_other_hands
def test_every_hand_replays_to_where_it_stood(stored: Stored) -> None:
    hands = stored.rows("SELECT id, outcome, finished_at FROM hand")
    assert len(hands) > 40
    for hand_id, outcome, finished in hands:
        entries = stored.value("SELECT count(*) FROM entry WHERE hand_id = :id", id=hand_id)
        loaded = live(hand_id)
        assert loaded.number == entries
        assert loaded.over == (finished is not None)
        if outcome is not None:
            assert len(loaded.actions) == json.loads(outcome)["actions"]


@of_other_hands
@pytest.mark.slow
def test_undo_and_redo_of_every_finished_hand_pay_the_same(stored: Stored) -> None:
    """Going backwards, each hand's end is undone and redone while it is the last hand of its night."""
    query = """SELECT hand.id, night_id, night.key, number, outcome FROM hand JOIN night ON night.id = night_id
        WHERE finished_at IS NOT NULL AND settled_at IS NULL ORDER BY number DESC"""
    for hand_id, night_id, key, number, outcome in stored.rows(query):
        stored.change(
            "UPDATE night SET ended_at = NULL WHERE id = :night",
            "DELETE FROM ledger WHERE night_id = :night AND kind = 'cash-out'",
            "UPDATE hand SET put_away = FALSE WHERE id = :hand",
            night=night_id,
            hand=hand_id,
        )
        before = stored.paid(hand_id)
        setup = live(hand_id).hand.setup
        if None not in setup.stacks:
            assert sum(amount for _, _, amount in before) == setup.carried - json.loads(outcome)["carried"]
        seen = live(hand_id).number
        stored.post(f"/n/{key}/undo", hand=hand_id, seen=seen)
        stored.post(f"/n/{key}/redo", hand=hand_id, seen=seen + 1)
        assert live(hand_id).number == seen + 2
        assert stored.paid(hand_id) == before, (key, number)
        now = json.loads(stored.value("SELECT outcome FROM hand WHERE id = :id", id=hand_id))
        then = json.loads(outcome)
        assert {name: now[name] for name in then} == then
        stored.change(
            "DELETE FROM entry WHERE hand_id = :hand",
            "DELETE FROM ledger WHERE hand_id = :hand",
            "DELETE FROM player_hand WHERE hand_id = :hand",
            "DELETE FROM hand WHERE id = :hand",
            hand=hand_id,
        )


@of_other_hands
@pytest.mark.slow
def test_a_hand_in_play_can_be_undone_to_its_start_and_redone(stored: Stored) -> None:
    """A hand is undone tap by tap to its first card, and redone."""
    for running in stored.in_play:
        night = stored.night(running["night"])
        hand = current_hand(night)
        assert hand is not None
        before = live(hand.id)
        assert before.number == running["entries"]
        while (hand_now := live(hand.id)).can_undo:
            stored.post(f"/n/{night.key}/undo", hand=hand.id, seen=hand_now.number)
        assert hand_now.actions == ()
        while len((hand_now := live(hand.id)).actions) < len(before.actions) or hand_now.actions != before.actions:
            assert hand_now.can_redo
            stored.post(f"/n/{night.key}/redo", hand=hand.id, seen=hand_now.number)


def test_stacks_equal_the_sums_of_the_ledger(stored: Stored) -> None:
    query = "SELECT name, sum(amount) FROM ledger JOIN player ON player.id = player_id WHERE night_id = :id GROUP BY 1"
    for night in nights.nights():
        seats = night_seats.seats(night, with_left=True)
        assert seats
        assert {(seat.name, seat.stack) for seat in seats if night.tracked} == set(stored.rows(query, id=night.id))
        won = Counter({seat.name: seat.net for seat in seats})
        assert won.total() + night.carried == 0


@of_0_1
@pytest.mark.parametrize("at", range(4))
def test_a_hand_in_play_ends_as_it_did_then(stored: Stored, at: int) -> None:
    """The recorded posts of tablet and phones finish it. It pays the same, and the next hand can be dealt."""
    running = stored.in_play[at]
    night = stored.night(running["night"])
    hand = current_hand(night)
    assert hand is not None
    assert stored.paid(hand.id) == []
    # In that version each link was for one night.
    keys = {seat.name: db.session.get_one(Seat, seat.id).key for seat in night_seats.seats(night)}
    phones = {name: hold(stored.client, key) for name, key in keys.items()}
    for post in running["posts"]:
        loaded = live(hand.id)
        assert not loaded.over
        fields = {"hand": hand.id, **post["fields"]}
        if phone := post.get("phone"):
            asked = re.search(r'name="question" value="(\d+)"', stored.get(phones[phone]).text)
            assert asked is not None
            stored.post(f"{phones[phone]}/{post['path']}", question=asked[1], **fields)
        else:
            stored.post(f"/n/{night.key}/{post['path']}", seen=loaded.number, **fields)
    assert live(hand.id).over
    assert stored.paid(hand.id) == [tuple(row) for row in running["paid"]]
    _deal_next_hand(stored, night.key, hand.id)


def test_a_cleared_hand_can_be_reopened_and_cleared_again(stored: Stored) -> None:
    night = stored.night("Wednesday")
    assert current_hand(night) is None
    last = last_hand(night.id)
    assert last is not None
    paid = stored.paid(last.id)
    stored.post(f"/n/{night.key}/call/undo", hand=last.id)
    assert paid == stored.paid(last.id)
    assert paid
    _deal_next_hand(stored, night.key, last.id)


def test_an_ended_night_can_be_reopened_and_played_on(stored: Stored) -> None:
    night = stored.night("Friday")
    assert night.ended_at is not None
    stored.post(f"/n/{night.key}/night/reopen")
    stored.post(f"/n/{night.key}/night/seats", name="Bob", buy_in=300)
    stored.post(f"/n/{night.key}/call/five-card-stud", do="deal", after=last_number(night.id))
    last = last_hand(night.id)
    assert last is not None
    assert set(live(last.id).hand.setup.names) == {"Ann", "Anna", "Bob"}


@pytest.mark.slow
def test_every_screen_of_a_night_opens(stored: Stored) -> None:
    stored.get("/")
    for key, watch_key in stored.rows("SELECT key, watch_key FROM night"):
        for path in ("", "call", "call?all=1", "call/chicago", "night", "links"):
            stored.get(f"/n/{key}/{path}")
        stored.get(f"/n/{key}/?log=1")
        stored.get(f"/tv/{watch_key}")
    for (key,) in stored.rows("SELECT key FROM seat"):
        page = stored.get(hold(stored.client, key)).text
        assert 'data-live="/live/' in page or "Ask to open it here" in page


def test_every_player_is_a_person_with_one_link(stored: Stored) -> None:
    assert stored.value("SELECT count(*) FROM club") == 1
    assert stored.value("SELECT count(*) FROM player WHERE only_in <> 0") == 0
    names = [name for (name,) in stored.rows("SELECT name FROM player ORDER BY name")]
    assert sorted(person.name for person in roster.all_people()) == names
    keys = {seat.key for night in nights.nights() for seat in night_seats.seats(night, with_left=True)}
    assert len(keys) == len(names)


@pytest.mark.parametrize("stored", ["version-0.3"], indirect=True)
def test_settlement_queue_and_phones_of_0_3_go_on_and_its_example_is_gone(stored: Stored) -> None:
    assert stored.value("SELECT count(*) FROM night WHERE example") == 0
    thursday, today = stored.night("Thursday"), stored.night("Today")
    assert past_nights.Closing(thursday).payments
    assert not isinstance(requests.undo_settlement(thursday), Problem)
    hand = current_hand(today)
    assert hand is not None
    last = live(hand.id)
    for line in ("d dh p2 ??6h", "d dh p3 ??Kh", "p3 cbr 2", "p1 f", "p2 f"):
        answer = taps.post(hand.id, last.number, [line])
        assert isinstance(answer, Posted), answer
        last = answer.live
    bob = seat(today, "Bob")
    assert call.next_hand(today) is None
    assert seat(today, "Bob").bought == bob.bought + 50
    (role,) = stored.rows("SELECT status FROM device_role WHERE role = 'phone' AND status = 'claimed'")
    assert role.status == "claimed"
    assert stored.value("SELECT count(*) FROM act WHERE status = 'asked'") == 1
    latest = stored.value("SELECT max(id) FROM night")
    started = nights.start_night("Next", today.stakes, {}, True)
    assert isinstance(started, Night)
    assert started.id > latest
    text = "".join(export.export_night(today.id))
    replay(read_file(text.encode()))


def test_a_club_exported_by_0_2_imports_with_the_same_chips(tmp_path: Path) -> None:
    query = """SELECT night.name, player.name, account, sum(amount) FROM ledger JOIN night ON night.id = night_id
        JOIN player ON player.id = ledger.player_id GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"""
    path = tmp_path / "old.sqlite3"
    path.write_bytes(gzip.decompress((DATA / "version-0.2.sqlite.gz").read_bytes()))
    with closing(sqlite3.connect(path)) as connection:
        accounts = connection.execute(query).fetchall()
    assert len(accounts) > 10
    app = create_app({"SECRET_KEY": "x", "SQLALCHEMY_DATABASE_URI": f"sqlite:///{tmp_path / 'new.sqlite3'}"})
    with app.app_context():
        upgrade()
        imported = importing.import_bytes(gzip.decompress((DATA / "version-0.2.club.json.gz").read_bytes()))
        assert not isinstance(imported, Problem), imported
        assert list(db.session.execute(text(query))) == accounts
        finished = db.session.execute(text("SELECT id FROM hand WHERE finished_at IS NOT NULL")).scalars().all()
        assert len(finished) > 40
        assert all(live(hand_id).over for hand_id in finished)
        db.session.remove()
        db.engine.dispose()


def test_stored_sentences_are_migrated_to_codes_and_ids(stored: Stored) -> None:
    for hand_id, setup, outcome in stored.rows("SELECT id, setup, outcome FROM hand WHERE finished_at IS NOT NULL"):
        names, result = json.loads(setup)["names"], json.loads(outcome)
        assert {"winners", "carried", "why", "actions"} <= set(result)
        assert result["why"] in ("", {"kind": "misdeal"}, {"kind": "everyone else folded"})
        paid = Counter[str]()
        for name, kind, amount in stored.paid(hand_id):
            paid[name] += amount if kind == "award" else 0
        assert {names[seat]: chips for seat, chips in result["winners"]} == paid - Counter()
    kinds = {kind for (kind,) in stored.rows("SELECT DISTINCT kind FROM ledger WHERE why <> ''")}
    assert kinds == {"award"}


TIED = ("half of 99, tied with Bob", "hand 5, Double Exposure High-Low: main pot, low")
SHARED = ("shared with Anna", "hand 13, Pick a Partner: side pot 1, high, flush, king high")


@pytest.mark.parametrize(
    ("stored", "words", "award"),
    [("version-0.1", *TIED), ("version-0.2", *SHARED), ("version-0.3", *TIED)],
    indirect=["stored"],
)
def test_an_award_keeps_its_stored_words_until_a_person_in_them_is_removed(
    stored: Stored, words: str, award: str
) -> None:
    gone, rows = words.split()[-1], "SELECT count(*) FROM ledger WHERE why LIKE :words"
    assert stored.value(rows, words=f"%{words}%")
    # The sheet replays every hand with rows, so keep only the hands to check.
    hands_with_words = "SELECT hand_id FROM ledger WHERE why LIKE :words"
    stored.change(f"DELETE FROM ledger WHERE hand_id NOT IN ({hands_with_words})", words=f"%{words}%")
    friday = stored.night("Friday")
    assert f"{award}, {words}" in night_sheets(friday)["ledger.csv"]
    stored.change('UPDATE seat SET "left" = true')
    (forgotten,) = (person.id for person in roster.all_people() if person.name == gone)
    assert changing.remove_person(forgotten) is None
    assert stored.value(rows, words=f"%{words}%") == 0
    sheet = night_sheets(friday)["ledger.csv"]
    assert gone not in sheet
    assert award in sheet


def test_a_database_with_another_club_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "upcard.sqlite3"
    path.write_bytes(gzip.decompress((DATA / "version-0.3.sqlite.gz").read_bytes()))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO club (id, key, name) VALUES (7, 'other', '')")
        connection.commit()
    with pytest.raises(InvalidRequestError, match="holds several clubs"):
        migrate(f"sqlite:///{path}")


@of_0_1
def test_old_links_lead_to_their_night_and_the_latest_becomes_the_persons(stored: Stored) -> None:
    query = """SELECT seat.key, seat.night_id, player.key FROM seat JOIN player ON player.id = player_id
        ORDER BY seat.id"""
    latest = {person: key for key, _, person in stored.rows(query)}
    for key, night_id, person in stored.rows(query):
        assert f'data-live="/live/{key}"' in stored.get(hold(stored.client, key)).text
        if latest[person] == key:
            assert person == key
        else:
            assert links.night_id_of_link(key) == night_id


@of_0_1
def test_the_first_device_that_opens_an_old_link_claims_it(stored: Stored) -> None:
    assert stored.value("SELECT count(*) FROM device") == stored.value("SELECT count(*) FROM device_role") == 0
    for (key,) in stored.rows("SELECT key FROM player"):
        page = stored.get(f"/p/{key}").text
        assert "This is my phone" in page
        assert "data-live" not in page
        stored.post(f"/p/{key}/claim")
        assert f'data-live="/live/{key}"' in stored.get(f"/p/{key}").text


def test_every_open_night_has_a_join_code(stored: Stored) -> None:
    codes = [code for (code,) in stored.rows("SELECT join_code FROM night WHERE ended_at IS NULL")]
    assert codes
    for code in codes:
        assert re.fullmatch("[2-9a-z]{8}", code)
        assert "Ask for a seat" in stored.get(f"/j/{code.upper()}").text


def test_the_last_night_can_be_copied(stored: Stored) -> None:
    last = start_like.night_to_repeat(nights.nights())
    assert last is not None
    started = start_like.repeat_night(last[0], "Again")
    assert isinstance(started, Night)
    before = [(seat.name, seat.bought) for seat in night_seats.seats(last[0])]
    assert [(seat.name, seat.bought) for seat in night_seats.seats(started)] == before


def test_merging_two_people_moves_their_hands(stored: Stored) -> None:
    query = """SELECT a.id, b.id FROM player a, player b WHERE a.id < b.id AND NOT EXISTS
        (SELECT 1 FROM seat s JOIN seat t ON s.night_id = t.night_id WHERE s.player_id = a.id AND t.player_id = b.id)"""
    kept, other = stored.rows(query)[0]
    chips = stored.rows("SELECT night_id, sum(amount) FROM ledger GROUP BY night_id ORDER BY night_id")
    assert changing.merge_people(kept, other) is None
    assert stored.rows("SELECT night_id, sum(amount) FROM ledger GROUP BY night_id ORDER BY night_id") == chips
    for (hand_id,) in stored.rows("SELECT id FROM hand"):
        assert other not in live(hand_id).hand.player_ids


def test_own_games_and_earlier_calls_can_be_called_again(stored: Stored) -> None:
    night = stored.night("Wednesday")
    (own,) = games.own_games()
    page = stored.get(f"/n/{night.key}/call").text
    assert own.name in page
    called = set(re.findall(rf'href="(/n/{night.key}/call/[^"]+)"', page)) | {f"/n/{night.key}/call/own/{own.id}"}
    assert len(called) > 6
    for path in called:
        assert "Deal" in stored.get(path.replace("&amp;", "&")).text
    assert own.name in stored.get(f"/n/{night.key}/call/own/{own.id}").text


@of_other_hands
def test_every_action_of_a_hand_in_play_can_be_corrected(stored: Stored) -> None:
    for running in stored.in_play:
        night = stored.night(running["night"])
        hand = current_hand(night)
        assert hand is not None
        for place in range(1, len(live(hand.id).actions) + 1):
            stored.get(f"/n/{night.key}/hand/{hand.number}/correct/{place}")


@of_other_hands
@pytest.mark.slow
def test_the_record_of_a_finished_hand_has_its_payments(stored: Stored) -> None:
    query = """SELECT hand.id, night.key, number FROM hand JOIN night ON night.id = night_id
        WHERE finished_at IS NOT NULL"""
    for hand_id, key, number in stored.rows(query):
        record = tomllib.loads(stored.get(f"/n/{key}/hand/{number}.toml").text)
        won = Counter[str]()
        for name, kind, amount in stored.paid(hand_id):
            won[name] += amount if kind == "award" else 0
        assert record["actions"] == list(live(hand_id).actions)
        assert dict(zip(record["players"], record["winnings"], strict=True)) == {
            name: won[name] for name in record["players"]
        }


def _deal_next_hand(stored: Stored, key: str, hand_id: int) -> None:
    """Clear the hand, call another, deal its first card, then undo that and the call."""
    stored.post(f"/n/{key}/next", hand=hand_id, seen=live(hand_id).number)
    stored_night = nights.night_by_key(key)
    assert stored_night is not None
    stored.post(f"/n/{key}/call/five-card-stud", do="deal", after=last_number(stored_night.id))
    hand = current_hand(stored_night)
    assert hand is not None
    next_id = hand.id
    assert next_id != hand_id
    stored.post(f"/n/{key}/tap", hand=next_id, seen=0, action="d dh p1 ??CARD", card="Kh")
    assert live(next_id).actions == ("d dh p1 ??Kh",)
    stored.post(f"/n/{key}/undo", hand=next_id, seen=1)
    stored.post(f"/n/{key}/undo", hand=next_id, seen=2)
    assert stored.rows("SELECT id FROM hand WHERE id = :id", id=next_id) == []
