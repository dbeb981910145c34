"""One application for all tests of a process; each test gets a database file, either empty or a snapshot.

Routes, templates and statements are thus compiled once. A set-up function decorated with :func:`copied` runs once for
the same arguments: later calls restore the database file that it left. A set-up that calls others starts from the file
left by the first of them.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from flask import Flask, current_app
from sqlalchemy import event

from app.live import screens
from app.night.caches import clear_caches
from app.night.db import db
from tests.databases import empty

SNAPSHOTS = "tests-snapshots"

P = ParamSpec("P")
R = TypeVar("R")

#: The set-up calls that led from an empty database to its current content.
Calls = tuple[Hashable, ...]


class Snapshots:
    """The database of an application, with snapshots of its file by the calls that filled it."""

    def __init__(self, app: Flask, database: Path) -> None:
        self.app = app
        self._database = database
        self._files: dict[Calls, Path] = {}
        self._results: dict[Calls, Any] = {}
        self._calls: Calls | None = None
        self._state_seen = (0, 0)
        self._replace_due = False  # replace the file when it is next opened
        self._lock = threading.Lock()
        app.extensions[SNAPSHOTS] = self
        with app.app_context():
            self._in_file = db.engine.dialect.name == "sqlite"
            if self._in_file:
                event.listen(db.engine, "connect", _turn_off_sync)
                event.listen(db.engine, "do_connect", self._before_connecting)
            self._close()
            if self._in_file:
                self._save((), None)

    @contextmanager
    def fresh(self, **config: Any) -> Iterator[Flask]:
        """Yield the application with an empty database; restore its settings afterwards."""
        app = self.app
        before = dict(vars(app)), dict(app.config), dict(app.view_functions)
        if self._in_file:
            self._calls, self._replace_due = (), True
        else:
            empty(app)
        for name in ("upcard-guesses", "upcard-health"):
            app.extensions.pop(name, None)
        clear_caches(app)
        screens.init_app(app)
        app.config.update(config)
        try:
            with app.app_context():
                try:
                    yield app
                finally:
                    self._close()  # even after a failure: the next test would read the leftovers
        finally:
            vars(app).update(before[0])
            for changed, kept in ((app.config, before[1]), (app.view_functions, before[2])):
                changed.clear()
                changed.update(kept)

    def result(self, call: Hashable, build: Callable[[], Any]) -> Any:
        """Return the result of a call, with the database as the call leaves it.

        No snapshot is used if anything else was stored before, or if the session still holds rows of the current file.
        """
        if self._calls is None or self._is_changed() or db.session.identity_map:
            return build()
        calls = (*self._calls, call)
        if calls in self._files:
            self._close()
            self._calls, self._replace_due = calls, True
            clear_caches(self.app)
            return self._results[calls]
        result = build()
        self._close()
        self._save(calls, result)
        clear_caches(self.app)
        return result

    def _close(self) -> None:
        """Close every connection, so that the file is complete."""
        db.session.remove()
        db.engine.dispose()

    def _save(self, calls: Calls, result: Any) -> None:
        """Copy the file, unless another connection is writing to it."""
        if self._log.exists():
            self._calls = None
            return
        kept = self._database.with_name(f"snapshot-{len(self._files)}.sqlite3")
        shutil.copyfile(self.database, kept)
        self._files[calls], self._results[calls] = kept, result
        self._calls, self._state_seen = calls, self._state()

    @property
    def database(self) -> Path:
        """Return the up-to-date database file."""
        self._replace_file()
        return self._database

    def _before_connecting(self, *_arguments: object) -> None:
        self._replace_file()

    def _replace_file(self) -> None:
        """Replace the database with the snapshot that is due, if any."""
        with self._lock:
            if not self._replace_due or self._calls is None:
                return
            self._replace_due = False
            for suffix in ("", "-wal", "-shm"):
                Path(f"{self._database}{suffix}").unlink(missing_ok=True)
            shutil.copyfile(self._files[self._calls], self._database)
            os.utime(self._database, (0, 0))  # so that any write makes it newer
            self._state_seen = self._state()

    def _is_changed(self) -> bool:
        return not self._replace_due and self._state() != self._state_seen

    @property
    def _log(self) -> Path:
        return self._database.with_name(f"{self._database.name}-wal")

    def _state(self) -> tuple[int, int]:
        """Return the state of the database file and its write-ahead log, which changes with every write."""
        return self._database.stat().st_mtime_ns, self._log.stat().st_size if self._log.exists() else 0


def copied(build: Callable[P, R]) -> Callable[P, R]:
    """Run a set-up function once per arguments; later, restore a copy of the database that it left.

    It must return plain values, not rows, since tests share them. Calls differ by the ``repr`` of their arguments.
    """

    @wraps(build)
    def result(*args: P.args, **kwargs: P.kwargs) -> R:
        snapshots: Snapshots | None = current_app.extensions.get(SNAPSHOTS)
        if snapshots is None:
            return build(*args, **kwargs)
        call = (build.__module__, build.__qualname__, repr(args), repr(sorted(kwargs.items())))
        return snapshots.result(call, lambda: build(*args, **kwargs))

    return result


def _turn_off_sync(connection: Any, _record: object) -> None:
    """Turn off syncing to disk."""
    connection.execute("PRAGMA synchronous = OFF")
