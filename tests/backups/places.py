"""Databases to copy, damage and restore, and the command line as users run it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
from contextlib import closing
from functools import cache
from pathlib import Path

from app import settings
from app.backups.versions import migrate
from app.games.house import Stakes
from app.night.db import db
from app.night.models import Night
from app.night.nights import start_night
from tests import warm
from tests.night.table import make_app


def begun(path: Path, *names: str) -> Path:
    """Make a database with nights of these names, copied from a template of this process; return its path."""
    assert not path.exists()
    shutil.copy(_template(names), path)
    return path


@cache
def _template(names: tuple[str, ...]) -> Path:
    path = Path(_templates().name) / f"{'-'.join(names)}.sqlite3"
    migrate(f"sqlite:///{path}")
    app = make_app(path, create=False)
    with app.app_context():
        for name in names:
            assert isinstance(start_night(name, Stakes(), {}, True), Night)
        db.session.remove()
        db.engine.dispose()
    return path


@cache
def _templates() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="upcard-begun-")


def names_in(path: Path) -> list[str]:
    """Return the names of the nights in a database file, opened read-only."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM night ORDER BY id")]


def damage(path: Path) -> None:
    """Overwrite the middle of a database file, as a failing disk might."""
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(os.urandom(size - 8192))


def environment(data: Path, **more: str) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return {**inherited, "UPCARD_DATA": str(data), "PYTHONPATH": str(settings.ROOT), **more}


def upcard(
    data: Path, *arguments: object, answer: str = "", first: str = "", **more: str
) -> subprocess.CompletedProcess[str]:
    """Run a command of Upcard on a data directory; ``first`` is Python code that its process runs before."""
    done = warm.upcard(*map(str, arguments), environment=environment(data, **more), answer=answer, first=first)
    assert "Traceback" not in done.stderr, done.stderr
    return done


def refused_start(data: Path, *, first: str = "", **more: str) -> str:
    """Return the single paragraph printed when ``upcard serve`` refuses to start."""
    done = upcard(data, "serve", "--host", "127.0.0.1", "--port", "0", "--no-qr", first=first, **more)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("upcard: ")
    assert done.stderr.count("\n") == 1
    return done.stderr
