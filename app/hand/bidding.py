"""An auction from the dealer's left: each bid above the last, or out for good."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.hand.actions import Action, seat_text
from app.hand.chips import pay_dead
from app.hand.prompt import Ask
from app.hand.refusal import Refusal
from app.hand.state import State
from app.hand.turns import chips_of, not_your_turn


@dataclass(frozen=True, slots=True)
class Auction:
    """The seats still bidding, the next first; the highest bid and its seat."""

    waiting: tuple[int, ...]
    high: int = 0
    leader: int | None = None

    @property
    def over(self) -> bool:
        """Whether there is nobody left to bid against the leader."""
        return not self.waiting or self.waiting == (self.leader,)


def open_auction(state: State) -> Auction:
    """Everybody still in may bid, from the dealer's left; who has no chips cannot."""
    return Auction(tuple(seat for seat in state.live if state.players[seat].stack != 0))


def auction_asks(state: State, auction: Auction, cap: int) -> tuple[Ask, ...]:
    """What the next bidder may do."""
    seat = auction.waiting[0]
    who = seat_text(seat)
    asks = [Ask(f"{who} no", "No thanks", seat)]
    least, most = auction.high + 1, _most(state, seat, cap)
    if most is None or least <= most:
        bound = "" if most is None else str(most)
        action = f"{who} bid {least}" if least == most else f"{who} bid {least}..{bound}"
        asks.insert(0, Ask(action, f"Bid {least}" if least == most else "Bid", seat, low=least, high=most))
    return tuple(asks)


def bid(state: State, auction: Auction, action: Action, *, once: bool, cap: int) -> Auction | Refusal:
    """The auction after a bid or a pass, or why it is refused."""
    seat = auction.waiting[0]
    if problem := not_your_turn(state, action, seat, "bid"):
        return problem
    rest = auction.waiting[1:]
    if action.verb == "no":
        return replace(auction, waiting=rest)
    amount = chips_of(action)
    if isinstance(amount, Refusal):
        return amount
    if amount <= auction.high:
        return Refusal(f"a bid must be above {auction.high}")
    most = _most(state, seat, cap)
    if most is not None and amount > most:
        return Refusal(f"{state.name(seat)} can bid at most {most}")
    return Auction(rest if once else (*rest, seat), amount, seat)


def settle_auction(state: State, auction: Auction) -> State:
    """The state after the winner has paid the bid into the pot."""
    if auction.leader is None:
        return state
    name = state.name(auction.leader)
    return pay_dead(state, auction.leader, auction.high).say(f"{name} wins the auction for {auction.high}")


def _most(state: State, seat: int, cap: int) -> int | None:
    stack = state.players[seat].stack
    bounds = [bound for bound in (stack, cap or None) if bound is not None]
    return min(bounds) if bounds else None
