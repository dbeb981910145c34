"""The first minute: the time to the first response, and of the first and later requests of pages.

The first row is a start on an empty data directory, the second the median of later starts. ``UPCARD_BENCH_ROOT`` sets
another checkout to serve, ``UPCARD_BENCH_CGROUP`` the folders of control groups for the server, for example to give it
a tenth of a core.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from tests.bench.bench_load import memory_of, serving
from tests.bench.bench_taps import print_table
from tests.bench.crowd import Browser

STARTS = 5
#: The start page, and those of a night, in the order in which a host opens them.
PAGES = ("", "night", "call", "money", "links")


def main() -> None:
    """Print the table: seconds to the first response, milliseconds of each page at first and later, memory in MB."""
    cookies: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        starts = [_start(Path(folder), cookies) for _ in range(1 + STARTS)]
    head = (
        "",
        "first answer",
        *(f"{page or 'start'} {when}" for page in PAGES for when in ("first", "later")),
        "memory",
    )
    later = [statistics.median(column) for column in zip(*starts[1:], strict=True)]
    print_table([head, *((name, *_cells(figures)) for name, figures in (("empty", starts[0]), ("later", later)))])


def _cells(figures: list[float]) -> list[str]:
    first, *pages, memory = figures
    return [f"{first:.2f} s", *(f"{1000 * page:.0f} ms" for page in pages), f"{memory:.0f}"]


def _start(data: Path, cookies: dict[str, str]) -> list[float]:
    begun = time.perf_counter()
    with serving(data) as (process, port):
        answered = time.perf_counter() - begun
        return [answered, *asyncio.run(_page_times(port, cookies)), memory_of(process)]


async def _page_times(port: int, cookies: dict[str, str]) -> list[float]:
    browser, taken = Browser("127.0.0.1", port), []
    browser.cookies = cookies
    night = ""
    for page in PAGES:
        for _ in range(2):
            asked = time.perf_counter()
            status, _ = await browser.get(f"{night}/{page}")
            taken.append(time.perf_counter() - asked)
            assert status == 200, f"{night}/{page} is answered {status}"
        if not night:
            _, _, where = await browser.post("/", name="Friday", tracked="1")
            night = where.removesuffix("/night")
            await browser.get(where)
            for name in ("Ann", "Bob"):
                await browser.post(f"{night}/night/seats", name=name, buy_in="100")
    return taken
