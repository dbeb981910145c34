"""The pages of docs/ that are printed from the code. ``python -m tests.manual`` writes them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from app.manual import game_files
from app.manual.page import Example
from app.night.transfer.tables import schema
from app.record.hand import Record
from app.record.text import read
from tests.manual import hand_records, rulings
from tests.rulings.shown import shown_by

ROOT = Path(__file__).parent.parent.parent
RECORDS = ROOT / "tests" / "records"

#: A short record with wild cards, an option, a modifier and several claims.
WHOLE = "follow-the-queen/hole-queen-turned-up"


def pages() -> Mapping[Path, str]:
    """Return the text of each printed page, by its file."""
    docs = ROOT / "docs"
    example = Example((RECORDS / f"{WHOLE}.toml").read_text("utf-8").rstrip(), f"`tests/records/{WHOLE}.toml`")
    return {
        docs / "game-files.md": game_files.markdown(),
        docs / "hand-records.md": hand_records.markdown(records(), example),
        docs / "rulings.md": rulings.markdown(shown_by()),
        docs / "schema" / "upcard-1.json": f"{json.dumps(schema(), indent=2)}\n",
    }


def records() -> dict[str, Record]:
    """Return the golden records by title; those of real hands are left out, since their chips are many."""
    files = sorted(path for path in RECORDS.rglob("*.toml") if path.parent.name != "real")
    titles = [path.relative_to(RECORDS).with_suffix("").as_posix() for path in files]
    return {title: read(path.read_text("utf-8"), path.name) for title, path in zip(titles, files, strict=True)}
