"""Luck on the statistics pages: a column, the luckiest pots and the worst beats."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.games.house import Stakes
from app.night.acts.queue import Done
from app.night.db import db
from app.night.history.replays import hand_key
from app.night.people import roster
from tests import patience
from tests.demo import play_year
from tests.night.acting import play_for
from tests.night.table import everyone_folds, tap
from tests.night.test_luck import A_KING
from tests.odds.answering import AtOnce, work_out_all_luck
from tests.web.statistics.reading import ReadTable, tables_of
from tests.web.tables import Table

NO_LIMIT = Stakes(ante=1, limit="none", min_bet=2)


@pytest.fixture
def unlucky(deal: Callable[..., Table]) -> Table:
    """Return a hand in which Bob's aces lose a pot of 201 to Ann, who could expect 9 of it."""
    table = deal("texas-holdem", 3, stakes=NO_LIMIT, names=("Bob", "Cy", "Ann"))
    assert tap(table.live, *A_KING).over
    work_out_all_luck()
    return table


def column(table: ReadTable, head: str = "Luck") -> dict[str, str]:
    return {row[0]: row[table.heads.index(head)] for row in table.rows}


def test_luck_has_a_column_and_two_tables(unlucky: Table) -> None:
    address = f"/h/{hand_key(unlucky.hand)}"
    for page, when in ((f"/n/{unlucky.key}/statistics", 1), ("/statistics", 2)):
        tables = tables_of(unlucky.client.get(page).text)
        assert column(tables["Players"]) == {"Ann": "+192 in 1 hand", "Bob": "−192 in 1 hand", "Cy": "–"}
        for title, row in (
            ("Luckiest pots", ["+192", "Ann", "9", "201", "Texas Hold'em"]),
            ("Worst beats", ["−192", "Bob", "192", "0", "Texas Hold'em"]),
        ):
            assert tables[title].heads[:5] == ["Luck", "Player", "Expected", "Won", "Game"]
            assert [shown[:-when] for shown in tables[title].rows] == [row]
            assert tables[title].links[0][0] == address


def test_a_persons_page_shows_their_own_luck(unlucky: Table) -> None:
    for name, luck, title, other in (
        ("Ann", "+192 in 1 hand", "Luckiest pots", "Worst beats"),
        ("Bob", "−192 in 1 hand", "Worst beats", "Luckiest pots"),
    ):
        person = next(person.id for person in roster.all_people() if person.name == name)
        tables = tables_of(unlucky.client.get(f"/statistics/player/{person}").text)
        assert tables[name].rows[0][tables[name].heads.index("Luck")] == luck
        assert column(tables["By game"]) == {"Texas Hold'em": luck}
        assert len(tables[title].rows) == 1
        assert other not in tables


def test_luck_is_shown_in_money_on_a_night_for_money(unlucky: Table) -> None:
    friday = unlucky.night
    assert isinstance(play_for(friday, "EUR", 10, []), Done)
    tables = tables_of(unlucky.client.get("/statistics").text)
    assert column(tables["Players"])["Ann"] == "+€19.20 in 1 hand"
    assert tables["Luckiest pots"].rows[0][:4] == ["+€19.20", "Ann", "€0.90", "€20.10"]


def test_opening_the_page_starts_computing_luck_in_the_background(
    deal: Callable[..., Table], client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = deal("texas-holdem", 3, stakes=NO_LIMIT, names=("Bob", "Cy", "Ann"))
    assert tap(table.live, *A_KING).over
    monkeypatch.setitem(app.config, "ODDS_ANSWERS", AtOnce)
    monkeypatch.setitem(app.config, "WORKS_OUT_LUCK", True)
    deadline = monotonic() + patience.SECONDS
    while "Luck" not in tables_of(client.get("/statistics").text)["Players"].heads:
        assert monotonic() < deadline
        sleep(0.05)
        db.session.rollback()  # end the test's own transaction
    assert column(tables_of(client.get("/statistics").text)["Players"])["Ann"] == "+192 in 1 hand"


def test_the_page_says_that_luck_is_being_computed(deal: Callable[..., Table], client: FlaskClient) -> None:
    table = deal("texas-holdem", 3, stakes=NO_LIMIT, names=("Bob", "Cy", "Ann"))
    assert tap(table.live, *A_KING).over
    page = client.get("/statistics").text
    assert "The luck of 1 hand is still to be worked out, a little each time this page opens." in page
    assert "Luck" not in tables_of(page)["Players"].heads
    assert not {"Luckiest pots", "Worst beats"} & set(tables_of(page))


def test_a_night_without_showdowns_does_not_mention_luck(deal: Callable[..., Table], client: FlaskClient) -> None:
    everyone_folds(deal("five-card-stud", 3).live)
    page = client.get("/statistics").text
    assert "1 hand" in page
    assert "luck" not in page.lower()


def test_the_luck_of_a_year_adds_up_to_zero(client: FlaskClient) -> None:
    """One player's good luck is another's bad luck."""
    play_year(2, 8, 5)
    work_out_all_luck()
    tables = tables_of(client.get("/statistics").text)
    won = [luck.partition(" ")[0] for luck in column(tables["Players"]).values() if luck != "–"]
    assert len(won) > 3
    assert abs(sum(float(luck.replace("€", "").replace("−", "-").replace(",", "")) for luck in won)) < 1e-6
    assert 0 < len(tables["Luckiest pots"].rows) <= 5
    assert 0 < len(tables["Worst beats"].rows) <= 5
