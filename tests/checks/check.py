"""Checks: their definition, how they are found, and how their rounds are run."""

from __future__ import annotations

import os
import pkgutil
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

#: The seed of the tests, unless the environment sets another.
SEED = os.environ.get("UPCARD_SEED", "1")

#: Counts of a round by name: ``hands``, ``comparisons``, and others that show what it covered. Names that contain
#: :data:`DETAIL` are only for the check's own ``report``.
Tally = Counter[str]
DETAIL = ": "


class MismatchError(Exception):
    """A disagreement between the program and a check. The message has everything needed to reproduce it."""


@dataclass(frozen=True)
class Check:
    """One check. ``round`` takes a seed, and raises :class:`MismatchError` or returns its counts.

    ``make test-fast`` runs ``quick`` rounds and ``make test`` runs ``full``; ``target`` is the make target that runs as
    many as you like, and prints the lines of ``report`` at the end.
    """

    name: str
    about: str
    round: Callable[[str], Tally]
    quick: int
    full: int
    target: str = "check-rules"
    report: Callable[[Tally], Iterable[str]] = lambda _tally: ()


def checks(folder: str = "checks") -> dict[str, Check]:
    """Return every check in a tests folder by name."""
    modules = [name for _, name, _ in pkgutil.iter_modules([str(Path(__file__).parent.parent / folder)])]
    # Skip __main__, which would start running the checks, and test modules, which pytest finds.
    found = [import_module(f"tests.{folder}.{name}") for name in modules if not name.startswith(("_", "test_"))]
    return {module.CHECK.name: module.CHECK for module in found if hasattr(module, "CHECK")}


def run_rounds(check: Check, seed: str, numbers: Iterable[int]) -> Tally:
    """Run rounds of a check and return their counts; raise :class:`MismatchError` for any error too."""
    tally = Tally()
    for number in numbers:
        try:
            tally += check.round(f"{check.name} {seed} {number}")
        except Exception as problem:
            what = str(problem) if isinstance(problem, MismatchError) else f"{traceback.format_exc()}\n{problem!r}"
            again = f'make {check.target} ARGS="{check.name} --seed {seed} --round {number}"'
            raise MismatchError(f"{what}\nTo see it again: {again}") from None
    return tally


def counted(tally: Tally) -> str:
    """Return the counts in words: ``300 hands, 12,345 comparisons``."""
    first = [name for name in ("hands", "comparisons") if name in tally]
    names = [*first, *sorted(name for name in set(tally).difference(first) if DETAIL not in name)]
    return ", ".join(f"{tally[name]:,} {name}" for name in names)
