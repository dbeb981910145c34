"""Turning up down cards: all, some, or one player at a time until one takes the lead."""

from __future__ import annotations

from typing import TypeVar

from app.cards.card import UNSEEN, Card
from app.dataclass import dataclass, replace
from app.games.reasons import Reason
from app.games.steps import Spec
from app.games.steps.bet import Bet
from app.games.steps.roll import NextTurns, Roll, TurnAllUp, TurnUntilLead
from app.hand.action import DECLINE, TURN_UP, Action
from app.hand.ask import Ask, Prompt, Question, RefusalError, TakesCards, check_turn
from app.hand.cards import turn_up
from app.hand.open_hands import hand_to_beat, middle_high, showing_high
from app.hand.state import State, Teams, fold, out_of_the_hand
from app.hand.steps import StepKind, add_at, plays
from app.hand.steps.buy import Buyers


@plays(TurnAllUp)
class TurnAllUpKind(StepKind[TurnAllUp, None]):
    """Everybody turns up all down cards, which are entered with one tap each."""

    verbs = frozenset({TURN_UP})
    deals = True

    def waiting(self, state: State) -> list[int]:
        return [seat for seat in state.live if state.players[seat].down]

    def prompt(self, state: State) -> Prompt:
        waiting = self.waiting(state)
        asks = tuple(Ask(Action(TURN_UP, seat), TakesCards("down cards"), manner="turns up") for seat in waiting)
        return Prompt("roll", Question("all cards up", waiting[0]), asks, waiting[0])

    def question_aloud(self, state: State) -> Question | None:
        return Question("all cards up")

    def apply(self, state: State, action: Action) -> State:
        return _turn_own_up(state, action)

    def together(self, state: State) -> bool:
        return True


def _turn_own_up(state: State, action: Action) -> State:
    """Turn up a card of a player who is still in."""
    if not state.players[action.player].live:
        raise out_of_the_hand(state, action.player)
    return turn_up(state, action.player, action.cards)


@dataclass(frozen=True, slots=True)
class Rolling:
    """The number of cards that each seat has turned up in this step, and the seats that have declined."""

    turned: tuple[int, ...]
    declined: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class AllTurnUp(Question):
    """Players turn up cards, as the step says: together or, with a ``seat``, in turn from that one.

    ``who`` is ``pairs``, ``buyers``, ``others`` (who have not bought) or empty for all, with at least ``holding``
    cards.
    """

    spec: Roll
    who: str = ""
    holding: int = 0


@plays(Roll)
class RollKind(StepKind[Roll, Rolling]):
    """Players turn up cards together, entered in any order, or in turn from the dealer's left."""

    verbs = frozenset({TURN_UP, DECLINE})
    deals = True

    def begin(self, state: State) -> State:
        return state.with_memory(Rolling((0,) * len(state.players)))

    def prompt(self, state: State) -> Prompt:
        spec, waiting = self.spec(state), self.waiting(state)
        allowed = waiting[:1] if spec.in_turn or spec.optional else waiting
        asks = [Ask(Action(TURN_UP, seat), TakesCards("down cards"), manner="turns up") for seat in allowed]
        if spec.optional:
            asks.append(Ask(Action(DECLINE, waiting[0]), manner="no thanks"))
        question = Question("may turn up" if spec.optional else "turns up", waiting[0], count=1)
        return Prompt("roll", question, tuple(asks), waiting[0])

    def question_aloud(self, state: State) -> Question | None:
        spec = self.spec(state)
        first = self.waiting(state)[0]
        if spec.optional:
            return Question("may turn up", first, count=spec.count)
        holding = spec.above + 1 if spec.above and not spec.bought else 0
        if spec.in_turn:
            begun = any(self.memory(state).turned)
            return None if begun else AllTurnUp(seat=first, holding=holding, spec=spec)
        return AllTurnUp(who=self._who(state), holding=holding, spec=spec)

    def apply(self, state: State, action: Action) -> State:
        seat, spec, memory = action.player, self.spec(state), self.memory(state)
        waiting = self.waiting(state)
        if seat not in waiting:
            raise RefusalError("no card to turn up", seat)
        if action.verb == DECLINE:
            if not spec.optional:
                raise RefusalError("has to turn a card up", seat)
            check_turn(action, waiting[0], "turn up a card")
            return self.remember(state, declined=memory.declined | {seat})
        if spec.in_turn or spec.optional:
            check_turn(action, waiting[0], "turn up a card", overrulable=True)
        if spec.newest and self._is_old(state, seat, action.cards):
            raise RefusalError("only a card dealt last", seat, count=spec.newest)
        return self.remember(turn_up(state, seat, action.cards), turned=add_at(memory.turned, seat))

    def _is_old(self, state: State, seat: int, cards: tuple[Card, ...]) -> bool:
        """Return whether a player turns up a card from before the last deal, with one from that deal still down."""
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

    def waiting(self, state: State) -> list[int]:
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


S = TypeVar("S", bound=Spec)


@dataclass(frozen=True, slots=True)
class Racing:
    """The seat to turn, None once all are done; ``turned``: its card is still to be compared."""

    turner: int | None
    turned: bool = False

    @property
    def seat(self) -> int:
        """The seat to turn, while there is one."""
        assert self.turner is not None
        return self.turner


class Turning(StepKind[S, Racing]):
    """The common part of the kinds in which one player at a time turns up cards."""

    verbs = frozenset({TURN_UP})
    deals = True

    def begin(self, state: State) -> State:
        return state.with_memory(Racing(next_to_turn(state)))

    def finished(self, state: State) -> bool:
        return self.memory(state).turner is None

    def prompt(self, state: State) -> Prompt:
        seat = self.memory(state).seat
        ask = Ask(Action(TURN_UP, seat), TakesCards("down cards"), manner="turns up")
        # The label is that of the betting round that follows.
        return Prompt("roll", Question("turns the next card", seat), (ask,), seat, street=f"Round {state.rounds + 1}")

    def question_aloud(self, state: State) -> Question | None:
        return Question("turns the next card", self.memory(state).seat)

    def apply(self, state: State, action: Action) -> State:
        check_turn(action, self.memory(state).seat, "turn cards")
        return self.remember(_turn_own_up(state, action), turned=True)

    def brings_up(self, state: State) -> bool:
        return any(state.players[seat].down for seat in state.live)


@plays(TurnUntilLead)
class TurnUntilLeadKind(Turning[TurnUntilLead]):
    """One player at a time turns up cards until taking the lead, which sets off a betting round, or running out.

    Hands are compared after all steps that a card sets off: an extra card may take the lead.
    """

    def question_aloud(self, state: State) -> Question | None:
        return hand_to_beat(state, self.memory(state).seat) or super().question_aloud(state)

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
                state = fold(state, seat).say(Reason("overtaken and folds", seat, ruling="overtaken_all_up"))
        if not memory.turned or not player.live:
            return state.with_memory(Racing(self._next(state, seat)))
        own = showing_high(state, seat)
        others = [showing_high(state, other) for other in state.live if other != seat and state.players[other].up]
        if own > max([*others, middle_high(state)]):
            return state.with_memory(Racing(self._next(state, seat))).push_bet(Bet(seat=seat))
        if player.down:
            return state.with_memory(replace(memory, turned=False))
        state = fold(state, seat).say(Reason("turned all and folds", seat))
        return state.with_memory(Racing(self._next(state, seat)))

    def _next(self, state: State, after: int) -> int | None:
        """Return the next player who has a card to turn, or has been overtaken with none left."""
        following = next_to_turn(state, after)
        if following is None:
            return None
        asked = {following, *_overtaken(state)}
        return next(seat for seat in state.seats_after(after) if seat in asked)


def _overtaken(state: State) -> list[int]:
    """Return the live seats with every card up and a better hand showing elsewhere, if the house folds them."""
    if state.setup.house.overtaken_all_up == "stays":
        return []
    best = max((showing_high(state, seat) for seat in state.live if state.players[seat].up), default=0)
    return [seat for seat in state.live if not state.players[seat].down and showing_high(state, seat) < best]


@plays(NextTurns)
class NextTurnsKind(Turning[NextTurns]):
    """The next player turns one card; or players turn all their cards in turn, with a betting round after each."""

    def resume(self, state: State) -> State:
        memory = self.memory(state)
        seat = memory.turner
        if not memory.turned:
            if seat is None or (state.players[seat].live and state.players[seat].down):
                return state
            # The player due to turn has folded in the betting round between.
            return state.with_memory(Racing(next_to_turn(state, seat)))
        if not self.spec(state).round:
            return state.with_memory(Racing(None))
        return state.with_memory(Racing(next_to_turn(state, seat))).push_bet(Bet())


def next_to_turn(state: State, after: int | None = None) -> int | None:
    """Return the next live seat with cards to turn, if any, after the one given or the last that turned."""
    if after is None:
        turned = [up.seat for up in state.up_cards if up.seat is not None]
        after = turned[-1] if turned else len(state.players) - 1
    return next(
        (seat for seat in state.seats_after(after) if state.players[seat].live and state.players[seat].down), None
    )
