"""The database: migrations, guarantees, and the two kinds of transaction."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import Flask
from flask_migrate import upgrade
from sqlalchemy import select, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import IntegrityError
from sqlalchemy.schema import CreateTable

from app.night.db import db, writing
from app.night.models import Night, Player
from tests.night.table import begin, make_app


def test_the_migrations_produce_the_schema_of_the_models(tmp_path: Path):
    app = make_app(tmp_path / "nights.sqlite3", create=False)
    with app.app_context():
        upgrade()
        with db.engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), db.metadata) == []
        begin()
        db.session.remove()
        db.engine.dispose()


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("busy_timeout", 5000), ("foreign_keys", 1)],
)
def test_a_commit_is_on_disk_and_writers_wait(tmp_path: Path, pragma: str, value: object):
    app = make_app(tmp_path / "nights.sqlite3", create=False)
    with app.app_context():
        assert db.session.execute(text(f"PRAGMA {pragma}")).scalar() == value
        db.session.remove()
        db.engine.dispose()


def test_an_exception_rolls_the_transaction_back(app: Flask):
    def fail() -> None:
        with writing() as session:
            session.add(Player(name="Ann", folded="ann"))
            session.flush()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert db.session.scalar(select(Player)) is None


def test_readers_see_the_last_commit_during_a_write(app: Flask, friday: Night):
    key = friday.key
    with writing() as session:
        session.get_one(Night, friday.id).name = "Saturday"
        session.flush()
        with db.engine.connect() as other:
            assert other.execute(select(Night.name).where(Night.key == key)).scalar() == "Friday"
    assert friday.name == "Saturday"


@pytest.mark.sqlite
def test_a_writer_has_the_lock_before_it_reads(app: Flask):
    with writing(), db.engine.connect() as other:
        other.exec_driver_sql("ROLLBACK")
        other.exec_driver_sql("PRAGMA busy_timeout = 0")
        with pytest.raises(Exception, match="locked"):
            other.exec_driver_sql("BEGIN IMMEDIATE")
        other.exec_driver_sql("BEGIN")


def test_stored_times_have_a_time_zone(app: Flask, friday: Night):
    db.session.expire_all()
    assert friday.started_at.utcoffset() is not None


def test_player_names_are_unique_regardless_of_case(app: Flask, friday: Night):
    with pytest.raises(IntegrityError), writing() as session:
        session.add(Player(name="ANN", folded="ann"))


def test_every_table_compiles_for_postgresql():
    for table in db.metadata.sorted_tables:
        assert f"CREATE TABLE {table.name}" in str(CreateTable(table).compile(dialect=postgresql.dialect()))


@pytest.mark.parametrize("parent", ["hand", "act"])
def test_an_index_finds_what_refers_to_a_row_that_is_deleted_at_the_table(parent: str):
    for table in db.metadata.tables.values():
        leading = {next(iter(index.columns)).name for index in (*table.indexes, table.primary_key)}
        for key in table.foreign_keys:
            assert key.column.table.name != parent or key.parent.name in leading, (table.name, key.parent.name)
