"""The command line: ``upcard serve`` and its siblings."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from io import TextIOWrapper

import click

from app.commands import CommandError, feed, games, hands, nights, variants


@click.group(help="A dealer's assistant for home poker.")
@click.version_option(package_name="upcard", message="upcard %(version)s")
def upcard() -> None:
    """Group the commands."""


for _module in (feed, games, hands, nights, variants):
    for _command in vars(_module).values():
        if isinstance(_command, click.Command):
            upcard.add_command(_command)


@upcard.result_callback()
def _flush(status: int) -> int:
    """Flush the output while click can still handle a closed pipe."""
    sys.stdout.flush()
    return status


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; 2 for wrong usage, or a command that cannot be carried out."""
    if isinstance(sys.stdout, TextIOWrapper):  # a terminal may lack a character, and a file name may hold any byte
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        return int(upcard.main(arguments, prog_name="upcard", standalone_mode=False))
    except click.Abort:
        return 1
    except click.ClickException as problem:
        problem.show()
        return problem.exit_code
    except ModuleNotFoundError:
        if not (unfit := unfit_system()):
            raise
        CommandError(unfit).show()
        return 2


def unfit_system() -> str:
    """Return why this system cannot serve nights; empty if it can. Serving needs Unix file locks."""
    if find_spec("fcntl") is not None:
        return ""
    import platform

    system = platform.system() or "This system"
    return (
        f"{system} cannot serve nights: that takes Linux, as on a Raspberry Pi, or macOS. "
        "On Windows, install WSL (wsl --install), and Upcard inside it."
    )


if __name__ == "__main__":
    sys.exit(main())
