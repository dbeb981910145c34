"""The nights stored for later versions, which are written once before a release."""

import gzip
import json
import sqlite3
from pathlib import Path

import pytest

from tests.night import old_nights


@pytest.mark.long
@pytest.mark.parametrize("older", [None, "0.1"])
def test_the_nights_of_a_release_are_written(tmp_path: Path, monkeypatch, older: str | None) -> None:
    """Either from nothing, with hands in progress and the posts that end them, or added to an older version's."""
    for file in old_nights.DATA.glob(f"version-{older}.*"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.setattr(old_nights, "DATA", tmp_path)
    if older is None:
        old_nights.main("new")
    else:
        old_nights.add_to(older, "new")
    database = tmp_path / "new.sqlite3"
    database.write_bytes(gzip.decompress((tmp_path / "version-new.sqlite.gz").read_bytes()))
    with sqlite3.connect(database) as connection:
        assert connection.execute("SELECT count(DISTINCT hand_id) FROM ledger").fetchone()[0] > 40
    running = json.loads((tmp_path / "version-new.json").read_text())
    assert [hand["night"] for hand in running] == ["Saturday", "Sunday", "Monday", "Tuesday"]
    assert all(hand["posts"] and hand["paid"] for hand in running)
