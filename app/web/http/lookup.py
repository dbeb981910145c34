"""Looking up what an address names, and what several screens say about a night."""

from __future__ import annotations

from flask import abort

from app import night as store
from app.night import Broken, LiveHand, Night, Screen, SeatInfo, ShownHand, ShownRules, Table
from app.text import count_word


def get_night_or_404(key: str) -> Night:
    """Return the night of a dealer's address."""
    return store.night_by_key(key) or abort(404)


def get_seat_or_404(night: Night, seat_id: int) -> SeatInfo:
    """Return a seat at the table; players who have left have none."""
    return next((seat for seat in store.seats(night) if seat.id == seat_id), None) or abort(404)


def table_of(night: Night) -> Table:
    """Return the table of a night as it is now."""
    return store.screen_of(night.id).table


def running_game(table: Table) -> str:
    """Return the name of the game being played, or an empty text between hands."""
    return table.hand.game_name if table.hand is not None and not table.hand.finished else ""


def last_live(screen: Screen) -> LiveHand | None:
    """Return the last hand of a night, as far as its log can be read; None before the first."""
    hand = screen.table.last_hand
    live = screen.live(hand) if hand is not None else None
    return live.live if isinstance(live, Broken) else live


def shown_words(night: Night | Table) -> str:
    """Return what televisions show instead of the table of a night; empty while they show the table."""
    match store.shown_instead(night):
        case ShownHand():
            return "a past hand"
        case ShownRules() if night.ended_at is None:
            return "the rules"
    return ""


def stakes_words(night: Night | Table) -> str:
    """Return the stakes in words, with the bet on the last round where the house sets one."""
    return night.stakes.words(night.house_rules.last_bet)


def count_in_play(table: Table) -> int:
    """Count the players who will be dealt into the next hand."""
    return sum(seat.in_play for seat in table.seats)


def players_words(count: int) -> str:
    """Return ``one player`` or ``four players``."""
    return f"{count_word(count)} player{'' if count == 1 else 's'}"
