"""Two servers that write to one PostgreSQL that waits for the disk: taps per second by number of threads.

``commit_delay`` simulates a slow disk by delaying each flush of the log. ``UPCARD_BENCH_ROOT`` sets another checkout,
whose code writes the nights.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from app import settings
from tests.bench.bench_taps import print_table
from tests.live.postgres import MISSING, programs, server

SERVERS = 2
THREADS = (1, 4, 16)
#: Microseconds added to each flush.
DELAYS = (0, 5_000, 20_000)


def main() -> None:
    """Print the table."""
    where = programs()
    if where is None:
        sys.exit(MISSING)
    rows = [("a flush takes", "threads", "taps/s", "tap", "99%")]
    for delay in DELAYS:
        with server(where, fsync="on", commit_delay=str(delay), commit_siblings="0") as address:
            for threads in THREADS:
                rows.append((f"{delay / 1000:.0f} ms more", f"{SERVERS} x {threads}", *_measure(address, threads)))
    print_table(rows)


def _measure(address: str, threads: int) -> tuple[str, str, str]:
    root = os.environ.get("UPCARD_BENCH_ROOT", str(settings.ROOT))
    command = [sys.executable, str(Path(__file__).with_name("writers.py")), str(threads)]
    environment = {**os.environ, "DATABASE_URL": address, "PYTHONPATH": root, "PYTHONSAFEPATH": "1"}
    writers = []
    for _ in range(SERVERS):  # one after another, since the first creates the tables
        writer = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        if writer.stdout.readline().strip() != "ready":
            sys.exit("a writer did not start")
        writers.append(writer)
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
    figures = [json.loads(writer.communicate()[0]) for writer in writers]
    rate = sum(figure["rate"] for figure in figures)
    return f"{rate:.0f}", f"{max(f['median'] for f in figures):.1f} ms", f"{max(f['high'] for f in figures):.0f} ms"
