"""``upcard verify``: whether the database, or a copy of it, is sound, and its hands are what their logs make."""

from __future__ import annotations

import argparse

from app.commands import Subparsers


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "verify",
        help="check the database, its copies and its hands",
        description="Check every page of a copy, or without FILE of the database and of all its copies. "
        "Then play the hands of the last night again, and name every fact and row of the ledger that is otherwise.",
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="the copy to check")
    parser.add_argument("--all", action="store_true", help="play the hands of every night again, not of the last alone")
    parser.add_argument("--repair", action="store_true", help="store the facts that the logs make, for statistics")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    from pathlib import Path

    from app.backups import commands

    file = Path(arguments.file) if arguments.file else None
    return commands.verify(file, every_night=arguments.all, repair=arguments.repair)
