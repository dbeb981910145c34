"""Checks of a database file: is it intact, Upcard's, and from a version that this Upcard knows?"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Literal
from urllib.parse import quote

from app.backups.versions import age_of
from app.dataclass import dataclass
from app.night.faults import fault_of
from app.text import counted

State = Literal["good", "older", "empty", "missing", "damaged", "newer", "unknown", "foreign", "unreadable"]

#: Tables that every version of Upcard's database has.
_OURS = {"alembic_version", "night", "hand", "entry", "player"}
_MAX_FINDINGS = 3


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The state of a database file, also as a sentence, and the number of nights and hands in it."""

    state: State
    text: str
    nights: int = 0
    hands: int = 0

    @property
    def usable(self) -> bool:
        """Whether this Upcard can use the file."""
        return self.state in ("good", "older")


class UnusableError(Exception):
    """A file that cannot be used as a database; the message is a sentence with the reason."""


def connect(path: Path) -> sqlite3.Connection:
    """Open an existing database in autocommit mode.

    It is opened for writing even if only read: after a crash SQLite first has to replay its write-ahead log.
    """
    address = f"file:{quote(str(path.resolve()))}?mode=rw"
    return sqlite3.connect(address, uri=True, isolation_level=None, timeout=5, check_same_thread=False)


def check(path: Path) -> CheckResult:
    """Check every page of a database file, without changing what is stored in it."""
    if not path.exists():
        return CheckResult("missing", f"{path} does not exist.")
    if not path.is_file():
        return CheckResult("unreadable", f"{path} is not a file.")
    try:
        with closing(connect(path)) as connection:
            return check_connection(connection, path)
    except sqlite3.Error as error:
        return _failure(error, path)


def check_connection(connection: sqlite3.Connection, path: Path, *, whole: bool = True) -> CheckResult:
    """Check an open database, and if ``whole`` every page of it. Raises :class:`sqlite3.Error`."""
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    findings = _find_damage(connection) if whole else []
    if findings:
        return CheckResult("damaged", f"{path} is damaged: {'; '.join(findings)}.")
    if not tables or tables == {"alembic_version"}:
        return CheckResult("empty", f"{path} holds nothing.")
    if not tables >= _OURS:
        return CheckResult("foreign", f"{path} is another program's database, not Upcard's.")
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    age = age_of(row[0] if row else "")
    nights, hands = (connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("night", "hand"))
    holds = f"{counted(nights, 'night')}, {counted(hands, 'hand')}"
    if age == "newer":
        return CheckResult("newer", f"{path} was written by a newer version of Upcard: update this one.", nights, hands)
    if age == "unknown":
        return CheckResult("unknown", f"{path} is from a version that this Upcard does not know.", nights, hands)
    if age == "older":
        text = f"{path} is sound, from an older version, and is brought up to date when it is used. {holds}."
        return CheckResult("older", text, nights, hands)
    return CheckResult("good", f"{path} is sound. {holds}.", nights, hands)


def _find_damage(connection: sqlite3.Connection) -> list[str]:
    """Return damaged pages and dangling foreign keys, up to three."""
    rows = connection.execute(f"PRAGMA integrity_check({_MAX_FINDINGS})").fetchall()
    findings = [str(text).strip().replace("\n", ", ") for (text,) in rows if text != "ok"]
    if not findings:
        broken = connection.execute("PRAGMA foreign_key_check").fetchmany(_MAX_FINDINGS)
        findings = [f"a row of {table} points to a row of {parent} that is gone" for table, _, parent, _ in broken]
    return findings


def _failure(error: sqlite3.Error, path: Path) -> CheckResult:
    fault = fault_of(error)
    if fault is not None and fault.kind == "damaged":
        return CheckResult("damaged", f"{path} is damaged, or no database at all: {error}.")
    return CheckResult("unreadable", f"{path} cannot be read: {error}.")
