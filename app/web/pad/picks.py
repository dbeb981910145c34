"""Cards that a player picks from their own hand: to throw away, to set apart, to turn up."""

from __future__ import annotations

from collections.abc import Sequence

from app.cards.card import UNSEEN, Card, card_name
from app.hand.ask import Ask
from app.hand.cards import where_is
from app.hand.state import State
from app.web.pad.focus import Look


def waits(ask: Ask) -> bool:
    """Whether an ask waits for cards to be named."""
    return "CARD" in ask.action


def way(mine: Sequence[Ask], look: Look) -> int | None:
    """Which of a seat's asks the next card answers: the one looked at, else the first that waits for a card."""
    if look.mode < len(mine) and waits(mine[look.mode]):
        return look.mode
    return next((at for at, ask in enumerate(mine) if waits(ask)), None)


def from_hand(ask: Ask) -> bool:
    """Whether the cards that an ask waits for are in a player's hand already."""
    return ask.seat is not None and ask.action.split()[1] in ("up", "sd", "sets", "moves", "swaps")


def how_many(ask: Ask) -> tuple[int, int]:
    """The least and the most cards that an ask takes, as it says itself; one where it names one card."""
    if ask.low is None or ask.high is None:
        return 1, 1
    return ask.low, ask.high


def known(state: State, ask: Ask) -> tuple[Card, ...]:
    """The cards that the player is known to hold and may pick, as they lie."""
    assert ask.seat is not None
    player = state.players[ask.seat]
    held = player.down if " up " in ask.action else tuple(one.card for one in player.cards)
    return tuple(card for card in held if card != UNSEEN)


def unseen(state: State, seat: int) -> int:
    """How many of a player's down cards nobody has seen."""
    return state.players[seat].down.count(UNSEEN)


def why_not_picked(state: State, seat: int, before: tuple[Card, ...], card: Card) -> str:
    """Why a card cannot be one more of those that a player picks; empty when it can."""
    own = {one.card for one in state.players[seat].cards}
    if card in own and card != UNSEEN:
        return ""
    if card in state.seen:
        return f"the {card_name(card).lower()} {where_is(state, card)}"
    if sum(one == UNSEEN or one not in own for one in before) >= unseen(state, seat):
        return f"{state.name(seat)} has no more unseen cards"
    return ""
