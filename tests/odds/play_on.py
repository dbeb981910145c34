"""Hands played out action by action with given cards: the slow way, for comparison with the odds' own deals."""

from __future__ import annotations

from collections.abc import Iterable

from app.cards.card import UNSEEN, Card
from app.hand.action import DEAL, TURN, Action
from app.hand.ask import Ask, Refusal
from app.hand.play import play, prompt
from app.hand.state import State

#: Actions in order of preference: nobody bets, folds or draws, or declines a free offer.
QUIET = ("cc", "pb", "no", "sd", "ok")


def play_on(state: State, deck: Iterable[Card]) -> State:
    """Play out a hand in which every down card is known; new cards come off the deck in order."""
    cards = iter(deck)
    while state.result is None:
        asks = prompt(state).asks
        after = play(state, _answer(state, asks, cards))
        assert not isinstance(after, Refusal), after
        state = after
    return state


def _answer(state: State, asks: tuple[Ask, ...], cards: Iterable[Card]) -> Action:
    cards = iter(cards)
    first = asks[0]
    if first.action.verb == DEAL:
        count = len(first.action.cards) + (first.takes is not None)
        return Action(DEAL, to=first.action.to, cards=tuple(next(cards) for _ in range(count)))
    if first.action.verb == TURN:
        return first.answer(cards=(next(cards),))
    if first.action.verb == "sm":
        held = tuple(held.card for held in state.players[first.action.player].cards)
        assert UNSEEN not in held
        return first.answer(cards=held)
    quiet = [ask.action for verb in QUIET for ask in asks if ask.action.verb == verb]
    return quiet[0] if quiet else first.action
