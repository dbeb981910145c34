"""Rounds of each check with a fixed seed; ``make check-rules`` runs as many as you like."""

from __future__ import annotations

import pytest

from app.games.catalog import catalog
from tests.checks.check import SEED, checks, run_rounds, tally_text
from tests.checks.rulebook import GAMES

#: A few rounds always, all others with ``--long``.
PARTS = pytest.mark.parametrize("part", ["some", pytest.param("others", marks=pytest.mark.long)])


@PARTS
@pytest.mark.parametrize("name", checks())
def test_a_check_finds_no_mismatch(name: str, part: str, record_property) -> None:
    check = checks()[name]
    rounds = range(check.quick) if part == "some" else range(check.quick, check.full)
    tally = run_rounds(check, SEED, rounds)
    assert tally["hands"]
    assert tally["comparisons"]
    record_property("checked", f"{name}, seed {SEED}, {part}: {tally_text(tally)}")


def test_every_game_in_the_rulebook_is_in_the_catalog() -> None:
    assert len(GAMES) >= 96
    assert set(GAMES) <= set(catalog())
