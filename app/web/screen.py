"""Everything that the dealer's screen renders, in one documented value."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.hand.view import DEALER, sealed, view
from app.night import LiveHand, LogLine, log_lines
from app.web.board import Board, Lying, board, columns_of, place_of
from app.web.look import Look
from app.web.pad import Pad, pad_of


@dataclass(frozen=True, slots=True)
class Seat:
    """One player on the screen. ``place`` are the classes that say where; ``arm`` is the address that looks at it."""

    lying: Lying
    place: str
    armed: bool
    arm: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Why a tap was not taken; ``ruling`` is what to post so that it stands all the same, if it can."""

    text: str
    ruling: str = ""


@dataclass(frozen=True, slots=True)
class Screen:
    """The dealer's screen of one hand. ``seen`` counts the entries it has seen; ``columns`` of seats lie in a row.

    ``at`` is where the night stood when this was made, as the live feed has it.
    """

    key: str
    at: str
    hand: int
    seen: int
    board: Board
    pad: Pad
    look: Look
    seats: tuple[Seat, ...]
    columns: int
    log: tuple[LogLine, ...]
    notice: Notice | None


def screen(key: str, at: str, live: LiveHand, look: Look, notice: Notice | None = None) -> Screen:
    """The screen of a hand as it is now, looked at in this way."""
    state = live.state
    seen = view(state, DEALER)
    pad = pad_of(state, seen.prompt, look)
    lies = board(seen)
    count = len(lies.seats)
    armed = pad.seat if pad.seat is not None else seen.to_act
    return Screen(
        key=key,
        at=at,
        hand=live.hand.id,
        seen=live.number,
        board=lies,
        pad=pad,
        look=look,
        seats=tuple(
            Seat(one, place_of(seat, count), armed == seat, pad.armable.get(seat, ""))
            for seat, one in enumerate(lies.seats)
        ),
        columns=columns_of(count),
        log=_log(live) if look.log else (),
        notice=notice,
    )


def _log(live: LiveHand) -> tuple[LogLine, ...]:
    """The log, the latest first. What is declared under a seal is not read there either, until all are in."""
    lines = reversed(log_lines(live))
    if not sealed(live.state):
        return tuple(lines)
    return tuple(replace(line, words="A sealed declaration") if " declare " in line.text else line for line in lines)
