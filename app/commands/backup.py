"""``upcard backup``: a copy of the database, made while it is used."""

from __future__ import annotations

import argparse

from app.commands import Subparsers


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "backup",
        help="copy the database, also while it is served",
        description="Copy the database to one file, also while it is served; without FILE beside it, where Upcard "
        "keeps the copies that it makes by itself.",
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="where the copy goes; nothing may be there yet")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    from pathlib import Path

    from app.backups import commands

    return commands.backup(Path(arguments.file) if arguments.file else None)
