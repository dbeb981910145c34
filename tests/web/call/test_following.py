"""The call pages follow their night: requests from phones, chips bought, and messages."""

import re

import pytest
from flask.testing import FlaskClient

from app.night.acts import activity
from app.night.acts.queue import Done, Pending
from app.night.log.replay import Posted
from app.night.models import Night
from app.night.people.seats import SeatInfo, seats
from app.night.play.call import next_hand
from app.night.screens import night_version
from tests.entering import enter
from tests.night import acting
from tests.web.call.caller import Caller
from tests.web.tables import HTMX, buttons
from tests.web.television.watching import words

PAGES = ["", "/chicago"]
CHIPS = [{"colour": colour, "value": value, "count": 200} for colour, value in (("blue", 25), ("red", 5), ("white", 1))]


def seat(night: Night, name: str) -> SeatInfo:
    return next(seat for seat in seats(night) if seat.name == name)


def play_hand(caller: Caller) -> None:
    """Play a hand and clear it."""
    caller.deal("five-card-stud")
    assert isinstance(enter(caller.hand.id, ["d misdeal"]), Posted)
    assert next_hand(caller.night) is None


@pytest.mark.parametrize("page", PAGES)
def test_a_phones_request_changes_the_version_of_the_page_and_is_answered_there(caller: Caller, page: str) -> None:
    html = caller.get(page)
    assert f'data-live="/live/{caller.night.key}"' in html
    assert f'data-at="{night_version(caller.night.id)}"' in html
    asked = acting.buy_in(caller.night, seat(caller.night, "Bob").id, 40, by="Bob", ask=True)
    assert isinstance(asked, Pending)
    assert f'data-at="{night_version(caller.night.id)}"' not in html
    assert "Yes: Bob buys 40" in buttons(caller.get(page))
    (line,) = activity.waiting(caller.night.id)
    on_page = f"http://localhost{caller.url}{page}"
    room = caller.url.removesuffix("call") + "room"
    answer = caller.client.post(room, data={"room": f"yes {line.id}"}, headers={"Referer": on_page})
    assert answer.location == on_page
    assert seat(caller.night, "Bob").stack == 140


@pytest.mark.parametrize("page", PAGES)
def test_bought_chips_are_listed_until_they_are_handed_out(caller: Caller, page: str) -> None:
    assert "Give " not in caller.get(page), "the night's chips are not entered yet"
    assert isinstance(acting.play_for(caller.night, "", 0, CHIPS), Done)
    assert "Give everybody 100: 2 blue, 8 red, 10 white" in words(caller.get(page))
    acting.buy_in(caller.night, seat(caller.night, "Bob").id, 20)
    assert "Give Ann, Cy and Dee 100 each: 2 blue, 8 red, 10 white" in words(caller.get(page))
    assert "Give Bob 120: " in words(caller.get(page))
    play_hand(caller)
    acting.buy_in(caller.night, seat(caller.night, "Bob").id, 60)
    acting.buy_in(caller.night, seat(caller.night, "Bob").id, 40)
    assert "Give Bob 100: 2 blue, 8 red, 10 white" in words(caller.get(page))
    (line,) = re.findall(r'name="line" value="(\d+)"', caller.get(page))
    assert caller.client.post(f"{caller.url}/given", data={"line": line}).status_code == 303
    assert "Give " not in caller.get(page)
    acting.buy_in(caller.night, seat(caller.night, "Cy").id, 100)
    assert "Give Cy 100: 2 blue, 8 red, 10 white" in words(caller.get(page))
    acting.buy_in(caller.night, seat(caller.night, "Ann").id, 100)
    assert "Give Cy and Ann 100 each: 2 blue, 8 red, 10 white" in words(caller.get(page))
    (later,) = re.findall(r'name="line" value="(\d+)"', caller.get(page))
    for number in (later, line):  # tapped here, then in a tab that was opened earlier
        caller.client.post(f"{caller.url}/given", data={"line": number})
    assert "Give " not in caller.get(page)
    play_hand(caller)
    assert "Give " not in caller.get(page)


def test_the_night_and_settings_pages_propose_the_same_chips(caller: Caller) -> None:
    assert isinstance(acting.play_for(caller.night, "", 0, CHIPS), Done)
    night = caller.url.removesuffix("call")
    for page in ("night", "settings"):
        assert "2 blue, 8 red, 10 white" in words(caller.client.get(night + page).text)


def test_a_message_stays_until_the_next_action(client: FlaskClient, caller: Caller) -> None:
    with client.session_transaction() as session:
        session["_flashes"] = [("done", "Hand 1 is corrected")]
    assert "Hand 1 is corrected" not in client.get(caller.url, headers={"X-By-Itself": "1"}).text
    assert "Hand 1 is corrected" in caller.get()
    searched = client.get(f"{caller.url}?q=stud", headers=HTMX).text
    assert re.search(r'<div id="said"></div>', searched)
    assert re.search(r'hx-select-oob="#said,', caller.get())


def test_the_call_page_says_who_calls_and_who_won(caller: Caller) -> None:
    caller.deal("five-card-stud")
    lines = ["d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh", "d dh p4 ??2h", "p3 cbr 2", "p4 f", "p1 f", "p2 f"]
    assert isinstance(enter(caller.hand.id, lines), Posted)
    winner = caller.state.hand.setup.names[2]
    assert next_hand(caller.night) is None
    html = caller.get()
    assert re.search(rf"{winner} won \d+ at Five-Card Stud", html)
    for name in ("Ann", "Bob", "Cy", "Dee"):
        assert re.search(rf'class="ring-name">{name}\b', html)


def test_the_call_page_says_what_is_in_the_pot_already(caller: Caller) -> None:
    assert "in the pot already" not in caller.get()
    caller.deal("guts-two-card")
    lines = [f"d dh p{n} ????" for n in range(1, 5)] + [f"p{n} declare out" for n in range(1, 5)] + ["d leave"]
    assert isinstance(enter(caller.hand.id, lines), Posted)
    assert next_hand(caller.night) is None
    assert "4 in the pot already" in words(caller.get())
