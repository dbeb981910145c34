"""Turning up cards of one's own choice."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.cards.card import UNSEEN, Card
from app.games.steps.roll import Roll
from app.hand.action import DECLINE, TURN_UP, Action
from app.hand.ask import Ask, Prompt, Question, TakesCards
from app.hand.cards import turn_named
from app.hand.folding import Teams
from app.hand.refusal import Refusal
from app.hand.state import State
from app.hand.steps import StepKind, plays
from app.hand.steps.buy import Buyers
from app.hand.turns import not_your_turn


@dataclass(frozen=True, slots=True)
class Rolling:
    """How many cards each seat has turned up in this step, and who has declined."""

    turned: tuple[int, ...]
    declined: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class TurnsUp(Question):
    """A player turns up so many cards, or may where it is ``optional``."""

    count: int = 1
    optional: bool = False


@dataclass(frozen=True, slots=True)
class AllTurnUp(Question):
    """Players turn up so many cards: with a seat in turn, that one first, else together.

    ``who`` are every ``pair``, the ``buyers``, the ``others`` who have bought nothing, or all who hold at least
    ``holding`` cards. ``which`` says which card where it is not any, ``stack`` that it is the top one.
    """

    count: int = 1
    who: str = ""
    holding: int = 0
    which: str = ""
    stack: bool = False


@plays(Roll)
class RollKind(StepKind[Roll, Rolling]):
    """Together: the dealer enters the cards in any order. In turn: from the dealer's left, one player at a time."""

    verbs = frozenset({TURN_UP, DECLINE})
    deals = True

    def begin(self, state: State) -> State:
        return state.with_memory(Rolling((0,) * len(state.players)))

    def finished(self, state: State) -> bool:
        return not self._waiting(state)

    def prompt(self, state: State) -> Prompt:
        spec, waiting = self.spec(state), self._waiting(state)
        allowed = waiting[:1] if spec.in_turn or spec.optional else waiting
        asks = [Ask(Action(TURN_UP, seat), TakesCards("down cards"), manner="turns up") for seat in allowed]
        if spec.optional:
            asks.append(Ask(Action(DECLINE, waiting[0]), manner="no thanks"))
        return Prompt("roll", TurnsUp(waiting[0], 1, spec.optional), tuple(asks), waiting[0])

    def call(self, state: State) -> Question | None:
        spec = self.spec(state)
        first = self._waiting(state)[0]
        if spec.optional:
            return TurnsUp(first, spec.count, optional=True)
        holding = spec.above + 1 if spec.above and not spec.bought else 0
        if spec.in_turn:
            begun = any(self.memory(state).turned)
            return None if begun else AllTurnUp(first, spec.count, holding=holding, which=spec.which)
        return AllTurnUp(None, spec.count, self._who(state), holding, spec.which, spec.stack)

    def apply(self, state: State, action: Action) -> State | Refusal:
        seat = action.player
        waiting = self._waiting(state)
        if seat not in waiting:
            return Refusal("no card to turn up", seat)
        spec, memory = self.spec(state), self.memory(state)
        if action.verb == DECLINE:
            if not spec.optional:
                return Refusal("has to turn a card up", seat)
            return not_your_turn(action, waiting[0], "turn up a card") or state.with_memory(
                replace(memory, declined=memory.declined | {seat})
            )
        in_turn = (spec.in_turn or spec.optional) and not action.ruling
        if in_turn and (problem := not_your_turn(action, waiting[0], "turn up a card", overrulable=True)):
            return problem
        if spec.newest and self._is_old(state, seat, action.cards):
            return Refusal("only a card dealt last", seat, count=spec.newest)
        turned = turn_named(state, seat, action.cards)
        if isinstance(turned, Refusal):
            return turned
        counts = tuple(n + (at == seat) for at, n in enumerate(memory.turned))
        return turned.with_memory(replace(memory, turned=counts))

    def _is_old(self, state: State, seat: int, cards: tuple[Card, ...]) -> bool:
        """Return whether one of these cards was there before the last deal, and a card of that deal is still down."""
        player = state.players[seat]
        earlier = player.downs_dealt - self.spec(state).newest
        old = state.first_down(seat, earlier) if earlier > 0 else ()
        return bool(set(cards) & set(old) - {UNSEEN}) and len(old) < len(player.down)

    def _who(self, state: State) -> str:
        spec = self.spec(state)
        if spec.bought or spec.unless_bought:
            return "buyers" if spec.bought else "others"
        return "pairs" if state.recall(Teams).pairs and not spec.above else ""

    def together(self, state: State) -> bool:
        spec = self.spec(state)
        return not spec.in_turn and not spec.optional

    def _waiting(self, state: State) -> list[int]:
        memory, spec = self.memory(state), self.spec(state)
        sold = state.recall(Buyers)
        asked = sold.of(spec.bought) if spec.bought else frozenset(state.setup.seats) - sold.of(spec.unless_bought)
        return [
            seat
            for seat in state.live
            if memory.turned[seat] < spec.count
            and state.players[seat].down
            and seat in asked
            and seat not in memory.declined
            and (len(state.players[seat].cards) > spec.above or not spec.above)
        ]
