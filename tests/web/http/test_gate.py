"""Access control: every address, for every kind of device, against one table."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import URLSafeSerializer
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from app.games.house import Stakes
from app.night.access import grants
from app.night.access.rights import ANSWERS, ENTERS, GUEST, LOOKS, PROGRAMS, host_devices
from app.night.acts.joining import ask_for_seat
from app.night.db import db
from app.night.history.replays import hand_key
from app.night.log.replay import LiveHand
from app.night.models import CLUB, Night
from app.night.nights import night_by_id, start_night
from app.night.people.seats import seats as seats_of
from app.night.play.call import call_game, next_hand
from app.night.play.games import own_games, save_own_game
from app.web.http.browser import COOKIE
from app.web.http.gate import GuardedBlueprint, Who, who_may
from tests.databases import statements
from tests.seating import add_player
from tests.web.tables import HTMX, Table, hold, host_device

#: The kinds of devices that may use each endpoint. A device that has another kind's link counts as that kind too.
TABLE = {
    "guest applicant player television another dealer host looks answers enters": """
        static assets.htmx assets.module home.page help.page example.page example.start example.delete
        settings.house home.code home.enter home.ask home.asked
        trust.page trust.certificate trust.configuration trust.check trust.go trust.stay_here
        offline.worker offline.gone monitoring.health monitoring.metrics""",
    "host": """
        home.start home.again home.confirm_remove home.remove backups.page backups.make backups.download
        backups.ask backups.restore devices.page devices.asking devices.answer devices.sign_out
        devices.make_token devices.revoke
        call.confirm_remove call.remove texts.remove nights.page club.page club.whole club.read
        statistics.season statistics.player statistics.game statistics.hands
        evening.page evening.plan evening.call_off evening.calendar settings.numbers""",
    "another dealer host": "people.page",
    "dealer host": """
        people.change people.merge people.renew people.remove dealer.table dealer.tap dealer.take_back
        dealer.bring_back dealer.next_hand dealer.turn_table dealer.answer_notice dealer.choose_hints call.page
        call.game call.deal call.own call.undo call.hand_out corrections.hand corrections.show corrections.change
        corrections.take_back corrections.bring_back dealer.called history.record history.hands history.show
        history.table
        links.page links.seat links.renew_dealer links.renew_join
        links.renew_seat links.renew_television links.free_seat links.answer_device money.page money.accept
        money.cash money.sell money.count money.end money.expense money.paid money.reopen
        money.settle money.split players.page players.add players.buy players.come_back players.dealer
        players.draw players.end players.give players.leave players.move players.remove
        players.reopen players.side players.sit_out players.swap players.undo
        settings.page settings.rules settings.phones settings.odds settings.play_for
        rotation.page rotation.deal rotation.move_on rotation.ready rotation.add rotation.moves rotation.game
        rotation.stakes rotation.end closing.picture rules.page rules.show
        texts.new texts.page texts.write
        statistics.night statistics.night_hands transfer.page transfer.whole transfer.hands transfer.tables""",
    "television dealer host": """
        television.page join.page join.ask join.ask_for_page join.page_asked_for join.withdraw_page""",
    "player television dealer host": "live.stream",
    "player": """
        phone.page phone.hands phone.answer phone.buy phone.sit_out phone.come_back phone.withdraw phone.rules
        phone.paid phone.comes phone.calendar
        access.answer""",
    "player dealer host": "access.claim access.ask hand.page hand.record hand.file picture.hand",
    "applicant": "join.asked join.withdraw",
    "looks answers enters": "api.table api.stream api.night",
    "answers enters": "api.enter",
    "enters": "api.undo api.hands api.hand api.movements",
}
#: The last three are programs with a token; their browsers have the token as a cookie, too.
ROLES = ("guest", "applicant", "player", "television", "another", "dealer", "host", *PROGRAMS)
#: Endpoints that return 404 to roles that may use them, because the ids used here do not exist.
NOT_THERE = (
    "money.paid",
    "evening.calendar",
    "phone.calendar",
    "devices.make_token",
    "devices.revoke",
    "backups.download",
    "backups.ask",
    "backups.restore",
    "assets.module",
    "static",
    "trust.page",
    "trust.certificate",
    "trust.configuration",
    "trust.go",
)
#: Tables whose rows belong to one night, with the column that names it.
OF_A_NIGHT = {"night": "id"} | dict.fromkeys(("seat", "hand", "act", "ledger", "transfer"), "night_id")
#: Names that appear only on pages of the night or of the club.
SECRETS = ("Annabel", "Bartholomew", "Grandma’s Stud")


@dataclass
class Club:
    """A club with two nights, and a device of each role with the keys it knows. ``restore`` undoes all requests."""

    app: Flask
    night_id: int
    values: dict[str, Any]
    devices: dict[str, FlaskClient] = field(default_factory=dict)
    keys: dict[str, dict[str, str]] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    restore: Callable[[], None] = lambda: None

    def ask(self, role: str, rule: Rule, method: str, **headers: str) -> TestResponse:
        keys = self.keys[role] | ({"/p": "wrong"} if "/p" not in self.keys[role] else {})
        kind = next((kind for kind in ("/n", "/p", "/tv", "/live", "/h") if rule.rule.startswith(f"{kind}/")), "")
        given = self.values | {"key": keys.get(kind, "wrong"), "code": keys.get("/j", "wrong")}
        given |= {"token": keys.get("token", "wrong")}
        headers |= {"Authorization": f"Bearer {self.tokens[role]}"} if role in self.tokens else {}
        arguments = {name: given[name] for name in rule.arguments}
        path = self.app.url_map.bind("localhost").build(rule.endpoint, arguments, method=method)
        data = {"other": self.values["person"]} if method == "POST" else None
        query = "?now" if rule.endpoint == "live.stream" else ""
        with self.devices[role].open(f"{path}{query}", method=method, headers=headers, data=data) as answer:
            return answer


@pytest.fixture
def club(app: Flask, deal: Callable[..., Table], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    monkeypatch.setenv("UPCARD_DATA", str(tmp_path))
    monkeypatch.setenv("UPCARD_MOST_GUESSES", "100000")
    table = deal(names=("Annabel", "Bartholomew", "Cy"))
    table.enter("d misdeal")
    night = table.night
    next_hand(night)
    played, begun = hand_key(table.hand), call_game(night, "five-card-stud")
    assert isinstance(begun, LiveHand)
    Table(table.client, table.key, begun.hand.id).enter("d dh p1 ??Kh", "d dh p2 ??Tc", "d dh p3 ??2s")
    other = start_night("Other", Stakes(), {}, True)
    assert isinstance(other, Night)
    add_player(other, "Zoe", 100)
    save_own_game("Grandma’s Stud", "chicago")
    line = ask_for_seat(night, "Dora", 100)
    night, other = night_by_id(night.id), night_by_id(other.id)
    seat = seats_of(night)[0]
    guest = grants.ask(GUEST, CLUB, "", "iPad", "Gwen")
    assert isinstance(guest, str)
    hand = {"/h": played}
    links = hand | {
        "/n": night.key,
        "/p": seat.key,
        "/tv": night.watch_key,
        "/live": night.watch_key,
        "/j": night.join_code,
    }
    values = {
        "number": 2,
        "place": 1,
        "seat": seat.id,
        "device": 0,
        "own": own_games()[0].id,
        "person": seat.player_id,
    }
    values |= {
        "kind": "x",
        "game": "chicago",
        "what": "buy",
        "version": "x",
        "name": "x",
        "path": "x",
        "line": line,
        "at": 0,
    }
    values |= {"payment": 1, "night_id": night.id, "filename": "css/base.css"}
    club = Club(app, night.id, values)
    club.keys = {
        "guest": {},
        "applicant": {"token": str(URLSafeSerializer(str(app.secret_key), salt="seat").dumps(line))},
        "player": hand | {"/p": seat.key, "/live": seat.key},
        "television": {"/tv": night.watch_key, "/live": night.watch_key, "/j": night.join_code},
        "another": {"/n": other.key, "/live": other.key, "/tv": other.watch_key},
        "dealer": links | {"/live": night.key},
        "host": links | {"/live": night.key},
    }
    club.devices = {role: app.test_client() for role in ROLES}
    club.keys |= {role: {} for role in PROGRAMS}
    for role, of_id in ((LOOKS, night.id), (ENTERS, night.id), (ANSWERS, seat.id)):
        club.tokens[role] = str(grants.make_token(role, of_id, "Reader"))
        club.devices[role].set_cookie(COOKIE, club.tokens[role])
    host_device(club.devices["host"])
    club.values["device"] = host_devices()[0].id
    hold(club.devices["player"], seat.key)
    for role in ("another", "dealer"):
        assert club.devices[role].get(f"/n/{club.keys[role]['/n']}/night").status_code == 200
    with snapshot(tmp_path) as restore:
        club.restore = restore
        yield club


@contextmanager
def snapshot(folder: Path) -> Iterator[Callable[[], None]]:
    """Yield a function that restores the database to its current state."""
    with closing(sqlite3.connect(folder / "kept.sqlite3")) as kept:

        def copy(*, back: bool) -> None:
            db.session.remove()
            with closing(db.engine.raw_connection()) as raw:
                current = raw.driver_connection
                assert isinstance(current, sqlite3.Connection)
                kept.backup(current) if back else current.backup(kept)

        copy(back=False)
        yield partial(copy, back=True)


def rules(app: Flask) -> list[tuple[Rule, str]]:
    methods = ("GET", "POST")
    return [(rule, method) for rule in app.url_map.iter_rules() for method in methods if method in (rule.methods or ())]


def roles_of(endpoint: str) -> str:
    matches = [roles for roles, endpoints in TABLE.items() for listed in endpoints.split() if listed == endpoint]
    assert len(matches) == 1, f"{endpoint} must be listed once in TABLE above, with the roles that may use it"
    return matches[0]


def test_every_endpoint_is_listed_once_in_the_table(app: Flask) -> None:
    endpoints = {rule.endpoint for rule in app.url_map.iter_rules()}
    assert all(map(roles_of, endpoints))
    assert {endpoint for listed in TABLE.values() for endpoint in listed.split()} <= endpoints


def test_every_endpoint_has_an_access_rule(app: Flask) -> None:
    for rule in app.url_map.iter_rules():
        who = who_may(app, rule.endpoint)
        if rule.rule.startswith("/n/<key>"):
            assert who in (Who.DEALER, Who.HOST), rule


def test_an_endpoint_without_an_access_rule_is_an_error(app: Flask) -> None:
    app.view_functions["stray"] = lambda: "here"
    with pytest.raises(LookupError, match="stray does not say"):
        who_may(app, "stray")
    assert isinstance(app.blueprints["devices"], GuardedBlueprint)


def test_no_address_of_an_unknown_night_is_found(client: FlaskClient) -> None:
    of_a_night = [(rule.rule, method) for rule, method in rules(client.application) if "/n/<key>" in rule.rule]
    assert len(of_a_night) > 60
    for rule, method in of_a_night:
        path = re.sub("<[^>]+>", "1", rule.replace("<key>", "nothing"))
        assert client.open(path, method=method).status_code == 404, (method, path)
    for key in ("%00", "..%2f..", "x" * 500, "%F0%9F%82%A1"):
        assert client.get(f"/n/{key}/night").status_code == client.post(f"/n/{key}/tap").status_code == 404


#: How statements begin that change no row.
READING = ("SELECT", "BEGIN", "PRAGMA")


@pytest.mark.sqlite
@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
def test_each_role_can_use_only_its_endpoints(
    club: Club, role: str, record_property: Callable[[str, object], None]
) -> None:
    tried, before = 0, protected_rows(role, club.night_id)
    with statements() as sent:
        for rule, method in rules(club.app):
            allowed = role in roles_of(rule.endpoint).split()
            answer = club.ask(role, rule, method)
            tried += 1
            where = (role, method, rule.rule, answer.status_code)
            assert answer.status_code < 500, where
            if allowed:
                assert answer.status_code not in (401, 403, 429), where
                assert answer.status_code != 404 or rule.endpoint in NOT_THERE, where
                if method == "POST":
                    club.restore()
                sent.clear()
                continue
            for refusal in (answer, club.ask(role, rule, method, **HTMX)):
                own = role == "another" and rule.rule.startswith(("/n/", "/live/", "/tv/"))
                elsewhere = (
                    rule.endpoint in ("phone.page", "phone.rules") and "is open on another phone" in refusal.text
                )
                assert refusal.status_code in (401, 403, 404) or own or elsewhere, where
                shown = refusal.text.partition('<datalist id="known">')[0] if own else refusal.text
                assert not any(secret in shown for secret in secrets_from(role)), where
            if not all(statement.startswith(READING) for statement in sent):
                assert protected_rows(role, club.night_id) == before, where
            sent.clear()
    record_property("checked", f"{tried} requests as {role} checked against the table of access rules")


def secrets_from(role: str) -> tuple[str, ...]:
    """Return the names that a refusal must not show to a role; a dealer may know those of the club."""
    if role in ("dealer", "host"):
        return ()
    return SECRETS[:1] if role == "another" else SECRETS


def protected_rows(role: str, night_id: int) -> dict[str, list[tuple[Any, ...]]]:
    """Return the rows that a role must not change: all, or those of this night for the dealer of another."""
    db.session.rollback()
    rows = {}
    for table in db.metadata.sorted_tables:
        query = table.select().order_by(*table.primary_key)
        if role == "another":
            if table.name not in OF_A_NIGHT:
                continue
            query = query.where(table.c[OF_A_NIGHT[table.name]] == night_id)
        rows[table.name] = [tuple(row) for row in db.session.execute(query)]
    return rows
