"""A short piece of a text around the words that were found in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

#: About how many letters an excerpt has.
LENGTH = 110


class Piece(NamedTuple):
    """A part of an excerpt; ``found``: one of the words that were searched for."""

    text: str
    found: bool = False


def excerpt(text: str, found: Sequence[tuple[int, int]], length: int = LENGTH) -> tuple[Piece, ...]:
    """Return a text, or as much of it as is to be read, in pieces; ``found`` are the places of words, in order."""
    start, end = _window(text, found, length)
    pieces = [Piece("… ")] if start else []
    at = start
    for first, last in found:
        if first < start or last > end:
            continue
        if first > at:
            pieces.append(Piece(text[at:first]))
        pieces.append(Piece(text[first:last], found=True))
        at = last
    pieces.append(Piece(text[at:end]))
    if end < len(text):
        pieces.append(Piece(" …"))
    return tuple(piece for piece in pieces if piece.text)


def _window(text: str, found: Sequence[tuple[int, int]], length: int) -> tuple[int, int]:
    """Return the part of the text with most of the words, from the beginning of a word to the end of one."""
    if len(text) <= length or not found:
        return 0, _end_of_word(text, length)
    before = length // 4
    most = max(found, key=lambda place: sum(place[0] <= first < place[0] + length - before for first, _ in found))
    start = max(0, most[0] - before)
    if start:
        start = text.rfind(" ", 0, start + 1) + 1
    if len(text) - start < length:
        start = text.rfind(" ", 0, max(0, len(text) - length) + 1) + 1
    return start, _end_of_word(text, start + length)


def _end_of_word(text: str, end: int) -> int:
    if end >= len(text):
        return len(text)
    space = text.find(" ", end)
    return len(text) if space < 0 else space
