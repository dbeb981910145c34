"""Settling up: who pays whom, in the fewest transfers.

A group whose balances sum to zero settles with one transfer fewer than it has people. So the fewest transfers are the
number of people minus the largest possible number of such groups.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar

from app.dataclass import dataclass

Key = TypeVar("Key", bound=Hashable)

#: The most people for whom the fewest transfers are computed; the effort doubles with each one.
MAX_EXACT = 12


@dataclass(frozen=True, slots=True)
class Transfer(Generic[Key]):
    """A payment from one person to another, in the smallest coin."""

    debtor: Key
    creditor: Key
    amount: int


@dataclass(frozen=True, slots=True)
class Settlement(Generic[Key]):
    """Transfers that settle every balance; ``proven`` if no fewer would do."""

    transfers: tuple[Transfer[Key], ...]
    proven: bool


def settle(balances: Mapping[Key, int]) -> Settlement[Key]:
    """Return transfers that settle balances; a positive balance is money to be received.

    The transfers are the fewest possible for up to twelve people, not counting pairs who cancel each other out. Debtors
    only pay and creditors only receive, so no money moves twice. Transfers follow the order of the balances. Raises
    ValueError if the balances do not sum to zero.
    """
    _check_sum(balances)
    pairs, others = _split_pairs({key: balance for key, balance in balances.items() if balance})
    proven = len(others) <= MAX_EXACT
    groups = _most_groups(others) if proven else [others]
    transfers = [*pairs, *(transfer for group in groups for transfer in _pay_largest(group))]
    place = {key: number for number, key in enumerate(balances)}
    transfers.sort(key=lambda transfer: (place[transfer.debtor], place[transfer.creditor]))
    return Settlement(tuple(transfers), proven)


def through_bank(balances: Mapping[Key, int], bank: Key) -> tuple[Transfer[Key], ...]:
    """Return transfers that all go through the bank, payments to it first. The bank may be one of the people.

    Raises ValueError if the balances do not sum to zero.
    """
    _check_sum(balances)
    people = {key: balance for key, balance in balances.items() if key != bank}
    paid_in = [Transfer(key, bank, -balance) for key, balance in people.items() if balance < 0]
    paid_out = [Transfer(bank, key, balance) for key, balance in people.items() if balance > 0]
    return (*paid_in, *paid_out)


def _check_sum(balances: Mapping[Key, int]) -> None:
    if total := sum(balances.values()):
        raise ValueError(f"balances sum to {total}, not to 0")


def _split_pairs(balances: Mapping[Key, int]) -> tuple[list[Transfer[Key]], dict[Key, int]]:
    """Return a transfer for each pair of people who cancel each other out, and the balances of everyone else.

    This never costs a transfer: if a pair is split between two groups, the rest of both groups sums to zero too.
    """
    others: dict[Key, int] = {}
    pairs = []
    for key, balance in balances.items():
        partner = next((other for other, amount in others.items() if amount == -balance), None)
        if partner is None:
            others[key] = balance
            continue
        del others[partner]
        debtor, creditor = (key, partner) if balance < 0 else (partner, key)
        pairs.append(Transfer(debtor, creditor, abs(balance)))
    return pairs, others


def _most_groups(balances: Mapping[Key, int]) -> list[dict[Key, int]]:
    """Partition people into as many groups as possible that each sum to zero.

    A set of people is a bit mask. Add people one by one: each time the sum is zero, a group is complete. ``groups`` has
    the best count for each set, over every choice of the person added last.
    """
    keys = list(balances)
    sums = _sums(list(balances.values()))
    groups = [0] * len(sums)
    for people in range(1, len(sums)):
        groups[people] = max(groups[people ^ bit] for bit in _bits(people)) + (sums[people] == 0)

    partition: list[dict[Key, int]] = []
    people = len(sums) - 1
    while people:
        if sums[people] == 0:
            partition.append({})
        before = groups[people] - (sums[people] == 0)
        last = next(bit for bit in _bits(people) if groups[people ^ bit] == before)
        key = keys[last.bit_length() - 1]
        partition[-1][key] = balances[key]
        people ^= last
    return partition


def _sums(amounts: Sequence[int]) -> list[int]:
    """Return the sum of every subset of amounts, indexed by bit mask."""
    sums = [0]
    for amount in amounts:
        sums += [total + amount for total in sums]
    return sums


def _bits(mask: int) -> Iterator[int]:
    """Iterate over the bits of a mask, lowest first."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def _pay_largest(balances: Mapping[Key, int]) -> Iterator[Transfer[Key]]:
    """Yield transfers from the largest debtor to the largest creditor until all is settled, exact pairs first.

    Each transfer settles at least one person, and the last one two.
    """
    left = dict(balances)
    while left:
        pairs, left = _split_pairs(left)
        yield from pairs
        if not left:
            return
        debtor, creditor = min(left, key=left.__getitem__), max(left, key=left.__getitem__)
        amount = min(-left[debtor], left[creditor])
        yield Transfer(debtor, creditor, amount)
        left[debtor] += amount
        left[creditor] -= amount
        left = {key: balance for key, balance in left.items() if balance}
