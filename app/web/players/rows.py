"""The rows of the players page: who sits where, with the chips that they have at this moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.evening.acts import ComeBack, Leave, Rearrange, SitOut
from app.night.acts.activity import ActLine
from app.night.log import loading
from app.night.log.replay import Broken, LiveHand
from app.night.models import Night
from app.night.people.seats import SeatInfo, last_buys
from app.night.play import call
from app.web.http.lookup import USUAL_BUY_IN
from app.words import act_coming


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player at the table.

    ``stack`` are the chips before them now, and ``in_pot`` those that they have put into the hand being played.
    ``coming`` is what waits for the next hand, without their name; ``leaving`` and ``sitting`` tell what of it they
    need no button for any more. ``buys`` is what they bought last.
    """

    seat: SeatInfo
    stack: int | None
    in_pot: int
    coming: tuple[str, ...]
    leaving: bool
    sitting: bool
    buys: int

    @property
    def out_of_chips(self) -> bool:
        """Whether no hand is dealt to this player until they buy chips."""
        return self.stack == 0 and not self.in_pot and not self.seat.sitting_out

    @property
    def net(self) -> int:
        """Chips won so far, without those in the pot of this hand."""
        return (self.stack or 0) + self.in_pot + self.seat.cashed - self.seat.bought


def hand_being_played(night: Night) -> LiveHand | None:
    """Return the hand that is being played, if there is one."""
    hand = call.current_hand(night)
    if hand is None or hand.finished_at is not None:
        return None
    live = loading.live_hand(hand.id)
    return live.live if isinstance(live, Broken) else live


def player_rows(
    night: Night, seats: Sequence[SeatInfo], live: LiveHand | None, waiting: Sequence[ActLine]
) -> list[PlayerRow]:
    """Return the players at the table, clockwise, as they are going to sit."""
    acts = [line.act for line in waiting if line.status == "waiting"]
    chips = chips_now(live)
    bought = last_buys(night.id) if night.tracked else {}
    rows = []
    for seat in seats:
        own = [act for act in acts if getattr(act, "seat", None) == seat.id]
        stack, in_pot = chips.get(seat.id, (seat.stack, 0))
        rows.append(
            PlayerRow(
                seat=seat,
                stack=stack if night.tracked else None,
                in_pot=in_pot if night.tracked else 0,
                coming=tuple(act_coming(act).removeprefix(f"{seat.name} ") for act in own),
                leaving=any(isinstance(act, Leave) for act in own),
                sitting=any(isinstance(act, SitOut | ComeBack) for act in own),
                buys=bought.get(seat.player_id, USUAL_BUY_IN),
            )
        )
    moved = next((act.seats for act in reversed(acts) if isinstance(act, Rearrange)), ())
    order = {seat_id: place for place, seat_id in enumerate(moved)}
    return sorted(rows, key=lambda row: order.get(row.seat.id, len(order)))


def chips_now(live: LiveHand | None) -> Mapping[int, tuple[int | None, int]]:
    """Return, by seat, the chips before each player of a hand, and those that they have put into it."""
    if live is None:
        return {}
    dealt = zip(live.hand.seat_ids, live.hand.setup.stacks, live.state.players, strict=True)
    return {
        seat: (player.stack, 0 if before is None or player.stack is None else before - player.stack)
        for seat, before, player in dealt
    }
