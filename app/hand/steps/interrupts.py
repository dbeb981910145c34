"""The steps that triggers and rules insert: extra cards, forced payments, centre cards, redeals, folds."""

from __future__ import annotations

from app.cards.card import UNSEEN, Card
from app.dataclass import dataclass, replace
from app.games.reasons import Reason
from app.games.steps.contest import Contest
from app.games.steps.interrupts import CentreCard, MustFold, OfferCard, PayOrFold, Rainout, Redeal, ShowOpeners
from app.hand.action import DEAL, DECLINE, DONE, FOLD, PAY, REDEAL, Action, add_verb
from app.hand.ask import Ask, Prompt, Question, RefusalError, TakesCards, middle_prompt, offer_asks, one_tap_prompt
from app.hand.betting.openers import OpenedPot
from app.hand.betting.sizes import pay_price, price_chips
from app.hand.cards import deal_to, follow_with_centre, left_in_deck, supply
from app.hand.chips import payable, take_back_payment
from app.hand.event import Event
from app.hand.result import Result
from app.hand.settlement.judge import StaysInPot, carry_over
from app.hand.state import State, fold
from app.hand.steps import StepKind, plays
from app.hand.steps.buy import Offered, OfferKind
from app.hand.steps.deal import MiddleKind, cards_due
from app.hand.steps.draw import Drawn
from app.ranking.words import least_hand


@plays(OfferCard)
class OfferCardKind(OfferKind[OfferCard, Offered]):
    """The player takes or declines the extra card, and is dealt it once it is paid for."""

    verbs = frozenset({PAY, DECLINE, DEAL})
    item = "the extra card"

    def begin(self, state: State) -> State:
        price = self.price(state)
        spec = replace(self.spec(state), price=price)  # as announced, whatever happens to the pot
        state = state.with_frame(spec=spec, memory=Offered(()))
        if spec.seat not in state.dealt_in:
            return state
        if not self.is_open_to(state, spec.seat):
            return state.say(Reason("cannot pay for the extra card", spec.seat, amount=price, why=spec.why))
        state = supply(state, cards_due(state) + 1)
        if left_in_deck(state) <= cards_due(state):
            return state.say(Reason("no extra card to spare", why=spec.why))
        state = state.say(Reason("extra card", spec.seat, amount=price, why=spec.why))
        return state.with_memory(Offered((spec.seat,)))

    def is_open_to(self, state: State, seat: int) -> bool:
        price = self.price(state)
        return _payable(state, seat, price) == price

    def prompt(self, state: State) -> Prompt:
        seat, price = self.spec(state).seat, self.price(state)
        if not self.memory(state).bought:
            question = Question("may take an extra card", seat, amount=price)
            return Prompt("offer", question, offer_asks(seat, price), seat)
        if self.spec(state).brings_up:
            ask = Ask(Action(DEAL, to=seat), TakesCards("deck"), manner="up-card")
            return Prompt("card", Question("extra card up", seat), (ask,), seat)
        deal = Action(DEAL, to=seat, cards=(UNSEEN,))
        return one_tap_prompt("dealt", Question("extra card down", seat), Ask(deal, manner="dealt"))

    def apply(self, state: State, action: Action) -> State:
        seat, bought = self.spec(state).seat, self.memory(state).bought
        if bought != (action.verb == DEAL):
            raise RefusalError("extra card is to be dealt" if bought else "first takes or declines the card", seat)
        if action.about != seat:
            raise RefusalError("extra card is for another" if bought else "offer is for another", seat)
        if not bought:
            return self.answer_offer(state, action)
        if len(action.cards) != 1:
            raise RefusalError("extra card is one card")
        return self.next_seat(deal_to(state, seat, action.cards, (self.spec(state).brings_up,)))

    def run_out(self, state: State) -> State:
        if not self.cards_due(state):
            return state
        seat = self.spec(state).seat
        paid = state.frame.paid[seat]
        state = take_back_payment(state, seat, paid) if paid else state
        return self.next_seat(
            state.say(Reason("no extra card, chips back" if paid else "no extra card", seat, amount=paid))
        )

    def cards_due(self, state: State) -> int:
        return int(self.memory(state).bought)


@dataclass(frozen=True, slots=True)
class PaymentDue(Event):
    """An up-card makes players pay a price, or fold if the step lets them.

    ``less`` are the seats that have less than the price, with the chips they pay.
    """

    spec: PayOrFold
    seats: tuple[int, ...]
    price: int
    less: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Owing:
    """The full price, and the seats that still have to pay it."""

    price: int
    waiting: tuple[int, ...]


@plays(PayOrFold)
class PayOrFoldKind(StepKind[PayOrFold, Owing]):
    """Each player pays the price, all in if the stack is short, or folds.

    Players who may fold answer in turn; otherwise one tap enters the payments of all.
    """

    verbs = frozenset({PAY, FOLD})

    def begin(self, state: State) -> State:
        spec = self.spec(state)
        full = price_chips(spec.price, state)
        live = tuple(seat for seat in spec.seats if state.players[seat].live)
        amounts = {seat: _payable(state, seat, full) for seat in live}
        if live and full:
            less = tuple((seat, amount) for seat, amount in amounts.items() if amount < full)
            state = state.say(PaymentDue(spec, live, full, less))
        return state.with_memory(Owing(full, tuple(seat for seat, amount in amounts.items() if amount)))

    def prompt(self, state: State) -> Prompt:
        waiting, may_fold = self.waiting(state), self.spec(state).may_fold
        asked = waiting[:1] if may_fold else waiting
        asks = [offer_asks(seat, self._price(state, seat))[0] for seat in asked]
        first = asked[0]
        if may_fold:
            fold_ask = Ask(Action(FOLD, first), manner="fold")
            return Prompt("offer", self._pay_or_fold(state), (*asks, fold_ask), first)
        question = Question("everyone pays", amount=self.memory(state).price)
        if len(self.spec(state).seats) == 1:
            question = Question("has to pay", first, amount=self._price(state, first))
        return Prompt("done", question, tuple(asks), run=tuple(ask.action for ask in asks))

    def question_aloud(self, state: State) -> Question | None:
        spec = self.spec(state)
        return self._pay_or_fold(state) if spec.may_fold and len(spec.seats) > 1 else None

    def _pay_or_fold(self, state: State) -> Question:
        first = self.waiting(state)[0]
        return Question("pay or fold", first, amount=self._price(state, first))

    def apply(self, state: State, action: Action) -> State:
        seat, may_fold = action.player, self.spec(state).may_fold
        waiting = self.waiting(state)
        if seat not in waiting or (may_fold and seat != waiting[0]):
            raise RefusalError("this is for another", waiting[0])
        if action.verb == PAY:
            state = pay_price(state, action, self._price(state, seat), "")
        elif may_fold:
            state = fold(state, seat)
        else:
            raise RefusalError("has to pay", seat)
        return self.remember(state, waiting=tuple(other for other in self.memory(state).waiting if other != seat))

    def _price(self, state: State, seat: int) -> int:
        return _payable(state, seat, self.memory(state).price)

    def waiting(self, state: State) -> list[int]:
        return [seat for seat in self.memory(state).waiting if state.players[seat].live and self._price(state, seat)]


def _payable(state: State, seat: int, price: int) -> int:
    """Return how much of a price a seat can pay; a player who is all in has nothing left."""
    return 0 if state.players[seat].all_in else payable(state, seat, price)


@plays(CentreCard)
class CentreCardKind(MiddleKind[CentreCard]):
    """One card face up in the middle."""

    def begin(self, state: State) -> State:
        state = supply(state, cards_due(state) + 1)
        if left_in_deck(state) <= cards_due(state):
            return state.say(Reason("none is turned up")).with_memory(0)
        # If this card will be the wild one, the wild cards have just been announced with the reason.
        due = Reason("centre card") if state.wild.next_up else Reason("centre card for", why=self.spec(state).why)
        return state.say(due).with_memory(1)

    def prompt(self, state: State) -> Prompt:
        return middle_prompt(Question("centre card"), "centre card")

    def place(self, state: State, card: Card) -> State:
        return follow_with_centre(state, card)


LEAVE = add_verb("leave", dealer=True, says="the pot is left for the next hand, in place of another deal for it")


@plays(Redeal)
class RedealKind(StepKind[Redeal, None]):
    """The hand waits for the redeal, an action that the dealer may take at any step (``app.hand.dealer``)."""

    verbs = frozenset({LEAVE})

    def begin(self, state: State) -> State:
        why = self.spec(state).why
        if state.decided:  # after a showdown, not all players may be dealt in for the pots that are left
            return state.say(Reason("redeal due for some", why=why, seats=state.live, amount=state.pot))
        return state.say(Reason("redeal due", why=why, count=len(state.players) - len(state.live)))

    def finished(self, state: State) -> bool:
        return False

    def prompt(self, state: State) -> Prompt:
        question = Question("redeal", why=self.spec(state).why)
        if not self.spec(state).may_wait:
            return Prompt("done", question, (Ask(Action(REDEAL), manner="done"),))
        asks = (Ask(Action(REDEAL), manner="deals again"), Ask(Action(LEAVE), manner="leaves the pot"))
        return Prompt("offer", question, asks)

    def apply(self, state: State, action: Action) -> State:
        if not self.spec(state).may_wait:
            raise RefusalError("not now", asked=self.prompt(state))
        why = Reason("left for the next hand")
        # In a contest without side pots, even chips that only one player could match are for everybody.
        side_pots = any(isinstance(spec, Contest) and spec.side_pots for spec in state.game.script)
        result = carry_over(state, why) if side_pots else Result(carried=state.pot, why=why)
        return replace(state.say(StaysInPot(result.carried)), result=result)


@plays(Rainout)
class RainoutKind(StepKind[Rainout, None]):
    """The hand ends as soon as the step begins."""

    def begin(self, state: State) -> State:
        why = self.spec(state).why
        result = carry_over(state, why)
        return replace(state.say(Reason("rained out", why=why, amount=result.carried)), result=result)


@plays(MustFold)
class MustFoldKind(StepKind[MustFold, None]):
    """The player is folded as soon as the step begins."""

    def begin(self, state: State) -> State:
        spec = self.spec(state)
        # The last player in has already won.
        if not state.players[spec.seat].live or len(state.live) == 1:
            return state
        return fold(state, spec.seat).say(Reason("made to fold", why=spec.why))


@plays(ShowOpeners)
class ShowOpenersKind(StepKind[ShowOpeners, None]):
    """The dealer says whether the discards show openers; without them the hand is dead."""

    verbs = frozenset({DONE, FOLD})

    def waiting(self, state: State) -> tuple[int, ...]:
        return () if state.recall(OpenedPot).settled else (self.spec(state).seat,)

    def prompt(self, state: State) -> Prompt:
        seat = self.spec(state).seat
        asks = (Ask(Action(DONE), manner="openers shown"), Ask(Action(FOLD, seat), manner="no openers"))
        return Prompt("offer", self.question_aloud(state), asks, seat)

    def question_aloud(self, state: State) -> Question:
        spec = self.spec(state)
        needs = least_hand(spec.needs)
        if state.recall(Drawn).by_seat.get(spec.seat):
            return Question("openers among the discards", spec.seat, word=needs)
        return Question("no openers", spec.seat, word=needs)

    def apply(self, state: State, action: Action) -> State:
        seat = self.spec(state).seat
        if action.verb == FOLD and action.player != seat:
            raise RefusalError("this is for another", seat)
        state = state.with_note(replace(state.recall(OpenedPot), settled=True))
        return state if action.verb == DONE else fold(state, seat).say(Reason("false openers", seat))
