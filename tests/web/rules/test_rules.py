"""The rules of the game in play, on the tablet and on phones, with the current step marked."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from flask.testing import FlaskClient

from app.games.catalog import catalog
from app.games.sheet import rule_sheet
from app.hand.state import State
from app.night.db import db, writing
from app.night.models import Entry
from app.night.play.call import next_hand
from app.words.table import sheet_place
from tests.games.covering import every_game
from tests.hand.random_dealer import RandomDealer
from tests.web.call.caller import Caller
from tests.web.phone.phones import deal_to_question, phone_of, phone_page, words
from tests.web.tables import Table, host_device

Deal = Callable[..., Table]


@pytest.fixture
def caller(client: FlaskClient) -> Caller:
    return Caller(host_device(client), 4)


def rules(table: Table) -> str:
    return table.get("rules")


def phone_rules(table: Table, name: str) -> str:
    db.session.rollback()
    answer = table.client.get(f"{phone_of(table, name)}/rules")
    assert answer.status_code == 200
    return answer.text


def now(html: str) -> list[str]:
    """Return the lines marked as the current step of the hand, with their notes."""
    return [words(f"<body>{line}") for line in re.findall(r'<p class="at-now".*?</p>', html, re.S)]


def test_the_name_of_the_game_links_to_its_rules_on_tablet_and_phone(deal: Deal) -> None:
    table = deal("follow-the-queen", 3)
    assert f'class="btn game" href="/n/{table.key}/rules"' in table.get()
    phone = phone_page(table, "Ann")
    (address,) = re.findall(r'phone-game" href="([^"]+)"', phone)
    assert table.client.get(address).status_code == 200
    assert f'href="/n/{table.key}/"' in rules(table)
    assert f'href="{address.removesuffix("/rules")}"' in phone_rules(table, "Ann")


def test_the_rules_are_those_of_the_hand_as_dealt(caller: Caller) -> None:
    fields = {"option.queens": "all wild", "modifier.roll-your-own": "1", "house.raises": "5"}
    caller.deal("follow-the-queen", **fields)
    html = words(caller.client.get(f"/n/{caller.night.key}/rules").text)
    assert "Follow the Queen, rolled" in html
    assert "A bet and five raises a round." in html
    assert "turn them up together" in html
    assert "Queens are wild" in html


def test_the_current_step_moves_on_with_the_hand(deal: Deal) -> None:
    table = deal("follow-the-queen", 3)
    (first,) = now(rules(table))
    assert first.startswith("Now: Third street, the cards Deal each player two cards face down, then one face up.")
    table.enter("d dh p1 ????Kh", "d dh p2 ????Tc", "d dh p3 ????Qs")
    bets, wild = now(rules(table))
    assert bets.startswith("Now: Third street, the bets Deal each player two cards face down")
    assert wild == "Now Next up-card is wild."
    assert now(phone_rules(table, "Bob")) == [bets, wild]
    table.enter("p1 cc", "p2 cc", "p3 cc", "d dh p1 5d")
    cards, wild = now(rules(table))
    assert cards.startswith("Now: Fourth street, the cards Deal each player one card face up. Bet. Then the same twice")
    assert wild == "Now Fives are wild (followed Cy's queen)."
    assert 'aria-current="step"' in rules(table)


def test_the_rules_of_the_last_game_stay_after_the_hand(deal: Deal) -> None:
    table = deal("woolworth", 3)
    table.enter("d dh p1 ????Kh", "d dh p2 ????9c", "d dh p3 ????2s", "p1 f", "p2 f")
    assert table.live.over
    for cleared in (False, True):
        if cleared:
            next_hand(table.night)
        html = rules(table)
        assert "Hand 1, which is over" in html
        assert "5s and 10s are wild" in html
        assert now(html) == now(phone_rules(table, "Ann")) == []
        assert "The last hand" in phone_rules(table, "Ann")
        assert ('call"' in html) is cleared


def test_the_page_says_if_no_game_has_been_called(caller: Caller) -> None:
    html = caller.client.get(f"/n/{caller.night.key}/rules").text
    assert "No game has been called yet" in html
    assert 'class="sheet"' not in html
    assert "No game has been called yet" in phone_rules(Table(caller.client, caller.night.key, 0), "Ann")


def test_a_hand_that_cannot_continue_still_has_its_rules(deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    with writing() as session:
        session.add(Entry(hand_id=table.hand, number=1, kind="act", text="nonsense"))
    assert "Five-Card Stud" in rules(table)
    assert "Five-Card Stud" in phone_rules(table, "Ann")


def test_the_rules_on_a_phone_reveal_no_sealed_answer(deal: Deal) -> None:
    table = deal_to_question(deal, "chicago")
    before = {name: phone_rules(table, name) for name in ("Ann", "Bob", "Cy")}
    assert "Seventh street" in before["Ann"]
    asked = next(seat for seat in table.live.state.live if table.live.state.players[seat].declared is None)
    answers = {}
    for declared in ("spade", "high"):
        table.enter(f"p{asked + 1} declare {declared}")
        answers[declared] = [without_version(phone_rules(table, name)) for name in before]
        table.post("undo")
    assert answers["spade"] == answers["high"] == [without_version(html) for html in before.values()]


def without_version(html: str) -> str:
    return re.sub(r'data-at="[^"]*"|name="csrf_token" value="[^"]*"', "", html)


def test_another_device_cannot_read_the_rules_on_a_phone(deal: Deal, client: FlaskClient) -> None:
    table = deal("chicago", 3)
    address = phone_of(table, "Ann")
    stranger = client.application.test_client()
    answer = stranger.get(f"{address}/rules")
    assert "spade" not in answer.text.lower()
    assert "is open on another phone" in answer.text
    assert stranger.get("/p/nonesuch/rules").status_code == 404


@pytest.mark.parametrize("game", every_game())
def test_a_hand_is_always_at_one_line_of_its_sheet_until_its_end(deal: Deal, game: str) -> None:
    players = min(4, catalog()[game].summary.players[1])
    state = deal(game, players).live.state
    sheet = rule_sheet(state.game)
    steps = {
        (number, line) for number, section in enumerate(sheet) for line, turns in enumerate(section.steps) if turns
    }
    states = played(state)
    places = [sheet_place(sheet, state) for state in states]
    assert places[-1] is None
    assert all(place is not None and place[:2] in steps for place in places[:-1])
    # The hand begins at the first such line.
    assert places[0] is not None
    assert places[0].line == min(line for _section, line in steps)


def played(state: State) -> list[State]:
    """Play a random hand; return its states from beginning to end."""
    dealer = RandomDealer(state.setup, Random(3))
    states = [dealer.state]
    while dealer.state.result is None:
        dealer.step()
        states.append(dealer.state)
    return states
