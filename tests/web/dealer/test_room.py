"""Requests from phones and players out of chips, answered on the dealer's screen with one tap each."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from app.night import screens
from app.night.access import grants
from app.night.access.grants import Access
from app.night.access.rights import PHONE
from app.night.acts import activity
from app.night.acts.queue import Pending
from app.night.people import seats
from tests.night import acting
from tests.web.players.nights import Friday, Hand
from tests.web.tables import HTMX, buttons


@pytest.fixture
def friday(client: FlaskClient) -> Friday:
    friday = Friday(client)
    friday.sit("Ann")
    friday.sit("Bob", chips=40)
    friday.post("rules", limit="fixed", ante="40", bring_in="0")
    return friday


@pytest.fixture
def hand(friday: Friday) -> Hand:
    """Ann's kings win everything that Bob had."""
    hand = friday.deal()
    hand.tap("d dh p1 ??5h", "d dh p2 ??Kh")
    for bob, ann in (("2d", "Kc"), ("3d", "Ks"), ("4d", "Kd")):
        hand.tap(f"d dh p1 {bob}", f"d dh p2 {ann}")
    hand.tap("p2 sm AhKhKcKsKd", "p1 sm")
    assert hand.live.over
    return hand


def bob(friday: Friday) -> int:
    return friday.seat("Bob").id


def test_a_phones_request_is_allowed_with_one_tap_during_a_hand(friday: Friday) -> None:
    asked = acting.buy_in(friday.night, bob(friday), 50, by="Bob", ask=True)
    assert isinstance(asked, Pending)
    hand = friday.deal()
    names = buttons(hand.table())
    assert {"Yes: Bob buys 50", "No: Bob buys 50"} <= set(names)
    hand.tap("d dh p1 ??5h")
    assert hand.post("room", room=f"yes {asked.line}").status_code == 303
    assert "Yes: Bob buys 50" not in buttons(hand.table())
    assert [line.status for line in activity.waiting(friday.night.id)] == ["waiting"]
    assert len(hand.live.actions) == 1


def test_a_phones_request_is_refused_with_one_tap(friday: Friday) -> None:
    asked = acting.buy_in(friday.night, bob(friday), 50, by="Bob", ask=True)
    assert isinstance(asked, Pending)
    hand = friday.deal()
    for _ in range(2):
        assert hand.post("room", room=f"no {asked.line}").status_code == 303
    assert activity.waiting(friday.night.id) == []


@pytest.fixture
def asking(friday: Friday) -> int:
    """Return the id of a device that asks for Bob's page, which another device has claimed."""
    seat = seats.seat_by_key(friday.seat("Bob").key)
    assert seat is not None
    assert grants.claim(PHONE, seat.player_id, "", "iPhone")
    assert isinstance(grants.ask(PHONE, seat.player_id, "", "Android phone"), str)
    return access(friday).asking[0].device


def access(friday: Friday) -> Access:
    person = friday.seat("Bob").player_id
    return grants.access_by_id(PHONE, [person])[person]


PAGE = "Another phone asks for Bob's page"


def test_another_phone_is_let_in_with_one_tap_during_a_hand(friday: Friday, asking: int) -> None:
    hand = friday.deal()
    assert {f"Yes: {PAGE}", f"No: {PAGE}"} <= set(buttons(hand.table()))
    hand.tap("d dh p1 ??5h")
    for _ in range(2):
        assert hand.post("room", room=f"let-in {bob(friday)} {asking}").status_code == 303
    assert [device.status for device in access(friday).grants] == ["claimed", "granted"]
    html = hand.table()
    assert PAGE not in html
    assert "answered already" not in html
    assert len(hand.live.actions) == 1


def test_another_phone_is_refused_with_one_tap(friday: Friday, asking: int) -> None:
    hand = friday.deal()
    assert hand.post("room", room=f"keep-out {bob(friday)} {asking}").status_code == 303
    assert [device.status for device in access(friday).grants] == ["claimed", "refused"]
    assert PAGE not in hand.table()


def test_the_call_page_asks_about_another_phone(friday: Friday, asking: int) -> None:
    names = buttons(unescape(friday.client.get(f"/n/{friday.night.key}/call").text))
    assert {f"Yes: {PAGE}", f"No: {PAGE}"} <= set(names)


def test_a_seat_not_of_the_night_is_not_found(friday: Friday, asking: int) -> None:
    hand = friday.deal()
    assert hand.post("room", room=f"let-in {bob(friday) + 90} {asking}").status_code == 404


def test_the_settlement_asks_what_a_player_out_of_chips_will_do(hand: Hand) -> None:
    html = hand.table()
    assert "Bob is out of chips" in html
    assert {"Buy 40", "Sit out", "Go home"} <= set(buttons(html))
    assert "Ann is out of chips" not in html


def test_a_rebuy_is_one_tap_and_counts_once(friday: Friday, hand: Hand) -> None:
    for _ in range(2):
        assert hand.post("room", room=f"buy {bob(friday)} 40").status_code == 303
    assert friday.seat("Bob").stack == 40
    html = hand.table()
    assert "Bob is out of chips" not in html
    assert "Bob has 40" in html
    assert "Next hand" in buttons(html)


def test_a_rebuy_tapped_on_two_screens_at_the_same_moment_counts_once(
    friday: Friday, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = screens.screen_of(friday.night.id)
    monkeypatch.setattr("app.web.dealer.views.screen_of", lambda _night_id: seen)
    for _ in range(2):
        assert hand.post("room", room=f"buy {bob(friday)} 40").status_code == 303
    assert friday.seat("Bob").stack == 40


def test_sitting_out_is_one_tap(friday: Friday, hand: Hand) -> None:
    hand.post("room", room=f"sit-out {bob(friday)}")
    assert friday.seat("Bob").sitting_out
    assert "Bob sits out" in hand.table()


def test_going_home_is_one_tap_and_the_hand_can_still_be_undone(friday: Friday, hand: Hand) -> None:
    hand.post("room", room=f"leave {bob(friday)}")
    assert friday.seat("Bob").left
    assert "Bob has gone home" in hand.table()
    assert hand.post("undo").status_code == 303
    assert not hand.live.over


@pytest.mark.parametrize(("choice", "words"), [("sit-out {}", "Bob sits out"), ("leave {}", "Bob has gone home")])
def test_a_player_sent_away_without_chips_is_named_after_a_correction(
    friday: Friday, hand: Hand, choice: str, words: str
) -> None:
    hand.post("room", room=choice.format(bob(friday)))
    last = len(hand.live.actions)
    fields = {"line": "d ranks high p1", f"further-{last}": "-", "do": "correct"}
    assert hand.post(f"hand/1/correct/{last - 1}", **fields).status_code == 303
    assert friday.seat("Bob").stack == 80
    assert words in hand.table()


UNDO = re.compile(r'<button formaction="[^"]*/undo" id="undo"(?: name="(\w+)" value="(\d+)")?>')


def undo(hand: Hand) -> None:
    """Tap Undo on the current screen."""
    match = UNDO.search(hand.table())
    assert match
    assert hand.post("undo", **({match[1]: match[2]} if match[1] else {})).status_code == 303


@pytest.mark.parametrize("choice", ["buy {} 40", "sit-out {}", "leave {}"])
def test_undo_undoes_the_players_choice_before_the_hands_last_action(friday: Friday, hand: Hand, choice: str) -> None:
    hand.post("room", room=choice.format(bob(friday)))
    assert "Bob is out of chips" not in hand.table()
    undo(hand)
    assert hand.live.over
    assert "Bob is out of chips" in hand.table()
    undo(hand)
    assert not hand.live.over


def test_undo_sent_twice_undoes_a_choice_once(friday: Friday, hand: Hand) -> None:
    hand.post("room", room=f"buy {bob(friday)} 40")
    match = UNDO.search(hand.table())
    assert match
    for _ in range(2):
        assert hand.post("undo", **{match[1]: match[2]}).status_code == 303
    assert hand.live.over
    assert friday.seat("Bob").stack == 0


def test_undo_undoes_a_choice_made_on_the_call_page(friday: Friday, hand: Hand) -> None:
    hand.post("next")
    hand.post("room", room=f"leave {bob(friday)}")
    friday.client.post(f"{hand.url}call/undo", data={"hand": hand.id})
    undo(hand)
    assert hand.live.over
    assert not friday.seat("Bob").left


def test_undo_undoes_an_action_entered_after_a_queued_rebuy_first(friday: Friday, hand: Hand) -> None:
    hand.post("undo")
    assert isinstance(acting.buy_in(friday.night, bob(friday), 50), Pending)
    hand.tap("p1 sm")
    undo(hand)
    assert not hand.live.over
    assert len(activity.waiting(friday.night.id)) == 1


def test_a_choice_that_can_no_longer_be_undone_says_why(friday: Friday, hand: Hand) -> None:
    hand.post("room", room=f"buy {bob(friday)} 40")
    match = UNDO.search(hand.table())
    assert match
    friday.do("Bob", "leave")
    answer = hand.post("undo", **{match[1]: match[2]})
    assert answer.status_code == 422
    assert "Bob has left with these chips" in unescape(answer.text)
    assert hand.live.over


def test_a_player_with_a_queued_rebuy_is_not_asked(friday: Friday, hand: Hand) -> None:
    hand.post("undo")
    assert isinstance(acting.buy_in(friday.night, bob(friday), 50), Pending)
    hand.tap("p1 sm")
    html = hand.table()
    assert "Bob is out of chips" not in html
    assert "Bob buys 50, from the next hand" in html
    assert hand.post("room", room=f"buy {bob(friday)} 40").status_code == 303
    assert len(activity.waiting(friday.night.id)) == 1


def test_no_player_is_asked_if_chips_are_not_counted(client: FlaskClient) -> None:
    friday = Friday(client, tracked=False)
    for name in ("Ann", "Bob"):
        friday.post("seats", name=name)
    hand = friday.deal()
    hand.tap("d dh p1 ??5h", "d dh p2 ??Kh", "p2 cbr 2", "p1 f")
    assert "out of chips" not in hand.table()


def test_the_call_page_says_who_is_out_of_chips(friday: Friday, hand: Hand) -> None:
    hand.post("next")
    html = unescape(friday.client.get(f"{hand.url}call").text)
    assert "Bob is out of chips" in html


@pytest.mark.parametrize(
    "text", ["", "yes", "yes x", "no 1 2", "buy 1", "buy 1 x", "sell 1", "yes -1", "leave 1 2 3", "yes " + "9" * 15]
)
def test_malformed_choices_change_nothing(hand: Hand, text: str) -> None:
    assert hand.post("room", room=text).status_code in (303, 400)
    assert "Bob is out of chips" in hand.table()


def test_a_choice_for_a_player_with_chips_changes_nothing(friday: Friday, hand: Hand) -> None:
    ann = friday.seat("Ann")
    for text in (f"buy {ann.id} 100", f"leave {ann.id}", f"sit-out {ann.id}"):
        hand.post("room", room=text)
    assert friday.seat("Ann") == ann


def test_with_htmx_the_response_is_the_screen(friday: Friday, hand: Hand) -> None:
    answer = hand.friday.client.post(
        f"{hand.url}room", data={"room": f"buy {bob(friday)} 40"}, headers=HTMX, follow_redirects=True
    )
    assert answer.text.lstrip().startswith('<div id="screen"')
