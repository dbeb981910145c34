"""Scales: round numbers for an axis, and labels that keep their distance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

#: About so many lines are drawn across a plot.
ROWS = 5


@dataclass(frozen=True, slots=True)
class Scale:
    """From values between ``low`` and ``high`` to places between ``start`` and ``end``."""

    low: float
    high: float
    start: float
    end: float

    def place(self, value: float) -> int:
        """Return where a value lies."""
        span = self.high - self.low
        return round(self.start + (self.end - self.start) * ((value - self.low) / span if span else 0.5))


def round_numbers(low: int, high: int) -> list[int]:
    """Return round numbers at equal distances, the first not above ``low``, the last not below ``high``."""
    step = _round_step(max(high - low, 1) / ROWS)
    first = low // step * step
    count = -(-(high - first) // step)
    return [first + step * at for at in range(max(count, 1) + 1)]


def spread(places: Sequence[int], gap: int, first: int, last: int) -> list[int]:
    """Move places apart that are nearer than ``gap``, as little as can be, between ``first`` and ``last``.

    Their order stays. Where there is no room for so many, they lie as far apart as there is.
    """
    if len(places) > 1:
        gap = min(gap, (last - first) // (len(places) - 1))
    order = sorted(range(len(places)), key=lambda at: (places[at], at))
    moved = list(places)
    least = first
    for at in order:
        moved[at] = least = max(moved[at], least)
        least += gap
    most = last
    for at in reversed(order):
        moved[at] = most = min(moved[at], most)
        most -= gap
    return moved


def some(count: int, most: int) -> list[int]:
    """Return which of so many things bear a mark: at most ``most``, at equal distances, the last one among them."""
    step = max(-(-count // most), 1)
    return sorted(range(count - 1, -1, -step))


def cut(name: str, longest: int) -> str:
    """Return a name as a plot has room for it."""
    return name if len(name) <= longest else f"{name[: longest - 1].rstrip()}…"


def _round_step(least: float) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, 50 and so on that is not below ``least``."""
    power = 1
    while True:
        for digit in (1, 2, 5):
            if digit * power >= least:
                return digit * power
        power *= 10
