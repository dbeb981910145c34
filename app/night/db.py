"""The database: one for all nights, and the two ways to use it.

Reading needs nothing but ``db.session``. Writing goes through :func:`writing`: one transaction, begun as a writer and
on disk when it returns. SQLite waits for another writer instead of failing, and keeps readers out of nobody's way.
Who writes about a night says so (:func:`tell`), and whoever has asked to hear of it does once it is on disk.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from blinker import Signal
from flask import Flask
from flask_migrate import Migrate
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import JSON, Connection, DateTime, Dialect, Engine, MetaData, event, func, select
from sqlalchemy.engine import make_url
from sqlalchemy.orm import DeclarativeBase, Session, registry
from sqlalchemy.types import TypeDecorator

from app import settings

_WRITES = "upcard_writes"
_TOLD = "upcard_told"

#: Sent with the id of a night when something about it has changed and is on disk.
changed = Signal()

#: Where servers that share a database tell each other the ids of the nights that have changed.
CHANNEL = "upcard"

_NAMES = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Utc(TypeDecorator[datetime]):
    """A moment, in universal time, also where the database forgets the zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Store it in universal time."""
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give the zone back."""
        return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value


class Base(DeclarativeBase):
    """What the models have in common."""

    registry = registry(
        metadata=MetaData(naming_convention=_NAMES),
        type_annotation_map={datetime: Utc, dict[str, Any]: JSON(none_as_null=True), list[Any]: JSON},
    )


db = SQLAlchemy(model_class=Base)

if TYPE_CHECKING:
    Model = Base
else:
    Model = db.Model


def now() -> datetime:
    """This moment."""
    return datetime.now(UTC)


def init(app: Flask) -> None:
    """Give the app its database and its migrations."""
    from app.night import models  # noqa: F401  (the tables must be known)
    from app.night.log.cache import Cache

    url = make_url(app.config["SQLALCHEMY_DATABASE_URI"])
    if url.get_backend_name() != "sqlite":
        app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", {"pool_pre_ping": True})
    elif url.database not in (None, "", ":memory:"):
        # Every open screen has a thread of its own, and may ask at the same moment; a connection is an open file.
        app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", {"max_overflow": 64})
    db.init_app(app)
    app.extensions["upcard-hands"] = Cache()
    Migrate(app, db, directory=str(settings.ROOT / "migrations"), render_as_batch=True)
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            _prepare_sqlite(db.engine)


@contextmanager
def writing() -> Iterator[Session]:
    """One transaction that writes: all of it is on disk afterwards, or, when anything is raised, none of it.

    What was read before belongs to an older picture of the database; it is read again when it is next looked at.
    """
    session = db.session()
    session.rollback()
    try:
        session.connection(execution_options={_WRITES: True})
        yield session
        session.commit()
    except BaseException:
        session.rollback()
        session.info.pop(_TOLD, None)
        raise
    for night_id in session.info.pop(_TOLD, ()):
        changed.send(night_id)


def tell(session: Session, night_id: int) -> None:
    """Let everybody who looks at a night know of it, once the transaction under way is on disk.

    PostgreSQL passes it on to the other servers that share the nights, on the channel :data:`CHANNEL`.
    """
    session.info.setdefault(_TOLD, set()).add(night_id)
    if db.engine.dialect.name == "postgresql":
        session.execute(select(func.pg_notify(CHANNEL, str(night_id))))


def _prepare_sqlite(engine: Engine) -> None:
    """Transactions as SQLAlchemy says, not as the driver guesses; commits that survive a power cut."""

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA busy_timeout = 5000")
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get(_WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
