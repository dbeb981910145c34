"""Asking for a seat with the table's code: names offered, the dealer's answers, and redirects."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.games.house import DEFAULT_STAKES
from app.night import nights
from app.night.access.rights import PHONE, REQUEST_LIFETIME
from app.night.acts import activity, joining, queue
from app.night.acts.queue import Done, Pending
from app.night.db import db, writing
from app.night.example import start_example
from app.night.log.replay import LiveHand
from app.night.models import DeviceRole, Night, Seat
from app.night.people import changing, seats
from app.night.play import call
from app.night.play.call import end_night
from app.night.validation import Problem
from tests.seating import add_player
from tests.snapshots import copied
from tests.web.tables import HTMX, Table, buttons, hold

Deal = Callable[..., Table]


def begin(*players: str, tracked: bool = True) -> Night:
    return db.session.get_one(Night, _begun(players, tracked))


@copied
def _begun(players: tuple[str, ...], tracked: bool) -> int:
    night = nights.start_night("Friday", DEFAULT_STAKES, {}, tracked)
    assert isinstance(night, Night)
    for player in players:
        assert isinstance(add_player(night, player, 60 if tracked else 0), Seat)
    return night.id


@pytest.fixture
def friday(client: FlaskClient) -> Night:
    """Return a night where Ann and Bob are seated; Cy and Di are known from an earlier one."""
    begin("Cy", "Di", "Bob")
    return begin("Ann", "Bob")


@pytest.fixture
def phone(client: FlaskClient) -> FlaskClient:
    return client.application.test_client()


def offered(html: str, field: str = "name") -> list[str]:
    return re.findall(rf'type="radio" name="{field}" value="([^"]+)"', html)


def suggested_names(phone: FlaskClient, night: Night, typed: str) -> list[str]:
    """Return the names suggested for these letters."""
    answer = phone.get(f"/j/{night.join_code}", query_string={"new": typed}, headers=HTMX)
    assert (answer.status_code, "<html" in answer.text) == (200, False)
    return offered(answer.text, "found")


def ask(phone: FlaskClient, night: Night, **fields: str) -> str:
    """Ask for a seat; return the address of the waiting page."""
    answer = phone.post(f"/j/{night.join_code}", data={"buy_in": "60", **fields})
    assert answer.status_code == 303, answer.text
    assert re.fullmatch(r"/j/asked/[\w.-]+", answer.location)
    return str(answer.location)


def only_request(night: Night) -> int:
    (line,) = activity.waiting(night.id)
    return line.id


def test_the_code_offers_known_names_without_a_seat(phone: FlaskClient, friday: Night) -> None:
    html = phone.get(f"/j/{friday.join_code}").text
    assert offered(html) == ["Cy", "Di"]
    assert 'name="buy_in" value="60"' in html
    assert "Ask for a seat" in buttons(html)
    assert friday.key not in html


@pytest.fixture
def regulars(client: FlaskClient) -> Night:
    """Return a night of a club with many names; Cy and Di played last time."""
    begin("Ann")
    begin("Zoë Stern", "Annabel", "Ann-Marie", "Joanna Anning", "Al", "Bob <Anchor>")
    begin("Anna 1", "Anna 2", "Anna 3", "Anna 4", "Anna 5", "Anna 6")
    begin("Cy", "Di", "Bob")
    return begin("Bob")


def test_only_players_of_the_last_night_are_offered(phone: FlaskClient, regulars: Night) -> None:
    html = phone.get(f"/j/{regulars.join_code}").text
    assert offered(html) == ["Cy", "Di"]
    assert not re.search("Ann|Zoë|Al<", html)


def test_a_night_that_started_later_is_not_the_last_one(
    phone: FlaskClient, client: FlaskClient, regulars: Night
) -> None:
    begin("Eve", "Fay")
    assert offered(phone.get(f"/j/{regulars.join_code}").text) == ["Cy", "Di"]


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("", []),
        ("an", []),
        (" a n ", []),
        ("ann", ["Anna 1", "Anna 2", "Anna 3", "Anna 4", "Anna 5"]),
        ("ANNAB", ["Annabel"]),
        ("anni", ["Joanna Anning"]),
        ("zoë  st", ["Zoë Stern"]),
        ("nna", []),
        ("Al", []),
        ("Bob", ["Bob &lt;Anchor&gt;"]),
        ("%__", []),
        ("\x00\x00\x00", []),
        ("x" * 9000, []),
    ],
)
def test_other_names_are_suggested_from_three_letters_on(
    phone: FlaskClient, regulars: Night, typed: str, names: list[str]
) -> None:
    """Bob himself has a seat, so he is not suggested."""
    assert suggested_names(phone, regulars, typed) == names


def test_the_number_of_searches_for_names_is_limited(client: FlaskClient, phone: FlaskClient, regulars: Night) -> None:
    for _ in range(200):
        assert suggested_names(phone, regulars, "annab") == ["Annabel"]
    assert suggested_names(phone, regulars, "annab") == []
    assert suggested_names(client, regulars, "annab") == ["Annabel"], "a host may see all names"


def test_the_code_of_a_night_that_is_over_suggests_no_names(phone: FlaskClient, regulars: Night) -> None:
    assert suggested_names(phone, regulars, "annab") == ["Annabel"]
    end_night(regulars)
    assert suggested_names(phone, regulars, "annab") == []


def test_a_suggested_name_replaces_the_letters_typed(phone: FlaskClient, regulars: Night) -> None:
    ask(phone, regulars, name="Cy", new="annab", found="Annabel")
    assert activity.waiting(regulars.id)[0].by == "Annabel"


def test_a_club_without_names_only_asks_for_a_name(phone: FlaskClient, client: FlaskClient) -> None:
    html = phone.get(f"/j/{begin('Ann').join_code}").text
    assert "Who are you?" not in html
    assert "Your name" in html


def test_the_code_may_be_typed_in_capitals(phone: FlaskClient, friday: Night) -> None:
    assert len(friday.join_code) == 8
    assert phone.get(f"/j/{friday.join_code.upper()}").status_code == 200


@pytest.mark.parametrize("code", ["nonsense", "%00", "x" * 500, "asked"])
def test_an_unknown_code_is_not_found(phone: FlaskClient, code: str) -> None:
    answer = phone.get(f"/j/{code}")
    assert answer.status_code == 404
    assert "This code does not open a table" in answer.text
    assert phone.post(f"/j/{code}", data={"name": "Cy"}).status_code == 404


def test_the_waiting_page_redirects_an_admitted_player_to_their_link(
    client: FlaskClient, phone: FlaskClient, friday: Night
) -> None:
    waits = ask(phone, friday, name="Cy", buy_in="80")
    html = phone.get(waits).text
    assert "The dealer has been asked" in html
    assert 'http-equiv="refresh"' in html
    assert [seat.name for seat in seats.seats(friday)] == ["Ann", "Bob"]
    assert isinstance(queue.grant(friday, only_request(friday)), Done)
    cy = seats.seats(friday)[-1]
    assert (cy.name, cy.stack) == ("Cy", 80)
    answer = phone.get(waits)
    assert (answer.status_code, answer.location) == (303, f"/p/{cy.key}")
    assert f'data-live="/live/{cy.key}"' in phone.get(answer.location).text
    assert "open on another phone" in client.application.test_client().get(answer.location).text


def test_a_new_name_can_be_admitted(phone: FlaskClient, friday: Night) -> None:
    waits = ask(phone, friday, name="Cy", new="  Gus  the  Great ")
    queue.grant(friday, only_request(friday))
    assert [seat.name for seat in seats.seats(friday)] == ["Ann", "Bob", "Gus the Great"]
    assert phone.get(waits).status_code == 303


def test_a_player_admitted_during_a_hand_is_seated_after_it(
    client: FlaskClient, phone: FlaskClient, deal: Deal
) -> None:
    table = deal("five-card-stud", 3)
    night = table.night
    waits = ask(phone, night, new="Gus")
    assert isinstance(queue.grant(night, only_request(night)), Pending)
    html = phone.get(waits).text
    assert "You are in" in html
    assert "when this hand is over" in html
    table.enter("d misdeal")
    table.post("next")
    assert phone.get(waits).location == f"/p/{seats.seats(night)[-1].key}"


def test_the_waiting_page_says_if_the_dealer_refused(phone: FlaskClient, friday: Night) -> None:
    waits = ask(phone, friday, name="Cy")
    assert queue.discard(friday, only_request(friday)) is None
    html = phone.get(waits).text
    assert "Not this time" in html
    assert 'http-equiv="refresh"' not in html
    assert f'href="/j/{friday.join_code}"' in html
    assert [seat.name for seat in seats.seats(friday)] == ["Ann", "Bob"]


def test_a_request_for_a_seat_can_be_withdrawn(phone: FlaskClient, friday: Night) -> None:
    waits = ask(phone, friday, name="Cy")
    assert "Cy" not in offered(phone.get(f"/j/{friday.join_code}").text)
    answer = phone.post(f"{waits}/withdraw")
    assert answer.location == f"/j/{friday.join_code}"
    html = phone.get(answer.location).text
    assert "Your request for a seat is withdrawn" in html
    assert "Cy" in offered(html)
    assert not activity.waiting(friday.id)
    assert phone.post(f"{waits}/withdraw").location == waits


def test_seats_are_asked_for_and_withdrawn_at_most_sixty_times_an_hour(phone: FlaskClient, friday: Night) -> None:
    for _ in range(60):
        phone.post(f"{ask(phone, friday, name='Cy')}/withdraw")
    stranger = phone.application.test_client()
    for device in (phone, stranger):
        answer = device.post(f"/j/{friday.join_code}", data={"name": "Cy", "buy_in": "60"})
        assert answer.status_code == 422
        assert "Others have asked too often" in answer.text
    assert not activity.waiting(friday.id)
    elsewhere = {"REMOTE_ADDR": "198.51.100.7"}
    data = {"name": "Cy", "buy_in": "60"}
    assert stranger.post(f"/j/{friday.join_code}", data=data, environ_base=elsewhere).status_code == 303


def seated(html: str) -> list[str]:
    """Return the seated players whose page can be asked for."""
    return re.findall(r'formaction="/j/\w+/phone/\d+">.*?</span></span>([^<]+)</span></button>', html)


def ask_for_page(phone: FlaskClient, night: Night, name: str) -> str:
    """Tap a seated player's name; return the address of the waiting page."""
    seat = next(seat.id for seat in seats.seats(night) if seat.name == name)
    answer = phone.post(f"/j/{night.join_code}/phone/{seat}")
    assert answer.status_code == 303, answer.text
    return str(answer.location)


def answer_phone(night: Night, dealer: FlaskClient, answer: str) -> str:
    """Answer the only request for a page on the links page; return its question."""
    html = dealer.get(f"/n/{night.key}/links").text
    (question,) = re.findall(r'aria-label="Yes: ([^"]+)"', html)
    (address,) = re.findall(r'class="lets-in" method="post" action="([^"]+)"', html)
    assert dealer.post(address, data={"answer": answer}).status_code == 303
    return unescape(question)


def test_a_seated_player_asks_for_their_unclaimed_page_and_is_redirected_to_it(
    client: FlaskClient, phone: FlaskClient, friday: Night
) -> None:
    ann, bob = seats.seats(friday)
    html = phone.get(f"/j/{friday.join_code}").text
    assert seated(html) == ["Ann", "Bob"]
    assert not [key for key in (ann.key, bob.key, friday.key) if key in html]
    waits = ask_for_page(phone, friday, "Ann")
    html = phone.get(waits).text
    assert "The dealer has been asked" in html
    assert 'http-equiv="refresh"' in html
    assert ann.key not in html
    assert "chips" not in phone.get(f"/p/{ann.key}").text
    assert answer_phone(friday, client, "yes") == "Open Ann's page on a device"
    answer = phone.get(waits)
    assert (answer.status_code, answer.location) == (303, f"/p/{ann.key}")
    assert f'data-live="/live/{ann.key}"' in phone.get(answer.location).text
    other = client.application.test_client()
    assert "open on another phone" in other.get(answer.location).text
    assert seated(other.get(f"/j/{friday.join_code}").text) == ["Bob"]


def test_the_dealer_may_refuse_a_seated_players_page(client: FlaskClient, phone: FlaskClient, friday: Night) -> None:
    ann = seats.seats(friday)[0]
    waits = ask_for_page(phone, friday, "Ann")
    answer_phone(friday, client, "no")
    for html in (phone.get(waits).text, phone.get(ask_for_page(phone, friday, "Ann")).text):
        assert "Not this time" in html
        assert 'http-equiv="refresh"' not in html
        assert ann.key not in html


@pytest.mark.parametrize("typed", ["Ann", " ANN "])
def test_the_typed_name_of_a_seated_player_asks_for_their_page(phone: FlaskClient, friday: Night, typed: str) -> None:
    answer = phone.post(f"/j/{friday.join_code}", data={"new": typed, "buy_in": "60"})
    assert answer.location == ask_for_page(phone, friday, "Ann")
    assert not activity.waiting(friday.id)


def test_a_seated_player_is_found_however_the_phone_sends_accents(phone: FlaskClient) -> None:
    night = begin("Zo\u00e9", "Bob")
    answer = phone.post(f"/j/{night.join_code}", data={"new": "zoe\u0301", "buy_in": "60"})
    assert "/phone/" in answer.location
    assert not activity.waiting(night.id)


def test_a_request_for_a_page_open_on_another_phone_asks_that_phone_too(
    client: FlaskClient, phone: FlaskClient, friday: Night
) -> None:
    ann = seats.seats(friday)[0]
    own = hold(client.application.test_client(), ann.key)
    assert own
    answer = phone.post(f"/j/{friday.join_code}", data={"new": "Ann", "buy_in": "60"})
    html = phone.get(answer.location).text
    assert "open on another phone, which has been asked too" in html
    assert answer_phone(friday, client, "yes") == "Open Ann's page on a device too"
    assert phone.get(answer.location).location == f"/p/{ann.key}"


def test_a_request_for_a_page_can_be_withdrawn(client: FlaskClient, phone: FlaskClient, friday: Night) -> None:
    waits = ask_for_page(phone, friday, "Ann")
    assert "Yes: Open Ann&#39;s page" in client.get(f"/n/{friday.key}/links").text
    answer = phone.post(f"{waits}/withdraw")
    assert answer.location == f"/j/{friday.join_code}"
    assert "Your request is withdrawn" in phone.get(answer.location).text
    assert "Yes: Open" not in client.get(f"/n/{friday.key}/links").text
    assert phone.get(waits).location == f"/j/{friday.join_code}"


def test_at_most_ten_phones_may_ask_for_pages(client: FlaskClient, friday: Night) -> None:
    phones = [client.application.test_client() for _ in range(11)]
    for phone in phones[:10]:
        ask_for_page(phone, friday, "Ann")
    answer = phones[10].post(f"/j/{friday.join_code}", data={"new": "Ann", "buy_in": "60"})
    assert answer.status_code == 422
    assert "10 others wait for an answer" in answer.text


def test_expired_requests_for_pages_are_not_counted(client: FlaskClient, friday: Night) -> None:
    for _ in range(10):
        ask_for_page(client.application.test_client(), friday, "Ann")
    with writing() as session:
        for asked in session.scalars(select(DeviceRole).where(DeviceRole.role == PHONE)):
            asked.at -= 2 * REQUEST_LIFETIME
    assert ask_for_page(client.application.test_client(), friday, "Ann")


def test_pages_of_another_night_or_after_the_night_cannot_be_asked_for(phone: FlaskClient, friday: Night) -> None:
    elsewhere = nights.nights()[1]
    (cy, *_) = seats.seats(elsewhere)
    ann = seats.seats(friday)[0]
    for seat in (cy.id, 999):
        assert phone.post(f"/j/{friday.join_code}/phone/{seat}").status_code == 404
        assert phone.get(f"/j/{friday.join_code}/phone/{seat}").status_code == 404
    assert phone.get(f"/j/{friday.join_code}/phone/{ann.id}").location == f"/j/{friday.join_code}"
    end_night(friday)
    assert phone.post(f"/j/{friday.join_code}/phone/{ann.id}").status_code == 409


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({}, "Pick your name, or type it"),
        ({"new": "x" * 31}, "The name is longer than 30 letters"),
        ({"name": "Cy", "buy_in": "0"}, "At least 1"),
        ({"name": "Cy", "buy_in": "x"}, "Enter a whole number"),
        ({"name": "Cy", "buy_in": "9" * 30}, "At most"),
    ],
)
def test_a_bad_request_is_refused_with_the_reason(
    phone: FlaskClient, friday: Night, fields: dict[str, str], why: str
) -> None:
    answer = phone.post(f"/j/{friday.join_code}", data={"buy_in": "60", **fields})
    assert answer.status_code == 422
    assert why in answer.text
    assert not activity.waiting(friday.id)


def test_a_form_sent_twice_asks_once_and_the_phone_follows_the_last_answer(
    client: FlaskClient, phone: FlaskClient, friday: Night
) -> None:
    once = re.search(r'name="once" value="([^"]+)"', phone.get(f"/j/{friday.join_code}").text)
    assert once
    waiting = ask(phone, friday, new="Zoe", once=once[1])
    phone.delete_cookie("upcard-device")  # the browser had not seen the first answer
    assert ask(phone, friday, new="Zoe", once=once[1]) == waiting
    line = only_request(friday)
    assert isinstance(queue.grant(friday, line), Done)
    assert phone.get(phone.get(waiting).location).status_code == 200
    ask(phone, friday, new="Yan")
    for buy_in in ("60", "70"):
        fields = {"buy_in": buy_in, "new": "Yan", "once": once[1]}
        assert phone.post(f"/j/{friday.join_code}", data=fields).status_code == 422


def test_a_name_can_be_asked_for_only_once(client: FlaskClient, phone: FlaskClient, friday: Night) -> None:
    ask(phone, friday, name="Cy")
    answer = client.application.test_client().post(f"/j/{friday.join_code}", data={"new": "cy", "buy_in": "60"})
    assert answer.status_code == 422
    assert "has been asked for already" in answer.text


def test_granting_a_request_does_not_grant_an_earlier_refused_one(
    client: FlaskClient, phone: FlaskClient, friday: Night
) -> None:
    impostor = ask(phone, friday, name="Cy")
    queue.discard(friday, only_request(friday))
    own = client.application.test_client()
    waits = ask(own, friday, name="Cy")
    queue.grant(friday, only_request(friday))
    assert own.get(waits).status_code == 303
    assert "Not this time" in phone.get(impostor).text


def test_the_waiting_page_does_not_reveal_a_renewed_link(phone: FlaskClient, friday: Night) -> None:
    waits = ask(phone, friday, name="Cy")
    queue.grant(friday, only_request(friday))
    assert phone.get(waits).status_code == phone.get(waits).status_code == 303
    assert changing.renew_person_link(seats.seats(friday)[-1].player_id) is None
    answer = phone.get(waits)
    assert answer.status_code == 200
    assert "This is over" in answer.text
    assert seats.seats(friday)[-1].key not in answer.text


def test_at_most_ten_players_may_ask_for_seats(phone: FlaskClient, friday: Night) -> None:
    for number in range(10):
        ask(phone, friday, new=f"Guest {number}")
    answer = phone.post(f"/j/{friday.join_code}", data={"new": "One too many", "buy_in": "60"})
    assert answer.status_code == 422
    assert "10 others wait for an answer" in answer.text


def test_a_night_without_tracked_chips_asks_for_no_buy_in(client: FlaskClient, phone: FlaskClient) -> None:
    night = begin("Ann", "Bob", tracked=False)
    assert 'name="buy_in"' not in phone.get(f"/j/{night.join_code}").text
    waits = ask(phone, night, new="Gus")
    assert "Gus. Keep this page open" in (html := phone.get(waits).text)
    assert "/waiting.js" in html
    assert isinstance(queue.grant(night, only_request(night)), Done)


def test_a_seat_needs_the_dealers_yes_even_if_phones_need_not_ask(phone: FlaskClient, friday: Night) -> None:
    with writing() as session:
        session.get_one(Night, friday.id).asks_dealer = False
    ask(phone, friday, name="Cy")
    assert [line.status for line in activity.waiting(friday.id)] == ["asked"]


def test_an_ended_night_takes_no_requests(phone: FlaskClient, friday: Night) -> None:
    waits = ask(phone, friday, name="Cy")
    end_night(friday)
    assert "The night is over" in phone.get(f"/j/{friday.join_code}").text
    assert phone.post(f"/j/{friday.join_code}", data={"name": "Di", "buy_in": "60"}).status_code == 409
    assert "This is over" in phone.get(waits).text


def test_an_example_has_no_code(phone: FlaskClient, client: FlaskClient) -> None:
    example = start_example()
    assert phone.get(f"/j/{example.join_code}").status_code == 404
    assert "Take a seat" not in client.get(f"/tv/{example.watch_key}").text


@pytest.mark.parametrize("token", ["x", "1.abc", "%00", "x" * 600])
def test_a_forged_token_of_a_request_is_not_found(phone: FlaskClient, friday: Night, token: str) -> None:
    ask(phone, friday, name="Cy")
    assert phone.get(f"/j/asked/{token}").status_code == 404
    assert phone.post(f"/j/asked/{token}/withdraw").status_code == 404


def test_the_links_page_shows_the_code_and_renews_it(client: FlaskClient, phone: FlaskClient, friday: Night) -> None:
    old = friday.join_code
    html = client.get(f"/n/{friday.key}/links").text
    assert 'aria-label="QR code: A seat at the table"' in html
    assert f"/j/{old}" in html
    answer = client.post(f"/n/{friday.key}/links/join/renew")
    assert answer.location == f"/n/{friday.key}/links"
    assert friday.join_code != old
    assert phone.get(f"/j/{old}").status_code == 404
    assert phone.get(f"/j/{friday.join_code}").status_code == 200
    end_night(friday)
    assert "/j/" not in client.get(f"/n/{friday.key}/links").text


def test_the_television_shows_the_code_only_between_hands(client: FlaskClient, friday: Night) -> None:
    empty = begin()
    for night in (empty, friday):
        html = client.get(f"/tv/{night.watch_key}", base_url="http://192.168.1.5:8000").text
        seat = re.search(r'<aside class="take-a-seat".*?</aside>', html, re.S)
        assert seat
        assert f"{night.join_code}</span>" in seat[0]
        assert "192.168.1.5:8000/j/" in seat[0]
    assert isinstance(call.call_game(friday, "five-card-stud"), LiveHand)
    assert "take-a-seat" not in client.get(f"/tv/{friday.watch_key}").text


def test_names_are_escaped(phone: FlaskClient, friday: Night) -> None:
    waits = ask(phone, friday, new='<i>"Di"</i>')
    answer = phone.post(f"/j/{friday.join_code}", data={"new": '<i>"Di"</i>', "buy_in": "60"})
    for html in (phone.get(waits).text, answer.text):
        assert "<i>" not in html
        assert "&lt;i&gt;&#34;Di&#34;" in html


def test_a_taken_name_is_a_problem_and_an_unknown_request_is_none(friday: Night) -> None:
    assert isinstance(joining.ask_for_seat(friday, "Ann", 60), Problem)
    assert joining.seat_request(999) is None
