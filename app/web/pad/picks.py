"""Cards that a player picks from their own hand: to throw away, to set aside, to turn up."""

from __future__ import annotations

from collections.abc import Sequence

from app.cards.card import UNSEEN, Card
from app.hand.ask import Ask, TakesCards
from app.hand.cards import where_is
from app.hand.once_up import kept_by
from app.hand.refusal import Refusal
from app.hand.state import State
from app.web.pad.focus import Focus
from app.words import Speaker, refusal_text


def ask_for_cards(asks: Sequence[Ask], focus: Focus) -> int | None:
    """Return which of a seat's asks the next card answers: the one looked at, else the first that takes cards."""
    if focus.mode < len(asks) and asks[focus.mode].cards:
        return focus.mode
    return next((at for at, ask in enumerate(asks) if ask.cards), None)


def from_hand(takes: TakesCards) -> bool:
    """Return whether the cards that an ask takes are in a player's hand already."""
    return takes.source != "deck"


def goes_unseen(ask: Ask) -> bool:
    """Return whether an ask is answered without naming cards that nobody sees."""
    return ask.takes is None and UNSEEN in ask.action.cards


def known(state: State, seat: int, takes: TakesCards) -> tuple[Card, ...]:
    """Return the cards that a player is known to hold and may pick, as they lie."""
    player = state.players[seat]
    cards = player.down if takes.source == "down cards" else tuple(held.card for held in player.cards)
    return tuple(card for card in cards if card != UNSEEN)


def unseen(state: State, seat: int) -> int:
    """Return how many of a player's down cards nobody has seen."""
    return state.players[seat].down.count(UNSEEN)


def why_not_picked(state: State, seat: int, before: tuple[Card, ...], card: Card) -> str:
    """Return why a card cannot be one more of those that a player picks; empty when it can."""
    own = {held.card for held in state.players[seat].cards}
    speaker = Speaker(state.setup.names)
    if card in own and card != UNSEEN:
        return ""
    if card in state.seen or kept_by(state, card, seat) is not None:
        return refusal_text(Refusal("card lies elsewhere", cards=(card,), place=where_is(state, card)), speaker)
    if sum(picked == UNSEEN or picked not in own for picked in before) >= unseen(state, seat):
        return f"{state.name(seat)} has no more unseen cards"
    return ""
