"""Before serving: the database is checked, copied if it is to be changed, and brought up to date."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from app import settings
from app.backups.checking import UnusableError, check, check_connection, connect
from app.backups.copying import make_copy
from app.backups.files import Copy, InUseError, copies, drop_old, folder_of, hold
from app.backups.versions import age_of, migrate, version_at
from app.night.faults import FAULTS, Fault, fault_of


class StartError(Exception):
    """The database cannot be served; the message says why, and what to do."""


def database_file(url: str | None = None) -> Path | None:
    """Return the file of the database; None for nights in a server or in memory."""
    address = make_url(url or settings.database_url())
    if address.get_backend_name() != "sqlite" or address.database in (None, "", ":memory:"):
        return None
    return settings.data_path() / str(address.database)


def prepare_database() -> None:
    """Make the database ready to be served by this process. Raises :class:`StartError` and :class:`OSError`."""
    path = database_file()
    try:
        if path is None:
            _prepare_server(settings.database_url())
        else:
            _prepare_file(path)
    except (SQLAlchemyError, sqlite3.Error) as error:
        fault = fault_of(error)
        if fault is None:
            raise
        raise StartError(_words(fault, path)) from error
    except InUseError:
        raise StartError(f"{path} is just being restored: wait until that has ended.") from None


def last_good(database: Path) -> Copy | None:
    """Return the latest copy of a database that is sound."""
    return next((copy for copy in copies(database) if check(copy.path).usable), None)


def way_back(database: Path) -> str:
    """Say how to go on from the last good copy of a database."""
    copy = last_good(database)
    if copy is None:
        return f"There is no good copy in {folder_of(database)}."
    made = f"{copy.made.astimezone():%-d %B %Y, %H:%M}"
    return f"The last good copy is of {made}; to go on from it: upcard restore {copy.path}"


def _prepare_file(path: Path) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    hold(path)
    drop_old(path)
    if not path.exists():
        _refuse_if_copied(path, f"The database {path} is gone.")
        migrate(f"sqlite:///{path}")
        return
    with closing(connect(path)) as connection:
        try_to_write(connection)
        try:
            checked = check_connection(connection, path)
        except sqlite3.DatabaseError as error:
            raise _damaged(error, path) from error
    if checked.state == "empty":
        _refuse_if_copied(path, f"The database {path} holds nothing any more.")
    elif checked.state == "damaged":
        raise StartError(f"{checked.text} It is not served, and nothing in it was changed. {way_back(path)}")
    elif checked.state == "older":
        try:
            make_copy(path, "update")
        except UnusableError as error:
            raise StartError(f"No copy can be made before the update, so it was not begun: {error}") from error
    elif checked.state != "good":
        raise StartError(f"{checked.text} Nothing in it was changed.")
    if checked.state != "good":
        migrate(f"sqlite:///{path}")


def try_to_write(connection: sqlite3.Connection) -> None:
    """Raise the error of a database that nothing can be stored in. What is written is taken back."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        (number,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute(f"PRAGMA user_version = {number + 1}")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _refuse_if_copied(path: Path, happened: str) -> None:
    """Begin a new database only where there has never been one: nobody wants an empty list after a fault of a disk."""
    if copies(path):
        anew = f"To begin with an empty database instead, move {folder_of(path)} away."
        raise StartError(f"{happened} {anew} {way_back(path)}")


def _prepare_server(url: str) -> None:
    age = age_of(version_at(url))
    if age == "newer":
        raise StartError("The database was written by a newer version of Upcard: update this one.")
    if age == "unknown":
        raise StartError("The database is of a version that this Upcard does not know.")
    if age != "same":
        migrate(url)  # which waits for another server that is doing so


def _damaged(error: sqlite3.DatabaseError, path: Path) -> Exception:
    fault = fault_of(error)
    if fault is None or fault.kind != "damaged":
        return error
    return StartError(f"{path} is damaged: {error}. It is not served, and nothing in it was changed. {way_back(path)}")


def _words(fault: Fault, path: Path | None) -> str:
    if fault is FAULTS["damaged"] and path is not None:
        return f"{path} is damaged, or no database at all. It is not served. {way_back(path)}"
    if fault is FAULTS["gone"] and path is not None:
        return f"{path} cannot be opened: look who may read and write it, and its directory."
    where = f" ({path})" if path is not None else ""
    return f"{fault.title}{where}. {fault.happened} {fault.do}"
