"""Cards that match the rank of a card turned up in the layout: thrown away, or a reason to fold."""

from __future__ import annotations

from app.cards.card import UNSEEN, Card, has_rank, rank_of
from app.dataclass import replace
from app.games.layout import Laid
from app.games.reasons import Reason
from app.games.rules.wild import all_of
from app.games.steps.draw import Matching
from app.games.steps.interrupts import MustFold
from app.hand.action import DECLINE, DISCARD, Action
from app.hand.ask import Ask, Prompt, Question, RefusalError
from app.hand.cards import throw
from app.hand.state import State
from app.hand.steps import StepKind, plays


@plays(Matching)
class MatchingKind(StepKind[Matching, tuple[int, ...]]):
    """Known cards of the rank are thrown away at once; then each player says how many unseen ones go.

    The memory is the rank, then the seats that have yet to answer.
    """

    verbs = frozenset({DISCARD, DECLINE})

    def begin(self, state: State) -> State:
        card = state.recall(Laid).cards.get(self.spec(state).place)
        if card is None or not has_rank(card):
            return state.with_memory(())
        rank, seats = rank_of(card), []
        if self.spec(state).then == "fold":
            seats = [seat for seat in state.live if all_of(rank).intersection(state.players[seat].up)]
            whys = (Reason("shows the rank", seat, ranks=(rank,)) for seat in seats)
            return state.with_memory(()).push(*map(MustFold, seats, whys))
        for seat in state.live:
            if gone := tuple(held.card for held in state.players[seat].cards if held.card in all_of(rank)):
                state = throw(state, seat, gone)[0].say(Reason("throws away", seat, cards=gone))
        if self.spec(state).common:
            state = _throw_common(state, all_of(rank) - {card})
        return state.with_memory((rank, *state.live))

    def waiting(self, state: State) -> tuple[int, ...]:
        return tuple(seat for seat in self.memory(state)[1:] if self._most(state, seat))

    def prompt(self, state: State) -> Prompt:
        asks: list[Ask] = []
        waiting = self.waiting(state)
        for seat in waiting:
            asks.append(Ask(Action(DECLINE, seat), manner="has none"))
            for count in range(1, self._most(state, seat) + 1):
                asks.append(Ask(Action(DISCARD, seat, cards=(UNSEEN,) * count), manner="down", chips=count))
        return Prompt("offer", self.question_aloud(state), tuple(asks), waiting[0] if len(waiting) == 1 else None)

    def question_aloud(self, state: State) -> Question:
        return Question("throws the rank away", ranks=self.memory(state)[:1])

    def apply(self, state: State, action: Action) -> State:
        seat, (rank, *seats) = action.player, self.memory(state)
        if seat not in self.waiting(state):
            raise RefusalError("nothing to discard", seat)
        if set(action.cards) - all_of(rank) - {UNSEEN} or len(action.cards) > self._most(state, seat):
            raise RefusalError("not of the rank", ranks=(rank,))
        state = throw(state, seat, action.cards)[0]
        return state.with_memory((rank, *(other for other in seats if other != seat)))

    def _most(self, state: State, seat: int) -> int:
        """Return how many of a seat's unseen cards may have the rank: at most as many as are unseen anywhere."""
        player, rank = state.players[seat], self.memory(state)[0]
        return min(player.down.count(UNSEEN), len(all_of(rank) - state.seen)) if player.live else 0


def _throw_common(state: State, cards: frozenset[Card]) -> State:
    """Throw away those of these cards that lie in the middle."""
    gone = tuple(card for card in state.common_cards if card in cards)
    if not gone:
        return state
    left = tuple(card for card in state.common_cards if card not in cards)
    state = replace(state, common_cards=left, dead_cards=state.dead_cards.union(gone))
    return state.say(Reason("thrown away in the middle", cards=gone))
