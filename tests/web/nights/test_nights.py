"""The list of nights and the lists of their hands."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import insert

from app.games.house import Stakes
from app.night.acts.queue import Done
from app.night.db import now, writing
from app.night.example import start_example
from app.night.history.past_nights import Closing, past_nights
from app.night.history.replays import hand_key
from app.night.models import Hand, Night
from app.night.nights import night_by_id, start_night
from app.night.people.seats import seats
from app.night.play.call import end_night, next_hand
from tests.night.acting import Counted, accept_counts, buy_in, play_for, settle_up
from tests.night.table import begin
from tests.web.tables import Table, host_device

Deal = Callable[..., Table]
PLAYED = ("d dh p1 ??Kh", "d dh p2 ??Qc", "p1 cbr 2", "p2 f")


@pytest.fixture
def table(deal: Deal) -> Table:
    table = deal("five-card-stud", 2)
    table.enter(*PLAYED)
    return table


@pytest.fixture
def host(client: FlaskClient) -> FlaskClient:
    return host_device(client)


def test_a_night_is_listed_with_its_date_players_and_winnings(table: Table, host: FlaskClient) -> None:
    html = host.get("/nights").text
    night = table.night
    assert f"{night.started_at.astimezone():%-d %B %Y}" in html
    assert "Ann, Bob" in html
    assert "1 hand<" in html
    assert "<b>+1</b>" in html
    assert f'href="/n/{table.key}/hands"' in html


def test_the_list_and_the_closing_screen_name_the_same_winner(table: Table) -> None:
    row = past_nights(1)[0]
    best = Closing(table.night).results[0].balance
    assert row.winners == (best.name,)
    assert row.won == best.net
    assert row.hands == 1
    assert row.people == ("Ann", "Bob")


def test_a_night_has_no_winner_until_all_untracked_chips_are_counted(app: Flask) -> None:
    friday = begin("Ann", "Bob", tracked=False)
    ann, bob = seats(friday)
    for seat in (ann, bob):
        assert isinstance(buy_in(friday, seat.id, 100), Done)
    for seat, chips, winners in ((ann, 150, ()), (bob, 50, ("Ann",))):
        assert accept_counts(friday, [Counted(seat.id, chips, None)], "counted") is None
        assert past_nights(1)[0].winners == winners


def test_the_winnings_in_money_include_the_share_of_missing_chips(app: Flask, host: FlaskClient) -> None:
    """Bob has won 60 of Ann's chips at ten cents, less half of what the 10 missing chips are worth."""
    friday = begin("Ann", "Bob")
    assert isinstance(play_for(friday, "EUR", 10, ()), Done)
    ann, bob = seats(friday)
    counts = [Counted(ann.id, 30, 100), Counted(bob.id, 160, 100)]
    assert isinstance(settle_up(friday, counts, "under the sofa"), Done)
    row = past_nights(1)[0]
    assert (row.winners, row.won, row.money) == (("Bob",), 60, 650)
    assert row.money == Closing(friday).podium[0].balance.won
    assert "<b>+60</b> <small>€6.50</small>" in host.get("/nights").text


@pytest.mark.parametrize(
    ("won", "podium"),
    [
        ((30, 20, -10, -40), ["1 Ann", "2 Bob", "3 Cy"]),
        ((30, 10, -20, -20), ["1 Ann", "2 Bob", "3 Cy", "3 Dee"]),
        ((20, 20, -10, -30), ["1 Ann", "1 Bob", "3 Cy"]),
        ((30, 0, 0, 0, -30), ["1 Ann", "2 Bob", "2 Cy", "2 Dee"]),
        ((30, 15, -15, -15, -15), ["1 Ann", "2 Bob"]),
        ((0, 0), []),
    ],
)
def test_people_who_are_tied_share_a_place_on_the_podium(
    client: FlaskClient, won: tuple[int, ...], podium: list[str]
) -> None:
    friday = begin(*("Ann", "Bob", "Cy", "Dee", "Eve")[: len(won)], tracked=False)
    at_table = seats(friday)
    for seat in at_table:
        assert isinstance(buy_in(friday, seat.id, 100), Done)
    counts = [Counted(seat.id, 100 + net, None) for seat, net in zip(at_table, won, strict=True)]
    assert accept_counts(friday, counts, "counted") is None
    assert end_night(friday) is None
    html = host_device(client).get(f"/n/{friday.key}/money").text
    steps = re.findall(r'<li class="place-(\d)">.*?<b class="name [^"]*">(\w+)</b>', html, re.S)
    assert [f"{place} {name}" for place, name in steps] == podium
    picture = client.get(f"/n/{friday.key}/night.svg").text
    assert re.findall(r'font-weight="700">(\w+)</text>', picture) == [each.split()[1] for each in podium]
    assert len(set(re.findall(r'<circle cx="(\d+)"', picture))) == len(podium)


def test_nights_are_paged_and_examples_left_out(host: FlaskClient) -> None:
    for number in range(53):
        assert isinstance(start_night(f"Night {number}", Stakes(), {}, True), Night)
    assert isinstance(start_example(), Night)
    first = host.get("/nights").text
    assert first.count('class="past-night"') == 50
    assert "Example" not in first
    older = first.partition('rel="next" href="')[2].partition('"')[0]
    second = host.get(older).text
    assert second.count('class="past-night"') == 3
    assert ">Night 0 <" in second
    assert 'rel="next"' not in second


@pytest.mark.parametrize("before", ["x", "-1", "9" * 40, "1.5"])
def test_an_invalid_page_is_refused(table: Table, host: FlaskClient, before: str) -> None:
    assert host.get(f"/nights?before={before}").status_code == 400
    assert host.get(f"/n/{table.key}/hands?before={before}").status_code == 400


def test_the_list_says_if_no_night_was_played(host: FlaskClient) -> None:
    assert "No night has been played yet." in host.get("/nights").text


def test_the_hands_of_an_ended_night_are_still_listed(table: Table) -> None:
    next_hand(table.night)
    assert end_night(table.night) is None
    html = table.client.get(f"/n/{table.key}/hands").text
    assert f'href="/h/{hand_key(table.hand)}"' in html
    assert "Five-Card Stud" in html
    assert f'href="/n/{table.key}/hands"' in table.client.get(f"/n/{table.key}/night").text


def test_a_hand_in_play_is_not_listed(deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    table.enter(*PLAYED[:-1])
    assert "No hand has finished yet." in table.client.get(f"/n/{table.key}/hands").text


def test_hands_are_paged_by_number(table: Table) -> None:
    night = night_by_id(table.night.id)
    rows = [
        {
            "night_id": night.id,
            "number": number,
            "game_id": "chicago",
            "game_name": "Chicago",
            "definition": {},
            "setup": {"names": ["Ann"]},
            "options": {},
            "modifiers": [],
            "finished_at": now(),
            "outcome": {"winners": [[0, number]], "carried": 0, "why": ""},
        }
        for number in range(2, 121)
    ]
    with writing() as session:
        session.execute(insert(Hand), rows)
    first = table.client.get(f"/n/{table.key}/hands").text
    assert "120 hands" in first
    assert first.count('class="past-hand"') == 50
    assert "Newer" not in first
    second = table.client.get(f"/n/{table.key}/hands?before=71").text
    assert second.count('class="past-hand"') == 50
    assert f"/n/{table.key}/hands?before=121" in second
    assert f"/n/{table.key}/hands?before=21" in second
    last = table.client.get(f"/n/{table.key}/hands?before=21").text
    assert last.count('class="past-hand"') == 20
    assert "Older" not in last
    assert "There are no hands before this one." in table.client.get(f"/n/{table.key}/hands?before=1").text
