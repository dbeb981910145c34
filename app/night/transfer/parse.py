"""From the bytes of a file to plain values, and nothing that a database could not hold. Pure.

Keys that stand twice, fractions, numbers that no program keeps, and texts that cannot be stored are found with their
places. What is not JSON at all is told with its line.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from app.night.transfer.shapes import DEEPEST, MOST, WrongError, inside
from app.text import short

#: How many values a file holds at most, counted by the marks between them: so many fit into memory.
MOST_VALUES = 6_000_000

_LONGEST_NUMBER = 20


class _Odd:
    """Something that JSON has and a file may not, and why."""

    def __init__(self, reason: str) -> None:
        self.reason = reason


class _Twice(dict[str, Any]):
    """A table in which a key stands twice."""

    key = ""


def parse(data: bytes, most_bytes: int) -> Any:
    """Return what a file holds. Raises :class:`WrongError`."""
    if len(data) > most_bytes:
        raise WrongError("", f"the file is larger than {most_bytes // 2**20} MB")
    if sum(data.count(mark) for mark in (b",", b"[", b"{")) > MOST_VALUES:
        raise WrongError("", "the file holds more than any club has")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise WrongError("", f"the file is not UTF-8 at byte {problem.start + 1}") from None
    try:
        value = json.loads(
            text,
            object_pairs_hook=_table,
            parse_int=_whole,
            parse_float=lambda number: _Odd(f"{short(number)} is not a whole number"),
            parse_constant=lambda name: _Odd(f"{name} is not a number"),
        )
    except json.JSONDecodeError as problem:
        reason = f"the file is not JSON: line {problem.lineno}, column {problem.colno}: {problem.msg}"
        raise WrongError("", reason) from None
    except RecursionError:
        raise WrongError("", "lists and tables lie in one another too deep") from None
    _check(value)
    return value


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) == len(pairs):
        return table
    twice, count = _Twice(table), Counter(key for key, _ in pairs)
    twice.key = next(key for key, times in count.items() if times > 1)
    return twice


def _whole(digits: str) -> int | _Odd:
    number = int(digits) if len(digits) <= _LONGEST_NUMBER else None
    return number if number is not None and abs(number) <= MOST else _Odd("the number is too large")


def _check(value: Any) -> None:
    """Raise :class:`WrongError` for what is odd in a value, whatever it is meant to be."""
    look: list[tuple[Any, str, int]] = [(value, "", 0)]
    while look:
        item, path, depth = look.pop()
        if isinstance(item, _Odd):
            raise WrongError(path, item.reason)
        if isinstance(item, str):
            _check_text(item, path)
        elif isinstance(item, dict | list):
            if depth >= DEEPEST:
                raise WrongError(path, "lists and tables lie in one another too deep")
            if isinstance(item, _Twice):
                raise WrongError(inside(path, short(item.key)), "stands there twice")
            if isinstance(item, dict):
                for key in item:
                    _check_text(key, inside(path, short(key)))
            named = item.items() if isinstance(item, dict) else enumerate(item)
            look.extend((each, inside(path, name), depth + 1) for name, each in named if not _is_plain(each))


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, int) or (isinstance(value, str) and value.isascii() and "\0" not in value)


def _check_text(text: str, path: str) -> None:
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise WrongError(path, "holds a letter that cannot be stored")
