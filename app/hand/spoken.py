"""Announcements as they are said: several names in one sentence, and no signs that a voice stumbles over."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.cards.card import rank_plural, rank_word

_FIGURES = "2 3 4 5 6 7 8 9 10 J Q K A".split()
_FIGURE = r"(?:10|[2-9JQKA])"
_LOW = re.compile(rf"\b{_FIGURE}(?:-{_FIGURE})*(?= low\b(?! (?:hand|card)))")
_PLURAL = re.compile(r"\b(10|[2-9])s\b")
_ASIDE = re.compile(r" \(([^()]*)\)")


def spoken(text: str) -> str:
    """One announcement in words that a speech synthesizer says as a dealer would.

    ``8-7-4-2-A low`` becomes ``eight, seven, four, deuce, ace low``; ``5s`` become fives; what stands in brackets
    or after a semicolon follows a comma.
    """
    text = _LOW.sub(lambda found: ", ".join(map(_rank, found[0].split("-"))), text)
    text = _PLURAL.sub(lambda found: rank_plural(_FIGURES.index(found[1])), text)
    return _ASIDE.sub(r", \1", text).replace("; ", ", ")


def listed(names: Sequence[str]) -> str:
    """Names as a sentence has them: ``Ann, Bob and Cy``; one stands alone."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _rank(figure: str) -> str:
    return rank_word(_FIGURES.index(figure))
