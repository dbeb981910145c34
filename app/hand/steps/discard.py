"""Throwing cards away for good."""

from __future__ import annotations

from dataclasses import dataclass

from app.cards.card import UNSEEN
from app.games.steps.draw import Discard
from app.hand.action import DISCARD, PAY, Action
from app.hand.ask import Ask, Prompt, Question, TakesCards
from app.hand.cards import throw
from app.hand.chips import price_chips
from app.hand.folding import Teams
from app.hand.refusal import Refusal
from app.hand.state import State
from app.hand.steps import StepKind, plays
from app.hand.turns import affordable, paid


@dataclass(frozen=True, slots=True)
class Discards(Question):
    """Everyone (every pair, in ``teams``), or one player, discards so many down cards; ``keep_price`` keeps one.

    ``of_first``: of this many that came first. ``down_to``: not so many, but all except so many.
    """

    count: int = 1
    keep_price: int | None = None
    teams: bool = False
    down_to: int | None = None
    of_first: int = 0


@plays(Discard)
class DiscardKind(StepKind[Discard, tuple[int, ...]]):
    """Everybody throws down cards, which nobody sees; one tap says that all have.

    Remembers how many cards each seat still has to throw.
    """

    verbs = frozenset({DISCARD, PAY})

    def begin(self, state: State) -> State:
        spec = self.spec(state)
        owed = [0] * len(state.players)
        for seat in state.live:
            if spec.down_to is None:
                owed[seat] = min(spec.count, len(state.players[seat].down))
            else:
                owed[seat] = max(0, len(state.first_down(seat, spec.of_first)) - spec.down_to)
        return state.with_memory(tuple(owed))

    def finished(self, state: State) -> bool:
        return not self._waiting(state)

    def prompt(self, state: State) -> Prompt:
        spec, waiting, price = self.spec(state), self._waiting(state), self._keep_price(state)
        asks: list[Ask] = []
        for seat in waiting:
            owed = self._owed(state, seat)
            asks.append(discard_ask(state, seat, owed, spec.of_first))
            if price is not None and affordable(state, seat, spec.keep_price) is not None:
                asks.append(Ask(Action(PAY, seat, amount=price), manner="pay", chips=price))
        if price is None and not any(ask.takes for ask in asks):
            run = tuple(ask.action for ask in asks)
            everyone = Discards(None, spec.count, down_to=spec.down_to, of_first=spec.of_first)
            return Prompt("done", everyone, tuple(asks), run=run)
        question = Discards(waiting[0], self._owed(state, waiting[0]), price, of_first=spec.of_first)
        return Prompt("offer", question, tuple(asks), waiting[0])

    def call(self, state: State) -> Question | None:
        spec, teams = self.spec(state), bool(state.recall(Teams).pairs)
        return Discards(None, spec.count, self._keep_price(state), teams, spec.down_to, spec.of_first)

    def apply(self, state: State, action: Action) -> State | Refusal:
        seat = action.player
        owed = self._owed(state, seat)
        if not owed:
            return Refusal("nothing to discard", seat)
        if action.verb == PAY:
            return self._keep(state, action)
        thrown = discard_down(state, action, owed, self.spec(state).of_first)
        return thrown if isinstance(thrown, Refusal) else self._less_owed(thrown, seat, owed)

    def _keep(self, state: State, action: Action) -> State | Refusal:
        price = self._keep_price(state)
        if price is None:
            return Refusal("no card can be kept for chips")
        after = paid(state, action, price, "keeping a card")
        return after if isinstance(after, Refusal) else self._less_owed(after, action.player, 1)

    def _keep_price(self, state: State) -> int | None:
        """Return what it costs to keep a card; None where none can be kept."""
        price = self.spec(state).keep_price
        return None if price == "free" else price_chips(price, state)

    def _less_owed(self, state: State, seat: int, count: int) -> State:
        owed = list(self.memory(state))
        owed[seat] -= count
        return state.with_memory(tuple(owed))

    def _owed(self, state: State, seat: int) -> int:
        """Return how many cards a seat has still to throw: no more than lie face down, should one have been shown."""
        spec = self.spec(state)
        may_go = len(state.first_down(seat, spec.of_first)) - (spec.down_to or 0)
        return min(self.memory(state)[seat], max(0, may_go))

    def _waiting(self, state: State) -> list[int]:
        return [seat for seat in state.live if self._owed(state, seat)]


def discard_ask(state: State, seat: int, count: int, of_first: int) -> Ask:
    """Return what asks a seat for so many down cards to throw away: unseen ones, as long as it holds so many.

    ``of_first``: only so many down cards that came first may go; 0 for any.
    """
    unseen = state.first_down(seat, of_first).count(UNSEEN) >= count
    action = Action(DISCARD, seat, cards=(UNSEEN,) * count if unseen else ())
    return Ask(action, None if unseen else TakesCards("hand", count, count), manner="discards", chips=count)


def discard_down(state: State, action: Action, count: int, of_first: int) -> State | Refusal:
    """Return the state after a seat has thrown away so many down cards, of those that came first; or why not."""
    seat, cards = action.player, action.cards
    if len(cards) != count:
        return Refusal("wrong number of discards", seat, count=count, amount=len(cards))
    if set(cards) & set(state.players[seat].up):
        return Refusal("only down cards are discarded")
    if set(cards) & set(state.players[seat].down) - {UNSEEN, *state.first_down(seat, of_first)}:
        return Refusal("only the first down cards", count=of_first)
    thrown = throw(state, seat, cards)
    return thrown if isinstance(thrown, Refusal) else thrown[0]
