"""Acts during the settlement change only what they say; queued acts wait until the hand is cleared."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.games.house import Stakes
from app.night.acts import cashier, queue
from app.night.acts.cashier import Counted
from app.night.acts.money import Expense
from app.night.acts.queue import Done, Waits
from app.night.acts.table import PlayFor
from app.night.models import Night
from app.night.people import seats
from app.night.play import call
from app.night.validation import Problem
from tests.night import acting
from tests.night.acts.test_waiting import names, seat, statuses
from tests.night.table import begin, deal, everyone_folds, set_stakes
from tests.seating import add_player


@pytest.fixture
def friday(app: object) -> Night:
    return begin()


def settlement_after(friday: Night, *wishes: Callable[[], object]) -> None:
    """Play a hand that Ann wins after antes of 1, with these requests during it."""
    live = deal(friday)
    for wish in wishes:
        assert isinstance(wish(), Waits)
    everyone_folds(live)


def test_buying_chips_lets_nobody_leave_and_no_stakes_change_before_the_next_hand(friday: Night) -> None:
    cy = seat(friday, "Cy").id
    settlement_after(
        friday,
        lambda: acting.leave(friday, cy),
        lambda: set_stakes(friday, Stakes(ante=2, small=4, big=8)),
    )
    assert isinstance(acting.buy_in(friday, seat(friday, "Bob").id, 40), Done)
    assert (names(friday), seat(friday, "Bob").stack, friday.stakes.ante) == (["Ann", "Bob", "Cy"], 139, 1)
    assert statuses(friday) == [("leave", "waiting"), ("stakes", "waiting"), ("buy", "done")]
    call.next_hand(friday)
    assert (names(friday), friday.stakes.ante) == (["Ann", "Bob"], 2)


def test_who_comes_back_does_so_after_sitting_out(friday: Night) -> None:
    bob = seat(friday, "Bob").id
    settlement_after(friday, lambda: acting.sit_out(friday, bob))
    assert isinstance(acting.come_back(friday, bob), Waits)
    call.next_hand(friday)
    assert not seat(friday, "Bob").sitting_out


def test_stakes_that_wait_are_replaced_and_not_overtaken(friday: Night) -> None:
    settlement_after(friday, lambda: set_stakes(friday, Stakes(ante=2, small=4, big=8)))
    assert isinstance(set_stakes(friday, Stakes(ante=3, small=6, big=12)), Waits)
    assert statuses(friday) == [("stakes", "waiting")]
    call.next_hand(friday)
    assert friday.stakes.ante == 3


def test_who_is_leaving_can_buy_no_more(friday: Night) -> None:
    bob = seat(friday, "Bob").id
    settlement_after(friday, lambda: acting.leave(friday, bob))
    assert isinstance(acting.buy_in(friday, bob, 40), Problem)
    assert statuses(friday) == [("leave", "waiting")]


def test_chips_on_their_way_do_not_stop_the_next(friday: Night) -> None:
    bob = seat(friday, "Bob").id
    settlement_after(friday, lambda: acting.buy_in(friday, bob, 40))
    assert isinstance(acting.buy_in(friday, bob, 10), Done)
    assert seat(friday, "Bob").stack == 109
    call.next_hand(friday)
    assert seat(friday, "Bob").stack == 149


def test_who_sits_down_takes_the_seat_behind_whoever_waits_for_one(friday: Night) -> None:
    settlement_after(friday, lambda: add_player(friday, "Gus", 60))
    assert isinstance(add_player(friday, "Hal", 60), Waits)
    call.next_hand(friday)
    assert names(friday) == ["Ann", "Bob", "Cy", "Gus", "Hal"]


def test_an_act_that_waits_for_nothing_is_refused_for_its_own_reason(friday: Night) -> None:
    settlement_after(friday, lambda: acting.sit_out(friday, seat(friday, "Bob").id))
    assert add_player(friday, "cy") == Problem("name", "Cy has a seat already")


def test_chips_are_counted_as_they_lie_while_others_wait(friday: Night) -> None:
    cy = seat(friday, "Cy").id
    settlement_after(
        friday, lambda: acting.buy_in(friday, cy, 40), lambda: acting.leave(friday, seat(friday, "Bob").id)
    )
    assert cashier.accept_counts(friday, [Counted(cy, 90, 99)], "under the sofa") is None
    assert seat(friday, "Cy").stack == 90
    assert statuses(friday) == [("buy", "waiting"), ("leave", "waiting"), ("count", "done")]


def test_what_a_phone_asked_for_is_granted_alone(friday: Night) -> None:
    bob = seat(friday, "Bob").id
    settlement_after(friday, lambda: acting.leave(friday, seat(friday, "Cy").id))
    asked = acting.buy_in(friday, bob, 40, by="Bob", ask=True)
    assert isinstance(asked, Waits)
    assert isinstance(queue.grant(friday, asked.line), Done)
    assert (seat(friday, "Bob").stack, names(friday)) == (139, ["Ann", "Bob", "Cy"])


def test_undo_at_the_settlement_leaves_what_waits(friday: Night) -> None:
    bought = acting.buy_in(friday, seat(friday, "Bob").id, 40)
    assert isinstance(bought, Done)
    settlement_after(friday, lambda: acting.leave(friday, seat(friday, "Cy").id))
    assert isinstance(queue.undo_act(friday, bought.line, "Bob buys 40"), Done)
    assert (seat(friday, "Bob").stack, names(friday)) == (99, ["Ann", "Bob", "Cy"])


def test_settling_up_puts_the_hand_away(friday: Night) -> None:
    assert isinstance(queue.do(friday, PlayFor("EUR", 10)), Done)
    ann, cy = seat(friday, "Ann").id, seat(friday, "Cy").id
    settlement_after(
        friday,
        lambda: queue.do(friday, Expense(ann, "Ann", "pizza", 300, (ann, cy), ("Ann", "Cy"))),
        lambda: acting.leave(friday, cy),
    )
    counts = [Counted(info.id, info.stack, info.stack) for info in seats.seats(friday) if info.stack is not None]
    assert isinstance(cashier.settle_up(friday, counts), Done)
    assert (seat(friday, "Cy").cashed, names(friday)) == (99, ["Ann", "Bob"])
    assert ("expense", "done") in statuses(friday)


def test_where_no_hand_is_left_on_the_table_nothing_waits(friday: Night) -> None:
    live = deal(friday)
    assert isinstance(acting.leave(friday, seat(friday, "Cy").id), Waits)
    assert call.undo_call(live.hand.id, live.number) is None
    assert (names(friday), statuses(friday)) == (["Ann", "Bob"], [("leave", "done")])
