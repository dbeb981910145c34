"""The library's parsed games and summaries are kept for the next start while they are up to date."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from app.games.catalog import Summary, catalog
from app.games.load import library
from app.server import library_cache
from app.server.library_cache import NAME, restore_library, store_library

Restored = tuple[Mapping[str, Mapping[str, Any]], Mapping[str, Summary]]

#: Restores the library with parsing and resolving disabled, and prints facts of a game.
RESTORE = """
import sys
from pathlib import Path
from app.games import catalog, load
from app.server.library_cache import restore_library
load.parse = catalog.resolve = None
restore_library(Path(sys.argv[1]))
info = catalog.catalog()["woolworth"]
print(info.name, info.fits(4), info.fits(11), "high only" in info.summary.facts)
"""


@pytest.fixture
def restored(monkeypatch: pytest.MonkeyPatch) -> list[Restored]:
    """Return a list that collects what is restored, so that other tests do not see those games."""
    taken: list[Restored] = []
    monkeypatch.setattr(library_cache.catalog, "restore", lambda *each: taken.append(each))
    return taken


def test_the_kept_library_equals_the_files(tmp_path: Path, restored: list[Restored]) -> None:
    store_library(tmp_path)
    restore_library(tmp_path)
    assert restored == [(library(), {info.id: info.summary for info in catalog().values()})]


def test_a_start_with_the_kept_library_neither_parses_nor_resolves(tmp_path: Path) -> None:
    store_library(tmp_path)
    ran = subprocess.run([sys.executable, "-c", RESTORE, str(tmp_path)], capture_output=True, text=True, check=True)
    assert ran.stdout == "Woolworth True False True\n"


@pytest.mark.parametrize("changed", [b"", b"\n", b"{}", None], ids=["empty", "a line", "another checksum", "cut short"])
def test_a_broken_kept_library_is_ignored(tmp_path: Path, restored: list[Restored], changed: bytes | None) -> None:
    store_library(tmp_path)
    path = tmp_path / NAME
    path.write_bytes(path.read_bytes()[:-1] if changed is None else changed)
    restore_library(tmp_path)
    assert restored == []


def test_an_up_to_date_kept_library_is_not_rewritten(tmp_path: Path) -> None:
    store_library(tmp_path)
    written = (tmp_path / NAME).stat().st_ino
    store_library(tmp_path)
    assert (tmp_path / NAME).stat().st_ino == written


def test_another_version_ignores_the_kept_library(
    tmp_path: Path, restored: list[Restored], monkeypatch: pytest.MonkeyPatch
) -> None:
    store_library(tmp_path)
    monkeypatch.setattr(library_cache, "version", lambda _package: "another")
    restore_library(tmp_path)
    assert restored == []


def test_a_changed_game_file_invalidates_the_kept_library(
    tmp_path: Path, restored: list[Restored], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games").mkdir()
    game = tmp_path / "games" / "game.toml"
    game.write_text('name = "Game"', "utf-8")
    monkeypatch.setattr(library_cache, "files", lambda _package: tmp_path / "games")
    store_library(tmp_path)
    game.write_text('name = "Games"', "utf-8")
    restore_library(tmp_path)
    assert restored == []


def test_no_library_is_kept_in_a_missing_folder(tmp_path: Path, restored: list[Restored]) -> None:
    store_library(tmp_path / "missing")
    restore_library(tmp_path / "missing")
    assert restored == []
