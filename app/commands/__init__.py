"""The commands of ``upcard``, by what they are about: games, hands, and the nights that this machine keeps.

All modules are imported at every start, so that a command imports what it needs only when it runs. It returns its exit
status, or raises :class:`Refused`.
"""

from __future__ import annotations

import sys
from typing import IO, Any

import click


class Refused(click.ClickException):
    """A command cannot be carried out; the message says why."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the reason in a line."""
        print(f"upcard: {self.message}", file=file or sys.stderr)
