"""The wheel: its contents, and serving and playing from an empty directory."""

from __future__ import annotations

import re
import sqlite3
import sys
import tarfile
from importlib.metadata import distributions
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from alembic.script import ScriptDirectory
from flask_migrate import upgrade
from packaging.requirements import Requirement

from app import create_app
from app.cli import main
from app.night.db import db
from app.settings import ROOT
from tests.packaging.conftest import Installed, run
from tests.packaging.http_browser import Page
from tests.serving import free_port

pytestmark = pytest.mark.slow

#: The folders of the checkout that a wheel contains, and their paths in it.
FOLDERS = {"app": "app", "migrations": "app/migrations", "static": "app/static", "templates": "app/templates"}
#: The types of files in each folder.
KINDS = {
    "app": {".py", ".toml"},
    "migrations": {".ini", ".mako", ".py"},
    "static": {".css", ".js", ".md", ".png", ".svg", ".txt", ".webmanifest", ".woff2"},
    "templates": {".html", ".svg"},
}
#: Further files in a source distribution.
BESIDE = {".gitignore", "CHANGELOG.md", "LICENSE", "PKG-INFO", "README.md", "pyproject.toml"}

TAPS = ("Ace of spades", "9 of hearts", "Bet 2", "Call 2", "King of diamonds", "9 of clubs", "Bet 2", "Fold")


def test_the_wheel_contains_exactly_the_needed_files(wheel: Path) -> None:
    needed = {
        f"{inside}/{path}": content
        for folder, inside in FOLDERS.items()
        for path, content in checkout_files(folder).items()
    }
    held = wheel_files(wheel)
    assert sorted(held) == sorted(needed)
    assert [name for name in needed if held[name] != needed[name]] == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_packaged_folders_contain_only_known_file_types(folder: str) -> None:
    assert {Path(name).suffix for name in checkout_files(folder)} == KINDS[folder]


def test_the_wheel_has_the_version_and_dependencies_of_the_project(wheel: Path, project: dict[str, Any]) -> None:
    (built,) = distributions(name="upcard", path=[str(wheel)])
    assert built.version == project["version"]
    required = map(Requirement, built.requires or ())
    assert {line for line in required if not line.marker} == set(map(Requirement, project["dependencies"]))
    assert set(built.metadata.get_all("Provides-Extra") or ()) == set(project["optional-dependencies"])


def test_a_wheel_from_the_checkout_equals_the_one_from_the_source_distribution(
    wheel: Path, dist: Path, tmp_path: Path
) -> None:
    run(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(tmp_path), str(ROOT), cwd=tmp_path)
    assert wheel_files(tmp_path / wheel.name) == wheel_files(wheel)
    (source,) = dist.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        assert {name.split("/")[1] for name in archive.getnames()} == BESIDE | set(FOLDERS)


def test_a_hand_can_be_played_from_an_empty_directory_and_backed_up(installed: Installed, tmp_path: Path) -> None:
    copy, database = tmp_path / "copy.sqlite3", installed.data / "upcard.sqlite3"
    with installed.serving() as start:
        settled = play_a_hand(start)
        assert "Push 8 to Ann" in settled.section("Settlement")
        assets = settled.fetch_assets()
        record = tmp_path / "hand.toml"
        record.write_bytes(settled.press("Next hand").download("Export hand 1"))
        assert installed.run("upcard", "backup", str(copy)) == f"Copied to {copy}\n"
    assert installed.run("upcard", "replay", str(record)).endswith(f"{len(TAPS)} actions replayed, 2 checks held\n")
    ours = {re.sub("^/assets/js-[^/]+", "/static/js", path): content for path, content in assets.items()}
    assert ours.pop("/assets/htmx.min.js")
    assert ours == {path: (ROOT / path.removeprefix("/")).read_bytes() for path in ours}
    assert ours.keys() >= {"/static/css/dealer.css", "/static/js/dealer.js", "/static/js/dealer/taps.js"}
    assert list(installed.directory.iterdir()) == []
    assert [path.name for path in installed.home.iterdir()] == [".local"]
    assert {path.name for path in installed.data.iterdir()} >= {"host-code", "secret-key", "upcard.sqlite3"}

    assert "is sound. 1 night, 1 hand." in installed.run("upcard", "doctor", "--port", str(free_port()))
    database.write_text("a disk that fails")
    with pytest.raises(AssertionError, match=r"WRONG .* is damaged"):
        installed.run("upcard", "doctor", "--port", str(free_port()))
    assert "Restored." in installed.run("upcard", "restore", "--yes", str(copy))
    assert "is sound. 1 night, 1 hand." in installed.run("upcard", "doctor", "--port", str(free_port()))


def test_the_migrations_in_the_wheel_update_an_older_database(installed: Installed) -> None:
    installed.data.mkdir(parents=True)
    path = installed.data / "upcard.sqlite3"
    app = create_app({"SECRET_KEY": "not a secret", "SQLALCHEMY_DATABASE_URI": f"sqlite:///{path}"})
    with app.app_context():
        upgrade(revision="0003")
        db.engine.dispose()
    with installed.serving() as start:
        play_a_hand(start)
    with sqlite3.connect(path) as connection:
        (version,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    connection.close()
    assert version == ScriptDirectory(str(ROOT / "migrations")).get_current_head() != "0003"


def test_the_commands_work_from_an_empty_directory(
    installed: Installed, project: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    for command in (["games"], ["games", "--sheet", "chicago"], ["check"]):
        assert main(command) == 0
        assert installed.run("upcard", *command) == capsys.readouterr().out
    assert installed.run("upcard", "--version") == f"upcard {project['version']}\n"


def test_the_postgresql_extra_installs_the_driver(installed: Installed) -> None:
    script = "import app, psycopg; print(app.__file__, psycopg.pq.__impl__)"
    package, driver = installed.run("python", "-c", script).split()
    assert Path(package).is_relative_to(installed.scripts.parent)
    assert driver == "binary"


def checkout_files(folder: str) -> dict[str, bytes]:
    """Return the contents of a folder of the checkout, by path within it."""
    return {
        path.relative_to(ROOT / folder).as_posix(): path.read_bytes()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def wheel_files(wheel: Path) -> dict[str, bytes]:
    """Return the contents of a wheel by path, without its metadata folder."""
    with ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist() if ".dist-info/" not in name}


def play_a_hand(start: Page) -> Page:
    """Play five-card stud until Bob folds, and return the settlement."""
    night = start.press("Start a night")
    for player in ("Ann", "Bob"):
        night = night.press("Add player", name=player, buy_in="100")
    table = night.follow("Call a game").follow("Five-Card Stud").press("Deal")
    for tap in TAPS:
        table = table.press(tap)
    return table
