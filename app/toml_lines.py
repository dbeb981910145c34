"""Finding the line of every value in a TOML text, which Python's parser does not report.

The text has been parsed without an error, so the scan only follows its structure and checks nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from app.toml import STRING

#: Longer names are cut in paths; no known key is that long.
MAX_NAME_LENGTH = 100

#: White space, line ends and comments.
_BLANK = re.compile(r"(?:[ \t\r\n]|\#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_NAME = re.compile(rf"(?P<bare>[A-Za-z0-9_-]+)|{STRING}", re.VERBOSE)
_TEXT = re.compile(STRING, re.VERBOSE)
_PLAIN = re.compile(r"[^,\]}\n#]*")


def lines_of(text: str) -> dict[str, int]:
    """Return the line, from 1, at which each key, table and list entry begins, by its path: ``wild[0].ranks``.

    ``text`` must be valid TOML within the limits of :func:`app.toml.parse_toml`.
    """
    return dict(reversed([*_Scan(text).places()]))


def line_of(path: str, lines: dict[str, int]) -> int:
    """Return the line of a path, or of its innermost parent in the text; 0 if there is none."""
    while path and path not in lines:
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
    return lines.get(path, 0)


class _Scan:
    """A scan through a text: each method starts at ``_at`` and moves it past what it has read."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0
        self._ends = [match.start() for match in re.finditer("\n", text)]
        self._within = ""  # the table whose keys follow
        self._counts: dict[str, int] = {}  # by path of each [[list]], the number of its tables so far

    def places(self) -> Iterator[tuple[str, int]]:
        """Yield each path with its line; if a path appears twice, the first counts."""
        while self._skip(_BLANK) < len(self._text):
            if self._text[self._at] == "[":
                yield from self._header()
            else:
                yield from self._entry(self._within)

    def _header(self) -> Iterator[tuple[str, int]]:
        """Read ``[table]`` or ``[[list]]``, the parent of the keys below it."""
        line, is_list = self._line(), self._text.startswith("[[", self._at)
        self._at += 1 + is_list
        *parents, last = self._keys()
        self._at += 1 + is_list
        path = ""
        for name in parents:
            path = self._newest(_inside(path, name))
            yield path, line
        path = _inside(path, last)
        yield path, line
        if is_list:
            self._counts[path] = self._counts.get(path, 0) + 1
        self._within = self._newest(path)
        yield self._within, line

    def _newest(self, path: str) -> str:
        return f"{path}[{self._counts[path] - 1}]" if path in self._counts else path

    def _entry(self, table: str) -> Iterator[tuple[str, int]]:
        """Read ``key = value``."""
        line, path = self._line(), table
        for name in self._keys():
            path = _inside(path, name)
            yield path, line
        self._at += 1  # the equals sign
        yield from self._value(path)

    def _keys(self) -> list[str]:
        """Read a key, which may be dotted."""
        names = []
        while True:
            self._skip(_SPACE)
            match = _NAME.match(self._text, self._at)
            assert match is not None
            names.append((match["bare"] or match[0][1:-1])[:MAX_NAME_LENGTH])
            self._at = match.end()
            self._skip(_SPACE)
            if self._text[self._at] != ".":
                return names
            self._at += 1

    def _value(self, path: str) -> Iterator[tuple[str, int]]:
        self._skip(_SPACE)
        sign = self._text[self._at : self._at + 1]
        if sign == "[":
            yield from self._list(path)
        elif sign == "{":
            yield from self._table(path)
        else:
            self._skip(_TEXT if sign in ('"', "'") else _PLAIN)

    def _list(self, path: str) -> Iterator[tuple[str, int]]:
        self._at += 1
        number = 0
        while self._text[self._skip(_BLANK)] != "]":
            entry = f"{path}[{number}]"
            yield entry, self._line()
            yield from self._value(entry)
            if self._text[self._skip(_BLANK)] == ",":
                self._at += 1
            number += 1
        self._at += 1

    def _table(self, path: str) -> Iterator[tuple[str, int]]:
        self._at += 1
        while self._text[self._skip(_BLANK)] != "}":
            yield from self._entry(path)
            if self._text[self._skip(_BLANK)] == ",":
                self._at += 1
        self._at += 1

    def _skip(self, what: re.Pattern[str]) -> int:
        """Move past a match of the pattern, and return the position."""
        match = what.match(self._text, self._at)
        assert match is not None
        self._at = match.end()
        return self._at

    def _line(self) -> int:
        return bisect_left(self._ends, self._at) + 1


def _inside(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
