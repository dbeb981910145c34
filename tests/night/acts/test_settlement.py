"""Acts between the end of a hand and its clearing do not run the queue, which waits until the hand is cleared."""

from __future__ import annotations

from collections.abc import Callable

from app.games.house import Stakes
from app.night.acts import queue
from app.night.acts.money import Expense
from app.night.acts.queue import Done, Pending
from app.night.acts.table import PlayFor
from app.night.models import Night
from app.night.people import seats
from app.night.play import call
from app.night.validation import Problem
from tests.night import acting
from tests.night.acting import Counted
from tests.night.acts.test_queue import names, statuses
from tests.night.table import deal, everyone_folds, seat, set_stakes
from tests.seating import add_player


def finish_hand_with_queue(friday: Night, *requests: Callable[[], object]) -> None:
    """Play a hand that Ann wins after antes of 1, and make these requests during it."""
    live = deal(friday)
    for request in requests:
        assert isinstance(request(), Pending)
    everyone_folds(live)


def test_a_purchase_after_the_hand_does_not_run_the_queue(friday: Night) -> None:
    cy = seat(friday, "Cy").id
    finish_hand_with_queue(
        friday,
        lambda: acting.leave(friday, cy),
        lambda: set_stakes(friday, Stakes(ante=2, small=4, big=8)),
    )
    assert isinstance(acting.buy_in(friday, seat(friday, "Bob").id, 40), Done)
    assert (names(friday), seat(friday, "Bob").stack, friday.stakes.ante) == (["Ann", "Bob", "Cy"], 139, 1)
    assert statuses(friday) == [("leave", "waiting"), ("stakes", "waiting"), ("buy", "done")]
    call.next_hand(friday)
    assert (names(friday), friday.stakes.ante) == (["Ann", "Bob"], 2)


def test_coming_back_waits_behind_a_queued_sitting_out(friday: Night) -> None:
    bob = seat(friday, "Bob").id
    finish_hand_with_queue(friday, lambda: acting.sit_out(friday, bob))
    assert isinstance(acting.come_back(friday, bob), Pending)
    call.next_hand(friday)
    assert not seat(friday, "Bob").sitting_out


def test_queued_stakes_are_replaced_even_after_the_hand(friday: Night) -> None:
    finish_hand_with_queue(friday, lambda: set_stakes(friday, Stakes(ante=2, small=4, big=8)))
    assert isinstance(set_stakes(friday, Stakes(ante=3, small=6, big=12)), Pending)
    assert statuses(friday) == [("stakes", "waiting")]
    call.next_hand(friday)
    assert friday.stakes.ante == 3


def test_a_player_about_to_leave_cannot_buy_chips(friday: Night) -> None:
    bob = seat(friday, "Bob").id
    finish_hand_with_queue(friday, lambda: acting.leave(friday, bob))
    assert isinstance(acting.buy_in(friday, bob, 40), Problem)
    assert statuses(friday) == [("leave", "waiting")]


def test_a_queued_purchase_does_not_delay_another_after_the_hand(friday: Night) -> None:
    bob = seat(friday, "Bob").id
    finish_hand_with_queue(friday, lambda: acting.buy_in(friday, bob, 40))
    assert isinstance(acting.buy_in(friday, bob, 10), Done)
    assert seat(friday, "Bob").stack == 109
    call.next_hand(friday)
    assert seat(friday, "Bob").stack == 149


def test_a_new_player_is_queued_behind_a_waiting_one(friday: Night) -> None:
    finish_hand_with_queue(friday, lambda: add_player(friday, "Gus", 60))
    assert isinstance(add_player(friday, "Hal", 60), Pending)
    call.next_hand(friday)
    assert names(friday) == ["Ann", "Bob", "Cy", "Gus", "Hal"]


def test_an_impossible_act_is_refused_regardless_of_the_queue(friday: Night) -> None:
    finish_hand_with_queue(friday, lambda: acting.sit_out(friday, seat(friday, "Bob").id))
    assert add_player(friday, "cy") == Problem("name", "Cy has a seat already")


def test_a_count_after_the_hand_ignores_the_queue(friday: Night) -> None:
    cy = seat(friday, "Cy").id
    finish_hand_with_queue(
        friday, lambda: acting.buy_in(friday, cy, 40), lambda: acting.leave(friday, seat(friday, "Bob").id)
    )
    assert acting.accept_counts(friday, [Counted(cy, 90, 99)], "under the sofa") is None
    assert seat(friday, "Cy").stack == 90
    assert statuses(friday) == [("buy", "waiting"), ("leave", "waiting"), ("count", "done")]


def test_granting_a_request_does_not_run_the_queue(friday: Night) -> None:
    bob = seat(friday, "Bob").id
    finish_hand_with_queue(friday, lambda: acting.leave(friday, seat(friday, "Cy").id))
    asked = acting.buy_in(friday, bob, 40, by="Bob", ask=True)
    assert isinstance(asked, Pending)
    assert isinstance(queue.grant(friday, asked.line), Done)
    assert (seat(friday, "Bob").stack, names(friday)) == (139, ["Ann", "Bob", "Cy"])


def test_undoing_an_act_after_the_hand_does_not_run_the_queue(friday: Night) -> None:
    bought = acting.buy_in(friday, seat(friday, "Bob").id, 40)
    assert isinstance(bought, Done)
    finish_hand_with_queue(friday, lambda: acting.leave(friday, seat(friday, "Cy").id))
    assert isinstance(queue.undo_act(friday, bought.line, "Bob buys 40"), Done)
    assert (seat(friday, "Bob").stack, names(friday)) == (99, ["Ann", "Bob", "Cy"])


def test_settling_up_clears_the_hand(friday: Night) -> None:
    assert isinstance(queue.do(friday, PlayFor("EUR", 10)), Done)
    ann, cy = seat(friday, "Ann").id, seat(friday, "Cy").id
    finish_hand_with_queue(
        friday,
        lambda: queue.do(friday, Expense(ann, "Ann", "pizza", 300, (ann, cy), ("Ann", "Cy"))),
        lambda: acting.leave(friday, cy),
    )
    counts = [Counted(info.id, info.stack, info.stack) for info in seats.seats(friday) if info.stack is not None]
    assert isinstance(acting.settle_up(friday, counts), Done)
    assert (seat(friday, "Cy").cashed, names(friday)) == (99, ["Ann", "Bob"])
    assert ("expense", "done") in statuses(friday)


def test_undoing_the_call_runs_the_queue(friday: Night) -> None:
    live = deal(friday)
    assert isinstance(acting.leave(friday, seat(friday, "Cy").id), Pending)
    assert call.undo_call(live.hand.id, live.number) is None
    assert (names(friday), statuses(friday)) == (["Ann", "Bob"], [("leave", "done")])
