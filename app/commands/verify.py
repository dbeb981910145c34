"""``upcard verify``: whether the database, or a copy of it, is sound."""

from __future__ import annotations

import argparse

from app.commands import Subparsers


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "verify",
        help="check the database and its copies",
        description="Check every page of a copy, or without FILE of the database and of all its copies.",
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="the copy to check")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    from pathlib import Path

    from app.backups import commands

    return commands.verify(Path(arguments.file) if arguments.file else None)
