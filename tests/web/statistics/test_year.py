"""Every figure of a year of fifty nights, worked out again from the logs and the ledger."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from app.night.example_club import ExampleYear, play_example_club
from tests.web.statistics import naive
from tests.web.statistics.checking import check_each_game, check_each_night, check_persons, check_season

YEAR = ExampleYear(nights=50, hands=2, seed=20)


@pytest.mark.slow
def test_every_figure_of_a_year_is_what_logs_and_ledger_make(client: FlaskClient) -> None:
    assert play_example_club(YEAR) is None
    year = naive.club()
    assert (len(year.nights), len(year.hands)) == (YEAR.nights, YEAR.nights * YEAR.hands)
    check_season(client, year)
    check_persons(client, year)
    check_each_game(client, year)
    check_each_night(client, year)
