"""What a check is, how checks are found, and how their rounds are run."""

from __future__ import annotations

import os
import pkgutil
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

#: The seed of the tests, unless the environment names another.
SEED = os.environ.get("UPCARD_SEED", "1")

#: What a round has counted, by name: ``hands`` and ``comparisons``, and what else tells how much it has seen. What has
#: :data:`DETAIL` in its name is for the check's own ``report`` alone.
Tally = Counter[str]
DETAIL = ": "


class MismatchError(Exception):
    """The program and a check disagree. The message says about what, with all that it takes to play it again."""


@dataclass(frozen=True)
class Check:
    """One check. ``round`` takes a seed, raises :class:`MismatchError` or returns what it has compared.

    ``quick`` rounds are taken by ``make test-fast`` and ``full`` ones by ``make test``; ``target`` is the target
    of make that takes as many as one likes, and prints the lines of ``report`` in the end.
    """

    name: str
    about: str
    round: Callable[[str], Tally]
    quick: int
    full: int
    target: str = "check-rules"
    report: Callable[[Tally], Iterable[str]] = lambda _tally: ()


def checks(folder: str = "checks") -> dict[str, Check]:
    """Return every check of a folder of the tests by name."""
    modules = [name for _, name, _ in pkgutil.iter_modules([str(Path(__file__).parent.parent / folder)])]
    # The program that runs the checks would begin to do so, and tests are found by pytest.
    found = [import_module(f"tests.{folder}.{name}") for name in modules if not name.startswith(("_", "test_"))]
    return {module.CHECK.name: module.CHECK for module in found if hasattr(module, "CHECK")}


def run_rounds(check: Check, seed: str, numbers: Iterable[int]) -> Tally:
    """Return what rounds of a check have compared; raises :class:`MismatchError`, also for an error."""
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
    """Return what has been counted in words: ``300 hands, 12,345 comparisons``."""
    first = [name for name in ("hands", "comparisons") if name in tally]
    names = [*first, *sorted(name for name in set(tally).difference(first) if DETAIL not in name)]
    return ", ".join(f"{tally[name]:,} {name}" for name in names)
