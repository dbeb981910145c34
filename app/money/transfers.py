"""Settling up: who pays whom, so that nobody owes anything, by as few transfers as possible.

People whose balances sum to zero settle among themselves with one transfer fewer than there are people. The fewest
transfers are therefore the number of people less the greatest number of such groups.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)

#: The most people for whom the fewest transfers are worked out: the effort doubles with each of them.
MOST_EXACT = 12


@dataclass(frozen=True, slots=True)
class Transfer(Generic[Key]):
    """Money that one person gives another, in the smallest coin."""

    debtor: Key
    creditor: Key
    amount: int


@dataclass(frozen=True, slots=True)
class Settlement(Generic[Key]):
    """Transfers that settle every balance; ``proven`` if there is no way with fewer."""

    transfers: tuple[Transfer[Key], ...]
    proven: bool


def settle(balances: Mapping[Key, int]) -> Settlement[Key]:
    """Return transfers that settle balances, which are above 0 for whoever is to get money.

    The transfers are the fewest there can be among up to twelve people, not counting pairs who cancel each other out.
    A debtor only pays and a creditor only receives, so no more money moves than has to. Transfers stand in the order of
    the balances. Raises ValueError if the balances do not sum to zero.
    """
    _check_sum(balances)
    pairs, others = _split_pairs({key: balance for key, balance in balances.items() if balance})
    proven = len(others) <= MOST_EXACT
    groups = _most_groups(others) if proven else [others]
    transfers = [*pairs, *(transfer for group in groups for transfer in _pay_largest(group))]
    place = {key: number for number, key in enumerate(balances)}
    transfers.sort(key=lambda transfer: (place[transfer.debtor], place[transfer.creditor]))
    return Settlement(tuple(transfers), proven)


def through_bank(balances: Mapping[Key, int], bank: Key) -> tuple[Transfer[Key], ...]:
    """Return transfers that all go through the bank, which may be one of the people; those who owe pay first.

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
    """Return a transfer for each pair of people who cancel each other out, and everyone else.

    Some way with the fewest transfers has all these pairs as groups of their own: take a pair out of two groups, and
    what is left of both sums to zero.
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
    """Return people in as many groups as possible that each sum to zero.

    A set of people is a bit mask. Build up a set person by person, and count how often the sum is zero on the way: each
    time a group is complete. ``groups`` has the best count for each set, over everyone who may have come last.
    """
    keys = list(balances)
    sums = _sums(list(balances.values()))
    groups = [0] * len(sums)
    for people in range(1, len(sums)):
        groups[people] = max(groups[people ^ bit] for bit in _bits(people)) + (sums[people] == 0)

    found: list[dict[Key, int]] = []
    people = len(sums) - 1
    while people:
        if sums[people] == 0:
            found.append({})
        before = groups[people] - (sums[people] == 0)
        last = next(bit for bit in _bits(people) if groups[people ^ bit] == before)
        key = keys[last.bit_length() - 1]
        found[-1][key] = balances[key]
        people ^= last
    return found


def _sums(amounts: Sequence[int]) -> list[int]:
    """Return the sum of every set of amounts, by its bit mask."""
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
    """Let the largest debtor pay the largest creditor until all is settled; two who cancel each other out go first.

    Each transfer settles one person at least, and the last one two.
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
