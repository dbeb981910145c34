"""Every figure of a year, recomputed from the logs and the ledger."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.demo import play_year
from tests.web.statistics import naive
from tests.web.statistics.checking import check_each_game, check_each_night, check_persons, check_season

HANDS, SEED = 2, 20

#: Both are more nights than a table of them has rows.
NIGHTS = [30, pytest.param(50, marks=pytest.mark.long)]


@pytest.mark.slow
@pytest.mark.parametrize("nights", NIGHTS)
def test_every_figure_of_a_year_agrees_with_logs_and_ledger(client: FlaskClient, nights: int) -> None:
    play_year(nights, HANDS, SEED)
    year = naive.club()
    assert (len(year.nights), len(year.hands)) == (nights, nights * HANDS)
    check_season(client, year)
    check_persons(client, year)
    check_each_game(client, year)
    check_each_night(client, year)
