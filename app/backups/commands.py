"""What ``upcard backup``, ``restore`` and ``verify`` do and print; 1 says that something is damaged, 2 a refusal."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from app.backups.checking import UnusableError, check
from app.backups.copying import copy_file, make_copy
from app.backups.files import copies
from app.backups.restoring import checked_for_restore, restore_stopped
from app.backups.starting import StartError, database_file
from app.backups.using import InUseError
from app.backups.versions import opened
from app.night.faults import fault_of
from app.night.nights import all_nights
from app.night.verify import Wrong, check_night, last_night
from app.text import counted

_POSTGRESQL = (
    "the nights are in a PostgreSQL database: copy it with pg_dump, bring it back with pg_restore (or psql), and give "
    "both the address in DATABASE_URL"
)


class RefusedError(Exception):
    """The command cannot be carried out; the message says why."""


def told(command: Callable[..., int]) -> Callable[..., int]:
    """Say in words why a command could not be carried out."""

    @wraps(command)
    def run(*arguments: object, **options: object) -> int:
        try:
            return command(*arguments, **options)
        except (RefusedError, StartError, UnusableError) as problem:
            words = str(problem)
        except InUseError:
            words = (
                "a server uses the database: stop it first, or restore from the page Backups, which the host's device "
                "finds on the start page"
            )
        except (sqlite3.Error, SQLAlchemyError) as problem:
            fault = fault_of(problem)
            words = f"{fault.title}. {fault.happened} {fault.do}" if fault else str(problem)
        except OSError as problem:
            words = f"{problem.filename or 'the disk'}: {problem.strerror or problem}"
        print(f"upcard: {words}", file=sys.stderr)
        return 2

    return run


@told
def backup(file: Path | None) -> int:
    """Copy the database."""
    database = _database()
    if not database.exists():
        raise RefusedError(f"there is no database at {database}")
    if file is None:
        copy = make_copy(database, "hand")
        assert copy is not None
        print(f"Copied to {copy.path}")
        return 0
    if file.is_dir():
        file = file / "upcard.sqlite3"
    if file.exists():
        raise RefusedError(f"{file} exists already; choose another name")
    copy_file(database, file)
    print(f"Copied to {file}")
    return 0


@told
def restore(file: Path, *, ask: bool) -> int:
    """Put a copy in the place of the database, once the person at the terminal has said yes."""
    database = _database()
    print(checked_for_restore(file).text)
    if database.exists():
        if file.exists() and file.samefile(database):
            raise RefusedError("that is the database itself, not a copy of it")
        replaced = check(database)
        print(f"It replaces: {replaced.text}")
        print(f"Devices and links are those of {'now' if replaced.state == 'good' else 'the copy'}.")
    if ask and not agreed("Put the copy in its place? What is replaced is kept beside it. [y/N] "):
        print("Nothing was changed.")
        return 1
    kept = restore_stopped(file, database)
    print(f"Restored. {f'What was replaced is kept as {kept}' if kept else 'There was nothing to replace.'}")
    return 0


@told
def verify(file: Path | None, *, every_night: bool = False, repair: bool = False) -> int:
    """Check a copy; or the database, all its copies, and the hands of the last night or of every night."""
    if file is not None:
        return _verify_files([file])
    database = database_file()
    if database is None:
        if not every_night:
            raise RefusedError(_POSTGRESQL)
        return _verify_hands(every_night, repair)
    status = _verify_files([database, *(copy.path for copy in copies(database))])
    if check(database).state == "good":
        return _verify_hands(every_night, repair) or status
    return status


def _verify_files(files: list[Path]) -> int:
    found = [check(path) for path in files]
    for checked in found:
        print(checked.text)
    if any(checked.state == "damaged" for checked in found):
        return 1
    return 0 if all(checked.usable for checked in found) else 2


def _verify_hands(every_night: bool, repair: bool) -> int:
    """Play hands again, and name everything that is stored otherwise than their logs make it."""
    with opened() as session:
        nights = sorted(all_nights()) if every_night else last_night()
        hands, late, older, wrong = 0, 0, list[Wrong](), list[Wrong]()
        for night in nights:
            count, found = check_night(night, repair=repair)
            hands += count
            late += sum(each.what == "late facts" for each in found)
            found = [each for each in found if each.what != "late facts"]
            older += [each for each in found if each.what == "older rule"]
            wrong += [each for each in found if each.what != "older rule"]
            for each in found:
                print(f"{each.text}{' (put right)' if repair and each.what == 'facts' else ''}")
            session.rollback()
    if late:
        done = "have been worked out" if repair else "are worked out when a page first asks for them, or by --repair"
        print(f"{counted(late, 'hand')} of an older version: the facts for statistics {done}.")
    if older:
        print("Those chips went by a rule of version 0.2. Correct the hand, and it is paid again by today's.")
    if hands or wrong:
        what = counted(len(nights), "night") if every_night else "the last night"
        said = f"{counted(hands, 'hand')} of {what} played again: "
        print(f"{said}{counted(len(wrong), 'difference') if wrong else 'facts and ledger are what the logs make'}.")
    return 1 if any(not (repair and each.what == "facts") for each in wrong) else 0


def _database() -> Path:
    database = database_file()
    if database is None:
        raise RefusedError(_POSTGRESQL)
    return database


def agreed(question: str) -> bool:
    """Ask the person at the terminal, and return whether they have said yes."""
    try:
        return input(question).strip().casefold() in ("y", "yes")
    except EOFError:
        return False
