"""PostgreSQL keeps everybody waiting: by a server that stopped in the middle of a tap, or by a silent network."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest
from sqlalchemy import create_engine, text

from tests.bench.crowd import Browser, TableOfPeople, hands
from tests.live.postgres import MISSING, programs, server
from tests.server.test_killed_servers import fields, until
from tests.web.test_kill import free_port, serving

pytestmark = pytest.mark.slow

#: As many taps as would take every thread of a server, and more.
TAPS = 9
#: So long a page may take that asks nothing of what is stuck, and a tap until it is known that it cannot be stored.
PAGE_SECONDS, TAP_SECONDS = 5, 12
#: After it nothing is held any more by a server that stands still.
FREE_SECONDS = 30

LINE = hands(1)[0][0]


@pytest.fixture
def database() -> Iterator[str]:
    where = programs()
    if where is None:
        if os.environ.get("CI", "").lower() not in ("", "0", "false"):
            pytest.fail(MISSING, pytrace=False)
        pytest.skip(MISSING)
    with server(where) as address:
        yield address


def test_a_server_that_stops_in_the_middle_of_a_tap_stops_no_other(tmp_path: Path, database: str) -> None:
    one, other = free_port(), free_port()
    with serving(tmp_path, one, database) as process, serving(tmp_path, other, database):
        asyncio.run(stop_in_a_tap(process.pid, one, other, database))


async def stop_in_a_tap(process: int, one: int, other: int, database: str) -> None:
    table = TableOfPeople(0, "127.0.0.1", one)
    await table.begin()
    engine = create_engine(database)
    with engine.connect() as holding, engine.connect() as looking:
        # The tap has the night's row by now, and waits here for the table of entries.
        holding.execute(text("LOCK TABLE entry IN SHARE MODE"))
        stuck = asyncio.create_task(tap(table, one))
        waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'entry'::regclass")
        await until(lambda: bool(looking.scalar(waiting)), TAP_SECONDS)
        os.killpg(process, signal.SIGSTOP)
        holding.rollback()
    began = monotonic()
    taps = [asyncio.create_task(tap(table, other)) for _ in range(TAPS)]
    await asyncio.sleep(0.5)
    await look(other)
    statuses = await asyncio.gather(*taps)
    assert monotonic() - began < TAP_SECONDS
    assert set(statuses) <= {200, 409, 503}
    while await tap(table, other) not in (200, 409):  # 409: another of them has been stored
        assert monotonic() - began < FREE_SECONDS
        await asyncio.sleep(0.5)
    with engine.connect() as looking:
        assert looking.scalar(text("SELECT count(*) FROM entry")) == 1
    os.killpg(process, signal.SIGCONT)
    assert await stuck in (409, 503)  # it was given up meanwhile
    with engine.connect() as looking:
        assert looking.scalar(text("SELECT count(*) FROM entry")) == 1
    engine.dispose()
    table.dealer.close()
    await asyncio.sleep(0.1)  # the loop lets go of what has been closed


async def tap(table: TableOfPeople, port: int) -> int:
    """Post the first card of the hand, on a connection of its own."""
    browser = Browser("127.0.0.1", port)
    browser.cookies, browser.token = dict(table.dealer.cookies), table.dealer.token
    try:
        return (await browser.post(f"/n/{table.key}/tap", True, action=LINE, **fields(table.screen)))[0]
    finally:
        browser.close()
        await asyncio.sleep(0)  # the loop lets go of it


async def look(port: int, *, health: int = 200) -> None:
    """Ask for a page that needs no night, and for the health of a server: both are there soon."""
    browser = Browser("127.0.0.1", port)
    for path, status in (("/help", 200), ("/health", health)):
        async with asyncio.timeout(PAGE_SECONDS):
            assert (await browser.get(path))[0] == status
    browser.close()
