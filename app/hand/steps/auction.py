"""Auctions: for naming the wild rank, and for a card."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.cards.card import RANKS, UNSEEN, Card
from app.games.because import Because
from app.games.steps.bet import AuctionCard, AuctionName
from app.games.steps.deal import Deal
from app.games.table import NamedRank
from app.hand.action import BID, DEAL, DECLINE, GIVE, NAME, TAKE, TURN, Action
from app.hand.ask import Ask, PlainQuestion, Prompt, Question, TakesCards
from app.hand.betting.bidding import Bidding, bid, bid_answer, bid_call, bid_prompt, open_auction, settle_auction
from app.hand.cards import check_new, deal_to, give, lay_off, left_in_deck, supply
from app.hand.event import DeckShort
from app.hand.refusal import Refusal
from app.hand.state import State
from app.hand.steps import StepKind, plays
from app.hand.turns import middle_prompt

_THE_RIGHT_TO_NAME = Because("right to name the wild rank")


@plays(AuctionName)
class AuctionNameKind(StepKind[AuctionName, Bidding]):
    """First the bids, then the winner names a rank."""

    verbs = frozenset({BID, DECLINE, NAME})

    def begin(self, state: State) -> State:
        return state.with_memory(open_auction(state, sealed=self.spec(state).sealed))

    def finished(self, state: State) -> bool:
        bidding = self.memory(state)
        return bidding.over and (bidding.leader is None or state.recall(NamedRank).rank is not None)

    def end(self, state: State) -> State:
        return state if state.recall(NamedRank).rank is not None else state.say(Because("nobody bid"))

    def sealed(self, state: State) -> bool:
        return self.memory(state).sealed and not self.memory(state).over

    def answer(self, state: State, seat: int) -> Action | None:
        return bid_answer(self.memory(state), seat)

    def prompt(self, state: State) -> Prompt:
        bidding = self.memory(state)
        if not bidding.over:
            return bid_prompt(state, bidding, self.spec(state).cap, _THE_RIGHT_TO_NAME)
        seat, strip = bidding.winner, state.game.deck.strip
        ranks = [rank for rank in range(12, -1, -1) if RANKS[rank] not in strip]
        asks = tuple(Ask(Action(NAME, seat, rank=rank), manner="names") for rank in ranks)
        return Prompt("offer", PlainQuestion(seat, "names the wild rank"), asks, seat)

    def call(self, state: State) -> Question | None:
        bidding = self.memory(state)
        if bidding.over:
            return PlainQuestion(bidding.winner, "names the wild rank")
        return bid_call(state, bidding, _THE_RIGHT_TO_NAME)

    def apply(self, state: State, action: Action) -> State | Refusal:
        bidding, spec = self.memory(state), self.spec(state)
        if action.verb == NAME:
            return self._name(state, action)
        if bidding.over:
            return Refusal("winner names the rank", bidding.winner)
        after = bid(state, bidding, action, once=spec.once, cap=spec.cap)
        if isinstance(after, Refusal):
            return after
        state = state.with_memory(after)
        return settle_auction(state, after, all_pay=spec.pays == "every bidder") if after.over else state

    def _name(self, state: State, action: Action) -> State | Refusal:
        bidding = self.memory(state)
        if not bidding.over or action.seat != bidding.leader:
            return Refusal("only the winner names the rank")
        if action.rank is None or RANKS[action.rank] in state.game.deck.strip:
            return Refusal("not a rank of this deck")
        return state.with_note(NamedRank(action.rank, action.seat))


@dataclass(frozen=True, slots=True)
class Lot:
    """The card in the middle, the bids for it, whether it has gone to somebody, and who is still to be dealt one."""

    bidding: Bidding
    card: Card | None = None
    placed: bool = False
    waiting: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class KeepsOrGives(Question):
    """The winner of the auction keeps the card or gives it away."""

    card: Card = UNSEEN


@plays(AuctionCard)
class AuctionCardKind(StepKind[AuctionCard, Lot]):
    """One card up for auction; the winner keeps or gives it; everyone else is dealt one."""

    verbs = frozenset({TURN, BID, DECLINE, TAKE, GIVE, DEAL})
    deals = True

    def begin(self, state: State) -> State:
        # One that nobody bids for may be dead, and everybody is dealt another.
        most = len(state.live) + (state.setup.house.unbid_card == "dead")
        state = supply(state, most)
        if left_in_deck(state) < most:
            return _dealt_instead(state)
        return state.with_memory(Lot(open_auction(state, sealed=self.spec(state).sealed), waiting=state.live))

    def finished(self, state: State) -> bool:
        lot = self.memory(state)
        return lot.placed and not lot.waiting

    def sealed(self, state: State) -> bool:
        lot = self.memory(state)
        return lot.bidding.sealed and lot.card is not None and not lot.placed and not lot.bidding.over

    def answer(self, state: State, seat: int) -> Action | None:
        return bid_answer(self.memory(state).bidding, seat)

    def prompt(self, state: State) -> Prompt:
        lot = self.memory(state)
        if lot.card is None:
            return middle_prompt("first card of an auction")
        if lot.placed:
            due = tuple(Ask(Action(DEAL, to=seat), TakesCards("deck"), manner="up-card") for seat in lot.waiting)
            return Prompt("card", PlainQuestion(lot.waiting[0], "own card"), due, lot.waiting[0])
        if not lot.bidding.over:
            return bid_prompt(state, lot.bidding, 0, Because("card", cards=(lot.card,)))
        seat = lot.bidding.winner
        asks = [Ask(Action(TAKE, seat, cards=(lot.card,)), manner="keeps")]
        asks += [Ask(Action(GIVE, seat, to=other), manner="gives") for other in state.live if other != seat]
        return Prompt("offer", KeepsOrGives(seat, lot.card), tuple(asks), seat)

    def call(self, state: State) -> Question | None:
        lot = self.memory(state)
        if lot.card is None or lot.placed:
            return None
        if lot.bidding.over:
            return KeepsOrGives(lot.bidding.winner, lot.card)
        return bid_call(state, lot.bidding, Because("card", cards=(lot.card,)))

    def apply(self, state: State, action: Action) -> State | Refusal:
        if action.verb == TURN:
            return self._turn(state, action.cards)
        if self.memory(state).card is None:
            return Refusal("first a card to the middle")
        if action.verb in (BID, DECLINE):
            return self._bid(state, action)
        return self._deal(state, action) if action.verb == DEAL else self._place(state, action)

    def run_out(self, state: State) -> State:
        lot = self.memory(state)
        if lot.card is None:
            return _dealt_instead(state)
        if not lot.placed or not lot.waiting:
            return state
        return state.announce(DeckShort("nobody else is dealt a card")).with_memory(replace(lot, waiting=()))

    def cards_due(self, state: State) -> int:
        return len(self.memory(state).waiting)

    def _turn(self, state: State, cards: tuple[Card, ...]) -> State | Refusal:
        lot = self.memory(state)
        if lot.card is not None or len(cards) != 1 or cards[0] == UNSEEN:
            return Refusal("one card to the middle by name")
        if problem := check_new(state, cards):
            return problem
        state = replace(state, offered_cards=cards).with_memory(replace(lot, card=cards[0]))
        return self._award(state) if lot.bidding.over else state

    def _bid(self, state: State, action: Action) -> State | Refusal:
        lot = self.memory(state)
        if lot.bidding.over:
            return Refusal("auction is over")
        after = bid(state, lot.bidding, action, once=self.spec(state).once, cap=0)
        if isinstance(after, Refusal):
            return after
        state = state.with_memory(replace(lot, bidding=after))
        return self._award(state) if after.over else state

    def _award(self, state: State) -> State:
        lot = self.memory(state)
        if lot.bidding.leader is not None:
            return settle_auction(state, lot.bidding)
        assert lot.card is not None
        if state.setup.house.unbid_card == "dead":
            state = lay_off(replace(state, offered_cards=()), lot.card)
            state = state.say(Because("nobody bid, dead", cards=(lot.card,), ruling="unbid_card"))
            return state.with_memory(replace(lot, placed=True))
        first = lot.waiting[0]
        return self._give(state.say(Because("nobody bid, goes to", first, ruling="unbid_card")), first)

    def _place(self, state: State, action: Action) -> State | Refusal:
        lot = self.memory(state)
        if lot.placed or not lot.bidding.over or action.seat != lot.bidding.leader:
            return Refusal("only the winner keeps or gives")
        if action.verb == TAKE:
            if lot.card is None or action.cards != (lot.card,):
                return Refusal("the card is", cards=(lot.card,) if lot.card is not None else ())
            return self._give(state, action.player)
        if action.target not in state.live or action.target == action.seat:
            return Refusal("goes to another player still in")
        return self._give(state, action.target)

    def _give(self, state: State, seat: int) -> State:
        lot = self.memory(state)
        assert lot.card is not None
        state = give(replace(state, offered_cards=()), seat, lot.card, up=True)
        waiting = tuple(other for other in lot.waiting if other != seat)
        return state.with_memory(replace(lot, placed=True, waiting=waiting))

    def _deal(self, state: State, action: Action) -> State | Refusal:
        lot = self.memory(state)
        seat, cards = action.target, action.cards
        if not lot.placed or seat not in lot.waiting or len(cards) != 1:
            return Refusal("no card due now", seat)
        waiting = tuple(other for other in lot.waiting if other != seat)
        dealt = deal_to(state, seat, cards, (True,))
        return dealt if isinstance(dealt, Refusal) else dealt.with_memory(replace(lot, waiting=waiting))


def _dealt_instead(state: State) -> State:
    """Return the state with no card to bid for: the street is dealt as far as a short deck allows."""
    return state.with_memory(Lot(Bidding(()), placed=True)).push_after(Deal("u"))
