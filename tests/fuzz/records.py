"""Hand records with changed words, lines and bytes: each is replayed, or refused with the place of the error."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from app.record.check import run
from app.record.hand import RecordError
from app.record.text import read, write
from tests.checks.check import Check, Tally
from tests.fuzz.commands import directory, run_upcard
from tests.fuzz.nonsense import other_bytes, other_text, other_toml

FOLDER = Path(__file__).parent.parent / "records"

RECORDS = 60


@cache
def _golden() -> list[str]:
    return [path.read_text("utf-8") for path in sorted(FOLDER.rglob("*.toml"))]


def records_round(seed: str) -> Tally:
    random = Random(seed)
    tally = Tally()
    for _ in range(RECORDS):
        text = random.choice((other_text, other_toml))(random.choice(_golden()), random)
        tally["records"] += 1
        tally["replayed"] += _replayed(text)
    with directory() as folder:
        file = folder / "hand.phh"
        file.write_bytes(other_bytes(text.encode("utf-8", "replace"), random))
        run_upcard("replay", file, *random.choice(([], ["--json"], ["--at", "3"])))
        tally["records"] += 1
    return tally


def _replayed(text: str) -> int:
    """Replay a record, write it and replay it again; return 0 if it is refused, else 1."""
    try:
        record = read(text)
        replayed = run(record)
    except RecordError as problem:
        return _refused(problem)
    again = run(read(write(record)))
    assert (again.status, again.state.result) == (replayed.status, replayed.state.result)
    return 1


def _refused(problem: RecordError) -> int:
    assert str(problem).startswith("record")
    return 0


CHECK = Check("records", "no record breaks the replay", records_round, quick=1, full=8, target="fuzz")
