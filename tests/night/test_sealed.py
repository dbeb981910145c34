"""Sealed answers come from phones and the dealer at the same time, and only for the question shown."""

from __future__ import annotations

from datetime import UTC, datetime
from threading import Barrier, Thread

import pytest
from flask import Flask
from sqlalchemy import select

from app.hand.play import play
from app.hand.state import State
from app.hand.view import TELEVISION, sealed, view
from app.night import screens
from app.night.db import db
from app.night.log import loading, sealing
from app.night.log.entries import HandInfo, LogEntry
from app.night.log.replay import AlreadyAnswered, LiveHand, Posted, Refused, Repeated, Stale, append_entry, new_hand
from app.night.models import Entry, Night
from app.night.play import call, taps
from app.night.play.taps import QuestionClosed
from app.words.announcements import last_announcements
from tests.entering import enter
from tests.hand.own_game import BET, deal, own
from tests.night.table import at_question, begin, lines_to_question, question, tap


def answer_from_phones(live: LiveHand, *answers: str) -> LiveHand:
    """Answer the open question from phones, each for its own seat."""
    for text in answers:
        seat = int(text[1]) - 1
        answer = taps.answer_sealed(live.hand.id, question(live), seat, text)
        assert isinstance(answer, Posted), answer
        live = answer.live
    return live


def stored(hand_id: int) -> list[str]:
    return list(db.session.scalars(select(Entry.text).where(Entry.hand_id == hand_id).order_by(Entry.number)))


def hand_after(first: State, *lines: str) -> LiveHand:
    """Return a hand that is not in the database, after these actions."""
    live = new_hand(HandInfo(1, 1, 1, "own", "Own", first.setup, (), (), {}, [], datetime.now(UTC)), first)
    for number, line in enumerate(lines, start=1):
        live = append_entry(live, LogEntry(number, "act", line))
    assert live.misfit is None
    return live


# The question


def test_a_sealed_question_keeps_its_number_until_all_have_answered(friday: Night):
    live = at_question(friday)
    asked = len(live.actions)
    assert sealing.open_question(live) == asked
    live = answer_from_phones(live, "p1 declare high", "p2 declare spade", "p1 declare spade")
    assert sealing.open_question(live) == asked
    assert sealing.open_question(answer_from_phones(live, "p3 declare both")) is None


def test_no_sealed_question_is_open_while_cards_are_dealt(friday: Night):
    live = call.call_game(friday, "chicago")
    assert isinstance(live, LiveHand)
    assert sealing.open_question(live) is None


def test_consecutive_sealed_questions_have_different_numbers():
    first = own(deal("du"), {"step": "declare", "names": ["in", "out"]}, {"step": "declare", "names": ["high", "low"]})
    dealt = ("d dh p1 ??9c", "d dh p2 ??Kd", "d dh p3 ??4h")
    live = hand_after(first, *dealt, "p1 declare in", "p3 declare in")
    assert sealing.open_question(live) == 3
    live = hand_after(first, *dealt, "p1 declare in", "p3 declare in", "p2 declare out")
    assert sealing.open_question(live) == 6
    live = hand_after(first, *dealt, "p1 declare in", "p3 declare in", "p2 declare out", "p2 declare low")
    assert sealing.open_question(live) == 6
    assert sealing.sealed_answer(live, 1, 6) == "p2 declare low"
    assert sealing.sealed_answer(live, 1, 3) == "p2 declare out"
    assert sealing.sealed_answer(live, 0, 6) == ""


def test_consecutive_questions_to_one_player_have_different_numbers():
    auction = {"step": "auction-name", "sealed": True}
    first = own(deal("du"), auction, auction, BET, stacks=(1, 100, 1), wild=[{"rule": "named"}])
    live = hand_after(first, "d dh p1 ??9c", "d dh p2 ??Kd", "d dh p3 ??4h", "p2 no")
    assert sealing.open_question(live) == 4


def test_showing_an_all_in_hand_early_keeps_the_question_number():
    first = own(deal("du"), {"step": "declare"}, stacks=(1, 1, 100))
    live = hand_after(first, "d dh p1 ??9c", "d dh p2 ??Kd", "d dh p3 ??4h", "p1 sm Ac9c", "p3 declare high")
    assert sealing.open_question(live) == 3


# A phone


def test_an_answer_is_stored_for_its_own_seat(friday: Night):
    live = answer_from_phones(at_question(friday), "p2 declare spade")
    assert live.actions[-1] == "p2 declare spade"
    assert sealing.sealed_answer(live, 1, question(live)) == "p2 declare spade"
    assert [sealing.sealed_answer(live, seat, question(live)) for seat in (0, 2)] == ["", ""]


def test_an_answer_can_be_changed_until_all_have_answered(friday: Night):
    live = answer_from_phones(
        at_question(friday), "p1 declare high", "p2 declare high", "p1 declare spade", "p3 declare high"
    )
    assert [player.declared for player in live.state.players] == ["spade", "high", "high"]


def test_the_log_shows_only_final_answers_once_all_are_in(friday: Night):
    live = at_question(friday)
    first = question(live)
    live = answer_from_phones(live, "p1 declare high", "p1 declare spade", "p2 declare high", "p1 declare high")
    assert [line.words for line in sealing.log_lines(live)[first:]] == ["A sealed declaration"] * 4
    live = answer_from_phones(live, "p3 declare both")
    assert [line.words for line in sealing.log_lines(live)[first:]] == [
        "Cy declares high",
        "Bob declares high",
        "Ann declares both",
    ]
    assert [action.split()[-1] for action in live.actions[first:]] == ["high", "spade", "high", "high", "both"]
    back = undone(live)
    assert not back.actions[first:]
    assert sealing.log_lines(redone(back)) == sealing.log_lines(live)


def test_an_answer_to_the_next_question_leaves_earlier_answers_visible():
    first = own(deal("du"), {"step": "declare", "names": ["in", "out"]}, {"step": "declare", "names": ["high", "low"]})
    answers = ("p2 declare in", "p1 declare in", "p3 declare in", "p2 declare out", "p2 declare low")
    live = hand_after(first, "d dh p1 ??9c", "d dh p2 ??Kd", "d dh p3 ??4h", *answers[:3], "p2 declare low")
    assert sealing.secret_numbers(live) == {7}


def test_repeating_an_answer_stores_nothing(friday: Night):
    live = answer_from_phones(at_question(friday), "p1 declare high")
    again = taps.answer_sealed(live.hand.id, question(live), 0, "p1  declare high")
    assert isinstance(again, Repeated)
    assert again.live.number == live.number


def test_the_answer_that_opens_all_can_be_sent_twice(friday: Night):
    live = at_question(friday)
    asked = question(live)
    live = answer_from_phones(live, "p1 declare high", "p2 declare high", "p3 declare spade")
    again = taps.answer_sealed(live.hand.id, asked, 2, "p3 declare spade")
    assert isinstance(again, Repeated)
    assert again.live.number == live.number


def test_a_late_answer_is_refused_with_a_reason(friday: Night):
    live = at_question(friday)
    asked = question(live)
    live = answer_from_phones(live, "p1 declare high", "p2 declare high", "p3 declare high")
    late = taps.answer_sealed(live.hand.id, asked, 2, "p3 declare spade")
    assert isinstance(late, QuestionClosed)
    assert late.reason == "the declarations are open already"
    assert late.live.number == live.number


def test_a_late_bid_is_refused_because_the_bids_are_open(friday: Night):
    live = at_question(friday, "auction-wild", sealed=True)
    asked = question(live)
    answer_from_phones(live, "p1 bid 5", "p2 no", "p3 bid 2")
    late = taps.answer_sealed(live.hand.id, asked, 2, "p3 bid 9")
    assert isinstance(late, QuestionClosed)
    assert late.reason == "the bids are open already"


def test_a_late_tap_does_not_answer_the_next_question(friday: Night):
    live = at_question(friday, "auction", sealed=True)
    first = question(live)
    live = answer_from_phones(live, "p1 no", "p2 bid 3", "p3 no")
    answer = enter(live.hand.id, ["p2 gives p1", *after_the_gift(live)])
    assert isinstance(answer, Posted), answer
    assert question(answer.live) > first
    late = taps.answer_sealed(live.hand.id, first, 2, "p3 bid 2")
    assert isinstance(late, QuestionClosed)
    assert sealing.sealed_answer(answer.live, 2, question(answer.live)) == ""


def after_the_gift(live: LiveHand) -> list[str]:
    given = play(live.state, "p2 gives p1")
    assert isinstance(given, State)
    return lines_to_question(given)


@pytest.mark.parametrize(
    "line",
    [
        "p2 declare high",
        "p1 declare nonsense",
        "p1 declare high !",
        "p1 declare high # by phone",
        "p1 declare high\np2 declare high",
        "p1 f",
        "p1 sm",
        "d misdeal",
        "d dh p1 Ks",
        "",
        "p1",
        "?" * 5000,
        "p1 declare " + "high " * 1000,
        "p99 declare high",
    ],
)
def test_a_phone_can_send_only_an_answer_for_its_own_seat(friday: Night, line: str):
    live = at_question(friday)
    answer = taps.answer_sealed(live.hand.id, question(live), 0, line)
    assert isinstance(answer, Refused)
    assert answer.reason == "that does not answer this question"
    assert len(stored(live.hand.id)) == live.number


@pytest.mark.parametrize("amount", ["0", "99999999999999999999", "-3", "5 5", "many", "100"])
def test_an_impossible_bid_is_refused_with_a_reason(friday: Night, amount: str):
    live = at_question(friday, "auction-wild", sealed=True)
    answer = taps.answer_sealed(live.hand.id, question(live), 0, f"p1 bid {amount}")
    assert isinstance(answer, Refused)
    assert answer.reason
    assert len(stored(live.hand.id)) == live.number


@pytest.mark.parametrize("asked", [-1, 0, 10**9])
def test_an_answer_to_an_unknown_question_is_refused(friday: Night, asked: int):
    live = at_question(friday)
    assert isinstance(taps.answer_sealed(live.hand.id, asked, 0, "p1 declare high"), QuestionClosed)


def test_an_answer_that_the_dealer_undid_can_be_given_again(friday: Night):
    live = answer_from_phones(at_question(friday), "p1 declare high")
    assert isinstance(taps.undo(live.hand.id, live.number), Posted)
    loaded = loading.live_hand(live.hand.id)
    assert isinstance(loaded, LiveHand)
    assert sealing.sealed_answer(loaded, 0, question(loaded)) == ""
    assert answer_from_phones(loaded, "p1 declare high").actions[-1] == "p1 declare high"


def test_undoing_the_answer_that_opened_all_asks_everyone_again(friday: Night):
    live = answer_from_phones(at_question(friday), "p1 declare high", "p2 declare high")
    asked = question(live)
    live = undone(answer_from_phones(live, "p3 declare high"))
    assert (live.actions[asked:], sealing.open_question(live)) == ((), asked)
    assert shown_text(live) == ["Undone: everyone answers again"]
    live = answer_from_phones(live, "p1 declare spade")
    assert sealed(live.state)
    assert "Undone: everyone answers again" not in shown_text(live)


def test_undo_before_all_have_answered_removes_one_answer(friday: Night):
    live = undone(answer_from_phones(at_question(friday), "p1 declare high", "p2 declare high"))
    assert live.actions[-1] == "p1 declare high"
    assert "Undone: everyone answers again" not in shown_text(live)
    assert redone(live).actions[-1] == "p2 declare high"


def test_redo_restores_all_answers_that_undo_removed(friday: Night):
    live = answer_from_phones(at_question(friday), "p1 declare high", "p2 declare spade", "p3 declare high")
    back = undone(undone(live))
    assert sealing.open_question(back) is None, "the second undo removes the action that led to the question"
    asked = redone(back)
    assert shown_text(asked) == ["Undone: everyone answers again"]
    assert redone(asked).actions == live.actions


def test_undoing_a_misdeal_keeps_sealed_answers(friday: Night):
    live = answer_from_phones(at_question(friday), "p1 declare high", "p2 declare high")
    live = undone(tap(live, "d misdeal"))
    assert live.actions[-2:] == ("p1 declare high", "p2 declare high")


@pytest.mark.parametrize("way", ["taken out", "cut"])
def test_a_correction_that_reopens_a_question_asks_everyone(friday: Night, way: str):
    live = at_question(friday)
    asked = question(live)
    live = answer_from_phones(live, "p1 declare high", "p2 declare spade", "p3 declare high")
    last = len(live.actions)
    answer = taps.correct(
        live.hand.id, live.number, {last: ()} if way == "taken out" else {}, None if way == "taken out" else last
    )
    assert isinstance(answer, Posted), answer
    assert len(answer.live.actions) == asked
    assert sealing.open_question(answer.live) == asked


def test_an_answer_to_an_undone_question_is_refused(friday: Night):
    live = at_question(friday)
    asked = question(live)
    assert isinstance(taps.undo(live.hand.id, live.number), Posted)
    late = taps.answer_sealed(live.hand.id, asked, 0, "p1 declare high")
    assert isinstance(late, QuestionClosed)
    assert late.reason == "this is no longer being asked"


def test_a_question_asked_again_elsewhere_needs_a_new_answer(friday: Night):
    live = at_question(friday)
    asked = question(live)
    *_, last = live.actions
    seat = int(last[1]) - 1
    live = undone(live)
    ruled = taps.post(live.hand.id, live.number, [f"p{seat + 1} cbr 4"])
    assert isinstance(ruled, Posted)
    live = ruled.live
    again = taps.post(live.hand.id, live.number, lines_to_question(live.state))
    assert isinstance(again, Posted)
    late = taps.answer_sealed(live.hand.id, asked, 0, "p1 declare high")
    assert isinstance(late, QuestionClosed)
    assert late.reason == "this is being asked again: answer again"


def undone(live: LiveHand) -> LiveHand:
    answer = taps.undo(live.hand.id, live.number)
    assert isinstance(answer, Posted)
    return answer.live


def redone(live: LiveHand) -> LiveHand:
    answer = taps.redo(live.hand.id, live.number)
    assert isinstance(answer, Posted)
    return answer.live


def shown_text(live: LiveHand) -> list[str]:
    """Return the latest announcements on every screen."""
    table = screens.screen_of(live.hand.night_id).table
    return [said.text for said in last_announcements(view(screens.state_now(live, table), TELEVISION))]


# The dealer and the phones


def test_the_dealer_can_answer_for_one_player_after_a_phone_answered_for_another(friday: Night):
    live = at_question(friday)
    seen = live.number
    answer_from_phones(live, "p1 declare high", "p1 declare spade")
    answer = taps.post(live.hand.id, seen, ["p2 declare high"])
    assert isinstance(answer, Posted)
    assert [player.declared for player in answer.live.state.players] == ["spade", "high", None]


def test_the_dealer_can_enter_several_answers_at_once(friday: Night):
    live = at_question(friday)
    answer_from_phones(live, "p1 declare high")
    answer = taps.post(live.hand.id, live.number, ["p2 declare high", "p3 declare spade"])
    assert isinstance(answer, Posted)
    assert not sealed(answer.live.state)
    undo = undone(answer.live)
    assert [player.declared for player in undo.state.players] == [None, None, None]


def test_an_answer_sent_twice_by_the_dealer_is_stored_once(friday: Night):
    live = at_question(friday)
    answer_from_phones(live, "p1 declare high")
    assert isinstance(taps.post(live.hand.id, live.number, ["p2 declare high"]), Posted)
    assert isinstance(taps.post(live.hand.id, live.number, ["p2 declare high"]), AlreadyAnswered)
    assert stored(live.hand.id)[-2:] == ["p1 declare high", "p2 declare high # entered by the dealer"]


def test_the_dealers_answer_that_opens_all_can_be_sent_twice(friday: Night):
    live = at_question(friday)
    seen = live.number
    answer_from_phones(live, "p1 declare high")
    rest = ["p2 declare high", "p3 declare spade"]
    assert isinstance(taps.post(live.hand.id, seen, rest), Posted)
    assert isinstance(taps.post(live.hand.id, seen, rest), Repeated)
    assert isinstance(taps.post(live.hand.id, seen, ["p2 declare spade", "p3 declare spade"]), Stale)


def test_a_tap_sent_after_a_misdeal_does_not_tell_what_a_phone_had_answered(friday: Night):
    live = at_question(friday)
    seen = live.number
    answer_from_phones(live, "p1 declare high")
    assert isinstance(taps.post(live.hand.id, seen + 1, ["d misdeal"]), Posted)
    for right_or_wrong in ("p1 declare high", "p1 declare spade"):
        assert isinstance(taps.post(live.hand.id, seen, [right_or_wrong]), Stale)


def test_the_dealer_cannot_overwrite_a_phone_answer_not_yet_shown(friday: Night):
    live = at_question(friday)
    answer_from_phones(live, "p1 declare high")
    for same_or_not in ("p1 declare spade", "p1 declare high"):
        assert isinstance(taps.post(live.hand.id, live.number, [same_or_not]), AlreadyAnswered)
    assert stored(live.hand.id)[-1] == "p1 declare high"


def test_the_dealer_can_change_an_answer_already_shown(friday: Night):
    live = answer_from_phones(at_question(friday), "p1 declare high")
    answer_from_phones(live, "p2 declare high")
    answer = taps.post(live.hand.id, live.number, ["p1 declare spade"])
    assert isinstance(answer, Posted)
    assert answer.live.state.players[0].declared == "spade"


def test_a_dealers_answer_is_stale_once_all_have_answered(friday: Night):
    live = answer_from_phones(at_question(friday), "p1 declare high", "p2 declare high")
    answer_from_phones(live, "p3 declare high")
    assert isinstance(taps.post(live.hand.id, live.number, ["p2 declare spade"]), Stale)


@pytest.mark.parametrize("line", ["d misdeal", "p2 declare high !", "p2 f", "nonsense"])
def test_any_other_action_from_an_outdated_screen_is_stale(friday: Night, line: str):
    live = at_question(friday)
    answer_from_phones(live, "p1 declare high")
    assert isinstance(taps.post(live.hand.id, live.number, [line]), Stale)


def test_an_answer_from_a_screen_older_than_the_question_is_stale(friday: Night):
    live = at_question(friday)
    answer_from_phones(live, "p1 declare high")
    assert isinstance(taps.post(live.hand.id, live.number - 1, ["p2 declare high"]), Stale)


def test_an_answer_from_a_screen_older_than_an_undo_is_stale(friday: Night):
    live = at_question(friday)
    undone(answer_from_phones(live, "p1 declare high"))
    assert isinstance(taps.post(live.hand.id, live.number, ["p2 declare high"]), Stale)


@pytest.mark.parametrize("seen", [0, 10**6])
def test_an_answer_with_an_impossible_log_length_is_stale(friday: Night, seen: int):
    live = at_question(friday)
    assert isinstance(taps.post(live.hand.id, seen, ["p2 declare high"]), Stale)


def test_actions_that_are_not_sealed_are_posted_as_usual(friday: Night):
    live = call.call_game(friday, "five-card-stud")
    assert isinstance(live, LiveHand)
    assert isinstance(taps.post(live.hand.id, 0, ["d dh p1 ??5h"]), Posted)
    assert isinstance(taps.post(live.hand.id, 0, ["d dh p1 ??5h"]), Repeated)
    assert isinstance(taps.post(live.hand.id, 0, ["d dh p1 ??6h"]), Stale)
    assert isinstance(taps.post(live.hand.id, 1, ["p2 cc"]), Refused)


def test_five_phones_and_the_dealer_can_answer_at_the_same_moment(app: Flask):
    table = begin("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
    live = at_question(table)
    hand_id, asked, seen = live.hand.id, question(live), live.number
    db.session.remove()
    barrier = Barrier(6)
    answers: list[object] = []

    def from_phone(seat: int) -> None:
        with app.app_context():
            barrier.wait()
            answers.append(taps.answer_sealed(hand_id, asked, seat, f"p{seat + 1} declare high"))

    def from_tablet() -> None:
        with app.app_context():
            barrier.wait()
            answers.append(taps.post(hand_id, seen, ["p6 declare spade"]))

    threads = [*(Thread(target=from_phone, args=(seat,)) for seat in range(5)), Thread(target=from_tablet)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(isinstance(answer, Posted) for answer in answers)
    loaded = loading.live_hand(hand_id)
    assert isinstance(loaded, LiveHand)
    assert loaded.number == seen + 6
    assert [player.declared for player in loaded.state.players] == ["high"] * 5 + ["spade"]
