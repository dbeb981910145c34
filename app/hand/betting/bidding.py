"""Auctions: in turn, each bid above the last, or out for good; or all at once in secret, the highest bid winning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from app.games.because import Because
from app.hand.action import BID, DECLINE, Action
from app.hand.ask import Ask, Prompt, Question, TakesAmount
from app.hand.chips import can_pay, pay_dead, payable
from app.hand.event import Event
from app.hand.refusal import Refusal
from app.hand.state import State
from app.hand.turns import not_your_turn


@dataclass(frozen=True, slots=True)
class Bidding:
    """The seats still to bid, the next first; the highest bid and its seat.

    ``bids`` are the chips that each seat has bid, at last where it has bid more than once. In a ``sealed`` auction they
    are 0 for a pass; the highest is known, and has a leader, once everybody has bid.
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

    @property
    def winner(self) -> int:
        """Who has won, in an auction that somebody won."""
        assert self.leader is not None
        return self.leader


@dataclass(frozen=True, slots=True)
class Bids(Question):
    """A player bids, or without a seat everyone does in secret. ``lot`` is what for, ``high`` the bid so far."""

    lot: Because | None = None
    high: int = 0
    sealed: bool = False


@dataclass(frozen=True, slots=True)
class BidsOpened(Event):
    """Sealed bids are opened: each bidder's chips, 0 for a pass."""

    bids: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class BidsPaid(Event):
    """Every bidder pays: the last bid of each."""

    bids: tuple[tuple[int, int], ...]


def open_auction(state: State, *, sealed: bool) -> Bidding:
    """Open the bidding to everybody still in with chips, from the dealer's left."""
    return Bidding(_bidders(state), sealed=sealed)


def _bidders(state: State) -> tuple[int, ...]:
    return tuple(seat for seat in state.live if can_pay(state, seat, 1))


def bid(state: State, bidding: Bidding, action: Action, *, once: bool, cap: int) -> Bidding | Refusal:
    """Return the bidding after a bid or a pass, or why it is refused."""
    if bidding.sealed:
        return _sealed_bid(state, bidding, action, cap)
    seat = bidding.waiting[0]
    if problem := not_your_turn(action, seat, "bid"):
        return problem
    rest = bidding.waiting[1:]
    amount = _amount(state, bidding, action, cap)
    if isinstance(amount, Refusal):
        return amount
    if amount == 0:
        return replace(bidding, waiting=rest)
    bids = {**bidding.bids, seat: amount}
    return Bidding(rest if once else (*rest, seat), amount, seat, bids=bids)


def settle_auction(state: State, bidding: Bidding, *, all_pay: bool = False) -> State:
    """Open sealed bids, and let the winner pay the bid into the pot; or every bidder, each the last bid made."""
    if bidding.leader is None:
        return state
    if bidding.sealed:
        state = state.announce(BidsOpened(tuple(sorted(bidding.bids.items()))))
    tied = list(bidding.bids.values()).count(bidding.high) > 1
    won = Because("wins the auction as first" if tied else "wins the auction", bidding.leader, amount=bidding.high)
    if not all_pay:
        return pay_dead(state, bidding.leader, payable(state, bidding.leader, bidding.high)).say(won)
    bids = tuple(sorted((seat, payable(state, seat, amount)) for seat, amount in bidding.bids.items() if amount))
    for seat, amount in bids:
        state = pay_dead(state, seat, amount)
    return state.say(won).announce(BidsPaid(bids))


def bid_prompt(state: State, bidding: Bidding, cap: int, lot: Because) -> Prompt:
    """Return the question to the next bidder, or to all where the bids are sealed; ``lot`` is what they bid for."""
    seat = bidding.waiting[0]
    question = Bids(None if bidding.sealed else seat, lot, bidding.high, bidding.sealed)
    return Prompt("offer", question, _bid_asks(state, bidding, cap), seat)


def bid_call(state: State, bidding: Bidding, lot: Because) -> Question | None:
    """Return what is up for auction, and who bids first; every later bid is made aloud."""
    if bidding.sealed:
        return Bids(None, lot, sealed=True)
    first = bidding.waiting == _bidders(state) and not bidding.high
    return Bids(bidding.waiting[0], lot) if first else None


def bid_answer(bidding: Bidding, seat: int) -> Action | None:
    """Return the bid or the pass that a player has made under the seal; None before."""
    if not bidding.sealed or seat not in bidding.bids:
        return None
    amount = bidding.bids[seat]
    return Action(BID, seat, amount=amount) if amount else Action(DECLINE, seat)


def _bid_asks(state: State, bidding: Bidding, cap: int) -> tuple[Ask, ...]:
    """Return what the next bidder may do; where the bids are sealed, what each of them may, until all are in."""
    seats = sorted((*bidding.waiting, *bidding.bids)) if bidding.sealed else bidding.waiting[:1]
    return tuple(ask for seat in seats for ask in _asks_of(state, bidding, seat, cap))


def _asks_of(state: State, bidding: Bidding, seat: int, cap: int) -> list[Ask]:
    asks = [Ask(Action(DECLINE, seat), manner="pass")]
    least, most = bidding.high + 1, _most(state, seat, cap)
    if most is None or least < most:
        asks.insert(0, Ask(Action(BID, seat), TakesAmount(least, most), manner="bid"))
    elif least == most:
        asks.insert(0, Ask(Action(BID, seat, amount=least), manner="bid", chips=least))
    return asks


def _sealed_bid(state: State, bidding: Bidding, action: Action, cap: int) -> Bidding | Refusal:
    """Return the bidding after a sealed bid, which replaces an earlier one; the first seat wins of equal high bids."""
    seat = action.player
    if seat not in bidding.waiting and seat not in bidding.bids:
        return Refusal("does not bid", seat)
    amount = _amount(state, bidding, action, cap)
    if isinstance(amount, Refusal):
        return amount
    bids = {**bidding.bids, seat: amount}
    waiting = tuple(other for other in bidding.waiting if other != seat)
    after = replace(bidding, waiting=waiting, bids=bids)
    highest = max(bids.values())
    if waiting or not highest:
        return after
    return replace(after, high=highest, leader=min(bidder for bidder, chips in bids.items() if chips == highest))


def _amount(state: State, bidding: Bidding, action: Action, cap: int) -> int | Refusal:
    """Return the chips bid, 0 for a pass, or why they cannot be."""
    if action.verb == DECLINE:
        return 0
    seat, amount = action.player, action.chips
    if amount <= bidding.high:
        return Refusal("bid must be above", amount=bidding.high)
    most = _most(state, seat, cap)
    if most is not None and amount > most:
        return Refusal("can bid at most", seat, amount=most)
    return amount


def _most(state: State, seat: int, cap: int) -> int | None:
    stack = state.players[seat].stack
    bounds = [bound for bound in (stack, cap or None) if bound is not None]
    return min(bounds) if bounds else None
