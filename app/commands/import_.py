"""``upcard import``: a file that was taken along, read into this Upcard."""

from __future__ import annotations

import argparse
import sys

from app.commands import Subparsers
from app.commands.export import with_nights


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "import",
        help="read a file that was taken along",
        description="Read a file that `upcard export` has written as JSON, whole or not at all. The file of a club "
        "goes into an Upcard that has no nights yet; the file of a night into any that does not have this night.",
    )
    parser.add_argument("file", metavar="FILE", help="the file, or - for standard input")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    return with_nights(lambda: _import(arguments.file))


def _import(file: str) -> None:
    from app.backups.commands import RefusedError
    from app.night.transfer import importing
    from app.night.validation import Problem
    from app.text import counted

    imported = importing.import_bytes(_data(file))
    if isinstance(imported, Problem):
        reason = imported.text.rstrip(".")
        raise RefusedError(f"{file}: {imported.field}: {reason}. Nothing was imported")
    nights, hands = counted(len(imported.nights), "night"), counted(imported.hands, "hand")
    print(f"Imported {nights} with {hands}, {counted(imported.persons, 'person')}.")


def _data(file: str) -> bytes:
    """Return the bytes of a file; no more than may be read, and one."""
    from app import settings

    most = settings.limit("megabytes") * 2**20 + 1
    if file == "-":
        return sys.stdin.buffer.read(most)
    with open(file, "rb") as opened:
        return opened.read(most)
