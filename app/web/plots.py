"""Plots as SVG: the positions of lines, bars, marks and labels, on axes of round numbers. Colours are in the CSS."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.dataclass import dataclass

WIDTH = 720
#: Margins around the lines: the least on the left, for amounts; on the right, for names; above; below, for numbers.
LEFT, RIGHT, TOP, BOTTOM = 76, 170, 18, 44
#: The width of a character of an amount, and the gap between amounts and lines.
CHARACTER, BESIDE = 10, 14
#: The least distance between names.
GAP = 25
MAX_NAME_LENGTH = 14
MAX_MARKS, MAX_COLUMNS = 12, 8
#: About this many lines run across a plot.
ROWS = 5
#: The number of ways to draw a line, each with its own mark.
KINDS = 8
COLOURS = ("coral", "sky", "amber", "violet", "lime", "rose", "mint", "sand", "aqua", "pearl")

#: Bars: the distance from one to the next, and their height; the width of all; that of a letter of a name or amount.
BAR_ROW, BAR = 38, 22
BAR_TOP = 8
BARS, LETTER = 260, 11
MAX_BAR_NAME_LENGTH = 24

_MARKS: tuple[Callable[[int, int], str], ...] = (
    lambda x, y: f"M{x - 6} {y}a6 6 0 1 0 12 0a6 6 0 1 0-12 0z",
    lambda x, y: f"M{x - 5} {y - 5}h10v10h-10z",
    lambda x, y: f"M{x} {y - 7}l7 12h-14z",
    lambda x, y: f"M{x} {y - 7}l7 7l-7 7l-7-7z",
    lambda x, y: f"M{x} {y + 7}l7-12h-14z",
    lambda x, y: f"M{x - 7} {y - 2}h5v-5h4v5h5v4h-5v5h-4v-5h-5z",
    lambda x, y: f"M{x - 7} {y - 3}h14v6h-14z",
    lambda x, y: f"M{x - 3} {y - 7}h6v14h-6z",
)


@dataclass(frozen=True, slots=True)
class Series:
    """The data of a line: its name, its colour, and a value for each column, None where it has none."""

    name: str
    colour: str
    values: Sequence[int | None]


class Curve:
    """A line as drawn: its path, the path of its marks, and its name beside its end."""

    def __init__(self, line: Series, kind: int, colour: str, across: Scale, down: Scale, label_y: int) -> None:
        self.name, self.colour, self.kind, self.label_y = shortened(line.name, MAX_NAME_LENGTH), colour, kind, label_y
        self.path = _path(line.values, across, down)
        self.marks = "".join(_marks(kind, line.values, across, down))
        at, value = _last(line.values)
        self.end_x, self.end_y = across.place(at), down.place(value)


class LinesPlot:
    """Lines with amounts on the left (``rows``) and numbers below (``columns``), as positions with texts.

    ``zero``: the position of 0.
    """

    def __init__(
        self, series: Sequence[Series], columns: Sequence[str], text: Callable[[int], str], width: int, height: int
    ) -> None:
        known = [value for line in series for value in line.values if value is not None]
        numbers = round_numbers(min(*known, 0), max(*known, 0))
        left = max(LEFT, BESIDE + CHARACTER * max(len(text(number)) for number in numbers))
        right, bottom = width - RIGHT, height - BOTTOM
        across, down = Scale(0, len(columns) - 1, left, right), Scale(numbers[0], numbers[-1], bottom, TOP)
        room = (right - left) // (CHARACTER * (max(map(len, columns)) + 1)) + 1
        self.width, self.height, self.left, self.right, self.bottom = width, height, left, right, bottom
        self.label_x, self.zero = right + 34, down.place(0)
        self.rows = [(down.place(number), text(number)) for number in numbers]
        self.columns = [(across.place(at), columns[at]) for at in evenly_spaced(len(columns), min(MAX_COLUMNS, room))]
        drawn = [(at, line) for at, line in enumerate(series) if any(value is not None for value in line.values)]
        names_at = spread([down.place(_last(line.values)[1]) for _, line in drawn], GAP, TOP, bottom)
        colours = _distinct_colours([line.colour for line in series])
        self.curves = [
            Curve(line, at % KINDS, colours[at], across, down, label_y)
            for (at, line), label_y in zip(drawn, names_at, strict=True)
        ]


def lines(
    series: Sequence[Series], columns: Sequence[str], text: Callable[[int], str], width: int = WIDTH, height: int = 420
) -> LinesPlot | None:
    """Return a plot of lines over these columns, with amounts formatted by ``text``; None if there is no line."""
    if len(columns) < 2 or all(value is None for line in series for value in line.values):
        return None
    return LinesPlot(series, columns, text, width, height)


def _distinct_colours(own: Sequence[str]) -> list[str]:
    """Return a colour for each line: its own, unless an earlier line has it and another colour is left."""
    given: list[str] = []
    for colour in own:
        left = [other for other in COLOURS if other not in given and other not in own]
        given.append(left[0] if colour in given and left else colour)
    return given


def _last(values: Sequence[int | None]) -> tuple[int, int]:
    return max((at, value) for at, value in enumerate(values) if value is not None)


def _path(values: Sequence[int | None], across: Scale, down: Scale) -> str:
    parts, pen_down = [], False
    for at, value in enumerate(values):
        if value is not None:
            parts.append(f"{'L' if pen_down else 'M'}{across.place(at)} {down.place(value)}")
        pen_down = value is not None
    return "".join(parts)


def _marks(kind: int, values: Sequence[int | None], across: Scale, down: Scale) -> list[str]:
    there = [(at, value) for at, value in enumerate(values) if value is not None]
    chosen = (there[at] for at in evenly_spaced(len(there), MAX_MARKS))
    return [_MARKS[kind](across.place(at), down.place(value)) for at, value in chosen]


class Bar:
    """A bar from ``zero`` to its ``end``, with its name, and its amount beside its end."""

    def __init__(self, at: int, name: str, text: str, zero: int, end: int, *, won: bool) -> None:
        self.name, self.text, self.won = shortened(name, MAX_BAR_NAME_LENGTH), text, won
        self.x, self.y, self.width = min(zero, end), BAR_TOP + at * BAR_ROW + (BAR_ROW - BAR) // 2, abs(end - zero)
        self.text_x = end + 8 if won else end - 8


class BarsPlot:
    """Bars on both sides of ``zero``, from rows of a name, an amount and its text."""

    bar = BAR

    def __init__(self, rows: Sequence[tuple[str, int, str]]) -> None:
        low, high = min(0, *(amount for _, amount, _ in rows)), max(0, *(amount for _, amount, _ in rows))
        room = 8 + LETTER * max(len(text) for _, _, text in rows)
        names = 8 + LETTER * min(max(len(name) for name, _, _ in rows), MAX_BAR_NAME_LENGTH)
        start = names + (room if low < 0 else 8)
        scale = Scale(low, high, start, start + BARS)
        ends = [scale.place(amount) if low or high else start for _, amount, _ in rows]
        self.zero = scale.place(0) if low or high else start
        self.bars = [
            Bar(at, name, text, self.zero, end, won=amount >= 0)
            for at, ((name, amount, text), end) in enumerate(zip(rows, ends, strict=True))
        ]
        self.width, self.height = start + BARS + (room if high > 0 else 8), 2 * BAR_TOP + BAR_ROW * len(rows)


@dataclass(frozen=True, slots=True)
class Scale:
    """A mapping of values between ``low`` and ``high`` to positions between ``start`` and ``end``."""

    low: float
    high: float
    start: float
    end: float

    def place(self, value: float) -> int:
        """Return the position of a value."""
        span = self.high - self.low
        return round(self.start + (self.end - self.start) * ((value - self.low) / span if span else 0.5))


def round_numbers(low: int, high: int) -> list[int]:
    """Return evenly spaced round numbers from at most ``low`` to at least ``high``."""
    step = _round_step(max(high - low, 1) / ROWS)
    first = low // step * step
    count = -(-(high - first) // step)
    return [first + step * at for at in range(max(count, 1) + 1)]


def spread(places: Sequence[int], gap: int, first: int, last: int) -> list[int]:
    """Return positions between ``first`` and ``last``, moved apart until they are ``gap`` apart, in the same order.

    If there is not enough room, the gap is smaller.
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


def evenly_spaced(count: int, most: int) -> list[int]:
    """Return at most ``most`` of ``count`` indexes, evenly spaced, including the last one."""
    step = max(-(-count // most), 1)
    return sorted(range(count - 1, -1, -step))


def shortened(name: str, longest: int) -> str:
    """Return a name, shortened to at most ``longest`` characters."""
    return name if len(name) <= longest else f"{name[: longest - 1].rstrip()}…"


def _round_step(least: float) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, 50 and so on that is not below ``least``."""
    power = 1
    while True:
        for digit in (1, 2, 5):
            if digit * power >= least:
                return digit * power
        power *= 10
