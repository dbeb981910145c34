"""The report on mutants: a table by module, the unexplained survivors, and outdated explanations.

An explanation is a ``[[survivor]]`` in a TOML file of this folder. ``in``: the function with its module. ``was`` and
``now``: the lines that the mutant removes and inserts. ``why``: why no test can detect it.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent

#: The column of each status of mutmut in the table. Mutants of other statuses, such as "no tests", are survivors.
CAUGHT = {"caught by type check": "types", "killed": "killed", "timeout": "timed out"}
UNTRIED = "not checked"
COLUMNS = ("mutants", *CAUGHT.values(), "explained", "unexplained")


class Change(NamedTuple):
    """The lines replaced by a mutant and their replacements, without indentation."""

    function: str
    was: str
    now: str


@dataclass(frozen=True)
class Mutant:
    """A mutant by mutmut's name; ``diff`` is set for a survivor."""

    name: str
    status: str
    diff: str = ""

    @property
    def survived(self) -> bool:
        return self.status not in (*CAUGHT, UNTRIED)

    @property
    def module(self) -> str:
        return self.name.rpartition(".")[0]

    @property
    def change(self) -> Change:
        # x_function__mutmut_1, or xǁClassǁmethod__mutmut_1
        function = self.name.rpartition(".")[2].rpartition("__mutmut_")[0][2:].replace("ǁ", ".")
        # The first two lines name the files.
        lines = self.diff.splitlines()[2:]
        was, now = ("\n".join(line[1:] for line in lines if line.startswith(sign)) for sign in "-+")
        return Change(f"{self.module}.{function}", _stripped(was), _stripped(now))


def explanations(folder: Path = FOLDER) -> dict[Change, str]:
    """Return the explained changes, with the reason why no test can detect them."""
    files = [tomllib.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.toml"))]
    entries = [entry for file in files for entry in file.get("survivor", [])]
    return {Change(entry["in"], _stripped(entry["was"]), _stripped(entry["now"])): entry["why"] for entry in entries}


def report(mutants: Sequence[Mutant], explained: Collection[Change]) -> tuple[str, bool]:
    """Return the text of the report, and whether all survivors are explained."""
    survivors = {mutant: mutant.change for mutant in mutants if mutant.survived}
    unexplained = [mutant for mutant, change in survivors.items() if change not in explained]
    untried = sum(mutant.status == UNTRIED for mutant in mutants)
    lines = _table(mutants, unexplained)
    if untried:
        lines.append(f"{untried} mutants have not been tried.")
    for mutant in unexplained:
        lines += ["", f"{mutant.name}: {mutant.status}", *mutant.diff.splitlines()]
    # Until all have been tried, an explanation may belong to an untried mutant.
    outdated = [] if untried else [change for change in explained if change not in survivors.values()]
    for change in outdated:
        lines += ["", f"Explained, but no survivor: in {change.function}", f"was {change.was}", f"now {change.now}"]
    return "\n".join(lines), not unexplained


def _table(mutants: Sequence[Mutant], unexplained: Collection[Mutant]) -> list[str]:
    """Return a line for each module with mutants that were tried, and one for all of them."""
    counts: dict[str, Counter[str]] = {}
    for mutant in mutants:
        if mutant.status != UNTRIED:
            column = CAUGHT.get(mutant.status) or ("unexplained" if mutant in unexplained else "explained")
            counts.setdefault(mutant.module, Counter()).update(("mutants", column))
    counts["all"] = sum(counts.values(), Counter())
    width = max(map(len, counts))
    return ["  ".join(("module".ljust(width), *COLUMNS))] + [
        "  ".join((module.ljust(width), *(str(count[column]).rjust(len(column)) for column in COLUMNS)))
        for module, count in counts.items()
    ]


def _stripped(text: str) -> str:
    """Return lines without their indentation."""
    return "\n".join(line.strip() for line in text.splitlines())
