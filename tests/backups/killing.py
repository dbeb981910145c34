"""Programs that tests kill: one starts Upcard on an old database, the other restores a copy again and again."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from alembic.runtime.environment import EnvironmentContext
from sqlalchemy import event
from sqlalchemy.engine import Engine

from app.backups import starting
from app.backups.restoring import restore_running, restore_stopped
from app.backups.versions import opened
from app.night import db

_configure = EnvironmentContext.configure


def transaction_per_migration() -> None:
    """Run each migration in its own transaction."""
    _override_configure(transaction_per_migration=True)


def no_transactional_ddl() -> None:
    """Override migrations/env.py, which tells Alembic that SQLite's DDL can be rolled back."""
    _override_configure(transactional_ddl=False)


def driver_transactions() -> None:
    """Leave transactions to Python's driver, which does not begin any for DDL."""
    db._prepare_sqlite = lambda _engine: None


#: Faults that let a killed migration leave a half-changed database.
BROKEN: dict[str, Callable[[], None]] = {
    "a transaction for each migration": transaction_per_migration,
    "no transactional DDL": no_transactional_ddl,
    "transactions of the driver": driver_transactions,
}


def _override_configure(**more: Any) -> None:
    def configure(self: EnvironmentContext, *arguments: Any, **options: Any) -> None:
        _configure(self, *arguments, **(options | more))

    EnvironmentContext.configure = configure  # type: ignore[method-assign]


class _Counter:
    """A listener that counts statements and kills this process before one of them."""

    def __init__(self, moment: int) -> None:
        self.count = 0
        self.moment = moment
        event.listen(Engine, "before_cursor_execute", self.step)
        event.listen(Engine, "commit", self.step)

    def step(self, *_: object) -> None:
        self.count += 1
        if self.count == self.moment:
            os.kill(os.getpid(), signal.SIGKILL)


def _start(folder: Path, old: Path, moment: int) -> int:
    """Start on a copy of the old database; return the number of statements."""
    data = folder / str(moment)
    data.mkdir()
    shutil.copyfile(old, data / "upcard.sqlite3")
    os.environ["UPCARD_DATA"] = str(data)
    counter = _Counter(moment)
    if moment == 0:
        starting.migrate = lambda _url: os.kill(os.getpid(), signal.SIGKILL)
    starting.prepare_database()
    return counter.count


def start_on_old(arguments: Sequence[str]) -> None:
    """Start Upcard on an old database and kill it at a statement of the migration.

    Arguments: a directory, the old database in it, how migrations are run (a key of ``BROKEN``, or ``whole``), and
    moments: numbers of statements before which the process is killed, or 0 to kill it between the copy and the
    migration. Each moment leaves its data in a directory named by its number. Without moments, the number of statements
    is printed.
    """
    folder, old, how, *moments = arguments
    BROKEN.get(how, lambda: None)()
    if not moments:
        print(_start(Path(folder), Path(old), -1))
    for moment in moments:
        child = os.fork()
        if not child:
            _start(Path(folder), Path(old), int(moment))
            os._exit(0)
        os.waitpid(child, 0)


def restore_often(arguments: Sequence[str]) -> None:
    """Restore a copy a thousand times. Arguments: the database, the copy, and ``running`` or ``stopped``."""
    database, copy, how = arguments
    starting.migrate(f"sqlite:///{database}.warm")
    print("ready", flush=True)
    restore = restore_running if how == "running" else restore_stopped
    with opened():
        for _ in range(1000):
            restore(Path(copy), Path(database))
