"""Shapes of JSON: parsing bytes strictly, checking the content, and converting it. Pure.

A shape is a piece of JSON Schema. Beyond the published part (:func:`published`) it may have more: the ``list`` that a
number refers to, the setting that is the ``limit`` of a list, how many more are ``spare``, and a ``check`` of the app.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from app import settings
from app.night.validation import Problem
from app.text import counted, short

Shape = Mapping[str, Any]

#: Returns a value as stored here or in a file, given its shape: a timestamp, or a number in a list.
Conversion = Callable[[Shape, Any, str], Any]

#: Returns a problem with a value, or what is wrong with it in words, or anything else.
Check = Callable[[Any], object]

#: The largest whole number in a file: every program reads it exactly.
MAX_NUMBER = 2**53 - 1

#: A file at the limit of its size holds at most one value per this many bytes, estimated from its punctuation: six
#: million values of 64 MB fit into memory. A club's file has one in eighteen.
BYTES_PER_VALUE = 11

#: The maximum depth of lists and tables in a table with any keys.
MAX_DEPTH = 26

_TIMESTAMP = r"^2[01][0-9]{2}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]\.[0-9]{6}Z$"
_NULL: Shape = {"type": "null"}
_SURROGATE = re.compile("[\ud800-\udfff]")
_UNPUBLISHED = ("list", "limit", "spare", "check")
_TYPES: Mapping[str, tuple[type, str]] = {
    "string": (str, "a text"),
    "integer": (int, "a whole number"),
    "boolean": (bool, "true or false"),
    "object": (dict, "a table"),
    "array": (list, "a list"),
}


class FileError(ValueError):
    """An invalid part of a file: where it is, such as ``nights[3].hands[12]``, and why it is refused."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}" if path else reason)
        self.path, self.reason = path, reason


class _DuplicateKey(dict[str, Any]):
    """A table in which a key appears twice."""

    key = ""


def text(longest: int, shortest: int = 0, **more: Any) -> Shape:
    """Return the shape of a text of limited length."""
    return {"type": "string", **({"minLength": shortest} if shortest else {}), "maxLength": longest, **more}


def whole(least: int = 0, most: int = MAX_NUMBER, **more: Any) -> Shape:
    """Return the shape of a whole number within a range, both ends included."""
    return {"type": "integer", "minimum": least, "maximum": most, **more}


def one_of(*words: str) -> Shape:
    """Return the shape of one of several words."""
    return {"enum": list(words)}


def maybe(shape: Shape) -> Shape:
    """Return the shape of a value or null."""
    return {"anyOf": [shape, _NULL]}


def either(*shapes: Shape) -> Shape:
    """Return the shape of a value that fits one of several shapes; other values get the error of the last one."""
    return {"anyOf": list(shapes)}


def list_of(shape: Shape, most: int = MAX_NUMBER, **more: Any) -> Shape:
    """Return the shape of a list."""
    return {"type": "array", "items": shape, **({"maxItems": most} if most < MAX_NUMBER else {}), **more}


def table(keys: Mapping[str, Shape], also: Mapping[str, Shape] | None = None, **more: Any) -> Shape:
    """Return the shape of a table with these keys and no others; those in ``also`` are optional."""
    shapes = {**keys, **(also or {})}
    return {"type": "object", "properties": shapes, "required": list(keys), "additionalProperties": False, **more}


def any_table(**more: Any) -> Shape:
    """Return the shape of a table with any keys, such as the rules of a game."""
    return {"type": "object", **more}


def _check_timestamp(text: str) -> str:
    try:
        datetime.fromisoformat(text if re.fullmatch(_TIMESTAMP, text, re.ASCII) else "")
    except ValueError:
        return f"must be a time such as 2026-11-23T20:15:00.000000Z, not {short(text)}"
    return ""


#: True or false, and a point in time in UTC, to the microsecond.
TRUTH: Shape = {"type": "boolean"}
TIMESTAMP: Shape = {"type": "string", "pattern": _TIMESTAMP, "check": _check_timestamp}


def inside(path: str, name: str | int) -> str:
    """Return the path of an item in the table or list at a path."""
    if isinstance(name, int):
        return f"{path}[{name}]"
    return f"{path}.{name}" if path else name


def parse(data: bytes, most_bytes: int) -> Any:
    """Return the content of a JSON file. Raises :class:`FileError`."""
    if len(data) > most_bytes:
        raise FileError("", f"the file is larger than {most_bytes // 2**20} MB; UPCARD_MOST_MEGABYTES sets this limit")
    if sum(data.count(mark) for mark in (b",", b"[", b"{")) > most_bytes // BYTES_PER_VALUE:
        raise FileError("", "the file holds more than any club has")
    try:
        # Python refuses to parse thousands of digits; twenty are already too many for a file.
        return json.loads(data.decode("utf-8-sig"), object_pairs_hook=_table, parse_int=lambda digits: int(digits[:20]))
    except UnicodeDecodeError as problem:
        raise FileError("", f"the file is not UTF-8 at byte {problem.start + 1}") from None
    except json.JSONDecodeError as problem:
        reason = f"the file is not JSON: line {problem.lineno}, column {problem.colno}: {problem.msg}"
        raise FileError("", reason) from None
    except RecursionError:
        raise FileError("", "lists and tables are nested too deep") from None


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) < len(pairs):
        read = _DuplicateKey(read)
        read.key = Counter(key for key, _ in pairs).most_common(1)[0][0]
    return read


def check(value: Any, shape: Shape, path: str) -> None:
    """Check a value against a shape. Raises :class:`FileError` if it does not fit."""
    if "anyOf" in shape:
        if value is not None or _NULL not in shape["anyOf"]:
            check(value, _alternative(value, shape, path), path)
        return
    if "enum" in shape:
        if value not in shape["enum"]:
            raise FileError(path, f"must be one of {', '.join(map(repr, shape['enum']))}, not {short(value)}")
        return
    _check_type(value, path, *_TYPES[shape["type"]])
    if "properties" in shape:
        _check_table(value, path, shape)
    elif "items" in shape:
        _check_list(value, path, shape)
    elif "minimum" in shape:
        if not shape["minimum"] <= value <= shape["maximum"]:
            raise FileError(path, f"must be from {shape['minimum']} to {shape['maximum']}, not {short(value)}")
    elif shape["type"] == "string":
        _check_text(value, path, shape)
    else:
        _check_free(value, path, 0)
    problem = shape["check"](value) if "check" in shape else ""
    if isinstance(problem, str) and problem:
        raise FileError(path, problem)
    if isinstance(problem, Problem):
        of_field = problem.field and isinstance(value, dict) and problem.field in value
        raise FileError(inside(path, problem.field) if of_field else path, problem.text)


def _alternative(value: Any, shape: Shape, path: str) -> Shape:
    """Return which of several shapes to use for a value: the one of its kind, or else the first that fits.

    If none fits, return the last one.
    """
    shapes: Sequence[Shape] = [each for each in shape["anyOf"] if each != _NULL]
    for key in ("kind", "table"):
        by_word = {each["properties"][key]["enum"][0]: each for each in shapes if key in each.get("properties", ())}
        if by_word and isinstance(value, dict):
            check(value.get(key), one_of(*by_word), inside(path, key))
            return by_word[value[key]]
    for each in shapes[:-1]:
        try:
            check(value, each, path)
        except FileError:
            continue
        return each
    return shapes[-1]


def _check_type(value: object, path: str, kind: type, name: str) -> None:
    if isinstance(value, _DuplicateKey):
        raise FileError(inside(path, short(value.key)), "appears twice")
    if type(value) is not kind:
        raise FileError(path, f"must be {name}, not {short(value)}")


def _check_text(value: str, path: str, shape: Shape) -> None:
    if (not value.isascii() and _SURROGATE.search(value)) or "\0" in value:
        raise FileError(path, "contains a character that cannot be stored")
    if len(value) > shape.get("maxLength", MAX_NUMBER):
        raise FileError(path, f"is longer than {counted(shape['maxLength'], 'letter')}")
    if len(value) < shape.get("minLength", 0):
        raise FileError(path, "must not be empty")


def _check_table(value: dict[str, Any], path: str, shape: Shape) -> None:
    shapes = shape["properties"]
    for key in value:
        if key not in shapes:
            raise FileError(inside(path, short(key)), f"there is no such key (there are: {', '.join(shapes)})")
    for key, item in value.items():
        check(item, shapes[key], inside(path, key))
    for key in shape["required"]:
        if key not in value:
            raise FileError(inside(path, key), "is missing")


def _check_list(value: list[Any], path: str, shape: Shape) -> None:
    if "limit" in shape:
        most = settings.limit(shape["limit"]) + shape.get("spare", 0)
    else:
        most = shape.get("maxItems", MAX_NUMBER)
    if len(value) > most:
        raise FileError(path, f"has {len(value)} items, but at most {most} are accepted")
    for at, item in enumerate(value):
        check(item, shape["items"], inside(path, at))


def _check_free(value: Any, path: str, depth: int) -> None:
    """Check that a database can hold a value of any shape."""
    if isinstance(value, str):
        _check_text(value, path, {})
    elif isinstance(value, float) or (isinstance(value, int) and abs(value) > MAX_NUMBER):
        raise FileError(path, f"must be a whole number up to {MAX_NUMBER}, not {short(value)}")
    elif isinstance(value, dict | list):
        if depth > MAX_DEPTH:
            raise FileError(path, "lists and tables are nested too deep")
        if isinstance(value, _DuplicateKey):
            raise FileError(inside(path, short(value.key)), "appears twice")
        for name, item in value.items() if isinstance(value, dict) else enumerate(value):
            _check_free(name, path, depth)
            _check_free(item, inside(path, name), depth + 1)


def convert(value: Any, shape: Shape, change: Conversion, path: str = "") -> Any:
    """Return a value with every timestamp and every reference converted; keys without a shape are dropped."""
    if value is None:
        return None
    if "anyOf" in shape:
        return convert(value, _alternative(value, shape, path), change, path)
    if shape is TIMESTAMP or "list" in shape:
        return change(shape, value, path)
    if "properties" in shape:
        known = [(key, shape["properties"][key]) for key in value if key in shape["properties"]]
        return {key: convert(value[key], of, change, inside(path, key)) for key, of in known}
    if "items" in shape:
        return [convert(item, shape["items"], change, inside(path, at)) for at, item in enumerate(value)]
    return value


def published(value: Any, parts: Mapping[str, Shape]) -> Any:
    """Return a shape as JSON Schema, with references to the ``parts`` in it."""
    for name, part in parts.items():
        if value is part:
            return {"$ref": f"#/$defs/{name}"}
    if isinstance(value, dict):
        return {key: published(item, parts) for key, item in value.items() if key not in _UNPUBLISHED}
    return [published(item, parts) for item in value] if isinstance(value, list) else value
