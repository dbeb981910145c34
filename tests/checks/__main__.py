"""Run the checks for as long as you like: ``make check-rules ARGS="--seed 7 --minutes 120"``.

All checks, or those named, run with seed after seed until the time is up; without ``--minutes``, with one seed. The
first mismatch is printed with everything needed to reproduce it, and ends the run with status 1.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from itertools import count
from time import monotonic

from tests.checks.check import Check, MismatchError, Tally, checks, run_rounds, tally_text

#: Number of rounds after which to check the clock.
ROUNDS_AT_ONCE = 10

ROW = "{:<14} {:>6} {:>11}  {}"


def main(arguments: Sequence[str], folder: str = "checks", target: str = "check-rules") -> int:
    """Run the checks of a tests folder and its make target; return 1 if there is a mismatch."""
    known = checks(folder)
    options = read_arguments(arguments, target, list(known))
    chosen = [known[name] for name in options.names or known]
    if options.round is not None:
        return run_one_round(chosen, options.seed, options.round)
    print(ROW.format("check", "seed", "mismatches", "counted"))
    totals = {check.name: Tally() for check in chosen}
    mismatch_count = 0
    end = monotonic() + 60 * options.minutes if options.minutes else None
    for seed in count(options.seed):
        for check in chosen:
            tally, mismatches = run_seed(check, str(seed), end, keep_going=options.keep_going)
            print(ROW.format(check.name, seed, len(mismatches), tally_text(tally)))
            print(*mismatches, sep="\n\n", end="\n" if mismatches else "", flush=True)
            totals[check.name] += tally
            mismatch_count += len(mismatches)
            if mismatches and not options.keep_going:
                return 1
        if end is None or monotonic() > end:
            break
    for name, tally in totals.items():
        print(f"{name}: {tally_text(tally)}", *known[name].report(tally), sep="\n")
    return 1 if mismatch_count else 0


def read_arguments(arguments: Sequence[str], target: str, names: list[str]) -> Namespace:
    parser = ArgumentParser(prog=f"make {target}", description="Run random checks.")
    parser.add_argument("names", nargs="*", metavar="CHECK", help=", ".join(names))
    parser.add_argument("--seed", type=int, default=1, help="the first seed (1)")
    parser.add_argument("--minutes", type=float, help="keep taking seeds for this long (default: one seed)")
    parser.add_argument("--round", type=int, help="run only this round of the seed")
    parser.add_argument("--keep-going", action="store_true", help="continue after a mismatch")
    options = parser.parse_args(arguments)
    if unknown := set(options.names) - set(names):
        parser.error(f"no check is called {sorted(unknown)[0]!r}; choose from {', '.join(names)}")
    return options


def run_seed(check: Check, seed: str, end: float | None, *, keep_going: bool) -> tuple[Tally, list[MismatchError]]:
    """Run as many rounds of a seed as time allows; return their counts and mismatches."""
    tally = Tally()
    mismatches: list[MismatchError] = []
    for number in range(check.full):
        if end is not None and number % ROUNDS_AT_ONCE == 0 and monotonic() > end:
            break
        try:
            tally += run_rounds(check, seed, [number])
        except MismatchError as mismatch:
            mismatches.append(mismatch)
            if not keep_going:
                break
    return tally, mismatches


def run_one_round(chosen: Sequence[Check], seed: int, number: int) -> int:
    """Print the counts or the mismatch of one round of each check; return 1 if there is a mismatch."""
    status = 0
    for check in chosen:
        try:
            print(f"{check.name}: {tally_text(run_rounds(check, str(seed), [number]))}")
        except MismatchError as mismatch:
            print(mismatch)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
