"""Copies of the database: complete, of a single moment, made during writes, and limited in number."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.backups import copying
from app.backups.checking import check
from app.backups.copying import BackupThread, copy_file, make_copy
from app.backups.files import COPIES_TO_KEEP, copies, draft_for, folder_of
from tests.backups.places import begun, damage, names_in

pytestmark = pytest.mark.sqlite


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return begun(tmp_path / "upcard.sqlite3", "Friday")


def test_a_copy_is_one_file_readable_only_by_its_owner(database: Path):
    copy = make_copy(database, "hand")
    assert copy is not None
    assert [path.name for path in folder_of(database).iterdir()] == [copy.name]
    assert stat.S_IMODE(copy.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(copy.path.parent.stat().st_mode) == 0o700
    assert copy.path.read_bytes()[18:20] == b"\1\1", "it is not in WAL mode"
    assert names_in(copy.path) == ["Friday"]
    assert check(copy.path).state == "good"


def test_a_copy_includes_changes_still_in_the_write_ahead_log(database: Path):
    with closing(sqlite3.connect(database)) as server:
        server.execute("UPDATE night SET name = 'Saturday'")
        server.commit()
        copied_by_hand = database.read_bytes()
        copy = make_copy(database, "hand")
    assert b"Saturday" not in copied_by_hand
    assert copy is not None
    assert names_in(copy.path) == ["Saturday"]


def test_copying_does_not_block_writers_and_copies_a_single_moment(database: Path, monkeypatch: pytest.MonkeyPatch):
    with closing(sqlite3.connect(database)) as server:
        server.execute("CREATE TABLE much (a INTEGER, b TEXT)")
        server.executemany("INSERT INTO much VALUES (?, ?)", [(0, "x" * 2000) for _ in range(4000)])
        server.execute("PRAGMA user_version = 0")
        server.commit()
        server.execute("PRAGMA busy_timeout = 0")  # a blocked writer gets the error at once
        writes = 0

        def tap(_status: int, _remaining: int, _total: int) -> None:
            nonlocal writes
            server.execute("UPDATE much SET a = a + 1")
            server.execute("UPDATE night SET changes = changes + 1")
            server.commit()
            writes += 1

        monkeypatch.setattr(copying, "STEP_PAGES", 32)
        monkeypatch.setattr(copying, "_pause", tap)
        make_copy(database, "hand")
    assert writes > 5
    (copy,) = copies(database)
    with closing(sqlite3.connect(copy.path)) as copied:
        moments = copied.execute("SELECT DISTINCT a FROM much").fetchall()
        assert moments == copied.execute("SELECT changes FROM night").fetchall()


def test_a_damaged_database_is_not_copied(database: Path):
    damage(database)
    with pytest.raises((sqlite3.DatabaseError, copying.UnusableError)):
        make_copy(database, "hand")
    assert list(folder_of(database).iterdir()) == []


def test_a_full_disk_leaves_no_partial_copy(database: Path, monkeypatch: pytest.MonkeyPatch):
    make_copy(database, "hand")
    before = copies(database)
    real = copying.connect

    def small(path: Path) -> sqlite3.Connection:
        connection = real(path)
        if path.name.endswith(".draft"):
            connection.execute("PRAGMA max_page_count = 5")
        return connection

    monkeypatch.setattr(copying, "connect", small)
    with pytest.raises(sqlite3.OperationalError, match="full"):
        make_copy(database, "hand")
    assert copies(database) == before
    assert [path.name for path in folder_of(database).iterdir()] == [copy.name for copy in before]


def test_the_latest_copies_are_kept_even_if_the_clock_runs_backwards(database: Path, monkeypatch: pytest.MonkeyPatch):
    class Backwards(datetime):
        hours = 0

        @classmethod
        def now(cls, tz=None):  # type: ignore[no-untyped-def]
            cls.hours += 1
            return datetime(2026, 11, 22, tzinfo=UTC) - timedelta(hours=cls.hours)

    monkeypatch.setattr("app.backups.files.datetime", Backwards)
    for _ in range(COPIES_TO_KEEP["update"] + 2):
        make_copy(database, "update")
    make_copy(database, "night")
    assert [copy.number for copy in copies(database)] == [8, 7, 6, 5, 4, 3]


def test_a_surplus_copy_is_deleted_with_its_write_ahead_log(database: Path):
    for _ in range(COPIES_TO_KEEP["replaced"] + 1):
        copy = make_copy(database, "replaced")
        assert copy is not None
        copy.path.with_name(f"{copy.name}-wal").touch()
    kept = {copy.name for copy in copies(database)}
    assert len(kept) == COPIES_TO_KEEP["replaced"]
    assert {path.name for path in folder_of(database).iterdir()} == kept | {f"{name}-wal" for name in kept}


def test_a_copy_deleted_by_another_process_is_not_listed(database: Path, monkeypatch: pytest.MonkeyPatch):
    make_copy(database, "hand")

    class Entry:
        def __init__(self, path: Path) -> None:
            self.path, self.name = str(path), path.name

        def is_file(self, *, follow_symlinks: bool) -> bool:
            assert not follow_symlinks
            return True

        def stat(self) -> os.stat_result:
            return os.stat(self.path)

    gone = folder_of(database) / "upcard-0002-20261122-210000-day.sqlite3"
    listed = [Entry(gone), *map(Entry, folder_of(database).iterdir())]
    monkeypatch.setattr("app.backups.files.os.scandir", lambda _folder: listed)
    assert [copy.kind for copy in copies(database)] == ["hand"]


def test_other_files_are_left_alone(database: Path):
    make_copy(database, "hand")
    own = folder_of(database) / "upcard-of-ann.sqlite3"
    own.write_text("mine")
    for _ in range(3):
        make_copy(database, "day")
    assert own.exists()
    assert len(copies(database)) == 4


def test_the_draft_of_a_dead_process_is_removed(database: Path):
    make_copy(database, "hand")
    left = folder_of(database) / ".upcard-0001-20261122-180000-day.sqlite3.999999999.draft"
    left.write_bytes(b"half")
    make_copy(database, "hand")
    assert not left.exists()


def test_drafts_of_killed_restores_and_backups_are_removed(database: Path, tmp_path: Path):
    (tmp_path / "sticks").mkdir()
    killed = [tmp_path / f".upcard.sqlite3.999999999.draft{ending}" for ending in ("", "-wal", "-shm", "-journal")]
    killed.append(tmp_path / "sticks" / ".stick.sqlite3.999999999.draft")
    other = tmp_path / ".letter.999999999.draft"
    for left in (*killed, other):
        left.write_bytes(b"half")
    make_copy(database, "hand")
    copy_file(database, tmp_path / "sticks" / "stick.sqlite3")
    assert [left for left in killed if left.exists()] == []
    assert other.exists(), "it belongs to another program"


def test_two_drafts_of_the_same_file_do_not_disturb_each_other(tmp_path: Path):
    with draft_for(tmp_path / "upcard.sqlite3") as first:
        first.write_bytes(b"first")
        with draft_for(tmp_path / "upcard.sqlite3") as second:
            assert second.read_bytes() == b""
        assert first.read_bytes() == b"first"
    assert list(tmp_path.iterdir()) == []


def test_a_copy_can_be_written_to_any_file(database: Path, tmp_path: Path):
    copy_file(database, tmp_path / "stick.sqlite3")
    assert names_in(tmp_path / "stick.sqlite3") == ["Friday"]
    assert stat.S_IMODE((tmp_path / "stick.sqlite3").stat().st_mode) == 0o600


def test_an_ended_night_is_copied_once(database: Path):
    backups = BackupThread(database)
    backups.make_due_copies()
    assert [copy.kind for copy in copies(database)] == ["day"]
    change(database, "UPDATE night SET ended_at = '2026-11-22 23:00:00'")
    backups.make_due_copies()
    backups.make_due_copies()
    assert [copy.kind for copy in copies(database)] == ["night", "day"]
    change(database, "UPDATE night SET ended_at = NULL")
    backups.make_due_copies()
    change(database, "UPDATE night SET ended_at = '2026-11-23 01:00:00'")
    backups.make_due_copies()
    assert [copy.kind for copy in copies(database)] == ["night", "night", "day"]


@pytest.mark.parametrize("hours", [25, -25], ids=["a day later", "the clock set back"])
def test_a_daily_copy_is_made_only_if_something_changed(database: Path, hours: int, monkeypatch: pytest.MonkeyPatch):
    backups = BackupThread(database)
    backups.make_due_copies()

    class Later(datetime):
        @classmethod
        def now(cls, tz=None):  # type: ignore[no-untyped-def]
            return datetime.now(tz) + timedelta(hours=hours)

    monkeypatch.setattr("app.backups.copying.datetime", Later)
    backups.make_due_copies()
    assert len(copies(database)) == 1, "nothing has changed"
    with monkeypatch.context() as patched:
        patched.delattr("app.backups.copying.make_copy")
        backups.make_due_copies()  # not due again
    change(database, "UPDATE night SET name = 'Saturday'")
    backups = BackupThread(database)
    backups.make_due_copies()
    assert [copy.kind for copy in copies(database)] == ["day", "day"]


def change(database: Path, statement: str) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(statement)
        connection.commit()
