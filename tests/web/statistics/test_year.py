"""Every figure of a year, recomputed from the logs and the ledger."""

from __future__ import annotations

import gzip

import pytest
from flask.testing import FlaskClient

from tests.demo import play_year
from tests.snapshots import copied
from tests.web.statistics import naive
from tests.web.statistics.checking import check_each_game, check_each_night, check_persons, check_season
from tests.web.statistics.reading import tables_of

HANDS, SEED = 2, 20

#: Both are more nights than a table of them has rows.
NIGHTS = [30, pytest.param(50, marks=pytest.mark.long)]


@copied
def play(nights: int) -> None:
    play_year(nights, HANDS, SEED)


@pytest.mark.slow
@pytest.mark.parametrize("nights", NIGHTS)
def test_every_figure_of_a_year_agrees_with_logs_and_ledger(client: FlaskClient, nights: int) -> None:
    play(nights)
    year = naive.club()
    assert (len(year.nights), len(year.hands)) == (nights, nights * HANDS)
    check_season(client, year)
    check_persons(client, year)
    check_each_game(client, year)
    check_each_night(client, year)


@pytest.mark.slow
def test_a_long_table_is_cut_and_links_to_all_its_rows(client: FlaskClient) -> None:
    play(30)
    answer = client.get("/statistics")
    nights = tables_of(answer.text)["Nights"]
    assert len(nights.rows) == 25
    assert len(tables_of(client.get(nights.more).text)["Nights"].rows) == 30
    for odd in ("endpoint=x", "_anchor=x", "_scheme=ftp", "_external=1", "all=people"):
        more = tables_of(client.get(f"/statistics?{odd}").text)["Nights"].more
        assert more.startswith("/statistics?")
        assert len(tables_of(client.get(more).text)["Nights"].rows) == 30
    assert len(gzip.compress(answer.data)) < 20_000
