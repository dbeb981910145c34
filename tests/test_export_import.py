"""``upcard export`` and ``upcard import`` as commands: their files, messages and refusals."""

from __future__ import annotations

import io
import json
import sqlite3
import stat
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from app.backups.checking import check
from app.backups.files import checked_since_stop
from app.backups.versions import migrate
from app.night.db import db
from app.night.play import call
from app.record.text import read_all
from app.settings import sqlite_url
from tests.backups.places import names_in, upcard
from tests.night.table import begin, deal, everyone_folds, make_app, tap

pytestmark = pytest.mark.sqlite


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a data directory holding a night with one finished hand and another in play."""
    folder = tmp_path / "house"
    folder.mkdir()
    migrate(sqlite_url(folder / "upcard.sqlite3"))
    app = make_app(folder / "upcard.sqlite3", create=False)
    with app.app_context():
        friday = begin()
        everyone_folds(deal(friday))
        call.next_hand(friday)
        tap(deal(friday), "d dh p1 ??5h")
        db.session.remove()
        db.engine.dispose()
    return folder


def key(data: Path) -> str:
    with closing(sqlite3.connect(data / "upcard.sqlite3")) as connection:
        return str(connection.execute("SELECT key FROM night").fetchone()[0])


def test_a_club_can_be_exported_and_imported_elsewhere(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "club.json"
    written = upcard(data, "export", file)
    assert (written.returncode, written.stdout) == (0, f"Written to {file}\n")
    assert written.stderr == "Friday: left out the hand in play\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    other = tmp_path / "other"
    read = upcard(other, "import", file)
    assert (read.returncode, read.stdout) == (0, "Imported 1 night with 1 hand, 3 people.\n")
    assert not (other / "upcard.sqlite3-wal").exists()
    assert checked_since_stop(other / "upcard.sqlite3") is not None
    assert names_in(other / "upcard.sqlite3") == ["Friday"]
    assert check(other / "upcard.sqlite3").state == "good"
    for standard_output in ((), ("-",)):
        again = json.loads(upcard(other, "export", *standard_output).stdout)
        assert again | {"exported_at": ""} == json.loads(file.read_text("utf-8")) | {"exported_at": ""}


def test_an_export_too_large_to_import_says_so(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(sqlite3.connect(data / "upcard.sqlite3")) as connection, connection:
        connection.execute("UPDATE hand SET definition = json_set(definition, '$.about', ?)", ("x" * 2**20,))
    for most, says in (("2", ""), ("1", "To import a file of this size, set UPCARD_MOST_MEGABYTES=2\n")):
        monkeypatch.setenv("UPCARD_MOST_MEGABYTES", most)
        written = upcard(data, "export", tmp_path / f"{most}.json")
        assert written.stderr == f"Friday: left out the hand in play\n{says}"
    refused = upcard(tmp_path / "other", "import", tmp_path / "1.json")
    assert "UPCARD_MOST_MEGABYTES" in refused.stderr


def test_a_night_can_be_exported_as_hand_records_and_as_csv(data: Path, tmp_path: Path) -> None:
    hands = upcard(data, "export", "--night", key(data), "--format", "phhs")
    assert len(read_all(hands.stdout)) == 1
    file = tmp_path / "night.phhs"
    file.write_text(hands.stdout, "utf-8")
    replayed = upcard(data, "replay", file)
    assert (replayed.returncode, replayed.stdout.splitlines()[-1]) == (
        0,
        f"{file} [1]: 6 actions replayed, 2 checks held",
    )
    tables = tmp_path / "night.zip"
    assert upcard(data, "export", "--night", key(data), "--format", "csv", tables).returncode == 0
    assert zipfile.ZipFile(io.BytesIO(tables.read_bytes())).namelist() == ["hands.csv", "ledger.csv", "results.csv"]


def test_an_impossible_export_is_refused(data: Path, tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("mine")
    for arguments, words in (
        ((taken,), f"upcard: {taken} already exists; choose another name\n"),
        (("--format", "phhs"), "upcard: phhs exports one night: add --night KEY\n"),
        (("--night", "nothing"), "upcard: no night has the key nothing; the latest nights are:\n"),
        (
            (tmp_path / "nowhere" / "file",),
            f"upcard: there is no folder {tmp_path / 'nowhere'}; make it first\n",
        ),
    ):
        refused = upcard(data, "export", *arguments)
        assert refused.returncode == 2
        assert refused.stderr.startswith(words)
    assert taken.read_text() == "mine"


def test_an_impossible_import_changes_nothing(data: Path, tmp_path: Path) -> None:
    club, other = tmp_path / "club.json", tmp_path / "other"
    upcard(data, "export", club)
    broken = tmp_path / "broken.json"
    broken.write_text(club.read_text("utf-8").replace("p3 cbr 2", "p3 cbr 200"), "utf-8")
    for house, file, words in (
        (other, broken, f"{broken}: nights[0].hands[0]: action 4 'p3 cbr 200': "),
        (data, club, f"{club}: nights: there are nights here already"),
        (other, tmp_path / "nothing", f"{tmp_path / 'nothing'}: No such file or directory"),
        (other, tmp_path, f"{tmp_path}: Is a directory"),
    ):
        refused = upcard(house, "import", file)
        assert refused.returncode == 2
        assert refused.stderr.startswith(f"upcard: {words}"), refused.stderr
    assert names_in(other / "upcard.sqlite3") == []
    assert names_in(data / "upcard.sqlite3") == ["Friday"]
