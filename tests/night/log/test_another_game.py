"""A wrongly called game can be changed during the hand, which is then replayed as the other game."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from app.games.house import Stakes
from app.hand.play import prompt
from app.night.acts import activity, queue
from app.night.acts.queue import Done
from app.night.caches import clear_caches
from app.night.db import db
from app.night.history import hands
from app.night.log import loading
from app.night.log.corrections import Correction
from app.night.log.entries import GameCall
from app.night.log.replay import LiveHand, Posted, Refused, Repeated
from app.night.models import Hand, Night
from app.night.play import call, taps
from tests.night.table import deal, tap

#: Third street of seven-card stud for Bob, Cy and Ann, who shows the king and bets.
THIRD_STREET = ("d dh p1 ????5h", "d dh p2 ????6h", "d dh p3 ????Kh", "p3 cbr 2", "p1 cc", "p2 f")


@pytest.fixture
def live(friday: Night) -> LiveHand:
    return tap(deal(friday, "seven-card-stud"), *THIRD_STREET)


def called(night: Night, game: str, **house: object) -> GameCall:
    made = call.make_call(night, game, {}, [], house)
    assert isinstance(made, GameCall)
    return made


def as_stored(live: LiveHand) -> LiveHand:
    """Return a hand as another server would read it."""
    clear_caches()
    read = loading.live_hand(live.hand.id)
    assert isinstance(read, LiveHand)
    assert (read.hand, read.state, read.log) == (live.hand, live.state, live.log)
    db.session.rollback()
    row = db.session.scalars(select(Hand).where(Hand.id == live.hand.id)).one()
    assert loading.hand_info(row) == live.hand
    return read


def test_changing_the_game_keeps_the_actions_and_can_be_undone(friday: Night, live: LiveHand) -> None:
    game = called(friday, "follow-the-queen")
    preview = taps.preview_correction(live.hand.id, {}, None, game)
    assert isinstance(preview, Correction)
    assert [change.what for change in preview.differences][:1] == ["Game"]
    made = taps.correct(live.hand.id, live.number, {}, None, game)
    assert isinstance(made, Posted)
    assert isinstance(taps.correct(live.hand.id, live.number, {}, None, game), Repeated)
    after = as_stored(made.live)
    assert (after.hand.game_id, after.actions) == ("follow-the-queen", live.actions)
    assert as_stored(tap(after, "d dh p1 Qd", "d dh p3 7d")).state.wild.cards
    for back in range(3):
        undone = taps.undo(live.hand.id, after.number + 2 + back)
        assert isinstance(undone, Posted)
    before = as_stored(undone.live)
    assert (before.hand, before.state) == (live.hand, live.state)
    redone = taps.redo(live.hand.id, undone.live.number)
    assert isinstance(redone, Posted)
    assert as_stored(redone.live).hand.game_id == "follow-the-queen"


def test_a_hand_can_be_cut_at_the_first_action_that_does_not_fit_the_new_game(friday: Night, live: LiveHand) -> None:
    """Five-card stud deals one down card: the first action has one card too many."""
    game = called(friday, "five-card-stud")
    made = taps.correct(live.hand.id, live.number, {}, None, game)
    assert isinstance(made, Correction)
    assert made.misfit is not None
    assert made.misfit.number == 1
    cut = taps.correct(live.hand.id, live.number, {}, 1, game)
    assert isinstance(cut, Posted)
    assert as_stored(cut.live).actions == ()
    assert prompt(cut.live.state).street == "Second street"


def test_house_rules_can_be_changed_but_an_identical_call_is_refused(friday: Night, live: LiveHand) -> None:
    game = called(friday, "seven-card-stud", low_hole_ace="low")
    made = taps.correct(live.hand.id, live.number, {}, None, game)
    assert isinstance(made, Posted)
    assert as_stored(made.live).hand.setup.house.low_hole_ace == "low"
    same = taps.correct(live.hand.id, made.live.number, {}, None, game)
    assert isinstance(same, Refused)
    assert same.reason == "that is how it was called"


def test_a_game_for_fewer_players_is_refused(friday: Night, live: LiveHand) -> None:
    partners = taps.correct(live.hand.id, live.number, {}, None, called(friday, "pick-a-partner"))
    assert isinstance(partners, Refused)


def test_the_record_names_the_game_it_was_changed_to(friday: Night, live: LiveHand) -> None:
    made = taps.correct(live.hand.id, live.number, {}, None, called(friday, "follow-the-queen"))
    assert isinstance(made, Posted)
    tap(made.live, "d split p1 4 p3 3")
    text = hands.hand_record(friday, 1)
    assert isinstance(text, str)
    assert 'variant = "follow-the-queen"' in text
    assert [hand.game_name for hand in hands.past_hands(friday)] == ["Follow the Queen"]


def test_a_hand_changed_to_a_game_with_blinds_is_stored_with_them(friday: Night) -> None:
    stakes = Stakes(ante=1, small=2, big=4, small_blind=1, big_blind=2)
    stud = call.call_game(friday, "five-card-stud", stakes=stakes)
    assert isinstance(stud, LiveHand)
    made = taps.correct(stud.hand.id, 0, {}, None, called(friday, "texas-holdem"))
    assert isinstance(made, Posted)
    assert as_stored(made.live).hand.setup.blinds == (1, 2, 0)
    undone = taps.undo(stud.hand.id, made.live.number)
    assert isinstance(undone, Posted)
    assert as_stored(undone.live).hand == stud.hand


def test_a_refused_change_of_a_finished_hand_leaves_its_game(friday: Night, live: LiveHand) -> None:
    over = tap(live, "d dh p1 2c", "d dh p3 2d", "p3 cbr 2", "p1 f")
    assert over.over
    call.next_hand(friday)
    deal(friday, "five-card-stud")
    game = called(friday, "follow-the-queen")
    refused = taps.correct(over.hand.id, over.number, {}, None, game)
    assert isinstance(refused, Refused)
    assert refused.reason == "hand 2 is being played: correct this one when it is over"
    as_stored(over)


def test_undoing_the_change_of_a_finished_hand_in_the_nights_log_restores_its_game(
    friday: Night, live: LiveHand
) -> None:
    over = tap(live, "d dh p1 2c", "d dh p3 2d", "p3 cbr 2", "p1 f")
    call.next_hand(friday)
    assert isinstance(taps.correct(over.hand.id, over.number, {}, None, called(friday, "follow-the-queen")), Posted)
    (line, *_) = activity.night_log(friday.id)
    assert isinstance(queue.undo_act(friday, line.id, "corrected"), Done)
    read = loading.live_hand(over.hand.id)
    assert isinstance(read, LiveHand)
    assert (as_stored(read).hand, read.state) == (over.hand, over.state)
