"""Up-cards for rules to read, dealt to players who keep all of them."""

from __future__ import annotations

from collections.abc import Iterable

from app.cards.card import Card
from app.games.table import UpCard


def dealt_up(cards: Iterable[tuple[Card, int | None]]) -> tuple[UpCard, ...]:
    """Return up-cards of one street from cards in the order dealt, each with its owner (None: the middle)."""
    ups: list[UpCard] = []
    for card, seat in cards:
        beside = () if seat is None else tuple(up.card for up in ups if up.seat == seat)
        ups.append(UpCard(card, seat, 1, beside=beside))
    return tuple(ups)
