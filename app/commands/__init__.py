"""The commands of ``upcard``: about games, hands, and stored nights.

A command imports its dependencies when it runs, so that the others start fast. It returns its exit status, or raises
:class:`CommandError`.
"""

from __future__ import annotations

import sys
from typing import IO, Any

import click

#: More deals would take hours.
MAX_DEALS = 100_000_000


class CommandError(click.ClickException):
    """A command that cannot be carried out; the message says why."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the reason on one line."""
        print(f"upcard: {self.message}", file=file or sys.stderr)
