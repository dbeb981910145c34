"""Correcting an earlier action: what still fits, what does not, and what the dealer chooses then."""

from __future__ import annotations

import pytest

from app import night
from app.night import Correction, LiveHand, Night
from tests.night.table import FIRST_STREET, deal, tap


@pytest.fixture
def live(friday: Night) -> LiveHand:
    """Ann opens with the king, everybody is in for 2."""
    return tap(deal(friday), *FIRST_STREET, "p3 cbr 2", "p1 cc", "p2 cc")


def test_a_card_is_corrected_and_the_rest_still_fits(live: LiveHand):
    answer = night.correct(live.hand.id, live.number, 2, "d dh p2 ??7h")
    assert isinstance(answer, night.Posted)
    assert answer.live.actions[1] == "d dh p2 ??7h"
    assert answer.live.actions[2:] == live.actions[2:]
    assert isinstance(night.correct(live.hand.id, live.number, 2, "d dh p2 ??7h"), night.Repeated)


def test_the_preview_says_what_changes_and_stores_nothing(live: LiveHand):
    preview = night.preview_correction(live.hand.id, 4, "p3 cbr 2 # she said two")
    assert isinstance(preview, Correction)
    assert preview.misfit is None
    assert preview.differences == ()
    again = night.live(live.hand.id)
    assert isinstance(again, LiveHand)
    assert again.number == live.number


def test_the_first_action_that_no_longer_fits_is_shown(live: LiveHand):
    preview = night.preview_correction(live.hand.id, 2, "d dh p2 ??Ah")
    assert isinstance(preview, Correction)
    assert preview.misfit is not None
    assert (preview.misfit.number, preview.misfit.text) == (4, "p3 cbr 2")
    assert preview.misfit.overrulable
    assert ("Opener", "Ann", "Cy") in [(one.what, one.before, one.after) for one in preview.differences]


def test_nothing_is_stored_until_the_dealer_has_chosen(live: LiveHand):
    answer = night.correct(live.hand.id, live.number, 2, "d dh p2 ??Ah")
    assert isinstance(answer, Correction)
    assert answer.misfit is not None
    now = night.live(live.hand.id)
    assert isinstance(now, LiveHand)
    assert now.number == live.number


def test_the_misfit_can_be_kept_as_ruled_and_the_next_one_is_asked_about(live: LiveHand):
    asked = night.correct(live.hand.id, live.number, 2, "d dh p2 ??Ah", then="keep as ruled")
    assert isinstance(asked, Correction)
    assert asked.further == {4: "p3 cbr 2 !"}
    assert asked.misfit is not None
    assert (asked.misfit.number, asked.misfit.text) == (5, "p1 cc")
    answer = night.correct(live.hand.id, live.number, 2, "d dh p2 ??Ah", "cut", asked.further)
    assert isinstance(answer, night.Posted)
    assert answer.live.actions == ("d dh p1 ??5h", "d dh p2 ??Ah", "d dh p3 ??Kh", "p3 cbr 2 !")


def test_the_last_misfit_kept_as_ruled_ends_the_asking(live: LiveHand):
    further = {4: "p2 cbr 2", 5: "p3 cc"}
    first = night.correct(live.hand.id, live.number, 2, "d dh p2 ??Ah", further=further)
    assert isinstance(first, Correction)
    assert first.misfit is not None
    assert first.misfit.text == "p2 cc"
    assert isinstance(night.undo(live.hand.id, live.number), night.Posted)
    answer = night.correct(live.hand.id, live.number + 1, 2, "d dh p2 ??Ah", further={4: "p2 cbr 2", 5: "p3 cc"})
    assert isinstance(answer, night.Posted)


def test_the_hand_can_be_cut_at_the_misfit(live: LiveHand):
    answer = night.correct(live.hand.id, live.number, 2, "d dh p2 ??Ah", then="cut")
    assert isinstance(answer, night.Posted)
    assert answer.live.actions == ("d dh p1 ??5h", "d dh p2 ??Ah", "d dh p3 ??Kh")
    back = night.undo(live.hand.id, answer.live.number)
    assert isinstance(back, night.Posted)
    assert back.live.actions == live.actions
    assert back.live.state == live.state


def test_the_misfit_can_be_changed_as_well(live: LiveHand):
    further = {4: "p2 cbr 2", 5: "p3 cc", 6: "p1 cc"}
    answer = night.correct(live.hand.id, live.number, 2, "d dh p2 ??Ah", further=further)
    assert isinstance(answer, night.Posted)
    assert answer.live.actions[3:] == ("p2 cbr 2", "p3 cc", "p1 cc")
    assert answer.live.number == live.number + 1


def test_a_correction_that_cannot_be_is_refused(live: LiveHand):
    answer = night.preview_correction(live.hand.id, 2, "d dh p2 ??5h")
    assert isinstance(answer, night.Refused)
    assert answer.line == "d dh p2 ??5h"


def test_no_ruling_makes_a_card_lie_in_two_places(live: LiveHand):
    answer = night.correct(live.hand.id, live.number, 2, "d dh p2 ??Kh", then="keep as ruled")
    assert isinstance(answer, night.Refused)
    assert answer.line == "d dh p3 ??Kh"
    assert not answer.overrulable


@pytest.mark.parametrize(("place", "line"), [(0, "p1 f"), (7, "p1 f"), (2, ""), (2, "p1 f\np2 f")])
def test_a_place_or_a_line_that_is_none_is_refused(live: LiveHand, place: int, line: str):
    assert isinstance(night.correct(live.hand.id, live.number, place, line), night.Refused)


def test_a_correction_on_an_old_screen_is_stale(live: LiveHand):
    assert isinstance(night.correct(live.hand.id, live.number - 1, 2, "d dh p2 ??7h"), night.Stale)


def test_a_hand_can_be_cut_where_the_dealer_says(live: LiveHand):
    answer = night.cut(live.hand.id, live.number, 4)
    assert isinstance(answer, night.Posted)
    assert answer.live.actions == tuple(FIRST_STREET)
    assert isinstance(night.cut(live.hand.id, answer.live.number, 4), night.Refused)


def test_the_log_tells_it_in_words_and_marks_what_was_taken_back(live: LiveHand):
    night.correct(live.hand.id, live.number, 2, "d dh p2 ??7h")
    now = night.undo(live.hand.id, live.number + 1)
    assert isinstance(now, night.Posted)
    night.undo(live.hand.id, now.live.number)
    now = night.post(live.hand.id, now.live.number + 1, ["p2 f"])
    assert isinstance(now, night.Posted)
    lines = night.log_lines(now.live)
    assert [(line.number, line.words, line.live) for line in lines] == [
        (1, "Bob: a down card, 5 of hearts", True),
        (2, "Cy: a down card, 7 of hearts", False),
        (2, "Cy: a down card, 6 of hearts", True),
        (3, "Ann: a down card, king of hearts", True),
        (4, "Ann bets 2", True),
        (5, "Bob calls 2", True),
        (6, "Cy calls 2", False),
        (6, "Cy folds", True),
    ]
    assert [line.text for line in night.log_lines(now.live, taken_back=False)] == list(now.live.actions)


def test_announcements_stand_with_the_action_that_made_them(friday: Night):
    answer = night.call_game(friday, "follow-the-queen")
    assert isinstance(answer, LiveHand)
    now = tap(answer, "d dh p1 ????Qh", "d dh p2 ????7c", "d dh p3 ????3c")
    said = {line.number: line.announcements for line in night.log_lines(now)}
    assert any("evens" in text for text in said[2])
