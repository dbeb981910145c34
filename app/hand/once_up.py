"""Cards that lay open and were turned down again: nobody sees which they are now, but all know who got them.

Such a card stays with its owner unless it is thrown away, and comes to somebody else only if the discards are shuffled
into the deck after that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from app.cards.card import UNSEEN, Card
from app.hand.folding import partner_of
from app.hand.state import Player, State


@dataclass(frozen=True, slots=True)
class TurnedDown:
    """The cards that one player has turned down. ``thrown``: unseen cards that they have thrown away since.

    ``shuffled``: those of the thrown cards that went back into the deck.
    """

    cards: frozenset[Card] = frozenset()
    thrown: int = 0
    shuffled: int = 0


@dataclass(frozen=True, slots=True)
class OnceUp:
    """What each seat has turned down, where that is remembered."""

    by_seat: Mapping[int, TurnedDown] = field(default_factory=dict)


def remember(state: State, seat: int, cards: Iterable[Card]) -> State:
    """Return the state with a seat's up-cards remembered, since they are turned down now."""
    own = _of(state, seat)
    return _with(state, seat, replace(own, cards=own.cards | frozenset(cards)))


def forget(state: State) -> State:
    """Return the state with nothing remembered, since the players have passed cards to each other."""
    return state.with_note(OnceUp()) if state.recall(OnceUp).by_seat else state


def note_thrown(state: State, seat: int, cards: tuple[Card, ...]) -> State:
    """Return the state after a seat has thrown cards away, UNSEEN for those that nobody has seen."""
    own = _of(state, seat)
    if not own.cards:
        return state
    return _with(state, seat, replace(own, cards=own.cards - set(cards), thrown=own.thrown + cards.count(UNSEEN)))


def note_shuffled(state: State) -> State:
    """Return the state after all discards have been shuffled into the deck."""
    for seat, own in state.recall(OnceUp).by_seat.items():
        state = _with(state, seat, replace(own, shuffled=own.thrown))
    return state


def kept_by(state: State, card: Card, seat: int | None, others: frozenset[Card] = frozenset()) -> int | None:
    """Return who must still have a card that lay open, so that ``seat`` (None: the deck) cannot; None for nobody.

    ``others`` are cards that come to light together with this one.
    """
    for owner, own in state.recall(OnceUp).by_seat.items():
        if card not in own.cards or (seat is not None and seat in (owner, partner_of(state, owner))):
            continue
        gone = own.cards & (state.seen | others | {card}) - _held(state.players[owner])
        if len(gone) > own.shuffled:
            return owner
    return None


def kept_cards(state: State, seat: int | None) -> frozenset[Card]:
    """Return the cards that other players must still have."""
    remembered = (own.cards for own in state.recall(OnceUp).by_seat.values())
    return frozenset(card for card in frozenset().union(*remembered) if kept_by(state, card, seat) is not None)


def lacking(state: State, seat: int, cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], int]:
    """Return which of a seat's cards that lay open are not among all that they show, and how many may be missing."""
    own = _of(state, seat)
    return tuple(sorted(own.cards - set(cards))), own.thrown


def _of(state: State, seat: int) -> TurnedDown:
    return state.recall(OnceUp).by_seat.get(seat, TurnedDown())


def _with(state: State, seat: int, own: TurnedDown) -> State:
    return state.with_note(OnceUp({**state.recall(OnceUp).by_seat, seat: own}))


def _held(player: Player) -> frozenset[Card]:
    return frozenset(held.card for held in player.cards)
