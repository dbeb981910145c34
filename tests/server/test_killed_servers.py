"""Two servers on one database, each killed at random moments under load.

No answered tap is lost or stored twice, and the other server's screens are notified within five seconds.
``UPCARD_KILLS`` is the number of kills, ``UPCARD_KILLS_SEED`` starts another series of moments.
"""

from __future__ import annotations

import asyncio
import os
import signal
from asyncio import Event, IncompleteReadError
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic

import pytest
from sqlalchemy import Engine, create_engine, text

from tests.bench.crowd import GAME, Browser, TableOfPeople, hands
from tests.live.postgres import required, server
from tests.serving import free_port, mortal_server
from tests.warm import Forked

KILLS = int(os.environ.get("UPCARD_KILLS", "3"))
SEED = int(os.environ.get("UPCARD_KILLS_SEED", "1"))
TABLES = 3
#: The longest that the other server's screens may lag behind.
LAG_SECONDS = 5
#: Longer than any response takes.
SECONDS = 60

GONE = (ConnectionError, IncompleteReadError, OSError)

pytestmark = pytest.mark.slow


@dataclass
class Counts:
    """Figures printed at the end."""

    taps: int = 0
    retried: int = 0
    lags: list[float] = field(default_factory=list)


class Servers:
    """Two servers. After a kill, dealers pause until the other server's screens are up to date."""

    def __init__(self, data: Path, database: str) -> None:
        self._data, self._database = data, database
        self.ports = (free_port(), free_port())
        self._processes: list[Forked | None] = [None, None]
        self._stacks = [ExitStack(), ExitStack()]
        self.may_go_on = Event()
        self.may_go_on.set()

    def start(self, which: int) -> None:
        self._processes[which] = self._stacks[which].enter_context(
            mortal_server(self._data, self.ports[which], self._database)
        )

    def kill(self, which: int) -> None:
        process = self._processes[which]
        assert process is not None
        self.may_go_on.clear()
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self._stacks[which].close()

    def close(self) -> None:
        for stack in self._stacks:
            stack.close()

    def logs(self) -> str:
        return "\n".join(f"{log.name}:\n{log.read_text()}" for log in sorted(self._data.glob("server-*.log")))


class Dealer:
    """A tablet that switches to the other server when one is down, with the same cookies and form."""

    def __init__(self, servers: Servers, table: TableOfPeople, at: int, counts: Counts) -> None:
        self._servers, self._at, self._counts = servers, at, counts
        self._browsers = [Browser("127.0.0.1", port) for port in servers.ports]
        for browser in self._browsers:
            browser.cookies = table.dealer.cookies
            browser.token = table.dealer.token
        self.table = table
        self.hands: list[list[str]] = []

    async def play(self, script: Sequence[Sequence[str]]) -> None:
        """Play hand after hand without pausing; record every accepted line."""
        night = f"/n/{self.table.key}"
        screen = (await self._ask("GET", f"{night}/"))[1]
        for n in range(self.table.number, 10**6):
            lines: list[str] = []
            self.hands.append(lines)
            for line in (*script[n % len(script)], "d misdeal"):
                status, answer = await self._ask("POST", f"{night}/tap", action=line, **fields(screen))
                assert status < 500, answer
                if status == 200:
                    lines.append(line)
                    screen = answer
                    self._counts.taps += 1
            await self._ask("POST", f"{night}/next", **fields(screen))
            page = (await self._ask("GET", f"{night}/call/{GAME}"))[1]
            await self._ask("POST", f"{night}/call/{GAME}", do="deal", **fields(page, "after"))
            screen = (await self._ask("GET", f"{night}/"))[1]

    def close(self) -> None:
        for browser in self._browsers:
            browser.close()

    async def _ask(self, method: str, path: str, **form: str) -> tuple[int, str]:
        while True:
            await self._servers.may_go_on.wait()
            browser = self._browsers[self._at]
            try:
                async with asyncio.timeout(SECONDS):
                    if method == "GET":
                        return await browser.get(path)
                    return (await browser.post(path, script=path.endswith("/tap"), **form))[:2]
            except GONE:
                browser.close()
                self._counts.retried += 1
                self._at = 1 - self._at


class Screen:
    """A television that follows a table on one server, and records the latest version received."""

    def __init__(self, port: int, address: str) -> None:
        self._browser, self._address = Browser("127.0.0.1", port), address
        self.version = ""

    async def run(self) -> None:
        while True:
            with suppress(*GONE):
                reader, writer, status = await self._browser.stream(self._address)
                try:
                    assert status == 200
                    while line := await reader.readline():
                        if line.startswith(b"data: "):
                            self.version = line[6:].decode().strip()
                finally:
                    writer.close()
            self.version = ""
            await asyncio.sleep(0.1)


def fields(screen: str, *names: str) -> dict[str, str]:
    return {name: screen.partition(f'name="{name}" value="')[2].partition('"')[0] for name in names or ("hand", "seen")}


def versions(engine: Engine) -> dict[int, str]:
    """Return the versions of all nights, read without the app."""
    latest = """
        SELECT night.id, night.changes || '.' || hand.number || '.'
            || coalesce((SELECT max(number) FROM entry WHERE hand_id = hand.id), 0)
        FROM night JOIN hand ON hand.night_id = night.id
        WHERE hand.number = (SELECT max(number) FROM hand AS h WHERE h.night_id = night.id)
    """
    with engine.connect() as connection:
        return {row[0]: row[1] for row in connection.execute(text(latest))}


def stored(engine: Engine, key: str) -> list[list[str]]:
    """Return the stored lines of each hand of a night, checking that entries are numbered without gaps."""
    query = "SELECT hand.number, entry.number, entry.kind, entry.text FROM entry JOIN hand ON hand.id = entry.hand_id"
    query += " JOIN night ON night.id = hand.night_id"
    found: dict[int, list[str]] = {}
    with engine.connect() as connection:
        where = text(f"{query} WHERE night.key = :key ORDER BY hand.number, entry.number")
        for hand, number, kind, line in connection.execute(where, {"key": key}):
            lines = found.setdefault(hand, [])
            assert (number, kind) == (len(lines) + 1, "act")
            lines.append(line)
    return list(found.values())


async def until(happened: Callable[[], bool], seconds: float) -> float:
    """Wait until something has happened; return how long that took."""
    began = monotonic()
    while not happened():
        assert monotonic() - began < seconds, "it has not happened in time"
        await asyncio.sleep(0.02)
    return monotonic() - began


async def kill_and_play(servers: Servers, engine: Engine, rng: Random, counts: Counts) -> list[Dealer]:
    tables = [TableOfPeople(number, "127.0.0.1", servers.ports[number % 2]) for number in range(TABLES)]
    screens: list[list[Screen]] = []
    for table in tables:
        television = (await table.begin(tables[0].dealer))[0].live
        screens.append([Screen(port, television) for port in servers.ports])
    script = hands(6)
    dealers = [Dealer(servers, table, number % 2, counts) for number, table in enumerate(tables)]
    tasks = [asyncio.create_task(dealer.play(script)) for dealer in dealers]
    tasks += [asyncio.create_task(screen.run()) for both in screens for screen in both]

    def are_up_to_date(which: int) -> bool:
        assert not any(task.done() for task in tasks), [task for task in tasks if task.done()]
        now = versions(engine)
        return [both[which].version for both in screens] == [now[night] for night in sorted(now)]

    for _ in range(KILLS):
        await until(lambda: all(screen.version for both in screens for screen in both), SECONDS)
        taps = counts.taps
        await until(lambda taps=taps: counts.taps > taps + 20, SECONDS)  # type: ignore[misc]
        await asyncio.sleep(rng.uniform(0, 1))
        victim = rng.randrange(2)
        servers.kill(victim)
        counts.lags.append(await until(lambda victim=victim: are_up_to_date(1 - victim), LAG_SECONDS))  # type: ignore[misc]
        servers.may_go_on.set()
        await asyncio.to_thread(servers.start, victim)
    taps = counts.taps
    await until(lambda: counts.taps > taps + 20, SECONDS)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for client in (*dealers, *(table.dealer for table in tables)):
        client.close()
    await asyncio.sleep(0)  # let the loop close the connections
    return dealers


def test_killing_a_server_loses_and_doubles_no_answered_tap(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    counts = Counts()
    with server(required()) as database:
        servers, engine = Servers(tmp_path, database), create_engine(database)
        try:
            for which in (0, 1):
                servers.start(which)
            dealers = asyncio.run(kill_and_play(servers, engine, Random(SEED), counts))
            for dealer in dealers:
                logs = stored(engine, dealer.table.key)
                *whole, last = dealer.hands
                assert logs[: len(whole)] == whole
                # The last tap was not answered, so it may be stored or not.
                after = logs[len(whole)] if len(logs) > len(whole) else []
                assert after[: len(last)] == last
                assert len(after) <= len(last) + 1
        except Exception as problem:
            problem.add_note(servers.logs())
            raise
        finally:
            servers.close()
            engine.dispose()
    slowest = max(counts.lags, default=0)
    record_property(
        "checked",
        f"{KILLS} servers killed under load: {counts.taps} answered taps stored once, {counts.retried} requests"
        f" retried on the other server, its screens up to date after at most {slowest:.1f} s",
    )
