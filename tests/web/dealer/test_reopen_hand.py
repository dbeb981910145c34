"""Undo after "Next hand" and after the next call goes back step by step."""

import re
from collections.abc import Callable
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from werkzeug.test import TestResponse

from app.games.house import Stakes
from app.night.log.loading import NoHandError
from app.night.nights import current_hand, last_number
from app.night.people.seats import seats
from app.night.play.call import call_game
from app.night.play.games import save_own_game
from app.night.validation import Problem
from tests.night.acting import leave
from tests.night.table import set_house
from tests.web.tables import HTMX, Table, buttons

Deal = Callable[..., Table]

CY_WINS = ("d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh", "p3 cbr 2", "p1 f", "p2 f")


@pytest.fixture
def table(deal: Deal) -> Table:
    """Hand 1 is over: Cy has won 5 (the antes and his bet), which are still to be pushed."""
    table = deal("five-card-stud", 3, stakes=Stakes(ante=1, small=2, big=4))
    table.enter(*CY_WINS)
    return table


def press_next(table: Table) -> str:
    """Return the call page after "Next hand"."""
    assert table.post("next").location == f"{table.url}call"
    return unescape(table.get("call"))


def press(table: Table, path: str = "undo", **fields: str) -> TestResponse:
    """Post a tap with the fields that its screen sends; Undo by default."""
    return table.client.post(table.url + path, data=fields)


def call_next(table: Table, game: str = "five-card-stud", **fields: str) -> str:
    """Call the next hand's game on its page; return the id of the hand."""
    answer = table.client.post(
        f"{table.url}call/{game}", data={"do": "deal", "after": last_number(table.night.id), **fields}
    )
    assert answer.status_code == 303
    hand = current_hand(table.night)
    assert hand is not None
    return str(hand.id)


def stacks(table: Table) -> dict[str, int | None]:
    return {seat.name: seat.stack for seat in seats(table.night)}


def test_the_call_page_names_the_hand_that_undo_reopens(table: Table) -> None:
    html = press_next(table)
    assert "Undo" in buttons(html)
    assert "Back to hand 1: Five-Card Stud" in html


def test_the_call_page_has_no_undo_before_the_first_hand_is_cleared(table: Table) -> None:
    assert "Undo" not in buttons(table.get("call"))


def test_undo_after_next_hand_shows_the_settlement_again(table: Table) -> None:
    press_next(table)
    answer = press(table, "call/undo", hand=str(table.hand))
    assert (answer.status_code, answer.location) == (303, table.url)
    html = table.get()
    assert "Next hand" in buttons(html)
    assert "Push <b>5</b> to Cy" in html
    assert len(table.live.actions) == len(CY_WINS)


def test_undo_pressed_twice_goes_back_one_step(table: Table) -> None:
    press_next(table)
    for _ in range(2):
        assert press(table, "call/undo", hand=str(table.hand)).status_code == 303
    assert len(table.live.actions) == len(CY_WINS)
    assert "Next hand" in buttons(table.get())


def test_play_continues_from_a_reopened_settlement(table: Table) -> None:
    press_next(table)
    press(table, "call/undo", hand=str(table.hand))
    assert table.post("undo").status_code == 303
    assert table.post(action="p2 cc").status_code == 303
    assert table.live.state.result is None


def test_a_hand_cannot_be_reopened_after_its_winner_has_left(table: Table) -> None:
    press_next(table)
    assert not isinstance(leave(table.night, seats(table.night)[2].id), Problem)
    html = unescape(table.get("call"))
    assert "Undo" not in buttons(html)
    assert "Hand 1 stays as it is: Cy has left with the chips of this hand" in html
    answer = press(table, "call/undo", hand=str(table.hand))
    assert answer.status_code == 303
    assert "Cy has left with the chips of this hand; undo that in the night&#39;s log first." in table.get("call")
    assert current_hand(table.night) is None


@pytest.mark.parametrize("hand", ["", "nonsense", "99999999999999999999"])
def test_undo_with_a_bad_hand_id_is_refused(table: Table, hand: str) -> None:
    press_next(table)
    assert press(table, "call/undo", hand=hand).status_code == 400


def test_undo_on_a_new_hand_undoes_the_call_and_shows_its_sheet(table: Table) -> None:
    press_next(table)
    fresh = call_next(table, "chicago", **{"modifier.roll-your-own": "1", "limit": "spread", "max_bet": "5"})
    answer = press(table, hand=fresh, seen="0")
    address = urlsplit(answer.location)
    assert (answer.status_code, address.path) == (303, f"{table.url}call/chicago")
    assert parse_qs(address.query) == {"modifier.roll-your-own": ["1"], "limit": ["spread"], "max_bet": ["5"]}
    html = unescape(table.client.get(answer.location).text)
    assert "Chicago, rolled is taken back" in html
    assert "Back to hand 1: Five-Card Stud" in html
    assert {"Deal", "Undo"} <= set(buttons(html))
    assert current_hand(table.night) is None


def test_the_sheet_of_an_undone_call_has_the_hands_house_rules(table: Table) -> None:
    press_next(table)
    fresh = call_next(table, "chicago", **{"house.raises": "5"})
    address = urlsplit(press(table, hand=fresh, seen="0").location)
    assert parse_qs(address.query) == {"house.raises": ["5"]}


def test_the_sheet_of_an_undone_call_leaves_out_the_nights_house_rules(table: Table) -> None:
    press_next(table)
    set_house(table.night, {"raises": 5})
    fresh = call_next(table, "chicago")
    assert press(table, hand=fresh, seen="0").location == f"{table.url}call/chicago"


def test_undoing_the_call_of_a_saved_game_shows_the_saved_game(table: Table) -> None:
    press_next(table)
    mine = save_own_game("Windy", "chicago", {}, ["roll-your-own"], {})
    assert not isinstance(mine, Problem)
    fresh = call_next(table, "chicago", **{"modifier.roll-your-own": "1", "own": str(mine.id)})
    html = table.client.get(press(table, hand=fresh, seen="0").location).text
    assert re.search(r"<h1[^>]*>Windy</h1>", html)


def test_htmx_is_redirected_to_the_sheet(table: Table) -> None:
    press_next(table)
    fresh = call_next(table, "razz")
    answer = table.client.post(table.url + "undo", data={"hand": fresh, "seen": 0}, headers=HTMX)
    assert answer.headers["HX-Redirect"].startswith(f"{table.url}call/razz")
    again = table.client.post(table.url + "undo", data={"hand": fresh, "seen": 0}, headers=HTMX)
    assert again.headers["HX-Redirect"] == f"{table.url}call"


def test_a_tap_on_a_hand_whose_call_was_undone_redirects_to_the_call_page(table: Table) -> None:
    press_next(table)
    fresh = call_next(table)
    press(table, hand=fresh, seen="0")
    answer = press(table, "tap", hand=fresh, seen="0", action="d dh p1 ??2c")
    assert (answer.status_code, answer.location) == (303, f"{table.url}call")


def test_undo_on_an_outdated_screen_does_not_undo_the_call(table: Table) -> None:
    press_next(table)
    fresh = Table(table.client, table.key, int(call_next(table)))
    fresh.enter("d dh p1 ??5h")
    assert fresh.post("undo", seen=0).status_code == 409
    assert fresh.post("undo").status_code == 303
    assert fresh.live.actions == ()


def test_the_call_of_the_nights_first_hand_can_be_undone(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    answer = table.post("undo")
    assert answer.location == f"{table.url}call/five-card-stud"
    assert "Undo" not in buttons(table.client.get(answer.location).text)


def test_repeated_undo_reaches_a_wrong_settlement_and_its_correction_moves_the_chips(table: Table) -> None:
    before = stacks(table)
    press_next(table)
    fresh = call_next(table)
    press(table, hand=fresh, seen="0")
    press(table, "call/undo", hand=str(table.hand))
    assert table.post("undo").status_code == 303
    assert table.post(action="p2 cbr 4").status_code == 303
    assert table.post(action="p3 f").status_code == 303
    assert before == {"Ann": 99, "Bob": 99, "Cy": 102}
    assert stacks(table) == {"Ann": 99, "Bob": 104, "Cy": 97}
    press_next(table)
    again = call_game(table.night, "five-card-stud")
    assert not isinstance(again, Problem)
    assert (again.hand.number, again.hand.setup.stacks) == (2, (104, 97, 99))


def test_a_screen_reloads_if_its_hand_is_undone_during_the_request(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(hand: int, *_known: object) -> None:
        raise NoHandError(hand)

    monkeypatch.setattr("app.night.screens.live_hand_at", gone)
    assert table.client.get(table.url).location.endswith(table.url)
    form = {"hand": table.hand, "seen": 6, "action": "p1 f"}
    assert table.client.post(f"{table.url}tap", data=form).location == table.url
    assert table.client.post(f"{table.url}tap", data=form, headers=HTMX).headers["HX-Refresh"] == "true"
