"""A plot of bars, one below the other: right of the middle what was won, left of it what was lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.web.plots.scales import Scale, cut

WIDTH = 720
ROW, BAR = 38, 22
TOP = 8
NAMES, LETTER = 232, 11
LONGEST_NAME = 24


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar with its name, and its amount in words beside its end."""

    name: str
    text: str
    x: int
    y: int
    width: int
    won: bool
    text_x: int


@dataclass(frozen=True, slots=True)
class BarsPlot:
    """Bars on both sides of ``zero``."""

    width: int
    height: int
    bar: int
    zero: int
    bars: tuple[Bar, ...]


def bars(rows: Sequence[tuple[str, int, str]]) -> BarsPlot | None:
    """Return a plot of amounts, each with its name and in words; None where there are none."""
    if not rows:
        return None
    low, high = min(0, *(amount for _, amount, _ in rows)), max(0, *(amount for _, amount, _ in rows))
    room = 8 + LETTER * max(len(text) for _, _, text in rows)
    start = NAMES + (room if low < 0 else 8)
    scale = Scale(low, high, start, WIDTH - (room if high > 0 else 8))
    zero = scale.place(0) if low or high else start
    drawn = []
    for at, (name, amount, text) in enumerate(rows):
        end = scale.place(amount) if low or high else start
        won = amount >= 0
        drawn.append(
            Bar(
                name=cut(name, LONGEST_NAME),
                text=text,
                x=min(zero, end),
                y=TOP + at * ROW + (ROW - BAR) // 2,
                width=abs(end - zero),
                won=won,
                text_x=end + 8 if won else end - 8,
            )
        )
    return BarsPlot(WIDTH, 2 * TOP + ROW * len(rows), BAR, zero, tuple(drawn))
