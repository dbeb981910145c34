"""A refusal: an action that was not taken, and why."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action was refused; nothing has changed.

    ``overrulable``: it broke a rule rather than the facts of the table, so that the same action with the dealer's
    ``!`` would stand.
    """

    reason: str
    overrulable: bool = False
