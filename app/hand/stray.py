"""Cards that nobody asked for: one too many that stays where it was dealt, and a down card that the table has seen."""

from __future__ import annotations

from dataclasses import replace

from app.cards.card import UNSEEN
from app.games.steps.showdown import Showdown
from app.hand.action import DEAL, TURN_UP, Action
from app.hand.cards import check_new, give, left_in_deck, turn_named
from app.hand.refusal import Refusal
from app.hand.state import State
from app.hand.steps import kind_of


def stray_card(state: State, action: Action, refused: Refusal) -> State | Refusal:
    """Return the state after a refused card that stands by the dealer's ruling; else the refusal, as far as it goes.

    One too many belongs to its player like any other, and a down card that has been seen lies face up from then on.
    """
    seat = action.about
    if action.verb not in (DEAL, TURN_UP) or seat is None or not _may_stray(state, seat, action.verb):
        return refused
    after = _one_more(state, seat, action) if action.verb == DEAL else turn_named(state, seat, action.cards)
    if isinstance(after, Refusal):
        return after if action.ruling else refused
    if action.ruling:
        return after
    if refused.kind == "not now":
        return Refusal("no card due now" if action.verb == DEAL else "no card to turn up", seat, overrulable=True)
    return replace(refused, overrulable=True)


def may_stray(state: State, seat: int) -> bool:
    """Return whether a seat may come by a card, or show one, that nobody asks for: its hand lies as it was dealt."""
    player = state.players[seat]
    laid_out = player.shown or player.set_aside or any(spec.builds for spec in state.game.script)
    return player.live and bool(player.cards) and not laid_out and not isinstance(state.frame.spec, Showdown)


def _may_stray(state: State, seat: int, verb: str) -> bool:
    """Return whether the step under way does not ask for such a card of the seat itself."""
    asked = any(ask.action.verb == verb and ask.seat == seat for ask in kind_of(state.frame).prompt(state).asks)
    return may_stray(state, seat) and not asked


def _one_more(state: State, seat: int, action: Action) -> State | Refusal:
    if len(action.cards) != 1 or not left_in_deck(state):
        return Refusal("no card due now", seat)
    card = action.cards[0]
    return check_new(state, action.cards) or give(state, seat, card, up=card != UNSEEN)
