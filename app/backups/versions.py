"""Schema versions of the database, and migration to the current one."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from threading import Lock
from typing import Literal

from flask import Flask
from sqlalchemy import URL, Connection, create_engine, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.orm import Session

from app import settings
from app.night.db import db, init, patience
from app.night.faults import SchemaError

Age = Literal["same", "older", "newer", "unknown"]

_migrating = Lock()


class MigrationError(Exception):
    """Stored data of an older version cannot be read; the message says why."""


def age_of(version: str) -> Age:
    """Return how a schema version compares with the current one."""
    known = _versions()
    if version == known[0]:
        return "same"
    if not version or version in known:
        return "older"
    return "newer" if version.isdigit() and version > known[0] else "unknown"


def version_at(address: str | URL) -> str:
    """Return the schema version of the database at an address; empty if it has none yet. Raises ``SQLAlchemyError``."""
    engine = create_engine(address, connect_args=patience(make_url(address)))
    try:
        with engine.connect() as connection:
            return version_in(connection)
    finally:
        engine.dispose()


def version_in(connection: Connection) -> str:
    """Return the schema version of an open database; empty if it has none yet."""
    known = inspect(connection).has_table("alembic_version")
    return (connection.scalar(text("SELECT version_num FROM alembic_version")) if known else None) or ""


def check_schema() -> None:
    """Raise :class:`SchemaError` if the app's database does not have the current schema."""
    version = version_in(db.session.connection())
    if (age := age_of(version)) != "same":
        raise SchemaError(f"its schema is {version or 'missing'}, which is {age}")


def migrate(url: str) -> None:
    """Migrate a database to the current schema, in one transaction.

    Raises ``SQLAlchemyError``, and :class:`MigrationError` if a stored value cannot be read.
    """
    from flask_migrate import upgrade  # seldom needed, and slow to import

    logging.getLogger("alembic").setLevel(logging.WARNING)
    with _migrating, opened(url):
        try:
            upgrade()
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise MigrationError(f"a value in it cannot be read ({error})") from error


@contextmanager
def opened(url: str = "") -> Iterator[Session]:
    """Open a database, by default the configured one, outside the server."""
    app = Flask(__name__, instance_path=str(settings.data_path()))
    app.config["SQLALCHEMY_DATABASE_URI"] = url or settings.database_url()
    init(app)
    with app.app_context():
        try:
            yield db.session()
        finally:
            db.session.remove()
            db.engine.dispose()


@lru_cache(maxsize=1)
def _versions() -> tuple[str, ...]:
    """Return the known schema versions, the current one first."""
    scripts = (settings.ROOT / "migrations" / "versions").glob("[0-9]*.py")
    return tuple(sorted((path.name.partition("_")[0] for path in scripts), reverse=True))
