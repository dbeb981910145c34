"""The seats around the table: the CSS classes that position them on a screen, and what is drawn there.

Seats go clockwise. On a tablet the nearest seat is in the middle of the lower row, since its player sits in front of
the tablet, which lies on the table. A television shows two rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Protocol

from app.dataclass import dataclass, replace
from app.odds.figures import Figure, NoOdds, Odds
from app.web.table.board import Board, SeatCards
from app.words.odds import figure_text, whole_percent


class Badge(Protocol):
    """A person's colour and initials."""

    @property
    def colour(self) -> str:
        """The name of the colour."""

    @property
    def initials(self) -> str:
        """The initials on it."""


@dataclass(frozen=True, slots=True)
class SeatOdds:
    """A player's share of the pot: in ``percent``, as ``text`` beside a bar, and in ``words``."""

    percent: float
    text: str
    words: str


def seat_odds(odds: Odds | NoOdds | None) -> Mapping[int, SeatOdds]:
    """Return the odds of a hand by seat; empty if there are none."""
    return {seat: _bar(figure) for seat, figure in odds.seats.items()} if isinstance(odds, Odds) else {}


def _bar(figure: Figure) -> SeatOdds:
    text = whole_percent(figure.share)
    return SeatOdds(round(100 * figure.share.value, 1), text, f"{text} of the pot: {figure_text(figure)}")


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """A player at the table.

    ``place``: the CSS classes that position them. ``stack``: None if chips are not tracked. ``deals``: whether they
    deal this hand or, between hands, the next. ``note``: why they have no cards. ``won``: the chips pushed to them.
    ``on_table``: their cards and bet, None outside a hand.
    """

    name: str
    place: str
    stack: int | None
    deals: bool
    person: Badge
    note: str = ""
    won: int = 0
    on_table: SeatCards | None = None
    odds: SeatOdds | None = None


def seat_in_hand(seat: SeatCards, place: str, board: Board, person: Badge, name: str = "") -> ShownSeat:
    """Return the seat of a player who was dealt in, under another ``name`` if they have been renamed."""
    view = seat.view
    won = dict(board.settlement.pushes).get(view.name, 0) if board.settlement else 0
    return ShownSeat(name or view.name, place, view.stack, view.dealer, person, won=won, on_table=seat)


def seats_of_hand(
    board: Board, people: Sequence[Badge], odds: Mapping[int, SeatOdds] = MappingProxyType({})
) -> tuple[ShownSeat, ...]:
    """Return the players of a past hand, clockwise, the dealer nearest; ``odds`` are by seat."""
    count = len(board.seats)
    return tuple(
        replace(seat_in_hand(seat, television_place(index, count, count - 1), board, person), odds=odds.get(index))
        for index, (seat, person) in enumerate(zip(board.seats, people, strict=True))
    )


def columns(count: int) -> int:
    """Return the number of seats per row for this many in all."""
    return (count + 1) // 2


def tablet_place(seat: int, count: int, nearest: int) -> str:
    """Return the classes of a seat on the dealer's tablet, one place for each orientation.

    In landscape (``t`` is the row, ``x`` the half column where the seat begins) the nearest seat is in the middle of
    the lower row, or right of the middle if that is between two seats. In portrait (``u`` is the line, ``l`` or ``r``
    the side) it is at the bottom right, next to Undo. The pot has a line of its own halfway up.
    """
    after, in_row = seat - nearest - 1, columns(count)
    lower = in_row if count % 2 == 0 or in_row % 2 else in_row - 1
    landscape, portrait = _landscape(count - lower, lower), _portrait(count // 2, in_row)
    return f"{landscape[(after - lower // 2) % count]} {portrait[after % count]}"


def television_place(seat: int, count: int, nearest: int) -> str:
    """Return the classes of a seat on a television, as on a tablet.

    In landscape the first half goes along the top from left to right and the rest back along the bottom, so the nearest
    seat is at the bottom left. In portrait the first half goes up the left side and the rest down the right.
    """
    after, half = (seat - nearest - 1) % count, columns(count)
    return f"{_landscape(half, count - half)[after]} {_portrait(half, count - half)[after]}"


@cache
def _landscape(upper: int, lower: int) -> tuple[str, ...]:
    """Return the classes of the seats along an upper row from left to right, and back along a lower row."""
    longest = max(upper, lower)
    along = [f"t1 x{longest - upper + 2 * column + 1}" for column in range(upper)]
    back = [f"t2 x{longest - lower + 2 * column + 1}" for column in reversed(range(lower))]
    return (*along, *back)


@cache
def _portrait(left: int, right: int) -> tuple[str, ...]:
    """Return the classes of the seats up the left side and down the right, both ending at the bottom."""
    lines = max(left, right)
    up = [(line, "l") for line in range(lines, lines - left, -1)]
    down = [(line, "r") for line in range(lines - right + 1, lines + 1)]
    return tuple(f"u{line + (line > (lines + 1) // 2)} {side}" for line, side in up + down)
