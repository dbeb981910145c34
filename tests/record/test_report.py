"""A replayed record as JSON, for programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.record.check import run
from app.record.report import as_json
from app.record.text import read

RECORDS = Path(__file__).parent.parent / "records"


@pytest.mark.parametrize(("name", "after"), [("broken-openers-are-shown", 12), ("false-openers-are-a-dead-hand", 10)])
def test_openers_are_shown_in_the_showdown(name: str, after: int) -> None:
    record = read((RECORDS / "jacks-or-better" / f"{name}.toml").read_text("utf-8"))
    assert as_json(run(record, after))["step"]["kind"] == "showdown"


def test_a_player_who_mucked_is_out() -> None:
    record = read((RECORDS / "seven-card-stud" / "loser-mucks.toml").read_text("utf-8"))
    assert "out" in [player["status"] for player in as_json(run(record))["players"]]
