"""Settling up: payments, debts from earlier nights, and reopening."""

from __future__ import annotations

from random import Random

import pytest
from flask import Flask
from sqlalchemy import select

from app.night import example, nights
from app.night.acts import queue, requests
from app.night.acts.money import Count, Expense
from app.night.acts.people import Join, Leave
from app.night.acts.queue import Done
from app.night.acts.settling import Paid, Settle
from app.night.acts.table import PlayFor
from app.night.db import db, writing
from app.night.ledger import KIND_WORDS, Balance, Totals, balances, chips_won, ledger_lines, moves_since_count
from app.night.log.replay import LiveHand, Posted, Refused
from app.night.models import Ledger, Night, Player, Transfer
from app.night.people import seats as night_seats
from app.night.play import call, taps
from app.night.validation import Problem
from tests.night import acting
from tests.night.acting import Counted
from tests.night.table import FIRST_STREET, STAKES, begin, deal, everyone_folds, tap
from tests.night.test_settle import to_the_showdown


@pytest.fixture
def friday(app: Flask) -> Night:
    """Return a night for money: Ann, Bob and Cy have 100 chips each, worth ten cents apiece."""
    return for_money(begin())


def for_money(night: Night, worth: int = 10) -> Night:
    assert isinstance(acting.play_for(night, "EUR", worth, ()), Done)
    return night


def balance_of(night: Night, name: str) -> Balance:
    return next(balance for balance in balances(db.session(), night) if balance.name == name)


def count(night: Night, **chips: int) -> list[Counted]:
    """Return a count for each seated player: their stack, unless another number is given by name."""
    seats = night_seats.seats(night)
    return [Counted(seat.id, chips.get(seat.name, seat.stack or 0), seat.stack or 0) for seat in seats]


def pays(night: Night) -> list[tuple[str, str, int, bool]]:
    """Return each transfer: debtor, creditor, amount, and whether it is paid."""
    names: dict[int | None, str] = {player.id: player.name for player in db.session.scalars(select(Player))}
    names[None] = "box"
    rows = db.session.scalars(select(Transfer).where(Transfer.night_id == night.id).order_by(Transfer.id))
    return [(names[row.debtor_id], names[row.creditor_id], row.amount, row.paid_at is not None) for row in rows]


def settled(night: Night, why: str = "lost", **chips: int) -> Night:
    answer = acting.settle_up(night, count(night, **chips), why)
    assert isinstance(answer, Done), answer
    return night


def give(night: Night, chips: int, *, owed: bool) -> Done:
    """Have Ann give Bob chips."""
    ids = {seat.name: seat.id for seat in night_seats.seats(night)}
    answer = acting.give_chips(night, ids["Ann"], ids["Bob"], chips, owed=owed)
    assert isinstance(answer, Done), answer
    return answer


def test_lent_chips_count_as_the_borrowers_buy_in(friday: Night) -> None:
    """Ann lends Bob 20 of her 100, so his buy-ins are 120 and hers 80."""
    give(friday, 20, owed=True)
    assert [balance_of(friday, name).bought for name in ("Ann", "Bob")] == [80, 120]
    assert [balance_of(friday, name).stack for name in ("Ann", "Bob")] == [80, 120]
    assert [balance_of(friday, name).money for name in ("Ann", "Bob", "Cy")] == [0, 0, 0]
    everyone_folds(deal(friday))
    settled(friday)
    assert pays(friday) == [("Bob", "Ann", 10, False), ("Cy", "Ann", 10, False)]


def test_chips_sold_to_a_player_for_cash_count_in_the_settlement(friday: Night) -> None:
    """Ann sells Bob 20 chips for 2.00 in cash. Each owes the bank 10.00; his 120 chips are worth 12.00, her 80 8.00."""
    give(friday, 20, owed=False)
    assert [balance_of(friday, name).net for name in ("Ann", "Bob")] == [0, 0]
    settled(friday)
    assert pays(friday) == [("Ann", "Bob", 200, False)]


def test_the_ledger_names_both_players_of_chips_handed_on(friday: Night) -> None:
    give(friday, 20, owed=True)
    give(friday, 10, owed=False)
    assert [(line.name, line.words, line.chips, line.money) for line in ledger_lines(friday)[:5]] == [
        ("Ann", "chips: settled with Bob", 0, -100),
        ("Bob", "chips: given by Ann", 10, 100),
        ("Ann", "chips: given to Bob", -10, -100),
        ("Bob", "chips: lent by Ann", 20, 200),
        ("Ann", "chips: lent to Bob", -20, -200),
    ]


def test_giving_chips_can_be_undone_while_the_receiver_still_has_them(friday: Night) -> None:
    for owed in (True, False):
        line = give(friday, 20, owed=owed).line
        assert isinstance(queue.undo_act(friday, line, "it"), Done)
        assert [
            (balance_of(friday, name).bought, balance_of(friday, name).stack, balance_of(friday, name).money)
            for name in ("Ann", "Bob")
        ] == [
            (100, 100, 0),
            (100, 100, 0),
        ]
    line = give(friday, 100, owed=True).line
    ids = {seat.name: seat.id for seat in night_seats.seats(friday)}
    assert acting.give_chips(friday, ids["Ann"], ids["Cy"], 1) == Problem("give", "Ann has only 0")
    assert acting.give_chips(friday, ids["Bob"], ids["Bob"], 1) == Problem("give", "choose another player at the table")
    assert isinstance(acting.give_chips(friday, ids["Bob"], ids["Cy"], 150), Done)
    assert queue.undo_act(friday, line, "it") == Problem("chips", "Bob has only 50 of these 100 left")
    assert isinstance(acting.leave(friday, ids["Bob"]), Done)
    assert queue.undo_act(friday, line, "it") == Problem("seat", "Bob has left with these chips")
    assert acting.give_chips(friday, ids["Cy"], ids["Bob"], 1) == Problem("give", "Bob has left, or will have by then")


def test_losers_pay_winners(friday: Night) -> None:
    everyone_folds(deal(friday))
    settled(friday)
    assert pays(friday) == [("Bob", "Ann", 10, False), ("Cy", "Ann", 10, False)]
    assert friday.settled_at is not None
    assert friday.ended_at is not None


def test_a_night_for_chips_only_cannot_be_settled(app: Flask) -> None:
    friday = begin()
    assert queue.do(friday, Settle()) == Problem("currency", "this night is played for chips alone")


def test_chips_left_in_the_pot_must_be_split_before_settling(friday: Night) -> None:
    answer = call.call_game(friday, "chicago", house_for_hand={"odd_chip_split": "next pot"})
    assert isinstance(answer, LiveHand)
    live = to_the_showdown(answer, Random(1))
    live = tap(live, *(f"d ranks {share.name} p{n}" for n, share in enumerate(live.state.game.shares, start=1)))
    refused = Problem("pot", "1 chip left in the pot: split the pot first")
    assert queue.do(friday, Settle()) == refused
    split = acting.split_pot(friday)
    assert isinstance(split, Done)
    assert friday.carried == 0
    assert isinstance(taps.undo(live.hand.id, live.number), Refused)
    assert isinstance(queue.undo_act(friday, split.line, "the pot"), Done)
    assert friday.carried == 1
    acting.split_pot(friday)
    settled(friday)


def test_an_expense_is_shared_to_the_cent(friday: Night) -> None:
    seats = {seat.name: seat.id for seat in night_seats.seats(friday)}
    acting.share_expense(friday, seats["Bob"], "pizza", 2000, tuple(seats.values()))
    assert [balance_of(friday, name).purse for name in ("Ann", "Bob", "Cy")] == [-666, 1333, -667]
    settled(friday)
    assert pays(friday) == [("Ann", "Bob", 666, False), ("Cy", "Bob", 667, False)]


def test_a_night_without_players_settles_without_payments(app: Flask) -> None:
    night = nights.start_night("Friday", STAKES, {}, tracked=True)
    assert isinstance(night, Night)
    assert pays(settled(for_money(night))) == []


def test_the_payer_of_an_expense_is_credited_the_exact_amount(app: Flask) -> None:
    friday = for_money(begin(*"ABCDEFGH"))
    seats = [seat.id for seat in night_seats.seats(friday)]
    acting.share_expense(friday, seats[0], "pizza", 3101, seats)
    lines = [line.money for line in ledger_lines(friday) if line.kind == "expense"]
    assert lines[-1] == 3101
    assert sorted(lines[:-1]) == [-388] * 5 + [-387] * 3


def test_cash_in_the_box_is_paid_out_by_the_box(friday: Night) -> None:
    ann = balance_of(friday, "Ann").seat
    assert isinstance(acting.sell_chips(friday, ann, 50, 500), Done)
    assert (balance_of(friday, "Ann").bought, balance_of(friday, "Ann").cash) == (150, 500)
    settled(friday)
    assert pays(friday) == [("box", "Ann", 500, False)]


def test_a_refused_cash_payment_sells_no_chips(friday: Night) -> None:
    ann = balance_of(friday, "Ann").seat
    assert isinstance(acting.sell_chips(friday, ann, 50, 10**12), Problem)
    assert (balance_of(friday, "Ann").bought, balance_of(friday, "Ann").cash) == (100, 0)


def test_missing_chips_are_shared_equally(friday: Night) -> None:
    settled(friday, Bob=94)
    assert [balance_of(friday, name).money for name in ("Ann", "Bob", "Cy")] == [20, -40, 20]
    assert pays(friday) == [("Bob", "Ann", 20, False), ("Bob", "Cy", 20, False)]


def test_a_count_that_differs_needs_a_reason(friday: Night) -> None:
    assert acting.accept_counts(friday, count(friday, Bob=94), "") == Problem("why", "say why the count is off")
    assert balance_of(friday, "Bob").stack == 100
    assert acting.accept_counts(friday, count(friday, Bob=94), "under the sofa") is None
    assert (balance_of(friday, "Bob").stack, balance_of(friday, "Bob").difference) == (94, -6)
    assert Totals(friday, balances(db.session(), friday)).difference == -6


def test_a_count_from_before_the_last_hand_is_refused(friday: Night) -> None:
    counts = count(friday)
    everyone_folds(deal(friday))
    answer = acting.accept_counts(friday, counts, "")
    assert isinstance(answer, Problem)
    assert answer.text == "Ann does not have 100 any more: count again"
    seat = balance_of(friday, "Bob").seat
    assert queue.do(friday, Count(seat, "Bob", 90, "lost", 100)) == Problem("had", "Bob has 99 now: count again")


def test_a_difference_leads_to_the_hands_since_the_last_count_the_largest_and_latest_first(friday: Night) -> None:
    """Ann wins an ante of each, and is counted; then Cy wins 4, 3 of them Bob's, and at last an ante of each."""
    seats = {seat.name: seat.id for seat in night_seats.seats(friday)}
    everyone_folds(deal(friday))
    call.next_hand(friday)
    assert isinstance(queue.do(friday, Count(seats["Ann"], "Ann", 102)), Done)
    tap(deal(friday), *FIRST_STREET, "p3 cbr 2", "p1 cbr 4", "p2 f", "p3 f")
    call.next_hand(friday)
    everyone_folds(deal(friday))
    moves = moves_since_count(friday, balances(db.session(), friday))
    assert {name: [(move.number, move.chips) for move in moves[seat]] for name, seat in seats.items()} == {
        "Ann": [(3, -1), (2, -1)],
        "Bob": [(2, -3), (3, -1), (1, -1)],
        "Cy": [(2, 4), (3, 2), (1, -1)],
    }


def test_chips_cannot_be_counted_during_a_hand(friday: Night) -> None:
    deal(friday)
    answer = queue.do(friday, Count(balance_of(friday, "Bob").seat, "Bob", 90, "lost"))
    assert answer == Problem("hand", "a hand is being played: finish it first")
    assert queue.do(friday, Settle()) == answer


def test_the_end_of_a_hand_cannot_be_undone_after_a_count_changed_a_stack(friday: Night) -> None:
    live = everyone_folds(deal(friday))
    assert acting.accept_counts(friday, count(friday), "") is None
    assert isinstance(taps.undo(live.hand.id, live.number), Posted)
    redone = taps.redo(live.hand.id, live.number + 1)
    assert isinstance(redone, Posted)
    assert acting.accept_counts(friday, count(friday, Bob=98), "lost") is None
    refused = taps.undo(live.hand.id, redone.live.number)
    assert isinstance(refused, Refused)
    assert refused.reason == "chips have been counted since; undo that in the night's log first"


def test_a_settled_night_refuses_chips_expenses_calls_and_reopening(friday: Night) -> None:
    settled(friday)
    problem = Problem("night", "the money has been settled: undo that first")
    assert acting.buy_in(friday, balance_of(friday, "Ann").seat, 10) == problem
    assert queue.do(friday, Expense(balance_of(friday, "Ann").seat, "Ann", "pizza", 5, (), ())) == problem
    assert call.call_game(friday, "razz") == Problem("night", "the night is over")
    assert isinstance(nights.reopen_night(friday), Problem)


def test_a_settlement_can_be_reopened_until_a_payment_is_ticked_off(friday: Night) -> None:
    everyone_folds(deal(friday))
    settled(friday)
    first = db.session.scalars(select(Transfer)).first()
    assert first is not None
    assert isinstance(requests.mark_paid(friday, first.id), Done)
    assert isinstance(requests.mark_paid(friday, first.id), Done), "twice is once"
    assert pays(friday)[0][3]
    refused = Problem("night", "some of it has been paid: undo that first")
    assert requests.undo_settlement(friday) == refused
    assert isinstance(requests.mark_unpaid(friday, first.id), Done)
    assert isinstance(requests.undo_settlement(friday), Done)
    assert pays(friday) == []
    assert (friday.settled_at, friday.ended_at) == (None, None)
    assert balance_of(friday, "Ann").money == 20


@pytest.mark.parametrize("kind", KIND_WORDS)
def test_chips_bought_or_cashed_out_are_never_won_or_lost(friday: Night, kind: str) -> None:
    ann, bob, _ = night_seats.seats(friday)
    with writing() as session:
        for seat, chips in ((ann, -20), (bob, 30)):
            session.add(Ledger(night_id=friday.id, player_id=seat.player_id, kind=kind, against="bank", amount=chips))
    assert [(seat.stack, seat.net) for seat in night_seats.seats(friday)] == [(80, 0), (130, 0), (100, 0)]
    assert [balance.net for balance in balances(db.session(), friday)] == [0, 0, 0]
    assert not any(chips_won([friday.id]).values())


def test_all_balances_are_zero_once_everything_is_paid(friday: Night) -> None:
    everyone_folds(deal(friday))
    settled(friday)
    for transfer in db.session.scalars(select(Transfer)).all():
        requests.mark_paid(friday, transfer.id)
    assert [balance.money for balance in balances(db.session(), friday)] == [0, 0, 0]


def test_a_payment_is_ticked_off_once_and_at_its_own_night(friday: Night) -> None:
    everyone_folds(deal(friday))
    assert requests.undo_settlement(friday) == Problem("night", "the money has not been settled")
    settled(friday)
    first = db.session.scalars(select(Transfer).order_by(Transfer.id)).first()
    assert first is not None
    paid, saturday = Paid(first.id, "Bob", "Ann", 10), for_money(begin("Dee", "Eve"))
    unknown = Problem("transfer", "there is no such payment")
    assert requests.mark_paid(saturday, first.id) == unknown
    assert queue.do(saturday, paid) == unknown
    assert isinstance(queue.do(friday, paid), Done)
    assert queue.do(friday, paid) == Problem("transfer", "it has been marked as paid already")


def test_only_the_named_payment_is_unticked(friday: Night) -> None:
    everyone_folds(deal(friday))
    settled(friday)
    first, second = db.session.scalars(select(Transfer).order_by(Transfer.id))
    for transfer in (first, second):
        requests.mark_paid(friday, transfer.id)
    requests.mark_unpaid(friday, first.id)
    assert pays(friday) == [("Bob", "Ann", 10, False), ("Cy", "Ann", 10, True)]


def test_payments_can_go_through_the_box_or_a_banker(friday: Night) -> None:
    everyone_folds(deal(friday))
    assert isinstance(acting.settle_up(friday, count(friday), through=True), Done)
    assert pays(friday) == [("Bob", "box", 10, False), ("Cy", "box", 10, False), ("box", "Ann", 20, False)]
    requests.undo_settlement(friday)
    bob = balance_of(friday, "Bob").seat
    assert isinstance(acting.settle_up(friday, count(friday), through=True, bank=bob), Done)
    assert pays(friday) == [("Cy", "Bob", 10, False), ("Bob", "Ann", 20, False)]


def test_unpaid_debts_carry_over_to_the_next_night_of_the_same_people(friday: Night) -> None:
    everyone_folds(deal(friday))
    settled(friday)
    saturday = for_money(begin("Ann", "Bob"))
    settled(saturday)
    assert pays(saturday) == [("Bob", "Ann", 10, False)]
    assert [balance.money for balance in balances(db.session(), friday)] == [10, 0, -10]
    refused = Problem("night", "unpaid debts have been carried over to a later night")
    assert requests.undo_settlement(friday) == refused
    carried = db.session.scalars(select(Transfer).where(Transfer.carried_to == saturday.id)).one()
    refused = Problem("transfer", "it has been carried over to a later night")
    assert requests.mark_paid(friday, carried.id) == refused
    assert isinstance(requests.undo_settlement(saturday), Done)
    assert [balance.money for balance in balances(db.session(), friday)] == [20, -10, -10]
    assert isinstance(requests.undo_settlement(friday), Done)


def debts_of(friday: Night) -> tuple[list[bool], list[int]]:
    """Return whether each transfer is paid, and the money due to each player."""
    return [paid for *_, paid in pays(friday)], [balance.money for balance in balances(db.session(), friday)]


def test_removing_a_night_reopens_the_debts_it_took_over(friday: Night) -> None:
    everyone_folds(deal(friday))
    settled(friday)
    saturday = settled(for_money(begin("Ann", "Bob")))
    assert example.remove_night(saturday.id)
    assert debts_of(friday) == ([False, False], [20, -10, -10])
    assert pays(settled(for_money(begin("Ann", "Bob")))) == [("Bob", "Ann", 10, False)]


def test_debts_paid_on_a_removed_night_stay_paid(friday: Night) -> None:
    everyone_folds(deal(friday))
    settled(friday)
    saturday = settled(for_money(begin("Ann", "Bob")))
    (transfer,) = db.session.scalars(select(Transfer).where(Transfer.night_id == saturday.id))
    assert isinstance(requests.mark_paid(saturday, transfer.id), Done)
    assert example.remove_night(saturday.id)
    assert debts_of(friday) == ([True, False], [10, 0, -10])
    assert pays(settled(for_money(begin("Ann", "Bob")))) == []


def test_debts_that_a_removed_night_passed_on_stay_with_the_later_night(friday: Night) -> None:
    everyone_folds(deal(friday))
    settled(friday)
    saturday = settled(for_money(begin("Ann", "Bob")))
    sunday = settled(for_money(begin("Ann", "Bob")))
    assert pays(sunday) == [("Bob", "Ann", 10, False)]
    assert example.remove_night(saturday.id)
    assert debts_of(friday) == ([False, False], [10, 0, -10])
    assert isinstance(requests.undo_settlement(sunday), Done)
    assert pays(settled(sunday)) == [("Bob", "Ann", 10, False)]


def test_debts_in_another_currency_do_not_carry_over(friday: Night) -> None:
    everyone_folds(deal(friday))
    settled(friday)
    saturday = begin("Ann", "Bob")
    assert isinstance(acting.play_for(saturday, "USD", 10, ()), Done)
    settled(saturday)
    assert pays(saturday) == []


@pytest.mark.parametrize(
    ("currency", "worth", "chips", "field"),
    [
        ("XYZ", 1, (), "currency"),
        ("eur", 1, (), "currency"),
        ("EUR", 0, (), "worth"),
        ("EUR", 10**7, (), "worth"),
        ("", 0, ({"colour": "red", "value": 0},), "chips"),
        ("", 0, ({"color": "red"},), "chips"),
    ],
)
def test_an_invalid_currency_or_chip_value_is_refused(
    friday: Night, currency: str, worth: int, chips: tuple[dict[str, object], ...], field: str
) -> None:
    answer = queue.do(friday, PlayFor(currency, worth, chips))
    assert isinstance(answer, Problem)
    assert answer.field == field


def test_the_currency_cannot_change_once_money_is_entered(friday: Night) -> None:
    seats = [seat.id for seat in night_seats.seats(friday)]
    acting.share_expense(friday, seats[0], "pizza", 300, seats)
    answer = acting.play_for(friday, "USD", 10, ())
    assert answer == Problem("currency", "expenses or payments have been entered in EUR")
    assert isinstance(acting.play_for(friday, "EUR", 5, ()), Done)


def test_untracked_chips_are_settled_by_the_counted_stacks(app: Flask) -> None:
    friday = for_money(begin(tracked=False))
    for seat in night_seats.seats(friday):
        assert isinstance(acting.sell_chips(friday, seat.id, 100, 0), Done)
    assert queue.do(friday, Settle()) == Problem("count", "count everybody's chips first")
    seats = {seat.name: seat.id for seat in night_seats.seats(friday)}
    queue.do(friday, Count(seats["Cy"], "Cy", 40))
    queue.do(friday, Leave(seats["Cy"], "Cy"))
    counts = [Counted(seats["Ann"], 150, None), Counted(seats["Bob"], 110, None), Counted(seats["Cy"], 40, 40)]
    assert isinstance(acting.settle_up(friday, counts), Done)
    assert pays(friday) == [("Cy", "Ann", 500, False), ("Cy", "Bob", 100, False)]


def test_a_count_before_the_last_hand_of_a_player_who_left_does_not_hold(app: Flask) -> None:
    friday = for_money(begin(tracked=False))
    seats = {seat.name: seat.id for seat in night_seats.seats(friday)}
    for name, seat_id in seats.items():
        acting.sell_chips(friday, seat_id, 100, 0)
        queue.do(friday, Count(seat_id, name, 100))
    queue.do(friday, Leave(seats["Cy"], "Cy"))
    tap(deal(friday), "d dh p1 ??5h", "d dh p2 ??Kh", "p2 cbr 2", "p1 f")
    assert call.next_hand(friday) is None
    queue.do(friday, Leave(seats["Bob"], "Bob"))
    # Cy was counted after his last hand, Ann and Bob before theirs.
    assert [balance_of(friday, name).stack for name in ("Ann", "Bob", "Cy")] == [None, None, 100]
    assert queue.do(friday, Settle()) == Problem("count", "count everybody's chips first")


@pytest.mark.parametrize("worth", [20, 5])
def test_nobody_owes_for_chips_given_away_after_the_worth_of_a_chip_changes(friday: Night, worth: int) -> None:
    ann, bob = (seat.id for seat in night_seats.seats(friday)[:2])
    given = acting.give_chips(friday, ann, bob, 50, owed=False)
    assert isinstance(given, Done)
    changed = acting.play_for(friday, "EUR", worth, ())
    assert isinstance(changed, Done)
    # Bob bought 100 and has 150, Ann bought 100 and has 50.
    assert [balance_of(friday, name).money for name in ("Ann", "Bob", "Cy")] == [-50 * worth, 50 * worth, 0]
    assert isinstance(queue.undo_act(friday, changed.line, "a worth"), Done)
    assert [balance_of(friday, name).money for name in ("Ann", "Bob")] == [-500, 500]
    acting.play_for(friday, "USD", worth, ())
    assert isinstance(queue.undo_act(friday, given.line, "a gift"), Done)
    assert [balance_of(friday, name).money for name in ("Ann", "Bob")] == [0, 0]


def test_a_purchase_invalidates_an_earlier_count(app: Flask) -> None:
    friday = for_money(begin(tracked=False))
    seat = night_seats.seats(friday)[0].id
    acting.sell_chips(friday, seat, 100, 0)
    queue.do(friday, Count(seat, "Ann", 90))
    assert balance_of(friday, "Ann").stack == 90
    acting.sell_chips(friday, seat, 100, 0)
    assert balance_of(friday, "Ann").stack is None


def test_a_late_player_is_settled_like_the_others(friday: Night) -> None:
    queue.do(friday, Join("Dee", 100))
    settled(friday, Dee=60, Ann=140)
    assert pays(friday) == [("Dee", "Ann", 400, False)]
