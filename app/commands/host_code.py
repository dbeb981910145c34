"""``upcard host-code``: the code that makes a device a host's."""

from __future__ import annotations

import argparse

from app.commands import Subparsers


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "host-code",
        help="show the code that makes a device a host's",
        description="Show the code that makes a device a host's. Enter it on the start page of that device.",
    )
    parser.set_defaults(run=_run)


def _run(_arguments: argparse.Namespace) -> int:
    import sys

    from app import settings

    try:
        print(settings.host_code())
    except OSError as error:
        print(f"upcard: cannot use the data directory: {error}", file=sys.stderr)
        return 2
    return 0
