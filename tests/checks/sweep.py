"""The sweep of :mod:`tests.games.sweep`: games with random options and modifiers, played out or refused."""

from __future__ import annotations

from tests.checks.check import Check, MismatchError, Tally
from tests.games.sweep import SweepError, one


def sweep_round(seed: str) -> Tally:
    """Try random combinations until a game is played out."""
    found = Tally()
    while not found["played"]:
        try:
            found += one(f"{seed} {found['refused']}")
        except SweepError as problem:
            raise MismatchError(str(problem)) from problem
    # Every action and every refusal counts: neither may end in an error.
    comparisons = found["refused"] + found["actions"]
    return Tally({"hands": 1, "refused": found["refused"], "comparisons": comparisons})


CHECK = Check("sweep", "games with modifiers are played out, or refused with the reason", sweep_round, quick=2, full=10)
