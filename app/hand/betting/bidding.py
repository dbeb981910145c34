"""Auctions: in turn, each bid above the last, or out for good; or all at once in secret, the highest bid winning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from app.hand.action import Action, seat_text
from app.hand.ask import Ask, Prompt
from app.hand.chips import pay_dead
from app.hand.refusal import Refusal
from app.hand.state import State
from app.hand.turns import chips_of, not_your_turn


@dataclass(frozen=True, slots=True)
class Auction:
    """The seats still to bid, the next first; the highest bid and its seat.

    In a ``sealed`` one, ``bids`` are the chips of each seat that has bid, 0 for none; the highest is known, and has a
    leader, once nobody is waited for any more.
    """

    waiting: tuple[int, ...]
    high: int = 0
    leader: int | None = None
    sealed: bool = False
    bids: Mapping[int, int] = field(default_factory=dict)

    @property
    def over(self) -> bool:
        """Whether there is nobody left to bid against the leader."""
        return not self.waiting or self.waiting == (self.leader,)


def open_auction(state: State, *, sealed: bool = False) -> Auction:
    """Everybody still in may bid, from the dealer's left; who has no chips cannot."""
    return Auction(tuple(seat for seat in state.live if state.players[seat].stack != 0), sealed=sealed)


def auction_asks(state: State, auction: Auction, cap: int) -> tuple[Ask, ...]:
    """What the next bidder may do; where the bids are sealed, what each of them may, until all are in."""
    if not auction.sealed:
        return _asks_of(state, auction, auction.waiting[0], cap)
    return tuple(
        ask for seat in sorted((*auction.waiting, *auction.bids)) for ask in _asks_of(state, auction, seat, cap)
    )


def bid(state: State, auction: Auction, action: Action, *, once: bool, cap: int) -> Auction | Refusal:
    """The auction after a bid or a pass, or why it is refused."""
    if auction.sealed:
        return _sealed_bid(state, auction, action, cap)
    seat = auction.waiting[0]
    if problem := not_your_turn(state, action, seat, "bid"):
        return problem
    rest = auction.waiting[1:]
    amount = _amount(state, auction, action, seat, cap)
    if isinstance(amount, Refusal):
        return amount
    if amount == 0:
        return replace(auction, waiting=rest)
    return Auction(rest if once else (*rest, seat), amount, seat)


def settle_auction(state: State, auction: Auction) -> State:
    """The state after sealed bids are opened and the winner has paid the bid into the pot."""
    if auction.leader is None:
        return state
    if auction.sealed:
        each = (f"{state.name(seat)} {auction.bids[seat] or 'nothing'}" for seat in sorted(auction.bids))
        state = state.say(f"Bids: {'; '.join(each)}")
    name = state.name(auction.leader)
    tied = list(auction.bids.values()).count(auction.high) > 1
    why = ", first from the dealer's left" if tied else ""
    return pay_dead(state, auction.leader, auction.high).say(f"{name} wins the auction for {auction.high}{why}")


def bid_prompt(state: State, auction: Auction, cap: int, what: str) -> Prompt:
    """The question to the next bidder, or to all where the bids are sealed; ``what`` says what the bids are for."""
    seat = auction.waiting[0]
    if auction.sealed:
        text = f"Everyone bids {what}, in secret"
        return Prompt("offer", "Sealed bids", text, auction_asks(state, auction, cap), seat)
    high = f", {auction.high} bid so far" if auction.high else ""
    return Prompt("offer", "Auction", f"{state.name(seat)} bids {what}{high}", auction_asks(state, auction, cap), seat)


def bid_call(state: State, auction: Auction, what: str) -> str:
    """What is up for auction, and who bids first; every later bid is made aloud."""
    if auction.sealed:
        return f"{what} is up for auction: everyone bids in secret"
    first = open_auction(state).waiting == auction.waiting and not auction.high
    return f"{what} is up for auction: {state.name(auction.waiting[0])} bids first" if first else ""


def bid_words(auction: Auction, seat: int) -> str:
    """What a player has bid under the seal; empty while nothing has come."""
    if seat not in auction.bids:
        return ""
    return f"bid {auction.bids[seat]}" if auction.bids[seat] else "no bid"


def _asks_of(state: State, auction: Auction, seat: int, cap: int) -> tuple[Ask, ...]:
    who = seat_text(seat)
    asks = [Ask(f"{who} no", "No thanks", seat)]
    least, most = auction.high + 1, _most(state, seat, cap)
    if most is None or least <= most:
        bound = "" if most is None else str(most)
        action = f"{who} bid {least}" if least == most else f"{who} bid {least}..{bound}"
        asks.insert(0, Ask(action, f"Bid {least}" if least == most else "Bid", seat, low=least, high=most))
    return tuple(asks)


def _sealed_bid(state: State, auction: Auction, action: Action, cap: int) -> Auction | Refusal:
    """A bid may be changed until all are in; of equal highest bids the first from the dealer's left wins."""
    seat = action.seat
    if seat is None or (seat not in auction.waiting and seat not in auction.bids):
        who = "the dealer" if seat is None else state.name(seat)
        return Refusal(f"{who} does not bid in this auction")
    amount = _amount(state, auction, action, seat, cap)
    if isinstance(amount, Refusal):
        return amount
    bids = {**auction.bids, seat: amount}
    waiting = tuple(one for one in auction.waiting if one != seat)
    after = replace(auction, waiting=waiting, bids=bids)
    highest = max(bids.values())
    if waiting or not highest:
        return after
    return replace(after, high=highest, leader=min(one for one, chips in bids.items() if chips == highest))


def _amount(state: State, auction: Auction, action: Action, seat: int, cap: int) -> int | Refusal:
    """The chips bid, 0 for a pass, or why they cannot be."""
    if action.verb == "no":
        return 0
    amount = chips_of(action)
    if isinstance(amount, Refusal):
        return amount
    if amount <= auction.high:
        return Refusal(f"a bid must be above {auction.high}")
    most = _most(state, seat, cap)
    if most is not None and amount > most:
        return Refusal(f"{state.name(seat)} can bid at most {most}")
    return amount


def _most(state: State, seat: int, cap: int) -> int | None:
    stack = state.players[seat].stack
    bounds = [bound for bound in (stack, cap or None) if bound is not None]
    return min(bounds) if bounds else None
