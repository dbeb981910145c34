"""The database: whether it is sound, of this version and free to be written, and how old its last copy is."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from app import settings
from app.backups.checking import check, connect
from app.backups.files import copies, folder_of, latest_copy
from app.backups.starting import database_file, try_to_write, way_back
from app.backups.versions import age_of, version_at
from app.doctor.finding import Finding, good, look, wrong
from app.night.faults import fault_of

#: Copies are made once a day if there is something new, and after each night.
LATE = timedelta(days=2)


def database() -> Iterator[Finding]:
    """Look at every page of the database, and whether something can be stored."""
    if not settings.data_path().is_dir():
        return
    try:
        path = database_file()
    except ArgumentError:
        yield wrong("database", "DATABASE_URL is no address of a database.", "It begins with postgresql+psycopg://")
        return
    if path is None:
        yield from _server(settings.database_url())
    elif path.exists():
        yield from _file(path)
    elif copies(path):
        yield wrong("database", f"The database {path} is gone, and there are copies of it.", way_back(path))
    else:
        yield good("database", "There is no database yet: the first start begins one.")


def last_copy() -> Iterator[Finding]:
    """Look at the last copy: whether there is one, it is sound, and not much older than what it is a copy of."""
    path = database_file() if settings.data_path().is_dir() else None
    if path is None or not path.exists():
        return
    last = latest_copy(path)
    if last is None:
        yield look("copy", "There is no copy of the database yet.", "Make one: upcard backup")
        return
    made = f"The last copy was made on {last.made.astimezone():%-d %B %Y, %H:%M}"
    checked = check(last.path)
    if not checked.usable:
        yield wrong("copy", checked.text, f"Make another: upcard backup. Look at the disk of {folder_of(path)}.")
    elif _changed(path) - last.made > LATE:
        do = "Copies are made while Upcard is served. Make one now: upcard backup; look into the log why none was made."
        yield wrong("copy", f"{made}, and the database has changed since.", do)
    else:
        yield good("copy", f"{made}; it is sound, and lies in {folder_of(path)}.")


def _file(path: Path) -> Iterator[Finding]:
    checked = check(path)
    if checked.state == "damaged":
        yield wrong("database", checked.text, way_back(path))
    elif not checked.usable and checked.state != "empty":
        yield wrong("database", checked.text, "See the page on serving: docs/serving.md")
    else:
        yield good("database", checked.text)
        yield from _writable(path)


def _writable(path: Path) -> Iterator[Finding]:
    try:
        with closing(connect(path)) as connection:
            try_to_write(connection)
    except sqlite3.Error as error:
        fault = fault_of(error)
        text, do = (f"{fault.title}. {fault.happened}", fault.do) if fault else (str(error), "Look at its disk.")
        yield wrong("writing", text, do)


def _server(url: str) -> Iterator[Finding]:
    try:
        address = make_url(url)
        version = version_at(address)
    except ModuleNotFoundError as error:
        do = "Install Upcard with it: pipx install 'upcard[postgresql]' from the same wheel."
        yield wrong("database", f"The driver for the address in DATABASE_URL is missing ({error.name}).", do)
        return
    except SQLAlchemyError as error:
        fault = fault_of(error)
        text_, do = (
            (f"{fault.title}. {fault.happened}", fault.do) if fault else (type(error).__name__, "Look at DATABASE_URL.")
        )
        yield wrong("database", text_, do)
        return
    where = f"The database server at {address.host or 'this machine'} answers"
    age = age_of(version)
    if age in ("newer", "unknown"):
        yield wrong(
            "database", f"{where}, and its nights are of a version that this Upcard does not know.", "Update Upcard."
        )
    else:
        yield good("database", f"{where}. Copies are its own programs’ work: pg_dump, pg_restore.")


def _changed(path: Path) -> datetime:
    """Return when something was stored last."""
    parts = [part for part in (path, path.with_name(f"{path.name}-wal")) if part.exists() and part.stat().st_size]
    return datetime.fromtimestamp(max((part.stat().st_mtime for part in parts), default=0), UTC)
