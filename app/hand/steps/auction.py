"""Auctions of a card, and of the right to name the wild rank.

Players bid in turn, each above the last, until all but one have passed; or all bid in secret, and the highest wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TypeVar

from app.cards.card import RANKS, UNSEEN, Card
from app.dataclass import dataclass, replace
from app.games.reasons import Reason
from app.games.steps.bet import AuctionCard, AuctionName
from app.games.steps.deal import Deal
from app.games.table import NamedRank
from app.hand.action import BID, DEAL, DECLINE, GIVE, NAME, TAKE, TURN, Action
from app.hand.ask import Ask, Prompt, Question, RefusalError, TakesAmount, TakesCards, check_turn, middle_prompt
from app.hand.cards import deal_to, discard_offered, give, lay_out, left_in_deck, pick_up, supply
from app.hand.chips import can_pay, pay_dead, payable
from app.hand.event import Event
from app.hand.state import State
from app.hand.steps import StepKind, plays

S = TypeVar("S", bound=AuctionName | AuctionCard)


@dataclass(frozen=True, slots=True)
class Auction:
    """The seats still to bid, the next first, and the highest bid with its seat, the leader.

    ``bids`` are the last bids by seat. In a ``sealed`` auction a pass is 0, and there is a leader only once everybody
    has bid. ``card`` is the card up for auction, if any; ``placed``: a player has it, or it is dead. ``undealt``
    are the seats still to get a card.
    """

    bidders: tuple[int, ...]
    sealed: bool = False
    high: int = 0
    leader: int | None = None
    bids: Mapping[int, int] = field(default_factory=dict)
    card: Card | None = None
    placed: bool = False
    undealt: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        """Whether no player is left to bid against the leader."""
        return not self.bidders or self.bidders == (self.leader,)

    @property
    def winner(self) -> int:
        """The seat that has won, in an auction with a bid."""
        assert self.leader is not None
        return self.leader

    @property
    def lot(self) -> Reason:
        """The card up for auction, or the right to name the wild rank."""
        if self.card is None:
            return Reason("right to name the wild rank")
        return Reason("card", cards=(self.card,))


@dataclass(frozen=True, slots=True)
class AllBids(Event):
    """Sealed bids are opened, each seat with its bid, 0 for a pass; or every bidder has ``paid`` the last one."""

    bids: tuple[tuple[int, int], ...]
    paid: bool = False


class AuctionKind(StepKind[S, Auction]):
    """The bidding with which both kinds of auction begin."""

    def sealed(self, state: State) -> bool:
        auction = self.memory(state)
        return auction.sealed and not auction.over

    def answer(self, state: State, seat: int) -> Action | None:
        auction = self.memory(state)
        if not auction.sealed or seat not in auction.bids:
            return None
        amount = auction.bids[seat]
        return Action(BID, seat, amount=amount) if amount else Action(DECLINE, seat)

    def resume(self, state: State) -> State:
        """Drop bidders who were made to fold; one who led no longer does, and gets nothing for chips already paid."""
        auction, still = self.memory(state), self._still(state)
        left = replace(
            auction,
            bidders=tuple(seat for seat in auction.bidders if seat in still),
            bids={seat: amount for seat, amount in auction.bids.items() if seat in still},
            undealt=tuple(seat for seat in auction.undealt if seat in still),
        )
        if left == auction or state.setup.from_0_2:
            return state
        if auction.leader is not None and auction.leader not in still and not auction.placed:
            left = replace(left, leader=None, high=0, bids={} if auction.over else left.bids)
        elif auction.over:
            return state.with_memory(left)
        return self.close(self.lead(state.with_memory(left)))

    def close(self, state: State) -> State:
        """Settle the auction if it is over."""
        raise NotImplementedError

    def lead(self, state: State) -> State:
        """Note the leader once all sealed bids are made; of tied high bids, the first seat's leads."""
        auction = self.memory(state)
        if not auction.sealed or auction.bidders or auction.leader is not None or not any(auction.bids.values()):
            return state
        high = max(auction.bids.values())
        leader = min(seat for seat, amount in auction.bids.items() if amount == high)
        return self.remember(state, high=high, leader=leader)

    def bidders(self, state: State) -> tuple[int, ...]:
        """Return the seats that can bid; for a card, only those that still get cards."""
        return tuple(seat for seat in self._still(state) if can_pay(state, seat, 1))

    def _still(self, state: State) -> tuple[int, ...]:
        return state.dealt_in if isinstance(self.spec(state), AuctionCard) else state.live

    def bid_prompt(self, state: State) -> Prompt:
        """Return the question to the next bidder, or to all where the bids are sealed."""
        auction = self.memory(state)
        seat = auction.bidders[0]
        seats = sorted((*auction.bidders, *auction.bids)) if auction.sealed else [seat]
        asks = tuple(ask for bidder in seats for ask in self._asks(state, bidder))
        return Prompt("offer", _who_bids(auction), asks, seat)

    def bid_call(self, state: State) -> Question | None:
        """Return the question to the first bidder or, if bids are sealed, to all; None for later bids in turn."""
        auction = self.memory(state)
        first = auction.bidders == self.bidders(state) and not auction.high
        return _who_bids(auction) if auction.sealed or first else None

    def bid(self, state: State, action: Action) -> State:
        """Take a bid or a pass. A sealed bid replaces an earlier one."""
        auction, seat = self.memory(state), action.player
        if not auction.sealed:
            check_turn(action, auction.bidders[0], "bid")
        elif seat not in auction.bidders and seat not in auction.bids:
            raise RefusalError("does not bid", seat)
        amount = 0 if action.verb == DECLINE else action.chips
        most = self._most(state, seat)
        if action.verb == BID and amount <= auction.high:
            raise RefusalError("bid must be above", amount=auction.high)
        if most is not None and amount > most:
            raise RefusalError("can bid at most", seat, amount=most)
        unit = state.setup.house.chip_unit
        if amount % unit and amount != most and not (action.ruling or state.setup.from_0_3):
            raise RefusalError("smallest chip", amount=unit, overrulable=True)
        rest = tuple(other for other in auction.bidders if other != seat)
        if auction.sealed:
            return self.lead(self.remember(state, bidders=rest, bids={**auction.bids, seat: amount}))
        if not amount:
            return self.remember(state, bidders=rest)
        waiting = rest if self.spec(state).once else (*rest, seat)
        bids = {**auction.bids, seat: amount}
        return self.remember(state, bidders=waiting, high=amount, leader=seat, bids=bids)

    def settle(self, state: State, *, all_pay: bool = False) -> State:
        """Open sealed bids, and make the winner pay or, with ``all_pay``, every bidder their last bid."""
        auction = self.memory(state)
        if auction.leader is None:
            return state
        if auction.sealed:
            state = state.say(AllBids(tuple(sorted(auction.bids.items()))))
        tied = list(auction.bids.values()).count(auction.high) > 1
        won = Reason("wins the auction as first" if tied else "wins the auction", auction.leader, amount=auction.high)
        if not all_pay:
            return pay_dead(state, auction.leader, payable(state, auction.leader, auction.high)).say(won)
        bids = tuple(sorted((seat, payable(state, seat, amount)) for seat, amount in auction.bids.items() if amount))
        for seat, amount in bids:
            state = pay_dead(state, seat, amount)
        return state.say(won, AllBids(bids, paid=True))

    def _asks(self, state: State, seat: int) -> list[Ask]:
        asks = [Ask(Action(DECLINE, seat), manner="pass")]
        high, most, unit = self.memory(state).high, self._most(state, seat), state.setup.house.chip_unit
        least = high + unit - high % unit
        if most is not None and high < most < least:
            least = most
        if most is None or least < most:
            asks.insert(0, Ask(Action(BID, seat), TakesAmount(least, most), manner="bid"))
        elif least == most:
            asks.insert(0, Ask(Action(BID, seat, amount=least), manner="bid", chips=least))
        return asks

    def _most(self, state: State, seat: int) -> int | None:
        """Return the highest bid a seat may make; None for no bound."""
        spec, stack = self.spec(state), state.players[seat].stack
        cap = spec.cap if isinstance(spec, AuctionName) else 0
        return stack if not cap else cap if stack is None else min(stack, cap)


def _who_bids(auction: Auction) -> Question:
    if auction.sealed:
        return Question("bids in secret", why=auction.lot)
    return Question("bids", auction.bidders[0], amount=auction.high, why=auction.lot)


@plays(AuctionName)
class AuctionNameKind(AuctionKind[AuctionName]):
    """Players bid, then the winner names the wild rank."""

    verbs = frozenset({BID, DECLINE, NAME})

    def begin(self, state: State) -> State:
        return state.with_memory(Auction(self.bidders(state), self.spec(state).sealed))

    def finished(self, state: State) -> bool:
        auction = self.memory(state)
        return auction.over and (auction.leader is None or state.recall(NamedRank).rank is not None)

    def end(self, state: State) -> State:
        return state if state.recall(NamedRank).rank is not None else state.say(Reason("nobody bid"))

    def prompt(self, state: State) -> Prompt:
        auction = self.memory(state)
        if not auction.over:
            return self.bid_prompt(state)
        seat, strip = auction.winner, state.game.deck.strip
        ranks = [rank for rank in range(12, -1, -1) if RANKS[rank] not in strip]
        asks = tuple(Ask(Action(NAME, seat, rank=rank), manner="names") for rank in ranks)
        return Prompt("offer", Question("names the wild rank", seat), asks, seat)

    def question_aloud(self, state: State) -> Question | None:
        auction = self.memory(state)
        return Question("names the wild rank", auction.winner) if auction.over else self.bid_call(state)

    def apply(self, state: State, action: Action) -> State:
        auction = self.memory(state)
        if action.verb == NAME:
            if not auction.over or action.seat != auction.leader:
                raise RefusalError("only the winner names the rank")
            if action.rank is None or RANKS[action.rank] in state.game.deck.strip:
                raise RefusalError("not a rank of this deck")
            return state.with_note(NamedRank(action.rank, action.seat))
        if auction.over:
            raise RefusalError("winner names the rank", auction.winner)
        return self.close(self.bid(state, action))

    def close(self, state: State) -> State:
        all_pay = self.spec(state).pays == "every bidder"
        return self.settle(state, all_pay=all_pay) if self.memory(state).over else state


@plays(AuctionCard)
class AuctionCardKind(AuctionKind[AuctionCard]):
    """One card is auctioned; the winner keeps it or gives it away, and everyone else is dealt another."""

    verbs = frozenset({TURN, BID, DECLINE, TAKE, GIVE, DEAL})
    deals = True

    def begin(self, state: State) -> State:
        # A card that nobody bids for may be dead, and then everybody is dealt another.
        most = len(state.dealt_in) + (state.setup.house.unbid_card == "dead")
        state = supply(state, most)
        if left_in_deck(state) < most:
            return _deal_instead(state)
        return state.with_memory(Auction(self.bidders(state), self.spec(state).sealed, undealt=state.dealt_in))

    def finished(self, state: State) -> bool:
        auction = self.memory(state)
        return auction.placed and not auction.undealt

    def sealed(self, state: State) -> bool:
        return self.memory(state).card is not None and super().sealed(state)

    def prompt(self, state: State) -> Prompt:
        auction = self.memory(state)
        if auction.card is None:
            return middle_prompt(Question("first card of an auction"))
        if auction.placed:
            first = auction.undealt[0]
            due = tuple(Ask(Action(DEAL, to=seat), TakesCards("deck"), manner="up-card") for seat in auction.undealt)
            return Prompt("card", Question("own card", first), due, first)
        if not auction.over:
            return self.bid_prompt(state)
        seat = auction.winner
        asks = [Ask(Action(TAKE, seat, cards=(auction.card,)), manner="keeps")]
        asks += [Ask(Action(GIVE, seat, to=other), manner="gives") for other in state.dealt_in if other != seat]
        return Prompt("offer", self._keeps_or_gives(auction), tuple(asks), seat)

    def question_aloud(self, state: State) -> Question | None:
        auction = self.memory(state)
        if auction.card is None or auction.placed:
            return None
        return self._keeps_or_gives(auction) if auction.over else self.bid_call(state)

    def apply(self, state: State, action: Action) -> State:
        auction = self.memory(state)
        if action.verb == TURN:
            if auction.card is not None or len(action.cards) != 1 or action.cards[0] == UNSEEN:
                raise RefusalError("one card to the middle by name")
            return self.close(self.remember(lay_out(state, action.cards, 1), card=action.cards[0]))
        if auction.card is None:
            raise RefusalError("first a card to the middle")
        if action.verb in (BID, DECLINE):
            if auction.over:
                raise RefusalError("auction is over")
            return self.close(self.bid(state, action))
        if action.verb == DEAL:
            seat = action.target
            if not auction.placed or seat not in auction.undealt or len(action.cards) != 1:
                raise RefusalError("no card due now", seat)
            undealt = tuple(other for other in auction.undealt if other != seat)
            return self.remember(deal_to(state, seat, action.cards, (True,)), undealt=undealt)
        if auction.placed or not auction.over or action.seat != auction.leader:
            raise RefusalError("only the winner keeps or gives")
        if action.verb == TAKE:
            if action.cards != (auction.card,):
                raise RefusalError("the card is", cards=(auction.card,))
            return self._place(state, action.player)
        if action.target not in state.dealt_in or action.target == action.seat:
            raise RefusalError("goes to another player still in")
        return self._place(state, action.target)

    def run_out(self, state: State) -> State:
        auction = self.memory(state)
        if auction.card is None:
            return _deal_instead(state)
        if not auction.placed or not auction.undealt:
            return state
        return self.remember(state.say(Reason("nobody else is dealt a card")), undealt=())

    def cards_due(self, state: State) -> int:
        return len(self.memory(state).undealt) - len(state.offered_cards)

    def _keeps_or_gives(self, auction: Auction) -> Question:
        assert auction.card is not None
        return Question("keeps or gives", auction.winner, cards=(auction.card,))

    def close(self, state: State) -> State:
        """Settle the auction if it is over; a card that nobody bid for is dead, or goes to the first player."""
        auction = self.memory(state)
        if not auction.over or auction.card is None:
            return state
        if auction.leader is not None:
            return self.settle(state)
        if state.setup.house.unbid_card == "dead":
            state = discard_offered(state).say(Reason("nobody bid, dead", cards=(auction.card,), ruling="unbid_card"))
            return self.remember(state, placed=True)
        first = auction.undealt[0]
        return self._place(state.say(Reason("nobody bid, goes to", first, ruling="unbid_card")), first)

    def _place(self, state: State, seat: int) -> State:
        auction = self.memory(state)
        assert auction.card is not None
        state = give(pick_up(state, auction.card), seat, auction.card, up=True)
        return self.remember(state, placed=True, undealt=tuple(other for other in auction.undealt if other != seat))


def _deal_instead(state: State) -> State:
    """Deal the street without an auction, as far as a short deck allows."""
    return state.with_memory(Auction((), placed=True)).push_after(Deal("u"))
