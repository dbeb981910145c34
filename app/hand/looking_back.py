"""Looking back at a hand that is over: which down cards the table came to see, and how early each was held."""

from __future__ import annotations

from collections.abc import Sequence

from app.cards.card import UNSEEN, Card
from app.hand.state import Player, State

#: The faces of all cards before all players at one moment, by seat and place; UNSEEN for those that nobody showed.
Faces = tuple[tuple[Card, ...], ...]


def faces_shown(states: Sequence[State]) -> tuple[Faces, ...]:
    """Return for every state of a hand the cards that lay open in it, were shown before, or would be shown later.

    Players show their cards in the order received. A card that came to a player from somebody else's down cards is
    known from then on.
    """
    opened = _opened(states)
    found: list[Faces] = []
    for at in range(len(states) - 1, -1, -1):
        state = states[at]
        faces = []
        for seat, player in enumerate(state.players):
            own = tuple(held.card if held.card in opened[seat] else UNSEEN for held in player.cards)
            if found and state.frames and state.frame.spec.keeps_cards:
                dealt = _given(states[at + 1]) - _given(state)
                own = _traced(player, own, states[at + 1].players[seat], found[-1][seat], dealt)
            faces.append(own)
        found.append(tuple(faces))
    return tuple(reversed(found))


def _given(state: State) -> int:
    """Return how many cards have come off the deck to be played with."""
    return state.cards_dealt - state.burnt


def _opened(states: Sequence[State]) -> list[set[Card]]:
    """Return by seat every card that lay face up before a player or was shown by them."""
    opened: list[set[Card]] = [set() for _ in states[0].players]
    for state in states:
        for cards, player in zip(opened, state.players, strict=True):
            cards.update(held.card for held in player.cards if held.card != UNSEEN and (held.up or player.shown))
    return opened


def _traced(
    before: Player, own: tuple[Card, ...], after: Player, faces: tuple[Card, ...], dealt: int
) -> tuple[Card, ...]:
    """Return the cards before an action, with those that nobody had seen by then and that are known after it.

    New cards lie behind the others. Where cards were thrown away or turned down, those that were kept come first.
    """
    if before.cards == after.cards:
        return faces
    new = max(len(after.cards) - len(before.cards), 0) or max(dealt, 0)
    kept = faces[: len(faces) - new] if new else faces
    in_place = len(kept) == len(own) and all(card in (UNSEEN, face) for card, face in zip(own, kept, strict=True))
    if in_place:
        return tuple(
            face if held.card == UNSEEN else card for held, card, face in zip(before.cards, own, kept, strict=True)
        )
    rest = iter([card for card in kept if card != UNSEEN and card not in own])
    return tuple(
        next(rest, UNSEEN) if held.card == UNSEEN else card for held, card in zip(before.cards, own, strict=True)
    )
