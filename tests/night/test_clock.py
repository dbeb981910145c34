"""After the clock is set back, the latest entry stays the latest, and no action is refused as too early."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import select

from app.night.db import db, writing
from app.night.log.replay import Posted, Refused
from app.night.models import Act, DeviceRole, Entry, Hand, Ledger, Night
from app.night.play import call, taps
from app.night.validation import Problem
from tests.night import acting
from tests.night.table import deal, everyone_folds, seat
from tests.seating import add_player

TIMES = {
    Act: ("at", "done_at"),
    DeviceRole: ("at",),
    Entry: ("at",),
    Hand: ("started_at", "finished_at"),
    Ledger: ("at",),
}


def set_clock_back(hours: int = 3) -> None:
    """Simulate a clock set back by moving all stored times ``hours`` hours into the future."""
    with writing() as session:
        for model, columns in TIMES.items():
            for row in session.scalars(select(model)):
                for column in columns:
                    if (moment := getattr(row, column)) is not None:
                        setattr(row, column, moment + timedelta(hours=hours))


def test_a_player_who_left_after_a_hand_prevents_its_undo(friday: Night):
    live = everyone_folds(deal(friday))
    set_clock_back()
    assert not isinstance(acting.leave(friday, seat(friday, "Bob").id), Problem)
    answer = taps.undo(live.hand.id, live.number)
    assert isinstance(answer, Refused)
    assert answer.reason == "Bob has left with the chips of this hand; undo that in the night's log first"


def test_a_player_who_left_before_a_hand_does_not_prevent_its_undo(friday: Night):
    assert not isinstance(add_player(friday, "Dee", 100), Problem)
    assert not isinstance(acting.leave(friday, seat(friday, "Dee").id), Problem)
    set_clock_back()
    live = everyone_folds(deal(friday))
    assert isinstance(taps.undo(live.hand.id, live.number), Posted)


def test_timestamps_of_a_night_are_in_the_order_of_its_acts(friday: Night):
    hand = deal(friday)
    set_clock_back()
    everyone_folds(hand)
    assert call.next_hand(friday) is None
    set_clock_back()
    assert not isinstance(acting.buy_in(friday, seat(friday, "Cy").id, 10), Problem)
    deal(friday)
    acts = db.session.scalars(select(Act.done_at).order_by(Act.id)).all()
    first, second = db.session.scalars(select(Hand).order_by(Hand.number))
    assert first.finished_at is not None
    times = [first.started_at, first.finished_at, acts[-1], second.started_at]
    assert times == sorted(set(filter(None, times)))
