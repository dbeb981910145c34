"""Tasks that the dealer only reports as done, such as passing cards, and play that the app does not know."""

from __future__ import annotations

from typing import TypeVar

from app.cards.card import UNSEEN
from app.dataclass import replace
from app.games.reasons import Reason
from app.games.steps.bet import Bet
from app.games.steps.physical import AsPlayed, Pass, Physical, Task, TurnDown
from app.hand.action import DONE, FOLD, PAY, Action, Part, add_verb
from app.hand.ask import Ask, Preset, Prompt, Question, RefusalError, TakesAmount, done_prompt
from app.hand.cards import change_hand, forget_once_up, remember_up
from app.hand.chips import behind, can_pay, close_payments, freeze_pots, give_chips, pay_dead
from app.hand.settlement.pots import Pot, pots_of
from app.hand.state import Held, State, fold, out_of_the_hand
from app.hand.steps import StepKind, plays

S = TypeVar("S", bound=Task)


@plays(Physical)
class DoneKind(StepKind[S, bool]):
    """A task with one button, "Done", which carries it out. The memory says whether it was tapped.

    Ordering a stack or looking at cards changes nothing in the state.
    """

    verbs = frozenset({DONE})

    def begin(self, state: State) -> State:
        return state.with_memory(False)

    def finished(self, state: State) -> bool:
        return self.memory(state)

    def prompt(self, state: State) -> Prompt:
        return done_prompt(self.question_aloud(state))

    def question_aloud(self, state: State) -> Question:
        return Question("task", word=self.spec(state).task)

    def apply(self, state: State, action: Action) -> State:
        return self.carry_out(state).with_memory(True)

    def carry_out(self, state: State) -> State:
        """Return the state after the task; unchanged unless a kind overrides this."""
        return state


@plays(TurnDown)
class TurnDownKind(DoneKind[TurnDown]):
    """Up-cards are turned down and mixed with the down cards, so that nobody can tell which is which."""

    def carry_out(self, state: State) -> State:
        for seat in state.live:
            if self.spec(state).remembered:
                state = remember_up(state, seat)
            cards = state.players[seat].cards
            down = tuple(replace(held, card=UNSEEN, up=False, hand="") if held.up else held for held in cards)
            state = change_hand(state, seat, down)
        return state


@plays(Pass)
class PassKind(DoneKind[Pass]):
    """Down cards are passed among the players still in; up-cards stay.

    If only some are passed, nobody can tell which, so all down cards become unknown.
    """

    def carry_out(self, state: State) -> State:
        state, spec, seats = forget_once_up(state), self.spec(state), state.live
        kept: list[tuple[Held, ...]] = []
        passed: list[tuple[Held, ...]] = []
        for seat in seats:
            cards = state.players[seat].cards
            down = tuple(held for held in cards if not held.up)
            if spec.count:
                down = tuple(replace(held, card=UNSEEN) for held in down)
            stay = max(0, len(down) - spec.count) if spec.count else 0
            kept.append(tuple(held for held in cards if held.up) + down[:stay])
            passed.append(down[stay:])
        places = {"left": spec.places, "right": -spec.places, "across": len(seats) // 2}[spec.to]
        for at, hand in enumerate(passed):
            to = (at + places) % len(seats)
            state = change_hand(state, seats[to], kept[to] + hand)
        return state


BETTING = add_verb(
    "bets",
    Part.ANY_PLAYER,
    dealer=True,
    says="a betting round comes next, opened by this player, or by the first one to the dealer's left",
)
GET = add_verb("gets", Part.CHIPS, says="gets chips from the pot before the end of the hand")


@plays(AsPlayed)
class AsPlayedKind(StepKind[AsPlayed, bool]):
    """Play as the dealer reports it. Payments between two betting rounds are pooled, as if made in one step.

    The memory says whether the dealer has ended the step.
    """

    verbs = frozenset({BETTING, DONE, PAY, GET, FOLD})

    def begin(self, state: State) -> State:
        return state.with_memory(False)

    def finished(self, state: State) -> bool:
        return self.memory(state)

    def prompt(self, state: State) -> Prompt:
        asks = [Ask(Action(BETTING), manner="betting round"), Ask(Action(DONE), manner="who wins")]
        for seat in state.live:
            asks += self._asks(state, seat)
        return Prompt("offer", Question("what comes next"), tuple(asks))

    def _asks(self, state: State, seat: int) -> list[Ask]:
        chips, gets = behind(state, seat), sum(pot.amount for pot in _pots_for(state, seat))
        asks = []
        if chips != 0:
            amounts = {state.setup.stakes.smallest_bet, max(state.pot, 1)}
            presets = tuple(Preset("pays", amount) for amount in sorted(amounts) if chips is None or amount <= chips)
            asks.append(Ask(Action(PAY, seat), TakesAmount(1, chips, presets), manner="pays"))
        if gets:
            asks.append(Ask(Action(GET, seat), TakesAmount(1, gets, (Preset("gets", gets),)), manner="gets"))
        if state.players[seat].can_bet:
            asks.append(Ask(Action(BETTING, to=seat), manner="opens"))
        return [*asks, Ask(Action(FOLD, seat), manner="is out")]

    def apply(self, state: State, action: Action) -> State:
        if action.verb == DONE:
            return state.with_memory(True)
        if action.verb == BETTING:
            if action.to is not None and not state.players[action.to].can_bet:
                raise RefusalError("cannot open", action.to)
            return _closed(state).push_bet(Bet(opener="left of dealer", seat=action.to))
        seat = action.player
        if not state.players[seat].live:
            raise out_of_the_hand(state, seat)
        if action.verb == FOLD:
            return fold(state, seat).say(Reason("is out", seat))
        if action.chips < 1:
            raise RefusalError("some chips")
        if action.verb == GET:
            return _from_the_pot(state, seat, action.chips)
        if not can_pay(state, seat, action.chips):
            raise RefusalError("behind", seat, amount=behind(state, seat) or 0)
        return pay_dead(state, seat, action.chips).say(Reason("pays for it", seat, amount=action.chips))


def _closed(state: State) -> State:
    """Close the payments made so far; later ones are between the players who are not all in now."""
    state = close_payments(state)
    return state.with_frame(paid={}, step=state.count, pot=state.pot, bettors=state.bettors)


def _pots_for(state: State, seat: int) -> list[Pot]:
    """Return the pots that a seat plays for, the main pot first."""
    return [pot for pot in pots_of(state) if seat in pot.seats]


def _from_the_pot(state: State, seat: int, chips: int) -> State:
    """Give a seat chips from the pots that it plays for, the main pot first; they can be bet.

    The rest of each pot is dead money for the players who play for it.
    """
    if chips > (most := sum(pot.amount for pot in _pots_for(state, seat))):
        raise RefusalError("not so much in the pot", seat, amount=chips, most=most)
    state, left, dead = _closed(state), chips, []
    for pot in pots_of(state):
        taken = min(left, pot.amount) if seat in pot.seats else 0
        left -= taken
        dead.append(replace(pot, amount=pot.amount - taken))
    state = give_chips(freeze_pots(state, dead), seat, chips)
    # A player who was all in has chips again, and can match later payments.
    return state.with_frame(bettors=state.bettors).say(Reason("takes from the pot", seat, amount=chips))
