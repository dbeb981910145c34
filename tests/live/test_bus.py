"""The bus between servers: changes stored by one reach screens of the others, even if notifications are lost."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue

import pytest
from flask import current_app
from sqlalchemy.exc import OperationalError

from app.live.bus import Bus, NightSet, Notifications
from app.live.feed import Feed
from app.live.screens import bus_of, init_app
from app.night import screens
from tests.live.two_servers import SECONDS, Servers, sharing, until
from tests.night.table import make_app

LATER = "Screens follow a few seconds later."


class LocalNotifications(Notifications):
    """Notifications between servers in one process, which can fail or be lost."""

    def __init__(self) -> None:
        self.errors = (OSError,)
        self._queues: list[Queue[str]] = []
        self.sent: list[str] = []
        self.dropped: list[str] = []
        self.is_down = False
        self.drops = False

    @contextmanager
    def sender(self) -> Iterator[Callable[[str], object]]:
        self._reach()
        yield self._send

    @contextmanager
    def listener(self) -> Iterator[Callable[[float], Iterable[str]]]:
        self._reach()
        queue: Queue[str] = Queue()
        self._queues.append(queue)

        def receive(seconds: float) -> Iterable[str]:
            self._reach()
            try:
                return [queue.get(timeout=seconds)]
            except Empty:
                return []

        yield receive

    def _send(self, message: str) -> None:
        self._reach()
        if self.drops:
            self.dropped.append(message)
            return
        self.sent.append(message)
        for queue in self._queues:
            queue.put(message)

    def _reach(self) -> None:
        if self.is_down:
            raise OSError("the network is down\nand more")


@pytest.fixture
def no_polling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prevent servers from polling during a test, and let them reconnect quickly."""
    monkeypatch.setattr("app.live.bus.POLL_SECONDS", 10 * SECONDS)
    monkeypatch.setattr("app.live.bus.RETRY_SECONDS", 0.02)
    monkeypatch.setattr("app.live.bus.WAKE_SECONDS", 0.02)


@pytest.fixture
def notifications() -> LocalNotifications:
    return LocalNotifications()


@pytest.fixture
def servers(tmp_path: Path, notifications: LocalNotifications) -> Iterator[Servers]:
    with sharing(tmp_path, notifications) as servers:
        yield servers


@pytest.mark.usefixtures("no_polling")
def test_a_tap_on_one_server_notifies_screens_of_the_other(servers: Servers) -> None:
    for number in range(3):
        servers.tap(number)
        assert servers.other_screen_reaches(number + 1)


@pytest.mark.usefixtures("no_polling")
def test_a_notification_contains_only_its_sender_and_night_ids(
    servers: Servers, notifications: LocalNotifications
) -> None:
    servers.tap(0)
    assert servers.other_screen_reaches(1)
    sender, *nights = notifications.sent[-1].split()
    assert len(sender) == 8
    assert re.fullmatch(r"\d+", *nights)


@pytest.mark.usefixtures("no_polling")
def test_a_server_does_not_listen_to_itself(servers: Servers, monkeypatch: pytest.MonkeyPatch) -> None:
    readers: list[str] = []

    def versions(nights: Collection[int]) -> dict[int, str]:
        readers.append("one" if current_app == servers.one else "other")
        return screens.night_versions(nights)

    monkeypatch.setattr("app.live.bus.night_versions", versions)
    for number in range(3):
        servers.tap(number)
        assert servers.other_screen_reaches(number + 1)
    assert set(readers) == {"other"}
    received = [""]
    while not received[-1].endswith(".3"):  # changes in quick succession are reported together
        received.append(str(servers.own_screen.wait(SECONDS)))
    assert received == sorted(received)


def test_a_lost_notification_is_found_by_polling(
    servers: Servers, notifications: LocalNotifications, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.live.bus.POLL_SECONDS", 0.02)
    notifications.drops = True
    servers.tap(0)
    assert servers.other_screen_reaches(1)
    assert len(set(notifications.dropped)) == 1


@pytest.mark.usefixtures("no_polling")
def test_taps_succeed_while_notifications_fail_and_the_failure_is_logged_once(
    servers: Servers, notifications: LocalNotifications, caplog: pytest.LogCaptureFixture
) -> None:
    notifications.is_down = True
    for number in range(3):
        servers.tap(number)
    until(lambda: "cannot be sent" in caplog.text and caplog.text.count("cannot be received") == 2)
    notifications.is_down = False
    assert servers.other_screen_reaches(3)
    servers.tap(3)
    assert servers.other_screen_reaches(4)
    until(
        lambda: (
            "are sent to other servers again" in caplog.text
            and caplog.text.count("received from other servers again") == 2
        )
    )
    logged = [record.getMessage() for record in caplog.records if record.name == "app.live.bus"]
    assert logged.count("Changes to nights cannot be sent to other servers: the network is down. " + LATER) == 1
    assert logged.count("Changes to nights cannot be received from other servers: the network is down. " + LATER) == 2
    assert logged.count("Changes to nights are received from other servers again.") == 2
    assert len(logged) == 6


def test_polling_logs_a_database_outage_once_and_recovers(
    servers: Servers,
    notifications: LocalNotifications,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    polls, is_down = 0, True

    def versions(nights: Collection[int]) -> dict[int, str]:
        nonlocal polls
        polls += 1
        if is_down:
            raise OperationalError("SELECT", {}, Exception("it is away"))
        return screens.night_versions(nights)

    def logged() -> int:
        return caplog.text.count("Changes to nights cannot be read from the database")

    monkeypatch.setattr("app.live.bus.POLL_SECONDS", 0.01)
    monkeypatch.setattr("app.live.bus.night_versions", versions)
    notifications.drops = True
    # A poll that began before the outage could still see the tap, so wait until each server has polled since.
    until(lambda: logged() == 2 and polls >= 9)
    servers.tap(0)
    is_down = False
    assert servers.other_screen_reaches(1)
    assert logged() == 2
    assert "it is away" in caplog.text


@pytest.mark.usefixtures("no_polling")
@pytest.mark.parametrize("message", ["", "somebody", "somebody nonsense", "somebody 1.5 -1 ٣ 99999999999999999999"])
def test_malformed_notifications_are_ignored(servers: Servers, notifications: LocalNotifications, message: str) -> None:
    notifications._send(message)
    servers.tap(0)
    assert servers.other_screen_reaches(1)


def test_a_night_set_hands_out_each_id_once_in_batches() -> None:
    pile = NightSet()
    pile.add({1, 2})
    pile.add({2, 3})
    taken = [pile.take(0, 2), pile.take(0, 2), pile.take(0, 2)]
    assert [len(ids) for ids in taken] == [2, 1, 0]
    assert set().union(*taken) == {1, 2, 3}


@pytest.mark.sqlite
def test_a_server_on_sqlite_has_no_bus(tmp_path: Path) -> None:
    app = make_app(tmp_path / "alone.sqlite3", create=False)
    init_app(app)
    assert bus_of(app) is None


def test_a_bus_that_is_not_started_collects_nothing(tmp_path: Path) -> None:
    app = make_app(tmp_path / "alone.sqlite3", create=False)
    bus = Bus(app, Feed(), LocalNotifications())
    bus.notify(1)
    assert bus._changed.take(0) == set()
