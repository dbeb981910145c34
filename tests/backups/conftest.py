from __future__ import annotations

import gzip
from pathlib import Path

import pytest

OLD = Path(__file__).parent.parent / "night" / "data" / "version-0.1.sqlite.gz"


@pytest.fixture
def old_database(tmp_path: Path) -> Path:
    """Return the database of an older version of Upcard, with nights in it."""
    path = tmp_path / "old.sqlite3"
    path.write_bytes(gzip.decompress(OLD.read_bytes()))
    return path
