"""The moment a table wants to know the odds: an all-in, with the cards still to decide."""

from __future__ import annotations

from app.cards.card import UNSEEN
from app.hand.betting.rounds import nobody_can_bet
from app.hand.cards import has_shown
from app.hand.state import State
from app.odds.ahead import ToMiddle, ToSeat, TurnsUp, ahead_of
from app.odds.figures import NoOdds
from app.odds.views import Known, opened, shown


def known_at_all_in(state: State) -> Known | None:
    """Return a hand as the table knows it at an all-in; None at any other moment, or if the hand has no odds.

    Nobody can bet any more, a card of a player still in is known, and cards are still to come or a hand has been turned
    up. The view is ``open`` once every hand still in has been turned up. A hand that is run twice has no odds: each
    board decides half the pot.
    """
    if not nobody_can_bet(state) or state.run:
        return None
    known = shown(state)
    hands = (known.state.players[seat].cards for seat in state.live)
    if all(held.card == UNSEEN for hand in hands for held in hand):
        return None
    ahead = ahead_of(known.state)
    if isinstance(ahead, NoOdds):
        return None
    to_come = any(isinstance(move, ToSeat | ToMiddle | TurnsUp) for move in ahead.moves)
    if not to_come and not any(has_shown(state.players[seat]) for seat in state.live):
        return None
    everyone = opened(state)
    return known if isinstance(everyone, NoOdds) else everyone
