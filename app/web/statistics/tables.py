"""Tables of figures, as all pages of statistics show them: cells that lead on, and no more rows than one reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from flask import request, url_for

from app.money.amounts import money_text
from app.statistics.played import CHIPS
from app.web.http.sharing import with_query

T = TypeVar("T")

#: So many rows of a table are shown; a link below it leads to all of them.
ROWS = 25
#: The name in the address of the tables that are shown whole.
ALL = "all"


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure and where it leads. ``kind`` says how it is drawn.

    ``won`` or ``lost``: as such; ``words``: on the left, over several lines; ``amount``: on one line, like all others,
    where a name would stand.
    """

    text: str
    href: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Figures in rows; the first cell of a row says whose they are.

    ``more`` leads to the page with all ``count`` rows, and is empty where these are they.
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


def shown_of(name: str, items: Sequence[T], *, last: bool = False) -> Sequence[T]:
    """Return what a table shows of its items: the first, or the ``last``; all where the address asks for it.

    A table of thousands makes the cells of these alone.
    """
    if len(items) <= ROWS or request.args.get(ALL) == name:
        return items
    return items[-ROWS:] if last else items[:ROWS]


def make_table(
    name: str, title: str, heads: Sequence[str], rows: Sequence[Sequence[Cell]], *, of: int | None = None
) -> Table:
    """Return a table with what it shows of its rows; ``of`` so many, if they have been chosen already."""
    shown, count = shown_of(name, rows), len(rows) if of is None else of
    return Table(name, title, tuple(heads), shown, count, _with_all(name) if len(shown) < count else "")


def _with_all(name: str) -> str:
    """Return the address of this page with all rows of a table."""
    assert request.endpoint is not None
    asked = [(field, text) for field, text in request.args.items() if field != ALL]
    address = url_for(request.endpoint, **(request.view_args or {}))
    return f"{with_query(address, [*asked, (ALL, name)])}#{name}"


def amount_text(amount: int, unit: str) -> str:
    """Return an amount in its unit: ``€3.50``, or chips as a number."""
    return f"{amount:,}" if unit == CHIPS else money_text(amount, unit)


def signed_text(amount: int, unit: str) -> str:
    """Return what was won with a plus, what was lost with a minus."""
    return f"{'+' if amount > 0 else '−' if amount < 0 else ''}{amount_text(abs(amount), unit)}"


def words_cell(text: str, href: str = "") -> Cell:
    """Return a cell that holds a name or another word."""
    return Cell(text, href, "words")


def net_cell(amount: int | None, unit: str, href: str = "") -> Cell:
    """Return what was won or lost, a dash where that is not known."""
    if amount is None:
        return Cell("–")
    return Cell(signed_text(amount, unit), href, "won" if amount > 0 else "lost" if amount < 0 else "")


def heads_of(words: str, units: Sequence[str]) -> list[str]:
    """Return the head of a column for each unit."""
    return [in_unit(words, unit, units) for unit in units]


def in_unit(words: str, unit: str, units: Sequence[str]) -> str:
    """Return a title with its unit, one of several; one alone needs not be named."""
    return words if len(units) == 1 else f"{words}, {unit or 'chips'}"
