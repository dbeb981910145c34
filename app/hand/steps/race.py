"""Turning unseen cards, one player after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from app.games.steps import Spec
from app.games.steps.bet import Bet
from app.games.steps.roll import NextTurns, TurnUntilLead
from app.hand.action import TURN_UP, Action
from app.hand.ask import Ask, Prompt, Question, TakesCards
from app.hand.event import Event
from app.hand.folding import fold
from app.hand.open_hands import ToBeat, hand_to_beat, middle_high, showing_high
from app.hand.refusal import Refusal
from app.hand.state import State
from app.hand.steps import StepKind, plays
from app.hand.steps.turn_up import turn_one_up
from app.hand.turns import not_your_turn

S = TypeVar("S", bound=Spec)


@dataclass(frozen=True, slots=True)
class Racing:
    """Who turns now, and whether what they have turned is still to be looked at. None: everybody is done."""

    turner: int | None
    turned: bool = False

    @property
    def seat(self) -> int:
        """Who turns now, while somebody does."""
        assert self.turner is not None
        return self.turner


@dataclass(frozen=True, slots=True)
class TurnsCards(Question):
    """A player turns up a card, or cards until they beat the best hand showing."""

    to_beat: ToBeat | None = None


@dataclass(frozen=True, slots=True)
class TurnedAllAndFolds(Event):
    """A player has turned every card without leading, and folds."""

    seat: int


@dataclass(frozen=True, slots=True)
class OvertakenAndFolds(Event):
    """A player whose cards are all up has been overtaken, and folds when it is their turn."""

    seat: int
    ruling: str = "overtaken_all_up"


class Turning(StepKind[S, Racing]):
    """What the two kinds have in common: one player turns up cards."""

    verbs = frozenset({TURN_UP})
    deals = True

    def begin(self, state: State) -> State:
        return state.with_memory(Racing(next_to_turn(state)))

    def finished(self, state: State) -> bool:
        return self.memory(state).turner is None

    def prompt(self, state: State) -> Prompt:
        seat = self.memory(state).seat
        ask = Ask(Action(TURN_UP, seat), TakesCards("down cards"), manner="turns up")
        # The cards are turned for the round of betting that comes of it.
        return Prompt("roll", TurnsCards(seat), (ask,), seat, street=f"Round {state.rounds + 1}")

    def call(self, state: State) -> Question | None:
        return TurnsCards(self.memory(state).seat)

    def apply(self, state: State, action: Action) -> State | Refusal:
        seat = self.memory(state).seat
        if problem := not_your_turn(action, seat, "turn cards"):
            return problem
        after = turn_one_up(state, seat, action)
        return after if isinstance(after, Refusal) else after.with_memory(Racing(seat, turned=True))

    def brings_up(self, state: State) -> bool:
        return any(state.players[seat].down for seat in state.live)


@plays(TurnUntilLead)
class TurnUntilLeadKind(Turning[TurnUntilLead]):
    """Judged again after everything that a turned card set off: an extra card may be what leads."""

    def call(self, state: State) -> Question | None:
        seat = self.memory(state).seat
        return TurnsCards(seat, hand_to_beat(state, seat))

    def resume(self, state: State) -> State:
        memory = self.memory(state)
        seat = memory.turner
        if seat is None:
            return state
        player = state.players[seat]
        if player.live and not memory.turned:
            if player.down:
                return state
            if seat in _overtaken(state):
                state = fold(state, seat).announce(OvertakenAndFolds(seat))
        if not memory.turned or not player.live:
            return state.with_memory(Racing(self._next(state, seat)))
        own = showing_high(state, seat)
        others = [showing_high(state, other) for other in state.live if other != seat and state.players[other].up]
        if own > max([*others, middle_high(state)]):
            return state.with_memory(Racing(self._next(state, seat))).push_bet(Bet(seat=seat))
        if player.down:
            return state.with_memory(replace(memory, turned=False))
        state = fold(state, seat).announce(TurnedAllAndFolds(seat))
        return state.with_memory(Racing(self._next(state, seat)))

    def _next(self, state: State, after: int) -> int | None:
        """Return whose turn it is: the next player with a card to turn, or who has none and has been overtaken."""
        following = next_to_turn(state, after)
        if following is None:
            return None
        asked = {following, *_overtaken(state)}
        return next(seat for seat in state.after(after) if seat in asked)


def _overtaken(state: State) -> list[int]:
    """Return the seats still in with every card up and a better hand showing elsewhere, where those fold."""
    if state.setup.house.overtaken_all_up == "stays":
        return []
    best = max((showing_high(state, seat) for seat in state.live if state.players[seat].up), default=0)
    return [seat for seat in state.live if not state.players[seat].down and showing_high(state, seat) < best]


@plays(NextTurns)
class NextTurnsKind(Turning[NextTurns]):
    """One card, by the player after the one who turned last; or one after the other, with bets between."""

    def resume(self, state: State) -> State:
        memory = self.memory(state)
        seat = memory.turner
        if not memory.turned:
            if seat is None or (state.players[seat].live and state.players[seat].down):
                return state
            # The player who was to turn next has folded in the betting that came between.
            return state.with_memory(Racing(next_to_turn(state, seat)))
        if not self.spec(state).round:
            return state.with_memory(Racing(None))
        return state.with_memory(Racing(next_to_turn(state, seat))).push_bet(Bet())


def next_to_turn(state: State, after: int | None = None) -> int | None:
    """Return the next live seat with cards to turn, after the one given or the last that turned; None for none."""
    if after is None:
        turned = [up.seat for up in state.up_cards if up.seat is not None]
        after = turned[-1] if turned else len(state.players) - 1
    return next((seat for seat in state.after(after) if state.players[seat].live and state.players[seat].down), None)
