"""The command line: ``upcard serve`` and its siblings, each a module of :mod:`app.commands`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

COMMANDS = ("serve", "replay", "games", "rules", "rank", "check")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit status; wrong usage exits with 2, as argparse does."""
    parser = argparse.ArgumentParser(prog="upcard", description="A dealer's assistant for home poker.")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in COMMANDS:
        import_module(f"app.commands.{name}").add(subparsers)
    arguments = parser.parse_args(argv)
    run: Callable[[argparse.Namespace], int] = arguments.run
    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
