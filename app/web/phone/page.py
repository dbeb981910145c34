"""The values on a player's phone: one seat's own view of the night, and no more."""

from __future__ import annotations

from dataclasses import dataclass, replace

from markupsafe import Markup

from app.evening.worth import Worth
from app.hand.view import SPECTATOR, Viewer
from app.night import nights
from app.night.history import past_nights
from app.night.history.past_nights import Closing
from app.night.log.replay import Broken, LiveHand
from app.night.people.seats import SeatInfo, state_now
from app.night.screens import Screen
from app.night.table import TableHand
from app.web.http.lookup import coming
from app.web.phone.door import Doorbell, Held, doorbell
from app.web.phone.headline import MENDING, Headline, between_headline, hand_headline
from app.web.phone.question import SealedQuestion, question_for
from app.web.phone.tonight import Tonight, tonight_of
from app.web.phone.wishes import Wishes, wishes_of
from app.web.table.board import Board, SeatCards
from app.web.table.closing import BestHand, best_hand
from app.web.table.shown import shown_to


@dataclass(frozen=True, slots=True)
class PhonePage:
    """A player's phone. ``version`` is the night's version, as the live feed has it; ``hand`` the hand's id.

    ``me`` is None where this player is not in the hand, ``board`` where there is none; then ``tonight`` says how the
    night has gone. ``others`` are the seats of the others, drawn. ``wishes`` is None once this player has gone home.
    ``stack`` is None where chips are not tracked, ``to_call`` where no bet is made or this player makes none. ``last``
    says who won the hand before, and ``coming`` what is done with the next one. ``doorbell`` tells of other devices
    that have this page open or ask to.
    """

    key: str
    version: str
    hand: int
    info: SeatInfo
    headline: Headline
    board: Board | None = None
    me: SeatCards | None = None
    others: tuple[Markup, ...] = ()
    stack: int | None = None
    to_call: int | None = None
    question: SealedQuestion | None = None
    last: str = ""
    over: bool = False
    coming: str = ""
    wishes: Wishes | None = None
    tonight: Tonight | None = None
    worth: Worth = Worth()
    closing: Closing | None = None
    best: BestHand | None = None
    doorbell: Doorbell | None = None


def phone_page(key: str, phone: Held) -> PhonePage:
    """Return a phone as it is now, under the address by which it was asked for."""
    screen = phone.screen
    table = screen.table
    info = next(info for info in table.everybody if info.id == phone.seat.id)
    hand = None if table.ended_at or info.left else table.hand
    if hand is None:
        page = _between(key, screen, info)
    else:
        page = replace(_during(key, screen, info, hand), coming=coming(table, table.waiting))
    return replace(page, wishes=wishes_of(table, info, at_hand=hand is not None), doorbell=doorbell(phone.access))


def _during(key: str, screen: Screen, info: SeatInfo, hand: TableHand) -> PhonePage:
    """Return the phone while a hand lies on the table."""
    loaded = screen.live(hand)
    if not isinstance(loaded, Broken):
        return _at_hand(key, screen, info, loaded)
    if loaded.live is None:
        return PhonePage(key, screen.version, hand.id, info, MENDING, stack=info.stack)
    return _at_hand(key, screen, info, loaded.live, mending=True)


def _at_hand(key: str, screen: Screen, info: SeatInfo, live: LiveHand, *, mending: bool = False) -> PhonePage:
    """Return the phone during a hand, without a question while the dealer is mending it."""
    own_seat = live.hand.seat_ids.index(info.id) if info.id in live.hand.seat_ids else None
    viewer = SPECTATOR if own_seat is None else Viewer("player", own_seat)
    shown = shown_to(viewer, screen.table, live, lambda: state_now(live, screen.table), screen.table.played_for)
    table, seen = shown.board, shown.board.view
    me = None if own_seat is None else table.seats[own_seat]
    others = table.seats if own_seat is None else (*table.seats[own_seat + 1 :], *table.seats[:own_seat])
    question = None if mending or own_seat is None else question_for(live, table, own_seat)
    waiting = sum(not seat.answered for seat in seen.seats if seat.seat in shown.asked)
    betting = seen.prompt.kind == "bet" and me is not None and me.view.status == "in"
    return PhonePage(
        key=key,
        version=screen.version,
        hand=live.hand.id,
        info=info,
        headline=MENDING if mending else hand_headline(live, table, me, question, waiting),
        board=table,
        me=me,
        others=tuple(shown.draw("phone/_other.html", seat) for seat in others),
        stack=info.stack if me is None else me.view.stack,
        to_call=me.view.to_call if me is not None and betting else None,
        question=question,
        over=live.over,
        worth=screen.table.played_for,
    )


def _between(key: str, screen: Screen, info: SeatInfo) -> PhonePage:
    """Return the phone where no hand is on the table, or this player has gone home."""
    table = screen.table
    ended = past_nights.closing(nights.night_by_id(table.id)) if table.ended_at is not None else None
    return PhonePage(
        key=key,
        version=screen.version,
        hand=0,
        info=info,
        headline=between_headline(table, info),
        stack=info.stack,
        last="" if ended is not None else _winners(table.last_hand),
        worth=table.played_for,
        closing=ended,
        best=best_hand(ended.best, ended.best_pot) if ended is not None else None,
        tonight=tonight_of(table, info) if ended is None else None,
    )


def _winners(hand: TableHand | None) -> str:
    """Return who won a hand, in words; empty where it has not come to an end."""
    winners = hand.winners if hand is not None else ()
    return ", ".join(f"{name} got {amount}" for name, amount in winners)
