"""Run the checks for as long as you like: ``make check-rules ARGS="--seed 7 --minutes 120"``.

All checks, or those named, run with one seed after another until time is up; without ``--minutes``, with one seed. The
first mismatch ends the run with status 1, and is printed with everything needed to reproduce it.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from itertools import count
from time import monotonic

from tests.checks.check import Check, MismatchError, Tally, checks, counted, run_rounds

#: Rounds of a check between two looks at the clock.
AT_ONCE = 10

ROW = "{:<14} {:>6} {:>11}  {}"


def main(arguments: Sequence[str], folder: str = "checks", target: str = "check-rules") -> int:
    """Run the checks in a tests folder, which belongs to a make target; return 1 if there is a mismatch."""
    known = checks(folder)
    options = read_arguments(arguments, target, list(known))
    chosen = [known[name] for name in options.names or known]
    if options.round is not None:
        return one_round(chosen, options.seed, options.round)
    print(ROW.format("check", "seed", "mismatches", "counted"))
    totals = {check.name: Tally() for check in chosen}
    found = 0
    end = monotonic() + 60 * options.minutes if options.minutes else None
    for seed in count(options.seed):
        for check in chosen:
            tally, mismatches = run_seed(check, str(seed), end, keep_going=options.keep_going)
            print(ROW.format(check.name, seed, len(mismatches), counted(tally)))
            print(*mismatches, sep="\n\n", end="\n" if mismatches else "", flush=True)
            totals[check.name] += tally
            found += len(mismatches)
            if mismatches and not options.keep_going:
                return 1
        if end is None or monotonic() > end:
            break
    for name, tally in totals.items():
        print(f"{name}: {counted(tally)}", *known[name].report(tally), sep="\n")
    return 1 if found else 0


def read_arguments(arguments: Sequence[str], target: str, names: list[str]) -> Namespace:
    parser = ArgumentParser(prog=f"make {target}", description="Check for as long as one likes.")
    parser.add_argument("names", nargs="*", metavar="CHECK", help=", ".join(names))
    parser.add_argument("--seed", type=int, default=1, help="the first seed (1)")
    parser.add_argument("--minutes", type=float, help="take further seeds for so long; one seed without")
    parser.add_argument("--round", type=int, help="take this round of the seed only")
    parser.add_argument("--keep-going", action="store_true", help="go on after a mismatch")
    options = parser.parse_args(arguments)
    if unknown := set(options.names) - set(names):
        parser.error(f"there is no check {sorted(unknown)[0]!r}; there are {', '.join(names)}")
    return options


def run_seed(check: Check, seed: str, end: float | None, *, keep_going: bool) -> tuple[Tally, list[MismatchError]]:
    """Run as many rounds of a seed as time allows; return their counts and the mismatches."""
    tally = Tally()
    mismatches: list[MismatchError] = []
    for number in range(check.full):
        if end is not None and number % AT_ONCE == 0 and monotonic() > end:
            break
        try:
            tally += run_rounds(check, seed, [number])
        except MismatchError as mismatch:
            mismatches.append(mismatch)
            if not keep_going:
                break
    return tally, mismatches


def one_round(chosen: Sequence[Check], seed: int, number: int) -> int:
    """Print the counts of one round of each check, or its mismatch; return 1 if there is one."""
    found = 0
    for check in chosen:
        try:
            print(f"{check.name}: {counted(run_rounds(check, str(seed), [number]))}")
        except MismatchError as mismatch:
            print(mismatch)
            found = 1
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
