"""The commands about stored nights: serve, back up, restore, verify, export, import, check the machine."""

from __future__ import annotations

import gc
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from app import settings
from app.commands import CommandError
from app.text import counted

if TYPE_CHECKING:
    from app.night.models import Night
    from app.night.verify import DiscrepancyKind

LEVEL_LABELS = {"good": "ok   ", "look": "look ", "wrong": "WRONG"}
POSTGRESQL = (
    "the nights are in a PostgreSQL database: copy it with pg_dump and restore it with pg_restore (or psql), at the "
    "address in DATABASE_URL"
)
IN_USE = (
    "a server is using the database: stop it first, or restore on the page Backups, under Settings on a host's device"
)


def _parse_port(_context: click.Context, _option: click.Parameter, value: str | None) -> int | None:
    if value is None:
        return None
    port = settings.port_number(value)
    if port is None:
        raise click.BadParameter(f"must be a port from 0 to 65535, not {value!r}")
    return port


@click.command(short_help="serve the app to the tablets")
@click.option("--host", default="0.0.0.0", show_default=True, help="address to listen on; the default is all addresses")
@click.option(
    "--port",
    default=lambda: settings.current().port,
    callback=_parse_port,
    help="port to listen on, 0 for any free port (default: UPCARD_PORT, or 8000)",
)
@click.option(
    "--https-port",
    default=lambda: settings.current().https_port or None,
    callback=_parse_port,
    help="port for https, 0 for any free port (default: UPCARD_HTTPS_PORT, or 8443 with port 8000)",
)
@click.option("--no-https", is_flag=True, help="serve only http, for example behind a proxy (or set UPCARD_HTTPS=off)")
@click.option(
    "--no-local-name",
    is_flag=True,
    help="do not announce upcard.local on the network (or set UPCARD_LOCAL_NAME=off)",
)
@click.option("--no-qr", is_flag=True, help="do not print a QR code of the address")
def serve(host: str, port: int, https_port: int | None, no_https: bool, no_local_name: bool, no_qr: bool) -> int:
    """Bring the database up to date and serve the app until stopped."""
    gc.disable()  # objects made at startup stay; collection starts once the app is served
    from app.server import start
    from app.server.services import ServeOptions

    configured = settings.current()
    options = ServeOptions(configured.https and not no_https, https_port, configured.local_name and not no_local_name)
    return start.serve(host, port, qr=not no_qr, options=options)


@click.command(short_help="find out what is wrong, and what to do")
@click.option(
    "--port",
    default=lambda: settings.current().port,
    callback=_parse_port,
    help="port that Upcard is served on (default: UPCARD_PORT, or 8000)",
)
@click.option("--json", "as_json", is_flag=True, help="print a JSON object, for programs")
def doctor(port: int, as_json: bool) -> int:
    """Check the data directory, the database, its copies, the clock, the port, names and certificates.

    Nothing is changed. The exit status is 1 if something is wrong.
    """
    from app.doctor import run_checks

    findings = []
    for finding in run_checks(port):
        findings.append(finding)
        if not as_json:
            print(f"{LEVEL_LABELS[finding.level]} {finding.text}", flush=True)
            if finding.do:
                print(f"      → {finding.do}", flush=True)
    status = int(any(finding.level == "wrong" for finding in findings))
    if as_json:
        print(json.dumps({"ok": not status, "findings": [asdict(finding) for finding in findings]}, indent=2))
    return status


@click.command("host-code", short_help="show the host code")
def host_code() -> int:
    """Show the host code. Enter it on the start page of a device to make that device a host's."""
    try:
        code = settings.stored_host_code()
    except OSError as error:
        raise CommandError(f"cannot use the data directory: {error}") from None
    if not code:
        raise CommandError(
            f"there is no host code in {settings.data_path()} yet; the first start of the server makes it"
        )
    print(code)
    return 0


@click.command(short_help="copy the database, even while Upcard is running")
@click.argument("file", required=False, type=click.Path(path_type=Path))
def backup(file: Path | None) -> int:
    """Copy the database to FILE, even while it is served. FILE must not exist yet.

    Without FILE the copy goes into the folder backups, beside the automatic ones.
    """
    from app.backups.copying import copy_file, make_copy
    from app.backups.starting import require_database

    with _report_errors():
        database = _database_path()
        require_database(database)
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


@click.command(short_help="restore a copy of the database")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--yes", is_flag=True, help="do not ask for confirmation")
def restore(file: Path, yes: bool) -> int:
    """Check FILE, a copy, and replace the database with it. The replaced database is kept.

    Stop the server first. While it runs, a host restores copies on the page Backups.
    """
    from app.backups.checking import check
    from app.backups.files import is_in_use
    from app.backups.restoring import check_restorable, restore_stopped

    with _report_errors():
        database = _database_path()
        if is_in_use(database):
            raise CommandError(IN_USE)
        print(check_restorable(file).text)
        if database.exists():
            if file.exists() and file.samefile(database):
                raise CommandError(f"{file} is the database itself; name a copy of it")
            replaced = check(database)
            print(f"It replaces: {replaced.text}")
            print(f"Devices and links are those of {'now' if replaced.state == 'good' else 'the copy'}.")
        if not yes and not _confirm("Replace the database with this copy? What is replaced is kept. [y/N] "):
            print("Nothing was changed.")
            return 1
        kept = restore_stopped(file, database)
    print(f"Restored. {f'What was replaced is kept as {kept}' if kept else 'There was nothing to replace.'}")
    return 0


@click.command(short_help="check the database, its copies and its hands")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--all", "every_night", is_flag=True, help="replay the hands of every night, not only the last")
@click.option("--repair", is_flag=True, help="store the facts for statistics again, from the logs")
def verify(file: Path | None, every_night: bool, repair: bool) -> int:
    """Check every page of FILE, a copy. Without FILE, check the database and all its copies.

    Then replay the hands of the last night and name every fact and ledger row that differs. The exit status is 1 if
    something is damaged or differs.
    """
    from app.backups.checking import check
    from app.backups.files import copies
    from app.backups.starting import database_file

    with _report_errors():
        if file is not None:
            if every_night or repair:
                raise CommandError("--all and --repair are about the nights of the database: leave FILE out")
            return _verify_files([file])
        database = database_file()
        if database is None:
            return _verify_hands(every_night, repair)
        status = _verify_files([database, *(copy.path for copy in copies(database))])
        if check(database).state == "good":
            return _verify_hands(every_night, repair) or status
        return status


@click.command(short_help="write the nights to a portable file")
@click.argument("file", required=False)
@click.option("--night", "key", metavar="KEY", help="only one night; KEY follows /n/ in its dealer's link")
@click.option(
    "--format",
    "form",
    type=click.Choice(["json", "phhs", "csv"]),
    default="json",
    show_default=True,
    help="format of the file",
)
def export(file: str | None, key: str | None, form: str) -> int:
    """Write the whole club as JSON, for `upcard import`.

    With --night, write one night: as JSON, as .phhs (all its hands) or as CSV (hands, ledger and results in one .zip
    file). FILE must not exist yet; without FILE, or with -, write to standard output. A hand in play is left out.
    """
    from app.night.history.hands import night_records
    from app.night.transfer import sheets
    from app.night.transfer.export import export_club, export_night, nights_in_play

    if key is None and form != "json":
        raise CommandError(f"{form} exports one night: add --night KEY")
    file = None if file == "-" else file
    with _stored_nights():
        night = None if key is None else _find_night(key)
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
            print(f"{name}: left out the hand in play", file=sys.stderr)
        for words in missing:
            print(f"left out: {words}", file=sys.stderr)
    if file is not None and form == "json":
        megabytes = -(-Path(file).stat().st_size // 2**20)
        if megabytes > settings.limit("megabytes"):
            print(f"To import a file of this size, set UPCARD_MOST_MEGABYTES={megabytes}", file=sys.stderr)
    return 0


@click.command("import", short_help="read a file written by export")
@click.argument("file")
def import_(file: str) -> int:
    """Import FILE, written by `upcard export` as JSON (- for standard input), completely or not at all.

    A club can be imported only while there are no nights; a night, only if it is not there yet.
    """
    from app.night.transfer import importing
    from app.night.validation import Problem

    with _stored_nights(create=True):
        most = settings.limit("megabytes") * 2**20 + 1  # one byte over the limit, so that a larger file is refused
        if file == "-":
            data = sys.stdin.buffer.read(most)
        else:
            with open(file, "rb") as opened:
                data = opened.read(most)
        imported = importing.import_bytes(data)
        if isinstance(imported, Problem):
            reason = imported.text.rstrip(".")
            raise CommandError(f"{file}: {imported.field}: {reason}. Nothing was imported")
        nights, hands = counted(len(imported.nights), "night"), counted(imported.hands, "hand")
        print(f"Imported {nights} with {hands}, {counted(imported.people, 'person', 'people')}.")
    return 0


@contextmanager
def _report_errors() -> Iterator[None]:
    """Turn database and disk errors into a :class:`CommandError`. Root's files go to the owner of the directory."""
    import sqlite3

    from sqlalchemy.exc import SQLAlchemyError

    from app.backups.checking import UnusableError
    from app.backups.files import InUseError
    from app.backups.starting import StartError
    from app.night.faults import SchemaError, fault_of

    try:
        yield
    except (StartError, UnusableError) as problem:
        raise CommandError(str(problem)) from None
    except InUseError:
        raise CommandError(IN_USE) from None
    except (sqlite3.Error, SQLAlchemyError, SchemaError) as problem:
        fault = fault_of(problem)
        raise CommandError(f"{fault.title}. {fault.happened} {fault.do}" if fault else str(problem)) from None
    except BrokenPipeError:
        raise
    except OSError as problem:
        why = f"{problem.filename or 'the disk'}: {problem.strerror}" if problem.strerror else str(problem)
        raise CommandError(why) from None
    finally:
        settings.give_to_owner()


@contextmanager
def _stored_nights(create: bool = False) -> Iterator[None]:
    """Migrate the database, open it as the app does, and leave it in one file and checked, as a server would."""
    from app import create_app
    from app.backups.starting import database_file, prepare_database, release_database, require_database
    from app.night.db import db

    with _report_errors():
        database = database_file()
        if database is not None and not create:
            require_database(database)
        prepare_database()
        with create_app().app_context():
            try:
                yield
            finally:
                db.session.remove()
                db.engine.dispose()
                release_database()


def _database_path() -> Path:
    from app.backups.starting import database_file

    database = database_file()
    if database is None:
        raise CommandError(POSTGRESQL)
    return database


def _check_is_new(file: Path) -> None:
    if file.exists():
        raise CommandError(f"{file} already exists; choose another name")
    if not file.parent.is_dir():
        raise CommandError(f"there is no folder {file.parent}; make it first")


def _confirm(question: str) -> bool:
    try:
        return input(question).strip().casefold() in ("y", "yes")
    except EOFError:
        return False


def _verify_files(files: list[Path]) -> int:
    from app.backups.checking import check

    results = [check(path) for path in files]
    for result in results:
        print(result.text)
    if any(result.state == "damaged" for result in results):
        return 1
    return 0 if all(result.usable for result in results) else 2


def _verify_hands(every_night: bool, repair: bool) -> int:
    """Replay hands and report every stored fact and ledger row that differs from their logs."""
    from app.backups.versions import check_schema, opened
    from app.night.nights import all_night_ids, last_night
    from app.night.verify import check_night

    with opened() as session:
        check_schema()
        last = last_night()
        latest = [last.id] if last is not None else []
        nights = sorted(all_night_ids()) if every_night else latest
        hands = 0
        kinds: Counter[DiscrepancyKind] = Counter()
        for night in nights:
            count, differences = check_night(night, repair=repair)
            hands += count
            kinds.update(difference.kind for difference in differences)
            for difference in differences:
                if difference.kind != "late facts":
                    repaired = " (repaired)" if repair and difference.kind == "facts" else ""
                    print(f"{difference.text}{repaired}")
            session.rollback()
    if late := kinds["late facts"]:
        done = "have been worked out" if repair else "are worked out when a page first asks for them, or by --repair"
        print(f"{counted(late, 'hand')} from an older version: the facts for statistics {done}.")
    agree = "facts and ledger are what the logs make"
    if kinds["older rule"]:
        agree += ", but for those"
        print("An older version paid those chips, by a rule changed since. Correct the hand to pay it by today's.")
    wrong = kinds["game"] + kinds["facts"]
    if hands or wrong:
        what = counted(len(nights), "night") if every_night else "the last night"
        replayed = f"{counted(hands, 'hand')} of {what} played again"
        print(f"{replayed}: {counted(wrong, 'difference') if wrong else agree}.")
    return 1 if kinds["game"] or (kinds["facts"] and not repair) else 0


def _find_night(key: str) -> Night:
    from app.dates import day_text
    from app.night import nights

    night = nights.night_by_key(key)
    if night is None:
        latest = "".join(
            f"\n  {night.key}  {night.name}, {day_text(night.started_at)}" for night in nights.nights()[:10]
        )
        raise CommandError(f"no night has the key {key}{'; the latest nights are:' if latest else ''}{latest}")
    return night


def _write(parts: Iterable[bytes], file: str | None) -> None:
    """Write a file private to its owner, completely or not at all; without a name, write to standard output."""
    from app.backups.files import draft_for, move_into_place

    if file is None:
        for part in parts:
            sys.stdout.buffer.write(part)
        sys.stdout.buffer.flush()
        return
    with draft_for(Path(file)) as draft:
        with draft.open("wb") as opened:
            opened.writelines(parts)
        move_into_place(draft, Path(file))
    print(f"Written to {file}")
