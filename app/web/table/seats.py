"""A seat around the table as televisions and the page of a hand draw it."""

from __future__ import annotations

from dataclasses import dataclass

from app.web.table.board import Board, SeatCards
from app.web.table.layout import television_place


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """A player at the table. ``place`` are the classes that say where, ``note`` why they have no cards.

    ``on_table`` is what lies in front of them, None outside a hand; ``stack`` is None where chips are not tracked.
    ``deals``: this hand, or between two hands the next one. ``won`` are the chips that the settlement pushes to them.
    """

    name: str
    place: str
    stack: int | None
    deals: bool
    note: str
    won: int
    on_table: SeatCards | None


def seat_in_hand(seat: SeatCards, place: str, board: Board) -> ShownSeat:
    """Return the seat of a player who was dealt in."""
    view = seat.view
    won = dict(board.settlement.pushes).get(view.name, 0) if board.settlement else 0
    return ShownSeat(view.name, place, view.stack, view.dealer, "", won, seat)


def seats_of_hand(board: Board) -> tuple[ShownSeat, ...]:
    """Return the players of a hand that is looked at again, clockwise, the dealer nearest."""
    count = len(board.seats)
    return tuple(
        seat_in_hand(seat, television_place(index, count, count - 1), board) for index, seat in enumerate(board.seats)
    )
