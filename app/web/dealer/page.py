"""The dealer's screen of a hand."""

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
from app.web.pad.betting import FOR_ANYBODY
from app.web.pad.focus import Focus, focus_text
from app.web.pad.pads import ONE_MORE, OUT, pad_of
from app.web.table.board import Board, SeatCards
from app.web.table.seats import columns, tablet_place


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


class DealerPage:
    """The dealer's screen of one hand, as ``focus`` looks at it. ``version`` is the night's when this was made.

    ``seen`` counts the entries that it has seen, ``columns`` the seats in a row; ``nearest`` is the dealer's seat if
    none is given. ``announcement_id`` changes with every announcement, also where the next one has the same words.
    ``room`` is what the room wants beside the hand. ``asks_if_round``: whether the tablet goes round with the deal is
    still to be said. The actions below can be entered at any time; ``stray`` arms the pad for a card that nobody asks
    for, ``out_of_order`` for what else a table lets stand.
    """

    misdeal = write_action(Action("misdeal"))
    redeal = write_action(Action("redeal"))
    deck_out = OUT
    stray = focus_text(0, ONE_MORE)
    out_of_order = FOR_ANYBODY

    def __init__(
        self,
        key: str,
        version: str,
        live: LiveHand,
        focus: Focus,
        table: Table,
        *,
        notice: Notice | None = None,
        nearest: int | None = None,
        nearest_chosen: bool = True,
        room: Room | None = None,
    ) -> None:
        state = state_now(live, table)
        seen = view(state, DEALER)
        self.key, self.version, self.example = key, version, table.example
        self.hand, self.hand_number, self.seen = live.hand.id, live.hand.number, live.number
        self.focus, self.notice, self.room = focus, notice, room or Room()
        self.board = Board(seen, table.played_for)
        self.pad = pad_of(state, seen.prompt, focus)
        self.announcement_id = f"{self.hand}.{self.board.announcement_id}"
        self.columns = columns(len(self.board.seats))
        self.seats = self._seats(len(self.board.seats) - 1 if nearest is None else nearest)
        self.log: tuple[LogLine, ...] = tuple(reversed(log_lines(live))) if focus.log else ()
        self.asks_if_round = not (live.number or self.board.announcement or nearest_chosen)

    def _seats(self, nearest: int) -> tuple[TabletSeat, ...]:
        pad, count = self.pad, len(self.board.seats)
        armed = self.board.view.to_act if pad.seat is None else pad.seat
        return tuple(
            TabletSeat(
                on_table=cards,
                place=tablet_place(seat, count, nearest),
                armed=seat == armed,
                awaited=seat == armed and pad.kind == "card" and not cards.hands,
                arm=pad.armable.get(seat, ""),
            )
            for seat, cards in enumerate(self.board.seats)
        )
