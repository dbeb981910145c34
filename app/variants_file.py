"""Reading a user's copy of the public database of poker variants (ichabod801/poker_db).

The words of its rules belong to their author. They are shown from the user's own file, and stored nowhere.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from app.dataclass import dataclass
from app.settings import data_path

#: The link in the data directory to the user's file.
LINK = "variants.db"

#: A file beyond these limits is not such a database: its size, its variants, the rules of one, and seconds per query.
MAX_BYTES, MAX_VARIANTS, MAX_RULES, SECONDS = 64_000_000, 1900, 400, 5.0

#: The longest line shown on a sheet.
MAX_LINE_LENGTH = 600


class VariantsFileError(ValueError):
    """A file that is not that database; the message says why."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of the database: its number and names, and its rules in order, each with its number and kind."""

    number: int
    name: str
    rules: tuple[tuple[int, str], ...]
    aliases: tuple[str, ...] = ()


def read_variants(path: Path) -> list[Variant]:
    """Return all variants by number. Raises VariantsFileError."""
    rules: dict[int, list[tuple[Any, ...]]] = {}
    aliases: dict[int, list[str]] = {}
    try:
        with _opened(path) as database:
            for number, *rule in _rows(database, _RULES, (int, int, str)):
                rules.setdefault(number, []).append(tuple(rule))
            for number, alias in _rows(database, _ALIASES, (int, str)):
                aliases.setdefault(number, []).append(alias)
            names = _rows(database, "SELECT variant_id, name FROM variants ORDER BY variant_id", (int, str))
    except OSError as problem:
        raise VariantsFileError(problem.strerror or str(problem)) from None
    except sqlite3.Error as problem:
        raise VariantsFileError(f"not a database of variants, or damaged: {problem}") from None
    if not names or len(names) > MAX_VARIANTS or any(len(found) > MAX_RULES for found in rules.values()):
        raise VariantsFileError(f"not a database of variants: none, more than {MAX_VARIANTS:,}, or one without end")
    return [
        Variant(number, name, tuple(rules.get(number, ())), tuple(aliases.get(number, ()))) for number, name in names
    ]


def read_lines(numbers: Sequence[int]) -> tuple[str, ...]:
    """Return the text of these rules from the user's file, or a placeholder for each that cannot be read or shown."""
    found: dict[int, str] = {}
    if numbers:
        marks = ",".join("?" * len(numbers))
        try:
            with _opened(data_path() / LINK) as database:
                rows = database.execute(f"SELECT rule_id, full FROM rules WHERE rule_id IN ({marks})", numbers)
                found = {number: " ".join(str(text).split()) for number, text in rows}
        except (OSError, sqlite3.Error, VariantsFileError):
            found = {}
    return tuple(_shown(found.get(number, "")) or f"Rule {number}: as the table plays it." for number in numbers)


_RULES = """
SELECT variant_id, rule_id, type FROM variant_rules JOIN rules USING (rule_id) JOIN rule_types USING (type_id)
ORDER BY variant_id, rule_order
"""
_ALIASES = "SELECT variant_id, alias FROM aliases ORDER BY variant_id, pair_id"


def _shown(text: str) -> str:
    return text if len(text) <= MAX_LINE_LENGTH and text.isprintable() else ""


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a file for reading, for a limited time. Raises VariantsFileError for a file that is too large."""
    if path.stat().st_size > MAX_BYTES:
        raise VariantsFileError(f"too large: more than {MAX_BYTES:,} bytes")
    end = time.monotonic() + SECONDS
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as database:
        database.set_progress_handler(lambda: time.monotonic() > end, 100_000)
        yield database


def _rows(database: sqlite3.Connection, query: str, kinds: tuple[type, ...]) -> list[tuple[Any, ...]]:
    """Return the rows of a query. Raises VariantsFileError for a value of the wrong type."""
    rows: list[tuple[Any, ...]] = []
    for row in database.execute(query):
        if not all(isinstance(value, kind) for value, kind in zip(row, kinds, strict=True)):
            raise VariantsFileError("not a database of variants: a number or a name is of another kind")
        if not all(value.isprintable() for value in row if isinstance(value, str)):
            raise VariantsFileError("not a database of variants: a name cannot be shown")
        rows.append(row)
        if len(rows) > MAX_VARIANTS * MAX_RULES:
            raise VariantsFileError("not a database of variants: too many rows")
    return rows
