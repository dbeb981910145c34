"""Any hand of a night can be corrected until the night's money is settled, and the ledger follows."""

from __future__ import annotations

import random

from sqlalchemy import select

from app.hand.action import FOLD
from app.hand.notation import write_action
from app.hand.play import play as play_line
from app.hand.play import prompt
from app.hand.state import State
from app.night import screens
from app.night.acts import activity, queue
from app.night.acts.money import Count
from app.night.acts.queue import Done, Pending
from app.night.acts.settling import Settle
from app.night.acts.table import PlayFor
from app.night.db import db
from app.night.history.hands import past_hands
from app.night.ledger import left_in_pot
from app.night.log import loading
from app.night.log.corrections import Correction
from app.night.log.replay import LiveHand, Posted, Refused, TapResult
from app.night.models import Hand, Ledger, Night, Seat
from app.night.nights import current_hand
from app.night.people import seats
from app.night.play import call, taps
from app.night.play.call import end_night
from app.night.screens import screen_of
from app.night.validation import Problem
from tests.night import acting
from tests.night.table import FIRST_STREET, begin, deal, everyone_folds, ledger_rows, seat, tap
from tests.night.test_settle import to_the_showdown
from tests.seating import add_player

#: Corrects a hand in which everyone folded to Ann's bet of 2: Bob calls, Cy folds; Ann bets again, Bob folds.
BOB_CALLED = {5: ["p1 cc"], 6: ["p2 f", "d dh p1 2c", "d dh p3 2d", "p3 cbr 2", "p1 f"]}

#: Corrects the same hand: Ann checks, Bob bets, the others fold, and he wins.
BOB_WINS = {4: ["p3 cc"], 5: ["p1 cbr 2"], 6: ["p2 f", "p3 f"]}


def stacks(night: Night) -> dict[str, int | None]:
    return {seat.name: seat.stack for seat in seats.seats(night, with_left=True)}


def play(night: Night, hands: int = 1) -> list[LiveHand]:
    """Play and clear hands in which everybody folds to the dealer's bet; the dealer wins 2."""
    played = []
    for _ in range(hands):
        played.append(everyone_folds(deal(night)))
        assert call.next_hand(night) is None
    return played


def change(live: LiveHand, replaced: dict[int, list[str]] | None = None) -> TapResult:
    answer = taps.correct(live.hand.id, live.number, replaced or BOB_WINS)
    assert not isinstance(answer, Correction), answer
    return answer


def refusal_of(answer: object) -> str:
    assert isinstance(answer, Refused), answer
    return answer.reason


def correction_statuses(night: Night) -> list[str]:
    """Return the status of each correction in the night's log, latest first."""
    return [line.status for line in activity.night_log(night.id) if line.act.kind == "correct"]


def test_a_missed_call_is_added_to_an_earlier_hand(friday: Night):
    first, second, third = play(friday, 3)
    before = stacks(friday)
    answer = change(first, BOB_CALLED)
    assert isinstance(answer, Posted)
    assert stacks(friday) == {**before, "Ann": (before["Ann"] or 0) + 2, "Bob": (before["Bob"] or 0) - 2}
    assert past_hands(friday)[2].winners == (("Ann", 9),)
    for later in (second, third):
        now = loading.live_hand(later.hand.id)
        assert isinstance(now, LiveHand)
        assert now.hand.setup.stacks == later.hand.setup.stacks
        assert now.actions == later.actions


def test_the_next_hand_is_dealt_with_the_corrected_stacks(friday: Night):
    (first, _) = play(friday, 2)
    change(first)
    now = stacks(friday)
    dealt = deal(friday).hand.setup
    assert dict(zip(dealt.names, dealt.stacks, strict=True)) == now


def test_a_corrected_hand_keeps_its_end_time_and_the_dealer(friday: Night):
    (first, _) = play(friday, 2)
    ended = db.session.get_one(Hand, first.hand.id).finished_at
    deals = [player.name for player in seats.seats(friday) if player.dealer]
    change(first)
    hand = db.session.get_one(Hand, first.hand.id)
    assert (hand.finished_at, hand.cleared) == (ended, True)
    assert set(db.session.scalars(select(Ledger.at).where(Ledger.hand_id == first.hand.id))) == {ended}
    assert [player.name for player in seats.seats(friday) if player.dealer] == deals
    assert current_hand(friday) is None


def test_standings_follow_a_correction(friday: Night):
    (first, _) = play(friday, 2)
    won = {row.seat.name: row.hands for row in screen_of(friday.id).table.standings}
    change(first)
    assert {row.seat.name: row.hands for row in screen_of(friday.id).table.standings} == {
        **won,
        "Ann": won["Ann"] - 1,
        "Bob": won["Bob"] + 1,
    }


def test_a_correction_between_hands_changes_the_version_of_the_night(friday: Night):
    (first, _) = play(friday, 2)
    seen = screens.night_version(friday.id)
    change(first)
    assert screens.night_version(friday.id) != seen


def test_a_correction_is_listed_in_the_night_log_and_can_be_undone_there(friday: Night):
    (first, _) = play(friday, 2)
    before = stacks(friday)
    change(first)
    (line,) = [line for line in activity.night_log(friday.id) if line.act.kind == "correct"]
    assert line.act.line() == "Hand 1 corrected: 3 from Ann to Bob"
    assert isinstance(queue.undo_act(friday, line.id, "it"), Done)
    assert stacks(friday) == before
    assert correction_statuses(friday) == ["undone"]
    again = loading.live_hand(first.hand.id)
    assert isinstance(again, LiveHand)
    assert again.actions == first.actions


def test_undo_and_redo_toggle_the_last_correction_but_never_reopen_play(friday: Night):
    (first, _) = play(friday, 2)
    before = stacks(friday)
    answer = change(first)
    assert isinstance(answer, Posted)
    after = stacks(friday)
    undone = taps.undo(first.hand.id, answer.live.number)
    assert isinstance(undone, Posted)
    assert (stacks(friday), correction_statuses(friday)) == (before, ["undone"])
    assert (
        refusal_of(taps.undo(first.hand.id, undone.live.number)) == "the hand would not be over, and another has begun"
    )
    redone = taps.redo(first.hand.id, undone.live.number)
    assert isinstance(redone, Posted)
    assert stacks(friday) == after
    assert correction_statuses(friday) == ["done", "undone"]


def test_only_the_latest_correction_of_a_hand_can_be_undone(friday: Night):
    (first, _) = play(friday, 2)
    answer = change(first)
    assert isinstance(answer, Posted)
    change(answer.live, {4: ["p3 cbr 2"], 5: ["p1 f"], 6: ["p2 cbr 4"], 7: ["p3 f"]})
    latest, older = [line for line in activity.night_log(friday.id) if line.act.kind == "correct"]
    wrong = queue.undo_act(friday, older.id, "it")
    assert wrong == Problem("hand", "hand 1 has been changed again since")
    assert isinstance(queue.undo_act(friday, latest.id, "it"), Done)
    assert isinstance(queue.undo_act(friday, older.id, "it"), Done)


def test_the_correction_of_a_hand_played_on_since_cannot_be_undone(friday: Night):
    answer = change(everyone_folds(deal(friday)))
    assert isinstance(answer, Posted)
    reopened = change(answer.live, {7: []})
    assert isinstance(reopened, Posted)
    (line,) = [line for line in activity.night_log(friday.id) if line.act.kind == "correct"]
    assert queue.undo_act(friday, line.id, "it") == Problem("hand", "hand 1 has been changed again since")
    tap(reopened.live, "p3 f")
    assert queue.undo_act(friday, line.id, "it") == Problem("hand", "hand 1 has been played on since")


def test_a_correction_cannot_be_undone_after_a_count(friday: Night):
    (first, _) = play(friday, 2)
    change(first)
    bob = seat(friday, "Bob")
    assert isinstance(queue.do(friday, Count(bob.id, "Bob", (bob.stack or 0) - 1, "lost")), Done)
    line = next(line for line in activity.night_log(friday.id) if line.act.kind == "correct")
    counted = Problem("hand", "Bob's chips have been counted since; undo that in the night's log first")
    assert queue.undo_act(friday, line.id, "it") == counted


def test_a_correction_that_leaves_an_earlier_hand_unfinished_is_refused(friday: Night):
    (first, _) = play(friday, 2)
    assert refusal_of(taps.correct(first.hand.id, first.number, {6: []})) == (
        "the hand would not be over, and another has begun"
    )


def test_an_earlier_hand_cannot_be_corrected_while_a_hand_is_in_play(friday: Night):
    (first, _) = play(friday, 2)
    deal(friday)
    assert refusal_of(change(first)) == "hand 3 is being played: correct this one when it is over"
    assert taps.closed_to_corrections(first) == "hand 3 is being played: correct this one when it is over"


def test_undoing_a_correction_waits_for_the_end_of_the_hand(friday: Night):
    (first, _) = play(friday, 2)
    before = stacks(friday)
    change(first)
    corrected = stacks(friday)
    assert corrected != before
    (line,) = [line for line in activity.night_log(friday.id) if line.act.kind == "correct"]
    playing = deal(friday)
    for _ in range(2):
        waits = queue.undo_act(friday, line.id, line.act.line())
        assert isinstance(waits, Pending), waits
        assert stacks(friday) == corrected
        assert [queued.act.line() for queued in activity.waiting(friday.id)] == [f"Taken back: {line.act.line()}"]
        assert queue.discard(friday, waits.line) is None
    waits = queue.undo_act(friday, line.id, line.act.line())
    paid = stacks(friday)
    everyone_folds(playing)
    won = {name: (chips or 0) - (paid[name] or 0) for name, chips in stacks(friday).items()}
    assert call.next_hand(friday) is None
    assert stacks(friday) == {name: (chips or 0) + won[name] for name, chips in before.items()}
    assert correction_statuses(friday) == ["undone"]
    assert activity.failed(friday.id) == []


def test_hands_of_an_ended_night_can_be_corrected_until_it_is_settled(friday: Night):
    (first, last) = play(friday, 2)
    assert isinstance(queue.do(friday, PlayFor("EUR", 5)), Done)
    assert end_night(friday) is None
    assert isinstance(change(first), Posted)
    assert isinstance(change(last, {4: ["p3 cc"], 5: ["p1 cbr 2"], 6: ["p2 f", "p3 f"]}), Posted)
    assert isinstance(queue.do(friday, Settle()), Done)
    now = loading.live_hand(first.hand.id)
    assert isinstance(now, LiveHand)
    assert refusal_of(taps.undo(first.hand.id, now.number)) == "the money has been settled: undo that first"
    assert taps.closed_to_corrections(now) == "the money has been settled: undo that first"


def test_a_correction_must_not_change_the_chips_of_a_player_who_left(friday: Night):
    (first, _) = play(friday, 2)
    assert isinstance(acting.leave(friday, seat(friday, "Cy").id), Done)
    assert isinstance(change(first, BOB_CALLED), Posted)
    assert isinstance(acting.leave(friday, seat(friday, "Bob").id), Done)
    now = loading.live_hand(first.hand.id)
    assert isinstance(now, LiveHand)
    assert (
        refusal_of(taps.undo(first.hand.id, now.number))
        == "Bob has left with the chips of this hand; undo that in the night's log first"
    )


def test_the_last_hand_can_be_corrected_after_a_player_left_with_unaffected_chips(friday: Night):
    (last,) = play(friday)
    assert isinstance(acting.leave(friday, seat(friday, "Cy").id), Done)
    assert isinstance(change(last, BOB_CALLED), Posted)
    assert stacks(friday) == {"Ann": 104, "Bob": 97, "Cy": 0}


def test_a_correction_cannot_make_a_stack_negative(app: object):
    friday = begin("Ann", "Cy")
    assert isinstance(add_player(friday, "Bob", 4), Seat)
    (first, _) = play(friday, 2)
    tap(deal(friday), *FIRST_STREET, "p3 cc", "p1 cbr 2", "p2 f", "p3 f")
    assert call.next_hand(friday) is None
    assert stacks(friday)["Bob"] == 1
    called = {6: ["p2 cc", "d dh p2 2c", "d dh p3 2d", "p3 cbr 2", "p2 f"]}
    assert refusal_of(change(first, called)) == "this takes 2 from Bob, who has only 1"


def carry_a_chip(night: Night) -> LiveHand:
    """Play and clear a hand that carries an odd chip over to the next pot."""
    answer = call.call_game(night, "chicago", house_for_hand={"odd_chip_split": "next pot"})
    assert isinstance(answer, LiveHand)
    live = to_the_showdown(answer, random.Random(1))
    live = tap(live, *(f"d ranks {share.name} p{n}" for n, share in enumerate(live.state.game.shares, start=1)))
    assert call.next_hand(night) is None
    assert (night.carried, live.state.game.name) == (1, "Chicago")
    return live


def everyone_folds_early(live: LiveHand) -> tuple[dict[int, list[str]], int]:
    """Return a correction in which all but one player fold in the first betting round, and where to cut the hand."""
    place = next(n for n, state in enumerate(live.states) if prompt(state).kind == "bet")
    state, lines = live.states[place], list[str]()
    while state.result is None:
        asks = prompt(state).asks
        ask = next((ask for ask in asks if ask.action.verb == FOLD), asks[0])
        lines.append(write_action(ask.answer(amount=ask.amount.least if ask.amount else None)))
        after = play_line(state, lines[-1])
        assert isinstance(after, State), after
        state = after
    return {place + 1: lines}, place + 2


def test_a_corrected_hand_no_longer_carries_chips_over(friday: Night):
    first = carry_a_chip(friday)
    assert tap(deal(friday), "d misdeal").over
    assert call.next_hand(friday) is None
    assert (friday.carried, left_in_pot(db.session(), friday.id)) == (1, 1)
    replaced, cut = everyone_folds_early(first)
    assert isinstance(taps.correct(first.hand.id, first.number, replaced, cut), Posted)
    assert (friday.carried, left_in_pot(db.session(), friday.id)) == (0, 0)
    assert deal(friday).hand.setup.carried == 0


def test_carried_chips_that_a_later_hand_paid_out_cannot_be_removed(friday: Night):
    first = carry_a_chip(friday)
    play(friday)
    assert friday.carried == 0
    replaced, cut = everyone_folds_early(first)
    assert refusal_of(taps.correct(first.hand.id, first.number, replaced, cut)) == (
        "a later hand has been played for the chips that this one left in the pot"
    )


def test_a_later_count_of_the_stack_must_be_undone_before_the_correction(friday: Night):
    (first, _) = play(friday, 2)
    bob = seat(friday, "Bob")
    counted = queue.do(friday, Count(bob.id, "Bob", (bob.stack or 0) - 1, "lost"))
    assert isinstance(counted, Done)
    assert refusal_of(change(first)) == "Bob's chips have been counted since; undo that in the night's log first"
    assert isinstance(queue.undo_act(friday, counted.line, "it"), Done)
    assert isinstance(change(first), Posted)


def test_a_count_of_an_unaffected_stack_does_not_block_a_correction(friday: Night):
    (first, _) = play(friday, 2)
    cy = seat(friday, "Cy")
    assert isinstance(queue.do(friday, Count(cy.id, "Cy", (cy.stack or 0) - 1, "lost")), Done)
    assert isinstance(change(first, BOB_CALLED), Posted)


def test_the_last_hand_cannot_be_reopened_after_an_earlier_one_was_corrected(friday: Night):
    """Its stacks are outdated: a player might bet chips that now belong to another."""
    (first,) = play(friday)
    last = everyone_folds(deal(friday))
    assert isinstance(change(first), Posted)
    assert refusal_of(taps.undo(last.hand.id, last.number)) == "hand 1 has been corrected since"
    line = next(line for line in activity.night_log(friday.id) if line.act.kind == "correct")
    assert isinstance(queue.undo_act(friday, line.id, "it"), Done)
    assert isinstance(taps.undo(last.hand.id, last.number), Posted)


def test_the_last_hand_cannot_be_reopened_after_a_player_gave_chips_away(friday: Night):
    """Its stacks are outdated here too: Bob could bet 100 and owe the bank 99."""
    last = everyone_folds(deal(friday))
    given = acting.give_chips(friday, seat(friday, "Bob").id, seat(friday, "Cy").id, 99)
    assert isinstance(given, Done)
    bob = "Bob has handed over chips of this hand since; undo that in the night's log first"
    assert refusal_of(taps.undo(last.hand.id, last.number)) == bob
    assert isinstance(queue.undo_act(friday, given.line, "it"), Done)
    assert isinstance(taps.undo(last.hand.id, last.number), Posted)


def test_awards_follow_a_correction_with_untracked_chips(app: object):
    friday = begin(tracked=False)
    (first, _) = play(friday, 2)
    change(first)
    assert [name for name, kind, _ in ledger_rows(first.hand.id) if kind == "award"] == ["Bob"]
