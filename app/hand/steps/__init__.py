"""How each kind of step is played. A kind is registered for its spec, the step as a game file has it.

Related kinds share a module. ``app/words/steps`` words their questions and events.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, TypeVar, cast

from app.dataclass import replace
from app.games.steps import Spec
from app.hand.action import Action
from app.hand.ask import Prompt, Question
from app.hand.state import Frame, State
from app.plugins import load_modules

S = TypeVar("S", bound=Spec)
M = TypeVar("M")


class StepKind(Generic[S, M]):
    """How one kind of step is played, as the top frame of the state, with specs ``S`` and a memory ``M``.

    Each method is a pure function. A kind overrides some of them; a step that asks for nothing is finished as soon as
    it begins.
    """

    #: The verbs of the actions that this step takes.
    verbs: ClassVar[frozenset[str]] = frozenset()

    #: Whether this step deals or turns up cards, so that its end may set off triggers.
    deals: ClassVar[bool] = False

    def spec(self, state: State) -> S:
        """Return the spec of the step under way."""
        return cast(S, state.frame.spec)

    def memory(self, state: State) -> M:
        """Return the memory of the step under way, made by ``begin``."""
        return cast(M, state.frame.memory)

    def remember(self, state: State, **changes: Any) -> State:
        """Return the state with some fields of the step's memory replaced."""
        return state.with_memory(replace(cast(Any, state.frame.memory), **changes))

    def begin(self, state: State) -> State:
        """Start the step, and make its memory."""
        return state

    def resume(self, state: State) -> State:
        """Continue after interrupting steps; return the same object if nothing changes."""
        return state

    def waiting(self, state: State) -> Sequence[int]:
        """Return the seats that have yet to answer, the next one first."""
        return ()

    def finished(self, state: State) -> bool:
        """Return whether the step asks for nothing more."""
        return not self.waiting(state)

    def end(self, state: State) -> State:
        """End the step, whose frame is still on top."""
        return state

    def prompt(self, state: State) -> Prompt:
        """Return the question to the dealer. Called only while the step is not finished."""
        raise NotImplementedError

    def question_aloud(self, state: State) -> Question | None:
        """Return the question to ask the table aloud; None if the cards or the bets say enough.

        It is announced when it changes, so a question to everybody must stay the same until all have answered.
        """
        return None

    def apply(self, state: State, action: Action) -> State:
        """Return the state after an action with one of ``verbs``; raise :class:`RefusalError` to refuse it."""
        raise NotImplementedError

    def sealed(self, state: State) -> bool:
        """Return whether answers stay hidden, and may be changed, until all are in."""
        return False

    def answer(self, state: State, seat: int) -> Action | None:
        """Return a player's sealed answer, if given."""
        return None

    def together(self, state: State) -> bool:
        """Return whether all cards turned up in this step are turned at the same time."""
        return False

    def brings_up(self, state: State) -> bool:
        """Return whether this step, which has begun, still brings up-cards. ``state`` has its frame on top."""
        return self.spec(state).brings_up and not self.finished(state)

    def places(self, state: State) -> Sequence[str]:
        """Return the places of the layout to which a card may go now, the next one first."""
        return ()

    def run_out(self, state: State) -> State:
        """Continue without the cards due now, because the dealer has called the deck out."""
        return state

    def cards_due(self, state: State) -> int:
        """Return how many cards this step, which has begun, still has to deal. ``state`` has its frame on top."""
        return 0


def add_at(counts: tuple[int, ...], seat: int, count: int = 1) -> tuple[int, ...]:
    """Return counts by seat, with one seat's count raised."""
    return (*counts[:seat], counts[seat] + count, *counts[seat + 1 :])


AnyKind = StepKind[Any, Any]

_KINDS: dict[type[Spec], AnyKind] = {}


def plays(spec: type[Spec]) -> Callable[[type[AnyKind]], type[AnyKind]]:
    """Register a class as the kind that plays the steps of a spec."""

    def register(kind: type[AnyKind]) -> type[AnyKind]:
        _KINDS[spec] = kind()
        return kind

    return register


def kind_of(frame: Frame) -> AnyKind:
    """Return the kind that plays a frame's step."""
    if type(frame.spec) not in _KINDS:
        load_modules(__name__)
    if type(frame.spec) not in _KINDS:
        name = type(frame.spec).__name__
        raise LookupError(f"nothing plays the step {name}: app/hand/steps has no class with @plays({name})")
    return _KINDS[type(frame.spec)]
