"""Each fuzzer for a while, with a fixed seed; ``make fuzz`` takes as long as one likes."""

from __future__ import annotations

import pytest

from tests.checks.check import SEED, checks, counted, run_rounds


@pytest.mark.sqlite
@pytest.mark.parametrize("part", ["some", pytest.param("others", marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", checks("fuzz"))
def test_nothing_breaks_that_is_sent(name: str, part: str, record_property) -> None:
    check = checks("fuzz")[name]
    rounds = range(check.quick) if part == "some" else range(check.quick, check.full)
    tally = run_rounds(check, SEED, rounds)
    assert tally or not rounds
    record_property("checked", f"{name}, seed {SEED}, {part}: {counted(tally)}")
