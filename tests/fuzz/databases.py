"""Files in place of copies of the database: each is restored or refused, and no current night is lost."""

from __future__ import annotations

import gzip
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from app.backups.checking import check
from app.backups.files import copies
from tests.backups.places import begun, names_in
from tests.checks.check import Check, Tally
from tests.fuzz.commands import directory, run_upcard
from tests.fuzz.nonsense import other_bytes

OLD = Path(__file__).parent.parent / "night" / "data" / "version-0.1.sqlite.gz"

FILES = 5


@cache
def _copies() -> tuple[bytes, bytes]:
    """Return a current database and one of an older version."""
    with TemporaryDirectory(prefix="upcard-fuzz-") as name:
        path = begun(Path(name) / "upcard.sqlite3", "Friday")
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
        return path.read_bytes(), gzip.decompress(OLD.read_bytes())


def databases_round(seed: str) -> Tally:
    random = Random(seed)
    tally = Tally()
    for _ in range(FILES):
        with directory() as folder:
            database, file = folder / "upcard.sqlite3", folder / "copy.sqlite3"
            database.write_bytes(_copies()[0])
            file.write_bytes(_corrupted(random))
            was, verified = check(file), run_upcard("verify", file)
            restored = run_upcard("restore", file, "--yes")
            assert (verified == 0) == was.usable
            assert check(database).state == "good", was
            assert _is_sound(database), f"{was} was restored" if not restored else was
            if restored:
                assert names_in(database) == ["Friday"]
            else:
                kept = [name for copy in copies(database) for name in names_in(copy.path)]
                assert "Friday" in kept, "the replaced database was not kept"
            tally["files"] += 1
            tally["restored"] += not restored
    return tally


def _is_sound(path: Path) -> bool:
    """Return whether a database passes SQLite's integrity checks."""
    with closing(sqlite3.connect(path)) as connection:
        whole = connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return whole and not connection.execute("PRAGMA foreign_key_check").fetchall()


def _corrupted(random: Random) -> bytes:
    data = random.choice(_copies())
    match random.randrange(6):
        case 0 | 1 | 2:
            return _other_schema(data, random)
        case 3:
            return data[: random.randrange(len(data))]
        case 4:
            return random.randbytes(random.choice((0, 1, 16, 5000)))
        case _:
            return other_bytes(data, random)


def _other_schema(data: bytes, random: Random) -> bytes:
    """Return a sound database that is not quite Upcard's: something is renamed, missing, extra or wrong."""
    with TemporaryDirectory(prefix="upcard-fuzz-") as name:
        path = Path(name) / "odd.sqlite3"
        path.write_bytes(data)
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            table = random.choice([table for table in tables if not table.startswith("sqlite_")])
            columns = [row[1] for row in connection.execute(f'PRAGMA table_info("{table}")')]
            column = random.choice(columns)
            change = random.choice(
                (
                    f'DROP TABLE "{table}"',
                    f'ALTER TABLE "{table}" RENAME COLUMN "{column}" TO "odd"',
                    f'ALTER TABLE "{table}" RENAME TO "odd"',
                    f"""UPDATE OR IGNORE "{table}" SET "{column}" = 'odd'""",
                    f'DELETE FROM "{table}"',
                    "CREATE TABLE odd (odd)",
                    "CREATE VIEW odd AS SELECT * FROM nothing",
                    "UPDATE alembic_version SET version_num = '0099'",
                    "UPDATE alembic_version SET version_num = '0002'",
                )
            )
            try:
                connection.execute("PRAGMA foreign_keys = OFF")
                connection.execute(change)
            except sqlite3.Error:
                pass  # not every column can be dropped
        return path.read_bytes()


CHECK = Check("databases", "no file in a copy's place loses anything", databases_round, quick=1, full=4, target="fuzz")
