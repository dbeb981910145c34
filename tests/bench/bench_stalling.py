"""The time of a tap beside silent connections, half-sent requests and thousands of open streams."""

from __future__ import annotations

import asyncio
import resource
import statistics
import tempfile
import time
from pathlib import Path

from tests.bench.bench_load import memory_of, serving
from tests.bench.bench_taps import print_table
from tests.bench.crowd import Figures, TableOfPeople, hands

TAPS = 100
SILENT = (0, 64, 1000)
STREAMS = (1000, 10_000)
HALF = b"POST /n/x/tap HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\na="
#: The most connections to open at once, so that the server's accept queue never overflows.
BATCH = 100


def main() -> None:
    """Print the table: a tap in milliseconds (median and 99th percentile), its ratio to an idle server, and memory."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    rows = [("meanwhile", "tap", "99%", "ratio", "memory", "kB each")]
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (process, port):
        rows += asyncio.run(_measure(process, port))
    print_table(rows)


async def _measure(process: int, port: int) -> list[tuple[str, ...]]:
    table = TableOfPeople(0, "127.0.0.1", port)
    screens = await table.begin()
    script = hands(4)
    await _taps(table, script)  # loads templates, compiles queries
    rows, least, empty = [], 0.0, memory_of(process)
    scenes = [(f"{count} silent", b"", count) for count in SILENT]
    scenes += [(f"{count} half sent", HALF, count) for count in SILENT[1:]]
    follow = screens[0].browser.request("GET", screens[0].live)
    scenes += [(f"{count} streams", follow, count) for count in STREAMS]
    for name, sent, count in scenes:
        held = await _connections(port, sent, count)
        await asyncio.sleep(2)
        taps = await _taps(table, script)
        memory = memory_of(process)
        middle, end = statistics.median(taps) * 1000, statistics.quantiles(taps, n=100)[-1] * 1000
        least = least or middle
        each = f"{(memory - empty) * 1024 / count:.0f}" if count else ""
        rows.append((name, f"{middle:.1f}", f"{end:.0f}", f"{middle / least:.2f}", f"{memory:.0f}", each))
        for _, writer in held:
            writer.close()
        await asyncio.sleep(1)
    return rows


async def _connections(port: int, sent: bytes, count: int) -> list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    held: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
    while len(held) < count:
        batch = min(BATCH, count - len(held))
        held += await asyncio.gather(*(asyncio.open_connection("127.0.0.1", port, limit=2048) for _ in range(batch)))
        for _, writer in held[-batch:]:
            writer.write(sent)
        await asyncio.sleep(0.01)
    return held


async def _taps(table: TableOfPeople, script: list[list[str]]) -> list[float]:
    """Play hands, one tap after another; return the seconds of each."""
    figures = Figures(measuring=True)
    playing = asyncio.create_task(table.play(script, 0, figures))
    began = time.perf_counter()
    while len(figures.taps) < TAPS and time.perf_counter() - began < 60:
        await asyncio.sleep(0.02)
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    await table.clear()
    return figures.taps
