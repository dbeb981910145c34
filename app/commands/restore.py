"""``upcard restore``: a copy in the place of the database."""

from __future__ import annotations

import argparse

from app.commands import Subparsers


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "restore",
        help="go on from a copy of the database",
        description="Check a copy and put it in the place of the database, which is kept beside it. Stop the server "
        "first; while it runs, the host restores from the page Backups.",
    )
    parser.add_argument("file", metavar="FILE", help="the copy")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    from pathlib import Path

    from app.backups import commands

    return commands.restore(Path(arguments.file), ask=not arguments.yes)
