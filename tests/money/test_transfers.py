"""Settling up: transfers meet every balance, are as few as possible, and only debtors pay."""

import random
from collections import Counter
from collections.abc import Mapping

import pytest

from app.money.transfers import MAX_EXACT, Transfer, settle, through_bank
from tests.money.reference import fewest_transfers, transfers_to_anywhere


def check_settles(balances: Mapping[object, int], transfers: tuple[Transfer, ...]) -> None:
    left = Counter(balances)
    for transfer in transfers:
        assert transfer.amount > 0
        left[transfer.debtor] += transfer.amount
        left[transfer.creditor] -= transfer.amount
    assert not any(left.values())


def check_moves_no_more_than_is_owed(balances: Mapping[object, int], transfers: tuple[Transfer, ...]) -> None:
    assert sum(transfer.amount for transfer in transfers) == sum(map(abs, balances.values())) // 2


def balances_of(rng: random.Random, people: int, most: int) -> dict[int, int]:
    while True:
        balances = [rng.randint(-most, most) for _ in range(people - 1)]
        last = -sum(balances)
        if abs(last) <= most or people == 1:
            return dict(enumerate([*balances, last]))


def test_debts_of_10_3_and_3_to_6_5_and_5_take_four_transfers() -> None:
    balances = {"Ann": -10, "Bob": -3, "Cy": -3, "Dee": 6, "Eve": 5, "Fay": 5}
    settlement = settle(balances)
    assert settlement.transfers == (
        Transfer("Ann", "Eve", 5),
        Transfer("Ann", "Fay", 5),
        Transfer("Bob", "Dee", 3),
        Transfer("Cy", "Dee", 3),
    )
    assert settlement.proven


def test_zero_balances_need_no_transfers() -> None:
    assert settle({}).transfers == ()
    assert settle({"Ann": 0, "Bob": 0}).transfers == ()
    assert settle({}).proven


@pytest.mark.parametrize("balances", [{"Ann": 1}, {"Ann": -5, "Bob": 4}])
def test_balances_that_do_not_sum_to_zero_cannot_be_settled(balances: Mapping[str, int]) -> None:
    with pytest.raises(ValueError, match="sum to"):
        settle(balances)
    with pytest.raises(ValueError, match="sum to"):
        through_bank(balances, "the bank")


@pytest.mark.parametrize(("people", "most"), [(2, 6), (3, 6), (4, 4), (5, 2)])
def test_no_transfers_of_any_kind_settle_in_fewer(people: int, most: int) -> None:
    distances = transfers_to_anywhere(people, most)
    assert len(distances) > most
    for amounts, distance in distances.items():
        balances = dict(enumerate(amounts))
        settlement = settle(balances)
        assert len(settlement.transfers) == distance, balances
        check_settles(balances, settlement.transfers)
        check_moves_no_more_than_is_owed(balances, settlement.transfers)


@pytest.mark.parametrize("people", range(1, 9))
def test_the_transfers_are_the_fewest_for_any_grouping_of_people(people: int) -> None:
    rng = random.Random(people)
    for case in range(125):
        balances = balances_of(rng, people, (6, 40, 10_000)[case % 3])
        settlement = settle(balances)
        assert settlement.proven
        assert len(settlement.transfers) == fewest_transfers(list(balances.values())), balances
        check_settles(balances, settlement.transfers)
        check_moves_no_more_than_is_owed(balances, settlement.transfers)


def test_transfers_follow_the_order_of_the_balances() -> None:
    """Ann and Bob are found first to cancel each other out."""
    settlement = settle({"Cy": -3, "Ann": 5, "Bob": -5, "Dee": 3})
    assert settlement.transfers == (Transfer("Cy", "Dee", 3), Transfer("Bob", "Ann", 5))


def test_twelve_people_settle_within_groups_that_cancel_out() -> None:
    groups = [(-7, 3, 3, 1), (-1000, 400, 350, 250), (90_000, -30_000, -40_000, -20_000)]
    people = [amount for place in range(4) for amount in (group[place] for group in groups)]
    settlement = settle(dict(enumerate(people)))
    assert settlement.proven
    assert len(settlement.transfers) == 9


def test_a_settlement_of_more_than_twelve_is_not_claimed_to_be_minimal() -> None:
    rng = random.Random(13)
    for _ in range(50):
        people = 2 * rng.randint(MAX_EXACT // 2 + 1, 10)
        # Debts are odd and credits even, so that no two cancel each other out.
        debts = [-(2 * rng.randint(1, 500) + 1) for _ in range(people - 2)]
        credit = -sum(debts) // 4 * 2
        balances = dict(enumerate([*debts, credit, -sum(debts) - credit]))
        settlement = settle(balances)
        assert not settlement.proven
        assert len(settlement.transfers) < len(balances)
        check_settles(balances, settlement.transfers)
        check_moves_no_more_than_is_owed(balances, settlement.transfers)


def test_any_number_of_pairs_that_cancel_out_pay_each_other() -> None:
    balances = {place: (place // 2 + 1) * (-1) ** place for place in range(30)}
    settlement = settle(balances)
    assert len(settlement.transfers) == 15
    assert settlement.proven
    check_settles(balances, settlement.transfers)


def test_pairs_that_come_to_cancel_out_pay_each_other_among_more_than_twelve() -> None:
    # The largest debtor paying the largest creditor throughout would take thirteen.
    amounts = [-35, 36, 13, -38, 20, 22, 16, -25, -6, 28, 7, 33, 18, -89]
    settlement = settle(dict(enumerate(amounts)))
    assert len(settlement.transfers) == 10
    assert not settlement.proven


def test_through_the_bank_debtors_pay_in_before_creditors_are_paid() -> None:
    assert through_bank({"Ann": 5, "Bob": -8, "Cy": 0, "Dee": 3}, "the bank") == (
        Transfer("Bob", "the bank", 8),
        Transfer("the bank", "Ann", 5),
        Transfer("the bank", "Dee", 3),
    )


def test_a_player_can_be_the_bank() -> None:
    balances = {"Ann": 5, "Bob": -8, "Cy": 3}
    transfers = through_bank(balances, "Ann")
    assert transfers == (Transfer("Bob", "Ann", 8), Transfer("Ann", "Cy", 3))
    check_settles(balances, transfers)
