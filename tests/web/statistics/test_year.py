"""Every figure of a year of fifty nights, recomputed from the logs and the ledger."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.demo import play_year
from tests.web.statistics import naive
from tests.web.statistics.checking import check_each_game, check_each_night, check_persons, check_season

NIGHTS, HANDS, SEED = 50, 2, 20


@pytest.mark.slow
def test_every_figure_of_a_year_agrees_with_logs_and_ledger(client: FlaskClient) -> None:
    play_year(NIGHTS, HANDS, SEED)
    year = naive.club()
    assert (len(year.nights), len(year.hands)) == (NIGHTS, NIGHTS * HANDS)
    check_season(client, year)
    check_persons(client, year)
    check_each_game(client, year)
    check_each_night(client, year)
