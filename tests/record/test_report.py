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
