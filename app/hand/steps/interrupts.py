"""The steps that triggers put in between."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.cards.card import UNSEEN
from app.games.because import NO_REASON, Because
from app.games.steps.interrupts import CentreCard, MustFold, OfferCard, PayOrFold, Rainout, Redeal
from app.hand.action import DEAL, DECLINE, FOLD, PAY, REDEAL, TURN, Action
from app.hand.ask import Ask, Prompt, Question, TakesCards
from app.hand.cards import check_new, give, left_in_deck, one_named, place_centre, place_common, supply
from app.hand.chips import can_pay, price_chips
from app.hand.event import DeckShort, Event
from app.hand.folding import fold
from app.hand.refusal import Refusal
from app.hand.state import Result, State
from app.hand.steps import StepKind, cards_due, plays
from app.hand.turns import offer_asks, paid


@dataclass(frozen=True, slots=True)
class Offered:
    """An offer's price in chips, and how it stands: bought and to be dealt, or over."""

    price: int
    bought: bool = False
    over: bool = False


@dataclass(frozen=True, slots=True)
class MayTakeExtraCard(Question):
    """A player may take an extra card at this price; or, having ``bought`` it, is dealt it, ``up`` or down."""

    price: int = 0
    bought: bool = False
    up: bool = True


@dataclass(frozen=True, slots=True)
class ExtraCardOffered(Event):
    """An up-card lets its owner take an extra card at this price, unless there is an ``obstacle``."""

    why: Because
    price: int
    obstacle: str = ""


@plays(OfferCard)
class OfferCardKind(StepKind[OfferCard, Offered]):
    """First the answer, then, when it was yes, the card."""

    verbs = frozenset({PAY, DECLINE, DEAL})

    def begin(self, state: State) -> State:
        spec = self.spec(state)
        price = price_chips(spec.price, state)
        if not state.players[spec.seat].live:
            return state.with_memory(Offered(price, over=True))
        obstacle = ""
        if not can_pay(state, spec.seat, price):
            obstacle = "cannot pay"
        elif left_in_deck(state) <= cards_due(state):
            obstacle = "no card to spare"
        state = state.announce(ExtraCardOffered(spec.why, price, obstacle))
        return state.with_memory(Offered(price, over=bool(obstacle)))

    def finished(self, state: State) -> bool:
        return self.memory(state).over

    def prompt(self, state: State) -> Prompt:
        spec, offer = self.spec(state), self.memory(state)
        question = MayTakeExtraCard(spec.seat, offer.price, offer.bought, spec.face == "up")
        if not offer.bought:
            return Prompt("offer", question, offer_asks(spec.seat, offer.price), spec.seat)
        deal = Action(DEAL, to=spec.seat)
        if spec.face == "up":
            return Prompt("card", question, (Ask(deal, TakesCards("deck"), manner="up-card"),), spec.seat)
        deal = replace(deal, cards=(UNSEEN,))
        return Prompt("dealt", question, (Ask(deal, manner="dealt"),), spec.seat, (deal,))

    def apply(self, state: State, action: Action) -> State | Refusal:
        seat, offer = self.spec(state).seat, self.memory(state)
        if offer.bought:
            return self._deal(state, action)
        if action.verb == DEAL:
            return Refusal("first takes or declines the card", seat)
        if action.seat != seat:
            return Refusal("offer is for another", seat)
        if action.verb == DECLINE:
            return state.with_memory(replace(offer, over=True))
        after = paid(state, action, offer.price, "the extra card")
        return after if isinstance(after, Refusal) else after.with_memory(replace(offer, bought=True))

    def _deal(self, state: State, action: Action) -> State | Refusal:
        spec = self.spec(state)
        if action.verb != DEAL:
            return Refusal("extra card is to be dealt", spec.seat)
        if action.to != spec.seat:
            return Refusal("extra card is for another", spec.seat)
        if len(action.cards) != 1:
            return Refusal("extra card is one card")
        up = spec.face == "up"
        if up and action.cards[0] == UNSEEN:
            return Refusal("comes face up")
        if problem := check_new(state, action.cards):
            return problem
        return give(state, spec.seat, action.cards[0], up=up).with_memory(replace(self.memory(state), over=True))


@dataclass(frozen=True, slots=True)
class MustPayOrFold(Question):
    """A player must pay so much or fold."""

    price: int = 0


@dataclass(frozen=True, slots=True)
class PayOrFoldDue(Event):
    """An up-card makes its owner pay or fold: ``price`` 0 where they are all in and pay nothing.

    ``match``: the price is the pot. ``short``: it is all that is left to the player.
    """

    why: Because
    price: int
    match: bool = False
    short: bool = False


@plays(PayOrFold)
class PayOrFoldKind(StepKind[PayOrFold, Offered]):
    """Pay the price, with what is left of the stack if it is short, or fold."""

    verbs = frozenset({PAY, FOLD})

    def begin(self, state: State) -> State:
        spec = self.spec(state)
        player = state.players[spec.seat]
        full = price_chips(spec.price, state)
        price = full if player.stack is None else min(full, player.stack)
        if player.live:
            short = price < full
            state = state.announce(PayOrFoldDue(spec.why, price, match=spec.price == "pot", short=short))
        return state.with_memory(Offered(price, over=not player.live or price == 0))

    def finished(self, state: State) -> bool:
        return self.memory(state).over

    def prompt(self, state: State) -> Prompt:
        seat, price = self.spec(state).seat, self.memory(state).price
        pay, _ = offer_asks(seat, price)
        return Prompt("offer", MustPayOrFold(seat, price), (pay, Ask(Action(FOLD, seat), manner="fold")), seat)

    def apply(self, state: State, action: Action) -> State | Refusal:
        seat, offer = self.spec(state).seat, self.memory(state)
        if action.seat != seat:
            return Refusal("this is for another", seat)
        over = replace(offer, over=True)
        if action.verb == FOLD:
            return fold(state, seat).with_memory(over)
        after = paid(state, action, offer.price, "")
        return after if isinstance(after, Refusal) else after.with_memory(over)


@dataclass(frozen=True, slots=True)
class TurnsCentreCard(Question):
    """One card is turned up in the centre."""


@dataclass(frozen=True, slots=True)
class CentreCardDue(Event):
    """A card is turned up in the centre; ``why`` is left out where it has just been said."""

    why: Because = NO_REASON


@plays(CentreCard)
class CentreCardKind(StepKind[CentreCard, bool]):
    """One card face up in the middle. Remembers whether it lies there."""

    verbs = frozenset({TURN})

    def begin(self, state: State) -> State:
        state = supply(state, cards_due(state) + 1)
        if left_in_deck(state) <= cards_due(state):
            return state.announce(DeckShort("none is turned up")).with_memory(True)
        # Why it is turned has just been said where the card is awaited as the wild one.
        why = NO_REASON if state.wild.next_up else self.spec(state).why
        return state.announce(CentreCardDue(why)).with_memory(False)

    def finished(self, state: State) -> bool:
        return self.memory(state)

    def prompt(self, state: State) -> Prompt:
        return Prompt("card", TurnsCentreCard(), (Ask(Action(TURN), TakesCards("deck"), manner="centre card"),))

    def apply(self, state: State, action: Action) -> State | Refusal:
        card = one_named(action.cards)
        if isinstance(card, Refusal):
            return card
        if problem := check_new(state, (card,)):
            return problem
        place = place_common if self.spec(state).common else place_centre
        return place(state, card).with_memory(True)


@dataclass(frozen=True, slots=True)
class Redeals(Question):
    """The cards are gathered in and dealt again."""

    why: Because = NO_REASON


@dataclass(frozen=True, slots=True)
class RedealDue(Event):
    """The cards have to be gathered in and dealt again."""

    why: Because


@plays(Redeal)
class RedealKind(StepKind[Redeal, None]):
    """Waits for the redeal, which is the dealer's action at any time (``app.hand.play``)."""

    def begin(self, state: State) -> State:
        return state.announce(RedealDue(self.spec(state).why))

    def finished(self, state: State) -> bool:
        return False

    def prompt(self, state: State) -> Prompt:
        return Prompt("done", Redeals(None, self.spec(state).why), (Ask(Action(REDEAL), manner="done"),))


@dataclass(frozen=True, slots=True)
class RainedOut(Event):
    """The hand is over at once, and the pot carries over to the next."""

    why: Because
    carried: int


@plays(Rainout)
class RainoutKind(StepKind[Rainout, None]):
    """Ends the hand the moment it begins."""

    def begin(self, state: State) -> State:
        why = self.spec(state).why
        carried = state.pot
        return replace(state.announce(RainedOut(why, carried)), result=Result(carried=carried, why=why))


@dataclass(frozen=True, slots=True)
class MadeToFold(Event):
    """A player must fold, and does."""

    why: Because


@plays(MustFold)
class MustFoldKind(StepKind[MustFold, None]):
    """Asks nobody."""

    def begin(self, state: State) -> State:
        spec = self.spec(state)
        # The last player in has nobody to lose to.
        if not state.players[spec.seat].live or len(state.live) == 1:
            return state
        return fold(state, spec.seat).announce(MadeToFold(spec.why))
