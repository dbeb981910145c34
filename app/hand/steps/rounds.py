"""Cards for players who take a hit, and repeated steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from app.cards.card import UNSEEN
from app.dataclass import dataclass, replace
from app.games.reasons import Reason
from app.games.steps.rounds import Hit, Repeat
from app.hand.action import DEAL, DECLINE, DONE, PAY, Action
from app.hand.ask import Ask, Prompt, Question, RefusalError, TakesCards, offer_asks
from app.hand.cards import burn, deal_to, left_in_deck, supply
from app.hand.chips import take_back_payment
from app.hand.state import State, out_of_the_hand
from app.hand.steps import StepKind, plays
from app.hand.steps.buy import Offered, OfferKind


@dataclass(frozen=True, slots=True)
class Hits:
    """The number of cards taken in the last round, and how often each seat has stood in this deal."""

    taken: int = 0
    stood: Mapping[int, int] = field(default_factory=dict)


@plays(Hit)
class HitKind(OfferKind[Hit, Offered]):
    """One player at a time pays the price, if any, and is dealt a card, or stands."""

    verbs = frozenset({PAY, DECLINE, DEAL})
    deals = True
    item = "a card"
    doing = "take a card or stand"

    def begin(self, state: State) -> State:
        most, hits = self.spec(state).stands, state.recall(Hits)
        asked = [seat for seat in self.with_cards(state) if not most or hits.stood.get(seat, 0) < most]
        state, able = self.open_to(supply(state, 1), asked, "for a card")
        return state.with_note(replace(hits, taken=0)).with_memory(Offered(able))

    def resume(self, state: State) -> State:
        state = super().resume(state)
        if not self.memory(state).waiting or left_in_deck(state):
            return state
        return self.run_out(state)

    def run_out(self, state: State) -> State:
        memory, spec, price = self.memory(state), self.spec(state), self.price(state)
        if not memory.waiting:
            return state
        if memory.bought and price:
            seat = memory.waiting[0]
            # Refund what was paid: a price that depends on the pot has changed since.
            state = take_back_payment(state, seat, price if spec.again else state.frame.paid[seat])
        return self.remember(state.say(Reason("nobody else is dealt a card")), waiting=(), bought=False)

    def cards_due(self, state: State) -> int:
        return int(self.memory(state).bought)

    def prompt(self, state: State) -> Prompt:
        seat, up, bought = self.memory(state).waiting[0], self.spec(state).brings_up, self.memory(state).bought
        stands = Ask(Action(DECLINE, seat), manner="stands")
        if self.price(state) and not bought:
            return Prompt("offer", self._offer(state), (offer_asks(seat, self.price(state))[0], stands), seat)
        question = self._offer(state)
        if bought:
            question = Question("extra card up", seat) if up else Question("extra card down", seat)
        takes = Ask(Action(DEAL, to=seat), TakesCards("deck"), manner="up-card")
        if not up:
            takes = Ask(Action(DEAL, to=seat, cards=(UNSEEN,)), manner="takes one")
        return Prompt("card" if up else "offer", question, (takes,) if bought else (takes, stands), seat)

    def question_aloud(self, state: State) -> Question | None:
        return None if self.memory(state).bought else self._offer(state)

    def _offer(self, state: State) -> Question:
        seat, price = self.memory(state).waiting[0], self.price(state)
        return Question("hit for chips", seat, amount=price) if price else Question("hit or stand", seat)

    def apply(self, state: State, action: Action) -> State:
        memory, price = self.memory(state), self.price(state)
        seat = memory.waiting[0]
        if action.about != seat:
            raise RefusalError("turn", seat, word=self.doing)
        if memory.bought and action.verb != DEAL:
            raise RefusalError("still to be dealt", seat)
        if action.verb == DEAL:
            return self._deal(state, action, seat)
        if action.verb == PAY and not price:
            raise RefusalError("nothing to pay for")
        if action.verb == DECLINE:
            hits = state.recall(Hits)
            state = state.with_note(replace(hits, stood={**hits.stood, seat: hits.stood.get(seat, 0) + 1}))
        return self.answer_offer(state, action)

    def _deal(self, state: State, action: Action, seat: int) -> State:
        if self.price(state) and not self.memory(state).bought:
            raise RefusalError("pay for the new card first", amount=self.price(state))
        if len(action.cards) != 1:
            raise RefusalError("owed fewer cards", seat, count=1, amount=len(action.cards))
        state = deal_to(state, seat, action.cards, (self.spec(state).brings_up,))
        hits = state.recall(Hits)
        state = state.with_note(replace(hits, taken=hits.taken + 1))
        state = self.remember(state, bought=False) if self.spec(state).again else self.next_seat(state)
        return supply(state, 1) if self.waiting(state) else state


@dataclass(frozen=True, slots=True)
class Repeated:
    """How often the steps that each repeat goes back to have been played, by the repeat's index in the script."""

    times: Mapping[int, int] = field(default_factory=dict)


@plays(Repeat)
class RepeatKind(StepKind[Repeat, bool | None]):
    """The hand goes back to the first of the repeated steps, unless the condition to stop is met.

    The memory is true while the dealer has yet to say whether a player knocks.
    """

    verbs = frozenset({DONE, DECLINE})

    def begin(self, state: State) -> State:
        spec, at = self.spec(state), state.next_step - 1
        if spec.until == "all stand" and not state.recall(Hits).taken:
            return state.say(Reason("all stand"))
        if spec.until == "somebody is in" and any(state.players[seat].declared == "in" for seat in state.live):
            return state
        if state.recall(Repeated).times.get(at, 1) == spec.most:
            return state
        dealt = sum(step.adds for step in state.game.script[at - spec.steps : at]) * len(state.live)
        if left_in_deck(burn(state)) + state.discards < dealt:
            return state.say(Reason("nobody else is dealt a card"))
        return state.with_memory(True) if spec.until == "somebody knocks" else self._again(state)

    def finished(self, state: State) -> bool:
        return not self.memory(state)

    def prompt(self, state: State) -> Prompt:
        knocks = (Ask(Action(DECLINE, seat), manner="knocks") for seat in state.live)
        return Prompt("offer", self.question_aloud(state), (Ask(Action(DONE), manner="goes on"), *knocks))

    def question_aloud(self, state: State) -> Question:
        return Question("does anybody knock")

    def apply(self, state: State, action: Action) -> State:
        if action.verb == DONE:
            return self._again(state)
        if action.player not in state.live:
            raise out_of_the_hand(state, action.player)
        return state.with_memory(None).say(Reason("knocks", action.player))

    def _again(self, state: State) -> State:
        spec, at, times = self.spec(state), state.next_step - 1, state.recall(Repeated).times
        state = state.with_note(Repeated({**times, at: times.get(at, 1) + 1})).with_memory(None)
        if spec.until == "somebody is in":
            # Nobody is out yet: all are dealt cards before they declare again.
            for seat in state.live:
                state = state.with_player(seat, declared=None)
        return replace(state, next_step=at - spec.steps)
