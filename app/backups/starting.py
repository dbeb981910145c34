"""Prepare the database for serving: check it, copy it if it needs migrating, and migrate it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from app import settings
from app.backups.checking import UnusableError, check, check_connection, connect
from app.backups.copying import make_copy
from app.backups.files import (
    Copy,
    InUseError,
    checked_since_stop,
    copies,
    delete_old_copies,
    folder_of,
    mark_in_use,
    record_check,
    record_clean_stop,
)
from app.backups.versions import MigrationError, age_of, migrate, version_at
from app.dates import datetime_text
from app.night.faults import FAULTS, Fault, fault_of

#: A database that was stopped cleanly is fully checked if its last full check is this old; any other always is.
CHECK_AFTER = timedelta(days=7)

#: Why an address cannot be used, and what to do.
NO_ADDRESS = (
    "DATABASE_URL is not the address of a database",
    "that of one in PostgreSQL begins with postgresql+psycopg://",
)
NO_DRIVER = (
    "The driver for PostgreSQL is missing",
    "install the wheel with it, as docs/serving.md shows under Installing, or unset DATABASE_URL.",
)


class StartError(Exception):
    """A database that cannot be served; the message says why, and how to fix it."""


class AddressError(StartError):
    """An address of no database: ``why``, and what to ``do``."""

    def __init__(self, why: str, do: str) -> None:
        super().__init__(f"{why}: {do}")
        self.why, self.do = why, do


def database_file(url: str | None = None) -> Path | None:
    """Return the database file; None if the database is on a server or in memory.

    Raises :class:`AddressError` for an address that no database can have.
    """
    try:
        address = make_url(url or settings.database_url())
        if address.get_backend_name() not in ("sqlite", "postgresql"):
            raise AddressError(*NO_ADDRESS)
        address.get_dialect().import_dbapi()
    except (ArgumentError, ValueError):  # a port that is not a number is a ValueError
        raise AddressError(*NO_ADDRESS) from None
    except ModuleNotFoundError as missing:
        raise AddressError(*(NO_DRIVER if missing.name == "psycopg" else NO_ADDRESS)) from None
    if address.get_backend_name() != "sqlite" or address.database in (None, "", ":memory:"):
        return None
    return settings.data_path() / str(address.database)


def prepare_database() -> None:
    """Prepare the database for this process to serve. Raises :class:`StartError` and :class:`OSError`."""
    path = database_file()
    try:
        if path is None:
            _prepare_server(settings.database_url())
        else:
            _prepare_file(path)
    except MigrationError as error:
        raise StartError(_not_served(f"{path or 'The database'} is damaged: {error}.", path)) from error
    except (SQLAlchemyError, sqlite3.Error) as error:
        fault = fault_of(error)
        if fault is None:
            raise
        raise StartError(_fault_message(fault, path)) from error
    except InUseError:
        raise StartError(f"{path} is being restored: start again when that has finished.") from None


def require_database(path: Path) -> None:
    """Raise :class:`StartError` if there is no database file."""
    if not path.exists():
        _refuse_if_copied(path, f"The database {path} is gone.")
        raise StartError(f"There is no database at {path} yet; the first start of the server creates it.")


def release_database() -> None:
    """Record a clean stop of this process, which prepared the database."""
    path = database_file()
    if path is not None:
        record_clean_stop(path)


def last_good_copy(database: Path) -> Copy | None:
    """Return the latest intact copy of a database."""
    return next((copy for copy in copies(database) if check(copy.path).usable), None)


def restore_hint(database: Path) -> str:
    """Return a sentence on how to restore the last good copy."""
    copy = last_good_copy(database)
    if copy is None:
        return f"There is no good copy in {folder_of(database)}."
    return f"The last good copy is from {datetime_text(copy.made)}. To restore it: upcard restore {copy.path}"


def _prepare_file(path: Path) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    mark_in_use(path)
    delete_old_copies(path)
    if not path.exists():
        _refuse_if_copied(path, f"The database {path} is gone.")
        migrate(settings.sqlite_url(path))
        record_check(path, datetime.now(UTC))
        return
    checked_at = checked_since_stop(path)
    now = datetime.now(UTC)
    if checked_at is None or not timedelta() <= now - checked_at < CHECK_AFTER:
        checked_at = now
    with closing(connect(path)) as connection:
        try_to_write(connection)
        try:
            checked = check_connection(connection, path, whole=checked_at is now)
        except sqlite3.DatabaseError as error:
            fault = fault_of(error)
            if fault is None or fault.kind != "damaged":
                raise
            raise StartError(_not_served(f"{path} is damaged: {error}.", path)) from error
    if checked.state == "empty":
        _refuse_if_copied(path, f"The database {path} is empty.")
    elif checked.state == "damaged":
        raise StartError(_not_served(checked.text, path))
    elif checked.state == "older":
        try:
            make_copy(path, "update")
        except UnusableError as error:
            raise StartError(
                f"The database needs an update, and no copy of it can be made first: {error} Nothing was changed."
            ) from error
    elif checked.state != "good":
        raise StartError(f"{checked.text} Nothing in it was changed.")
    if checked.state != "good":
        migrate(settings.sqlite_url(path))
    record_check(path, checked_at)


def try_to_write(connection: sqlite3.Connection) -> None:
    """Write and roll back, raising the error of a database that cannot be written."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        (number,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute(f"PRAGMA user_version = {number + 1}")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _refuse_if_copied(path: Path, happened: str) -> None:
    """Refuse to create a new database if copies of one exist: it may have been lost to a disk fault."""
    if copies(path):
        start_empty = f"To start with an empty database instead, move {folder_of(path)} away."
        raise StartError(f"{happened} {start_empty} {restore_hint(path)}")


def _prepare_server(url: str) -> None:
    age = age_of(version_at(url))
    if age == "newer":
        raise StartError("The database was written by a newer version of Upcard: update this one.")
    if age == "unknown":
        raise StartError("The database is from a version that this Upcard does not know.")
    if age != "same":
        migrate(url)  # waits for another server that is migrating


def _not_served(problem: str, path: Path | None) -> str:
    hint = "" if path is None else f" {restore_hint(path)}"
    return f"{problem} It is not served, and nothing in it was changed.{hint}"


def _fault_message(fault: Fault, path: Path | None) -> str:
    if fault is FAULTS["damaged"] and path is not None:
        return f"{path} is damaged, or no database at all. It is not served. {restore_hint(path)}"
    if fault is FAULTS["gone"] and path is not None:
        return f"{path} cannot be opened: check the permissions of the file and of its directory."
    where = f" ({path})" if path is not None else ""
    return f"{fault.title}{where}. {fault.happened} {fault.do}"
