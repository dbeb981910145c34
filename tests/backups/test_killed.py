"""A migration or restore killed at any moment leaves either the old database or the new one."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.backups.checking import check
from app.backups.copying import copy_file
from app.backups.starting import last_good_copy
from app.backups.versions import migrate
from tests import warm
from tests.backups.killing import BROKEN, restore_often, start_on_old
from tests.backups.places import begun, environment, names_in

pytestmark = [pytest.mark.sqlite, pytest.mark.slow]

#: The number of kills, and of those in a long run.
KILLS = [3, pytest.param(20, marks=pytest.mark.long)]


def content(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def killed(folder: Path, old: Path, how: str, *moments: int) -> str:
    """Start on an old database and kill it at these moments; without moments, return the number of statements."""
    arguments = map(str, (folder, old, how, *moments))
    done = warm.upcard(*arguments, environment=environment(folder), program=start_on_old)
    assert done.returncode == 0, done.stderr
    return done.stdout


def after_kills(folder: Path, old: Path, how: str, kills: int) -> list[str]:
    """Return what each kill left: the ``old`` database, the ``new`` one, or something ``between``."""
    before = content(old)
    copy_file(old, folder / "copied.sqlite3")  # without its sealed answers
    copied = content(folder / "copied.sqlite3")
    statements = int(killed(folder, old, how))
    moments = sorted({0, *range(1, statements, max(1, statements // kills)), statements})
    killed(folder, old, how, *moments)
    return [left_by(folder / str(moment) / "upcard.sqlite3", before, copied) for moment in moments]


def left_by(database: Path, before: list[str], copied: list[str]) -> str:
    """Return the state left by a kill; check that a sound copy was made before any change."""
    copy = last_good_copy(database)
    assert copy is not None
    assert content(copy.path) == copied
    state = check(database).state
    if state == "good":
        return "new"
    return "old" if state == "older" and content(database) == before else "between"


@pytest.mark.parametrize("kills", KILLS)
def test_a_killed_migration_leaves_the_old_or_the_new_database(tmp_path: Path, old_database: Path, kills: int):
    found = after_kills(tmp_path, old_database, "whole", kills)
    assert set(found) <= {"old", "new"}
    assert found.count("old") > kills / 2
    before_the_migration = tmp_path / "0" / "upcard.sqlite3"
    assert check(before_the_migration).state == "older"
    migrate(f"sqlite:///{before_the_migration}")
    assert check(before_the_migration).state == "good"


@pytest.mark.long
@pytest.mark.parametrize("how", BROKEN)
def test_the_same_kills_expose_migrations_that_are_not_atomic(how: str, tmp_path: Path, old_database: Path):
    assert "between" in after_kills(tmp_path, old_database, how, kills=5)


@pytest.mark.parametrize("kills", KILLS)
@pytest.mark.parametrize("how", ["stopped", "running"])
def test_a_killed_restore_leaves_the_old_or_the_new_database(tmp_path: Path, how: str, kills: int):
    rng = random.Random()
    copy = begun(tmp_path / "copy.sqlite3", "Friday")
    found = set()
    for number in range(kills // 2):
        database = tmp_path / "data" / "upcard.sqlite3"
        shutil.rmtree(database.parent, ignore_errors=True)
        database.parent.mkdir()
        begun(database, "Saturday", *(f"Night {n}" for n in range(5)))
        arguments = str(database), str(copy), how
        data = environment(database.parent)
        restoring = warm.Forked(arguments, data, tmp_path / f"printed-{number}", program=restore_often)
        restoring.kill_after(lambda printed: "ready" in printed, rng.uniform(0, 0.5))
        assert check(database).state == "good"
        names = names_in(database)
        assert names == ["Friday"] or names[0] == "Saturday"
        found.add(names[0])
    assert found
