"""A player's requests from their phone, and the state of the night between hands."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app.night import screens, start_like
from app.night.acts import activity, queue, requests
from app.night.acts.queue import Done
from app.night.db import db
from app.night.models import Night, Seat
from app.night.people import seats
from app.night.people.seats import SeatInfo
from app.night.play import call
from app.night.play.call import end_night
from tests.night import acting
from tests.night.table import deal as deal_hand
from tests.night.table import tap
from tests.seating import add_player
from tests.web.phone.phones import DEALT, deal_to_question, phone_of, phone_page, words
from tests.web.tables import HTMX, Table, buttons

Deal = Callable[..., Table]

REQUESTS = ("buy", "sit-out", "come-back", "withdraw")


@pytest.fixture
def between(deal: Deal) -> Table:
    """Return a table of three players between hands; Ann has won 5."""
    table = deal("five-card-stud", 3)
    table.enter(*DEALT, "p1 cbr 2", "p2 f", "p3 f")
    table.post("next")
    return table


def seat(table: Table, name: str = "Bob") -> SeatInfo:
    db.session.rollback()
    return next(info for info in seats.seats(table.night, with_left=True) if info.name == name)


def section(html: str) -> str:
    found = re.search(r'<section aria-label="Your seat">.*?</section>', html, re.S)
    return found[0] if found else ""


def heard(html: str) -> str:
    """Return the text of the live region about requests; it holds no controls."""
    found = re.search(
        r'<div id="heard" class="visually-hidden" role="status">\s*<p data-state="[^"]*">([^<]*)</p>\s*</div>', html
    )
    assert found
    return found[1]


def post_request(table: Table, what: str, name: str = "Bob", script: bool = False, **fields: Any) -> TestResponse:
    """Post a request from a phone, with the version it has seen; with ``script``, through htmx."""
    seen = re.search(r'name="seen" value="(\d+)"', phone_page(table, name))
    data = {"seen": seen[1] if seen else "0", **fields}
    return table.client.post(f"{phone_of(table, name)}/wish/{what}", data=data, headers=HTMX if script else {})


def only_request(of: Night) -> int:
    (line,) = activity.waiting(of.id)
    return line.id


def test_a_request_for_chips_is_shown_as_waiting(between: Table) -> None:
    part = section(phone_page(between, "Bob"))
    assert buttons(part) == ["Buy more", "Sit out next hand"]
    assert 'name="chips" inputmode="numeric" maxlength="9" value="100"' in part
    answer = post_request(between, "buy", chips="40")
    assert (answer.status_code, answer.location) == (303, phone_of(between, "Bob"))
    part = section(phone_page(between, "Bob"))
    assert "Buy 40 more The dealer has been asked" in words(part)
    assert heard(phone_page(between, "Bob")).strip() == "Buy 40 more. The dealer has been asked."
    assert buttons(part) == ["Never mind: Buy 40 more", "Sit out next hand"]
    assert seat(between).stack == 99
    queue.grant(between.night, only_request(between.night))
    assert seat(between).stack == 139
    assert 'value="40"' in section(phone_page(between, "Bob"))


def test_a_player_sits_out_and_comes_back(between: Table) -> None:
    requests.set_switch(between.night, "asks_dealer", False)
    assert post_request(between, "sit-out").status_code == 303
    assert seat(between).sitting_out
    part = section(phone_page(between, "Bob"))
    assert "Come back" in buttons(part)
    assert "Sit out next hand" not in buttons(part)
    assert "The dealer says yes or no" not in words(part)
    assert "<details open>" in part
    post_request(between, "come-back")
    assert not seat(between).sitting_out


def test_a_request_during_a_hand_waits_for_the_next(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    requests.set_switch(table.night, "asks_dealer", False)
    table.enter(*DEALT)
    assert "<details>" in section(phone_page(table, "Bob"))
    post_request(table, "sit-out")
    part = section(phone_page(table, "Bob"))
    assert "Sit out From the next hand" in words(part)
    assert buttons(part) == ["Never mind: Sit out", "Buy more"]
    assert not seat(table).sitting_out
    table.enter("d misdeal")
    table.post("next")
    assert seat(table).sitting_out


def test_a_request_can_be_withdrawn_once(between: Table) -> None:
    post_request(between, "buy", chips="40")
    line = only_request(between.night)
    assert post_request(between, "withdraw", line=line).status_code == 303
    assert not activity.waiting(between.night.id)
    part = section(phone_page(between, "Bob"))
    assert buttons(part) == ["Buy more", "Sit out next hand"]
    assert "has said no" not in words(part)
    again = post_request(between, "withdraw", line=line)
    assert again.status_code == 409
    assert "It has already been answered." in section(again.text)


def test_only_the_player_sees_the_dealers_refusal(between: Table) -> None:
    post_request(between, "buy", chips="40")
    queue.discard(between.night, only_request(between.night))
    html = phone_page(between, "Bob")
    assert "Buy 40 more: the dealer has said no." in words(section(html))
    assert heard(html) == "Buy 40 more: the dealer has said no."
    assert "the dealer has said no" not in phone_page(between, "Ann")


def test_a_phone_shows_but_cannot_withdraw_what_the_dealer_entered(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    acting.leave(table.night, seat(table).id)
    part = section(phone_page(table, "Bob"))
    assert "Go home From the next hand" in words(part)
    assert buttons(part) == []
    assert post_request(table, "withdraw", line=only_request(table.night)).status_code == 409


@pytest.mark.parametrize(
    ("chips", "why"),
    [("", "Enter a number."), ("0", "At least 1."), ("x", "Enter a whole number."), ("9" * 20, "At most")],
)
def test_a_bad_number_of_chips_is_refused_with_the_reason(between: Table, chips: str, why: str) -> None:
    for script in (False, True):
        answer = post_request(between, "buy", script=script, chips=chips)
        assert answer.status_code == 422
        assert why in section(answer.text)
        assert why in answer.text.partition(' id="heard"')[2].partition("</div>")[0]
        assert "<details open>" in section(answer.text)
    assert not activity.waiting(between.night.id)


def test_a_request_sent_twice_counts_once(between: Table) -> None:
    requests.set_switch(between.night, "asks_dealer", False)
    seen = re.search(r'name="seen" value="(\d+)"', phone_page(between, "Bob"))
    assert seen
    assert post_request(between, "buy", chips="40", seen=seen[1]).status_code == 303
    again = post_request(between, "buy", chips="40", seen=seen[1])
    assert again.status_code == 409
    assert "Something about your seat has changed" in section(again.text)
    assert seat(between).stack == 139


def test_the_requests_are_marked_fresh_only_when_they_change(between: Table) -> None:
    def state(html: str) -> tuple[str, str]:
        match = re.search(r'<div id="wishes"[^>]*>\s*<div data-state="([^"]*)"( data-fresh)?', html)
        assert match
        return match[1], match[2] or ""

    before = state(phone_page(between, "Bob", **HTMX))
    acting.sit_out(between.night, seat(between, "Ann").id)
    assert state(phone_page(between, "Bob", **HTMX)) == before
    answer = post_request(between, "buy", script=True, chips="40")
    assert answer.status_code == 200
    assert state(answer.text)[1] == " data-fresh"
    assert state(answer.text)[0] != before[0]
    assert state(phone_page(between, "Bob", **HTMX)) == (state(answer.text)[0], "")


def test_a_request_does_not_disturb_a_question(deal: Deal) -> None:
    table = deal_to_question(deal)
    html = post_request(table, "buy", script=True, chips="40").text
    ask = html.partition('<div id="ask"')[2].partition('<div id="wishes"')[0]
    assert "data-fresh" not in ask
    assert "Spade" in html


@pytest.mark.parametrize("what", REQUESTS)
def test_reloading_a_refused_request_redirects_to_the_phone(between: Table, what: str) -> None:
    address = phone_of(between, "Bob")
    assert between.client.get(f"{address}/wish/{what}").location == address
    assert between.client.get(f"/p/nonesuch/wish/{what}").status_code == 404
    assert between.client.post(f"/p/nonesuch/wish/{what}", data={"seen": "0", "line": "0"}).status_code == 404


@pytest.mark.parametrize("what", REQUESTS)
def test_malformed_requests_are_refused(between: Table, what: str) -> None:
    address = f"{phone_of(between, 'Bob')}/wish/{what}"
    assert between.client.post(address, data={}).status_code == 400
    assert between.client.post(address, data={"seen": "x", "line": "-1"}).status_code == 400
    huge = between.client.post(address, data={"seen": "9" * 15, "line": "9" * 15, "chips": "1"})
    assert huge.status_code in (404, 409)  # PostgreSQL rejects the number as out of range
    assert between.client.post(f"{phone_of(between, 'Bob')}/wish/fly", data={}).status_code == 404


def test_requests_are_refused_after_going_home_and_after_the_night(between: Table) -> None:
    acting.leave(between.night, seat(between).id)
    assert section(phone_page(between, "Bob")) == ""
    assert post_request(between, "buy", chips="40").status_code == 409
    end_night(between.night)
    assert section(phone_page(between, "Ann")) == ""
    assert post_request(between, "sit-out", name="Ann").status_code == 409


def test_untracked_chips_cannot_be_bought(deal: Deal) -> None:
    table = deal("five-card-stud", 3, tracked=False)
    table.enter("d misdeal")
    table.post("next")
    assert buttons(section(phone_page(table, "Bob"))) == ["Sit out next hand"]
    html = words(phone_page(table, "Bob"))
    assert "Bought" not in html
    assert "Hands won 0 of 0" in html


def test_between_hands_the_phone_shows_the_players_night_and_the_standings(between: Table) -> None:
    acting.buy_in(between.night, seat(between).id, 40)
    html = phone_page(between, "Bob")
    assert "My chips 139 Tonight −1 Bought 140 Hands won 0 of 1" in words(html)
    rows = re.findall(r"<tr.*?</tr>", html, re.S)
    assert [words(row) for row in rows] == ["Chips Won or lost", "An Ann 102 +2", "Bo Bob 139 −1", "Cy Cy 99 −1"]
    assert '<thead class="visually-hidden">' in html
    assert 'class="own"' in rows[2]


def test_the_phone_counts_only_the_hands_dealt_to_its_player_and_no_misdeal(between: Table) -> None:
    assert isinstance(add_player(between.night, "Di", 100), Seat)
    assert "Hands won 0 of 0" in words(phone_page(between, "Di"))
    tap(deal_hand(between.night), "d misdeal")
    assert call.next_hand(between.night) is None
    assert "Hands won 1 of 1" in words(phone_page(between, "Ann"))


def test_the_standings_are_shown_without_and_with_expenses(between: Table) -> None:
    friday = between.night
    acting.play_for(friday, "EUR", 10, ())
    ann, bob = seat(between, "Ann").id, seat(between).id
    assert "with expenses" not in phone_page(between, "Bob").lower()
    acting.share_expense(between.night, ann, "pizza", 300, [ann, bob])
    html = phone_page(between, "Bob")
    assert "<thead><tr>" in html
    assert "With expenses −€1.60" in words(html)
    rows = [words(row) for row in re.findall(r"<tr.*?</tr>", html, re.S)]
    assert rows == [
        "Chips Won or lost With expenses",
        "An Ann 102 +2 €1.70",
        "Bo Bob 99 −1 −€1.60",
        "Cy Cy 99 −1 −€0.10",
    ]


def test_the_phone_and_the_tablet_propose_the_same_chips_for_a_buy_in(between: Table) -> None:
    chips = [
        {"colour": colour, "value": value, "count": 60} for colour, value in (("blue", 25), ("red", 5), ("white", 1))
    ]
    assert isinstance(acting.play_for(between.night, "EUR", 10, chips), Done)
    proposed = "100: 2 blue, 8 red, 10 white, €10.00"
    phone = words(phone_page(between, "Bob"))
    assert proposed in phone
    assert "My chips 99 €9.90 Tonight" in phone  # a phone does not list the player's chips by colour
    assert proposed in words(between.client.get(f"/n/{between.key}/night").text)


def test_standings_are_hidden_during_a_hand_and_the_link_outlives_the_night(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter("d misdeal")
    assert 'aria-label="Standings"' not in phone_page(table, "Bob")
    end_night(table.night)
    assert 'aria-label="Standings"' in phone_page(table, "Bob")
    assert "Keep the link: the next night appears here." in words(phone_page(table, "Bob"))


def test_a_link_opens_the_next_night(client: FlaskClient, between: Table) -> None:
    end_night(between.night)
    address = phone_of(between, "Bob")
    assert "The night is over" in between.client.get(address).text
    saturday = start_like.repeat_night(between.night, "Saturday")
    assert isinstance(saturday, Night)
    assert "Ann deals next" in between.client.get(address).text
    assert f'data-at="{screens.night_version(saturday.id)}"' in between.client.get(address).text
