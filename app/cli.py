"""The command line: ``upcard serve`` and its siblings, each a module of :mod:`app.commands`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from keyword import iskeyword

from app.system import INSTEAD, unfit_system

COMMANDS = (
    "serve",
    "replay",
    "games",
    "rules",
    "rulings",
    "rank",
    "check",
    "host-code",
    "backup",
    "restore",
    "verify",
    "export",
    "import",
    "example-club",
    "doctor",
    "systemd-unit",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit status; wrong usage exits with 2, as argparse does."""
    parser = argparse.ArgumentParser(prog="upcard", description="A dealer's assistant for home poker.")
    parser.add_argument("--version", action=_PrintVersion, nargs=0, help="print the version and exit")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in COMMANDS:
        import_module(f"app.commands.{module_name(name)}").add(subparsers)
    arguments = parser.parse_args(argv)
    run: Callable[[argparse.Namespace], int] = arguments.run
    try:
        status = run(arguments)
        sys.stdout.flush()
    except ModuleNotFoundError:
        if not (problem := unfit_system()):
            raise
        print(f"upcard: {problem} {INSTEAD}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read the output has read enough, such as ``head``. Nothing more is written at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


def module_name(command: str) -> str:
    """Return the name of the module that holds a command."""
    name = command.replace("-", "_")
    return f"{name}_" if iskeyword(name) else name


class _PrintVersion(argparse.Action):
    """Print the version and exit. It is looked up only here, so that every other command starts faster."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"upcard {version('upcard')}")
        parser.exit()


if __name__ == "__main__":
    sys.exit(main())
