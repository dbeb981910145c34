"""The hand of the night as screens draw it when the night is over: its largest pot, with the cards that were shown."""

from __future__ import annotations

from dataclasses import dataclass

from app.hand.state import State
from app.hand.view import TELEVISION, view
from app.web.table.board import SeatCards, board


@dataclass(frozen=True, slots=True)
class BestHand:
    """The hand with the largest pot: who won so much of it, and with what cards in sight."""

    game_name: str
    pot: int
    winners: tuple[SeatCards, ...]


def best_hand(state: State | None, pot: int) -> BestHand | None:
    """Return a finished hand as the whole table has seen it; None where there is none to show."""
    if state is None:
        return None
    table = board(view(state, TELEVISION))
    won = sorted((seat for seat in table.seats if seat.view.won), key=lambda seat: -seat.view.won)
    return BestHand(table.view.game_name, pot, tuple(won[:2]))
