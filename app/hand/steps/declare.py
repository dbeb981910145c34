"""Declarations, made together or in turn."""

from __future__ import annotations

from app.dataclass import dataclass
from app.games.reasons import Reason
from app.games.steps.contest import Contest
from app.games.steps.showdown import Declare
from app.hand.action import DECLARE, Action
from app.hand.ask import Ask, Prompt, Question, RefusalError, check_turn
from app.hand.chips import can_pay
from app.hand.event import Event
from app.hand.state import State
from app.hand.steps import StepKind, plays


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """Everyone has declared: each declaration with its seats."""

    by_name: tuple[tuple[str, tuple[int, ...]], ...]


@plays(Declare)
class DeclareKind(StepKind[Declare, bool | None]):
    """Declarations: sealed, and changeable until all are in; or aloud in turn, from the dealer's left.

    The memory says whether the others have been given a second chance.
    """

    verbs = frozenset({DECLARE})

    def begin(self, state: State) -> State:
        for seat in state.live:
            state = state.with_player(seat, declared=None)
        return state

    def waiting(self, state: State) -> list[int]:
        return [seat for seat in state.live if state.players[seat].declared is None]

    def end(self, state: State) -> State:
        seats: dict[str, tuple[int, ...]] = {}
        for seat in state.live:
            name = state.players[seat].declared or ""
            seats[name] = (*seats.get(name, ()), seat)
        return state.say(Declared(tuple(seats.items())))

    def sealed(self, state: State) -> bool:
        return not self.spec(state).in_turn

    def answer(self, state: State, seat: int) -> Action | None:
        declared = state.players[seat].declared
        return None if declared is None else Action(DECLARE, seat, word=declared)

    def prompt(self, state: State) -> Prompt:
        waiting, names, in_turn = self.waiting(state), self._names(state), self.spec(state).in_turn
        asked = waiting[:1] if in_turn else state.live
        asks = tuple(
            Ask(Action(DECLARE, seat, word=name), manner="declare")
            for seat in asked
            for name in names
            if self._can_match(state, seat, name)
        )
        return Prompt("declare", self._question(state), asks, waiting[0])

    def question_aloud(self, state: State) -> Question | None:
        begun = self.spec(state).in_turn and tuple(self.waiting(state)) != state.live
        return None if begun else self._question(state)

    def _question(self, state: State) -> Question:
        names = self._names(state)
        if self.spec(state).in_turn:
            return Question("declares in turn", self.waiting(state)[0], words=names)
        return Question("everyone declares", words=names)

    def apply(self, state: State, action: Action) -> State:
        seat, names = action.player, self._names(state)
        if not state.players[seat].live:
            raise RefusalError("folded and declares nothing", seat)
        if self.spec(state).in_turn:
            waiting = self.waiting(state)
            if seat not in waiting:
                raise RefusalError("declared aloud already", seat)
            check_turn(action, waiting[0], "declare", overrulable=True)
        if action.word not in names:
            raise RefusalError("can declare", seat, words=names)
        if not self._can_match(state, seat, action.word):
            raise RefusalError("cannot match the pot", seat, amount=_to_match(state))
        state = state.with_player(seat, declared=action.word)
        return self._ask_again(state) if self.spec(state).second_chance else state

    def _ask_again(self, state: State) -> State:
        """Ask all others once more if only the last player declared the first name, such as in."""
        first, (*others, last) = self._names(state)[0], state.live
        named = [seat for seat in state.live if state.players[seat].declared == first]
        if self.memory(state) or self.waiting(state) or named != [last]:
            return state
        for seat in others:
            state = state.with_player(seat, declared=None)
        return state.with_memory(True).say(Reason("asked again", last, word=first))

    def _names(self, state: State) -> tuple[str, ...]:
        return self.spec(state).names or state.game.declares

    def _can_match(self, state: State, seat: int, name: str) -> bool:
        """Return whether a seat has the chips to declare this."""
        return name != self.spec(state).matching or can_pay(state, seat, _to_match(state))


def _to_match(state: State) -> int:
    """Return the chips that a loser of the next contest has to pay."""
    contests = (spec for spec in state.game.script[state.next_step :] if isinstance(spec, Contest))
    return next((spec.owed(state.pot) for spec in contests), state.pot)
