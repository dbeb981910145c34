"""Reference results by brute force: transfers between people, and chips that make an amount."""

from collections import deque
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product

from app.money.chipset import Chip


def transfers_to_anywhere(people: int, most: int) -> dict[tuple[int, ...], int]:
    """Return the number of transfers that lead from zero to each set of balances within ``most``, breadth first."""
    start = (0,) * people
    distance = {start: 0}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for there in _after_a_transfer(here, most):
            if there not in distance:
                distance[there] = distance[here] + 1
                waiting.append(there)
    return distance


def _after_a_transfer(balances: tuple[int, ...], most: int) -> Iterator[tuple[int, ...]]:
    for payer, paid in product(range(len(balances)), repeat=2):
        for amount in range(1, most + 1):
            after = list(balances)
            after[payer] += amount
            after[paid] -= amount
            if payer != paid and after[payer] <= most and after[paid] >= -most:
                yield tuple(after)


@cache
def most_groups(balances: tuple[int, ...]) -> int:
    """Return the largest number of groups that sum to zero, trying every group for the first person."""
    if not balances:
        return 0
    first, *others = balances
    best = -len(balances)
    for size in range(len(others) + 1):
        for chosen in combinations(range(len(others)), size):
            if first + sum(others[place] for place in chosen) == 0:
                left = tuple(sorted(other for place, other in enumerate(others) if place not in chosen))
                best = max(best, 1 + most_groups(left))
    return best


def fewest_transfers(balances: Sequence[int]) -> int:
    """Return the fewest transfers: a group that sums to zero needs one transfer fewer than it has people."""
    owing = tuple(sorted(balance for balance in balances if balance))
    return len(owing) - most_groups(owing)


def fewest_chips(amount: int, chips: Sequence[Chip]) -> int | None:
    """Return the fewest chips that make the amount, adding each kind of chip to every reachable sum."""
    fewest = {0: 0}
    for chip in chips:
        most = amount // chip.value if chip.count is None else chip.count
        reached: dict[int, int] = {}
        for (total, pieces), more in product(fewest.items(), range(most + 1)):
            after = total + more * chip.value
            if after <= amount:
                reached[after] = min(reached.get(after, pieces + more), pieces + more)
        fewest = reached
    return fewest.get(amount)
