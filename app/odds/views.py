"""Views of a hand for the odds: the cards the table knows, those turned up at an all-in, or those shown by the end.

Odds are computed only from a :class:`Known`, and each view makes one by removing every other card, so that a card it
does not know cannot change its figures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.cards.card import UNSEEN, Card
from app.dataclass import dataclass, replace
from app.games.rules.wild import CurrentWilds
from app.games.steps.deal import Common, Deal
from app.games.steps.interrupts import CentreCard, OfferCard
from app.games.steps.roll import Roll
from app.hand.cards import has_shown
from app.hand.state import Player, RunTwice, State
from app.hand.steps import kind_of
from app.hand.view import Faces, faces_shown
from app.odds.figures import NoOdds, View

#: Steps whose memory holds no cards or sealed answers, only which cards are still due.
_OPEN_MEMORY = (Deal, Common, CentreCard, OfferCard, Roll)


@dataclass(frozen=True, slots=True)
class Known:
    """A hand without the cards that a view does not know. Only the views below make one."""

    state: State
    view: View


def shown(state: State) -> Known:
    """Return what the table knows: up-cards, common cards, and the hands that have been turned up."""
    return Known(_without_unseen(state, lambda seat: ()), "shown")


def opened(state: State) -> Known | NoOdds:
    """Return what the table knows once every hand still in has been turned up, as at an all-in."""
    for seat in state.live:
        if not has_shown(state.players[seat]) and not state.players[seat].mucked:
            return NoOdds("hand not turned up", seat=seat)
    return Known(shown(state).state, "open")


def looked_back(states: Sequence[State], at: int, faces: Sequence[Faces] = ()) -> Known:
    """Return a hand after ``at`` actions, with every card that was shown at any time known from the deal on.

    ``states`` are all states of the hand; ``faces``, if already computed, come from :func:`app.hand.view.faces_shown`.
    """
    known = (faces or faces_shown(states))[at]
    return Known(_without_unseen(states[at], lambda seat: known[seat]), "looked back")


def _without_unseen(state: State, known: Callable[[int], Sequence[Card]]) -> State:
    """Return a state without its face-down cards, except those ``known`` by seat, in order."""
    was_up = frozenset(up.card for up in state.up_cards)
    frames = (frame if isinstance(frame.spec, _OPEN_MEMORY) else replace(frame, memory=None) for frame in state.frames)
    sealed = bool(state.frames) and kind_of(state.frame).sealed(state)
    players = tuple(_player_without_unseen(player, known(seat), sealed) for seat, player in enumerate(state.players))
    twice = state.recall(RunTwice)
    seen = replace(
        state,
        players=players,
        frames=tuple(frames),
        dead_cards=state.dead_cards & was_up,
        wild=CurrentWilds(),
        announcements=(),
    )
    if twice.before is None:
        return seen
    boards = (
        None if board is None else _without_unseen(board, lambda seat: ()) for board in (twice.before, twice.first)
    )
    return seen.with_note(RunTwice(*boards))


def _player_without_unseen(player: Player, known: Sequence[Card], sealed: bool) -> Player:
    faces = known or (UNSEEN,) * len(player.cards)
    cards = tuple(
        held if held.up or player.shown else replace(held, card=face)
        for held, face in zip(player.cards, faces, strict=True)
    )
    aside = player.set_aside if player.shown else (UNSEEN,) * len(player.set_aside)
    return replace(player, cards=cards, set_aside=aside, declared=None if sealed else player.declared)
