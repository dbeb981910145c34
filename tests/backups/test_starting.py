"""The start checks the database: one that cannot be served is reported with a remedy, and left unchanged."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory

from app import settings
from app.backups.checking import check
from app.backups.copying import make_copy
from app.backups.files import copies
from app.backups.versions import age_of
from tests.backups.places import begun, damage, names_in, refused_start, upcard
from tests.serving import free_port, mortal_server, serving

pytestmark = pytest.mark.sqlite


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    begun(folder / "upcard.sqlite3", "Friday")
    return folder


def test_a_damaged_database_is_not_served_and_the_last_good_copy_is_suggested(data: Path):
    database = data / "upcard.sqlite3"
    good, bad = make_copy(database, "hand"), make_copy(database, "hand")
    assert good is not None
    assert bad is not None
    damage(bad.path)
    damage(database)
    broken = database.read_bytes()
    message = refused_start(data)
    assert "is damaged" in message
    assert "It is not served, and nothing in it was changed." in message
    assert message.endswith(f"To restore it: upcard restore {good.path}\n")
    assert database.read_bytes() == broken
    assert upcard(data, "restore", good.path, "--yes").returncode == 0
    with mortal_server(data, free_port()):
        assert names_in(database) == ["Friday"]


def test_an_index_that_does_not_match_its_table_counts_as_damage(data: Path):
    with closing(sqlite3.connect(data / "upcard.sqlite3")) as connection:
        connection.execute("CREATE INDEX ix_names ON night (name)")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = replace(sql, '(name)', '(key)') WHERE name = 'ix_names'")
        connection.commit()
    assert "is damaged" in refused_start(data)


def test_an_older_database_with_an_unreadable_value_is_not_served(tmp_path: Path, old_database: Path):
    database = old_database.rename(tmp_path / "upcard.sqlite3")
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE hand SET setup = '{names}'")
        connection.commit()
    assert f"{database} is damaged: a value in it cannot be read" in refused_start(tmp_path)
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT DISTINCT setup FROM hand").fetchall() == [("{names}",)]


def test_the_refusal_states_that_no_good_copy_exists(data: Path):
    (data / "upcard.sqlite3").write_text("no database")
    assert refused_start(data).endswith(f"There is no good copy in {data / 'backups'}.\n")


@pytest.mark.parametrize("left", ["nothing", "an empty file"])
def test_a_missing_database_with_copies_is_not_replaced_by_a_new_one(data: Path, left: str):
    database = data / "upcard.sqlite3"
    copy = make_copy(database, "day")
    assert copy is not None
    database.unlink()
    if left != "nothing":
        database.touch()
    message = refused_start(data)
    assert "is gone" in message or "is empty" in message
    assert f"upcard restore {copy.path}" in message
    assert not database.exists() or database.stat().st_size == 0


def test_a_newer_database_is_refused(data: Path):
    with closing(sqlite3.connect(data / "upcard.sqlite3")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    assert "was written by a newer version of Upcard: update this one. Nothing in it was changed." in refused_start(
        data
    )


def test_another_programs_database_is_refused(data: Path):
    (data / "upcard.sqlite3").unlink()
    with closing(sqlite3.connect(data / "upcard.sqlite3")) as connection:
        connection.execute("CREATE TABLE letter (id INTEGER)")
    assert "is another program's database" in refused_start(data)


def test_a_locked_database_is_reported(data: Path):
    with closing(sqlite3.connect(data / "upcard.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        message = refused_start(data)
    assert "The database is busy" in message
    assert "close whatever else has the database open" in message


#: Changes to a user to whom file permissions apply, and who may be unable to read the checkout.
AS_NOBODY = """
import os
import encodings.idna, app.cli, app.server.start
if os.getuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
"""


@pytest.mark.parametrize("forbidden", ["file", "directory"])
def test_a_read_only_database_is_reported(data: Path, forbidden: str):
    with tempfile.TemporaryDirectory(prefix="upcard-") as folder:
        mine = Path(folder)
        for name in ("upcard.sqlite3", "host-code", "secret-key"):
            (mine / name).write_bytes((data / name).read_bytes() if name.startswith("upcard") else b"secret")
            (mine / name).chmod(0o444 if forbidden == "file" else 0o666)
        mine.chmod(0o777 if forbidden == "file" else 0o555)
        message = refused_start(mine, first=AS_NOBODY)
        mine.chmod(0o700)
    assert "Nothing can be stored" in message or "cannot use the data directory" in message
    assert str(mine) in message


def test_an_update_first_copies_the_database(tmp_path: Path, old_database: Path):
    database = tmp_path / "upcard.sqlite3"
    old_database.rename(database)
    before = check(database)
    with mortal_server(tmp_path, free_port()):
        pass
    (copy,) = copies(database)
    assert copy.kind == "update"
    assert (check(copy.path).state, check(copy.path).nights) == ("older", before.nights)
    assert check(database).state == "good"
    with mortal_server(tmp_path, free_port()):
        pass
    assert copies(database) == [copy], "the second start had nothing to update"


def test_no_update_starts_without_room_for_a_copy(tmp_path: Path, old_database: Path):
    database = tmp_path / "upcard.sqlite3"
    old_database.rename(database)
    size = database.stat().st_size
    limited = f"""
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, ({size // 2}, {size // 2}))
"""
    assert "disk" in refused_start(tmp_path, first=limited)
    assert check(database).state == "older"
    assert copies(database) == []


def test_an_unreachable_database_server_is_reported(tmp_path: Path):
    message = refused_start(tmp_path, DATABASE_URL="postgresql+psycopg://upcard@127.0.0.1:1/nights")
    assert message == (
        "upcard: The database does not answer. Upcard cannot reach its database server, which may have been stopped. "
        "Start the database server again, or correct its address in DATABASE_URL.\n"
    )


ADDRESS = "DATABASE_URL is not the address of a database: that of one in PostgreSQL begins with postgresql+psycopg://"


@pytest.mark.parametrize(
    "address",
    [
        "nonsense",
        "mysql://ann@localhost/nights",
        "postgresql+other://localhost/nights",
        "postgresql+psycopg://ann@localhost:port/nights",
    ],
)
def test_an_invalid_database_address_is_refused(tmp_path: Path, address: str):
    assert refused_start(tmp_path, DATABASE_URL=address) == f"upcard: {ADDRESS}\n"
    for command in ("export", "verify", "backup"):
        assert upcard(tmp_path, command, DATABASE_URL=address).stderr == f"upcard: {ADDRESS}\n"


def test_a_missing_driver_for_postgresql_is_reported(tmp_path: Path):
    without = "import sys; sys.modules['psycopg'] = None"
    message = refused_start(tmp_path, first=without, DATABASE_URL="postgresql://localhost/nights")
    assert message.startswith("upcard: The driver for PostgreSQL is missing: install the wheel with it")


def serve_and_stop(data: Path) -> None:
    with serving(data):
        pass


def corrupt_index(database: Path) -> None:
    """Damage a database in a way that only a full check finds, leaving its size and times unchanged."""
    before = database.stat()
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = replace(sql, '(name)', '(key)') WHERE name = 'ix_names'")
        connection.commit()
    assert (database.stat().st_ino, database.stat().st_size) == (before.st_ino, before.st_size)
    os.utime(database, ns=(before.st_atime_ns, before.st_mtime_ns))


@pytest.mark.parametrize("since", ["a clean stop", "a clean stop a week ago", "it was killed", "it was replaced"])
def test_the_full_check_is_skipped_only_after_a_clean_stop_this_week(data: Path, since: str):
    database, lock = data / "upcard.sqlite3", data / "upcard.sqlite3.lock"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("CREATE INDEX ix_names ON night (name)")
    serve_and_stop(data)
    corrupt_index(database)
    checked, left = lock.read_text().split("\n")
    if since == "a clean stop":
        for _ in range(2):
            serve_and_stop(data)
        return
    if since == "a clean stop a week ago":
        lock.write_text(f"{datetime.fromisoformat(checked) - timedelta(days=7)}\n{left}")
    elif since == "it was killed":
        lock.write_text(checked)
    else:
        os.utime(database)
    assert "is damaged" in refused_start(data)


def test_known_versions_match_the_migrations() -> None:
    scripts = ScriptDirectory(str(settings.ROOT / "migrations"))
    found = [script.revision for script in scripts.walk_revisions()]
    assert found
    assert [age_of(version) for version in found] == ["same", *["older"] * (len(found) - 1)]
    assert age_of(f"{int(found[0]) + 1:04}") == "newer"
