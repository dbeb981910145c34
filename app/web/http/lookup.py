"""What several screens ask about a night."""

from __future__ import annotations

from flask import abort

from app import night as store
from app.night import Night, SeatInfo
from app.text import count_word


def night_of(key: str) -> Night:
    """The night of an address; 404 where there is none."""
    return store.night_by_key(key) or abort(404)


def seat_of(night: Night, seat: int) -> SeatInfo:
    """Somebody who sits at the table; 404 where nobody does."""
    return next((row for row in store.seats(night) if row.id == seat), None) or abort(404)


def hand_running(night: Night) -> str:
    """The name of the game being played; empty between hands."""
    hand = store.current_hand(night)
    return hand.game_name if hand is not None and hand.finished_at is None else ""


def stakes_words(night: Night) -> str:
    """The stakes in words, the bet on the last round among them where it is a tier of its own."""
    return night.stakes.words(night.house_rules.last_bet)


def players_of(night: Night) -> int:
    """How many are dealt in to the next hand."""
    return sum(row.in_play for row in store.seats(night))


def people(count: int) -> str:
    """So many players, in words."""
    return f"{count_word(count)} player{'' if count == 1 else 's'}"
