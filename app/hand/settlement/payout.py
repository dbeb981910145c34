"""Dividing chips: equal parts of whole units, what is left over, and who comes first for that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.cards.card import UNSEEN, Card, rank_order
from app.games.house import HouseRules


def divide(amount: int, ways: int, unit: int) -> tuple[int, int]:
    """Return chips split into equal parts of whole units: the part, and what is left over."""
    each = amount // unit // ways * unit
    return each, amount - each * ways


def nth_odd(odd: int, place: int, unit: int) -> int:
    """Return the odd chips of the winner at a place: one unit each in order; less than a unit goes to the first."""
    whole, rest = divmod(odd, unit)
    return unit * (place < whole) + rest * (place == 0)


def tie_order(cards: Mapping[int, Iterable[Card]], house: HouseRules) -> list[int]:
    """Return tied winners in the order in which odd chips go round, by the cards of each, in the order of the seats.

    A hand that was ruled on may have shown no card.
    """
    if house.odd_chip_tie == "left of dealer":
        return list(cards)
    known = {seat: [rank_order(card) for card in held if card != UNSEEN] for seat, held in cards.items()}
    return sorted(cards, key=lambda seat: max(known[seat], default=()), reverse=True)
