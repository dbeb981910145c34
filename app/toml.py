"""TOML that anyone may have written: read within limits, so that no file can exhaust the machine.

Python's own parser recurses once a level, needs memory by the square of a dotted key's length, and gives numbers of any
length. A look over the text before it is parsed refuses all three; strings and comments count for nothing there.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any, BinaryIO

#: Far more than any game or hand needs.
MOST_BYTES = 1_000_000
DEEPEST = 16
LONGEST_NUMBER = 100

#: Strings, comments and names are matched to be skipped. A quotation mark that matches on its own opens a string that
#: does not end: the parser gets no further than that either.
_TOKENS = re.compile(
    r"""
    (?: \#[^\n]* | \"{3}(?:[^"\\]|\\[\s\S]|"{1,2}(?!"))*"{3,5} | '{3}(?:[^']|'{1,2}(?!'))*'{3,5}
        | "(?:[^"\\\n]|\\.)*" | '[^'\n]*' )
    | (?P<number> -?[0-9][0-9A-Za-z_]* )
    | [A-Za-z_-][A-Za-z0-9_-]*
    | (?P<sign> [\[\]{}.,\n"'] )
    """,
    re.VERBOSE,
)


class TomlError(ValueError):
    """A text that is not TOML, or more of it than any game or hand needs; the message says where."""


def read_file(name: str) -> str:
    """Return the text of a file; raises TomlError for one that cannot be read, is too large or holds no text."""
    try:
        with open(name, "rb") as file:
            return read_text(file)
    except OSError as problem:
        raise TomlError(problem.strerror or str(problem)) from None


def read_text(file: BinaryIO) -> str:
    """Return the text of an open file, which may be standard input; raises as :func:`read_file` does."""
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise TomlError(f"too large: more than {MOST_BYTES:,} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TomlError("not a text in UTF-8") from None


def parse_toml(text: str) -> dict[str, Any]:
    """Return the table that a text describes; raises TomlError for anything else."""
    if len(text) > MOST_BYTES:
        raise TomlError(f"too large: more than {MOST_BYTES:,} letters")
    _check_limits(text)
    try:
        return tomllib.loads(text)
    except ValueError as problem:
        raise TomlError(str(problem)) from None


def _check_limits(text: str) -> None:
    """Raise TomlError where a key or a value is nested too deep, or a number too long."""
    open_brackets = [0]  # for each bracket that is open, how deep the key before it leads
    for token, at in _tokens(text):
        if token in ("[", "{"):
            open_brackets.append(0)
        elif token in ("]", "}"):
            if len(open_brackets) > 1:
                open_brackets.pop()
        elif token == ".":
            open_brackets[-1] += 1
        elif token == "," or (token == "\n" and len(open_brackets) == 1):
            open_brackets[-1] = 0
        elif len(token) > LONGEST_NUMBER:
            raise TomlError(f"a number is too long ({_place(text, at)})")
        if len(open_brackets) - 1 + sum(open_brackets) > DEEPEST:
            raise TomlError(f"nested too deep ({_place(text, at)})")


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """Yield the brackets, dots, commas, line ends and numbers outside strings and comments, each with its place."""
    for match in _TOKENS.finditer(text):
        if match["sign"] in ('"', "'"):
            return
        if token := match["sign"] or match["number"]:
            yield token, match.start()


def _place(text: str, at: int) -> str:
    """Return a place in a text as Python's parser words it."""
    line = text.count("\n", 0, at) + 1
    return f"at line {line}, column {at - text.rfind(chr(10), 0, at)}"
