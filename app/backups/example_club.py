"""What ``upcard example-club`` does and prints; 2 says a refusal."""

from __future__ import annotations

import sys

from app.backups.commands import RefusedError, agreed, told
from app.backups.starting import prepare_database
from app.backups.versions import opened
from app.night.example_club import (
    ExampleYear,
    example_nights,
    play_example_club,
    played_nights,
    remove_example_club,
)
from app.night.validation import Problem
from app.text import counted


@told
def fill(nights: int, hands: int, seed: int, *, ask: bool) -> int:
    """Play a year of nights, once the person at the terminal has said yes where there are others."""
    prepare_database()
    with opened(hurried=True):
        if there := len(example_nights()):
            raise RefusedError(
                f"there are {counted(there, 'example night')} already; remove them: upcard example-club --remove"
            )
        others = played_nights()
        question = (
            f"{counted(others, 'night')} of yours would stand among them in every list and statistic. Go on? [y/N] "
        )
        if others and ask and not agreed(question):
            print("Nothing was changed.")
            return 1
        problem = play_example_club(ExampleYear(nights, hands, seed), lambda night: _tell(night, nights))
    if isinstance(problem, Problem):
        raise RefusedError(problem.text)
    print(f"{counted(nights, 'example night')} of {counted(hands, 'hand')} each.")
    print("To remove them: upcard example-club --remove")
    return 0


@told
def remove() -> int:
    """Remove the example nights."""
    prepare_database()
    with opened():
        gone = remove_example_club()
    print(f"{counted(gone, 'example night')} removed." if gone else "There are no example nights.")
    return 0


def _tell(night: int, nights: int) -> None:
    if sys.stdout.isatty():
        print(f"\r{night} of {nights} ", end="" if night < nights else "\n", flush=True)
