"""Waiting for PostgreSQL: another server stops during a tap, or the network falls silent."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.forkserver import ensure_running
from pathlib import Path
from time import monotonic

import pytest
from sqlalchemy import create_engine, text

from tests.bench.crowd import Browser, TableOfPeople, hands
from tests.live.postgres import required, server
from tests.server.test_killed_servers import fields, until
from tests.serving import free_port, mortal_server

pytestmark = pytest.mark.slow

#: More taps than a server has threads.
TAPS = 9
#: The longest wait for a page that does not need the database, and for a tap to fail.
PAGE_SECONDS, TAP_SECONDS = 5, 20
#: After this time, a stopped server holds no more locks.
FREE_SECONDS = 30

#: Moves a thread, and the processes it starts, to another network namespace.
ENTER = """
import ctypes, os
with open("{path}") as network:
    assert ctypes.CDLL(None).setns(network.fileno(), 0) == 0
"""


@pytest.fixture
def database() -> Iterator[str]:
    with server(required()) as address:
        yield address


def test_a_server_stopped_during_a_tap_does_not_block_another(tmp_path: Path, database: str) -> None:
    one, other = free_port(), free_port()
    with mortal_server(tmp_path, one, database) as process, mortal_server(tmp_path, other, database):
        asyncio.run(stop_in_a_tap(process.pid, one, other, database))


async def stop_in_a_tap(process: int, one: int, other: int, database: str) -> None:
    table = TableOfPeople(0, "127.0.0.1", one)
    await table.begin()
    engine = create_engine(database)
    with engine.connect() as holding, engine.connect() as looking:
        # The tap now holds the lock on the night's row, and waits for the table of entries.
        holding.execute(text("LOCK TABLE entry IN SHARE MODE"))
        stuck = asyncio.create_task(tap(table, one))
        waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'entry'::regclass")
        await until(lambda: bool(looking.scalar(waiting)), TAP_SECONDS)
        os.killpg(process, signal.SIGSTOP)
        holding.rollback()
    began = monotonic()
    taps = [asyncio.create_task(tap(table, other)) for _ in range(TAPS)]
    await asyncio.sleep(0.5)
    for path in ("/help", "/health"):
        await check_page(other, path)
    statuses = await asyncio.gather(*taps)
    assert monotonic() - began < TAP_SECONDS
    assert set(statuses) <= {200, 409, 503}
    while await tap(table, other) not in (200, 409):  # 409: another of the taps was stored
        assert monotonic() - began < FREE_SECONDS
        await asyncio.sleep(0.5)
    with engine.connect() as looking:
        assert looking.scalar(text("SELECT count(*) FROM entry")) == 1
    os.killpg(process, signal.SIGCONT)
    # The transaction was aborted meanwhile, so the tap is retried, or the same tap is found stored.
    assert await stuck in (200, 409, 503)
    with engine.connect() as looking:
        assert looking.scalar(text("SELECT count(*) FROM entry")) == 1
    engine.dispose()
    table.dealer.close()
    await asyncio.sleep(0.1)  # let the loop close the connections


@pytest.fixture
def namespace() -> Iterator[str]:
    """Yield the path of a network namespace with two links to that of this thread: for http, and for the database.

    This thread gets its own namespace too: a new address on the machine would make other tests' browsers abort loading.
    """
    outside, namespace = (f"upcard{os.getpid()}{name}" for name in ("outside", "inside"))
    try:
        ip("netns", "add", outside)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("ip netns cannot be used: it needs iproute2 and root")
    ensure_running()  # starts the parent process of later tests' servers outside the namespace
    with open("/proc/thread-self/ns/net") as machine:
        try:
            ip("netns", "add", namespace)
            exec(ENTER.format(path=f"/run/netns/{outside}"), {})
            ip("link", "add", "outer", "type", "veth", "peer", "name", "inner", "netns", namespace)
            for subnet in (1, 2):
                ip("addr", "add", f"10.88.{subnet}.1/24", "dev", "outer")
                ip("-n", namespace, "addr", "add", f"10.88.{subnet}.2/24", "dev", "inner")
            ip("addr", "add", "10.88.1.3/24", "dev", "outer")
            for device in ("lo", "outer"):
                ip("link", "set", device, "up")
            for device in ("lo", "inner"):
                ip("-n", namespace, "link", "set", device, "up")
            yield f"/run/netns/{namespace}"
        finally:
            exec(ENTER.format(path=f"/proc/self/fd/{machine.fileno()}"), {})
            for name in (outside, namespace):
                subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)


@contextmanager
def silence() -> Iterator[None]:
    """Drop every packet from the database server to the namespace."""
    ip("route", "add", "blackhole", "10.88.2.2/32")
    try:
        yield
    finally:
        ip("route", "del", "blackhole", "10.88.2.2/32")


def ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


def test_pages_are_served_while_the_database_network_is_silent(tmp_path: Path, namespace: str) -> None:
    where = required()
    # A folder that PostgreSQL's user can read.
    rights = Path(tempfile.mkdtemp(prefix="upcard-rights-"))
    rights.chmod(0o755)
    (rights / "hba").write_text("local all all trust\nhost all all 0.0.0.0/0 trust\n")
    try:
        with server(where, listen_addresses="127.0.0.1,10.88.2.1", hba_file=str(rights / "hba")) as address:
            port = free_port()
            database = address.replace("@127.0.0.1", "@10.88.2.1")
            with mortal_server(tmp_path, port, database, host="10.88.1.2", first=ENTER.format(path=namespace)):
                asyncio.run(fall_silent(port))
    finally:
        shutil.rmtree(rights)


async def fall_silent(port: int) -> None:
    table = TableOfPeople(0, "10.88.1.2", port)
    await table.begin()
    with silence():
        began = monotonic()
        taps = [asyncio.create_task(tap(table, port)) for _ in range(TAPS)]
        await asyncio.sleep(0.5)
        await check_page(port, "/help", host="10.88.1.2", own="10.88.1.3")  # a client's requests wait for its taps
        assert set(await asyncio.gather(*taps)) == {503}
        assert monotonic() - began < TAP_SECONDS
        await check_page(port, "/health", 503, host="10.88.1.2")
        assert await tap(table, port) == 503
        assert monotonic() - began < 2 * TAP_SECONDS
    began = monotonic()
    while await tap(table, port) != 200:
        assert monotonic() - began < TAP_SECONDS
        await asyncio.sleep(0.5)
    await check_page(port, "/health", host="10.88.1.2")
    table.dealer.close()
    await asyncio.sleep(0.1)


async def tap(table: TableOfPeople, port: int) -> int:
    """Post the first card of the hand on a new connection."""
    browser = Browser(table.dealer.host, port)
    browser.cookies, browser.token = dict(table.dealer.cookies), table.dealer.token
    try:
        return (await browser.post(f"/n/{table.key}/tap", True, action=hands(1)[0][0], **fields(table.screen)))[0]
    finally:
        browser.close()
        await asyncio.sleep(0)  # let the loop close it


async def check_page(port: int, path: str, status: int = 200, *, host: str = "127.0.0.1", own: str = "") -> None:
    """Check that a page responds in time."""
    browser = Browser(host, port, own)
    async with asyncio.timeout(PAGE_SECONDS):
        assert (await browser.get(path))[0] == status
    browser.close()
