"""A transaction that conflicts with another is retried: everything it writes is stored exactly once."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from flask import Flask
from sqlalchemy import Connection, event, select
from sqlalchemy.exc import DBAPIError, OperationalError

from app.games.house import Stakes
from app.money.payment_methods import PaymentMethod
from app.night import example, next_evening, nights, start_like
from app.night.access import grants, rights
from app.night.access.rights import ANSWERS, DEALER, GUEST, HOST, PHONE, SEAT
from app.night.acts import joining, queue, requests
from app.night.db import PAUSES, db, night_changed, now
from app.night.history import luck, night_sums, replays
from app.night.locale import set_club_locale
from app.night.log.replay import Posted, Refused, Stale
from app.night.models import CLUB, Device, Night
from app.night.people import changing, roster
from app.night.play import call, games, taps, television, texts
from app.night.screens import night_version
from app.night.transfer import export, importing
from app.night.transfer.checking import read_file, replay
from app.night.validation import Problem
from app.settings import ROOT
from tests.databases import listening
from tests.demo import move_to
from tests.entering import enter
from tests.night.table import FIRST_STREET, at_question, begin, deal, everyone_folds, make_app, question, seat
from tests.night.test_any_hand import BOB_WINS
from tests.night.test_screens import BETWEEN, HANDS, MONEY, Step, latest, line, phone
from tests.night.transfer.clubs import elsewhere

STAKES = Stakes(ante=3, small=2, big=4)


def hand(night: Night) -> tuple[int, int]:
    """Return the id of the latest hand and the length of its log."""
    live = latest(night)
    return live.hand.id, live.number


def answer(night: Night) -> object:
    live = latest(night)
    return taps.answer_sealed(live.hand.id, question(live), 0, "p1 declare high")


def asked(night: Night, name: str) -> int:
    line = joining.ask_for_seat(night, name, 50)
    assert isinstance(line, int)
    return line


def stranger(night: Night, name: str) -> int:
    """Return the id of a person who has only played on another night."""
    begin("Ann", name)
    return next(person.id for person in roster.all_people() if person.name == name)


def admit_dealer(night: Night, label: str) -> None:
    """Grant a device the right to deal a night, and record that it was seen again."""
    token = grants.grant(DEALER, night.id, "", label)
    assert isinstance(token, str)
    rights.note_seen(token, label)


def accept(person: int) -> None:
    planned = next_evening.next_evening()
    assert planned is not None
    next_evening.set_answer(person, "yes", planned.stamp)


def ask_and_withdraw(person: int) -> None:
    token = grants.ask(PHONE, person, "", "a phone")
    assert isinstance(token, str)
    grants.withdraw(PHONE, person, token)


def make_program_token(night: Night) -> None:
    """Make a token for a player's program, which is a device with two roles."""
    assert isinstance(grants.make_token(ANSWERS, seat(night, "Bob").id, "feed"), str)


def last_device() -> int:
    return db.session.scalars(select(Device.id).order_by(Device.id.desc()).limit(1)).one()


def delete_example() -> bool:
    started = db.session.scalars(select(Night).where(Night.example)).one()
    return example.delete_example(started)


def latest_night() -> Night:
    return nights.nights()[0]


def import_elsewhere() -> object:
    """Export the club and import it elsewhere, with fixed colours, which otherwise depend on ids."""
    text = re.sub(r'"colour": "[a-z]+"', '"colour": "mint"', "".join(export.export_club()))
    file = read_file(text.encode())
    ended = replay(file)
    with elsewhere():
        for saboteur in _saboteurs:
            saboteur.listen()
        return importing.import_file(file, ended)


#: Steps in addition to those of the tests of screens.
MORE: list[Step] = [
    ("a hand is corrected", lambda night: taps.correct(*hand(night), BOB_WINS)),
    ("its facts are worked out", lambda night: night_sums.store_rows([hand(night)[0]])),
    ("it is marked as without luck", lambda night: luck.store_luck([luck.Expected(*hand(night), None)])),
    ("its luck is stored", lambda night: luck.store_luck([luck.Expected(*hand(night), {phone(night, "Bob"): 3})])),
    ("the correction is undone in the night's log", lambda night: queue.undo_act(night, line(night, "correct"), "it")),
    ("a hand is played to a sealed question", at_question),
    ("a phone answers", answer),
    ("the dealer answers for another", lambda night: taps.post(*hand(night), ["p2 declare spade"])),
    ("a player leaves at once", lambda night: call.leave_now(night, seat(night, "Ann").id, out_of_turn=True)),
    ("it is misdealt", lambda night: enter(latest(night).hand.id, ["d misdeal"])),
    ("and cleared", call.next_hand),
    ("the television shows the hand", lambda night: television.show_hand(night, replays.hand_key(hand(night)[0]), 2)),
    ("and then the rules", lambda night: television.show_rules(night, {"hand": hand(night)[0]})),
    ("and then the table", television.show_table),
    ("a stranger asks for a seat", lambda night: grants.ask(SEAT, asked(night, "Zoe"), "", "a phone")),
    ("and is admitted", lambda night: queue.grant(night, line(night, "join"))),
    ("a phone asks for a page, and withdraws it", lambda night: ask_and_withdraw(phone(night, "Cy"))),
    ("two more sit down with one form", lambda night: requests.add_players(night, ["Eli", "Fay"], 50)),
    (
        "stakes and rules",
        lambda night: requests.set_stakes_and_rules(night, STAKES, {"raises": 2}, (night.stakes, night.house_rules)),
    ),
    ("a game is saved", lambda night: games.save_own_game("Ours", "chicago")),
    ("and removed", lambda night: games.remove_own_game(games.own_games()[0].id)),
    ("a text is saved", lambda _: texts.save_text("our-game", texts.BLANK)),
    ("and changed", lambda _: texts.save_text("our-game", texts.BLANK.replace("2", "3"))),
    ("and removed", lambda _: texts.remove_text("our-game")),
    ("two people are merged", lambda night: changing.merge_people(phone(night, "Cy"), stranger(night, "Zed"))),
    ("the night is copied", lambda night: start_like.repeat_night(night, "Saturday")),
    ("the copy is moved in time", lambda night: move_to(latest_night().id, night.started_at)),
    ("the copy is removed", lambda night: example.remove_night(latest_night().id)),
    ("an example is started", lambda night: example.start_example()),
    ("and deleted", lambda _: delete_example()),
    ("the first device is the host's", lambda night: grants.claim(HOST, CLUB, "", "iPad")),
    ("the host code adds a device", lambda night: grants.grant(HOST, CLUB, "", "Mac")),
    ("whose token is renewed", lambda _: rights.renew_token(grants.grant(HOST, CLUB, "", "iMac"))),
    ("a tablet deals", lambda night: admit_dealer(night, "iPad")),
    ("a guest asks", lambda night: grants.ask(GUEST, CLUB, "", "iPhone", "Uwe")),
    ("and is admitted", lambda night: grants.answer(GUEST, CLUB, last_device(), deals=night.id, yes=True)),
    ("and signed out", lambda night: grants.sign_out(last_device())),
    ("a program gets a token", lambda night: make_program_token(night)),
    ("which is revoked", lambda _: grants.revoke(last_device())),
    (
        "a person sets a way to be paid",
        lambda night: changing.set_payment_method(phone(night, "Bob"), PaymentMethod("venmo", "bob")),
    ),
    ("the club's locale changes", lambda _: set_club_locale("de_DE")),
    ("the next evening is planned", lambda _: next_evening.plan_evening(now() + timedelta(days=7), "at Dee’s")),
    ("a guest accepts", lambda night: accept(phone(night, "Bob"))),
    ("and it is cancelled", lambda _: next_evening.call_off()),
]
#: The night is over by then.
LAST: list[Step] = [
    ("the televisions go on with the next night", lambda _: nights.start_night("Sunday", STAKES, {}, tracked=True)),
    ("the club is exported and imported", lambda _: import_elsewhere()),
]
STEPS = [*BETWEEN, *HANDS, *MORE, *MONEY, *LAST]


#: The decorators that open a transaction around a whole function, and the block that opens one inside.
WHOLE = {"transaction", "night_transaction"}
TRANSACTION = re.compile(r"\bwith [^\n]*\bwriting\(\)")

#: Ids are larger than this, and all other stored numbers are smaller.
SMALL = 10**12

#: Statements at which no database aborts a transaction.
SAVEPOINTS = ("SAVEPOINT", "RELEASE", "ROLLBACK")


class ConflictError(Exception):
    """A database driver's error for a transaction aborted by a conflict."""

    def __init__(self, sqlstate: str) -> None:
        super().__init__("another transaction was first")
        self.sqlstate = sqlstate


#: The active saboteurs, which also abort transactions in databases opened on the way.
_saboteurs: list[Saboteur] = []


class Saboteur:
    """A listener that aborts each writing transaction at its first statement, its second, ..., and the commit.

    A statement repeated in one transaction, as in a loop, is aborted each time if ``every``, or else only once.
    """

    def __init__(self, app: Flask, every: bool) -> None:
        self.conflicts = 0
        self._every = every
        self._count, self._aborted_at, self._aborts_commit = 0, set[int | str](), True
        with app.app_context():
            self.listen()

    def listen(self) -> None:
        event.listen(db.engine, "before_cursor_execute", self._execute)
        event.listen(db.engine, "commit", self._commit)

    def _execute(self, connection: Connection, _cursor: object, statement: str, *_more: object) -> None:
        if not _writes(connection) or statement.startswith(SAVEPOINTS):
            return
        if statement.startswith("BEGIN"):
            self._count = 0
            return
        self._count += 1
        place = self._count if self._every else statement
        if place not in self._aborted_at:
            self._aborted_at.add(place)
            self._abort()

    def _commit(self, connection: Connection) -> None:
        if not _writes(connection):
            return
        if self._aborts_commit:
            self._aborts_commit = False
            self._abort()
        self._aborts_commit = True
        self._aborted_at.clear()

    def _abort(self) -> None:
        self.conflicts += 1
        raise conflict("40001" if self.conflicts % 2 else "40P01")


def _writes(connection: Connection) -> bool:
    return bool(connection.get_execution_options().get("upcard_writes"))


def conflict(sqlstate: str) -> DBAPIError:
    return OperationalError("UPDATE", {}, ConflictError(sqlstate))


def stored() -> dict[str, list[dict[str, Any]]]:
    """Return everything stored without random values and times, with ids replaced by their order."""
    db.session.rollback()
    rows = {
        table.name: [
            {name: _steady(name, value) for name, value in row._mapping.items()}
            for row in db.session.execute(table.select().order_by(*table.primary_key.columns))
        ]
        for table in db.metadata.sorted_tables
    }
    ids = {row["id"] for table in rows.values() for row in table if row.get("id", 0) > SMALL}
    return cast(dict[str, list[dict[str, Any]]], _numbered(rows, {each: n for n, each in enumerate(sorted(ids))}))


def _steady(name: str, value: Any) -> Any:
    if name in ("key", "watch_key", "join_code", "token", "link") or isinstance(value, date):
        return None
    if isinstance(value, list):
        return [_steady("", part) for part in value]
    if isinstance(value, dict):
        return {key: None if key.endswith("_at") else _steady(key, part) for key, part in value.items()}
    return value


def _numbered(value: Any, ids: Mapping[int, int]) -> Any:
    """Return a value with every id in it replaced by its number among all ids."""
    if isinstance(value, dict):
        return {_numbered(key, ids): _numbered(part, ids) for key, part in value.items()}
    if isinstance(value, list):
        return [_numbered(part, ids) for part in value]
    if isinstance(value, str):
        return re.sub(r"\d{13,}", lambda found: str(_numbered(int(found[0]), ids)), value)
    return f"id {ids.get(value, 'deleted')}" if isinstance(value, int) and value > SMALL else value


def do_every_step(app: Flask) -> list[object]:
    """Do every step; return what was stored after each, and how often screens were notified."""
    seen, notified = list[object](), list[int]()
    night_changed.connect(notified.append)
    with app.app_context():
        friday = begin()
        for name, write in STEPS:
            answer = write(friday)
            assert not isinstance(answer, Problem | Refused | Stale), (name, answer)
            seen.append((name, len(notified), stored()))
        db.session.remove()
        db.engine.dispose()
    return seen


def functions_that_write() -> dict[str, ast.FunctionDef]:
    """Return the functions in app/night that open a transaction, by name."""
    found = {}
    for path in (ROOT / "app" / "night").rglob("*.py"):
        for function in ast.parse(path.read_text("utf-8")).body:
            if not isinstance(function, ast.FunctionDef) or path.name == "db.py":
                continue
            if WHOLE.intersection(decorators_of(function)) or TRANSACTION.search(ast.unparse(function)):
                found[function.name] = function
    return found


def decorators_of(function: ast.FunctionDef) -> list[str]:
    return [ast.unparse(decorator) for decorator in function.decorator_list]


@pytest.mark.sqlite  # a lost transaction uses up ids in PostgreSQL
@pytest.mark.slow
@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.long)])
def test_every_write_is_stored_once_whichever_statement_is_aborted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record_property: Any, every: bool
) -> None:
    expected = do_every_step(make_app(tmp_path / "calm.sqlite3"))
    repeated = set()

    def wait(_seconds: float) -> None:
        repeated.add(sys._getframe(1).f_locals["write"].__name__)

    monkeypatch.setattr("app.night.db.PAUSES", (0,) * 1000)
    monkeypatch.setattr("app.night.db.time.sleep", wait)
    app = make_app(tmp_path / "contended.sqlite3")
    saboteur = Saboteur(app, every)
    monkeypatch.setattr("tests.night.test_retrying._saboteurs", [saboteur])
    for (name, calm_notified, calm), (_, notified, contended) in zip(expected, do_every_step(app), strict=True):  # type: ignore[misc]
        assert contended == calm, name
        assert notified == calm_notified, name
    assert repeated - {move_to.__name__} == set(functions_that_write())
    record_property(
        "checked",
        f"{saboteur.conflicts} transactions aborted in {len(repeated)} writing functions: each write stored once",
    )


def test_every_writing_function_has_one_transaction_and_retries_it() -> None:
    for name, function in functions_that_write().items():
        blocks = len(TRANSACTION.findall(ast.unparse(function)))
        (decorator,) = decorators_of(function)
        assert blocks == (decorator == "retry_conflicts"), name
        assert blocks or decorator in WHOLE, name


FailCommits = Callable[[list[DBAPIError]], None]


@pytest.fixture
def fail_commits(app: Flask) -> Iterator[FailCommits]:
    """Yield a function that makes the next commits fail with the given errors."""
    queued = list[list[DBAPIError]]()

    def lose(connection: Connection) -> None:
        if queued and queued[-1] and _writes(connection):
            raise queued[-1].pop()

    with listening("commit", lose):
        yield queued.append


@pytest.mark.parametrize("sqlstate", ["40001", "40P01", "23505", "23503"])
def test_a_tap_is_retried_after_a_few_conflicts(
    friday: Night, fail_commits: FailCommits, monkeypatch: pytest.MonkeyPatch, sqlstate: str
) -> None:
    monkeypatch.setattr("app.night.db.time.sleep", lambda seconds: waits.append(seconds))
    live, waits, losses = deal(friday), list[float](), [conflict(sqlstate)] * len(PAUSES)
    fail_commits(losses)
    assert isinstance(taps.post(live.hand.id, 0, FIRST_STREET[:1]), Posted)
    assert not losses
    assert len(waits) == len(PAUSES)
    assert all(0 <= waited <= most for waited, most in zip(waits, PAUSES, strict=True))


def test_a_tap_fails_after_too_many_conflicts_and_is_not_stored(
    friday: Night, fail_commits: FailCommits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.night.db.PAUSES", (0, 0))
    live, losses = deal(friday), [conflict("40001")] * 4
    fail_commits(losses)
    with pytest.raises(OperationalError):
        taps.post(live.hand.id, 0, FIRST_STREET[:1])
    assert len(losses) == 1
    losses.clear()
    assert isinstance(taps.post(live.hand.id, 0, FIRST_STREET[:1]), Posted)


@pytest.mark.parametrize("sqlstate", ["40003", "08006", "57P01", "53100"])
def test_errors_other_than_conflicts_are_not_retried(friday: Night, fail_commits: FailCommits, sqlstate: str) -> None:
    live, losses = deal(friday), [conflict(sqlstate)] * 2
    fail_commits(losses)
    with pytest.raises(OperationalError):
        taps.post(live.hand.id, 0, FIRST_STREET[:1])
    assert len(losses) == 1


def test_screens_are_notified_once_after_the_retried_commit(friday: Night, fail_commits: FailCommits) -> None:
    live, notified = deal(friday), list[str]()

    def note_version(at: int) -> None:
        notified.append(night_version(at))

    night_changed.connect(note_version)
    fail_commits([conflict("40001")] * 2)
    everyone_folds(live)
    assert [version.rpartition(".")[2] for version in notified] == ["1", "2", "3", "4", "5", "6"]
