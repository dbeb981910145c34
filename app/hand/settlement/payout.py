"""Dividing chips: equal parts of whole units, and what is left over."""

from __future__ import annotations


def divide(amount: int, ways: int, unit: int) -> tuple[int, int]:
    """Return chips split into equal parts of whole units: the part, and what is left over."""
    each = amount // unit // ways * unit
    return each, amount - each * ways


def nth_odd(odd: int, place: int, unit: int) -> int:
    """Return the odd chips of the winner at a place: one unit each in order; less than a unit goes to the first."""
    whole, rest = divmod(odd, unit)
    return unit * (place < whole) + rest * (place == 0)
