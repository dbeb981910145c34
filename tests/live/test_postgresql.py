"""Servers that share their nights in PostgreSQL know each other's changes, and so do their screens."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Barrier, Thread
from time import sleep
from typing import TypeVar

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import Flask
from flask_migrate import upgrade
from sqlalchemy import Select, create_engine, select, text
from sqlalchemy.exc import OperationalError

from app.backups.starting import prepare_database
from app.hand.play import start
from app.hand.state import Setup, State
from app.live.screens import bus_of, init_app
from app.night import ledger, links, nights
from app.night.acts import activity, joining, people, queue, requests
from app.night.acts.queue import Done, Pending
from app.night.db import db, init
from app.night.faults import is_conflict
from app.night.log import loading
from app.night.log.replay import LiveHand, Posted, Refused, Repeated, Stale
from app.night.models import Night, Transfer
from app.night.people import changing, roster
from app.night.people import seats as night_seats
from app.night.play import call, taps
from app.night.screens import night_version, version_text
from app.night.validation import Problem
from tests.backups.places import upcard
from tests.live.postgres import required, server
from tests.live.two_servers import until
from tests.night import acting
from tests.night.table import FIRST_STREET, at_question, begin, deal, everyone_folds, question, seat, tap
from tests.server.loop import Listener, served
from tests.warm import Forked

pytestmark = pytest.mark.slow

R = TypeVar("R")

SECONDS = 30
BUYS = 3


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with server(required()) as address:
        yield address


@pytest.fixture
def one(address: str) -> Iterator[Flask]:
    """Yield a server on an empty database."""
    app = _app(address)
    with app.app_context(), running_bus(app):
        upgrade()
        yield app
        _close()
        _empty()


@pytest.fixture
def other(one: Flask, address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """Yield another server on the same database, which does not poll during a test."""
    monkeypatch.setattr("app.live.bus.POLL_SECONDS", 10 * SECONDS)
    monkeypatch.setattr("app.live.bus.RETRY_SECONDS", 0.2)
    app = _app(address)
    yield app
    with app.app_context():
        _close()


@contextmanager
def running_bus(app: Flask) -> Iterator[None]:
    """Run the app's bus, as a server does."""
    bus = bus_of(app)
    assert bus is not None
    bus.start()
    try:
        yield
    finally:
        bus.stop()


def _app(address: str, **engine: str) -> Flask:
    app = Flask("night")
    app.config.update(SQLALCHEMY_DATABASE_URI=address, SECRET_KEY="x", TESTING=True)
    if engine:
        app.config["SQLALCHEMY_ENGINE_OPTIONS"] = {"pool_size": 8, **engine}
    init(app)
    init_app(app)
    return app


def _empty() -> None:
    with db.engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    db.engine.dispose()


def _close() -> None:
    db.session.remove()
    db.engine.dispose()


def _on_listeners(what: str) -> int:
    """Return an aggregate of the connections that listen for notifications."""
    with db.engine.connect() as connection:
        return int(connection.scalar(text(f"SELECT {what} FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")) or 0)


def wait_for_version(listener: Listener, number: str) -> None:
    """Wait until the listener receives a version, whatever it receives before."""
    while (received := listener.wait(SECONDS)) != number:
        assert received is not None, f"{number} never arrived"


@contextmanager
def following_screen(other: Flask) -> Iterator[tuple[Listener, LiveHand, int]]:
    """Yield a screen of the other server that follows a night, a new hand of the night, and its count of changes."""
    friday = begin()
    live = deal(friday)
    night_id, key, changes = friday.id, friday.key, friday.changes
    db.session.remove()  # a session belongs to the server that uses it
    with served(other) as screens, other.app_context():
        listener = screens.listen(night_id, key)
        wait_for_version(listener, night_version(night_id))
        yield listener, live, changes


def test_the_migrations_produce_the_schema_of_the_models(one: Flask) -> None:
    with db.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), db.metadata) == []


def prepare(_arguments: Sequence[str]) -> None:
    """Prepare the database as a starting server does."""
    prepare_database()


@pytest.mark.parametrize("isolation", ["read committed", "serializable"])
def test_servers_starting_at_once_migrate_the_database_once(
    one: Flask, address: str, tmp_path: Path, isolation: str
) -> None:
    """A reader locks a table until both servers have read the older version and wait to migrate it."""
    _close()
    _empty()
    upgrade(revision="0009")
    _close()
    options = "-c default_transaction_isolation=" + isolation.replace(" ", "\\ ")
    starts = []
    # An engine without a server's time limits: the others may take long to start.
    with create_engine(address).connect() as reader:
        reader.execute(text("LOCK TABLE night IN ACCESS SHARE MODE"))
        for number in range(2):
            settings = {"UPCARD_DATA": str(tmp_path / str(number)), "DATABASE_URL": address, "PGOPTIONS": options}
            out = tmp_path / f"printed-{number}"
            starts.append(Forked((), {**os.environ, **settings}, out, program=prepare))
        with reader.engine.connect() as watcher:
            until(lambda: watcher.scalar(text("SELECT count(*) FROM pg_locks WHERE NOT granted")) == 2)
        reader.rollback()
    reader.engine.dispose()
    ended = [start.wait(SECONDS) for start in starts]
    assert ended == [0, 0], [printed.read_text() for printed in tmp_path.glob("printed-*")]
    assert isinstance(deal(begin()), LiveHand)


def test_a_hand_can_be_played_undone_and_settled(one: Flask) -> None:
    friday = begin()
    live = everyone_folds(deal(friday))
    assert live.over
    answer = taps.undo(live.hand.id, live.number)
    assert isinstance(answer, Posted)
    assert not answer.live.over
    answer = taps.redo(live.hand.id, answer.live.number)
    assert isinstance(answer, Posted)
    assert call.next_hand(friday) is None
    assert sum(seat.stack or 0 for seat in night_seats.seats(friday)) == 300


def test_the_hands_of_the_last_night_are_verified(one: Flask, address: str, tmp_path: Path) -> None:
    everyone_folds(deal(begin()))
    verified = upcard(tmp_path, "verify", DATABASE_URL=address)
    assert (verified.returncode, verified.stdout.startswith("1 hand of the last night")) == (0, True), verified


def test_the_same_tap_on_two_servers_is_stored_once(one: Flask, other: Flask) -> None:
    live = deal(begin())
    with other.app_context():
        assert isinstance(taps.post(live.hand.id, 0, FIRST_STREET[:1]), Posted)
    assert isinstance(taps.post(live.hand.id, 0, FIRST_STREET[:1]), Repeated)
    assert isinstance(taps.post(live.hand.id, 0, FIRST_STREET[1:2]), Stale)


def test_six_phones_can_answer_at_the_same_moment(one: Flask) -> None:
    live = at_question(begin("Ann", "Bob", "Cy", "Dee", "Eve", "Fay"))
    hand_id, asked = live.hand.id, question(live)
    db.session.remove()
    barrier = Barrier(6)

    def answer(seat: int) -> object:
        with one.app_context():
            barrier.wait()
            return taps.answer_sealed(hand_id, asked, seat, f"p{seat + 1} declare high")

    with ThreadPoolExecutor(6) as phones:
        assert all(isinstance(answer, Posted) for answer in phones.map(answer, range(6)))
    loaded = loading.live_hand(hand_id)
    assert isinstance(loaded, LiveHand)
    assert loaded.number == live.number + 6


def in_debt() -> Night:
    """Return a settled night on which Bob owes Ann ten euros."""
    night = begin("Ann", "Bob")
    acting.play_for(night, "EUR", 10, ())
    ann, bob = (seat.id for seat in night_seats.seats(night))
    acting.share_expense(night, ann, "pizza", 1000, [bob])
    assert isinstance(acting.settle_up(night, []), Done)
    return night


def at_once(app: Flask, lock: Select[int], calls: Sequence[Callable[[], object]]) -> None:
    """Make calls in threads, which all go on at the moment when the lock that they wait for is released."""

    def make(call: Callable[[], object]) -> object:
        with app.app_context():
            return call()

    with ThreadPoolExecutor(len(calls)) as threads:
        with db.engine.begin() as earlier:
            earlier.execute(lock.with_for_update())
            results = [threads.submit(make, call) for call in calls]
            until(lambda: earlier.scalar(text("SELECT count(*) FROM pg_locks WHERE NOT granted")) == len(calls))
        assert all(isinstance(result.result(SECONDS), Done) for result in results)
    db.session.rollback()


def test_a_payment_marked_on_four_devices_at_the_same_moment_is_paid_once(one: Flask) -> None:
    night = in_debt()
    night_id, payment = night.id, db.session.scalars(select(Transfer.id)).one()
    at_once(one, select(Night.id), [lambda: requests.mark_paid(nights.night_by_id(night_id), payment)] * 4)
    assert [balance.money for balance in ledger.balances(db.session(), night)] == [0, 0]


def test_two_nights_settled_at_the_same_moment_take_a_debt_over_once(one: Flask) -> None:
    in_debt()
    tonight = [begin("Ann", "Bob").id for _ in range(2)]
    for night_id in tonight:
        acting.play_for(nights.night_by_id(night_id), "EUR", 10, ())
    settling = [partial(lambda of: acting.settle_up(nights.night_by_id(of), []), night_id) for night_id in tonight]
    at_once(one, select(Transfer.id), settling)
    (left,) = db.session.scalars(select(Transfer).where(Transfer.carried_to.is_(None)))
    assert (left.debtor_name, left.amount) == ("Bob", 1000)


def test_a_seat_asked_for_twice_at_the_same_moment_is_asked_for_once(one: Flask) -> None:
    night_id = begin().id
    answers: list[object] = []

    def ask() -> Done:
        answers.append(joining.ask_for_seat(nights.night_by_id(night_id), "Dee", 100))
        return Done(0)

    at_once(one, select(Night.id), [ask] * 2)
    assert sorted(isinstance(answer, Problem) for answer in answers) == [False, True]
    assert len(activity.waiting(night_id)) == 1


def goes_on_beside(one: Flask, write: Callable[[], R], result: Future[R]) -> None:
    """Make a call in another thread, and wait until it waits for a lock or has ended."""

    def run() -> None:
        with one.app_context():
            try:
                result.set_result(write())
            except Exception as problem:
                result.set_exception(problem)

    def waits_or_done() -> bool:
        with db.engine.connect() as watcher:
            waits = watcher.scalar(text("SELECT count(*) FROM pg_locks WHERE NOT granted"))
        return bool(waits) or result.done()

    Thread(target=run).start()
    until(waits_or_done)


def test_no_tap_is_stored_in_a_hand_whose_call_is_being_undone(one: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    hand_id = deal(begin()).hand.id
    tapped = Future[object]()

    def load_and_tap(*given: int, **how: bool) -> object:
        live = loading.load_hand(*given, **how)
        goes_on_beside(one, lambda: taps.post(hand_id, 0, FIRST_STREET[:1]), tapped)
        return live

    monkeypatch.setattr(call, "load_hand", load_and_tap)
    assert call.undo_call(hand_id, 0) is None
    assert isinstance(tapped.exception(SECONDS), loading.NoHandError)


def test_a_hand_called_while_two_people_are_merged_can_be_settled(one: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    begin("Anne", "Dee")
    friday = begin()
    ann, anne = (person.id for name in ("Ann", "Anne") for person in roster.all_people() if person.name == name)
    merged = Future[object]()

    def start_and_merge(setup: Setup) -> State:
        goes_on_beside(one, lambda: changing.merge_people(anne, ann), merged)
        return start(setup)

    monkeypatch.setattr(call, "start", start_and_merge)
    live = deal(friday)
    assert merged.result(SECONDS) is None
    everyone_folds(live)
    assert seat(friday, "Anne").stack == 102


def test_a_person_changed_while_being_merged_is_no_longer_here(one: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    begin("Anne", "Dee")
    begin()
    ann, anne = (person.id for name in ("Ann", "Anne") for person in roster.all_people() if person.name == name)
    merged = Future[object]()

    def merge(*_: object) -> None:
        monkeypatch.undo()
        goes_on_beside(one, lambda: changing.merge_people(anne, ann), merged)

    monkeypatch.setattr(changing, "_rename_waiting", merge)
    assert changing.change_person(ann, "Anna", "mint") == changing.NO_SUCH_PERSON
    assert merged.result(SECONDS) is None


def gone_home(name: str) -> int:
    """Return the id of somebody who has left the night they played."""
    night = begin(name, "Eve")
    acting.leave(night, night_seats.seats(night)[0].id)
    return next(person.id for person in roster.all_people() if person.name == name)


def test_a_person_seated_while_being_removed_is_a_new_person(one: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    anne, friday = gone_home("Anne"), begin().id
    seated = Future[object]()

    def anonymize(*_: object) -> None:
        goes_on_beside(one, lambda: requests.add_players(nights.night_by_id(friday), ["Anne"]), seated)

    monkeypatch.setattr(changing, "_anonymize_hands", anonymize)
    assert changing.remove_person(anne) is None
    assert isinstance(seated.result(SECONDS), Done)
    assert [seat.name for seat in night_seats.seats(nights.night_by_id(friday))][-1] == "Anne"


def test_somebody_who_is_being_seated_is_not_removed(one: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    anne, friday = gone_home("Anne"), begin().id
    removed = Future[object]()

    def choose_colour(*_: object) -> None:
        goes_on_beside(one, lambda: changing.remove_person(anne), removed)

    monkeypatch.setattr(people, "avoid_same_colour", choose_colour)
    assert isinstance(requests.add_players(nights.night_by_id(friday), ["Anne"]), Done)
    assert isinstance(removed.result(SECONDS), Problem)
    assert [seat.name for seat in night_seats.seats(nights.night_by_id(friday))][-1] == "Anne"


def test_a_tap_stored_on_one_server_reaches_screens_of_the_other(one: Flask, other: Flask) -> None:
    with following_screen(other) as (listener, live, changes):
        with one.app_context():
            number = version_text(changes, live.hand.number, tap(live, *FIRST_STREET).number)
        wait_for_version(listener, number)
        loaded = loading.live_hand(live.hand.id)
        assert isinstance(loaded, LiveHand)
        assert loaded.number == 3


def test_a_refused_tap_notifies_no_screen(one: Flask, other: Flask) -> None:
    with following_screen(other) as (listener, live, changes):
        with one.app_context():
            assert isinstance(taps.post(live.hand.id, 0, ["p3 f"]), Refused)
            number = version_text(changes, live.hand.number, tap(live, FIRST_STREET[0]).number)
        assert listener.wait(SECONDS) == number


def test_every_night_is_notified_again_after_a_broken_connection(
    one: Flask, other: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    with following_screen(other) as (listener, live, changes):
        with one.app_context():
            until(lambda: _on_listeners("count(*)") == 2)
            _on_listeners("count(pg_terminate_backend(pid))")
            number = version_text(changes, live.hand.number, tap(live, FIRST_STREET[0]).number)
        wait_for_version(listener, number)
        until(lambda: caplog.text.count("Changes to nights are received from other servers again") == 2)
    # Each server reports it once.
    assert caplog.text.count("Changes to nights cannot be received from other servers: consuming input failed") == 2


def test_every_link_finds_its_night(one: Flask) -> None:
    friday = begin()
    for key in (friday.key, friday.watch_key, night_seats.seats(friday)[0].key):
        assert links.night_id_of_link(key) == friday.id
    assert isinstance(nights.night_by_key(friday.key), Night)


def test_a_correction_on_one_server_is_known_to_the_other(one: Flask, other: Flask) -> None:
    friday = begin()
    key = friday.key
    first = everyone_folds(deal(friday))
    call.next_hand(friday)
    everyone_folds(deal(friday))
    call.next_hand(friday)
    with other.app_context():
        known = loading.live_hand(first.hand.id)
        assert isinstance(known, LiveHand)
        db.session.rollback()
    answer = taps.correct(first.hand.id, first.number, {4: ["p3 cc"], 5: ["p1 cbr 2"], 6: ["p2 f", "p3 f"]})
    assert isinstance(answer, Posted)
    with other.app_context():
        there = nights.night_by_key(key)
        assert there is not None
        stacks = {seat.name: seat.stack for seat in night_seats.seats(there)}
        assert sum(chips or 0 for chips in stacks.values()) == 300
        stale = taps.correct(first.hand.id, known.number, {4: ["p3 cc"], 5: ["p1 cc"], 6: ["p2 cbr 2", "p3 f", "p1 f"]})
        assert isinstance(stale, Stale)
        (line,) = [line for line in activity.night_log(there.id) if line.act.kind == "correct"]
        assert isinstance(queue.undo_act(there, line.id, "it"), Done)
        db.session.rollback()
    again = loading.live_hand(first.hand.id)
    assert isinstance(again, LiveHand)
    assert again.actions == first.actions


def test_conflicting_writes_of_eight_threads_are_each_stored_once(
    one: Flask, address: str, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, object], None]
) -> None:
    friday = begin(*(f"P{seat}" for seat in range(8)))
    night_id, key, seats = friday.id, friday.key, [seat.id for seat in night_seats.seats(friday)]
    live = deal(friday)
    db.session.remove()
    strict = _app(address, isolation_level="SERIALIZABLE")
    pauses, given_up = list[float](), list[str]()
    monkeypatch.setattr("app.night.db.time.sleep", lambda seconds: (pauses.append(seconds), sleep(seconds)))
    barrier = Barrier(8)

    def until_done(write: Callable[[Night], object]) -> object:
        """Retry a write that is given up, as a user does when the page asks them to."""
        while True:
            with strict.app_context():
                try:
                    night = nights.night_by_key(key)
                    assert night is not None
                    return write(night)
                except OperationalError as problem:
                    if not is_conflict(problem):
                        raise
                    given_up.append(str(problem))

    def play(number: int) -> tuple[int, int]:
        barrier.wait(SECONDS)
        stored = repeated = 0
        for count in range(BUYS):
            form = f"{number}-{count}"
            bought = until_done(lambda night, form=form: acting.buy_in(night, seats[number], 1, form=form))  # type: ignore[misc]
            assert isinstance(bought, Done | Pending)
            answer = until_done(lambda _, count=count: taps.post(live.hand.id, count, [line_of(count)]))  # type: ignore[misc]
            stored += isinstance(answer, Posted)
            repeated += isinstance(answer, Repeated)
        return stored, repeated

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(play, range(8)))
    with strict.app_context():
        _close()
    loaded = loading.live_hand(live.hand.id)
    assert isinstance(loaded, LiveHand)
    assert list(loaded.actions) == [line_of(count) for count in range(BUYS)]
    assert loaded.number == BUYS
    assert (sum(stored for stored, _ in answers), sum(repeated for _, repeated in answers)) == (BUYS, 7 * BUYS)
    assert len(activity.waiting(night_id)) == 8 * BUYS
    assert pauses
    record_property("checked", f"{16 * BUYS} writes of eight threads: {len(pauses)} lost, {len(given_up)} given up")


def line_of(count: int) -> str:
    """Return the deal of the first card, the second, and so on."""
    return f"d dh p{count + 1} ??{'23456789'[count]}h"
