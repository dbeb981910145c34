"""Acts requested during a hand are checked at once, queued, and done when the hand is cleared."""

from __future__ import annotations

from sqlalchemy import select

from app.games.house import Stakes
from app.night.acts import queue, requests
from app.night.acts.queue import Done, Pending
from app.night.acts.table import NewStakes
from app.night.db import db, writing
from app.night.models import Act, Night, Seat
from app.night.people import seats
from app.night.play import call
from app.night.validation import Problem
from tests.night import acting
from tests.night.table import deal, everyone_folds, seat, set_house, set_stakes
from tests.seating import add_player


def names(night: Night) -> list[str]:
    return [info.name for info in seats.seats(night)]


def statuses(night: Night) -> list[tuple[str, str]]:
    rows = db.session.execute(select(Act.kind, Act.status).where(Act.night_id == night.id).order_by(Act.id))
    return [(kind, status) for kind, status in rows if kind != "join" or status != "done"]


def test_acts_entered_during_a_hand_are_done_in_order_when_it_is_cleared(friday: Night) -> None:
    live = deal(friday)
    bob, cy = seat(friday, "Bob").id, seat(friday, "Cy").id
    for answer in (
        add_player(friday, "Gus", 60),
        acting.buy_in(friday, bob, 40),
        acting.leave(friday, cy),
        set_stakes(friday, Stakes(ante=2, small=4, big=8)),
    ):
        assert isinstance(answer, Pending)
    assert names(friday) == ["Ann", "Bob", "Cy"]
    everyone_folds(live)
    assert seat(friday, "Bob").stack == 99
    assert call.next_hand(friday) is None
    assert names(friday) == ["Ann", "Bob", "Gus"]
    assert (seat(friday, "Bob").stack, seat(friday, "Gus").stack, friday.stakes.ante) == (139, 60, 2)
    assert seat(friday, "Cy").cashed == 99
    assert {status for _, status in statuses(friday)} == {"done"}


def test_an_act_that_conflicts_with_the_queue_is_refused_at_once(friday: Night) -> None:
    deal(friday)
    assert isinstance(add_player(friday, "Gus"), Pending)
    again = add_player(friday, "gus")
    assert again == Problem("name", "Gus has a seat already")
    bob = seat(friday, "Bob").id
    assert isinstance(acting.leave(friday, bob), Pending)
    assert isinstance(acting.buy_in(friday, bob, 10), Problem)
    assert [status for _, status in statuses(friday)] == ["waiting", "waiting"]


def test_a_dropped_act_has_no_effect(friday: Night) -> None:
    live = deal(friday)
    waits = acting.buy_in(friday, seat(friday, "Bob").id, 40)
    assert isinstance(waits, Pending)
    assert queue.discard(friday, waits.line) is None
    assert queue.discard(friday, waits.line) is None
    everyone_folds(live)
    call.next_hand(friday)
    assert seat(friday, "Bob").stack == 99
    assert statuses(friday) == [("buy", "dropped")]


def test_a_request_from_a_phone_can_be_granted_once(friday: Night) -> None:
    bob = seat(friday, "Bob").id
    asked = acting.buy_in(friday, bob, 50, by="Bob", ask=True)
    assert isinstance(asked, Pending)
    assert seat(friday, "Bob").stack == 100
    assert isinstance(queue.grant(friday, asked.line), Done)
    assert seat(friday, "Bob").stack == 150
    assert isinstance(queue.grant(friday, asked.line), Problem)


def test_a_request_granted_during_a_hand_waits_for_its_end(friday: Night) -> None:
    live = deal(friday)
    asked = acting.sit_out(friday, seat(friday, "Bob").id, by="Bob", ask=True)
    assert isinstance(asked, Pending)
    assert isinstance(queue.grant(friday, asked.line), Pending)
    everyone_folds(live)
    call.next_hand(friday)
    assert seat(friday, "Bob").sitting_out


def test_undoing_all_acts_restores_the_table(friday: Night) -> None:
    before = [(info.name, info.stack, info.sitting_out, info.place, info.left) for info in seats.seats(friday)]
    ann, bob, cy = (seat(friday, name) for name in ("Ann", "Bob", "Cy"))
    done = [
        acting.buy_in(friday, ann.id, 40),
        acting.sit_out(friday, bob.id),
        requests.rearrange_seats(friday, [cy.id, bob.id, ann.id]),
        set_stakes(friday, Stakes(ante=3, small=6, big=12)),
        set_house(friday, {"chip_unit": 2}),
        acting.leave(friday, cy.id),
    ]
    joined = add_player(friday, "Gus", 30)
    assert isinstance(joined, Seat)
    line = db.session.scalars(select(Act.id).where(Act.kind == "join").order_by(Act.id.desc())).first()
    assert line is not None
    assert isinstance(queue.undo_act(friday, line, "Gus sits down"), Done)
    for answer in reversed(done):
        assert isinstance(answer, Done)
        assert isinstance(queue.undo_act(friday, answer.line, "x"), Done)
    assert [(info.name, info.stack, info.sitting_out, info.place, info.left) for info in seats.seats(friday)] == before
    assert friday.stakes.ante == 1
    assert friday.house == {}


def test_a_purchase_cannot_be_undone_after_the_player_left(friday: Night) -> None:
    bob = seat(friday, "Bob").id
    bought = acting.buy_in(friday, bob, 50)
    assert isinstance(bought, Done)
    assert isinstance(acting.leave(friday, bob), Done)
    assert queue.undo_act(friday, bought.line, "x") == Problem("seat", "Bob has left with these chips")


def test_stakes_cannot_be_undone_after_another_change(friday: Night) -> None:
    first = set_stakes(friday, Stakes(ante=2, small=4, big=8))
    set_stakes(friday, Stakes(ante=3, small=6, big=12))
    assert isinstance(first, Done)
    assert queue.undo_act(friday, first.line, "x") == Problem("night", "it has been changed again since")


def test_joining_cannot_be_undone_after_a_hand_was_played(friday: Night) -> None:
    line = db.session.scalars(select(Act.id).where(Act.kind == "join").order_by(Act.id)).first()
    assert line is not None
    everyone_folds(deal(friday))
    assert queue.undo_act(friday, line, "x") == Problem("seat", "Ann has played since")


def test_a_returning_player_gets_the_same_seat(friday: Night) -> None:
    acting.leave(friday, seat(friday, "Bob").id)
    add_player(friday, "Bob", 20)
    assert names(friday) == ["Ann", "Bob", "Cy"]
    assert seat(friday, "Bob").stack == 20


def test_a_settled_night_refuses_acts(friday: Night) -> None:
    with writing() as session:
        session.get_one(Night, friday.id).settled_at = friday.started_at
    answer = queue.do(friday, NewStakes({"ante": 2}, "2"))
    assert answer == Problem("night", "the money has been settled: undo that first")
