"""The bus between servers: changes stored by one reach the screens of the others, even if notifications are lost."""

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
from app.night import version
from tests.live.two_servers import SECONDS, Servers, sharing, until
from tests.night.table import make_app

LATER = "Screens follow a few seconds later."


class Air(Notifications):
    """Notifications between servers in one process, which can be cut."""

    def __init__(self) -> None:
        self.errors = (OSError,)
        self._ears: list[Queue[str]] = []
        self.said: list[str] = []
        self.swallowed: list[str] = []
        self.is_cut = False
        self.swallows = False

    @contextmanager
    def sender(self) -> Iterator[Callable[[str], object]]:
        self._reach()
        yield self._say

    @contextmanager
    def listener(self) -> Iterator[Callable[[float], Iterable[str]]]:
        self._reach()
        ear: Queue[str] = Queue()
        self._ears.append(ear)

        def hear(seconds: float) -> Iterable[str]:
            self._reach()
            try:
                return [ear.get(timeout=seconds)]
            except Empty:
                return []

        yield hear

    def _say(self, word: str) -> None:
        self._reach()
        if self.swallows:
            self.swallowed.append(word)
            return
        self.said.append(word)
        for ear in self._ears:
            ear.put(word)

    def _reach(self) -> None:
        if self.is_cut:
            raise OSError("the air is cut\nthat is all")


@pytest.fixture
def rarely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep servers from polling during a test, and reconnect quickly."""
    monkeypatch.setattr("app.live.bus.POLL_SECONDS", 10 * SECONDS)
    monkeypatch.setattr("app.live.bus.RETRY_SECONDS", 0.02)
    monkeypatch.setattr("app.live.bus.WAKE_SECONDS", 0.02)


@pytest.fixture
def air() -> Air:
    return Air()


@pytest.fixture
def servers(tmp_path: Path, air: Air) -> Iterator[Servers]:
    with sharing(tmp_path, air) as servers:
        yield servers


@pytest.mark.usefixtures("rarely")
def test_a_tap_on_one_server_notifies_screens_of_the_other(servers: Servers) -> None:
    for number in range(3):
        servers.tap(number)
        assert servers.is_told(number + 1)


@pytest.mark.usefixtures("rarely")
def test_a_notification_contains_only_its_sender_and_night_ids(servers: Servers, air: Air) -> None:
    servers.tap(0)
    assert servers.is_told(1)
    sender, *nights = air.said[-1].split()
    assert len(sender) == 8
    assert re.fullmatch(r"\d+", *nights)


@pytest.mark.usefixtures("rarely")
def test_a_server_does_not_listen_to_itself(servers: Servers, monkeypatch: pytest.MonkeyPatch) -> None:
    readers: list[str] = []

    def versions(nights: Collection[int]) -> dict[int, str]:
        readers.append("one" if current_app == servers.one else "other")
        return version.night_versions(nights)

    monkeypatch.setattr("app.live.bus.night_versions", versions)
    for number in range(3):
        servers.tap(number)
        assert servers.is_told(number + 1)
    assert set(readers) == {"other"}
    near = [""]
    while not near[-1].endswith(".3"):  # changes in quick succession are reported together
        near.append(str(servers.near.wait(SECONDS)))
    assert near == sorted(near)


def test_a_lost_notification_is_found_by_polling(servers: Servers, air: Air, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.live.bus.POLL_SECONDS", 0.02)
    air.swallows = True
    servers.tap(0)
    assert servers.is_told(1)
    assert len(set(air.swallowed)) == 1


@pytest.mark.usefixtures("rarely")
def test_taps_succeed_while_notifications_fail_and_the_failure_is_logged_once(
    servers: Servers, air: Air, caplog: pytest.LogCaptureFixture
) -> None:
    air.is_cut = True
    for number in range(3):
        servers.tap(number)
    until(lambda: "cannot be told" in caplog.text and caplog.text.count("cannot be heard") == 2)
    air.is_cut = False
    assert servers.is_told(3)
    servers.tap(3)
    assert servers.is_told(4)
    until(
        lambda: (
            "are told to other servers again" in caplog.text
            and caplog.text.count("heard from other servers again") == 2
        )
    )
    said = [record.getMessage() for record in caplog.records if record.name == "app.live.bus"]
    assert said.count("Changes to nights cannot be told to other servers: the air is cut. " + LATER) == 1
    assert said.count("Changes to nights cannot be heard from other servers: the air is cut. " + LATER) == 2
    assert said.count("Changes to nights are heard from other servers again.") == 2
    assert len(said) == 6


def test_polling_logs_a_database_outage_once_and_recovers(
    servers: Servers, air: Air, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    looks, is_away = 0, True

    def versions(nights: Collection[int]) -> dict[int, str]:
        nonlocal looks
        looks += 1
        if is_away:
            raise OperationalError("SELECT", {}, Exception("it is away"))
        return version.night_versions(nights)

    def said() -> int:
        return caplog.text.count("Changes to nights cannot be read from the database")

    monkeypatch.setattr("app.live.bus.POLL_SECONDS", 0.01)
    monkeypatch.setattr("app.live.bus.night_versions", versions)
    air.swallows = True
    # A poll that began before the outage could still see the tap, so each server must have polled since.
    until(lambda: said() == 2 and looks >= 9)
    servers.tap(0)
    is_away = False
    assert servers.is_told(1)
    assert said() == 2
    assert "it is away" in caplog.text


@pytest.mark.usefixtures("rarely")
@pytest.mark.parametrize("word", ["", "somebody", "somebody nonsense", "somebody 1.5 -1 ٣ 99999999999999999999"])
def test_malformed_notifications_are_ignored(servers: Servers, air: Air, word: str) -> None:
    air._say(word)
    servers.tap(0)
    assert servers.is_told(1)


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
    bus = Bus(app, Feed(), Air())
    bus.notify(1)
    assert bus._changed.take(0) == set()
