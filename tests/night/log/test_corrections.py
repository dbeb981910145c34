"""Correcting an earlier action: later actions are kept if they fit, and the dealer decides about the others."""

from __future__ import annotations

import pytest

from app.cards.card import parse_cards
from app.hand.notation import MAX_LINE_LENGTH
from app.night.log import loading, pending_correction, sealing
from app.night.log.corrections import MOVE_TOO, Correction
from app.night.log.pending_correction import PendingCorrection, Replacements
from app.night.log.replay import LiveHand, Posted, Refused, Repeated, Stale
from app.night.models import Night
from app.night.play import call, taps
from tests.night.table import FIRST_STREET, deal, tap


@pytest.fixture
def live(friday: Night) -> LiveHand:
    """Return a hand in which Ann opens with the king and everybody has put in 2."""
    return tap(deal(friday), *FIRST_STREET, "p3 cbr 2", "p1 cc", "p2 cc")


def corrected(live: LiveHand, places: Replacements, cut: int | None = None) -> LiveHand:
    """Return the corrected hand."""
    answer = taps.correct(live.hand.id, live.number, places, cut)
    assert isinstance(answer, Posted), answer
    return answer.live


def preview(live: LiveHand, places: Replacements, cut: int | None = None) -> Correction:
    correction = taps.preview_correction(live.hand.id, places, cut)
    assert isinstance(correction, Correction), correction
    return correction


def comment(length: int) -> str:
    """Return Ann's bet with a comment that makes the line this long."""
    return "p3 cbr 2 # ".ljust(length, "x")


def choice(live: LiveHand, place: int, chosen: Replacements | None = None) -> PendingCorrection:
    pending = pending_correction.start_correction(live, chosen or {}, place)
    assert pending is not None
    return pending


def change(correction: Correction, what: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return next(
        (difference.before, difference.after) for difference in correction.differences if difference.what == what
    )


def test_a_ruling_that_only_the_mistake_needed_goes_with_the_mistake(friday: Night):
    """Bob's call was forgotten, so Cy's was out of turn; Ann's bet was ruled on without need, and that stays."""
    live = tap(deal(friday), *FIRST_STREET, "p3 cbr 2 !", "p2 cc !")
    added = {5: ["p1 cc", "p2 cc !"]}
    assert preview(live, added).replaced == ((5, "Cy calls 2 (as ruled)", ("Bob calls 2", "Cy calls 2")),)
    now = corrected(live, added)
    assert now.actions[3:] == ("p3 cbr 2 !", "p1 cc", "p2 cc")
    assert isinstance(taps.correct(live.hand.id, live.number, added), Repeated)
    kept = corrected(now, {5: ["p1 f"], 6: ["p2 cbr 3 !"]})
    assert corrected(kept, {5: ["p1 cc"]}).actions[4:] == ("p1 cc", "p2 cbr 3 !")


def test_a_bet_that_only_a_wrong_opener_put_out_of_turn_needs_no_ruling(friday: Night):
    wrong = tap(deal(friday), "d dh p1 ??5h", "d dh p2 ??Ah", "d dh p3 ??Kh", "p3 cbr 2 !", "p1 cc !", "p2 cc")
    assert corrected(wrong, {2: ["d dh p2 ??6h"]}).actions[3:] == ("p3 cbr 2", "p1 cc", "p2 cc")


def test_correcting_a_card_keeps_the_actions_that_still_fit(live: LiveHand):
    now = corrected(live, {2: ["d dh p2 ??7h"]})
    assert now.actions[1] == "d dh p2 ??7h"
    assert now.actions[2:] == live.actions[2:]
    assert isinstance(taps.correct(live.hand.id, live.number, {2: ["d dh p2 ??7h"]}), Repeated)


def test_the_preview_equals_the_hand_stored_afterwards(live: LiveHand):
    trial = preview(live, {2: ["d dh p2 ??7h"]}).trial
    assert corrected(live, {2: ["d dh p2 ??7h"]}) == trial


def test_the_preview_stores_nothing(live: LiveHand):
    correction = preview(live, {4: ["p3 cbr 2 # she said two"]})
    assert correction.misfit is None
    assert correction.differences == ()
    again = loading.live_hand(live.hand.id)
    assert isinstance(again, LiveHand)
    assert again.number == live.number


def test_a_correction_is_shown_in_words(live: LiveHand):
    (replaced,) = preview(live, {2: ["d dh p2 ??7h"]}).replaced
    assert replaced == (2, "Cy: a down card, 6 of hearts", ("Cy: a down card, 7 of hearts",))


def test_a_replaced_action_is_worded_as_at_its_time(live: LiveHand):
    (replaced,) = preview(live, {5: ["p1 f"]}).replaced
    assert replaced == (5, "Bob calls 2", ("Bob folds",))


def test_the_first_action_that_no_longer_fits_is_shown(live: LiveHand):
    correction = preview(live, {2: ["d dh p2 ??Ah"]})
    assert correction.misfit is not None
    assert (correction.misfit.number, correction.misfit.text) == (4, "p3 cbr 2")
    assert correction.misfit.overrulable
    assert change(correction, "Opens") == (("Ann",), ("Cy",))
    assert change(correction, "Next") == (("Ann to act",), ("Cy to act",))


def test_nothing_is_stored_while_an_action_does_not_fit(live: LiveHand):
    answer = taps.correct(live.hand.id, live.number, {2: ["d dh p2 ??Ah"]})
    assert isinstance(answer, Correction)
    assert answer.misfit is not None
    now = loading.live_hand(live.hand.id)
    assert isinstance(now, LiveHand)
    assert now.number == live.number


def test_a_misfit_can_be_kept_by_ruling_and_the_next_one_is_shown(live: LiveHand):
    chosen = {2: ["d dh p2 ??Ah"]}
    chosen = choice(live, 4, chosen).keep_by_ruling()
    assert chosen == {2: ("d dh p2 ??Ah",), 4: ("p3 cbr 2 !",)}
    correction = preview(live, chosen)
    assert correction.misfit is not None
    assert (correction.misfit.number, correction.misfit.text) == (5, "p1 cc")
    now = corrected(live, chosen, cut=5)
    assert now.actions == ("d dh p1 ??5h", "d dh p2 ??Ah", "d dh p3 ??Kh", "p3 cbr 2 !")


def test_the_hand_can_be_cut_at_the_misfit(live: LiveHand):
    correction = preview(live, {2: ["d dh p2 ??Ah"]}, cut=4)
    assert correction.misfit is None
    assert correction.dropped == 3
    now = corrected(live, {2: ["d dh p2 ??Ah"]}, cut=4)
    assert now.actions == ("d dh p1 ??5h", "d dh p2 ??Ah", "d dh p3 ??Kh")
    back = taps.undo(live.hand.id, now.number)
    assert isinstance(back, Posted)
    assert back.live.actions == live.actions
    assert back.live.state == live.state


def test_a_misfit_can_be_replaced(live: LiveHand):
    now = corrected(live, {2: ["d dh p2 ??Ah"], 4: ["p2 cbr 2"], 5: ["p3 cc"], 6: ["p1 cc"]})
    assert now.actions[3:] == ("p2 cbr 2", "p3 cc", "p1 cc")
    assert now.number == live.number + 1


def test_replacing_misfits_one_by_one_keeps_earlier_choices(live: LiveHand):
    chosen: Replacements = {2: ["d dh p2 ??Ah"]}
    for line in ("p2 cbr 2", "p3 cc", "p1 cc"):
        misfit = preview(live, chosen).misfit
        assert misfit is not None
        at = choice(live, misfit.number, chosen)
        assert not at.fits
        chosen = at.replace_with([line])
    assert corrected(live, chosen).actions[3:] == ("p2 cbr 2", "p3 cc", "p1 cc")


def test_missing_actions_can_be_inserted_before_a_misfit(live: LiveHand):
    live = tap(live, "d dh p1 2c", "d dh p2 2d", "d dh p3 2h", "p3 cc", "p1 cc", "p2 cc", "d dh p1 9c")
    chosen: Replacements = choice(live, 12).replace_with(["p2 cbr 2"])
    for line in ("p3 f", "p1 cc"):
        misfit = preview(live, chosen).misfit
        assert misfit is not None
        assert (misfit.number, misfit.text) == (13, "d dh p1 9c")
        chosen = choice(live, 13, chosen).insert_before([line])
    now = corrected(live, chosen)
    assert now.actions[11:] == ("p2 cbr 2", "p3 f", "p1 cc", "d dh p1 9c")
    assert [line.words for line in sealing.log_lines(now) if not line.live] == ["Cy checks"]
    assert taps.undo(now.hand.id, now.number)


def test_an_inserted_action_that_does_not_fit_can_be_replaced(live: LiveHand):
    chosen: Replacements = choice(live, 4).insert_before(["p3 f"])
    assert choice(live, 4, chosen).line == "p3 cbr 2"
    chosen = choice(live, 5).insert_before(["p2 f"])
    pending = choice(live, 5, chosen)
    assert (pending.line, pending.fits) == ("p2 f", False)
    assert pending.replace_with(["p1 f"]) == {5: ("p1 f", "p1 cc")}


def test_an_action_can_be_deleted_from_the_middle(live: LiveHand):
    live = tap(live, "d dh p1 2c", "d dh p2 2d", "d dh p3 2h")
    correction = preview(live, choice(live, 7).replace_with([]))
    assert correction.misfit is None
    assert correction.replaced == ((7, "Bob: 2 of clubs", ()),)
    assert change(correction, "Next") == (("Ann to act",), ("Bob's up-card",))
    now = corrected(live, {7: []})
    assert now.actions[6:] == ("d dh p2 2d", "d dh p3 2h")
    assert [line.words for line in sealing.log_lines(now) if not line.live] == ["Bob: 2 of clubs"]
    again = taps.correct(live.hand.id, live.number, {7: []})
    assert isinstance(again, Repeated)
    back = taps.undo(live.hand.id, now.number)
    assert isinstance(back, Posted)
    assert back.live.state == live.state


def test_deleting_an_action_shows_the_next_misfit(live: LiveHand):
    correction = preview(live, {4: []})
    assert correction.misfit is not None
    assert (correction.misfit.number, correction.misfit.text) == (5, "p1 cc")
    assert correction.misfit.overrulable


def test_an_impossible_correction_is_the_misfit(live: LiveHand):
    correction = preview(live, {2: ["d dh p2 ??5h"]})
    assert correction.misfit is not None
    assert (correction.misfit.number, correction.misfit.text) == (2, "d dh p2 ??5h")
    assert not correction.misfit.overrulable
    assert isinstance(taps.correct(live.hand.id, live.number, {2: ["d dh p2 ??5h"]}), Correction)


def test_no_ruling_allows_a_card_in_two_places(live: LiveHand):
    chosen = choice(live, 3, {2: ["d dh p2 ??Kh"]}).keep_by_ruling()
    correction = preview(live, chosen)
    assert correction.misfit is not None
    assert (correction.misfit.text, correction.misfit.overrulable) == ("d dh p3 ??Kh !", False)


@pytest.mark.parametrize(
    ("places", "cut"),
    [
        ({0: ["p1 f"]}, None),
        ({7: ["p1 f"]}, None),
        ({}, 0),
        ({}, 7),
    ],
)
def test_an_unknown_place_is_refused(live: LiveHand, places: Replacements, cut: int | None):
    (place,) = [*places, *([] if cut is None else [cut])]
    answer = taps.correct(live.hand.id, live.number, places, cut)
    assert answer == Refused(live, f"there is no action {place}")


@pytest.mark.parametrize("line", ["", "  ", "p1 f\np2 f", "-", comment(MAX_LINE_LENGTH + 1)])
def test_a_replacement_must_be_one_line(live: LiveHand, line: str):
    answer = taps.correct(live.hand.id, live.number, {2: [line]})
    assert answer == Refused(live, "one action takes one line", line)


@pytest.mark.parametrize("line", ["", "  ", "p1 f\n---", "p1 f\r\n7 p2 f", "-", "\u2028", "p3 cbr 2 # as\x85said"])
def test_invalid_text_for_one_action_does_not_shift_another(live: LiveHand, line: str):
    assert choice(live, 4, {5: [line]}).line == live.actions[3]


def test_a_line_break_in_a_comment_becomes_a_space(live: LiveHand):
    assert choice(live, 5, {4: ["p3 cbr 2 # said\n4 p3 f"]}).trial.actions[3] == "p3 cbr 2 # said 4 p3 f"


def test_a_replacement_can_be_as_long_as_an_entered_line(live: LiveHand):
    assert corrected(live, {4: [comment(MAX_LINE_LENGTH)]}).actions[3] == comment(MAX_LINE_LENGTH)


@pytest.mark.parametrize("places", [{}, {4: ["p3 cbr 2"]}])
def test_a_correction_that_changes_nothing_is_refused(live: LiveHand, places: Replacements):
    answer = taps.correct(live.hand.id, live.number, places)
    assert answer == Refused(live, "that is how it was entered")


def test_a_correction_on_an_outdated_screen_is_stale(live: LiveHand):
    assert isinstance(taps.correct(live.hand.id, live.number - 1, {2: ["d dh p2 ??7h"]}), Stale)


def test_a_hand_can_be_cut_anywhere(live: LiveHand):
    assert corrected(live, {}, cut=4).actions == tuple(FIRST_STREET)


def test_no_choice_can_be_made_for_an_unknown_place(live: LiveHand):
    assert pending_correction.start_correction(live, {}, 7) is None
    assert pending_correction.start_correction(live, {2: ["d dh p2 ??Ah"]}, 6) is None


def second_street(correction: Night, *lines: str) -> LiveHand:
    """Return a hand of Alligator, which deals two up-cards at once on second street: action 7 and after."""
    live = tap(deal(correction, "alligator"), "d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh")
    return tap(live, "p3 cc", "p1 cc", "p2 cc", *lines)


def shown_down(correction: Night) -> LiveHand:
    """Return a hand checked down to the showdown, where Bob wins with a wheel."""
    live = tap(deal(correction), *FIRST_STREET, "p3 cc", "p1 cc", "p2 cc")
    for bob, cy, ann in (("2c", "2d", "2h"), ("3c", "3d", "3h"), ("4c", "4d", "4h")):
        live = tap(live, f"d dh p1 {bob}", f"d dh p2 {cy}", f"d dh p3 {ann}", "p3 cc", "p1 cc", "p2 cc")
    return tap(live, "p3 sm AsKh2h3h4h", "p1 sm Ad5h2c3c4c", "p2 sm Ac6h2d3d4d")


class TestCards:
    """Misread cards, and cards entered for the wrong player: every action that names them changes."""

    def test_two_cards_entered_for_the_wrong_players_are_swapped(self, live: LiveHand):
        chosen = choice(live, 1).give_to_seat(2)
        assert chosen == {1: ("d dh p1 ??Kh",), 3: ("d dh p3 ??5h",)}
        correction = preview(live, chosen)
        assert [number for number, _, _ in correction.replaced] == [1, 3]
        assert change(correction, "Opens") == (("Ann",), ("Bob",))

    def test_cards_dealt_together_are_swapped_together(self, friday: Night):
        live = second_street(friday, "d dh p1 2c3c", "d dh p2 2d3d")
        assert choice(live, 7).give_to_seat(1) == {7: ("d dh p1 2d3d",), 8: ("d dh p2 2c3c",)}

    def test_the_nearest_of_several_cards_on_a_street_is_swapped(self, friday: Night):
        live = second_street(friday, "d dh p1 2c", "d dh p2 2d", "d dh p3 2h", "d dh p1 3c", "d dh p2 3d")
        assert choice(live, 10).give_to_seat(1) == {10: ("d dh p1 3d",), 11: ("d dh p2 3c",)}
        assert choice(live, 7).give_to_seat(1) == {7: ("d dh p1 2d",), 8: ("d dh p2 2c",)}

    def test_a_turned_up_card_can_be_given_to_another_player(self, friday: Night):
        live = tap(deal(friday, "ainslie-rollover"), *(f"d dh p{n} ??" for n in (1, 2, 3)))
        live = tap(live, "d dh p1 2c", "d dh p2 3c", "d dh p3 4c", "p3 cc", "p1 cc", "p2 cc", "p1 up 5h")
        assert choice(live, 10).possible_seats() == [1, 2]
        assert choice(live, 10).give_to_seat(1) == {10: ("p2 up 5h",)}
        live = tap(live, "d dh p1 ??", "p2 up 9h")
        assert choice(live, 10).give_to_seat(1) == {10: ("p1 up 9h",), 12: ("p2 up 5h",)}

    def test_changing_to_a_card_entered_elsewhere_swaps_the_two(self, live: LiveHand):
        first, last = parse_cards("5hKh")
        assert choice(live, 1).change_card(first, last) == choice(live, 1).give_to_seat(2)
        assert choice(live, 3).change_card(last, first) == {1: ("d dh p1 ??Kh",), 3: ("d dh p3 ??5h",)}

    def test_changing_to_an_unseen_card_changes_only_that_action(self, live: LiveHand):
        six, seven = parse_cards("6h7h")
        assert choice(live, 2).change_card(six, seven) == {2: ("d dh p2 ??7h",)}

    def test_a_changed_card_changes_the_hand_shown_down(self, friday: Night):
        live = shown_down(friday)
        five, jack = parse_cards("5hJd")
        chosen = choice(live, 1).change_card(five, jack)
        assert list(chosen.values()) == [("d dh p1 ??Jd",), ("p1 sm AdJd2c3c4c",)]
        correction = preview(live, chosen)
        assert correction.misfit is None
        assert change(correction, "Chips to push") == (("Push 3 to Bob",), ("Push 3 to Ann",))
        assert change(correction, "Upcard moves") == ((), ("3 from Bob to Ann", MOVE_TOO))
        assert {difference.what for difference in correction.differences} == {
            "Chips to push",
            "Upcard moves",
            "Announced",
        }

    def test_a_card_can_be_given_to_a_player_without_one_on_its_street(self, friday: Night):
        live = tap(deal(friday), "d dh p1 ??5h")
        at = choice(live, 1)
        assert at.possible_seats() == [1, 2]
        assert at.give_to_seat(2) == {1: ("d dh p3 ??5h",)}

    def test_a_card_can_be_given_to_players_with_another_on_its_street(self, live: LiveHand):
        assert choice(live, 3).possible_seats() == [0, 1]

    def test_a_bet_cannot_be_given_to_another_player(self, live: LiveHand):
        assert choice(live, 4).possible_seats() == []

    def test_a_correction_does_not_touch_another_deal_of_the_hand(self, friday: Night):
        live = tap(deal(friday), *FIRST_STREET, "d redeal", "d dh p1 ??Kh", "d dh p2 ??5h")
        five, king, nine = parse_cards("5hKh9c")
        assert choice(live, 5).change_card(king, nine) == {5: ("d dh p1 ??9c",)}
        assert choice(live, 1).change_card(five, nine) == {1: ("d dh p1 ??9c",)}
        assert choice(live, 5).give_to_seat(1) == {5: ("d dh p1 ??5h",), 6: ("d dh p2 ??Kh",)}
        assert choice(live, 5).give_to_seat(2) == {5: ("d dh p3 ??Kh",)}

    def test_only_one_of_three_deals_of_a_hand_is_corrected(self, friday: Night):
        live = tap(deal(friday), *FIRST_STREET, "d redeal", "d dh p1 ??Kh", "d dh p2 ??5h")
        live = tap(live, "d redeal", "d dh p1 ??5h", "d dh p2 ??Kh")
        five, king, nine = parse_cards("5hKh9c")
        assert choice(live, 5).change_card(king, nine) == {5: ("d dh p1 ??9c",)}
        assert choice(live, 6).change_card(five, king) == {5: ("d dh p1 ??5h",), 6: ("d dh p2 ??Kh",)}

    def test_changing_a_card_keeps_other_choices(self, live: LiveHand):
        five, nine = parse_cards("5h9c")
        chosen: Replacements = {4: ["p3  cbr  2 !"]}
        assert choice(live, 1, chosen).change_card(five, nine) == {1: ("d dh p1 ??9c",), 4: ("p3 cbr 2 !",)}

    def test_changing_a_card_changes_only_its_owners_shown_hand(self, friday: Night):
        live = shown_down(friday)
        cy = len(live.actions)
        chosen: Replacements = {2: ["d dh p2 ??Kh"], cy: ["p2 sm AcKh2d3d4d"]}
        king, nine = parse_cards("Kh9h")
        now = choice(live, 3, chosen).change_card(king, nine)
        assert now == {
            2: ("d dh p2 ??Kh",),
            3: ("d dh p3 ??9h",),
            cy - 2: ("p3 sm As9h2h3h4h",),
            cy: ("p2 sm AcKh2d3d4d",),
        }

    def test_changing_a_duplicate_keeps_the_same_players_other_card(self, live: LiveHand):
        live = tap(live, "d dh p1 2c", "d dh p2 2d", "d dh p3 2h")
        king, nine = parse_cards("Kh9h")
        at = choice(live, 9, {9: ["d dh p3 Kh"]})
        assert at.clashes
        assert at.change_card(king, nine) == {9: ("d dh p3 9h",)}

    def test_changing_a_duplicate_keeps_another_players_card(self, live: LiveHand):
        chosen: Replacements = {2: ["d dh p2 ??Kh"]}
        at = choice(live, 3, chosen)
        king, nine = parse_cards("Kh9h")
        assert at.cards == (king,)
        assert at.change_card(king, nine) == {2: ("d dh p2 ??Kh",), 3: ("d dh p3 ??9h",)}


def test_the_hand_log_is_worded_and_marks_undone_actions(live: LiveHand):
    corrected(live, {2: ["d dh p2 ??7h"]})
    now = taps.undo(live.hand.id, live.number + 1)
    assert isinstance(now, Posted)
    taps.undo(live.hand.id, now.live.number)
    now = taps.post(live.hand.id, now.live.number + 1, ["p2 f"])
    assert isinstance(now, Posted)
    lines = sealing.log_lines(now.live)
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
    assert [line.text for line in sealing.log_lines(now.live, taken_back=False)] == list(now.live.actions)


def test_undone_actions_are_listed_before_those_that_replaced_them(live: LiveHand):
    for entries in range(2):
        taps.undo(live.hand.id, live.number + entries)
    now = taps.post(live.hand.id, live.number + 2, ["p1 f", "p2 f"])
    assert isinstance(now, Posted)
    lines = sealing.log_lines(now.live)[4:]
    assert [(line.number, line.words, line.live) for line in lines] == [
        (5, "Bob calls 2", False),
        (6, "Cy calls 2", False),
        (5, "Bob folds", True),
        (6, "Cy folds", True),
    ]


def test_announcements_are_listed_with_their_action(friday: Night):
    answer = call.call_game(friday, "follow-the-queen")
    assert isinstance(answer, LiveHand)
    now = tap(answer, "d dh p1 ????Qh", "d dh p2 ????7c", "d dh p3 ????3c")
    announced = {line.number: line.announcements for line in sealing.log_lines(now)}
    assert any("evens" in text for text in announced[2])
