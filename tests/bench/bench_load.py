"""Real hands over http at many tables at once, with ten screens each: the time of a tap, and until screens show it.

``UPCARD_BENCH_TABLES`` sets the numbers of tables, ``UPCARD_BENCH_ROOT`` another checkout to serve.
``UPCARD_BENCH_SERVERS`` sets how many servers share a PostgreSQL that waits for the disk; the screens of each table are
then spread over all of them.
"""

from __future__ import annotations

import asyncio
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.request import urlopen

from app import settings
from tests.bench.bench_taps import print_table
from tests.bench.crowd import Figures, TableOfPeople, hands
from tests.live import postgres
from tests.serving import free_port

TABLES = (1, 5, 20, 50, 100)
SECONDS_BETWEEN_TAPS = 4.0
WARM_SECONDS, SECONDS = 6, 24
#: The least number of taps to measure, which takes longer with few tables.
MIN_TAPS = 50
#: The number of different hands, which are played over and over.
HANDS = 12


def main() -> None:
    """Print the table: milliseconds as median and 99th percentile, processor in percent of one core, memory in MB."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    script = hands(HANDS)
    rows = [("tables", "streams", "taps", "tap", "99%", "seen", "99%", "processor", "memory", "faults")]
    for count in tuple(map(int, os.environ.get("UPCARD_BENCH_TABLES", "").split())) or TABLES:
        with tempfile.TemporaryDirectory() as folder, ExitStack() as running:
            servers = _serve_all(running, Path(folder))
            rows.append(asyncio.run(_measure(count, dict(servers), script)))
    print_table(rows)


def _serve_all(running: ExitStack, folder: Path) -> Iterator[tuple[int, int]]:
    """Start one server on a file, or several on one PostgreSQL; yield the process and port of each."""
    count = int(os.environ.get("UPCARD_BENCH_SERVERS", "0"))
    database = ""
    if count:
        where = postgres.programs() or sys.exit(postgres.MISSING)
        database = running.enter_context(postgres.server(where, fsync="on"))
    for number in range(count or 1):
        data = folder / str(number)
        data.mkdir()
        yield running.enter_context(serving(data, **({"DATABASE_URL": database} if count else {})))


@contextmanager
def serving(data: Path, **settings_of: str) -> Iterator[tuple[int, int]]:
    """Serve a checkout; yield the process and the port."""
    port = free_port()
    root = Path(os.environ.get("UPCARD_BENCH_ROOT", settings.ROOT))
    groups = os.environ.get("UPCARD_BENCH_CGROUP", "").split()
    command = [
        "sh",
        "-c",
        "".join(f"echo $$ > {group}/tasks; " for group in groups) + 'exec "$@"',
        "sh",
        sys.executable,
        "-m",
        "app.cli",
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--no-qr",
        "--no-https",
    ]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("UPCARD_BENCH_")}
    environment |= {"UPCARD_DATA": str(data), "PYTHONPATH": str(root), **settings_of}
    with (data / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=root, env=environment, stdout=log, stderr=log, start_new_session=True)
        try:
            _wait_for(port)
            yield process.pid, port
        finally:
            process.terminate()
            process.wait(60)
            expected = ("Open this on", "Host code", "The host's device")
            lines = (data / "log").read_text(errors="replace").splitlines()
            if unexpected := [line for line in lines if not line.startswith(expected)]:
                print("\n".join(unexpected[-20:]), file=sys.stderr)


def _wait_for(port: int) -> None:
    for _ in range(30_000):
        try:
            with urlopen(f"http://127.0.0.1:{port}/", timeout=60):
                return
        except ConnectionError:
            time.sleep(0.01)
        except OSError as error:
            if not isinstance(error.__cause__ or getattr(error, "reason", None), ConnectionError):
                raise
            time.sleep(0.01)
    raise SystemExit("the server does not answer")


async def _measure(count: int, servers: dict[int, int], script: list[list[str]]) -> tuple[str, ...]:
    figures = Figures()
    tables = [TableOfPeople(number, "127.0.0.1", *servers.values()) for number in range(count)]
    tasks = []
    for table in tables:
        screens = await table.begin(tables[0].dealer)
        tasks += [asyncio.create_task(screen.run(figures)) for screen in screens]
        # The dealer's tablet has a stream too, for versions that it already shows.
        tasks.append(asyncio.create_task(_follow(table, figures)))
    tasks += [asyncio.create_task(table.play(script, SECONDS_BETWEEN_TAPS, figures)) for table in tables]
    await asyncio.sleep(WARM_SECONDS)
    figures.measuring, used, began = True, sum(map(_processor, servers)), time.perf_counter()
    await asyncio.sleep(max(SECONDS, MIN_TAPS * SECONDS_BETWEEN_TAPS / count))
    figures.measuring, busy = False, (sum(map(_processor, servers)) - used) / (time.perf_counter() - began)
    streams, memory = figures.streams, sum(map(memory_of, servers))
    for task in tasks:
        if task.done() and not task.cancelled() and (problem := task.exception()):
            figures.faults.append(repr(problem))
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for fault in sorted(set(figures.faults)):
        print(f"{figures.faults.count(fault)} x {fault}", file=sys.stderr)
    return (
        str(count),
        f"{streams} of {count * 10}",
        str(len(figures.taps)),
        *median_and_percentile_99(figures.taps),
        *median_and_percentile_99(figures.seen),
        f"{busy:.0%}",
        f"{memory:.0f}",
        str(len(figures.faults)),
    )


async def _follow(table: TableOfPeople, figures: Figures) -> None:
    while True:
        reader, writer, status = await table.dealer.stream(f"/live/{table.key}")
        if status == 200:
            figures.streams += 1
            while await reader.readline():
                pass
            figures.streams -= 1
        writer.close()
        await asyncio.sleep(2)


def median_and_percentile_99(seconds: list[float]) -> tuple[str, str]:
    """Return the median and the 99th percentile in milliseconds; empty for fewer than two times."""
    if len(seconds) < 2:
        return "", ""
    return f"{statistics.median(seconds) * 1000:.1f}", f"{statistics.quantiles(seconds, n=100)[-1] * 1000:.0f}"


def _family(process: int) -> list[int]:
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process, *(grandchild for child in children for grandchild in _family(int(child)))]


def _processor(process: int) -> float:
    """Return the processor seconds used by a server and its workers."""
    ticks = 0
    for pid in _family(process):
        ticks += sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def memory_of(process: int) -> float:
    """Return the megabytes of private memory of a server and its workers."""
    kilobytes = 0
    for pid in _family(process):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith(("Private_Clean", "Private_Dirty")):
                kilobytes += int(line.split()[1])
    return kilobytes / 1024
