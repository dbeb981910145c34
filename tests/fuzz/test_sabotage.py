"""The fuzzers find faults: each one put into the app is found within a few rounds or requests."""

from __future__ import annotations

import re
from random import Random

import pytest

from app.hand.notation import parse_action
from tests.checks.check import MismatchError, Tally, checks, run_rounds
from tests.fuzz.house import house
from tests.fuzz.routes import Fuzzer
from tests.fuzz.sabotage import SABOTAGES, Sabotage
from tests.fuzz.sabotaged_routes import ROUTE_SABOTAGES, RouteSabotage

FUZZERS = checks("fuzz")

#: The seed that finds these faults, whatever the seed of other tests.
SEED = "1"

#: Requests to a house, requests between two checks of its chips and hands, and the most houses. By the end of a house,
#: everything that can be done only once has been done.
REQUESTS, BATCH, HOUSES = 120, 40, 80


#: The first fault of each fuzzer; the others only with ``--long``.
FIRST = {sabotage.fuzzer: sabotage for sabotage in reversed(SABOTAGES)}.values()
FAULTS = [
    pytest.param(sabotage, marks=pytest.mark.slow if sabotage in FIRST else pytest.mark.long) for sabotage in SABOTAGES
]


@pytest.mark.sqlite
@pytest.mark.parametrize("sabotage", FAULTS, ids=str)
def test_a_fault_in_the_app_is_found(sabotage: Sabotage, monkeypatch: pytest.MonkeyPatch, record_property) -> None:
    parse_action.cache_clear()
    sabotage.commit(monkeypatch)
    with pytest.raises(MismatchError) as found:
        run_rounds(FUZZERS[sabotage.fuzzer], SEED, range(sabotage.rounds))
    parse_action.cache_clear()  # no other test may use what the fault has cached
    assert sabotage.reported in str(found.value)
    again = re.search(f'make fuzz ARGS="{sabotage.fuzzer} --seed {SEED} --round (\\d+)"', str(found.value))
    assert again is not None
    record_property("checked", f"fault for {sabotage}: found in round {again[1]}")


@pytest.mark.sqlite
@pytest.mark.long
@pytest.mark.parametrize("sabotage", ROUTE_SABOTAGES, ids=str)
def test_a_fault_in_a_route_is_found(sabotage: RouteSabotage, monkeypatch: pytest.MonkeyPatch, record_property) -> None:
    found, tally = "", Tally()
    for number in range(HOUSES):
        random = Random(f"{sabotage} {SEED} {number}")
        with house(random, sabotage.hands) as at, monkeypatch.context() as patch:
            sabotage.commit(patch)
            try:
                Fuzzer(at, random, tally, sabotage.endpoint).run(REQUESTS, BATCH)
            except MismatchError as mismatch:
                found = str(mismatch)
                break
    assert sabotage.reported in found
    at_request = re.search(r"request (\d+)", found)
    assert at_request is not None
    record_property("checked", f"fault for routes: {sabotage}: found at request {at_request[1]}")


def test_every_fuzzer_has_faults_to_find() -> None:
    assert {sabotage.fuzzer for sabotage in SABOTAGES} | {"routes"} == set(FUZZERS)
