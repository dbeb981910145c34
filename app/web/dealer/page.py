"""The page object of the dealer's screen, and this browser's choices for it: the nearest seat, and hints."""

from __future__ import annotations

from collections.abc import Sequence

from app.dataclass import dataclass
from app.games.steps.deal import Common
from app.hand.action import Action
from app.hand.notation import write_action
from app.hand.view import DEALER, view
from app.night.acts.activity import last_answer, leaving_seats
from app.night.log.replay import LiveHand, LogLine
from app.night.log.sealing import log_lines
from app.night.people.roster import Person
from app.night.people.seats import SeatInfo
from app.night.screens import Table, state_now, version_text
from app.web.dealer.hints import Hint, hint_for
from app.web.http.browser import NightChoices
from app.web.http.lookup import out_of_chips, phone_requests, queued_decisions, shown_text
from app.web.pad.cards import OUT
from app.web.pad.pads import pad_of
from app.web.pad.parts import EXTRA_CARD, OUT_OF_ORDER, Focus, Pad, WildNaming, focus_text
from app.web.table.board import Board, SeatCards
from app.web.table.seats import columns, tablet_place

#: Whether hints are shown, by night.
shows_hints = NightChoices("hint-marks", old="hints")
#: The nearest seat's id, by night: the tablet stays with that player.
nearest = NightChoices("near-marks", old="near")
#: Stored instead of a seat id if the tablet goes round with the deal: the dealer's seat is then the nearest.
GOES_ROUND = 0


@dataclass(frozen=True, slots=True)
class TabletSeat:
    """A player on the tablet, drawn from these values alone.

    ``on_table``: their cards and chips. ``place``: the CSS classes that position them. ``armed``: whether the pad is
    for this seat. ``awaited``: whether it waits for this seat's next card. ``arm``: the value to post to arm the seat.
    ``opens``: why the player opens. ``opens_aside``: whether only screen readers get that. ``answered``: the words for
    a sealed answer.
    """

    id: int
    on_table: SeatCards
    badge: Person | None
    place: str
    armed: bool
    awaited: bool
    arm: str
    opens: str
    opens_aside: bool
    answered: str


def _tablet_seats(board: Board, pad: Pad, seat_ids: Sequence[int], near: int, table: Table) -> tuple[TabletSeat, ...]:
    armed = board.view.to_act if pad.seat is None else pad.seat
    return tuple(
        TabletSeat(
            id=seat_id,
            on_table=cards,
            badge=table.badges.get(seat_id),
            place=tablet_place(seat, len(seat_ids), near),
            armed=seat == armed,
            awaited=seat == armed and pad.kind == "card" and not cards.hands,
            arm=pad.armable.get(seat, ""),
            opens=board.opener_why if cards.view.opener else "",
            opens_aside=board.opener_shown or bool(cards.drew),
            answered=board.answered.lower() if cards.view.answered else "",
        )
        for seat, (seat_id, cards) in enumerate(zip(seat_ids, board.seats, strict=True))
    )


@dataclass(frozen=True, slots=True)
class Notice:
    """Why a tap was refused.

    ``ruling``: the lines to post to enter it by the dealer's ruling, if that is possible. ``action``: these in words.
    ``correct``: the number of an earlier action that named the tapped card; 0 if none did.
    """

    text: str
    ruling: str = ""
    action: str = ""
    correct: int = 0


class Notices:
    """Requests and notices for the dealer beside the hand.

    ``asked``: the requests from phones. ``television``: what televisions show instead of the table. At the settlement,
    ``broke``: the players out of chips who have yet to decide; ``answered``: what the others will do, and who is away
    although a correction gave them chips; ``last_answer``: the log line of the latest decision, for Undo.
    """

    def __init__(self, table: Table, live: LiveHand) -> None:
        self.asked, self.television = phone_requests(table), shown_text(table)
        dealt = zip(live.hand.seat_ids, live.state.players, strict=True) if live.over and not table.ended_at else ()
        stacks, changed = {seat: player.stack for seat, player in dealt}, bool(live.taken_back)
        # Seats are read only if a player has lost all their chips, or may have before something was corrected.
        everybody = table.everybody if changed or 0 in stacks.values() else ()
        seats = [
            seat for seat in everybody if stacks.get(seat.id) == 0 or (changed and _away(seat) and seat.id in stacks)
        ]
        self.broke = out_of_chips(table, seats)
        undecided, coming = {seat.id for seat, _ in self.broke}, queued_decisions(table.waiting)
        decided = [seat for seat in seats if seat.id not in undecided]
        self.answered = [_answer(seat, coming.get(seat.id, "")) for seat in decided]
        self.last_answer = last_answer(table.id, live.hand.id, {seat.id for seat in decided}) if decided else None


def _away(seat: SeatInfo) -> bool:
    return seat.sitting_out or seat.left


def _answer(seat: SeatInfo, coming: str) -> str:
    if coming and not seat.stack and not seat.left:
        return f"{coming}, from the next hand"
    if seat.left:
        return f"{seat.name} has gone home"
    return f"{seat.name} sits out" if seat.sitting_out else f"{seat.name} has {seat.stack}"


class DealerPage:
    """The dealer's screen of one hand, in this ``focus``.

    ``version``: the night's version. ``seen``: the number of log entries shown. ``columns``: the seats per row.
    ``announcement_id``: changes with every announcement, even one with the same words. ``asks_if_round``: whether to
    ask if the tablet goes round with the deal. ``question``: what the pad asks, for screen readers. ``names_wild``:
    whether the dealer names wild cards. ``common``: whether the game has a row of common cards. ``stray`` and
    ``out_of_order``: the focus for a stray card, and for other acts that the dealer may let stand, of whichever seat is
    asked next: the menu is not redrawn during a hand.
    """

    misdeal = write_action(Action("misdeal"))
    redeal = write_action(Action("redeal"))
    deck_out = OUT
    name_wild = str(WildNaming())
    stray = focus_text(None, EXTRA_CARD)
    out_of_order = focus_text(None, OUT_OF_ORDER)

    def __init__(self, key: str, live: LiveHand, focus: Focus, table: Table, notice: Notice | None) -> None:
        state = state_now(live, table)
        seen = view(state, DEALER)
        # The changes were counted before the hand was read, so a screen may seem older than it is, never newer.
        self.version = version_text(table.changes, live.hand.number, live.number)
        self.key, self.example, self.focus, self.notice = key, table.example, focus, notice
        self.hand, self.hand_number, self.seen = live.hand.id, live.hand.number, live.number
        self.can_redo = live.can_redo
        self.board = Board(seen, table.played_for)
        self.common = any(isinstance(step, Common) and step.own and not step.places for step in state.game.script)
        self.names_wild = any(rule.you_judge for rule in state.game.wild) and state.result is None
        leaving = live.hand.seats_of(leaving_seats(table.waiting))
        self.pad = pad_of(state, seen.prompt, focus, leaving)
        alone = self.pad.label == self.board.text  # the question stands above the name of the player whose pad it is
        self.question = f"{self.board.text}: {self.pad.text}" if alone else self.pad.text
        self.announcement_id = f"{self.hand}.{self.board.announcement_id}"
        self.columns = columns(len(self.board.seats))
        near = nearest_seat(key, live.hand.seat_ids)
        self.seats = _tablet_seats(self.board, self.pad, live.hand.seat_ids, near, table)
        self.log: tuple[LogLine, ...] = tuple(reversed(log_lines(live))) if focus.log else ()
        self.asks_if_round = not (live.number or self.board.announcement or nearest.get(key) is not None)
        self.notices = Notices(table, live)
        self.hint: Hint | None = None
        if shows_hints.get(key, table.example) or (table.example and live.over):
            self.hint = hint_for(live, seen.prompt, self.pad, example=table.example, aside=focus.aside)


def nearest_seat(key: str, seat_ids: Sequence[int]) -> int:
    """Return the index of a hand's nearest seat: the one chosen, or else the dealer's, which is the last."""
    seat_id = nearest.get(key)
    return seat_ids.index(seat_id) if seat_id in seat_ids else len(seat_ids) - 1


def turn_table(key: str, seat_ids: Sequence[int], by: int) -> None:
    """Turn the table by this many seats, and let the tablet stay with the player who is then nearest."""
    nearest.put(key, seat_ids[(nearest_seat(key, seat_ids) + by) % len(seat_ids)])
