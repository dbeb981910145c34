"""Describing a dataclass that a game file fills in: what it is, and what each of its fields does.

Its docstring says so: paragraphs about the whole, then a line for each field that begins with the field's name in
double backquotes and a colon, and where no game of the library shows it, an example. Values are written as game files
have them: tables of one line, and lists that break where they are long.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.games.build import fields_in_files
from app.manual.page import ManualField
from app.text import listing, sentence

_FIELD = re.compile(r"^``(\w+)``: ", re.MULTILINE)
_EXAMPLE = re.compile(r"^Example: ``(.*)``$", re.DOTALL)
#: A list that makes a longer line is written with one item a line.
_WIDTH = 100
_KINDS = {str: "text", bool: "`true` or `false`", int: "whole number", type(None): "nothing"}


@dataclass(frozen=True, slots=True)
class Described:
    """What a docstring says: paragraphs about the class, an explanation for each field that it names, an example."""

    about: tuple[str, ...]
    explained: dict[str, str]
    example: str = ""


def describe(cls: type[Any]) -> Described:
    """Take the docstring of a class apart; fields that it inherits are explained where they come from."""
    about: list[str] = []
    explained: dict[str, str] = {}
    example = ""
    for base in cls.__bases__:
        if dataclasses.is_dataclass(base):
            explained |= describe(base).explained
    for paragraph in (inspect.getdoc(cls) or "").split("\n\n"):
        if match := _EXAMPLE.match(paragraph):
            example = _one_line(match[1])
        else:
            before, *named = _FIELD.split(paragraph)
            about += [_one_line(before)] if before.strip() else []
            explained |= {name: _one_line(text) for name, text in zip(named[::2], named[1::2], strict=True)}
    return Described(tuple(about), explained, example)


def fields_of(cls: type[Any], *, without: tuple[str, ...] = ()) -> tuple[ManualField, ...]:
    """Return the fields of a dataclass that a file may give. Raises LookupError for one that nothing explains."""
    explained = describe(cls).explained
    hints = typing.get_type_hints(cls)
    made = []
    for field in fields_in_files(cls):
        if field.name in without:
            continue
        if field.name not in explained:
            raise LookupError(f"the docstring of {cls.__qualname__} does not explain ``{field.name}``")
        default = "" if field.default is dataclasses.MISSING else default_words(field.default)
        does = sentence(explained[field.name])
        made.append(ManualField(field.name, kind_words(hints[field.name]), default, does))
    return tuple(made)


def default_words(value: object) -> str:
    """Return a default as a reader of the manual should see it."""
    if value is None:
        return "not set"
    return "empty" if value in ("", ()) else f"`{written(value)}`"


def kind_words(kind: Any) -> str:
    """Return a type as words for somebody who writes a file."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        return listing([f"`{written(value)}`" for value in arguments if value != ""], "or")
    if origin in (typing.Union, types.UnionType):
        return _union_words(arguments)
    if origin is tuple:
        each = typing.get_args(arguments[0]) or arguments[:1]
        return f"list of {listing([f'{_KINDS[item]}s' for item in each], 'or')}"
    return _KINDS[kind]


def _union_words(kinds: tuple[Any, ...]) -> str:
    """Return the words for a value of several kinds; a number that may be a word as well counts chips."""
    choices = [value for kind in kinds if typing.get_origin(kind) is typing.Literal for value in typing.get_args(kind)]
    if choices:
        return f"chips, or {kind_words(typing.Literal[tuple(choices)])}"
    return listing([kind_words(kind) for kind in kinds if kind is not type(None)], "or")


def _one_line(text: str) -> str:
    return " ".join(text.split()).replace("``", "`")


def written(value: Any) -> str:
    """Write a value on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {written(item)}' for key, item in value.items())} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(written, value))}]"
    return str(value)


def line(key: str, value: Any) -> str:
    """Write a key with its value, a long list with one item a line."""
    text = f"{key} = {written(value)}"
    if len(text) <= _WIDTH or not isinstance(value, list):
        return text
    return "\n".join([f"{key} = [", *(f"  {written(item)}," for item in value), "]"])


def section(heading: str, table: Mapping[str, Any]) -> str:
    """Write a table under its heading, one key a line."""
    return "\n".join([f"[{heading}]", *(line(key, value) for key, value in table.items())])
