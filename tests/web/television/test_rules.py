"""The rules of a game on the television: during and after its call, and when the dealer shows them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from app.games.catalog import catalog
from app.games.load import resolve
from app.games.sheet import rule_sheet
from app.night.db import db
from app.night.play.call import end_night, next_hand
from app.night.play.television import show_rules
from app.web import television
from app.web.table.sheet import GameSheet, plain_sections
from app.web.television import television_sheet
from tests.web.call.caller import Caller
from tests.web.tables import Table, host_device
from tests.web.television.watching import announcement, seen, watch

Deal = Callable[..., Table]

FIRST = "d dh p1 ????Kh"
OVER = ("d dh p2 ????9c", "d dh p3 ????2s", "p1 f", "p2 f")


@pytest.fixture
def caller(client: FlaskClient) -> Caller:
    return Caller(host_device(client), 4)


def rules(html: str) -> str:
    """Return the name of the game whose rules are shown, or "" if the table is shown."""
    match = re.search(r'class="tv-rules[^>]*aria-label="Rules of ([^"]+)"', html)
    assert ('class="felt' in html) is (match is None)
    return match[1] if match else ""


def test_the_rules_of_a_called_game_are_shown_until_its_first_card(deal: Deal) -> None:
    table = deal("woolworth", 3)
    html = seen(table)
    assert rules(html) == "Woolworth"
    assert "5s and 10s are wild for everyone" in html
    assert "Now: Third street, the cards" in html
    assert announcement(html) == "5s and 10s are wild"
    table.enter(FIRST)
    assert rules(seen(table)) == ""
    table.post("undo")
    assert rules(seen(table)) == "Woolworth"


def test_the_dealer_can_show_and_hide_the_rules(deal: Deal) -> None:
    table = deal("follow-the-queen", 3)
    table.enter(FIRST)
    assert "Rules on the television" in table.get("rules")
    for _ in range(2):
        assert table.client.post(f"{table.url}rules/show").status_code == 303
    html = table.get("rules")
    assert "Rules on the television" not in html
    assert "Show the table" in html
    assert "Third street, the cards" in seen(table)
    table.enter("d dh p2 ????Tc", "d dh p3 ????Qs")
    html = seen(table)
    assert rules(html) == "Follow the Queen"
    assert "Now: Third street, the bets" in html
    assert "<b>Now</b> Next up-card is wild." in html
    for _ in range(2):
        shown = table.client.post(f"{table.url}table", data={"back": "rules"})
        assert shown.location == f"{table.url}rules"
    assert rules(seen(table)) == ""


def test_next_hand_and_a_call_end_the_showing_of_the_rules(deal: Deal) -> None:
    table = deal("woolworth", 3)
    table.enter(FIRST, *OVER)
    table.client.post(f"{table.url}rules/show")
    assert rules(seen(table)) == "Woolworth"
    next_hand(table.night)
    assert rules(seen(table)) == ""
    table.client.post(f"{table.url}rules/show")
    assert rules(seen(table)) == "Woolworth"
    assert table.client.post(f"/n/{table.key}/call/chicago", data={"do": "deal", "after": 1}).status_code == 303
    assert rules(seen(table)) == "Chicago"
    called = table.night
    db.session.refresh(called)
    assert called.shown_rules is None


def test_the_rules_of_a_game_can_be_shown_while_it_is_being_called(caller: Caller) -> None:
    fields = {"do": "show", "option.queens": "all wild", "modifier.roll-your-own": "1", "house.raises": "5"}
    answer = caller.client.post(f"{caller.url}/follow-the-queen", data=fields)
    assert answer.status_code == 303
    assert "option.queens=all+wild" in answer.location
    html = watch(caller.client, caller.night)
    assert rules(html) == "Follow the Queen, rolled"
    assert "Queens are wild" in html
    assert "turn them up together" in html
    assert announcement(html) == "Ann deals first and calls the game"
    assert "Show the table" in caller.get("/chicago")
    caller.client.post(f"{caller.url}/follow-the-queen", data={"do": "hide"})
    assert rules(watch(caller.client, caller.night)) == ""
    assert "Rules on the television" in caller.get("/chicago")


def test_the_rules_on_the_television_have_the_stakes_chosen_for_the_hand(caller: Caller) -> None:
    caller.client.post(f"{caller.url}/omaha", data={"do": "show"})
    assert "small and the big blind" not in watch(caller.client, caller.night)
    caller.client.post(f"{caller.url}/omaha", data={"do": "show", "small_blind": "1", "big_blind": "2"})
    assert "small and the big blind" in watch(caller.client, caller.night)


@pytest.mark.parametrize(
    ("game", "fields"),
    [
        ("baseball", {"option.up_three": "burn it"}),
        ("five-card-stud", {"modifier.roll-your-own": "1", "modifier.roll-your-own.style": "upside down"}),
    ],
)
def test_the_rules_of_an_invalid_call_are_not_shown(caller: Caller, game: str, fields: dict[str, str]) -> None:
    answer = caller.client.post(f"{caller.url}/{game}", data={"do": "show", **fields})
    assert answer.status_code == 422
    assert "Choose" in answer.text
    assert rules(watch(caller.client, caller.night)) == ""


@pytest.mark.parametrize(
    "raw",
    [
        {"game": "gone", "name": "Gone", "options": {}, "modifiers": [], "house": {}},
        {"game": "chicago", "name": "Gone", "options": {"gone": 1}, "modifiers": ["gone"], "house": {}},
        {"game": "chicago", "name": "Gone", "options": {}, "modifiers": [], "house": {"gone": 1}},
        {"game": "chicago"},
        {"hand": 1},
        {"else": 1},
    ],
)
def test_the_table_is_shown_in_place_of_rules_that_no_longer_exist(caller: Caller, raw: dict[str, object]) -> None:
    show_rules(caller.night, raw)
    assert rules(watch(caller.client, caller.night)) == ""


def test_phones_have_the_house_rules_once_the_game_is_dealt(caller: Caller, deal: Deal) -> None:
    caller.client.post(f"{caller.url}/follow-the-queen", data={"do": "show"})
    assert "The house rules are on the tablet. " in watch(caller.client, caller.night)
    assert "The house rules are on the tablet and the phones. " in seen(deal("follow-the-queen", 3))


def test_before_the_first_game_and_after_the_night_no_rules_are_shown(caller: Caller) -> None:
    address = f"/n/{caller.night.key}/rules"
    caller.client.post(f"{address}/show")
    assert "There are no rules to show" in caller.client.get(address).text
    caller.client.post(f"{caller.url}/chicago", data={"do": "show"})
    end_night(caller.night)
    assert 'class="tv-rules' not in watch(caller.client, caller.night)


def test_showing_the_rules_needs_a_post(deal: Deal) -> None:
    table = deal("woolworth", 3)
    assert table.client.get(f"{table.url}rules/show").location == f"{table.url}rules"
    assert not table.night.on_television


@pytest.mark.parametrize("game", sorted(catalog()))
def test_rules_have_large_type_on_the_television(game: str) -> None:
    """All rules of the game fit on a few pages, with the house rules if there is room."""
    sheet = GameSheet(game, plain_sections(rule_sheet(resolve(game), players=6)))
    shown = television_sheet(sheet)
    assert shown.size >= 40
    assert len(shown.pages) <= 3
    assert shown.lead == resolve(game).about
    kinds = {section.kind for page in shown.pages for section in page}
    assert ("house" in kinds) is not shown.left_out
    lines = [line for page in shown.pages for section in page if section.kind != "house" for line in section.lines]
    wanted = [section for section in sheet.sections if section.kind not in ("lead", "house")]
    assert lines == [line for section in wanted for line in section.lines]
    assert all(section.lines for page in shown.pages for section in page)


def test_pages_of_long_rules_take_turns(deal: Deal, monkeypatch: pytest.MonkeyPatch) -> None:
    table = deal("bunk-beds", 3)
    shown = []
    for second in (0, 15, 30):
        monkeypatch.setattr(television, "time", lambda second=second: second)
        html = seen(table)
        assert html.count('class="rules-page on"') == 1
        shown.append(re.search(r'class="rules-page on".*?<b>(\d of \d)</b>', html, re.DOTALL)[1])  # type: ignore[index]
    assert shown == ["1 of 2", "2 of 2", "1 of 2"]
