"""Statistics pages: seasons, missing pages, long lists, and a night in progress."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from html import unescape

import pytest
from flask.testing import FlaskClient

from app.games.house import DEFAULT_STAKES
from app.night import nights as night_nights
from app.night.history import statistics
from app.night.people import roster
from app.night.play.call import next_hand
from app.night.validation import Problem
from app.web.statistics.tables import Cell, Column, row_of
from tests.demo import move_to, play_year
from tests.night.table import everyone_folds
from tests.web.statistics.reading import tables_of
from tests.web.tables import Table

Deal = Callable[..., Table]


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ("from=x", "Give each day as 2026-11-23."),
        ("to=2026-02-30", "Give each day as 2026-11-23."),
        ("from=0001-01-01", "Give each day as 2026-11-23."),
        ("from=2026-02-01&to=2026-01-01", "The first day comes after the last one."),
    ],
)
@pytest.mark.parametrize("page", ["/statistics", "/statistics/hands"])
def test_bad_days_are_refused_with_the_reason(client: FlaskClient, page: str, query: str, error: str) -> None:
    answer = client.get(f"{page}?{query}")
    assert answer.status_code == 422
    assert error in answer.text


@pytest.mark.parametrize("page", ["player/1", f"player/{2**53}", f"player/{10**30}", "game/bridge", "game/%00", "x"])
def test_unknown_players_and_games_are_not_found(client: FlaskClient, page: str) -> None:
    assert client.get(f"/statistics/{page}").status_code == 404


def test_the_page_says_if_no_hand_was_played(client: FlaskClient) -> None:
    assert "No hand was finished between these dates." in client.get("/statistics").text


def test_a_night_that_nobody_joined_adds_no_columns(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    everyone_folds(table.live)
    assert not isinstance(night_nights.start_night("Saturday", DEFAULT_STAKES, {}, True, "EUR", 10), Problem)
    page = table.client.get("/statistics").text
    assert "not added up" not in page
    assert "Won or lost" in tables_of(page)["Players"].heads


def test_without_players_there_is_no_table_of_players(client: FlaskClient) -> None:
    assert not isinstance(night_nights.start_night("Saturday", DEFAULT_STAKES, {}, True), Problem)
    assert list(tables_of(client.get("/statistics").text)) == ["Nights"]


def test_a_game_that_was_never_called_has_no_figures(client: FlaskClient) -> None:
    answer = client.get("/statistics/game/chicago")
    assert answer.status_code == 200
    assert tables_of(answer.text) == {}


def test_chips_won_within_a_hand_count_even_if_its_pot_stays(deal: Deal) -> None:
    table = deal("guts-two-card", 3)
    table.enter(*(f"d dh p{n} ????" for n in (1, 2, 3)), "p1 declare in", "p2 declare in", "p3 declare out")
    table.enter("d ranks high p1", "d leave")
    assert next_hand(table.night) is None
    players = tables_of(table.client.get("/statistics/game/guts-two-card").text)["Players"].by_name()
    assert {name: cells[0] for name, cells in players.items()} == {"Ann": "+2", "Bob": "−4", "Cy": "−1"}


def test_links_keep_the_days_of_the_season(client: FlaskClient) -> None:
    play_year(nights=3, hands=2, seed=4)
    first, last = statistics.first_day(), night_nights.nights()[0].started_at.astimezone().date()
    assert first is not None
    query = f"from={last.isoformat()}&to={last.isoformat()}"
    page = client.get(f"/statistics?{query}").text
    assert "1 night, 2 hands" in page
    person = re.search(r'href="(/statistics/player/[^"]+)"', page)
    assert person is not None
    assert "from=" in person[1]
    assert "1 night, 2 hands" in client.get(person[1].replace("&amp;", "&")).text


@pytest.mark.parametrize(("days", "labels"), [(364, ["3 Mar", "2 Mar"]), (365, ["3 Mar 2024", "3 Mar 2025"])])
def test_days_below_a_plot_of_more_than_a_year_have_their_year(
    client: FlaskClient, days: int, labels: list[str]
) -> None:
    play_year(2, 1, 1)
    first, last = sorted(night_nights.all_night_ids())
    began = datetime(2024, 3, 3, 19).astimezone()
    move_to(first, began)
    move_to(last, began + timedelta(days=days))
    page = client.get("/statistics?from=2024-01-01&to=2025-12-31").text
    assert re.findall(r">(\d+ Mar[^<]*)</text>", page) == labels


def test_a_night_in_progress_has_statistics(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    address = f"/n/{table.key}/statistics"
    assert "No hand was finished." in table.client.get(address).text
    everyone_folds(table.live)
    page = table.client.get(address).text
    assert "1 hand, 3 players." in page
    assert 'aria-label="Stacks after each hand"' in page
    assert re.search('<summary aria-label="The same figures as a table: Stacks[^"]*">The same figures', page)
    winner = next(person.id for person in roster.all_people() if person.name == table.live.hand.setup.names[2])
    listed = tables_of(table.client.get(f"{address}/hands?did=won&person={winner}").text)
    assert [row[-1] for row in listed["Hands"].rows] == ["+2"]


@pytest.mark.parametrize(
    ("did", "title"),
    [
        ("", "1 hand with Cy."),
        ("&did=dealt", "1 hand with Cy."),
        ("&did=won", "1 hand, won by Cy."),
        ("&did=called", "1 hand, called by Cy."),
        ("&did=end", "0 hands, taken to a showdown by Cy."),
        ("&game=five-card-stud", "1 hand of Five-Card Stud with Cy."),
    ],
)
def test_the_list_of_hands_behind_a_figure_has_a_title(deal: Deal, did: str, title: str) -> None:
    table = deal("five-card-stud", 3)
    everyone_folds(table.live)
    cy = next(person.id for person in roster.all_people() if person.name == "Cy")
    page = table.client.get(f"/n/{table.key}/statistics/hands?person={cy}{did}").text
    assert f'<p class="played">{title}</p>' in page


def test_an_unknown_id_in_a_list_of_hands_finds_no_hands(client: FlaskClient, deal: Deal) -> None:
    everyone_folds(deal("five-card-stud", 3).live)
    for query in ("person=x", f"person={10**20}", "night=-1", "game=bridge"):
        assert tables_of(client.get(f"/statistics/hands?{query}").text) == {}
    assert len(tables_of(client.get("/statistics/hands?did=bluffed").text)["Hands"].rows) == 1


@pytest.mark.parametrize("most", [1, 4, 6])
def test_many_hands_are_on_several_pages(client: FlaskClient, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    play_year(3, 2, 1)
    (whole,) = tables_of(client.get("/statistics/hands?all=hands").text).values()
    monkeypatch.setattr("app.web.statistics.views.HANDS", most)
    rows, older, pages = list[list[str]](), "/statistics/hands?all=hands", list[str]()
    while older:
        pages.append(older)
        page = client.get(older).text
        rows += tables_of(page)["Hands"].rows
        found = re.search('rel="next" href="([^"]*)"', page)
        older = unescape(found[1]) if found else ""
    assert (len(pages), rows) == (-(-6 // most), whole.rows)
    newer = re.search('rel="prev" href="([^"]*)"', page)
    assert bool(newer) == (len(pages) > 1)
    if newer:
        assert tables_of(client.get(unescape(newer[1])).text) == tables_of(client.get(pages[-2]).text)


def test_only_the_rows_shown_are_made(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    play_year(3, 4, 1)
    monkeypatch.setattr("app.web.statistics.tables.ROWS", 2)
    made = list[object]()

    def note(columns: Sequence[Column], tally: object, **which: object) -> list[Cell]:
        made.append(tally)
        return row_of(columns, tally, **which)

    for module in ("tables", "views"):
        monkeypatch.setattr(f"app.web.statistics.{module}.row_of", note)
    person = roster.all_people()[0].id
    for page, rows in (("/statistics", 2 + 2), (f"/statistics/player/{person}", 2 + 1)):
        made.clear()
        tables = tables_of(client.get(page).text)
        assert (len(made), len(next(table for table in tables.values() if "all=games" in table.more).rows)) == (rows, 2)
