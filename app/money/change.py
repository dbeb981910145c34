"""Making an amount from the fewest pieces of given values.

A greedy choice is wrong (6 from 4, 3 and 1 is two threes), and trying every sum is slow for large amounts. But the best
pile is never short of many pieces of a large value. Suppose it holds ``short`` fewer pieces of some ``value`` than it
could, so that smaller pieces make up at least ``short * value``.

- ``value / gcd`` pieces of a smaller value ``small`` are worth as much as ``small / gcd`` pieces of ``value``, which
  are fewer. So if ``short`` is at least ``small / gcd``, there are fewer than ``value / gcd`` pieces of ``small``. If
  that holds for each smaller value, the smaller pieces total less than ``value`` times the sum of all ``small / gcd``,
  so ``short`` is below that sum.
- Among any ``value`` smaller pieces, some are worth a multiple of ``value``, at most ``next * value``, where ``next``
  is the largest of the smaller values. So if ``short`` were at least ``next``, there would be fewer than ``value``
  smaller pieces, worth less than ``next * value``: a contradiction. So ``short`` is below ``next``.

If each value divides the larger ones, ``short`` is below the number of smaller values.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from app.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """Pieces of one value; ``count`` is None if they are unlimited."""

    value: int
    count: int | None


def fewest_pieces(amount: int, kinds: Sequence[Kind]) -> tuple[int, ...] | None:
    """Return how many pieces of each kind make the amount, using the fewest in all; None if it cannot be made.

    ``kinds`` are sorted, largest value first. Of several ways, take the one with more of the larger values.
    """
    ways: dict[int, tuple[int, ...]] = {amount: ()}
    for place, (kind, most_short) in enumerate(zip(kinds, _most_short([kind.value for kind in kinds]), strict=True)):
        smaller = kinds[place + 1 :]
        step, reachable = gcd(*(other.value for other in smaller)), _total(smaller)
        longer: dict[int, tuple[int, ...]] = {}
        for left, taken in ways.items():
            most = left // kind.value if kind.count is None else min(left // kind.value, kind.count)
            for number in range(most, max(most - most_short, 0) - 1, -1):
                after = left - number * kind.value
                if reachable is not None and after > reachable:
                    break
                if after and after % step:
                    continue
                way = (*taken, number)
                if after not in longer or sum(way) < sum(longer[after]):
                    longer[after] = way
        ways = longer
    return ways.get(0)


def effort(values: Sequence[int]) -> int:
    """Return the most remainders that :func:`fewest_pieces` visits for these values, sorted largest first."""
    remainders, width, visited = 1, 0, 0
    for place, (value, short) in enumerate(zip(values, _most_short(values), strict=True)):
        visited += remainders * (short + 1)
        width += (short + 1) * value
        step = gcd(*values[place + 1 :])
        remainders = min(remainders * (short + 1), width // step + 1) if step else 1
    return visited


def _most_short(values: Sequence[int]) -> list[int]:
    """Return, for each value, how many pieces fewer than would fit the best pile may hold, largest value first."""
    shorts = []
    for place, value in enumerate(values):
        smaller = values[place + 1 :]
        if not smaller:
            shorts.append(0)
            continue
        below = sum(small // gcd(value, small) for small in smaller)
        shorts.append(min(below, smaller[0] // gcd(value, *smaller)) - 1)
    return shorts


def _total(kinds: Sequence[Kind]) -> int | None:
    """Return the total value of all pieces; None if they are unlimited."""
    total = 0
    for kind in kinds:
        if kind.count is None:
            return None
        total += kind.value * kind.count
    return total
