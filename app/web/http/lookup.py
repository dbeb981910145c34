"""Looking up what an address names, and what several screens say about a night."""

from __future__ import annotations

from flask import abort

from app import night as store
from app.night import Night, SeatInfo
from app.text import count_word


def get_night_or_404(key: str) -> Night:
    """Return the night of a dealer's address."""
    return store.night_by_key(key) or abort(404)


def get_seat_or_404(night: Night, seat_id: int) -> SeatInfo:
    """Return a seat at the table; players who have left have none."""
    return next((seat for seat in store.seats(night) if seat.id == seat_id), None) or abort(404)


def running_game(night: Night) -> str:
    """Return the name of the game being played, or an empty text between hands."""
    hand = store.current_hand(night)
    return hand.game_name if hand is not None and hand.finished_at is None else ""


def stakes_words(night: Night) -> str:
    """Return the stakes in words, with the bet on the last round where the house sets one."""
    return night.stakes.words(night.house_rules.last_bet)


def count_in_play(night: Night) -> int:
    """Count the players who will be dealt into the next hand."""
    return sum(seat.in_play for seat in store.seats(night))


def players_words(count: int) -> str:
    """Return ``one player`` or ``four players``."""
    return f"{count_word(count)} player{'' if count == 1 else 's'}"
