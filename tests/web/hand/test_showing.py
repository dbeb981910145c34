"""A past hand on the televisions: shown, stepped through, corrected, deleted."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.night.db import db, writing
from app.night.example import remove_night
from app.night.history.replays import hand_key
from app.night.log.replay import Posted
from app.night.models import Hand, Night
from app.night.play.call import call_game, end_night, next_hand
from app.night.play.taps import correct
from app.night.play.television import show_rules
from app.night.screens import screen_by_watch_key
from tests.web.tables import Table

Deal = Callable[..., Table]
PLAYED = ("d dh p1 ??Kh", "d dh p2 ??Qc", "p1 cbr 2", "p2 cc", "d dh p1 3d", "d dh p2 8s", "p1 cc", "p2 f")


@pytest.fixture
def table(deal: Deal) -> Table:
    table = deal("five-card-stud", 2)
    table.enter(*PLAYED)
    return table


def night_of(table: Table) -> Night:
    db.session.rollback()
    return table.night


def television(table: Table) -> str:
    return table.client.get(f"/tv/{night_of(table).watch_key}").text


def version(table: Table) -> str:
    screen = screen_by_watch_key(night_of(table).watch_key)
    assert screen is not None
    return screen.version


def show(table: Table, step: object, hand: str = "", **headers: str) -> int:
    data = {"hand": hand or hand_key(table.hand), "step": step}
    return table.client.post(f"/n/{table.key}/show", data=data, headers=headers).status_code


def test_the_television_shows_the_hand_at_the_step(table: Table) -> None:
    before = version(table)
    assert show(table, 4) == 303
    assert version(table) != before
    html = television(table)
    assert 'class="kind-past"' in html
    assert "King of hearts" in html
    assert "3 of diamonds" not in html
    assert show(table, 5, **{"HX-Request": "true"}) == 204
    assert "3 of diamonds" in television(table)
    now = version(table)
    assert show(table, 5) == 303
    assert version(table) == now


def test_a_step_beyond_the_end_shows_the_end(table: Table) -> None:
    assert show(table, 99999999) == 303
    assert 'class="settle' in television(table)


@pytest.mark.parametrize("step", ["", "x", "-1", "1.5"])
def test_an_invalid_step_is_refused(table: Table, step: str) -> None:
    assert show(table, step) == 400
    assert 'class="kind-past"' not in television(table)


def test_the_television_can_return_to_the_table(table: Table) -> None:
    show(table, 4)
    assert table.client.post(f"/n/{table.key}/table").location == f"/n/{table.key}/hands"
    assert 'class="kind-hand"' in television(table)
    now = version(table)
    assert table.client.post(f"/n/{table.key}/table", data={"hand": "x" * 400}).status_code == 303
    assert version(table) == now


LINE = "The television shows a past hand"


def test_the_dealers_screen_says_what_the_television_shows(table: Table) -> None:
    assert "Television: " not in table.get()
    show(table, 4)
    assert "Television: a past hand" in table.get()
    answer = table.client.post(f"/n/{table.key}/table", data={"hand": table.hand, "back": "dealer"})
    assert answer.location == f"/n/{table.key}/"
    assert "Television: " not in table.get()


def test_the_call_page_and_the_list_of_hands_say_what_the_television_shows(table: Table) -> None:
    next_hand(night_of(table))
    show(table, 4)
    for page in ("call", "hands"):
        assert LINE in table.client.get(f"/n/{table.key}/{page}").text
    answer = table.client.post(f"/n/{table.key}/table", data={"back": "call"})
    assert answer.location == f"/n/{table.key}/call"
    assert "The television shows the table" in table.client.get(f"/n/{table.key}/call").text
    assert LINE not in table.client.get(f"/n/{table.key}/hands").text


def test_after_the_night_only_a_past_hand_is_mentioned(table: Table) -> None:
    show_rules(night_of(table), {"hand": table.hand})
    assert "Television: the rules" in table.get()
    assert end_night(night_of(table)) is None
    assert "The television shows" not in table.client.get(f"/n/{table.key}/hands").text
    show(table, 4)
    assert LINE in table.client.get(f"/n/{table.key}/hands").text


def test_next_hand_returns_the_television_to_the_table(table: Table) -> None:
    show(table, 4)
    assert next_hand(night_of(table)) is None
    assert 'class="kind-between"' in television(table)


def test_a_call_replaces_the_past_hand(table: Table) -> None:
    assert next_hand(night_of(table)) is None
    show(table, 4)
    assert 'class="kind-past"' in television(table)
    call_game(night_of(table), "chicago")
    assert 'class="kind-rules"' in television(table)


def test_an_earlier_hand_is_shown_while_another_is_played(table: Table) -> None:
    key = hand_key(table.hand)
    next_hand(night_of(table))
    call_game(night_of(table), "chicago")
    assert show(table, 2, key) == 303
    html = television(table)
    assert 'class="kind-past"' in html
    assert "Five-Card Stud" in html


def test_a_correction_updates_the_television(table: Table) -> None:
    show(table, 1)
    now = version(table)
    live = table.live
    assert isinstance(correct(table.hand, live.number, {1: ["d dh p1 ??Ah"]}), Posted)
    assert version(table) != now
    html = television(table)
    assert "Ace of hearts" in html
    assert "King of hearts" not in html


def test_a_correction_updates_the_television_of_another_night(table: Table, deal: Deal) -> None:
    other = deal("chicago", 2, names=("Zoe", "Yan"))
    assert show(other, 1, hand_key(table.hand)) == 303
    now = version(other)
    assert isinstance(correct(table.hand, table.live.number, {1: ["d dh p1 ??Ah"]}), Posted)
    assert version(other) != now
    assert "Ace of hearts" in television(other)


def test_the_television_returns_to_the_table_if_the_hand_is_deleted(table: Table, deal: Deal) -> None:
    other = deal("chicago", 2, names=("Zoe", "Yan"))
    show(other, 1, hand_key(table.hand))
    now = version(other)
    remove_night(night_of(table).id)
    assert version(other) != now
    assert 'class="kind-hand"' in television(other)


def test_a_hand_in_play_is_not_shown(deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    table.enter(*PLAYED[:-1])
    assert show(table, 1) == 409
    assert show(table, 1, "nonesuch") == 404
    assert show(table, 1, "\0") == 404


def test_the_television_returns_to_the_table_if_the_hand_is_resumed(table: Table) -> None:
    show(table, 2)
    table.post("undo")
    assert 'class="kind-hand"' in television(table)


def test_the_television_shows_the_table_if_the_hand_is_missing(table: Table) -> None:
    with writing() as session:
        session.get_one(Night, night_of(table).id).shown_hand_id = 12345
    db.session.remove()
    assert 'class="kind-hand"' in television(table)
    assert db.session.get(Hand, 12345) is None
