"""The fuzzers find each fault put into the app, within a few rounds or requests."""

from __future__ import annotations

import re
from random import Random

import pytest

from app.hand.notation import parse_action
from tests.checks.check import MismatchError, Tally, checks, run_rounds
from tests.fuzz.club import new_club
from tests.fuzz.routes import Fuzzer
from tests.fuzz.sabotage import SABOTAGES, Sabotage
from tests.fuzz.sabotaged_routes import ROUTE_SABOTAGES, RouteSabotage

FUZZERS = checks("fuzz")

#: A seed that finds all faults, whatever the seed of other tests.
SEED = "1"

#: Number of requests to a club, and between two checks of its chips and hands; and the most clubs to try, since some
#: things can be done only once in each.
REQUESTS, BATCH, CLUBS = 120, 40, 80


@pytest.mark.sqlite
@pytest.mark.long
@pytest.mark.parametrize("sabotage", SABOTAGES, ids=str)
def test_a_fault_in_the_app_is_found(sabotage: Sabotage, monkeypatch: pytest.MonkeyPatch, record_property) -> None:
    parse_action.cache_clear()
    sabotage.commit(monkeypatch)
    with pytest.raises(MismatchError) as found:
        run_rounds(FUZZERS[sabotage.fuzzer], SEED, range(sabotage.rounds))
    parse_action.cache_clear()  # it may hold results of the fault
    assert sabotage.reported in str(found.value)
    command = re.search(f'make fuzz ARGS="{sabotage.fuzzer} --seed {SEED} --round (\\d+)"', str(found.value))
    assert command is not None
    record_property("checked", f"fault for {sabotage}: found in round {command[1]}")


@pytest.mark.sqlite
@pytest.mark.long
@pytest.mark.parametrize("sabotage", ROUTE_SABOTAGES, ids=str)
def test_a_fault_in_a_route_is_found(sabotage: RouteSabotage, monkeypatch: pytest.MonkeyPatch, record_property) -> None:
    found, tally = "", Tally()
    for number in range(CLUBS):
        random = Random(f"{sabotage} {SEED} {number}")
        with new_club(random, sabotage.hands) as club, monkeypatch.context() as patch:
            sabotage.commit(patch)
            try:
                Fuzzer(club, random, tally, sabotage.endpoint).run(REQUESTS, BATCH)
            except MismatchError as mismatch:
                found = str(mismatch)
                break
    assert sabotage.reported in found
    at_request = re.search(r"request (\d+)", found)
    assert at_request is not None
    record_property("checked", f"fault for routes: {sabotage}: found at request {at_request[1]}")


def test_every_fuzzer_has_faults_to_find() -> None:
    assert {sabotage.fuzzer for sabotage in SABOTAGES} | {"routes"} == set(FUZZERS)
