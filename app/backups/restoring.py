"""Putting a copy in the place of the database, and keeping what it replaces.

A restore leaves it as it is who may do what: devices and links are those of now, not those of the copy.
"""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from app.backups.checking import Checked, UnusableError, check, connect
from app.backups.copying import copy_to, make_copy
from app.backups.files import Copy, alone, drafted, next_path, put_in_place
from app.backups.versions import migrate
from app.night.caches import forget_remembered
from app.night.db import db, night_changed, nobody_writing
from app.night.nights import all_nights

#: How long a restore waits for a tap that is being stored.
WAIT_SECONDS = 10

_BESIDE = ("-wal", "-shm")

#: What opens a door, by the table that it stands in.
_LINKS = {"night": "key, watch_key, join_code", "player": "key", "seat": "key"}

#: The roles of devices for what a database knows; who asked for a seat goes with the line that asked.
_KNOWN = (
    "(role IN ('host', 'guest') OR role = 'dealer' AND of_id IN (SELECT id FROM {0}.night)"
    " OR role = 'phone' AND of_id IN (SELECT id FROM {0}.player))"
)

#: Whether a copy is one of this very database.
_RELATED = """
SELECT 1 FROM main.night JOIN now.night USING (id, started_at)
UNION ALL SELECT 1 FROM main.device JOIN now.device USING (id, token) LIMIT 1
"""

_LAST_ID = "(SELECT new.seq FROM now.sqlite_sequence AS new WHERE new.name = old.name)"


def checked_for_restore(file: Path) -> Checked:
    """Return what a file was found to be. Raises :class:`UnusableError` for one that cannot be restored."""
    checked = check(file)
    if not checked.usable:
        raise UnusableError(checked.text)
    return checked


def restore_stopped(file: Path, database: Path) -> Path | None:
    """Put a copy of ``file`` in the place of a database that no server uses. Return where the one before is kept.

    Whenever the process is killed, the database is the old one or the new one. Raises :class:`UnusableError`,
    :class:`InUseError`, :class:`sqlite3.Error` and :class:`OSError`.
    """
    database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with alone(database), _prepared(file, database) as draft:
        if check(database).state == "good":
            carry_rights(draft, database)
        kept = _put_aside(database)
        put_in_place(draft, database)
    return kept


def restore_running(file: Path, database: Path) -> Copy:
    """Write a copy over the database that this app serves, in one transaction. Return where the one before is kept.

    From the copy of what is replaced until nothing of it is remembered, nobody writes: a tap comes before all of that,
    and is in that copy, or after it, and finds the restored night. Whoever is reading goes on reading what was there.
    Raises as :func:`restore_stopped`, and :class:`SQLAlchemyError`.
    """
    with _prepared(file, database) as draft, nobody_writing(WAIT_SECONDS):
        db.session.remove()
        before = all_nights()
        db.session.remove()
        kept = make_copy(database, "replaced")
        assert kept is not None
        carry_rights(draft, database)
        _outnumber(draft, database)
        deadline = time.monotonic() + WAIT_SECONDS

        def give_up(_status: int, _remaining: int, _total: int) -> None:
            if time.monotonic() > deadline:
                raise UnusableError("Taps are being stored all the time: try again in a quiet moment.")

        with closing(connect(draft)) as source, closing(connect(database)) as target:
            source.backup(target, progress=give_up, sleep=0.05)
        forget_remembered()
    for night in before | all_nights():
        night_changed.send(night)
    return kept


def carry_rights(draft: Path, database: Path) -> None:
    """Write into a copy of a database who may do what there now, for all that both know.

    A device that has been signed out or let in since stays so, and a link that has been renewed stays dead. A copy of
    another database keeps the devices and links that are in it. Raises :class:`sqlite3.Error`.
    """
    with closing(connect(draft)) as copy:
        copy.execute("ATTACH ? AS now", (str(database),))
        copy.execute("BEGIN")
        if copy.execute(_RELATED).fetchone() is None:
            return
        for table, keys in _LINKS.items():
            same = f"FROM now.{table} AS new WHERE new.id = {table}.id"
            copy.execute(f"UPDATE {table} SET ({keys}) = (SELECT {keys} {same}) WHERE EXISTS (SELECT 1 {same})")
        copy.execute(f"DELETE FROM device_role WHERE {_KNOWN.format('now')}")
        for table, rows in (("device", "true"), ("device_role", _KNOWN.format("main"))):
            columns = ", ".join(row[1] for row in copy.execute(f"PRAGMA table_info({table})"))
            copy.execute(f"INSERT OR REPLACE INTO {table} ({columns}) SELECT {columns} FROM now.{table} WHERE {rows}")
        # No id is given again that stood for something else before the restore.
        copy.execute(f"UPDATE sqlite_sequence AS old SET seq = max(seq, {_LAST_ID}) WHERE {_LAST_ID} IS NOT NULL")
        copy.execute(
            "INSERT INTO sqlite_sequence SELECT * FROM now.sqlite_sequence WHERE name NOT IN "
            "(SELECT name FROM main.sqlite_sequence)"
        )
        copy.execute("COMMIT")


@contextmanager
def _prepared(file: Path, database: Path) -> Iterator[Path]:
    """Yield a checked copy of a file, up to date, beside the database."""
    checked_for_restore(file)
    with drafted(database) as draft:
        copy_to(file, draft)
        migrate(f"sqlite:///{draft}")
        with closing(connect(draft)) as connection:  # migrations leave it in WAL mode, in two files
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()
        draft.chmod(0o600)
        checked_for_restore(draft)
        yield draft


def _put_aside(database: Path) -> Path | None:
    """Keep a database that is about to be replaced: as a copy, or as the files that they are where it is damaged."""
    if not database.exists():
        _remove_beside(database)
        return None
    try:
        with closing(connect(database)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        kept = make_copy(database, "replaced")
        if kept is not None:
            _remove_beside(database)
            return kept.path
    except (sqlite3.Error, UnusableError):
        pass
    target = next_path(database, "replaced")
    for ending in ("", *_BESIDE[:1]):
        part = database.with_name(database.name + ending)
        if part.exists():
            shutil.copyfile(part, target.with_name(target.name + ending))
            target.with_name(target.name + ending).chmod(0o600)
    # A log of changes must never lie beside a database that it does not belong to.
    _remove_beside(database)
    return target


def _remove_beside(database: Path) -> None:
    for ending in _BESIDE:
        database.with_name(database.name + ending).unlink(missing_ok=True)


def _outnumber(draft: Path, database: Path) -> None:
    """Let every night have more changes than any screen has seen, so that each notices that it shows another table."""
    with closing(connect(database)) as connection:
        most = connection.execute("SELECT max(changes) FROM night").fetchone()[0] or 0
    with closing(connect(draft)) as connection:
        connection.execute("UPDATE night SET changes = 1 + max(?, (SELECT max(changes) FROM night))", (most,))
