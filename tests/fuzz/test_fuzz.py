"""Rounds of each fuzzer with a fixed seed; ``make fuzz`` runs as many as you like."""

from __future__ import annotations

import pytest

from tests.checks.check import SEED, checks, run_rounds, tally_text

FUZZERS = checks("fuzz")

#: A few rounds always, all others with ``--long``; test_routes runs more of routes.
PARTS = [
    *((name, range(check.quick)) for name, check in FUZZERS.items() if check.quick),
    *(
        pytest.param(name, range(check.quick, check.full), marks=pytest.mark.long if check.quick else pytest.mark.slow)
        for name, check in FUZZERS.items()
        if name != "routes"
    ),
]


@pytest.mark.sqlite
@pytest.mark.parametrize(("name", "rounds"), PARTS)
def test_no_input_breaks_the_app(name: str, rounds: range, record_property) -> None:
    tally = run_rounds(FUZZERS[name], SEED, rounds)
    assert tally
    record_property("checked", f"{name}, seed {SEED}, rounds {rounds.start} to {rounds.stop - 1}: {tally_text(tally)}")
