"""Snapshots are restored, and tests share no state."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select

from app.night.db import db
from app.night.models import Player
from tests.night.table import make_app
from tests.snapshots import Snapshots, copied

pytestmark = pytest.mark.sqlite

calls: list[str] = []


@copied
def add_person(name: str) -> int:
    """Add a person and return their id."""
    calls.append(name)
    player = Player(name=name, folded=name.casefold())
    db.session.add(player)
    db.session.commit()
    return player.id


@pytest.fixture
def snapshots(tmp_path: Path) -> Iterator[Snapshots]:
    database = tmp_path / "nights.sqlite3"
    yield Snapshots(make_app(database), database)
    calls.clear()


def known() -> list[str]:
    return list(db.session.scalars(select(Player.name).order_by(Player.id)))


def test_a_set_up_is_run_once_and_restored_with_its_result(snapshots: Snapshots) -> None:
    for _ in range(2):
        with snapshots.fresh():
            assert known() == []
            assert (add_person("Ann"), add_person("Bob")) == (1, 2)
            assert known() == ["Ann", "Bob"]
    assert calls == ["Ann", "Bob"]


def test_each_sequence_of_set_ups_has_its_own_snapshot(snapshots: Snapshots) -> None:
    for names in (["Ann", "Bob"], ["Bob", "Ann"], ["Ann", "Bob"]):
        with snapshots.fresh():
            for name in names:
                add_person(name)
            assert known() == names
    assert calls == ["Ann", "Bob", "Bob", "Ann"]


def test_no_snapshot_is_used_after_other_changes(snapshots: Snapshots) -> None:
    for between in ("Zoe", "Zed"):
        with snapshots.fresh():
            add_person("Ann")
            with closing(sqlite3.connect(snapshots.database)) as other:
                other.execute("UPDATE player SET name = ?", (between,))
                other.commit()
            add_person("Bob")
            assert known() == [between, "Bob"]
    assert calls == ["Ann", "Bob", "Bob"]


def test_no_snapshot_is_used_while_rows_are_held(snapshots: Snapshots) -> None:
    for _ in range(2):
        with snapshots.fresh():
            add_person("Ann")
            ann = db.session.scalars(select(Player)).one()
            add_person("Bob")
            assert ann.name == "Ann"
            assert known() == ["Ann", "Bob"]
    assert calls == ["Ann", "Bob", "Bob"]


def test_settings_of_the_app_are_restored(snapshots: Snapshots) -> None:
    with snapshots.fresh(ODD=True) as app:
        assert app.config["ODD"]
        app.config["TESTING"] = False
    with snapshots.fresh() as app:
        assert "ODD" not in app.config
        assert app.testing


@copied
def add_people(*names: str) -> list[int]:
    return [add_person(name) for name in names]


def test_a_set_up_starts_from_the_snapshot_of_its_first_part(snapshots: Snapshots) -> None:
    for names, known_by_then in ((["Ann", "Bob"], ["Ann", "Bob"]), (["Ann", "Cy"], ["Ann", "Bob", "Cy"])):
        with snapshots.fresh():
            assert add_people(*names) == [1, 2]
            assert known() == names
            assert calls == known_by_then
