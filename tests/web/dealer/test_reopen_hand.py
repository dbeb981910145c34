"""Undo after "Next hand", and after the next game has been called: back step by step."""

import re
from collections.abc import Callable
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from werkzeug.test import TestResponse

from app.games.house import Stakes
from app.night import models
from app.night.log.loading import NoHandError
from app.night.nights import night_by_key
from app.night.people.seats import seats
from app.night.play.call import call_game, current_hand
from app.night.play.games import save_own_game
from app.night.validation import Problem
from tests.night.acting import leave
from tests.night.table import set_house
from tests.web.tables import HTMX, Table, buttons

Deal = Callable[..., Table]

ANN_WINS = ("d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh", "p3 cbr 2", "p1 f", "p2 f")


@pytest.fixture
def table(deal: Deal) -> Table:
    """Hand 1 is over: Cy has won 5 (the antes and his bet), which are still to be pushed."""
    table = deal("five-card-stud", 3, stakes=Stakes(ante=1, small=2, big=4))
    table.enter(*ANN_WINS)
    return table


def press_next(table: Table) -> str:
    """Return the call page after "Next hand"."""
    assert table.post("next").location == f"{table.url}call"
    return unescape(table.get("call"))


def press_undo(table: Table, path: str = "undo", **fields: str) -> TestResponse:
    """Post Undo as the screen does."""
    return table.client.post(table.url + path, data=fields)


def call_next(table: Table, game: str = "five-card-stud", **fields: str) -> str:
    """Call the next hand's game on its page; return the id of the hand."""
    answer = table.client.post(f"{table.url}call/{game}", data={"do": "deal", **fields})
    assert answer.status_code == 303
    hand = current_hand(night(table))
    assert hand is not None
    return str(hand.id)


def night(table: Table) -> models.Night:
    stored = night_by_key(table.key)
    assert stored is not None
    return stored


def stacks(table: Table) -> dict[str, int | None]:
    return {seat.name: seat.stack for seat in seats(night(table))}


def test_the_call_page_offers_in_words_to_reopen_the_hand(table: Table) -> None:
    html = press_next(table)
    assert "Undo" in buttons(html)
    assert "Back to hand 1: Five-Card Stud" in html


def test_before_the_first_hand_is_cleared_there_is_none_to_reopen(table: Table) -> None:
    assert "Undo" not in buttons(table.get("call"))


def test_undo_after_next_hand_shows_the_settlement_again(table: Table) -> None:
    press_next(table)
    answer = press_undo(table, "call/undo", hand=str(table.hand))
    assert (answer.status_code, answer.location) == (303, table.url)
    html = table.get()
    assert "Next hand" in buttons(html)
    assert "Push <b>5</b> to Cy" in html
    assert len(table.live.actions) == len(ANN_WINS)


def test_pressed_twice_it_goes_one_step(table: Table) -> None:
    press_next(table)
    for _ in range(2):
        assert press_undo(table, "call/undo", hand=str(table.hand)).status_code == 303
    assert len(table.live.actions) == len(ANN_WINS)
    assert "Next hand" in buttons(table.get())


def test_from_the_settlement_undo_and_correct_work_on(table: Table) -> None:
    press_next(table)
    press_undo(table, "call/undo", hand=str(table.hand))
    assert table.post("undo").status_code == 303
    assert table.post(action="p2 cc").status_code == 303
    assert table.live.state.result is None


def test_a_hand_whose_chips_have_gone_home_says_why_it_stays(table: Table) -> None:
    press_next(table)
    assert not isinstance(leave(night(table), seats(night(table))[2].id), Problem)
    html = unescape(table.get("call"))
    assert "Undo" not in buttons(html)
    assert "Hand 1 stays as it is: Cy has left with the chips of this hand" in html
    answer = press_undo(table, "call/undo", hand=str(table.hand))
    assert answer.status_code == 303
    assert "Cy has left with the chips of this hand; undo that in the night’s log first." in table.get("call")
    assert current_hand(night(table)) is None


@pytest.mark.parametrize("hand", ["", "nonsense", "99999999999999999999"])
def test_a_form_that_no_screen_sends_is_refused(table: Table, hand: str) -> None:
    press_next(table)
    assert press_undo(table, "call/undo", hand=hand).status_code == 400


def test_undo_on_a_fresh_hand_takes_back_the_call_and_shows_its_sheet(table: Table) -> None:
    press_next(table)
    fresh = call_next(table, "chicago", **{"modifier.roll-your-own": "1"})
    answer = press_undo(table, hand=fresh, seen="0")
    address = urlsplit(answer.location)
    assert (answer.status_code, address.path) == (303, f"{table.url}call/chicago")
    assert parse_qs(address.query) == {"modifier.roll-your-own": ["1"]}
    html = unescape(table.client.get(answer.location).text)
    assert "Chicago, rolled is taken back" in html
    assert "Back to hand 1: Five-Card Stud" in html
    assert {"Deal", "Undo"} <= set(buttons(html))
    assert current_hand(night(table)) is None


def test_options_and_house_rules_of_the_hand_come_back_with_its_sheet(table: Table) -> None:
    press_next(table)
    fresh = call_next(table, "chicago", **{"house.raises": "5"})
    address = urlsplit(press_undo(table, hand=fresh, seen="0").location)
    assert parse_qs(address.query) == {"house.raises": ["5"]}


def test_house_rules_of_the_night_are_not_those_of_the_hand(table: Table) -> None:
    press_next(table)
    set_house(night(table), {"raises": 5})
    fresh = call_next(table, "chicago")
    assert press_undo(table, hand=fresh, seen="0").location == f"{table.url}call/chicago"


def test_a_game_of_ones_own_comes_back_as_that(table: Table) -> None:
    press_next(table)
    mine = save_own_game("Windy", "chicago", {}, ["roll-your-own"], {})
    assert not isinstance(mine, Problem)
    fresh = call_next(table, "chicago", **{"modifier.roll-your-own": "1", "own": str(mine.id)})
    html = table.client.get(press_undo(table, hand=fresh, seen="0").location).text
    assert re.search(r"<h1[^>]*>Windy</h1>", html)


def test_htmx_leaves_the_page_for_the_sheet(table: Table) -> None:
    press_next(table)
    fresh = call_next(table, "razz")
    answer = table.client.post(table.url + "undo", data={"hand": fresh, "seen": 0}, headers=HTMX)
    assert answer.headers["HX-Redirect"].startswith(f"{table.url}call/razz")
    again = table.client.post(table.url + "undo", data={"hand": fresh, "seen": 0}, headers=HTMX)
    assert again.headers["HX-Redirect"] == f"{table.url}call"


def test_a_tap_on_a_hand_that_was_taken_back_leads_to_the_games(table: Table) -> None:
    press_next(table)
    fresh = call_next(table)
    press_undo(table, hand=fresh, seen="0")
    answer = press_undo(table, "tap", hand=fresh, seen="0", action="d dh p1 ??2c")
    assert (answer.status_code, answer.location) == (303, f"{table.url}call")


def test_undo_on_an_old_screen_does_not_take_the_call_back(table: Table) -> None:
    press_next(table)
    fresh = Table(table.client, table.key, int(call_next(table)))
    fresh.enter("d dh p1 ??5h")
    assert fresh.post("undo", seen=0).status_code == 409
    assert fresh.post("undo").status_code == 303
    assert fresh.live.actions == ()


def test_the_first_hand_of_the_night_can_be_called_again_too(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    answer = table.post("undo")
    assert answer.location == f"{table.url}call/five-card-stud"
    assert "Undo" not in buttons(table.client.get(answer.location).text)


def test_a_chain_of_undo_leads_back_to_the_wrong_settlement_and_the_chips_are_right(table: Table) -> None:
    before = stacks(table)
    press_next(table)
    fresh = call_next(table)
    press_undo(table, hand=fresh, seen="0")
    press_undo(table, "call/undo", hand=str(table.hand))
    assert table.post("undo").status_code == 303
    assert table.post(action="p2 cbr 4").status_code == 303
    assert table.post(action="p3 f").status_code == 303
    assert before == {"Ann": 99, "Bob": 99, "Cy": 102}
    assert stacks(table) == {"Ann": 99, "Bob": 104, "Cy": 97}
    press_next(table)
    again = call_game(night(table), "five-card-stud")
    assert not isinstance(again, Problem)
    assert (again.hand.number, again.hand.setup.stacks) == (2, (104, 97, 99))


def test_a_screen_that_asks_for_a_hand_just_then_taken_back_looks_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(hand: int, *_known: object) -> None:
        raise NoHandError(hand)

    monkeypatch.setattr("app.night.screens.live_hand_at", gone)
    assert table.client.get(table.url).location.endswith(table.url)
    form = {"hand": table.hand, "seen": 6, "action": "p1 f"}
    assert table.client.post(f"{table.url}tap", data=form).location == table.url
    assert table.client.post(f"{table.url}tap", data=form, headers=HTMX).headers["HX-Refresh"] == "true"
