"""The values on the dealer's screen."""

from __future__ import annotations

from dataclasses import dataclass

from app.hand.action import Action
from app.hand.notation import write_action
from app.hand.view import DEALER, view
from app.night.log.replay import LiveHand, LogLine
from app.night.log.sealing import log_lines
from app.night.people.seats import state_now
from app.night.table import Table
from app.web.dealer.room import Room
from app.web.pad.focus import Focus, focus_text
from app.web.pad.out_of_order import FOR_ANYBODY
from app.web.pad.pads import pad_of
from app.web.pad.parts import Pad
from app.web.pad.straying import ONE_MORE, OUT
from app.web.table.board import Board, SeatCards, board
from app.web.table.layout import columns, tablet_place


@dataclass(frozen=True, slots=True)
class TabletSeat:
    """One player on the tablet: what lies in front of them, and the classes that say where that is.

    The pad is for the ``armed`` seat, and for its next card if that is ``awaited``. Posting ``arm`` arms another seat.
    """

    on_table: SeatCards
    place: str
    armed: bool
    awaited: bool
    arm: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Why a tap was refused; posting ``ruling`` enters it all the same, where the dealer may rule so."""

    text: str
    ruling: str = ""


@dataclass(frozen=True, slots=True)
class DealerPage:
    """The dealer's screen of one hand. ``seen`` counts the entries that it has seen; ``columns`` seats lie in a row.

    ``version`` is the night's version when this was made, as the live feed has it. ``announcement_id`` changes with
    every announcement, also where the next one has the same words. ``misdeal``, ``redeal`` and ``deck_out`` are the
    actions that can be entered at any time, ``stray`` arms the pad for a card that nobody asks for, ``out_of_order``
    the one for what else a table lets stand. ``room`` is what the room wants beside the hand; ``example``: the night is
    one.
    ``asks_if_round``: whether the tablet goes round with the deal is still to be said.
    """

    key: str
    version: str
    hand: int
    hand_number: int
    seen: int
    announcement_id: str
    board: Board
    pad: Pad
    focus: Focus
    seats: tuple[TabletSeat, ...]
    columns: int
    log: tuple[LogLine, ...]
    notice: Notice | None
    room: Room
    example: bool
    asks_if_round: bool = False
    misdeal: str = write_action(Action("misdeal"))
    redeal: str = write_action(Action("redeal"))
    deck_out: str = OUT
    stray: str = focus_text(0, ONE_MORE)
    out_of_order: str = FOR_ANYBODY


def dealer_page(
    key: str,
    version: str,
    live: LiveHand,
    focus: Focus,
    night: Table,
    notice: Notice | None = None,
    nearest: int | None = None,
    room: Room | None = None,
) -> DealerPage:
    """Return the screen of a hand with what the dealer looks at; ``nearest`` is the dealer's seat if not given."""
    state = state_now(live, night)
    seen = view(state, DEALER)
    pad = pad_of(state, seen.prompt, focus)
    table = board(seen, night.played_for)
    return DealerPage(
        key=key,
        version=version,
        hand=live.hand.id,
        hand_number=live.hand.number,
        seen=live.number,
        announcement_id=f"{live.hand.id}.{table.announcement_id}",
        board=table,
        pad=pad,
        focus=focus,
        seats=_seats(table, pad, nearest),
        columns=columns(len(table.seats)),
        log=tuple(reversed(log_lines(live))) if focus.log else (),
        notice=notice,
        room=room or Room(),
        example=night.example,
    )


def _seats(table: Board, pad: Pad, nearest: int | None) -> tuple[TabletSeat, ...]:
    count = len(table.seats)
    nearest = count - 1 if nearest is None else nearest
    armed = table.view.to_act if pad.seat is None else pad.seat
    return tuple(
        TabletSeat(
            on_table=cards,
            place=tablet_place(seat, count, nearest),
            armed=seat == armed,
            awaited=seat == armed and pad.kind == "card" and not cards.hands,
            arm=pad.armable.get(seat, ""),
        )
        for seat, cards in enumerate(table.seats)
    )
