"""The commands about the nights that this machine keeps: serving, copying, checking and carrying them elsewhere."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from app import settings
from app.commands import Refused
from app.text import counted, whole_number

if TYPE_CHECKING:
    from app.night.models import Night
    from app.night.verify import What

SIGNS = {"good": "ok   ", "look": "look ", "wrong": "WRONG"}
POSTGRESQL = (
    "the nights are in a PostgreSQL database: copy it with pg_dump, bring it back with pg_restore (or psql), and give "
    "both the address in DATABASE_URL"
)
IN_USE = (
    "a server uses the database: stop it first, or restore from the page Backups, which the host's device finds on the "
    "start page"
)


def _port(_context: click.Context, _option: click.Parameter, value: str | None) -> int | None:
    """Read the port that an option names."""
    if not value:
        return None
    port = whole_number(value, 5)
    if port is None or port > 65535:
        raise click.BadParameter(f"must be a port from 0 to 65535, not {value!r}")
    return port


@click.command(short_help="serve the app to the tablets")
@click.option("--host", default="0.0.0.0", show_default=True, help="address to listen on; this one means all")
@click.option(
    "--port",
    default=lambda: settings.current().port,
    callback=_port,
    help="port to listen on, 0 for any free one (default: UPCARD_PORT, or 8000)",
)
@click.option(
    "--https-port",
    default=lambda: settings.current().https_port,
    callback=_port,
    help="port for https, 0 for any free one (default: UPCARD_HTTPS_PORT, or 8443 beside 8000)",
)
@click.option("--no-https", is_flag=True, help="serve plain http alone, such as behind a proxy (or UPCARD_HTTPS=off)")
@click.option(
    "--no-local-name",
    is_flag=True,
    help="do not announce upcard.local in the network (or UPCARD_LOCAL_NAME=off)",
)
@click.option("--no-qr", is_flag=True, help="show the address without a QR code")
def serve(host: str, port: int, https_port: int | None, no_https: bool, no_local_name: bool, no_qr: bool) -> int:
    """Bring the database up to date and serve the app."""
    from app.server import start
    from app.server.served import Wishes

    set_ = settings.current()
    beside = Wishes(set_.https and not no_https, https_port, set_.local_name and not no_local_name)
    return start.serve(host, port, qr=not no_qr, beside=beside)


@click.command(short_help="look at everything that can be wrong")
@click.option(
    "--port",
    default=lambda: settings.current().port,
    callback=_port,
    help="port that Upcard is served on (default: UPCARD_PORT, or 8000)",
)
@click.option("--json", "as_json", is_flag=True, help="print one object of JSON, for programs")
def doctor(port: int, as_json: bool) -> int:
    """Look at the data directory, the database, its copies, the clock, the port, names and certificates.

    Nothing is changed. The exit status is 1 if something is wrong.
    """
    from app.doctor import visit

    findings = []
    for finding in visit(port):
        findings.append(finding)
        if not as_json:
            print(f"{SIGNS[finding.level]} {finding.text}", flush=True)
            if finding.do:
                print(f"      → {finding.do}", flush=True)
    status = int(any(finding.level == "wrong" for finding in findings))
    if as_json:
        print(json.dumps({"ok": not status, "findings": [asdict(finding) for finding in findings]}, indent=2))
    return status


@click.command("host-code", short_help="show the code that makes a device a host's")
def host_code() -> int:
    """Show the code that makes a device a host's. Enter it on the start page of that device."""
    try:
        print(settings.host_code())
    except OSError as error:
        raise Refused(f"cannot use the data directory: {error}") from None
    return 0


@click.command(short_help="copy the database, also while it is served")
@click.argument("file", required=False, type=click.Path(path_type=Path))
def backup(file: Path | None) -> int:
    """Copy the database to FILE, also while it is served; nothing may be there yet.

    Without FILE the copy goes beside the database, where Upcard keeps those that it makes by itself.
    """
    from app.backups.copying import copy_file, make_copy

    with _told():
        database = _database()
        if not database.exists():
            raise Refused(f"there is no database at {database}")
        if file is None:
            copy = make_copy(database, "hand")
            assert copy is not None
            print(f"Copied to {copy.path}")
            return 0
        if file.is_dir():
            file = file / "upcard.sqlite3"
        _check_is_new(file)
        copy_file(database, file)
    print(f"Copied to {file}")
    return 0


@click.command(short_help="go on from a copy of the database")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--yes", is_flag=True, help="do not ask")
def restore(file: Path, yes: bool) -> int:
    """Check a copy and put it in the place of the database, which is kept beside it.

    Stop the server first; while it runs, the host restores from the page Backups.
    """
    from app.backups.checking import check
    from app.backups.restoring import checked_for_restore, restore_stopped

    with _told():
        database = _database()
        print(checked_for_restore(file).text)
        if database.exists():
            if file.exists() and file.samefile(database):
                raise Refused("that is the database itself, not a copy of it")
            replaced = check(database)
            print(f"It replaces: {replaced.text}")
            print(f"Devices and links are those of {'now' if replaced.state == 'good' else 'the copy'}.")
        if not yes and not _agreed("Put the copy in its place? What is replaced is kept beside it. [y/N] "):
            print("Nothing was changed.")
            return 1
        kept = restore_stopped(file, database)
    print(f"Restored. {f'What was replaced is kept as {kept}' if kept else 'There was nothing to replace.'}")
    return 0


@click.command(short_help="check the database, its copies and its hands")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--all", "every_night", is_flag=True, help="play the hands of every night again, not of the last alone")
@click.option("--repair", is_flag=True, help="store the facts that the logs make, for statistics")
def verify(file: Path | None, every_night: bool, repair: bool) -> int:
    """Check every page of a copy, or without FILE of the database and of all its copies.

    Then play the hands of the last night again, and name every fact and row of the ledger that is otherwise. Status 1
    says that something is damaged or differs.
    """
    from app.backups.checking import check
    from app.backups.files import copies
    from app.backups.starting import database_file

    with _told():
        if file is not None:
            return _verify_files([file])
        database = database_file()
        if database is None:
            if not every_night:
                raise Refused(POSTGRESQL)
            return _verify_hands(every_night, repair)
        status = _verify_files([database, *(copy.path for copy in copies(database))])
        if check(database).state == "good":
            return _verify_hands(every_night, repair) or status
        return status


@click.command(short_help="write the nights to a file to take along")
@click.argument("file", required=False)
@click.option("--night", "key", metavar="KEY", help="one night: what follows /n/ in its dealer's link")
@click.option(
    "--format", "form", type=click.Choice(["json", "phhs", "csv"]), default="json", help="json unless it is given"
)
def export(file: str | None, key: str | None, form: str) -> int:
    """Write the whole club as JSON, which `upcard import` reads.

    With --night write one night: as JSON, as .phhs (all its hands) or as CSV (hands, ledger and results, in one .zip
    file). Nothing may be at FILE yet; without FILE it goes to standard output. A hand that is being played is left out.
    """
    from app.night.transfer import sheets
    from app.night.transfer.export import export_club, export_night, nights_in_play
    from app.night.transfer.records import night_records

    if key is None and form != "json":
        raise Refused(f"{form} is for one night: give --night KEY")
    with _stored_nights():
        night = None if key is None else _night(key)
        if file is not None:
            _check_is_new(Path(file))
        missing: tuple[str, ...] = ()
        parts: Iterable[bytes]
        if night is None:
            parts = (part.encode() for part in export_club())
        elif form == "json":
            parts = (part.encode() for part in export_night(night.id))
        elif form == "csv":
            parts = [sheets.zipped(sheets.night_sheets(night))]
        else:
            records = night_records(night)
            parts, missing = [records.text.encode()], records.missing
        _write(parts, file)
        for name in nights_in_play(None if night is None else night.id):
            print(f"{name}: the hand that is being played is left out", file=sys.stderr)
        for words in missing:
            print(f"left out: {words}", file=sys.stderr)
    return 0


@click.command("import", short_help="read a file that was taken along")
@click.argument("file")
def import_(file: str) -> int:
    """Read a FILE that `upcard export` has written as JSON (- for standard input), whole or not at all.

    The file of a club goes into an Upcard that has no nights yet; the file of a night into any that does not have this
    night.
    """
    from app.night.transfer import importing
    from app.night.validation import Problem

    with _stored_nights():
        most = settings.limit("megabytes") * 2**20 + 1  # no more than may be read, and one
        if file == "-":
            data = sys.stdin.buffer.read(most)
        else:
            with open(file, "rb") as opened:
                data = opened.read(most)
        imported = importing.import_bytes(data)
        if isinstance(imported, Problem):
            reason = imported.text.rstrip(".")
            raise Refused(f"{file}: {imported.field}: {reason}. Nothing was imported")
        nights, hands = counted(len(imported.nights), "night"), counted(imported.hands, "hand")
        print(f"Imported {nights} with {hands}, {counted(imported.persons, 'person')}.")
    return 0


@contextmanager
def _told() -> Iterator[None]:
    """Turn whatever keeps a command from the database into a refusal in words."""
    import sqlite3

    from sqlalchemy.exc import SQLAlchemyError

    from app.backups.checking import UnusableError
    from app.backups.files import InUseError
    from app.backups.starting import StartError
    from app.night.faults import fault_of

    try:
        yield
    except (StartError, UnusableError) as problem:
        raise Refused(str(problem)) from None
    except InUseError:
        raise Refused(IN_USE) from None
    except (sqlite3.Error, SQLAlchemyError) as problem:
        fault = fault_of(problem)
        raise Refused(f"{fault.title}. {fault.happened} {fault.do}" if fault else str(problem)) from None
    except BrokenPipeError:
        raise
    except OSError as problem:
        raise Refused(f"{problem.filename or 'the disk'}: {problem.strerror or problem}") from None


@contextmanager
def _stored_nights() -> Iterator[None]:
    """Bring the database up to date, and open it as the app does."""
    from app import create_app
    from app.backups.starting import prepare_database

    with _told():
        prepare_database()
        with create_app().app_context():
            yield


def _database() -> Path:
    from app.backups.starting import database_file

    database = database_file()
    if database is None:
        raise Refused(POSTGRESQL)
    return database


def _check_is_new(file: Path) -> None:
    if file.exists():
        raise Refused(f"{file} exists already; choose another name")


def _agreed(question: str) -> bool:
    """Ask the person at the terminal, and return whether they have said yes."""
    try:
        return input(question).strip().casefold() in ("y", "yes")
    except EOFError:
        return False


def _verify_files(files: list[Path]) -> int:
    from app.backups.checking import check

    found = [check(path) for path in files]
    for checked in found:
        print(checked.text)
    if any(checked.state == "damaged" for checked in found):
        return 1
    return 0 if all(checked.usable for checked in found) else 2


def _verify_hands(every_night: bool, repair: bool) -> int:
    """Play hands again, and name everything that is stored otherwise than their logs make it."""
    from app.backups.versions import opened
    from app.night.nights import all_nights
    from app.night.verify import check_night, last_night

    with opened() as session:
        nights = sorted(all_nights()) if every_night else last_night()
        hands = 0
        kinds: Counter[What] = Counter()
        for night in nights:
            count, found = check_night(night, repair=repair)
            hands += count
            kinds.update(each.what for each in found)
            for each in found:
                if each.what != "late facts":
                    print(f"{each.text}{' (put right)' if repair and each.what == 'facts' else ''}")
            session.rollback()
    if late := kinds["late facts"]:
        done = "have been worked out" if repair else "are worked out when a page first asks for them, or by --repair"
        print(f"{counted(late, 'hand')} of an older version: the facts for statistics {done}.")
    agree = "facts and ledger are what the logs make"
    if kinds["older rule"]:
        agree += ", but for those"
        print("Those chips went by a rule of version 0.2. Correct the hand, and it is paid again by today's.")
    wrong = kinds["game"] + kinds["facts"]
    if hands or wrong:
        what = counted(len(nights), "night") if every_night else "the last night"
        said = f"{counted(hands, 'hand')} of {what} played again: "
        print(f"{said}{counted(wrong, 'difference') if wrong else agree}.")
    return 1 if kinds["game"] or (kinds["facts"] and not repair) else 0


def _night(key: str) -> Night:
    from app.night import nights as night_nights

    night = night_nights.night_by_key(key)
    if night is None:
        known = "".join(
            f"\n  {of.key}  {of.name}, {of.started_at.astimezone():%-d %B %Y}" for of in night_nights.nights()[:10]
        )
        raise Refused(f"no night has this key{'; the last ones have:' if known else ''}{known}")
    return night


def _write(parts: Iterable[bytes], file: str | None) -> None:
    """Write a file that its owner alone can read, whole or not at all; without a name, standard output."""
    if file is None:
        for part in parts:
            sys.stdout.buffer.write(part)
        sys.stdout.buffer.flush()
        return
    draft = Path(f"{file}.part")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as opened:
            opened.writelines(parts)
        draft.rename(file)
    finally:
        draft.unlink(missing_ok=True)
    print(f"Written to {file}")
