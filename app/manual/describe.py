"""Descriptions of the dataclasses that game files fill in, from their docstrings.

A docstring has paragraphs about the whole; then a line for each field, beginning with the field's name in double
backquotes and a colon; and an example if no game of the library has one. Values are written as in game files: tables on
one line, long lists with one item per line.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
import types
import typing
from collections.abc import Mapping
from typing import Any

from app.dataclass import dataclass
from app.games.build import fields_in_files
from app.manual.page import ManualField
from app.text import listing, sentence

_FIELD = re.compile(r"^``(\w+)``: ", re.MULTILINE)
_EXAMPLE = re.compile(r"^Example: ``(.*)``$", re.DOTALL)
#: Longer lists are written with one item per line.
_WIDTH = 100
_KINDS = {str: "text", bool: "`true` or `false`", int: "whole number", type(None): "nothing"}


@dataclass(frozen=True, slots=True)
class ClassDoc:
    """A parsed docstring: paragraphs about the class, explanations by field, and an example."""

    about: tuple[str, ...]
    explained: dict[str, str]
    example: str = ""


def describe(cls: type[Any]) -> ClassDoc:
    """Parse the docstring of a class; inherited fields are explained in the class that declares them."""
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
    return ClassDoc(tuple(about), explained, example)


def fields_of(cls: type[Any], *, without: tuple[str, ...] = ()) -> tuple[ManualField, ...]:
    """Return the fields of a dataclass that a file may set. Raises LookupError for an unexplained field."""
    explained = describe(cls).explained
    hints = typing.get_type_hints(cls)
    fields = []
    for field in fields_in_files(cls):
        if field.name in without:
            continue
        if field.name not in explained:
            raise LookupError(f"the docstring of {cls.__qualname__} does not explain ``{field.name}``")
        default = "" if field.default is dataclasses.MISSING else default_text(field.default)
        does = sentence(explained[field.name])
        fields.append(ManualField(field.name, kind_text(hints[field.name]), default, does))
    return tuple(fields)


def default_text(value: object) -> str:
    """Return a default value as the manual shows it."""
    if value is None:
        return "not set"
    return "empty" if value in ("", ()) else f"`{toml_value(value)}`"


def kind_text(kind: Any) -> str:
    """Return a type in words for authors of game files."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        return listing([f"`{toml_value(value)}`" for value in arguments if value != ""], "or")
    if origin in (typing.Union, types.UnionType):
        # A whole number with words as alternatives is a number of chips.
        literals = [argument for argument in arguments if typing.get_origin(argument) is typing.Literal]
        choices = [value for literal in literals for value in typing.get_args(literal)]
        if choices:
            words = kind_text(typing.Literal[tuple(choices)])
            return f"`true`, `false` or {words}" if bool in arguments else f"chips, or {words}"
        return listing([kind_text(argument) for argument in arguments if argument is not type(None)], "or")
    if origin is tuple:
        each = typing.get_args(arguments[0]) or arguments[:1]
        kinds = [
            kind_text(item) if typing.get_origin(item) is typing.Literal else f"{_KINDS.get(item, 'table')}s"
            for item in each
        ]
        return f"list of {listing(kinds, 'or')}"
    return _KINDS[kind]


def _one_line(text: str) -> str:
    return " ".join(text.split()).replace("``", "`")


def toml_value(value: Any) -> str:
    """Return a value as TOML, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {toml_value(item)}' for key, item in value.items())} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    return str(value)


def toml_line(key: str, value: Any) -> str:
    """Return a key with its value as TOML; a long list has one item per line."""
    text = f"{key} = {toml_value(value)}"
    if len(text) <= _WIDTH or not isinstance(value, list):
        return text
    return "\n".join([f"{key} = [", *(f"  {toml_value(item)}," for item in value), "]"])


def toml_table(heading: str, table: Mapping[str, Any]) -> str:
    """Return a table as TOML under its heading, one key per line."""
    return "\n".join([f"[{heading}]", *(toml_line(key, value) for key, value in table.items())])
