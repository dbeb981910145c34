"""Define checks, find them, and run their rounds."""

from __future__ import annotations

import os
import pkgutil
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

#: The seed of the tests.
SEED = os.environ.get("UPCARD_SEED", "1")

#: Counts of a round by name: ``hands``, ``comparisons``, and others that show its coverage. Names that contain
#: :data:`DETAIL` are only for the ``report`` of the check.
Tally = Counter[str]
DETAIL = ": "


class MismatchError(Exception):
    """A disagreement between the app and a check; the message has everything needed to reproduce it."""


@dataclass(frozen=True)
class Check:
    """A check: ``round`` takes a seed, and raises :class:`MismatchError` or returns its counts.

    ``quick`` and ``full``: the numbers of rounds of ``make test-fast`` and of ``make test``. ``target``: the make
    target that runs any number of rounds and then prints the lines of ``report``.
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
    # Importing __main__ would run the checks; pytest imports the test modules.
    found = [import_module(f"tests.{folder}.{name}") for name in modules if not name.startswith(("_", "test_"))]
    return {module.CHECK.name: module.CHECK for module in found if hasattr(module, "CHECK")}


def run_rounds(check: Check, seed: str, numbers: Iterable[int]) -> Tally:
    """Run rounds of a check and return their counts; turn any error into a :class:`MismatchError`."""
    tally = Tally()
    for number in numbers:
        try:
            tally += check.round(f"{check.name} {seed} {number}")
        except Exception as error:
            what = str(error) if isinstance(error, MismatchError) else f"{traceback.format_exc()}\n{error!r}"
            again = f'make {check.target} ARGS="{check.name} --seed {seed} --round {number}"'
            raise MismatchError(f"{what}\nTo reproduce it: {again}") from None
    return tally


def tally_text(tally: Tally) -> str:
    """Return the counts as text: ``300 hands, 12,345 comparisons``."""
    first = [name for name in ("hands", "comparisons") if name in tally]
    names = [*first, *sorted(name for name in set(tally).difference(first) if DETAIL not in name)]
    return ", ".join(f"{tally[name]:,} {name}" for name in names)
