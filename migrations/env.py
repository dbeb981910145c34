"""Run the migrations on the database of the current app, for ``upcard serve`` and ``flask --app app db``."""

from collections.abc import Iterator
from contextlib import contextmanager

from alembic import context
from flask import current_app
from sqlalchemy import Connection, func, select

migrate = current_app.extensions["migrate"]

#: A lock for servers that start at once on one PostgreSQL database: the letters "upcard" as a number.
LOCK = int.from_bytes(b"upcard", "big")


def run_offline() -> None:
    url = migrate.db.engine.url.render_as_string(hide_password=False)
    context.configure(url=url, target_metadata=migrate.db.metadata, literal_binds=True, **migrate.configure_args)
    with context.begin_transaction():
        context.run_migrations()


def run_online() -> None:
    with migrate.db.engine.connect() as connection, unreferenced(connection):
        if connection.dialect.name == "postgresql":
            # After getting the lock, the connection must see what another server has done meanwhile.
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
    """Wait until no other server is migrating a PostgreSQL database; the next one then finds nothing left to do.

    The lock ends with the transaction. SQLite locks its file instead. There is no time limit, since nobody at a table
    waits for an answer here.
    """
    if connection.dialect.name == "postgresql":
        for limit in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"):
            connection.execute(select(func.set_config(limit, "0", True)))
        connection.execute(select(func.pg_advisory_xact_lock(LOCK)))


@contextmanager
def unreferenced(connection: Connection) -> Iterator[None]:
    """Turn off foreign keys in SQLite during the block, so that a table that others refer to can be copied.

    The pragma has no effect inside a transaction, so the driver executes it directly.
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
    """Write no revision if the models and the database agree."""
    if getattr(context.config.cmd_opts, "autogenerate", False) and scripts[0].upgrade_ops.is_empty():
        scripts.clear()
        print("The models and the database agree: no revision is needed.")


if context.is_offline_mode():
    run_offline()
else:
    run_online()
