"""Everything that the dealer's screen renders, in one documented value."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.hand.view import DEALER, view
from app.night import LiveHand, LogLine, log_lines, open_question
from app.web.pad.focus import Look
from app.web.pad.pads import Pad, pad_of
from app.web.table.board import Board, Lying, board, columns_of
from app.web.table.layout import place_of


@dataclass(frozen=True, slots=True)
class Seat:
    """One player on the screen. ``place`` are the classes that say where; ``arm`` is the address that looks at it.

    The next card of an ``awaited`` seat is what the pad is for.
    """

    lying: Lying
    place: str
    armed: bool
    awaited: bool
    arm: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Why a tap was not taken; ``ruling`` is what to post so that it stands all the same, if it can."""

    text: str
    ruling: str = ""


@dataclass(frozen=True, slots=True)
class Screen:
    """The dealer's screen of one hand. ``seen`` counts the entries it has seen; ``columns`` of seats lie in a row.

    ``at`` is where the night stood when this was made, as the live feed has it. ``told`` is the number of what was
    announced last: where that stays, nothing has been announced since, though the words be the same.
    """

    key: str
    at: str
    hand: int
    seen: int
    told: str
    board: Board
    pad: Pad
    look: Look
    seats: tuple[Seat, ...]
    columns: int
    log: tuple[LogLine, ...]
    notice: Notice | None


def screen(
    key: str, at: str, live: LiveHand, look: Look, notice: Notice | None = None, near: int | None = None
) -> Screen:
    """The screen of a hand as it is now, looked at in this way; ``near`` is the nearest seat, if not the dealer's."""
    state = live.state
    seen = view(state, DEALER)
    pad = pad_of(state, seen.prompt, look)
    lies = board(seen)
    count = len(lies.seats)
    armed = pad.seat if pad.seat is not None else seen.to_act
    nearest = count - 1 if near is None else near
    waits = pad.kind == "card"
    said = seen.announcements
    return Screen(
        key=key,
        at=at,
        hand=live.hand.id,
        seen=live.number,
        told=f"{live.hand.id}.{seen.count if seen.settlement else said[-1].after if said else ''}",
        board=lies,
        pad=pad,
        look=look,
        seats=tuple(
            Seat(
                one,
                place_of(seat, count, nearest),
                armed == seat,
                waits and armed == seat and not one.hands,
                pad.armable.get(seat, ""),
            )
            for seat, one in enumerate(lies.seats)
        ),
        columns=columns_of(count),
        log=_log(live) if look.log else (),
        notice=notice,
    )


def _log(live: LiveHand) -> tuple[LogLine, ...]:
    """The log, the latest first. What is answered under a seal is not read there either, until all are in."""
    question = open_question(live)
    lines = reversed(log_lines(live))
    return tuple(_sealed(line) if question is not None and line.number > question else line for line in lines)


def _sealed(line: LogLine) -> LogLine:
    words = "A sealed declaration" if " declare " in line.text else "A sealed bid"
    return replace(line, words=words, announcements=())
