"""The routes fuzzer reaches almost every endpoint in three clubs; ``make fuzz`` prints its reach."""

from __future__ import annotations

from random import Random

import pytest

from tests.checks.check import SEED, Tally, tally_text
from tests.fuzz.club import new_club
from tests.fuzz.reach import missing
from tests.fuzz.routes import REQUESTS, Fuzzer

CLUBS = 3

#: The share of endpoints that it may miss: forms that appear only after others, or only once.
MAX_MISSED = 1 / 6


@pytest.mark.sqlite
@pytest.mark.long
def test_the_routes_fuzzer_reaches_almost_every_endpoint(record_property) -> None:
    tally = Tally()
    for number in range(CLUBS):
        random = Random(f"reach {SEED} {number}")
        with new_club(random) as club:
            Fuzzer(club, random, tally).run(REQUESTS)
            club.check_playable()
            unreached, endpoints = missing(club.app, tally), {rule.endpoint for rule in club.app.url_map.iter_rules()}
    assert len(unreached) <= MAX_MISSED * len(endpoints), unreached
    reached = f"{len(endpoints - unreached)} of {len(endpoints)} endpoints reached"
    record_property("checked", f"routes, seed {SEED}: {reached}, {tally_text(tally)}")
