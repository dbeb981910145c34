"""The routes fuzzer gets almost everywhere in three houses; ``make fuzz`` goes on, and prints its reach."""

from __future__ import annotations

from random import Random

import pytest

from tests.checks.check import SEED, Tally, tally_text
from tests.fuzz.house import house
from tests.fuzz.reach import missing
from tests.fuzz.routes import REQUESTS, Fuzzer

HOUSES = 3

#: The share of endpoints that three houses may miss: forms that come after others, or only once.
LEFT_OUT = 1 / 6


@pytest.mark.sqlite
@pytest.mark.long
def test_the_routes_fuzzer_reaches_almost_every_endpoint(record_property) -> None:
    tally = Tally()
    for number in range(HOUSES):
        random = Random(f"reach {SEED} {number}")
        with house(random) as at:
            Fuzzer(at, random, tally).run(REQUESTS)
            at.go_on()
            unreached, endpoints = missing(at.app, tally), {rule.endpoint for rule in at.app.url_map.iter_rules()}
    assert len(unreached) <= LEFT_OUT * len(endpoints), unreached
    reached = f"{len(endpoints - unreached)} of {len(endpoints)} endpoints reached"
    record_property("checked", f"routes, seed {SEED}: {reached}, {tally_text(tally)}")
