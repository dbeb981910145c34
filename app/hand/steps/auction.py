"""Auctions: for naming the wild rank, and for a card."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from app.cards.card import RANKS, UNSEEN, Card, card_name, cards_text, rank_plural
from app.games.steps.buying import AuctionCard, AuctionName
from app.hand.action import Action, ActionError, parse_seat, seat_text
from app.hand.ask import Ask, Prompt
from app.hand.betting.bidding import Auction, bid, bid_call, bid_prompt, bid_words, open_auction, settle_auction
from app.hand.cards import check_new, give, left_in_deck, read_cards, supply
from app.hand.refusal import Refusal
from app.hand.state import Frame, State
from app.hand.steps import StepKind, plays
from app.hand.steps.deal import seat_of


@plays(AuctionName)
class AuctionNameKind(StepKind):
    """First the bids, then the winner names a rank."""

    verbs = frozenset({"bid", "no", "names"})

    def begin(self, state: State) -> State:
        return state.with_memory(open_auction(state, sealed=cast(AuctionName, state.frame.spec).sealed))

    def finished(self, state: State) -> bool:
        auction = _auction(state)
        return auction.over and (auction.leader is None or bool(state.named))

    def end(self, state: State) -> State:
        return state if state.named else state.say("Nobody bid: nothing is wild")

    def sealed(self, state: State) -> bool:
        return _auction(state).sealed and not _auction(state).over

    def answer(self, state: State, seat: int) -> str:
        return bid_words(_auction(state), seat)

    def prompt(self, state: State) -> Prompt:
        auction, spec = _auction(state), cast(AuctionName, state.frame.spec)
        if auction.over:
            seat = cast(int, auction.leader)
            asks = tuple(
                Ask(f"{seat_text(seat)} names {letter}", rank_plural(rank).capitalize(), seat)
                for rank, letter in reversed(list(enumerate(RANKS)))
                if letter not in state.game.deck.strip
            )
            return Prompt("offer", "Auction", f"{state.name(seat)} names the wild rank", asks, seat)
        return bid_prompt(state, auction, spec.cap, "to name the wild card")

    def call(self, state: State) -> str:
        auction = _auction(state)
        if auction.over:
            return f"{state.name(cast(int, auction.leader))} names the wild rank"
        return bid_call(state, auction, "The right to name the wild rank")

    def apply(self, state: State, action: Action) -> State | Refusal:
        auction, spec = _auction(state), cast(AuctionName, state.frame.spec)
        if action.verb == "names":
            return self._name(state, action)
        if auction.over:
            return Refusal(f"the auction is over: {state.name(cast(int, auction.leader))} names the wild rank")
        after = bid(state, auction, action, once=spec.once, cap=spec.cap)
        if isinstance(after, Refusal):
            return after
        state = state.with_memory(after)
        return settle_auction(state, after) if after.over else state

    def _name(self, state: State, action: Action) -> State | Refusal:
        auction = _auction(state)
        if not auction.over or action.seat != auction.leader:
            return Refusal("the winner of the auction names the wild rank")
        letter = " ".join(action.words)
        if len(letter) != 1 or letter not in RANKS or letter in state.game.deck.strip:
            return Refusal(f"{letter!r} is no rank of this deck" if letter else "which rank? none is named")
        return replace(state, named=(RANKS.index(letter),), namer=action.seat)


@dataclass(frozen=True, slots=True)
class CardAuction:
    """The card in the middle, the bids for it, who has it, and who is still to be dealt a card of their own."""

    auction: Auction
    card: Card | None = None
    placed: bool = False
    waiting: tuple[int, ...] = ()


@plays(AuctionCard)
class AuctionCardKind(StepKind):
    """One card up for auction; the winner keeps or gives it; everyone else is dealt one."""

    verbs = frozenset({"db", "bid", "no", "takes", "gives", "dh"})

    def begin(self, state: State) -> State:
        state = supply(replace(state, deals=state.deals + 1), len(state.live))
        if left_in_deck(state) < len(state.live):
            state = state.say("The deck is short: nobody is dealt a card on this street")
            return state.with_memory(CardAuction(Auction(()), placed=True))
        auction = open_auction(state, sealed=cast(AuctionCard, state.frame.spec).sealed)
        return state.with_memory(CardAuction(auction, waiting=state.live))

    def finished(self, state: State) -> bool:
        memory = _lot(state)
        return memory.placed and not memory.waiting

    def sealed(self, state: State) -> bool:
        memory = _lot(state)
        return memory.auction.sealed and memory.card is not None and not memory.placed and not memory.auction.over

    def answer(self, state: State, seat: int) -> str:
        return bid_words(_lot(state).auction, seat)

    def prompt(self, state: State) -> Prompt:
        memory = _lot(state)
        label = f"{state.frame.label}: auction"
        if memory.card is None:
            return Prompt("card", label, "Turn the first card up in the middle", (Ask("d db CARD", "Middle"),))
        if memory.placed:
            due = tuple(Ask(f"d dh {seat_text(seat)} CARD", "Up-card", seat) for seat in memory.waiting)
            return Prompt("card", label, f"{state.name(memory.waiting[0])}'s up-card", due, memory.waiting[0])
        if not memory.auction.over:
            return bid_prompt(state, memory.auction, 0, f"for the {card_name(memory.card).lower()}")
        seat = cast(int, memory.auction.leader)
        who = seat_text(seat)
        asks = [Ask(f"{who} takes {cards_text([memory.card])}", "Keeps it", seat)]
        for other in state.live:
            if other != seat:
                asks.append(Ask(f"{who} gives {seat_text(other)}", f"Gives it to {state.name(other)}", seat))
        return Prompt("offer", label, f"{state.name(seat)} keeps the card or gives it", tuple(asks), seat)

    def call(self, state: State) -> str:
        memory = _lot(state)
        if memory.card is None or memory.placed:
            return ""
        card = card_name(memory.card).lower()
        if memory.auction.over:
            return f"{state.name(cast(int, memory.auction.leader))} keeps the {card} or gives it away"
        return bid_call(state, memory.auction, f"The {card}")

    def apply(self, state: State, action: Action) -> State | Refusal:
        memory = _lot(state)
        if action.verb == "db":
            return self._turn(state, action)
        if memory.card is None:
            return Refusal("first a card is turned up in the middle")
        if action.verb in ("bid", "no"):
            return self._bid(state, action)
        if action.verb == "dh":
            return self._deal(state, action)
        return self._place(state, action)

    def _turn(self, state: State, action: Action) -> State | Refusal:
        memory = _lot(state)
        cards = read_cards(action.words)
        if isinstance(cards, Refusal):
            return cards
        if memory.card is not None or len(cards) != 1 or cards[0] == UNSEEN:
            return Refusal("one card is turned up in the middle, by name")
        if problem := check_new(state, cards):
            return problem
        state = replace(state, laid=cards).with_memory(replace(memory, card=cards[0]))
        return self._award(state) if memory.auction.over else state

    def _bid(self, state: State, action: Action) -> State | Refusal:
        memory = _lot(state)
        if memory.auction.over:
            return Refusal("the auction is over")
        after = bid(state, memory.auction, action, once=cast(AuctionCard, state.frame.spec).once, cap=0)
        if isinstance(after, Refusal):
            return after
        state = state.with_memory(replace(memory, auction=after))
        return self._award(state) if after.over else state

    def _award(self, state: State) -> State:
        memory = _lot(state)
        if memory.auction.leader is None:
            first = memory.waiting[0]
            return self._give(state.say(f"Nobody bid: the card goes to {state.name(first)}"), first)
        return settle_auction(state, memory.auction)

    def _place(self, state: State, action: Action) -> State | Refusal:
        memory = _lot(state)
        if memory.placed or not memory.auction.over or action.seat != memory.auction.leader:
            return Refusal("the winner of the auction keeps the card or gives it")
        if action.verb == "takes":
            if action.words != (cards_text([cast(Card, memory.card)]),):
                return Refusal(f"the card is the {card_name(cast(Card, memory.card)).lower()}")
            return self._give(state, cast(int, action.seat))
        try:
            seat = parse_seat(" ".join(action.words))
        except ActionError as problem:
            return Refusal(str(problem))
        if seat not in state.live or seat == action.seat:
            return Refusal("the card goes to another player who is still in")
        return self._give(state, seat)

    def _give(self, state: State, seat: int) -> State:
        memory = _lot(state)
        card = cast(Card, memory.card)
        state = give(replace(state, laid=()), seat, card, up=True)
        waiting = tuple(at for at in memory.waiting if at != seat)
        return state.with_memory(replace(memory, placed=True, waiting=waiting))

    def _deal(self, state: State, action: Action) -> State | Refusal:
        memory = _lot(state)
        seat = seat_of(state, action.words[:1])
        if isinstance(seat, Refusal):
            return seat
        cards = read_cards(action.words[1:])
        if isinstance(cards, Refusal):
            return cards
        if not memory.placed or seat not in memory.waiting or len(cards) != 1:
            return Refusal(f"no card is due to {state.name(seat)} now")
        if UNSEEN in cards:
            return Refusal("it comes face up: name the card")
        if problem := check_new(state, cards):
            return problem
        waiting = tuple(at for at in memory.waiting if at != seat)
        return give(state, seat, cards[0], up=True).with_memory(replace(memory, waiting=waiting))

    def brings_up(self, state: State, frame: Frame) -> bool:
        memory = cast(CardAuction, frame.memory)
        return not memory.placed or bool(memory.waiting)

    def deals(self) -> bool:
        return True


def _auction(state: State) -> Auction:
    return cast(Auction, state.frame.memory)


def _lot(state: State) -> CardAuction:
    return cast(CardAuction, state.frame.memory)
