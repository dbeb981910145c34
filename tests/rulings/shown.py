"""Which record shows which answer of a ruling: ``shown.toml``, read."""

from __future__ import annotations

import tomllib
from pathlib import Path

from app.games.rulings import Answer

FILE = Path(__file__).with_name("shown.toml")


def shown_by() -> dict[str, dict[Answer, str]]:
    """Return the title of the record that shows each answer, by ruling."""
    tables = tomllib.loads(FILE.read_text("utf-8"))
    return {ruling: {entry["answer"]: entry["record"] for entry in entries} for ruling, entries in tables.items()}
