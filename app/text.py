"""Helpers for English text and typed input: lists of names, counts, whole numbers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_COUNTS = "no one two three four five six seven eight nine ten eleven twelve".split()
_ORDINALS = "no first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()


def listing(names: Iterable[str], last: str = "and") -> str:
    """Join names for a sentence: ``a``, ``a and b``, ``a, b and c``; ``last`` may be ``or``."""
    *most, end = names
    return f"{', '.join(most)} {last} {end}" if most else end


def with_article(noun: str) -> str:
    """Return a noun with its article: ``an ace``, ``a four``."""
    return f"{'an' if noun[0] in 'aeiouAEIOU' else 'a'} {noun}"


def sentence(text: str) -> str:
    """Capitalize the first letter and leave the others unchanged."""
    return text[:1].upper() + text[1:]


def full_sentence(text: str) -> str:
    """Return a text as a sentence with its period; a question or an exclamation has its mark already."""
    return sentence(text) if text.endswith(("?", "!")) else f"{sentence(text.rstrip('.'))}."


def count_word(count: int) -> str:
    """Return ``one`` to ``twelve``, and figures beyond."""
    return _COUNTS[count] if count < len(_COUNTS) else str(count)


def times_word(count: int) -> str:
    """Return ``once``, ``twice``, ``three times``."""
    return {1: "once", 2: "twice"}.get(count, f"{count_word(count)} times")


def ordinal_word(number: int) -> str:
    """Return ``first`` to ``twelfth``, and figures beyond: ``13th``, ``21st``."""
    if 0 < number < len(_ORDINALS):
        return _ORDINALS[number]
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number % 100 not in (11, 12, 13) else "th"
    return f"{number}{ending}"


def ordinal_place(word: str) -> int:
    """Return the number of an ordinal word."""
    return next(place for place in range(1, 100) if ordinal_word(place) == word)


def cards_word(count: int) -> str:
    """Return ``a card`` or ``2 cards``."""
    return "a card" if count == 1 else f"{count} cards"


def counted(count: int, noun: str, plural: str = "") -> str:
    """Return ``1 game`` or ``2 games``; ``plural`` is for irregular plurals."""
    return f"{count} {noun if count == 1 else plural or f'{noun}s'}"


def width(text: str) -> int:
    """Return a text's width in Latin letters: Chinese, Japanese and Korean characters and emoji are twice as wide."""
    wide = sum(unicodedata.east_asian_width(letter) in "FW" for letter in text) if not text.isascii() else 0
    return len(text) + wide


def whole_number(text: str, digits: int = 16) -> int | None:
    """Parse a whole number of at most ``digits`` ASCII digits, without sign or spaces; None for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def slug(text: str) -> str:
    """Return a text as a file name: lower-case ASCII letters and digits, with dashes between words."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().casefold()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def short(value: object) -> str:
    """Return a value for a message, as TOML writes booleans, dates and times; cut after sixty characters."""
    if isinstance(value, bool):
        return str(value).lower()
    if hasattr(value, "isoformat"):  # a date or time
        return str(value)
    try:
        text = repr(value[:61] if isinstance(value, str | list) else value)  # what is cut may be as long as a file
    except ValueError:  # a number of thousands of digits
        return "this number"
    except RecursionError:
        return "this"
    return text if len(text) <= 60 else f"{text[:57]}..."
