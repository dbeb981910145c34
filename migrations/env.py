"""Runs the migrations on the database of the current app, for ``upcard serve`` and ``flask --app app db``."""

from collections.abc import Iterator
from contextlib import contextmanager

from alembic import context
from flask import current_app
from sqlalchemy import Connection, func, select

migrate = current_app.extensions["migrate"]

#: What servers wait for that start on one PostgreSQL database at once: the letters "upcard" as a number.
LOCK = int.from_bytes(b"upcard", "big")


def run_offline() -> None:
    url = migrate.db.engine.url.render_as_string(hide_password=False)
    context.configure(url=url, target_metadata=migrate.db.metadata, literal_binds=True, **migrate.configure_args)
    with context.begin_transaction():
        context.run_migrations()


def run_online() -> None:
    with migrate.db.engine.connect() as connection, unreferenced(connection):
        if connection.dialect.name == "postgresql":
            # What another server has done meanwhile is seen once the lock is had.
            connection.execution_options(isolation_level="READ COMMITTED")
        context.configure(
            connection=connection,
            target_metadata=migrate.db.metadata,
            process_revision_directives=drop_empty,
            transactional_ddl=True,
            **migrate.configure_args,
        )
        with context.begin_transaction():
            wait_for_others(connection)
            context.run_migrations()


def wait_for_others(connection: Connection) -> None:
    """Let only one server migrate a PostgreSQL database; the next one then reads that nothing is left to do.

    The lock ends with the transaction, however that ends. SQLite has the lock of its file. Nobody waits for an answer
    here, as at a table: this may take as long as it takes.
    """
    if connection.dialect.name == "postgresql":
        for limit in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"):
            connection.execute(select(func.set_config(limit, "0", True)))
        connection.execute(select(func.pg_advisory_xact_lock(LOCK)))


@contextmanager
def unreferenced(connection: Connection) -> Iterator[None]:
    """Let SQLite copy a table that others point to: it looks at what points where only when all is done.

    The pragma is none of the transaction's, so the driver is asked for it.
    """
    if connection.dialect.name != "sqlite":
        yield
        return
    driver = connection.connection.driver_connection
    driver.execute("PRAGMA foreign_keys = OFF")
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys = ON")


def drop_empty(_context: object, _revision: object, scripts: list) -> None:
    """Writes no revision when the models and the database agree."""
    if getattr(context.config.cmd_opts, "autogenerate", False) and scripts[0].upgrade_ops.is_empty():
        scripts.clear()
        print("The models and the database agree: no revision is needed.")


if context.is_offline_mode():
    run_offline()
else:
    run_online()
