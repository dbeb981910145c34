"""Changes of players, chips and stakes during a hand: accepted, listed, removed, undone, and requested by phones."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from app.night.acts import activity
from app.night.acts.queue import Pending
from app.night.db import writing
from app.night.models import Seat
from app.night.people import changing
from tests.night import acting
from tests.web.players.nights import Friday, Hand

#: Five-card stud for Bob, Cy and Ann: the first two cards of each.
FIRST_STREET = ("d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh")


@pytest.fixture
def friday(client: FlaskClient) -> Friday:
    friday = Friday(client)
    friday.sit("Ann", "Bob", "Cy")
    return friday


@pytest.fixture
def hand(friday: Friday) -> Hand:
    hand = friday.deal()
    hand.tap(*FIRST_STREET)
    return hand


def section(html: str, title: str) -> str:
    """Return the section of the page under a heading, or "" without one."""
    match = re.search(rf"<section[^>]*>\s*<h2[^>]*>{title}</h2>(.*?)</section>", html, re.S)
    return unescape(match[1]) if match else ""


def row(html: str, name: str) -> str:
    match = re.search(rf'<li class="player[^>]*aria-label="{name}">(.*?)</li>', html, re.S)
    assert match is not None
    return " ".join(re.sub(r"<[^>]+>", " ", match[1]).split())


def test_queued_changes_are_listed_and_shown_at_their_players(friday: Friday, hand: Hand) -> None:
    friday.sit("Gus")
    friday.do("Bob", "buy", chips="40")
    friday.post("rules", limit="fixed", ante="2")
    html = friday.html()
    waiting = section(html, "From the next hand")
    for words in ("Gus joins", "Bob buys 40", "Ante 2, bring-in 1, fixed limit 2/4"):
        assert words in waiting
        assert f"Remove: {words}" in friday.buttons()
    assert "buys 40" in row(html, "Bob")
    assert "Bob buys 40, from the next hand" not in friday.html()  # a message is shown only once


def test_lent_chips_wait_for_the_end_of_the_hand_and_can_be_undone(friday: Friday, hand: Hand) -> None:
    assert friday.do("Ann", "give", chips="20", to=friday.seat("Bob").id).status_code == 303
    assert "Ann lends Bob 20, from the next hand" in friday.html()
    assert "lends Bob 20" in row(friday.html(), "Ann")
    hand.tap("p3 cbr 2", "p1 f", "p2 f")
    assert hand.post("next").status_code == 303
    assert [friday.seat(name).bought for name in ("Ann", "Bob")] == [80, 120]
    (line,) = [line for line in activity.night_log(friday.night.id) if line.act.kind == "give"]
    assert friday.post(f"acts/{line.id}/undo").status_code == 303
    assert [friday.seat(name).bought for name in ("Ann", "Bob")] == [100, 100]


def test_players_added_during_a_hand_join_from_the_next(friday: Friday, hand: Hand) -> None:
    for _ in range(2):
        friday.post("seats", name="Di, Eli", buy_in="60", once="a-form")
    assert "Di and Eli join from the next hand" in friday.html()
    assert friday.names == ["Ann", "Bob", "Cy"]
    hand.tap("p3 cbr 2", "p1 f", "p2 f")
    hand.post("next")
    assert friday.names == ["Ann", "Bob", "Cy", "Di", "Eli"]


def stacks(friday: Friday) -> list[int | None]:
    return [friday.seat(name).stack for name in ("Ann", "Bob", "Cy")]


def test_everybody_makes_a_side_payment_to_one_player(friday: Friday) -> None:
    answer = friday.do("Ann", "side", chips="2", why=" seven-deuce ", **{"from": "everybody"})
    assert answer.status_code == 303
    assert "Ann gets 2 from everybody" in friday.html()
    assert stacks(friday) == [104, 98, 98]
    assert [friday.seat(name).net for name in ("Ann", "Bob", "Cy")] == [4, -2, -2]
    assert "Everybody pays Ann 2 for seven-deuce" in friday.html()
    money = unescape(friday.client.get(friday.url.removesuffix("night") + "money").text)
    assert "side payment: seven-deuce, paid by Bob" in money
    assert "seven-deuce, paid to Ann" in money
    assert 'value="seven-deuce"' in friday.more("Cy"), "the next payment proposes the same reason"
    (line,) = [line for line in activity.night_log(friday.night.id) if line.act.kind == "side"]
    assert friday.post(f"acts/{line.id}/undo").status_code == 303
    assert stacks(friday) == [100, 100, 100]


def test_one_player_pays_another_and_everybody_excludes_players_sitting_out(friday: Friday) -> None:
    assert friday.do("Ann", "side", chips="5", **{"from": friday.seat("Bob").id}).status_code == 303
    friday.do("Cy", "sit-out")
    assert friday.do("Bob", "side", chips="1", **{"from": "everybody"}).status_code == 303
    assert stacks(friday) == [104, 96, 100]


def test_a_side_payment_sent_twice_is_made_once_even_if_it_took_the_last_chips(friday: Friday) -> None:
    friday.sit("Dee", chips=2)
    for _ in range(2):
        assert friday.do("Ann", "side", chips="2", once="a-form", **{"from": "everybody"}).status_code == 303
    assert [*stacks(friday), friday.seat("Dee").stack] == [106, 98, 98, 0]
    for payer in ("Bob", "Bob", "Cy"):
        friday.do("Ann", "side", chips="2", once="a-form", **{"from": str(friday.seat(payer).id)})
    assert stacks(friday) == [110, 96, 96]


@pytest.mark.parametrize(
    "form", [("buy", {"chips": "5"}), ("give", {"chips": "5", "to": "Bob"}), ("side", {"chips": "5", "from": "Bob"})]
)
def test_a_form_sent_again_after_its_player_was_renamed_counts_once(
    friday: Friday, form: tuple[str, dict[str, str]]
) -> None:
    what, fields = form
    bob = friday.seat("Bob")
    fields = {name: str(bob.id) if value == "Bob" else value for name, value in fields.items()}
    assert friday.do("Ann", what, once="a-form", **fields).status_code == 303
    before = stacks(friday)
    assert changing.change_person(friday.seat("Ann").player_id, "Anna", "mint") is None
    assert changing.change_person(bob.player_id, "Robert", "rose") is None
    assert friday.do("Anna", what, once="a-form", **fields).status_code == 303
    assert [friday.seat(name).stack for name in ("Anna", "Robert", "Cy")] == before


def test_a_side_payment_during_a_hand_does_not_affect_its_stacks_or_pot(friday: Friday, hand: Hand) -> None:
    hand.tap("p3 cbr 2")
    before = [(player.stack, hand.live.state.pot) for player in hand.live.state.players]
    assert friday.do("Ann", "side", chips="3", why="high hand", **{"from": "everybody"}).status_code == 303
    assert "Ann gets 3 from everybody, from the next hand" in friday.html()
    assert [(player.stack, hand.live.state.pot) for player in hand.live.state.players] == before
    hand.tap("p1 f", "p2 f")
    assert hand.post("next").status_code == 303
    assert stacks(friday) == [108, 96, 96], "Ann has also won an ante from each"


def test_a_side_payment_is_refused_if_a_player_has_too_few_chips(friday: Friday) -> None:
    friday.sit("Dee", chips=1)
    answer = friday.do("Ann", "side", chips="2", why="bounty", **{"from": "everybody"})
    assert answer.status_code == 422
    assert "Dee has only 1" in answer.text
    assert stacks(friday) == [100, 100, 100]


@pytest.mark.parametrize(
    ("fields", "status", "reason"),
    [
        ({"chips": "", "from": "everybody"}, 422, "Enter a number"),
        ({"chips": "0", "from": "everybody"}, 422, "At least 1"),
        ({"chips": "2", "from": "everybody", "why": "x" * 41}, 422, "longer than 40 letters"),
        ({"chips": "2", "from": "everybody", "why": "\u202e"}, 422, "cannot be shown"),
        ({"chips": "2", "from": "0"}, 404, ""),
        ({"chips": "2"}, 400, ""),
        ({"chips": "2", "from": "999"}, 404, ""),
    ],
)
def test_a_bad_side_payment_is_refused(friday: Friday, fields: dict[str, str], status: int, reason: str) -> None:
    answer = friday.do("Ann", "side", **fields)
    assert answer.status_code == status
    assert reason in answer.text
    assert stacks(friday) == [100, 100, 100]
    itself = friday.do("Ann", "side", chips="2", **{"from": friday.seat("Ann").id})
    assert itself.status_code == 422


@pytest.mark.parametrize(("chips", "reason"), [("", "Enter"), ("101", "Ann has only 100"), ("-1", "whole number")])
def test_lending_a_bad_number_of_chips_is_refused(friday: Friday, chips: str, reason: str) -> None:
    answer = friday.do("Ann", "give", chips=chips, to=friday.seat("Bob").id)
    assert answer.status_code == 422
    assert reason in answer.text
    assert friday.do("Ann", "give", chips="1", to="x").status_code == 400
    assert friday.do("Ann", "give", chips="1", to=2**64).status_code == 400
    assert friday.do("Ann", "give", chips="1", to=999).status_code == 404


def test_a_refused_gift_stays_marked_as_paid(client: FlaskClient) -> None:
    friday = Friday(client).sit("Ann", "Bob")
    fields = {"for": "money", "currency": "EUR", "worth": "0.05", "set": "none"}
    client.post(friday.url.replace("night", "money/settings"), data=fields)
    answer = friday.do("Ann", "give", chips="101", to=friday.seat("Bob").id, settled="1")
    assert answer.status_code == 422
    assert re.search(r'name="settled" value="1" checked', answer.text)
    assert not re.search(r'name="settled" value="1" checked', friday.more("Ann"))


def test_a_queued_change_can_be_removed(friday: Friday, hand: Hand) -> None:
    friday.do("Bob", "buy", chips="40")
    (line,) = activity.waiting(friday.night.id)
    assert friday.post(f"acts/{line.id}/remove").status_code == 303
    html = friday.html()
    assert "Removed: Bob buys 40" in html
    assert section(html, "From the next hand") == ""
    again = friday.post(f"acts/{line.id}/remove")
    assert again.status_code == 303


def test_the_page_shows_the_current_stacks_during_a_hand(friday: Friday, hand: Hand) -> None:
    hand.tap("p3 cbr 2", "p1 cc")
    html = friday.html()
    assert "Ann 97 3 in the pot" in row(html, "Ann")
    assert "Cy 99 1 in the pot" in row(html, "Cy")


def test_the_page_shows_the_seats_as_they_will_be(friday: Friday, hand: Hand) -> None:
    friday.do("Cy", "move", way="up")
    friday.do("Cy", "move", way="up")
    assert re.findall(r'<li class="player[^>]*aria-label="(\w+)"', friday.html()) == ["Cy", "Ann", "Bob"]
    assert friday.names == ["Ann", "Bob", "Cy"]
    assert [line.act.kind for line in activity.waiting(friday.night.id)] == ["rearrange"]


def test_requests_from_phones_come_first_with_yes_and_no(friday: Friday) -> None:
    for name in ("Bob", "Cy"):
        asked = acting.buy_in(friday.night, friday.seat(name).id, 50, by=name, ask=True)
        assert isinstance(asked, Pending)
    names = friday.buttons()
    assert names.index("Yes: Bob buys 50") < names.index("Bob deals")
    assert 'aria-label="Requests from phones"' in friday.html()
    bob, cy = activity.waiting(friday.night.id)
    room = f"{friday.url.removesuffix('night')}room"
    asked_on = {"Referer": f"http://localhost{friday.url}"}
    for answer in (f"yes {bob.id}", f"no {cy.id}"):
        assert friday.client.post(room, data={"room": answer}, headers=asked_on).location.endswith(friday.url)
    assert (friday.seat("Bob").stack, friday.seat("Cy").stack) == (150, 100)
    assert activity.waiting(friday.night.id) == []


def test_the_nights_log_says_who_did_what_and_can_undo_it(friday: Friday) -> None:
    acting.buy_in(friday.night, friday.seat("Bob").id, 50, by="Bob")
    html = unescape(friday.html())
    assert re.search(r"Bob buys 50\s*<small>\d\d:\d\d, Bob</small>", html)
    assert re.search(r"Cy sits down with 100\s*<small>\d\d:\d\d, at the table</small>", html)
    line = activity.night_log(friday.night.id)[0]
    assert "Undo: Bob buys 50" in friday.buttons()
    assert friday.post(f"acts/{line.id}/undo").status_code == 303
    assert friday.seat("Bob").stack == 100
    html = unescape(friday.html())
    assert "Taken back: Bob buys 50" in html
    assert "Bob · taken back</small>" in html
    assert "Undo: Bob buys 50" not in friday.buttons()


def test_an_entry_that_cannot_be_undone_says_why(friday: Friday) -> None:
    friday.do("Bob", "buy", chips="50")
    line = activity.night_log(friday.night.id)[0]
    friday.do("Bob", "leave")
    refused = friday.post(f"acts/{line.id}/undo")
    assert refused.status_code == 422
    assert "Bob has left with these chips." in refused.text


def test_undoing_an_earlier_entry_waits_for_the_end_of_the_hand(friday: Friday) -> None:
    friday.do("Bob", "buy", chips="50")
    line = activity.night_log(friday.night.id)[0]
    friday.deal().tap(*FIRST_STREET)
    friday.post(f"acts/{line.id}/undo")
    assert "Remove: Taken back: Bob buys 50" in friday.buttons()
    again = friday.post(f"acts/{line.id}/undo")
    assert again.status_code == 409
    assert "It has already been undone." in again.text


def test_a_failed_change_says_why_until_the_next_deal(friday: Friday) -> None:
    friday.do("Bob", "buy", chips="50")
    line = activity.night_log(friday.night.id)[0]
    hand, bob = friday.deal(), friday.seat("Bob").id
    friday.post(f"acts/{line.id}/undo")
    with writing() as session:  # another server sends Bob home meanwhile
        session.get_one(Seat, bob).left = True
    hand.tap("d misdeal")
    hand.post("next")
    failed = section(friday.html(), "Not done")
    assert "Taken back: Bob buys 50" in failed
    assert "Bob has left with these chips" in failed
    friday.deal()
    assert section(friday.html(), "Not done") == ""


def test_a_long_log_is_cut_until_all_of_it_is_requested(friday: Friday) -> None:
    for _ in range(12):
        friday.do("Bob", "buy", chips="1")
    assert "The whole log" in friday.html()
    assert "Ann sits down with 100" not in unescape(friday.html())
    assert "Ann sits down with 100" in unescape(friday.html("?log=all"))


@pytest.mark.parametrize("line", ["0", "999", "9" * 30, "2147483648"])
@pytest.mark.parametrize("what", ["remove", "undo"])
def test_a_line_that_does_not_exist_is_not_found(friday: Friday, line: str, what: str) -> None:
    assert friday.post(f"acts/{line}/{what}").status_code == 404


def test_lines_of_another_night_are_not_found(client: FlaskClient, friday: Friday) -> None:
    line = activity.night_log(friday.night.id)[0]
    saturday = Friday(client)
    assert saturday.post(f"acts/{line.id}/undo").status_code == 404


def test_one_tap_on_the_row_buys_as_much_as_last_time(friday: Friday) -> None:
    friday.do("Bob", "buy", chips="40")
    names = friday.buttons()
    assert "Buy 40 for Bob" in names
    assert "Buy 100 for Cy" in names


def test_a_player_without_chips_is_named(client: FlaskClient) -> None:
    friday = Friday(client)
    friday.sit("Ann")
    friday.sit("Bob", chips=1)
    hand = friday.deal()
    hand.tap("d dh p1 ??5h", "d dh p2 ??Kh")
    assert "out of chips" not in friday.html()
    for bob, ann in (("2d", "Kc"), ("3d", "Ks"), ("4d", "Kd")):
        hand.tap(f"d dh p1 {bob}", f"d dh p2 {ann}")
    hand.tap("p2 sm AhKhKcKsKd", "p1 sm")
    html = unescape(friday.html())
    assert {"Buy 1", "Sit out", "Go home"} <= set(friday.buttons())
    assert 'aria-label="Out of chips"' in html
    assert 'aria-label="Requests from phones"' not in html
    assert "<b>Bob</b> is out of chips</p>" in html
    assert "out of chips" in row(html, "Bob")
