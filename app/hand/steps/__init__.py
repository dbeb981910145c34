"""How each kind of step is played. A kind registers itself for the spec that game files write."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.hand.action import Action
from app.hand.ask import Prompt
from app.hand.refusal import Refusal
from app.hand.state import Frame, State
from app.plugins import load_modules


class StepKind:
    """The play of one kind of step, the top frame of the state. Each method is a pure function.

    A kind overrides what differs; a step that asks for nothing is finished as soon as it has begun.
    """

    #: The actions that this step takes, by verb, for the reason given when another comes.
    verbs: frozenset[str] = frozenset()

    def begin(self, state: State) -> State:
        """The state when the step starts, its memory made."""
        return state

    def resume(self, state: State) -> State:
        """The state when the step is on top again after others; the same object where nothing follows from that."""
        return state

    def finished(self, state: State) -> bool:
        """Whether the step asks for nothing more."""
        return True

    def end(self, state: State) -> State:
        """The state when the step is over, its frame still on top."""
        return state

    def prompt(self, state: State) -> Prompt:
        """What is asked for now; only while the step is not finished."""
        raise NotImplementedError

    def call(self, state: State) -> str:
        """What the table hears when this is asked; empty where the cards or the bets say enough. It is said when it
        changes, so what is asked of everybody together stays the same until all have answered.
        """
        return ""

    def apply(self, state: State, action: Action) -> State | Refusal:
        """The state after an action with one of ``verbs``, or why not."""
        raise NotImplementedError

    def sealed(self, state: State) -> bool:
        """Whether answers are being given that nobody may see before all are in. They may be changed until then."""
        return False

    def answer(self, state: State, seat: int) -> str:
        """What a player has answered under the seal, in words; empty while nothing has come."""
        return ""

    def brings_up(self, state: State, frame: Frame) -> bool:
        """Whether this step, under way, still brings up-cards."""
        return False

    def deals(self) -> bool:
        """Whether this step brings cards, so that triggers look at the table when it is over."""
        return False


_KINDS: dict[type[Any], StepKind] = {}


def plays(spec: type[Any]) -> Callable[[type[StepKind]], type[StepKind]]:
    """A class decorator: this kind plays steps of that spec."""

    def register(kind: type[StepKind]) -> type[StepKind]:
        _KINDS[spec] = kind()
        return kind

    return register


def kind_of(frame: Frame) -> StepKind:
    """The play of a frame's step."""
    if type(frame.spec) not in _KINDS:
        load_modules(__name__)
    return _KINDS[type(frame.spec)]
