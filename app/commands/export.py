"""``upcard export``: the nights as a file to take along."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from app.commands import Subparsers

if TYPE_CHECKING:
    from app.night.models import Night


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "export",
        help="write the nights to a file to take along",
        description="Write the whole club as JSON, which `upcard import` reads; or one night, as JSON, as .phhs (all "
        "its hands) or as CSV (hands, ledger and results, in one .zip file). Without FILE it goes to standard output. "
        "A hand that is being played is left out.",
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="where it goes; nothing may be there yet")
    parser.add_argument("--night", metavar="KEY", help="one night: what follows /n/ in its dealer's link")
    parser.add_argument("--format", choices=("json", "phhs", "csv"), default="json", help="json without it")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    return with_nights(lambda: _export(arguments.night, arguments.format, arguments.file))


def with_nights(command: Callable[[], None]) -> int:
    """Carry out a command on the nights of the home, and say in words why it cannot be."""
    from app import create_app
    from app.backups.commands import told
    from app.backups.starting import prepare_database

    @told
    def run() -> int:
        prepare_database()
        with create_app().app_context():
            command()
        return 0

    return run()


def _export(key: str | None, form: str, file: str | None) -> None:
    from app.backups.commands import RefusedError
    from app.night.transfer import export, sheets
    from app.night.transfer.records import night_records

    if key is None and form != "json":
        raise RefusedError(f"{form} is for one night: give --night KEY")
    night = None if key is None else _night(key)
    if file is not None and Path(file).exists():
        raise RefusedError(f"{file} exists already; choose another name")
    missing: tuple[str, ...] = ()
    parts: Iterable[bytes]
    if night is None:
        parts = (part.encode() for part in export.export_club())
    elif form == "json":
        parts = (part.encode() for part in export.export_night(night.id))
    elif form == "csv":
        parts = [sheets.zipped(sheets.night_sheets(night))]
    else:
        records = night_records(night)
        parts, missing = [records.text.encode()], records.missing
    _write(parts, file)
    for name in export.nights_in_play(None if night is None else night.id):
        print(f"{name}: the hand that is being played is left out", file=sys.stderr)
    for words in missing:
        print(f"left out: {words}", file=sys.stderr)


def _night(key: str) -> Night:
    from app.backups.commands import RefusedError
    from app.night import nights

    night = nights.night_by_key(key)
    if night is None:
        known = "".join(
            f"\n  {of.key}  {of.name}, {of.started_at.astimezone():%-d %B %Y}" for of in nights.nights()[:10]
        )
        raise RefusedError(f"no night has this key{'; the last ones have:' if known else ''}{known}")
    return night


def _write(parts: Iterable[bytes], file: str | None) -> None:
    """Write a file that its owner alone can read, whole or not at all; without a name, standard output."""
    import os

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
