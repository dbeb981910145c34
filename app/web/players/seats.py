"""The seats of the players page: who sits where, with which chips at this moment, and how they can go home."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.hand.play import prompt
from app.hand.steps.bet import BringsIn
from app.night.acts.activity import ActLine
from app.night.acts.people import ComeBack, Leave, Rearrange, SitOut
from app.night.log import loading
from app.night.log.replay import Broken, LiveHand
from app.night.models import Night
from app.night.people.seats import SeatInfo, last_buys
from app.night.play import call
from app.night.play.call import fold_by_ruling
from app.web.http.lookup import USUAL_BUY_IN


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


@dataclass(frozen=True, slots=True)
class Way:
    """A button that lets a player go; ``when`` is what it posts, ``words`` its label."""

    when: str
    words: str


@dataclass(frozen=True, slots=True)
class Leaving:
    """The question before a player goes home: the button that asks it, its text, and the buttons that answer it."""

    words: str
    text: str
    ways: tuple[Way, ...]


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
    chips = _chips_now(live)
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
                coming=tuple(act.coming().removeprefix(f"{seat.name} ") for act in own),
                leaving=any(isinstance(act, Leave) for act in own),
                sitting=any(isinstance(act, SitOut | ComeBack) for act in own),
                buys=bought.get(seat.player_id, USUAL_BUY_IN),
            )
        )
    moved = next((act.seats for act in reversed(acts) if isinstance(act, Rearrange)), ())
    order = {seat_id: place for place, seat_id in enumerate(moved)}
    return sorted(rows, key=lambda row: order.get(row.seat.id, len(order)))


def leaving_of(row: PlayerRow, live: LiveHand | None) -> Leaving:
    """Return the question before a player goes home."""
    name, stack = row.seat.name, row.stack
    takes = "" if stack is None else f"{name} takes {stack} home. "
    return Leaving(
        words="Leave" if stack is None else f"Leave with {stack}",
        text=f"{takes}The seat stays {name}’s for tonight.",
        ways=_ways(row.seat, live),
    )


def _ways(player: SeatInfo, live: LiveHand | None) -> tuple[Way, ...]:
    seat_ids = live.hand.seat_ids if live is not None else ()
    seat = seat_ids.index(player.id) if player.id in seat_ids else None
    if live is None or seat is None or live.over or not live.state.players[seat].live:
        return (Way("", f"{player.name} leaves"),)
    after = Way("", "After this hand")
    if live.state.players[seat].all_in:
        return (after,)
    asked = prompt(live.state)
    if asked.seat == seat and isinstance(asked.question, BringsIn):
        return after, Way("turn", "Bring in now, fold at the next turn")
    fold = fold_by_ruling(live.state, seat)
    if fold is not None and not fold.ruling and asked.seat == seat:
        return after, Way("turn", "Fold now")
    in_turn = Way("turn", f"Fold when it is {player.name}’s turn")
    return (after, in_turn) if fold is None else (after, in_turn, Way("now", "Fold at once, out of turn"))


def _chips_now(live: LiveHand | None) -> Mapping[int, tuple[int | None, int]]:
    """Return, by seat, the chips before each player of a hand, and those that they have put into it."""
    if live is None:
        return {}
    dealt = zip(live.hand.seat_ids, live.hand.setup.stacks, live.state.players, strict=True)
    return {
        seat: (player.stack, 0 if before is None or player.stack is None else before - player.stack)
        for seat, before, player in dealt
    }
