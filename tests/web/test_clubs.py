"""Every statement of a whole evening names the club, so that a database that spreads clubs knows where to look."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from app.night import db as night_db
from app.night import example, links, nights, start_like
from app.night.access import phones
from app.night.acts import cashier, joining, queue
from app.night.acts.cashier import Counted
from app.night.db import db
from app.night.history import past_nights
from app.night.log.replay import Posted
from app.night.models import Club, Night, OwnGame
from app.night.people import changing, persons
from app.night.people import seats as night_seats
from app.night.people.persons import COLOURS
from app.night.play import call, games, taps
from app.night.scope import HOME_CLUB, NightRef, in_club
from app.night.validation import Problem
from tests.web.tables import Table, hold

CLUB_TABLES = "|".join(table.name for table in db.metadata.sorted_tables if "club_id" in table.c)

#: What is asked before the club is known, by a key that nobody can guess, and how often in an evening.
BY_RANDOM_KEY = {
    "SELECT night.club_id FROM night WHERE night.key = ? LIMIT ?",
    "SELECT night.club_id FROM night WHERE night.watch_key = ? LIMIT ?",
    "SELECT night.club_id FROM night WHERE night.join_code = ? LIMIT ?",
    "SELECT player.club_id FROM player WHERE player.key = ? LIMIT ?",
    "SELECT seat.club_id FROM seat WHERE seat.key = ? LIMIT ?",
}

#: What is asked for a new code: whether a night of any club has it.
BY_NEW_CODE = "SELECT night.club_id FROM night WHERE night.watch_key = ? OR night.join_code = ? LIMIT ?"

#: What is asked by the token of a device, which may be known in several clubs.
BY_TOKEN = re.compile(r"FROM device WHERE device\.token = \?|FROM device_role JOIN device .* WHERE device\.token = \? ")


@contextmanager
def statements() -> Iterator[list[str]]:
    asked: list[str] = []

    def listen(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        plain = re.sub(r"%\(\w+\)s(::\w+)*", "?", statement.replace('"', ""))
        asked.append(re.sub(r"\s+", " ", plain).removesuffix(" OFFSET ?"))  # SQLite's way of a limit

    event.listen(db.engine, "before_cursor_execute", listen)
    yield asked
    event.remove(db.engine, "before_cursor_execute", listen)


def unrouted(statement: str) -> list[str]:
    """Return the club tables of a statement whose club it does not name, each for each time that it is used."""
    found = []
    for name, alias in re.findall(rf"\b(?:FROM|JOIN|UPDATE) ({CLUB_TABLES})\b(?: AS (\w+))?", statement):
        used = len(re.findall(rf"\b(?:FROM|JOIN|UPDATE) {name}\b{f' AS {alias}' if alias else '(?! AS)'}", statement))
        if len(re.findall(rf"\b{alias or name}\.club_id = \?", statement)) < used:
            found.append(name)
    for name, columns in re.findall(rf"INSERT INTO ({CLUB_TABLES}) \(([^)]*)\)", statement):
        if columns.split(", ")[0] != "club_id":
            found.append(name)
    return found


def test_every_statement_of_an_evening_names_the_club(client: FlaskClient, app: Flask) -> None:
    with statements() as asked:
        _evening(client)
    assert len(asked) > 300
    lost = {each: unrouted(each) for each in asked if unrouted(each)}
    exempt = {each for each in lost if each in {*BY_RANDOM_KEY, BY_NEW_CODE} or BY_TOKEN.search(each)}
    assert sorted(lost.keys() - exempt) == []
    for key in BY_RANDOM_KEY & exempt:
        assert asked.count(key) <= 6, "a process asks once for the club of a key"


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT night.id FROM night WHERE night.id = ?",
        "SELECT a.id FROM hand AS a WHERE a.id = ? AND hand.club_id = ?",
        "SELECT (SELECT max(hand.id) FROM hand) FROM hand WHERE hand.club_id = ?",
        "UPDATE night SET name=? WHERE night.id = ?",
        "DELETE FROM entry WHERE entry.hand_id IN (SELECT hand.id FROM hand) AND entry.club_id = ?",
        "SELECT hand.id FROM hand JOIN night ON night.id = hand.night_id WHERE hand.club_id = ?",
        "INSERT INTO seat (id, key) VALUES (?, ?)",
    ],
)
def test_a_statement_that_forgets_the_club_is_found(statement: str) -> None:
    assert unrouted(statement)


def test_two_clubs_with_the_same_ids_have_screens_of_their_own(
    client: FlaskClient, deal: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.night.ids.IdClock.next", lambda _clock, after=0: after + 1)
    with night_db.writing() as session:
        session.add(Club(id=2, key="other"))
    ours = deal(names=("Ann", "Bob", "Cy"))
    with in_club(2):
        theirs = deal(names=("Dora", "Emil", "Fritz"))
    assert ours.hand == theirs.hand
    pages = {}
    for table, club, names in ((ours, HOME_CLUB, "Ann Bob Cy"), (theirs, 2, "Dora Emil Fritz")):
        of = nights.night_by_key(table.key)
        assert of is not None
        assert links.night_to_follow(table.key, "") == NightRef(club, of.id)
        seats, watch_key, join_code = night_seats.seats(of), of.watch_key, of.join_code
        for path in (
            f"/n/{table.key}/",
            f"/n/{table.key}/night",
            f"/n/{table.key}/call",
            f"/n/{table.key}/links",
            f"/n/{table.key}/money",
            f"/tv/{watch_key}",
            f"/j/{join_code}",
            hold(client, seats[0].key),
        ):
            response = client.get(path, follow_redirects=True)
            assert response.status_code == 200, path
            pages[path] = response.text
            assert [name for name in "Ann Bob Cy Dora Emil Fritz".split() if f">{name}<" in response.text] == [
                name for name in names.split() if f">{name}<" in response.text
            ], path
    tap = {"hand": ours.hand, "seen": 0, "action": "d dh p1 ??CARD", "card": "Kh"}
    assert client.post(f"/n/{theirs.key}/tap", data=tap).status_code == 303
    counts = {}
    for table, club in ((ours, HOME_CLUB), (theirs, 2)):
        with in_club(club):
            counts[club] = table.live.number
    assert counts == {HOME_CLUB: 0, 2: 1}


def _evening(client: FlaskClient) -> None:
    """Play an evening as its screens post it: people, cards, phones, a correction, money, and the next night."""

    def post(path: str, **fields: object) -> None:
        response = client.post(path, data=fields)
        assert response.status_code in (303, 302), (path, response.status_code)

    assert client.get("/").status_code == 200
    post("/", name="Friday", tracked="1", currency="EUR", worth="0.05")
    (night,) = nights.nights()
    key, watch_key, join_code = night.key, night.watch_key, night.join_code
    for name in ("Ann", "Bob", "Cy"):
        post(f"/n/{key}/night/seats", name=name, buy_in=100)
    seats = {seat.name: seat for seat in night_seats.seats(night)}
    post(f"/n/{key}/call/five-card-stud", do="deal")
    phone = hold(client, seats["Ann"].key)
    lines = ["d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh", "p3 cbr 2", "p1 f", "p2 f"]
    for hand_number in (1, 2):
        hand = call.current_hand(night)
        assert hand is not None
        hand_id = hand.id
        for number, line in enumerate(lines):
            post(f"/n/{key}/tap", hand=hand_id, seen=number, action=line)
            for path in (f"/n/{key}/", f"/tv/{watch_key}", phone):
                client.get(path, headers={"HX-Request": "true"})
        post(f"/n/{key}/undo", hand=hand_id, seen=6)
        post(f"/n/{key}/redo", hand=hand_id, seen=7)
        assert isinstance(taps.correct(hand_id, 8, {1: ("d dh p1 ??8h",)}), Posted)
        client.get(f"/n/{key}/hand/{hand_number}")
        post(f"/n/{key}/next", hand=hand_id, seen=9)
        if hand_number == 1:
            post(f"/n/{key}/night/seats/{seats['Bob'].id}/buy", chips="50")
            post(f"/n/{key}/call/five-card-stud", do="deal")
    for path in ("call", "call?all=1", "night", "links", "money"):
        assert client.get(f"/n/{key}/{path}").status_code == 200, path
    for path in (f"/tv/{watch_key}", f"/j/{join_code}", phone, "/people", "/", f"/live/{key}?now"):
        assert client.get(path).status_code == 200, path
    line = joining.ask_for_seat(night, "Dee", 100)
    assert isinstance(line, int)
    phones.remember_asker(night, line, "", "iPhone")
    assert not isinstance(queue.grant(night, line), Problem)
    assert isinstance(games.save_own_game("Ours", "razz"), OwnGame)
    person = next(person for person in persons.persons() if person.name == "Bob")
    assert changing.change_person(person.id, "Rob", COLOURS[0]) is None
    assert changing.merge_persons(person.id, seats["Ann"].player_id) is not None
    links.renew_seat(night, seats["Cy"].id)
    links.renew_television(night)
    counts = [Counted(seat.id, seat.stack or 0, seat.stack) for seat in night_seats.seats(night)]
    assert not isinstance(cashier.settle_up(night, counts), Problem)
    payments = past_nights.closing(night).payments
    assert not isinstance(cashier.tick_off(night, payments[0].id), Problem)
    assert not isinstance(cashier.untick(night, payments[0].id), Problem)
    again = start_like.start_again(night, "Saturday")
    assert isinstance(again, Night)
    assert changing.remove_person(next(one.id for one in persons.persons() if one.name == "Cy")) is not None
    assert example.remove_night(again.id)
    post("/example")
    client.get("/")
