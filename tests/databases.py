"""Databases for the tests: SQLite files, or schemas on a PostgreSQL server with ``--postgresql``."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask
from sqlalchemy import create_engine, event, insert, text

from app.night.db import db
from app.night.models import CLUB, Club

#: The environment variable with the address of the ``--postgresql`` server, for tests and their subprocesses.
SERVER = "UPCARD_TESTS_ON"


#: The path of a database in memory, of which each process has its own.
MEMORY = ":memory:"


def address_at(path: Path | str) -> str:
    """Return the address of the database for a file, which is empty at first."""
    server = os.environ.get(SERVER)
    if server is None:
        return f"sqlite:///{path}"
    name = f"{path}{os.getpid()}" if path == MEMORY else str(path)
    schema = "t" + hashlib.sha256(name.encode()).hexdigest()[:20]
    engine = create_engine(server)
    with engine.begin() as connection:
        connection.execute(text(f"CREATE SCHEMA IF NOT EXISTS {schema}"))
    engine.dispose()
    return f"{server}?options=-csearch_path%3D{schema}"


def check_file() -> None:
    """Raise an AssertionError if the SQLite file of the current app is damaged."""
    if db.engine.dialect.name == "sqlite":
        assert db.session.execute(text("PRAGMA integrity_check")).scalar() == "ok"
        assert db.session.execute(text("PRAGMA foreign_key_check")).all() == []


def empty(app: Flask) -> None:
    """Empty an app's database on a PostgreSQL server."""
    tables = ", ".join(f'"{table.name}"' for table in db.metadata.sorted_tables)
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(text(f"TRUNCATE {tables} RESTART IDENTITY CASCADE"))
        connection.execute(insert(Club).values(id=CLUB))  # as the migrations do


@contextmanager
def listening(name: str, listener: Callable[..., None]) -> Iterator[None]:
    """Call a function at each event of this name in the current app's database, which later tests share."""
    event.listen(db.engine, name, listener)
    try:
        yield
    finally:
        event.remove(db.engine, name, listener)


@contextmanager
def statements(begins: str = "") -> Iterator[list[str]]:
    """Yield a list that collects the statements sent to the current app's database that begin like this."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        if statement.startswith(begins):
            sent.append(statement)

    with listening("before_cursor_execute", note):
        yield sent
