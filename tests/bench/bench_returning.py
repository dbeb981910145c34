"""A lost network comes back: the screens of many tables reconnect at once and get changed pages.

It prints the time until half of them and all of them are up to date, and the time of taps at one table meanwhile.
"""

from __future__ import annotations

import asyncio
import resource
import tempfile
import time
from pathlib import Path

from tests.bench.bench_load import median_and_percentile_99, serving
from tests.bench.bench_taps import print_table
from tests.bench.crowd import Figures, Screen, TableOfPeople, hands, read_event

TABLES = 111
SECONDS_BETWEEN_TAPS = 0.25


def main() -> None:
    """Print the table: seconds, and milliseconds of a tap."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    rows = [("screens", "half back", "all back", "tap before", "99%", "tap meanwhile", "99%", "faults")]
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (_, port):
        rows.append(asyncio.run(_measure(port)))
    print_table(rows)


async def _measure(port: int) -> tuple[str, ...]:
    tables = [TableOfPeople(number, "127.0.0.1", port) for number in range(TABLES)]
    screens = [screen for table in tables for screen in await table.begin(tables[0].dealer)]
    quiet = Figures()
    following = [asyncio.create_task(screen.run(quiet)) for screen in screens]
    while quiet.streams < len(screens):
        await asyncio.sleep(0.1)
    await _cancel(following)
    for screen in screens:
        screen.browser.close()
    script, before, meanwhile = hands(4), Figures(measuring=True), Figures(measuring=True)
    # Change each table while its screens are away.
    for table in tables:
        await table.clear()
    playing = asyncio.create_task(tables[0].play(script, SECONDS_BETWEEN_TAPS, before))
    await asyncio.sleep(60 * SECONDS_BETWEEN_TAPS)
    await _cancel([playing])
    await tables[0].clear()
    playing = asyncio.create_task(tables[0].play(script, SECONDS_BETWEEN_TAPS, meanwhile))
    began = time.perf_counter()
    back = sorted(await asyncio.gather(*(_reconnect(screen, meanwhile) for screen in screens)))
    await _cancel([playing])
    half, last = back[len(back) // 2] - began, back[-1] - began
    return (
        str(len(screens)),
        f"{half:.1f} s",
        f"{last:.1f} s",
        *median_and_percentile_99(before.taps),
        *median_and_percentile_99(meanwhile.taps),
        str(len(meanwhile.faults)),
    )


async def _reconnect(screen: Screen, figures: Figures) -> float:
    """Reopen a screen's stream; return the time at which its page has been pushed or fetched."""
    reader, writer, status = await screen.browser.stream(f"{screen.live}?draw={screen.kind}&at={screen.at}")
    try:
        version, _, page = (await read_event(reader)).partition("\n")
        fetched = 200
        if not page:
            fetched, page = await screen.browser.get(screen.page, **{"HX-Request": "true"})
        if (status, fetched) != (200, 200) or f'data-at="{version.partition(".")[0]}' not in page:
            figures.faults.append(f"{status}, {fetched} for {screen.page[:3]}")
        return time.perf_counter()
    finally:
        writer.close()


async def _cancel(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
