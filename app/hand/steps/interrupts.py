"""The steps that triggers put in between."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from app.cards.card import UNSEEN
from app.games.rules.wild import sentence
from app.games.steps.interrupts import CentreCard, MustFold, OfferCard, PayOrFold, Rainout, Redeal
from app.hand.action import Action, ActionError, parse_chips, seat_text
from app.hand.ask import Ask, Prompt
from app.hand.cards import check_new, give, left_in_deck, place_centre, place_common, read_cards, read_one, supply
from app.hand.chips import can_pay, pay_dead, price_chips
from app.hand.folding import fold
from app.hand.refusal import Refusal
from app.hand.state import Frame, Result, State
from app.hand.steps import StepKind, plays
from app.hand.steps.deal import cards_due, seat_of


def _is_for(state: State, action: Action, seat: int, what: str) -> Refusal | None:
    if action.seat == seat:
        return None
    return Refusal(f"{what} is for {state.name(seat)} to answer")


@dataclass(frozen=True, slots=True)
class Offered:
    """An offer's price in chips, and how it stands: bought and to be dealt, or over."""

    price: int
    bought: bool = False
    over: bool = False


@plays(OfferCard)
class OfferCardKind(StepKind):
    """First the answer, then, when it was yes, the card."""

    verbs = frozenset({"pay", "no", "dh"})

    def begin(self, state: State) -> State:
        spec = cast(OfferCard, state.frame.spec)
        price = price_chips(spec.price, state)
        if not state.players[spec.seat].live:
            return state.with_memory(Offered(price, over=True))
        if not can_pay(state, spec.seat, price):
            text = f"{spec.why}, but cannot pay {price} for an extra card"
            return state.say(text).with_memory(Offered(price, over=True))
        if left_in_deck(state) <= cards_due(state):
            return state.say(f"{spec.why}, but the deck has no card to spare").with_memory(Offered(price, over=True))
        cost = f"for {price}" if price else "for nothing"
        return state.say(f"{spec.why} and may take an extra card {cost}").with_memory(Offered(price))

    def finished(self, state: State) -> bool:
        return cast(Offered, state.frame.memory).over

    def prompt(self, state: State) -> Prompt:
        spec, memory = cast(OfferCard, state.frame.spec), cast(Offered, state.frame.memory)
        who, name = seat_text(spec.seat), state.name(spec.seat)
        label = "Extra card"
        if memory.bought:
            if spec.face == "down":
                ask = Ask(f"d dh {who} ??", "Dealt", spec.seat)
                return Prompt("dealt", label, f"Deal {name}'s extra card face down", (ask,), spec.seat, (ask.action,))
            ask = Ask(f"d dh {who} CARD", "Up-card", spec.seat)
            return Prompt("card", label, f"{name}'s extra card", (ask,), spec.seat)
        yes = f"Pay {memory.price}" if memory.price else "Take it"
        asks = (Ask(f"{who} pay {memory.price}", yes, spec.seat), Ask(f"{who} no", "No thanks", spec.seat))
        cost = f"for {memory.price}" if memory.price else "for nothing"
        return Prompt("offer", label, f"{name}: an extra card {cost}?", asks, spec.seat)

    def apply(self, state: State, action: Action) -> State | Refusal:
        spec, memory = cast(OfferCard, state.frame.spec), cast(Offered, state.frame.memory)
        if memory.bought:
            return self._deal(state, action)
        if action.verb == "dh":
            return Refusal(f"first {state.name(spec.seat)} takes or declines the extra card")
        if problem := _is_for(state, action, spec.seat, "the offer"):
            return problem
        if action.verb == "no":
            return state.with_memory(replace(memory, over=True))
        amount = _amount(action)
        if isinstance(amount, Refusal):
            return amount
        if amount != memory.price and not action.ruling:
            return Refusal(f"the extra card costs {memory.price}, not {amount}", overrulable=True)
        if not can_pay(state, spec.seat, amount):
            return Refusal(f"{state.name(spec.seat)} has only {state.players[spec.seat].stack}")
        return pay_dead(state, spec.seat, amount).with_memory(replace(memory, bought=True))

    def _deal(self, state: State, action: Action) -> State | Refusal:
        spec, memory = cast(OfferCard, state.frame.spec), cast(Offered, state.frame.memory)
        if action.verb != "dh":
            return Refusal(f"{state.name(spec.seat)}'s extra card is to be dealt")
        seat = seat_of(state, action.words[:1])
        if isinstance(seat, Refusal):
            return seat
        if seat != spec.seat:
            return Refusal(f"the extra card is {state.name(spec.seat)}'s")
        cards = read_cards(action.words[1:])
        if isinstance(cards, Refusal):
            return cards
        if len(cards) != 1:
            return Refusal("the extra card is one card")
        if spec.face == "up" and cards[0] == UNSEEN:
            return Refusal("it comes face up: name the card")
        if problem := check_new(state, cards):
            return problem
        return give(state, seat, cards[0], up=spec.face == "up").with_memory(replace(memory, over=True))

    def brings_up(self, state: State, frame: Frame) -> bool:
        spec, memory = cast(OfferCard, frame.spec), cast(Offered | None, frame.memory)
        return spec.face == "up" and not (memory and memory.over)


@plays(PayOrFold)
class PayOrFoldKind(StepKind):
    """Pay the price, with what is left of the stack if it is short, or fold."""

    verbs = frozenset({"pay", "f"})

    def begin(self, state: State) -> State:
        spec = cast(PayOrFold, state.frame.spec)
        player = state.players[spec.seat]
        price = price_chips(spec.price, state)
        if player.stack is not None:
            price = min(price, player.stack)
        over = not player.live or price == 0
        if not over:
            what = " to match the pot" if spec.price == "pot" else ""
            short = ", all that is left," if price < price_chips(spec.price, state) else ""
            state = state.say(f"{spec.why} and must pay {price}{short}{what} or fold")
        elif player.live:
            state = state.say(f"{spec.why}, but is all in and pays nothing")
        return state.with_memory(Offered(price, over=over))

    def finished(self, state: State) -> bool:
        return cast(Offered, state.frame.memory).over

    def prompt(self, state: State) -> Prompt:
        spec, memory = cast(PayOrFold, state.frame.spec), cast(Offered, state.frame.memory)
        who, name = seat_text(spec.seat), state.name(spec.seat)
        asks = (
            Ask(f"{who} pay {memory.price}", f"Pay {memory.price}", spec.seat),
            Ask(f"{who} f", "Fold", spec.seat),
        )
        return Prompt("offer", "Pay or fold", f"{name} must pay {memory.price} or fold", asks, spec.seat)

    def apply(self, state: State, action: Action) -> State | Refusal:
        spec, memory = cast(PayOrFold, state.frame.spec), cast(Offered, state.frame.memory)
        if problem := _is_for(state, action, spec.seat, "this"):
            return problem
        over = replace(memory, over=True)
        if action.verb == "f":
            return fold(state, spec.seat).with_memory(over)
        amount = _amount(action)
        if isinstance(amount, Refusal):
            return amount
        if amount != memory.price and not action.ruling:
            return Refusal(f"{state.name(spec.seat)} must pay {memory.price}, not {amount}", overrulable=True)
        if not can_pay(state, spec.seat, amount):
            return Refusal(f"{state.name(spec.seat)} has only {state.players[spec.seat].stack}")
        return pay_dead(state, spec.seat, amount).with_memory(over)


def _amount(action: Action) -> int | Refusal:
    try:
        return parse_chips(action.words[0] if len(action.words) == 1 else " ".join(action.words))
    except ActionError as problem:
        return Refusal(str(problem))


@plays(CentreCard)
class CentreCardKind(StepKind):
    """One card face up in the middle."""

    verbs = frozenset({"db"})

    def begin(self, state: State) -> State:
        spec = cast(CentreCard, state.frame.spec)
        state = supply(state, cards_due(state) + 1)
        if left_in_deck(state) <= cards_due(state):
            return state.say("The deck has no card to spare: none is turned up").with_memory(True)
        # Why it is turned has just been said where the card is awaited as the wild one.
        why = "" if state.wild.next_up else f"{spec.why}: "
        return state.say(sentence(f"{why}turn one card up in the centre")).with_memory(False)

    def finished(self, state: State) -> bool:
        return cast(bool, state.frame.memory)

    def prompt(self, state: State) -> Prompt:
        return Prompt("card", "Centre card", "Turn one card up in the centre", (Ask("d db CARD", "Centre card"),))

    def apply(self, state: State, action: Action) -> State | Refusal:
        card = read_one(action.words)
        if isinstance(card, Refusal):
            return card
        if problem := check_new(state, (card,)):
            return problem
        place = place_common if cast(CentreCard, state.frame.spec).common else place_centre
        return place(state, card).with_memory(True)

    def brings_up(self, state: State, frame: Frame) -> bool:
        return not frame.memory


@plays(Redeal)
class RedealKind(StepKind):
    """Waits for the redeal, which is the dealer's action at any time (``app.hand.play``)."""

    def begin(self, state: State) -> State:
        why = cast(Redeal, state.frame.spec).why
        return state.say(f"Redeal: {why}. The pot stays; those who folded stay out")

    def finished(self, state: State) -> bool:
        return False

    def prompt(self, state: State) -> Prompt:
        text = f"Throw in and deal again: {cast(Redeal, state.frame.spec).why}"
        return Prompt("done", "Redeal", text, (Ask("d redeal", "Done"),))


@plays(Rainout)
class RainoutKind(StepKind):
    """Ends the hand the moment it begins."""

    def begin(self, state: State) -> State:
        why = cast(Rainout, state.frame.spec).why
        carried = state.pot
        state = state.say(f"{why}. {carried} carries over to the next hand")
        return replace(state, result=Result(carried=carried, why=why))


@plays(MustFold)
class MustFoldKind(StepKind):
    """Asks nobody."""

    def begin(self, state: State) -> State:
        spec = cast(MustFold, state.frame.spec)
        # The last player in has nobody to lose to.
        if not state.players[spec.seat].live or len(state.live) == 1:
            return state
        return fold(state, spec.seat).say(f"{spec.why} and must fold")
