"""A migration and a restore that are killed at any moment leave the database as it was, or as it was to be."""

from __future__ import annotations

import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from app import settings
from app.backups.checking import check
from app.backups.versions import migrate
from tests.backups.places import begun, environment, names_in

pytestmark = [pytest.mark.sqlite, pytest.mark.slow]

KILLS = 20

MIGRATE = """
import sys
from app.backups.versions import migrate
print("ready", flush=True)
migrate(sys.argv[1])
"""

RESTORE = """
import sys
from pathlib import Path
from app.backups.restoring import restore_running, restore_stopped
from app.backups.versions import migrate
migrate("sqlite:///" + sys.argv[1] + ".warm")
print("ready", flush=True)
restore = restore_running if sys.argv[3] == "running" else restore_stopped
for _ in range(1000):
    restore(Path(sys.argv[2]), Path(sys.argv[1]))
"""


@contextmanager
def ready(program: str, data: Path, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    """Run a program in a process of its own, from when it says that it is ready."""
    with subprocess.Popen(
        [sys.executable, "-c", program, *map(str, arguments)],
        cwd=settings.ROOT,
        env=environment(data),
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process


def kill_after(program: str, data: Path, seconds: float, *arguments: object) -> bool:
    """Run a program and kill it so long after it is ready. Return whether it was still at work."""
    with ready(program, data, *arguments) as process:
        time.sleep(seconds)
        killed = process.poll() is None
        process.send_signal(signal.SIGKILL)
    return killed


def duration(data: Path, path: Path) -> float:
    """Migrate a database, and return how long that takes once the process is ready."""
    with ready(MIGRATE, data, f"sqlite:///{path}") as process:
        begin = time.perf_counter()
        assert process.wait() == 0
        return time.perf_counter() - begin


def content(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def test_a_migration_killed_at_any_moment_leaves_the_old_or_the_new(tmp_path: Path, old_database: Path):
    rng = random.Random()
    before = content(old_database)
    whole = tmp_path / "whole.sqlite3"
    shutil.copyfile(old_database, whole)
    takes = duration(tmp_path, whole)
    found: list[str] = []
    for _ in range(KILLS):
        path = tmp_path / "upcard.sqlite3"
        for left in tmp_path.glob("upcard.sqlite3*"):
            left.unlink()
        shutil.copyfile(old_database, path)
        kill_after(MIGRATE, tmp_path, rng.uniform(takes * 0.3, takes), f"sqlite:///{path}")
        state = check(path).state
        found.append(state)
        assert state in ("good", "older")
        if state == "older":
            assert content(path) == before
            migrate(f"sqlite:///{path}")
            assert check(path).state == "good"
    assert "older" in found


@pytest.mark.parametrize("how", ["stopped", "running"])
def test_a_restore_killed_at_any_moment_leaves_the_old_or_the_new(tmp_path: Path, how: str):
    rng = random.Random()
    copy = begun(tmp_path / "copy.sqlite3", "Friday")
    found = set()
    for _ in range(KILLS // 2):
        database = tmp_path / "data" / "upcard.sqlite3"
        shutil.rmtree(database.parent, ignore_errors=True)
        database.parent.mkdir()
        begun(database, "Saturday", *(f"Night {n}" for n in range(5)))
        assert kill_after(RESTORE, tmp_path, rng.uniform(0, 0.5), database, copy, how)
        assert check(database).state == "good"
        names = names_in(database)
        assert names == ["Friday"] or names[0] == "Saturday"
        found.add(names[0])
    assert found
