"""Passing cards on."""

from __future__ import annotations

from app.games.steps.physical import Pass
from app.hand.once_up import forget
from app.hand.state import State
from app.hand.steps import plays
from app.hand.steps.physical import DoneKind


@plays(Pass)
class PassKind(DoneKind[Pass]):
    """All down cards go round among those still in; up-cards stay."""

    def carry_out(self, state: State) -> State:
        state = forget(state)
        seats = state.live
        passed = [tuple(held for held in state.players[seat].cards if not held.up) for seat in seats]
        kept = [tuple(held for held in state.players[seat].cards if held.up) for seat in seats]
        step = 1 if self.spec(state).to == "left" else -1
        for at, hand in enumerate(passed):
            to = (at + step) % len(seats)
            state = state.with_player(seats[to], cards=kept[to] + hand)
        return state
