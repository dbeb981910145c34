"""``upcard backup``, ``restore`` and ``verify`` as users run them: their output, results and refusals."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from flask_migrate import upgrade

from app.backups import restoring
from app.backups.checking import check
from app.backups.files import copies
from app.backups.restoring import restore_stopped
from app.backups.versions import migrate, opened
from app.night.db import db, init
from tests.backups.places import begun, damage, names_in, refused_start, upcard
from tests.demo import play_year
from tests.serving import free_port, mortal_server

pytestmark = pytest.mark.sqlite


@pytest.fixture
def data(tmp_path: Path) -> Path:
    begun(tmp_path / "upcard.sqlite3", "Friday")
    return tmp_path


def rename(database: Path, name: str) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE night SET name = ?", (name,))
        connection.commit()


def test_a_restored_copy_replaces_the_database_which_is_kept(data: Path):
    database = data / "upcard.sqlite3"
    made = upcard(data, "backup")
    copy = Path(made.stdout.removeprefix("Copied to ").strip())
    assert copy.parent == data / "backups"
    rename(database, "Saturday")
    restored = upcard(data, "restore", copy, answer="y\n")
    assert restored.returncode == 0
    assert "is sound. 1 night, 0 hands." in restored.stdout
    assert "It replaces: " in restored.stdout
    assert names_in(database) == ["Friday"]
    assert stat.S_IMODE(database.stat().st_mode) == 0o600
    replaced = Path(restored.stdout.split("kept as ")[1].strip())
    assert names_in(replaced) == ["Saturday"]
    assert replaced.parent == data / "backups"


@pytest.mark.parametrize("answer", ["n\n", "\n", ""])
def test_a_restore_needs_confirmation(data: Path, answer: str):
    copy = data / "copy.sqlite3"
    upcard(data, "backup", copy)
    rename(data / "upcard.sqlite3", "Saturday")
    refused = upcard(data, "restore", copy, answer=answer)
    assert refused.returncode == 1
    assert refused.stdout.endswith("Nothing was changed.\n")
    assert names_in(data / "upcard.sqlite3") == ["Saturday"]
    assert upcard(data, "restore", copy, "--yes").returncode == 0
    assert names_in(data / "upcard.sqlite3") == ["Friday"]


def test_a_backup_does_not_overwrite_a_file(data: Path):
    other = data / "letters.txt"
    other.write_text("Dear Ann")
    refused = upcard(data, "backup", other)
    assert (refused.returncode, refused.stderr) == (2, f"upcard: {other} already exists; choose another name\n")
    assert other.read_text() == "Dear Ann"


def test_a_missing_target_folder_is_named(data: Path):
    for command in ("backup", "export"):
        refused = upcard(data, command, data / "none" / "file")
        assert (refused.returncode, refused.stderr) == (
            2,
            f"upcard: there is no folder {data / 'none'}; make it first\n",
        )


def test_commands_that_only_read_create_nothing_where_there_is_no_database(tmp_path: Path):
    mistyped = tmp_path / "upcrad"
    missing = mistyped / "upcard.sqlite3"
    for command in ("backup", "export"):
        refused = upcard(mistyped, command, tmp_path / "file")
        assert (refused.returncode, refused.stderr) == (
            2,
            f"upcard: There is no database at {missing} yet; the first start of the server creates it.\n",
        )
    verified = upcard(mistyped, "verify")
    assert (verified.returncode, verified.stdout) == (2, f"{missing} does not exist.\n")
    assert not list(tmp_path.iterdir())


def test_a_lost_database_is_not_backed_up_or_exported_but_its_copy_is_named(data: Path):
    copy = Path(upcard(data, "backup").stdout.removeprefix("Copied to ").strip())
    (data / "upcard.sqlite3").unlink()
    for command in ("backup", "export"):
        refused = upcard(data, command, data / "file")
        assert refused.returncode == 2
        assert f"The database {data / 'upcard.sqlite3'} is gone." in refused.stderr
        assert f"upcard restore {copy}" in refused.stderr
        assert not (data / "file").exists()


def test_a_served_database_can_be_backed_up_but_not_restored(data: Path):
    with mortal_server(data, free_port()):
        assert upcard(data, "backup", data / "copy.sqlite3").returncode == 0
        refused = upcard(data, "restore", data / "copy.sqlite3", answer="y\n")
    assert refused.returncode == 2
    assert not refused.stdout, "it says so before it asks anything"
    assert "a server is using the database: stop it first" in refused.stderr
    assert upcard(data, "restore", data / "copy.sqlite3", "--yes").returncode == 0


def test_a_restore_keeps_the_damaged_database_unchanged(data: Path):
    database, copy = data / "upcard.sqlite3", data / "copy.sqlite3"
    upcard(data, "backup", copy)
    damage(database)
    broken = database.read_bytes()
    assert upcard(data, "restore", copy, "--yes").returncode == 0
    assert names_in(database) == ["Friday"]
    assert [copy.path.read_bytes() for copy in copies(database)] == [broken]


def test_a_missing_database_can_be_restored(data: Path):
    upcard(data, "backup", data / "copy.sqlite3")
    (data / "upcard.sqlite3").unlink()
    restored = upcard(data, "restore", data / "copy.sqlite3", "--yes")
    assert restored.stdout.endswith("There was nothing to replace.\n")
    assert names_in(data / "upcard.sqlite3") == ["Friday"]


def test_a_restore_removes_the_write_ahead_log_of_the_old_database(data: Path):
    database, copy = data / "upcard.sqlite3", data / "copy.sqlite3"
    upcard(data, "backup", copy)
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE night SET name = 'Saturday'")
        connection.commit()
        log = database.with_name("upcard.sqlite3-wal").read_bytes()
    damage(database)
    database.with_name("upcard.sqlite3-wal").write_bytes(log)
    assert upcard(data, "restore", copy, "--yes").returncode == 0
    assert not database.with_name("upcard.sqlite3-wal").exists()
    assert names_in(database) == ["Friday"]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: None, "does not exist"),
        (lambda path: path.write_text("Dear Ann"), "is damaged, or no database at all"),
        (lambda path: path.mkdir(), "is not a file"),
        (lambda path: make_foreign(path), "is another program's database, not Upcard's"),
        (lambda path: path.touch(), "holds nothing"),
        (lambda path: rewrite(path, "UPDATE alembic_version SET version_num = '9999'"), "by a newer version of Upcard"),
        (lambda path: rewrite(path, "UPDATE alembic_version SET version_num = 'abc'"), "this Upcard does not know"),
        (
            lambda path: rewrite(path, "INSERT INTO seat VALUES (1, 7, 7, 'k', 1, 0, 0)"),
            "is damaged: a row of seat",
        ),
    ],
)
def test_an_unusable_file_is_not_restored(data: Path, make, message: str):  # type: ignore[no-untyped-def]
    file = data / "file.sqlite3"
    make(file)
    refused = upcard(data, "restore", file, "--yes")
    assert refused.returncode == 2
    assert message in refused.stderr
    assert names_in(data / "upcard.sqlite3") == ["Friday"]
    verified = upcard(data, "verify", file)
    assert verified.returncode == (1 if "is damaged" in message else 2)
    assert message in verified.stdout


def make_foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE letter (id INTEGER)")


def rewrite(path: Path, statement: str) -> None:
    begun(path, "Friday")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute(statement)
        connection.commit()


@pytest.mark.parametrize("option", ["--all", "--repair"])
def test_the_hands_of_a_copy_are_not_verified(data: Path, option: str):
    upcard(data, "backup", data / "copy.sqlite3")
    refused = upcard(data, "verify", data / "copy.sqlite3", option)
    assert refused.returncode == 2
    assert "--all and --repair are about the nights of the database: leave FILE out" in refused.stderr


def test_the_database_and_its_copies_are_verified(data: Path):
    upcard(data, "backup")
    verified = upcard(data, "verify")
    assert verified.returncode == 0
    assert [line.endswith("is sound. 1 night, 0 hands.") for line in verified.stdout.splitlines()] == [True, True]
    damage(copies(data / "upcard.sqlite3")[0].path)
    assert upcard(data, "verify").returncode == 1


def test_the_commands_refuse_postgresql_and_name_its_own_programs(data: Path):
    for command in (["backup"], ["restore", "x", "--yes"]):
        refused = upcard(data, *command, DATABASE_URL="postgresql://ann@localhost/nights")
        assert refused.returncode == 2
        assert "pg_dump" in refused.stderr
        assert "pg_restore" in refused.stderr


def test_an_empty_database_is_not_copied(data: Path):
    (data / "upcard.sqlite3").write_bytes(b"")
    refused = upcard(data, "backup")
    assert (refused.returncode, refused.stderr.endswith("upcard.sqlite3 holds nothing.\n")) == (2, True)
    assert copies(data / "upcard.sqlite3") == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can use another user's files")
def test_files_made_by_root_belong_to_the_owner_of_the_directory(tmp_path: Path):
    data = tmp_path / "data"
    data.mkdir()
    begun(data / "upcard.sqlite3", "Friday")
    for path in (data, data / "upcard.sqlite3"):
        os.chown(path, 12345, 12345)
    outside = tmp_path / "copy.sqlite3"
    for command in (["backup"], ["backup", outside], ["restore", outside, "--yes"], ["verify"]):
        assert upcard(data, *command).returncode == 0
    assert {path.stat().st_uid for path in (data, *data.rglob("*"))} == {12345}
    assert outside.stat().st_uid == 0


def test_a_path_may_contain_characters_with_a_meaning_in_an_address(tmp_path: Path):
    data = tmp_path / "a ?b#%20 ü"
    refused_start(data, UPCARD_TLS_CERT="nowhere")
    assert upcard(data, "backup").returncode == 0
    upcard(data, "backup", copy := tmp_path / "copy?%41.sqlite3")
    assert upcard(data, "restore", copy, "--yes").returncode == 0
    assert {path.name for path in tmp_path.iterdir()} == {copy.name, data.name}
    assert check(data / "upcard.sqlite3").state == "good"


def test_the_database_cannot_be_restored_from_itself(data: Path):
    refused = upcard(data, "restore", data / "upcard.sqlite3", "--yes")
    assert (refused.returncode, "is the database itself" in refused.stderr) == (2, True)


def test_an_older_copy_is_migrated_when_restored(data: Path, old_database: Path):
    before = check(old_database)
    assert before.state == "older"
    assert upcard(data, "restore", old_database, "--yes").returncode == 0
    after = check(data / "upcard.sqlite3")
    assert (after.state, after.nights, after.hands) == ("good", before.nights, before.hands)
    assert not (data / "upcard.sqlite3-wal").exists()
    assert check(old_database) == before, "the copy itself is unchanged"


@pytest.mark.parametrize("setup", ["{names}", '{"names": 7}', "[]", "{}"])
def test_an_older_copy_with_an_unreadable_value_is_refused(data: Path, old_database: Path, setup: str):
    with closing(sqlite3.connect(old_database)) as connection:
        connection.execute("UPDATE hand SET setup = ?", (setup,))
        connection.commit()
    refused = upcard(data, "restore", old_database, "--yes")
    assert refused.returncode == 2
    assert f"{old_database} is damaged: a value in it cannot be read" in refused.stderr
    assert names_in(data / "upcard.sqlite3") == ["Friday"]


def test_a_restore_on_a_full_disk_changes_nothing(data: Path, monkeypatch: pytest.MonkeyPatch):
    database, copy = data / "upcard.sqlite3", data / "copy.sqlite3"
    upcard(data, "backup", copy)
    rename(database, "Saturday")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(restoring, "move_into_place", full)
    with pytest.raises(OSError, match="No space"):
        restore_stopped(copy, database)
    assert names_in(database) == ["Saturday"]
    assert [path for path in data.iterdir() if "draft" in path.name] == []


def test_the_database_of_a_killed_server_is_read_with_its_write_ahead_log(data: Path, tmp_path: Path):
    killed = tmp_path / "killed" / "upcard.sqlite3"
    killed.parent.mkdir()
    with closing(sqlite3.connect(data / "upcard.sqlite3")) as connection:
        connection.execute("UPDATE night SET name = 'Saturday'")
        connection.commit()
        for ending in ("", "-wal"):
            killed.with_name(killed.name + ending).write_bytes((data / f"upcard.sqlite3{ending}").read_bytes())
    assert check(killed).state == "good"
    assert names_in(killed) == ["Saturday"]


@pytest.mark.parametrize(
    ("table", "column"), [("own_game", "name"), ("own_game", "club_id"), ("seat", "place"), ("night", "key")]
)
def test_an_older_copy_that_lacks_a_column_is_refused(data: Path, old_database: Path, table: str, column: str):
    app = Flask("old")
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{old_database}"
    init(app)
    with app.app_context():
        upgrade(revision="0009")
        db.engine.dispose()
    with closing(sqlite3.connect(old_database)) as connection:
        connection.execute(f'ALTER TABLE "{table}" RENAME COLUMN "{column}" TO "odd"')
    refused = upcard(data, "restore", old_database, "--yes")
    assert refused.returncode == 2
    assert "Traceback" not in refused.stderr
    assert names_in(data / "upcard.sqlite3") == ["Friday"]


def test_verify_replays_hands_and_reports_differences(data: Path):
    with opened(f"sqlite:///{data / 'upcard.sqlite3'}"):
        play_year(2, 2, 1)
    with closing(sqlite3.connect(data / "upcard.sqlite3")) as connection:
        connection.execute("UPDATE night SET started_at = '2020-01-03 19:30:00.000000' WHERE name = 'Friday'")
        connection.commit()
    verified = upcard(data, "verify")
    assert "2 hands of the last night played again: facts and ledger are what the logs make." in verified.stdout
    with closing(sqlite3.connect(data / "upcard.sqlite3")) as connection:
        connection.execute("UPDATE player_hand SET pot = -1 WHERE seat = 0")
        connection.commit()
    for options, differences, status in (
        ((), 2, 1),
        (("--all",), 4, 1),
        (("--all", "--repair"), 4, 0),
        (("--all",), 0, 0),
    ):
        verified = upcard(data, "verify", *options)
        assert verified.stdout.count("is stored as -1, but the log gives") == differences
        assert verified.returncode == status


def test_verify_says_that_a_database_on_a_server_has_no_tables_yet(tmp_path: Path):
    # Like the database of a server, one in memory is no file that could be checked first.
    refused = upcard(tmp_path, "verify", DATABASE_URL="sqlite://")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith("upcard: The database is not of this version. It has no tables yet")


def test_verify_accepts_a_migrated_database_and_counts_missing_facts(tmp_path: Path, old_database: Path):
    data = tmp_path / "updated"
    data.mkdir()
    shutil.copyfile(old_database, data / "upcard.sqlite3")
    migrate(f"sqlite:///{data / 'upcard.sqlite3'}")
    late = "52 hands from an older version: the facts for statistics"
    for options, lines in (
        ((), [f"{late} are worked out when a page first asks for them, or by --repair."]),
        (("--repair",), [f"{late} have been worked out."]),
        ((), []),
    ):
        verified = upcard(data, "verify", "--all", *options)
        assert verified.stdout.splitlines()[1:] == [
            *lines,
            "53 hands of 6 nights played again: facts and ledger are what the logs make.",
        ]
        assert verified.returncode == 0
