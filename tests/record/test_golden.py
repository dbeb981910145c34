"""Every golden record holds what it claims; every game of the library has some."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from app.games.catalog import catalog
from app.record import read, run, write

RECORDS = Path(__file__).parent.parent / "records"
FILES = sorted(path for path in RECORDS.rglob("*") if path.suffix in (".toml", ".phh"))
LEAST = 4


def title(path: Path) -> str:
    return path.relative_to(RECORDS).with_suffix("").as_posix()


@pytest.mark.parametrize("path", FILES, ids=title)
def test_the_record_replays_as_it_says(path: Path):
    record = read(path.read_text("utf-8"), path.name)
    replayed = run(record)
    assert not replayed.refused, replayed.refused
    assert not replayed.failures, "\n".join(replayed.failures)
    assert replayed.held, "it claims nothing"
    assert read(write(record)) == record


def test_every_game_has_golden_records():
    found = Counter(read(path.read_text("utf-8"), path.name).game for path in FILES)
    few = {game: found[game] for game in catalog() if found[game] < LEAST}
    assert not few, f"each game needs {LEAST} records or more"


def test_the_real_hands_are_there():
    assert sum(path.suffix == ".phh" for path in FILES) == 6
