"""Tables of figures: cells with links, the limit on rows, and the tables that several pages share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from flask import request, url_for

from app.dataclass import dataclass
from app.dates import day_text
from app.locales import number_text
from app.money.amounts import money_text
from app.night.history.statistics import ALL_HANDS, HandFilter
from app.statistics.figures import CHIPS, GameTally, Involvement, ListedHand, Tally
from app.text import counted
from app.web.http.addresses import with_query
from app.web.statistics.report import Report, hand_address

T = TypeVar("T")

#: The most rows shown of a table, above a link to all of them.
ROWS = 25
#: The most hands on a page that shows all of them: more would make a page of megabytes.
HANDS = 500
#: Rows in a list of the largest pots or the best hands.
TOP = 10
#: Rows in a list of the luckiest pots or the worst beats.
LUCKIEST = 5
#: The columns that count a person's hands: their heads, and the words in the title of the list that a count links to.
COUNTS: Mapping[Involvement, tuple[str, str]] = {
    Involvement.DEALT: ("Dealt in", " with"),
    Involvement.END: ("Showdowns", ", taken to a showdown by"),
    Involvement.WON: ("Won", ", won by"),
    Involvement.CALLED: ("Called", ", called by"),
}
#: The query parameter that names the table to show whole.
ALL = "all"


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure and its link.

    ``kind``: how it is drawn: ``won`` or ``lost``; ``words``, on the left, over several lines; ``amount``, on one line
    instead of a name.
    """

    text: str
    href: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Figures in rows; the first cell of a row says whose they are.

    ``more``: the address of the page with all ``count`` rows; empty if all are shown.
    """

    id: str
    title: str
    heads: tuple[str, ...]
    rows: Sequence[Sequence[Cell]]
    count: int
    more: str = ""

    @property
    def whole(self) -> bool:
        """Whether all rows are shown because the address asks for them."""
        return not self.more and self.count > ROWS


def shows_all(name: str) -> bool:
    """Return whether the address asks for all rows of a table."""
    return request.args.get(ALL) == name


def shown_of(name: str, items: Sequence[T], *, last: bool = False) -> Sequence[T]:
    """Return the items that a table shows: the first, the ``last``, or all if the address asks for them.

    With this, a table of thousands of rows only makes the cells that it shows.
    """
    if len(items) <= ROWS or shows_all(name):
        return items
    return items[-ROWS:] if last else items[:ROWS]


def make_table(
    name: str, title: str, heads: Sequence[str], rows: Sequence[Sequence[Cell]], *, of: int | None = None
) -> Table:
    """Return a table with the rows that it shows; if these are chosen already, ``of`` is the number of all rows."""
    shown, count = shown_of(name, rows), len(rows) if of is None else of
    more = f"{this_page(ALL, name)}#{name}" if len(shown) < count and not shows_all(name) else ""
    return Table(name, title, tuple(heads), shown, count, more)


def this_page(field: str, value: object) -> str:
    """Return the address of this page with another value of a query parameter."""
    assert request.endpoint is not None
    asked = [(name, text) for name, text in request.args.items() if name != field]
    return with_query(url_for(request.endpoint, **(request.view_args or {})), [*asked, (field, str(value))])


def amount_text(amount: int, unit: str) -> str:
    """Return an amount in its unit: ``€3.50``, or chips as a number."""
    return number_text(amount) if unit == CHIPS else money_text(amount, unit)


def signed_text(amount: int, unit: str) -> str:
    """Return an amount with a plus or minus sign."""
    return f"{'+' if amount > 0 else '−' if amount < 0 else ''}{amount_text(abs(amount), unit)}"


def words_cell(text: str, href: str = "") -> Cell:
    """Return a cell that holds a name or another word."""
    return Cell(text, href, "words")


def net_cell(amount: int | None, unit: str, href: str = "") -> Cell:
    """Return a cell with the amount won or lost; a dash if it is unknown."""
    if amount is None:
        return Cell("–")
    return Cell(signed_text(amount, unit), href, "won" if amount > 0 else "lost" if amount < 0 else "")


def in_unit(words: str, unit: str, units: Sequence[str]) -> str:
    """Return a title, with its unit if there are several."""
    return words if len(units) == 1 else f"{words}, {unit or 'chips'}"


def people_table(report: Report, game: str = "") -> Table:
    """Return the table of players, at all games or at one, the biggest winner first."""
    figures, units = report.figures, report.figures.units
    tallies = figures.at_game(game) if game else figures.people
    order = sorted(
        tallies,
        key=lambda player: (*(-tallies[player].net[unit] for unit in units), report.name(player).casefold(), player),
    )
    columns, at_game = tally_columns(report), {"game": game} if game else {}
    rows = [
        [
            Cell(report.name(player), report.to_person(player)),
            *row_of(columns, tallies[player], person=player, **at_game),
        ]
        for player in shown_of("people", order)
    ]
    return make_table("people", "Players", ["Player", *(column.head for column in columns)], rows, of=len(order))


def games_table(report: Report) -> Table:
    """Return the table of games, the most played first, with who wins and who calls each most."""
    games = report.figures.games
    order = sorted(games, key=lambda game: (-games[game].hands, report.game(game)))
    columns = [
        *game_columns(report),
        Column("Wins most", lambda _, game: _wins_most(report, game)),
        Column("Calls it most", lambda _, game: _calls_most(report, game)),
    ]
    heads = ["Game", *(column.head for column in columns)]
    rows = [
        [Cell(report.game(game), report.to_game(game)), *row_of(columns, games[game], game=game)]
        for game in shown_of("games", order)
    ]
    return make_table("games", "Games", heads, rows, of=len(order))


def pots_tables(
    report: Report, *, game: str = "", winner: int | None = None, title: str = "Largest pots"
) -> list[Table]:
    """Return the tables of the largest pots, one per unit: of all hands, of one game, or of one winner."""
    tables = []
    for unit in report.figures.units:
        rows = [
            (
                hand,
                [Cell(amount_text(hand.amount, unit), hand_address(hand), "amount"), words_cell(report.winners(hand))],
            )
            for hand in report.played.largest_pots(unit, TOP, game=game, winner=winner)
        ]
        titled = in_unit(title, unit, report.figures.units)
        tables += _hands_tables(report, f"pots-{unit or 'chips'}", titled, ["Pot", "Won by"], rows)
    return tables


def best_tables(report: Report, which: HandFilter = ALL_HANDS) -> list[Table]:
    """Return the table of the best high hands shown, by everyone or one player; empty if there are none."""
    rows = [
        (best.hand, [Cell(best.name, hand_address(best.hand)), words_cell(report.name(best.holder))])
        for best in report.played.best_hands(which, TOP)
    ]
    return _hands_tables(report, "best", "Best hands shown", ["Hand", "Player"], rows)


def luck_tables(report: Report, which: HandFilter = ALL_HANDS) -> list[Table]:
    """Return the tables of the hands with the most and the least won beyond expectation, per unit."""
    tables = []
    for unit in report.figures.luck_units:
        for name, title, worst in (("lucky", "Luckiest pots", False), ("beats", "Worst beats", True)):
            rows = [
                (
                    lucky.hand,
                    [
                        Cell(signed_text(lucky.luck, unit), hand_address(lucky.hand), "amount"),
                        words_cell(report.name(lucky.player)),
                        Cell(amount_text(lucky.expected, unit)),
                        Cell(amount_text(lucky.won, unit)),
                    ],
                )
                for lucky in report.played.lucky_hands(which, unit, LUCKIEST, worst=worst)
            ]
            titled, heads = in_unit(title, unit, report.figures.units), ["Luck", "Player", "Expected", "Won"]
            tables += _hands_tables(report, f"{name}-{unit or 'chips'}", titled, heads, rows)
    return tables


def _hands_tables(
    report: Report, name: str, title: str, heads: Sequence[str], rows: Sequence[tuple[ListedHand, Sequence[Cell]]]
) -> list[Table]:
    """Return the table of these hands, with columns for the game and the time appended; empty without hands."""
    of_night = report.night is not None
    heads = [*heads, "Game", *([] if of_night else ["Night"]), "Hand"]
    cells = [
        [
            *own,
            words_cell(report.game(hand.game)),
            *([] if of_night else [words_cell(day_text(hand.night.day, short=True))]),
            Cell(str(hand.number)),
        ]
        for hand, own in rows
    ]
    return [make_table(name, title, heads, cells)] if cells else []


class Column(NamedTuple):
    """A column of figures: its head, and the function from a tally and the hands that it counts to a cell."""

    head: str
    cell: Callable[..., Cell]


def tally_columns(report: Report, *more: Column) -> list[Column]:
    """Return the columns of a player's results and luck in each unit, ``more``, and linked counts of their hands.

    A unit in which the player has no known results gets a dash.
    """
    figures = report.figures

    def net(unit: str) -> Column:
        head = in_unit("Won or lost", unit, figures.units)
        return Column(head, lambda tally, **which: net_cell(tally.net.get(unit), unit, report.hands(**which)))

    def luck(unit: str) -> Column:
        return Column(in_unit("Luck", unit, figures.luck_units), lambda tally, **_: _luck_cell(tally, unit))

    def count(did: Involvement) -> Column:
        return Column(COUNTS[did][0], lambda tally, **which: _count_cell(report, tally.hands[did], did, **which))

    return [*map(net, figures.units), *map(luck, figures.luck_units), *more, *map(count, COUNTS)]


def game_columns(report: Report) -> list[Column]:
    """Return the columns of a game: its hands, the mean and the largest pot in each unit, changes of wild cards."""
    units = report.figures.units

    def mean(unit: str) -> Column:
        return Column(in_unit("Average pot", unit, units), lambda tally, game: _mean_cell(report, tally, unit, game))

    def largest(unit: str) -> Column:
        return Column(in_unit("Largest pot", unit, units), lambda tally, **_: _largest_cell(tally, unit))

    return [
        Column("Hands", lambda tally, game: Cell(str(tally.hands), report.hands(game=game))),
        *map(mean, units),
        *map(largest, units),
        Column("Wild cards changed", lambda tally, game: _count_cell(report, tally.wild, Involvement.WILD, game=game)),
    ]


def row_of(columns: Sequence[Column], tally: Tally | GameTally, **which: str | int) -> list[Cell]:
    """Return the cells of a tally in these columns; its hands are selected by these parameters."""
    return [column.cell(tally, **which) for column in columns]


def _count_cell(report: Report, count: int, did: Involvement, **which: str | int) -> Cell:
    return Cell(str(count), report.hands(**which, did=did) if count else "")


def _mean_cell(report: Report, tally: GameTally, unit: str, game: str) -> Cell:
    return Cell(amount_text(tally.mean(unit), unit), report.hands(game=game)) if tally.hands_in[unit] else Cell("–")


def _largest_cell(tally: GameTally, unit: str) -> Cell:
    hand = tally.largest.get(unit)
    return Cell(amount_text(hand.amount, unit), hand_address(hand)) if hand else Cell("–")


def _luck_cell(tally: Tally, unit: str) -> Cell:
    if not tally.judged[unit]:
        return Cell("–")
    luck = net_cell(tally.luck[unit], unit)
    return Cell(f"{luck.text} in {counted(tally.judged[unit], 'hand')}", kind=luck.kind)


def _wins_most(report: Report, game: str) -> Cell:
    """Return who has won the most at a game, in the first unit in which a player has won."""
    tallies = report.figures.at_game(game)
    for unit in report.figures.units:
        best = max(tallies, key=lambda player: (tallies[player].net[unit], -player))
        if tallies[best].net[unit] > 0:
            text = net_cell(tallies[best].net[unit], unit).text
            return Cell(f"{report.name(best)} {text}", report.hands(person=best, game=game), "amount")
    return Cell("–", kind="amount")


def _calls_most(report: Report, game: str) -> Cell:
    tallies = report.figures.at_game(game)
    best = max(tallies, key=lambda player: (tallies[player].hands[Involvement.CALLED], -player))
    text = f"{report.name(best)} {tallies[best].hands[Involvement.CALLED]}×"
    return words_cell(text, report.hands(person=best, game=game, did=Involvement.CALLED))
