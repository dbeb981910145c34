"""Taps are stored once, in full or not at all, and never over another tap."""

from __future__ import annotations

from threading import Barrier, Thread

import pytest
from flask import Flask
from sqlalchemy import func, select

from app.night.db import db
from app.night.log import loading
from app.night.log.loading import NoHandError
from app.night.log.replay import LiveHand, Posted, Refused, Repeated, Stale, TapResult
from app.night.models import Entry, Night
from app.night.play import taps
from tests.entering import enter
from tests.night.table import FIRST_STREET, deal, everyone_folds, tap


def stored(hand_id: int) -> list[tuple[str, str]]:
    rows = db.session.execute(select(Entry.kind, Entry.text).where(Entry.hand_id == hand_id).order_by(Entry.number))
    return [(kind, text) for kind, text in rows]


def test_a_tap_is_stored_and_returns_the_hand(friday: Night):
    live = deal(friday)
    answer = taps.post(live.hand.id, 0, ["d dh p1 ??5h"])
    assert isinstance(answer, Posted)
    assert answer.live.actions == ("d dh p1 ??5h",)
    assert answer.live.number == 1
    assert stored(live.hand.id) == [("act", "d dh p1 ??5h")]


def test_line_breaks_and_control_characters_are_stripped_from_a_tap(friday: Night):
    live = deal(friday)
    answer = taps.post(live.hand.id, 0, ["d dh\n p1 ??5h # said\r\nlate\0\u2028 again"])
    assert isinstance(answer, Posted)
    assert stored(live.hand.id) == [("act", "d dh p1 ??5h # said late again")]


def test_the_same_tap_sent_twice_is_stored_once(friday: Night):
    live = deal(friday)
    taps.post(live.hand.id, 0, FIRST_STREET)
    again = taps.post(live.hand.id, 0, FIRST_STREET)
    assert isinstance(again, Repeated)
    assert again.live.number == 3
    assert len(stored(live.hand.id)) == 3


def test_a_tap_sent_again_after_its_undo_is_not_stored_again(friday: Night):
    live = deal(friday)
    taps.post(live.hand.id, 0, ["d dh p1 ??5h"])
    taps.undo(live.hand.id, 1)
    assert isinstance(taps.post(live.hand.id, 0, ["d dh p1 ??5h"]), Repeated)
    assert len(stored(live.hand.id)) == 2


def test_a_tap_on_an_outdated_screen_is_stale(friday: Night):
    live = deal(friday)
    taps.post(live.hand.id, 0, ["d dh p1 ??5h"])
    answer = taps.post(live.hand.id, 0, ["d dh p1 ??6h"])
    assert isinstance(answer, Stale)
    assert answer.live.actions == ("d dh p1 ??5h",)


def test_several_actions_of_which_only_some_are_stored_are_stale(friday: Night):
    live = deal(friday)
    taps.post(live.hand.id, 0, FIRST_STREET[:2])
    assert isinstance(taps.post(live.hand.id, 0, FIRST_STREET), Stale)


@pytest.mark.parametrize("seen", [-1, 7])
def test_a_tap_with_an_impossible_log_length_is_stale(friday: Night, seen: int):
    live = deal(friday)
    assert isinstance(taps.post(live.hand.id, seen, ["d dh p1 ??5h"]), Stale)


def test_one_illegal_action_refuses_the_whole_tap(friday: Night):
    live = deal(friday)
    answer = taps.post(live.hand.id, 0, [*FIRST_STREET[:2], "d dh p3 ??5h"])
    assert isinstance(answer, Refused)
    assert answer.line == "d dh p3 ??5h"
    assert answer.reason
    assert stored(live.hand.id) == []
    again = loading.live_hand(live.hand.id)
    assert isinstance(again, LiveHand)
    assert again.actions == ()


def test_a_refusal_states_whether_the_dealer_can_overrule_it(friday: Night):
    live = tap(deal(friday), *FIRST_STREET)
    answer = taps.post(live.hand.id, 3, ["p1 cc"])
    assert isinstance(answer, Refused)
    assert answer.overrulable
    assert isinstance(taps.post(live.hand.id, 3, ["p1 cc !"]), Posted)


@pytest.mark.parametrize("line", ["", "poker", "p1", "p9 f", "p1 cbr 9" + "9" * 500, "p1 f\np2 f"])
def test_nonsense_is_refused(friday: Night, line: str):
    live = tap(deal(friday), *FIRST_STREET)
    assert isinstance(taps.post(live.hand.id, 3, [line]), Refused)
    assert isinstance(taps.post(live.hand.id, 3, []), Refused)
    assert len(stored(live.hand.id)) == 3


def test_spaces_do_not_make_a_different_action(friday: Night):
    live = deal(friday)
    taps.post(live.hand.id, 0, ["  d dh  p1 ??5h "])
    assert isinstance(taps.post(live.hand.id, 0, ["d dh p1 ??5h"]), Repeated)


def test_a_tap_without_a_log_length_is_accepted(friday: Night):
    live = tap(deal(friday), *FIRST_STREET)
    assert isinstance(enter(live.hand.id, ["p3 cc"]), Posted)


def test_undo_and_redo_treat_the_actions_of_one_tap_as_one(friday: Night):
    live = deal(friday)
    posted = taps.post(live.hand.id, 0, FIRST_STREET)
    assert isinstance(posted, Posted)
    assert [kind for kind, _ in stored(live.hand.id)] == ["act", "more", "more"]
    back = taps.undo(live.hand.id, 3)
    assert isinstance(back, Posted)
    assert back.live.actions == ()
    forth = taps.redo(live.hand.id, 4)
    assert isinstance(forth, Posted)
    assert forth.live.actions == tuple(FIRST_STREET)


def test_undo_and_redo_are_stored_as_entries(friday: Night):
    live = tap(deal(friday), *FIRST_STREET, "p3 cbr 2")
    back = taps.undo(live.hand.id, 4)
    assert isinstance(back, Posted)
    assert back.live.actions == tuple(FIRST_STREET)
    assert back.live.state == live.states[-2]
    assert isinstance(taps.undo(live.hand.id, 4), Repeated)
    forth = taps.redo(live.hand.id, 5)
    assert isinstance(forth, Posted)
    assert forth.live.state == live.state
    assert [kind for kind, _ in stored(live.hand.id)][-2:] == ["undo", "redo"]


def test_undo_and_redo_are_refused_on_an_empty_log(friday: Night):
    live = deal(friday)
    assert isinstance(taps.undo(live.hand.id, 0), Refused)
    assert isinstance(taps.redo(live.hand.id, 0), Refused)


def test_a_hand_that_is_over_takes_no_more_actions(friday: Night):
    live = everyone_folds(deal(friday))
    answer = taps.post(live.hand.id, live.number, ["p1 cc"])
    assert isinstance(answer, Refused)
    assert answer.reason == "the hand is over"


def test_loading_a_hand_that_does_not_exist_fails(app: Flask):
    with pytest.raises(NoHandError):
        loading.live_hand(7)


@pytest.mark.parametrize("other", ["d dh p1 ??5h", "d dh p1 ??6h"])
def test_one_of_two_simultaneous_taps_wins(app: Flask, friday: Night, other: str):
    hand_id = deal(friday).hand.id
    db.session.remove()
    for round_number in range(5):
        barrier = Barrier(2)
        answers: list[TapResult] = []

        def screen(line: str, barrier: Barrier = barrier, answers: list[TapResult] = answers) -> None:
            with app.app_context():
                seen = 2 * round_number  # noqa: B023  (joined before the next round)
                barrier.wait()
                answers.append(taps.post(hand_id, seen, [line]))

        threads = [Thread(target=screen, args=(line,)) for line in ("d dh p1 ??5h", other)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        first, second = sorted(answers, key=lambda answer: not isinstance(answer, Posted))
        assert isinstance(first, Posted)
        assert isinstance(second, Repeated if other == "d dh p1 ??5h" else Stale)
        count = db.session.scalar(select(func.count()).where(Entry.hand_id == hand_id))
        assert count == 2 * round_number + 1
        assert isinstance(taps.undo(hand_id, count), Posted)
        db.session.remove()
