"""Restore a copy of the database, keeping what it replaces.

Access does not change: devices and links stay as they are now, not as they are in the copy.
"""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from app import settings
from app.backups.checking import CheckResult, UnusableError, check, connect
from app.backups.copying import copy_to, make_copy
from app.backups.files import draft_for, exclusive_use, move_into_place, next_path
from app.backups.versions import MigrationError, migrate
from app.night.caches import clear_caches
from app.night.db import block_writers, db, night_changed
from app.night.nights import all_night_ids

#: Seconds that a restore waits for taps being stored.
WAIT_SECONDS = 10

_BESIDE = ("-wal", "-shm")

#: The columns that hold link keys, by table.
_LINKS = {"night": "key, watch_key, join_code", "player": "key", "seat": "key"}

#: Device roles for the nights and people in a database. Requests for a seat stay with their row.
_KNOWN = (
    "(role IN ('host', 'guest') OR role IN ('dealer', 'looks', 'enters') AND of_id IN (SELECT id FROM {0}.night)"
    " OR role = 'phone' AND of_id IN (SELECT id FROM {0}.player)"
    " OR role = 'answers' AND of_id IN (SELECT id FROM {0}.seat))"
)

#: Finds a row if the copy is of this very database.
_RELATED = """
SELECT 1 FROM main.night JOIN now.night USING (id, started_at)
UNION ALL SELECT 1 FROM main.device JOIN now.device USING (id, token) LIMIT 1
"""

_LAST_ID = "(SELECT new.seq FROM now.sqlite_sequence AS new WHERE new.name = old.name)"


def check_restorable(file: Path) -> CheckResult:
    """Check a file. Raises :class:`UnusableError` if it cannot be restored."""
    checked = check(file)
    if not checked.usable:
        raise UnusableError(checked.text)
    return checked


def restore_stopped(file: Path, database: Path) -> Path | None:
    """Replace a database that no server uses by a copy of ``file``. Return the path of the replaced database.

    If the process is killed, the database is either the old one or the new one. Raises :class:`UnusableError`,
    :class:`InUseError`, :class:`sqlite3.Error` and :class:`OSError`.
    """
    database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with exclusive_use(database), _prepare_draft(file, database) as draft:
        if check(database).state == "good":
            keep_current_rights(draft, database)
        kept = _keep_replaced(database)
        move_into_place(draft, database)
    return kept


def restore_running(file: Path, database: Path) -> None:
    """Overwrite the database that this app serves, in one transaction, after copying what it replaces.

    Writers are blocked from that copy until all caches are cleared, so each tap is either in the copy or finds the
    restored night. Open readers go on reading the old content. Raises as :func:`restore_stopped`, and
    :class:`SQLAlchemyError`.
    """
    with _prepare_draft(file, database) as draft, block_writers(WAIT_SECONDS):
        db.session.remove()
        before = all_night_ids()
        db.session.remove()
        make_copy(database, "replaced")
        keep_current_rights(draft, database)
        _raise_change_counts(draft, database)
        deadline = time.monotonic() + WAIT_SECONDS

        def give_up(_status: int, _remaining: int, _total: int) -> None:
            if time.monotonic() > deadline:
                raise UnusableError("Taps keep coming in: try again in a quiet moment.")

        with closing(connect(draft)) as source, closing(connect(database)) as target:
            source.backup(target, progress=give_up, sleep=0.05)
        clear_caches()
    for night in before | all_night_ids():
        night_changed.send(night)


def keep_current_rights(draft: Path, database: Path) -> None:
    """Write the current devices, roles and link keys into a copy, for the rows that both databases have.

    A device signed out or let in since the copy stays so, and a renewed link stays dead. A copy of another database
    keeps its own devices and links. Raises :class:`sqlite3.Error`.
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
        # Never reuse an id that stood for something else before the restore.
        copy.execute(f"UPDATE sqlite_sequence AS old SET seq = max(seq, {_LAST_ID}) WHERE {_LAST_ID} IS NOT NULL")
        copy.execute(
            "INSERT INTO sqlite_sequence SELECT * FROM now.sqlite_sequence WHERE name NOT IN "
            "(SELECT name FROM main.sqlite_sequence)"
        )
        copy.execute("COMMIT")


@contextmanager
def _prepare_draft(file: Path, database: Path) -> Iterator[Path]:
    """Yield a checked and migrated copy of a file, beside the database."""
    check_restorable(file)
    with draft_for(database) as draft:
        copy_to(file, draft)
        try:
            migrate(settings.sqlite_url(draft))
        except MigrationError as error:
            raise UnusableError(f"{file} is damaged: {error}.") from error
        with closing(connect(draft)) as connection:  # migrations leave it in WAL mode, in two files
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()
        draft.chmod(0o600)
        check_restorable(draft)
        yield draft


def _keep_replaced(database: Path) -> Path | None:
    """Keep the database that is about to be replaced: as a copy, or as raw files if it is damaged."""
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
    # A write-ahead log must never be next to a database that it does not belong to.
    _remove_beside(database)
    return target


def _remove_beside(database: Path) -> None:
    for ending in _BESIDE:
        database.with_name(database.name + ending).unlink(missing_ok=True)


def _raise_change_counts(draft: Path, database: Path) -> None:
    """Raise each night's count of changes above any that a screen has seen, so that every screen updates."""
    with closing(connect(database)) as connection:
        most = connection.execute("SELECT max(changes) FROM night").fetchone()[0] or 0
    with closing(connect(draft)) as connection:
        connection.execute("UPDATE night SET changes = 1 + max(?, (SELECT max(changes) FROM night))", (most,))
