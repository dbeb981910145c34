"""``upcard example-club``: a year of made-up nights, to look at pages that are full."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from app.commands import Subparsers


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "example-club",
        help="fill a year with example nights, or remove them again",
        description="Play a year of nights at random, so that lists and statistics have something to show. They count "
        "everywhere, until --remove takes them away again with the people who sat at no other night.",
    )
    parser.add_argument(
        "--nights", type=_number(1, 200), default=50, metavar="N", help="how many nights, 50 by default"
    )
    parser.add_argument("--hands", type=_number(1, 100), default=20, metavar="N", help="hands of each, 20 by default")
    parser.add_argument("--seed", type=int, default=1, help="another number, another year")
    parser.add_argument("--remove", action="store_true", help="remove the example nights")
    parser.add_argument("--yes", action="store_true", help="do so where the club has nights of its own, without asking")
    parser.set_defaults(run=_run)


def _number(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        number = int(text)
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{least} to {most}")
        return number

    read.__name__ = "number"
    return read


def _run(arguments: argparse.Namespace) -> int:
    from app.backups import example_club

    if arguments.remove:
        return example_club.remove()
    return example_club.fill(arguments.nights, arguments.hands, arguments.seed, ask=not arguments.yes)
