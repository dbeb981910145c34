"""The seats around the table on the television: who sits there, what lies in front of them, why they have no cards."""

from __future__ import annotations

from dataclasses import replace

from app.night.log.replay import LiveHand
from app.night.people.seats import SeatInfo
from app.night.table import Table
from app.text import whole_number
from app.web.table.board import Board
from app.web.table.layout import television_place
from app.web.table.seats import ShownSeat, seat_in_hand

#: More seats than this find no place around the table.
MOST_SHOWN = 12


def seated_around(table: Table, live: LiveHand | None) -> list[SeatInfo]:
    """Return who sits around the table, clockwise, with those who have left since they played in this hand."""
    in_hand = live.hand.seat_ids if live is not None else ()
    seats = [seat for seat in table.everybody if not seat.left or seat.id in in_hand]
    if len(seats) > MOST_SHOWN:
        seats = [seat for seat in seats if seat.id in in_hand]
    return sorted(seats, key=lambda seat: seat.place)


def nearest_index(seats: list[SeatInfo], place: str) -> int:
    """Return which seat is nearest: the one at this place at the table, else the next one; by default the last."""
    number = whole_number(place[:9])
    if number is None:
        return len(seats) - 1
    return next((index for index, seat in enumerate(seats) if seat.place >= number), 0)


def television_seats(
    seats: list[SeatInfo], nearest: int, live: LiveHand | None, board: Board | None
) -> tuple[ShownSeat, ...]:
    """Return the seats with what lies in front of each in this hand, if one is being played."""
    playing = live is not None and board is not None
    dealt = dict(zip(live.hand.seat_ids, board.seats, strict=True)) if live is not None and board is not None else {}
    shown = []
    for index, seat in enumerate(seats):
        cards, place = dealt.get(seat.id), television_place(index, len(seats), nearest)
        if cards is None or board is None:
            deals = seat.dealer and not playing
            shown.append(ShownSeat(seat.name, place, seat.stack, deals, _note(seat, playing), 0, None))
        else:
            shown.append(replace(seat_in_hand(cards, place, board), name=seat.name))
    return tuple(shown)


def _note(seat: SeatInfo, playing: bool) -> str:
    """Return why a player has no cards."""
    if seat.sitting_out:
        return "Sits out"
    if not seat.in_play:
        return "Out of chips"
    return "In from the next hand" if playing else ""
