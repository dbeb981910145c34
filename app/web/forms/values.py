"""What people type into a form, read as numbers and cards."""

from __future__ import annotations

from typing import Any, NamedTuple

from app.text import whole_number

#: No number of chips, raises or cards at a home table is larger.
LARGEST_NUMBER = 1_000_000


class Reading(NamedTuple):
    """A value as it was entered; ``error`` says what is wrong with it, and ``value`` is then the one from before."""

    value: Any
    error: str = ""


def read_number(text: str, low: int, current: int, high: int = LARGEST_NUMBER) -> Reading:
    """Read a whole number from ``low`` to ``high``; blanks between its digits do not matter."""
    text = text.strip().replace(" ", "")
    if not (text.isascii() and text.isdigit()):
        return Reading(current, "Enter a whole number" if text else "Enter a number")
    number = whole_number(text, digits=12)
    if number is None or number > high:
        return Reading(current, f"At most {high:,}")
    return Reading(number) if number >= low else Reading(current, f"At least {low}")


def read_numbers(text: str, current: list[int]) -> Reading:
    """Read whole numbers with blanks or commas between them; return them sorted, each once."""
    numbers = [whole_number(word, digits=3) for word in text[:100].replace(",", " ").split()]
    if not numbers or None in numbers:
        return Reading(current, "Enter whole numbers, such as 2 or 2, 3")
    return Reading(sorted({number for number in numbers if number is not None}))


def clean_cards(text: str) -> str:
    """Return cards as people type them (``qs, 10H``) the way rules read them (``QsTh``); rules refuse the rest."""
    text = text[:100].replace("10", "T").replace(",", "").replace(" ", "")
    return "".join(sign.lower() if at % 2 else sign.upper() for at, sign in enumerate(text))
