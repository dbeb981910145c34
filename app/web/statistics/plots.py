"""The plots of statistics, each with a table of its figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from app.dataclass import dataclass
from app.dates import day_text
from app.locales import number_text
from app.night.people.roster import Person
from app.statistics.figures import PlayedNight
from app.text import counted
from app.web.plots import BarsPlot, LinesPlot, Series, lines
from app.web.statistics.report import YEAR, Report
from app.web.statistics.tables import Cell, Table, in_unit, make_table, net_cell, shown_of, signed_text

#: The most lines in a plot, since more are hard to distinguish; and the most bars.
MAX_LINES = 10
MAX_BARS = 12


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot of lines or bars, with a description (``words``), its figures as a table, and a ``note``."""

    id: str
    title: str
    words: str
    table: Table
    lines: LinesPlot | None = None
    bars: BarsPlot | None = None
    note: str = ""


def season_plots(report: Report, players: Sequence[int] | None = None) -> list[Plot]:
    """Return plots of the total won after each night, by everyone or these players, one per unit."""
    plots = []
    for unit in report.figures.units:
        nights = [night for night in report.figures.nights if night.known and night.unit == unit]
        own = _who(report, nights) if players is None else list(players)
        if len(nights) < 2 or not own:
            continue
        lines_of = {player: report.figures.course(nights, player) for player in own}
        series = [Series(report.name(player), report.colour(player), (0, *lines_of[player])) for player in own]
        # Over more than a year, a day without its year comes twice.
        year = nights[-1].day - nights[0].day >= YEAR
        days = ["", *(day_text(night.day, year=year, short=True) for night in nights)]
        drawn = lines(series, days, lambda amount, unit=unit: signed_text(amount, unit))  # type: ignore[misc]
        name = f"net-{unit or 'chips'}"
        words = f"Total won or lost after each of {counted(len(nights), 'night')}"
        rows = [
            [Cell(day_text(night.day, short=True)), *(net_cell(lines_of[player][at], unit) for player in own)]
            for at, night in shown_of(name, list(enumerate(nights)), last=True)
        ]
        in_words = in_unit(words, unit, report.figures.units)
        table = make_table(name, in_words, ["Night", *map(report.name, own)], rows, of=len(nights))
        note = "" if players or len(_everybody(nights)) <= MAX_LINES else "The ten who played the most nights."
        title = in_unit("Over the season", unit, report.figures.units)
        plots.append(Plot(f"plot-{name}", title, words, table, lines=drawn, note=note))
    return plots


def bars_plots(report: Report, rows: Sequence[tuple[str, dict[str, int]]], title: str, head: str) -> list[Plot]:
    """Return bar plots of the amount that each row won or lost, one per unit."""
    plots = []
    for unit in report.figures.units:
        amounts = [(name, net[unit]) for name, net in rows if unit in net]
        amounts.sort(key=lambda row: (-row[1], row[0]))
        if not amounts:
            continue
        shown = amounts
        if len(amounts) > MAX_BARS:
            largest = sorted(amounts, key=lambda row: -abs(row[1]))[:MAX_BARS]
            shown = [row for row in amounts if row in largest]
        drawn = BarsPlot([(name, amount, signed_text(amount, unit)) for name, amount in shown])
        name, titled = f"bars-{unit or 'chips'}", in_unit(title, unit, report.figures.units)
        cells = [[Cell(row), net_cell(amount, unit)] for row, amount in amounts]
        table = make_table(name, titled, [head, "Won or lost"], cells)
        note = f"The {len(shown)} largest of {len(amounts)}." if len(shown) < len(amounts) else ""
        plots.append(Plot(f"plot-{name}", titled, title, table, bars=drawn, note=note))
    return plots


def stacks_plot(numbers: Sequence[int], stacks: Mapping[Person, Sequence[int | None]]) -> Plot | None:
    """Return a plot of everyone's stack before the first hand of a night and after each; None without a line."""
    series = [Series(person.name, person.colour, line) for person, line in stacks.items()]
    drawn = lines(series, ["0", *map(str, numbers)], number_text)
    if drawn is None:
        return None
    rows = [
        [
            Cell(str(number) if number else "Start"),
            *(Cell("" if (stack := line[at]) is None else number_text(stack)) for line in stacks.values()),
        ]
        for at, number in shown_of("stacks", list(enumerate((0, *numbers))), last=True)
    ]
    heads = ["Hand", *(person.name for person in stacks)]
    table = make_table("stacks", "Stacks after each hand", heads, rows, of=len(numbers) + 1)
    return Plot("plot-stacks", "Stacks", "Stacks after each hand", table, lines=drawn)


def _who(report: Report, nights: Sequence[PlayedNight]) -> list[int]:
    """Return the players to draw: those with the most nights, the biggest winner first."""
    everybody = _everybody(nights)
    most = sorted(everybody, key=lambda player: (-everybody[player], player))[:MAX_LINES]
    totals = {player: report.figures.course(nights, player)[-1] for player in most}
    return sorted(most, key=lambda player: (-totals[player], player))


def _everybody(nights: Sequence[PlayedNight]) -> Counter[int]:
    return Counter(player for night in nights for player in night.seated)
