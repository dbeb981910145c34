"""Parsing untrusted TOML within limits, so that no file can exhaust the machine.

Python's parser recurses once per level, needs memory quadratic in the length of a dotted key, and accepts numbers of
any length. A scan of the text, ignoring strings and comments, refuses all three before parsing.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any, BinaryIO

#: Limits far above what any game or hand needs.
MAX_BYTES = 1_000_000
MAX_DEPTH = 16
MAX_NUMBER_LENGTH = 100

#: A string of any kind, as a verbose pattern.
STRING = r"""(?: \"{3}(?:[^"\\]|\\[\s\S]|"{1,2}(?!"))*"{3,5} | '{3}(?:[^']|'{1,2}(?!'))*'{3,5}
    | "(?:[^"\\\n]|\\.)*" | '[^'\n]*' )"""

#: Strings, comments and names are matched to be skipped. A quotation mark that matches by itself opens an unterminated
#: string, at which the parser stops too.
_TOKENS = re.compile(
    STRING
    + r"""
    | \#[^\n]*
    | (?P<number> -?[0-9][0-9A-Za-z_]* )
    | [A-Za-z_-][A-Za-z0-9_-]*
    | (?P<sign> [\[\]{}.,\n"'] )
    """,
    re.VERBOSE,
)

#: The position in a message of Python's parser, which says "at end of document" for the last one.
_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")

#: Quotation marks that keyboards and word processors substitute for straight ones.
_CURLY = re.compile("[“”„]")

#: The beginnings of the parser's messages about a table in braces.
_IN_BRACES = ("Invalid initial character for a key part", "Unclosed inline table")


class TomlError(ValueError):
    """A text that is not TOML, or exceeds the limits; the message says where. ``line`` is the line, from 1, or 0."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


def read_file(name: str, most: int = MAX_BYTES) -> str:
    """Return the text of a file. Raises TomlError if it is unreadable, not UTF-8, or larger than ``most`` bytes."""
    try:
        with open(name, "rb") as file:
            return read_text(file, most)
    except OSError as problem:
        raise TomlError(problem.strerror or str(problem)) from None


def read_text(file: BinaryIO, most: int = MAX_BYTES) -> str:
    """Return the text of an open file or of standard input. Raises TomlError as :func:`read_file` does."""
    data = file.read(most + 1)
    if len(data) > most:
        raise TomlError(f"too large: more than {most:,} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TomlError("not UTF-8 text") from None


def parse_toml(text: str, most: int = MAX_BYTES) -> dict[str, Any]:
    """Parse a text of at most ``most`` letters into a table. Raises TomlError."""
    if len(text) > most:
        raise TomlError(f"too large: more than {most:,} letters")
    _check_limits(text)
    try:
        return tomllib.loads(text)
    except ValueError as problem:
        message = str(problem).replace("Cannot overwrite a value", "this key has a value already")
        place = _PLACE.search(message)
        number = int(place[1]) if place else text.rstrip().count("\n") + 1
        line = text.split("\n")[number - 1]
        if _CURLY.search(line):
            message += ": write straight quotation marks"
        elif message.startswith(_IN_BRACES) and place and int(place[2]) > len(line.rstrip()):
            message += ": what is in braces must be on one line"
        raise TomlError(message, number) from None


def _check_limits(text: str) -> None:
    """Raise TomlError if a key or a value is nested too deep, or a number is too long."""
    open_brackets = [0]  # for each open bracket, the depth of the key before it
    for match in _TOKENS.finditer(text):
        token, at = match["sign"] or match["number"], match.start()
        if token is None:
            continue
        if token in ('"', "'"):
            return
        if token in ("[", "{"):
            open_brackets.append(0)
        elif token in ("]", "}"):
            if len(open_brackets) > 1:
                open_brackets.pop()
        elif token == ".":
            open_brackets[-1] += 1
        elif token == "," or (token == "\n" and len(open_brackets) == 1):
            open_brackets[-1] = 0
        elif len(token) > MAX_NUMBER_LENGTH:
            raise _limit_error("a number is too long", text, at)
        if len(open_brackets) - 1 + sum(open_brackets) > MAX_DEPTH:
            raise _limit_error("nested too deep", text, at)


def _limit_error(limit: str, text: str, at: int) -> TomlError:
    """Return the error for a limit exceeded at a position, worded like those of Python's parser."""
    line = text.count("\n", 0, at) + 1
    return TomlError(f"{limit} (at line {line}, column {at - text.rfind(chr(10), 0, at)})", line)
