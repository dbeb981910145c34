"""A part of the hand that the table plays its own way."""

from __future__ import annotations

from app.dataclass import dataclass, replace
from app.games.because import Because
from app.games.steps.bet import Bet
from app.games.steps.physical import AsPlayed
from app.hand.action import DONE, FOLD, PAY, Action, Part, add_verb
from app.hand.ask import Ask, Preset, Prompt, Question, RefusalError, TakesAmount
from app.hand.chips import behind, can_pay, close_payments, freeze, give_chips, pay_dead
from app.hand.settlement.pots import Pot, pots_of
from app.hand.state import State, fold, out_of_the_hand
from app.hand.steps import StepKind, plays

BETTING = add_verb(
    "bets",
    Part.ANY_PLAYER,
    dealer=True,
    says="a betting round comes next, opened by this player, or by the first one to the dealer's left",
)
GET = add_verb("gets", Part.CHIPS, says="gets chips from the pot before the end of the hand")


@dataclass(frozen=True, slots=True)
class Playing:
    """Whether the table has said that the step is over."""

    over: bool = False


@plays(AsPlayed)
class AsPlayedKind(StepKind[AsPlayed, Playing]):
    """Whatever the dealer says comes next. Payments between two betting rounds make one layer of the pots."""

    verbs = frozenset({BETTING, DONE, PAY, GET, FOLD})

    def begin(self, state: State) -> State:
        return state.with_memory(Playing())

    def finished(self, state: State) -> bool:
        return self.memory(state).over

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
            return self.remember(state, over=True)
        if action.verb == BETTING:
            return self._bets(state, action.to)
        seat = action.player
        if not state.players[seat].live:
            raise out_of_the_hand(state, seat)
        if action.verb == FOLD:
            return fold(state, seat).say(Because("is out", seat))
        if action.chips < 1:
            raise RefusalError("some chips")
        if action.verb == GET:
            return _from_the_pot(state, seat, action.chips)
        if not can_pay(state, seat, action.chips):
            raise RefusalError("behind", seat, amount=behind(state, seat) or 0)
        return pay_dead(state, seat, action.chips).say(Because("pays for it", seat, amount=action.chips))

    def _bets(self, state: State, opener: int | None) -> State:
        """Begin a betting round, closing the payments made before it."""
        if opener is not None and not state.players[opener].can_bet:
            raise RefusalError("cannot open", opener)
        return _closed(state).push_bet(Bet(opener="left of dealer", seat=opener))


def _closed(state: State) -> State:
    """Close the payments made so far: later ones count among the players who are not all in now."""
    state = close_payments(state)
    return state.with_frame(paid={}, step=state.count, pot=state.pot, bettors=state.bettors)


def _pots_for(state: State, seat: int) -> list[Pot]:
    """Return the pots that a seat plays for, the main pot first."""
    return [pot for pot in pots_of(state) if seat in pot.seats]


def _from_the_pot(state: State, seat: int, chips: int) -> State:
    """Give a seat chips from the pots that it plays for, the main pot first; they can be bet.

    The rest of each pot is dead money for those who play for it.
    """
    if chips > (most := sum(pot.amount for pot in _pots_for(state, seat))):
        raise RefusalError("not so much in the pot", seat, amount=chips, most=most)
    state, left, dead = _closed(state), chips, []
    for pot in pots_of(state):
        taken = min(left, pot.amount) if seat in pot.seats else 0
        left -= taken
        dead.append(replace(pot, amount=pot.amount - taken))
    state = give_chips(freeze(state, dead), seat, chips)
    # A player who was all in has chips again, and can match later payments.
    return state.with_frame(bettors=state.bettors).say(Because("takes from the pot", seat, amount=chips))
