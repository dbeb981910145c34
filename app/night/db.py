"""The database: one for all nights, and the two ways to use it.

Read through ``db.session``, and use :func:`rows_of` for the queries of every tap. Write inside :func:`writing`: one
transaction, begun as a writer and on disk when the block ends. SQLite waits for another writer instead of failing;
readers and writers do not block each other. A function that writes is decorated with :func:`transaction`, or with
:func:`retry_conflicts` if something remains to be done outside its transaction. Code that changes a night calls
:func:`notify`; subscribers of :data:`night_changed` are called after the commit.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from blinker import Signal
from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import JSON, URL, Connection, DateTime, Dialect, Engine, Executable, MetaData, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, DisconnectionError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.orm import DeclarativeBase, Session, registry
from sqlalchemy.types import TypeDecorator

from app import settings
from app.night.caches import clear_caches
from app.night.faults import FAULTS, GoneError, fault_of, is_conflict
from app.night.validation import Problem

_WRITES = "upcard_writes"
_NOTIFY = "upcard_notify"
_FILE = "upcard_file"

#: SQLite has one writer. This lock serves waiting threads in turn; SQLite's own waiting is a lottery, and the losers
#: get "database is locked".
_writer = Lock()

#: Seconds a thread waits for other writers of this process, and for another program. After one wait for another program
#: fails, later threads wait only SHORT_BUSY_SECONDS, until one finds the database free.
WRITER_SECONDS = 5.0
BUSY_SECONDS, SHORT_BUSY_SECONDS = 5.0, 0.05

#: Time limits of a database server. Without them an Upcard server that stops in the middle of a tap holds its locks
#: forever, and a dead network is noticed only after minutes.
PATIENCE = {
    "connect_timeout": 3,
    "tcp_user_timeout": 5000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
LIMITS = {"lock_timeout": "5s", "statement_timeout": "10s", "idle_in_transaction_session_timeout": "10s"}

#: Sent with the id of a night after a change to it has been committed.
night_changed = Signal()

#: The longest pause in seconds before each retry of a transaction that lost to another one.
PAUSES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.4)

#: Pooled connections per process: one for each thread that answers requests, two for each that draws pages.
MAX_CONNECTIONS = 12

P = ParamSpec("P")
R = TypeVar("R")

_NAMES = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Utc(TypeDecorator[datetime]):
    """A point in time in UTC, even if the database does not store the time zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert to UTC for storage."""
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Restore the time zone if the database has dropped it."""
        return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value


class Base(DeclarativeBase):
    """The base class of all models."""

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
    """Return the current time in UTC."""
    return datetime.now(UTC)


class _Migrations:
    """The Flask-Migrate settings of an app, loaded on first use because Alembic is slow to import."""

    def __init__(self, app: Flask) -> None:
        self._app = app

    def __getattr__(self, name: str) -> Any:
        from flask_migrate import Migrate

        Migrate(self._app, db, directory=str(settings.ROOT / "migrations"), render_as_batch=True)
        return getattr(self._app.extensions["migrate"], name)


def init(app: Flask) -> None:
    """Set up the database and the migrations of an app."""
    url = make_url(app.config["SQLALCHEMY_DATABASE_URI"])
    options: dict[str, object] = {"hide_parameters": True}  # values include keys, which must stay out of logs
    if url.get_backend_name() != "sqlite":
        options |= {"pool_pre_ping": True, "pool_size": MAX_CONNECTIONS, "connect_args": patience(url)}
    elif url.database not in (None, "", ":memory:"):
        options |= {"pool_size": MAX_CONNECTIONS}
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", options)
    db.init_app(app)
    app.extensions["migrate"] = _Migrations(app)
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            _prepare_sqlite(db.engine)
            if db.engine.url.database not in (None, "", ":memory:"):
                _watch_file(app, db.engine, Path(str(db.engine.url.database)))
        else:
            _limit_waiting(db.engine)
            # The models do not set these options themselves: PostgreSQL's dialect is slow to load.
            for table in db.metadata.tables.values():
                for index in table.indexes:
                    index.dialect_options["postgresql"]["where"] = index.dialect_options["sqlite"]["where"]


def patience(url: URL) -> dict[str, object]:
    """Return the time limits for connections to a PostgreSQL server, except those that its URL sets itself."""
    if url.get_backend_name() != "postgresql":
        return {}
    return {name: value for name, value in PATIENCE.items() if name not in url.query}


def rows_of(query: Executable, values: Mapping[str, object]) -> Sequence[Any]:
    """Return the rows of a query, run on the session's connection and in its transaction.

    Going through the session takes several times as long as the database itself, too long for the queries of every tap.
    """
    session = db.session()
    session.flush()
    return session.connection().execute(query, values).all()


@contextmanager
def writing() -> Iterator[Session]:
    """Open a transaction that writes. It is on disk when the block ends; any exception rolls all of it back.

    Objects that were read before are expired, since they belong to an older snapshot of the database.
    """
    session = db.session()
    session.rollback()
    with _writer_lock():
        try:
            session.connection(execution_options={_WRITES: True})
            yield session
            session.commit()
        except BaseException:
            session.rollback()
            session.info.pop(_NOTIFY, None)
            raise
    for night in session.info.pop(_NOTIFY, ()):
        night_changed.send(night)


@contextmanager
def block_writers(seconds: float = WRITER_SECONDS) -> Iterator[None]:
    """Keep every thread of this process from writing to the SQLite file while the whole file is processed.

    Raises SQLAlchemy's ``TimeoutError`` if other threads are still writing after ``seconds``.
    """
    if not _writer.acquire(timeout=seconds):
        raise PoolTimeoutError("other threads have kept the database busy")
    try:
        yield
    finally:
        _writer.release()


def retry_conflicts(write: Callable[P, R]) -> Callable[P, R]:
    """Retry a writing function a few times if its transaction loses to another one.

    The function has one :func:`writing` block, and does nothing before the commit that must not be repeated: fill
    caches after the block.
    """

    @wraps(write)
    def with_retries(*args: P.args, **kwargs: P.kwargs) -> R:
        for pause in PAUSES:
            try:
                return write(*args, **kwargs)
            except SQLAlchemyError as error:
                if not is_conflict(error):
                    raise
            db.session.rollback()
            time.sleep(random.uniform(0, pause))
        return write(*args, **kwargs)

    return with_retries


def transaction(write: Callable[Concatenate[Session, P], R]) -> Callable[P, R]:
    """Run a function in a :func:`writing` block, retried like :func:`retry_conflicts`; callers omit the session.

    If it returns a :class:`Problem`, everything is rolled back: a refusal changes nothing.
    """

    @retry_conflicts
    @wraps(write)
    def in_transaction(*args: P.args, **kwargs: P.kwargs) -> R:
        with writing() as session:
            result = write(session, *args, **kwargs)
            if isinstance(result, Problem):
                session.rollback()
            return result

    return in_transaction


def notify(session: Session, night_id: int) -> None:
    """Send :data:`night_changed` for a night once the current transaction is committed."""
    session.info.setdefault(_NOTIFY, set()).add(night_id)


def try_to_write() -> str:
    """Return the version of the schema, read in a write transaction that is rolled back.

    Raises :class:`SQLAlchemyError` or :class:`GoneError` if a tap could not be stored now.
    """
    sqlite = not has_concurrent_writers()
    with _writer_lock():
        try:
            session = db.session()
            session.rollback()
            session.connection(execution_options={_WRITES: True})
            if sqlite:
                session.execute(text("UPDATE alembic_version SET version_num = version_num"))
            # A read-only PostgreSQL server refuses the row lock; it does not block others.
            lock = "" if sqlite else " FOR KEY SHARE"
            return str(session.scalar(text(f"SELECT version_num FROM alembic_version{lock}")) or "")
        finally:
            db.session.rollback()


def has_concurrent_writers() -> bool:
    """Return whether others may write while a transaction writes, as PostgreSQL allows."""
    return db.engine.dialect.name != "sqlite"


def _writer_lock() -> AbstractContextManager[None]:
    """Return the lock that a writer takes; a dummy if the database allows several writers."""
    return nullcontext() if has_concurrent_writers() else block_writers()


def _prepare_sqlite(engine: Engine) -> None:
    """Set SQLite up: SQLAlchemy, not the driver, begins transactions, and commits survive a power failure.

    Taps wait one after the other for another program to release the database, so only the first waits long.
    """
    still_locked = False

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {int(1000 * BUSY_SECONDS)}")
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        nonlocal still_locked
        if not connection.get_execution_options().get(_WRITES, False):
            connection.exec_driver_sql("BEGIN")
            return
        if impatient := still_locked:
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {int(1000 * SHORT_BUSY_SECONDS)}")
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            still_locked = False
        except DBAPIError as error:
            still_locked = fault_of(error) is FAULTS["locked"]
            raise
        finally:
            if impatient:
                connection.exec_driver_sql(f"PRAGMA busy_timeout = {int(1000 * BUSY_SECONDS)}")


def _limit_waiting(engine: Engine) -> None:
    """Limit waits for a database server: for its locks, its answers, and its connections.

    Only one thread at a time tries an unreachable server; the others fail at once.
    """
    unreachable, trying = False, Lock()

    @event.listens_for(engine, "do_connect")
    def connect(dialect: Dialect, _record: object, given: Any, named: Any) -> Any:
        nonlocal unreachable
        exclusive = unreachable
        if exclusive and not trying.acquire(blocking=False):
            raise dialect.loaded_dbapi.OperationalError("the database server did not answer a moment ago")
        try:
            connection = dialect.connect(*given, **named)
            unreachable = False
            return connection
        except dialect.loaded_dbapi.OperationalError:
            unreachable = True
            raise
        finally:
            if exclusive:
                trying.release()

    @event.listens_for(engine, "connect")
    def limit(connection: Any, _record: object) -> None:
        values = ", ".join(f"set_config('{name}', '{value}', false)" for name, value in LIMITS.items())
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {values}")
        connection.commit()


def _watch_file(app: Flask, engine: Engine, path: Path) -> None:
    """Keep connections from writing to a deleted or moved file, and from creating an empty one in its place.

    A missing file raises :class:`GoneError`; a file put in its place is opened.
    """
    connected = False

    @event.listens_for(engine, "do_connect")
    def refuse_missing(_dialect: Dialect, _record: object, _arguments: object, _options: object) -> None:
        if not path.exists():
            if connected:
                raise GoneError(str(path))
            with suppress(OSError):  # SQLite reports the error better; opening here keeps the file private
                os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))

    @event.listens_for(engine, "connect")
    def note_identity(_connection: object, record: Any) -> None:
        nonlocal connected
        connected = True
        record.info[_FILE] = _identity(path)

    @event.listens_for(engine, "checkout")
    def check_identity(_connection: object, record: Any, _proxy: object) -> None:
        if _identity(path) != record.info[_FILE]:
            clear_caches(app)
            raise DisconnectionError("another file has taken the place of the database")


def _identity(path: Path) -> tuple[int, int]:
    """Return the device and inode of a file. Raises :class:`GoneError` if it is missing."""
    try:
        status = path.stat()
    except OSError as error:
        raise GoneError(str(path)) from error
    return status.st_dev, status.st_ino
