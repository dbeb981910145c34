"""Shapes of JSON: each reads a value strictly, and describes itself as JSON Schema. Pure.

A value that does not fit raises :class:`WrongError`, which says where in the file and why.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Protocol

from app.text import counted, short

#: The largest whole number in a file: one that every program reads exactly.
MOST = 2**53 - 1

#: How deep lists and tables may lie in one another.
DEEPEST = 30

_MOMENT = r"^2[01][0-9]{2}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]\.[0-9]{6}Z$"


class WrongError(ValueError):
    """Something in a file that cannot be: where, such as ``nights[3].hands[12]``, and why."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}" if path else reason)
        self.path, self.reason = path, reason


class Shape(Protocol):
    """What a value must be like."""

    def read(self, value: object, path: str) -> Any:
        """Return the value as the app has it. Raises :class:`WrongError`."""

    def schema(self) -> dict[str, Any]:
        """Return the shape as JSON Schema."""


def inside(path: str, name: str | int) -> str:
    """Return the path of something in the table or list at a path."""
    if isinstance(name, int):
        return f"{path}[{name}]"
    return f"{path}.{name}" if path else name


def moment(at: datetime) -> str:
    """Return a moment as a file writes it."""
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%fZ}"


def maybe_moment(at: datetime | None) -> str | None:
    """Return a moment as a file writes it, or None."""
    return None if at is None else moment(at)


@dataclass(frozen=True)
class Text:
    """A text of so many letters."""

    longest: int
    shortest: int = 0

    def read(self, value: object, path: str) -> str:
        if not isinstance(value, str):
            raise WrongError(path, f"must be a text, not {short(value)}")
        if len(value) > self.longest:
            raise WrongError(path, f"is longer than {counted(self.longest, 'letter')}")
        if len(value) < self.shortest:
            raise WrongError(path, "must not be empty")
        return value

    def schema(self) -> dict[str, Any]:
        least = {"minLength": self.shortest} if self.shortest else {}
        return {"type": "string", **least, "maxLength": self.longest}


@dataclass(frozen=True)
class Whole:
    """A whole number, both ends included."""

    least: int = 0
    most: int = MOST

    def read(self, value: object, path: str) -> int:
        if type(value) is not int:
            raise WrongError(path, f"must be a whole number, not {short(value)}")
        if not self.least <= value <= self.most:
            raise WrongError(path, f"must be from {self.least} to {self.most}, not {short(value)}")
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class Truth:
    """True or false."""

    def read(self, value: object, path: str) -> bool:
        if not isinstance(value, bool):
            raise WrongError(path, f"must be true or false, not {short(value)}")
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True)
class OneOf:
    """One of some words."""

    words: tuple[str, ...]

    def read(self, value: object, path: str) -> str:
        if not isinstance(value, str) or value not in self.words:
            raise WrongError(path, f"must be one of {', '.join(map(repr, self.words))}, not {short(value)}")
        return value

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.words)}


@dataclass(frozen=True)
class Moment:
    """A point in time in UTC, to the microsecond: ``2026-11-23T20:15:00.000000Z``."""

    def read(self, value: object, path: str) -> datetime:
        if isinstance(value, str) and re.fullmatch(_MOMENT, value, re.ASCII):
            try:
                return datetime.fromisoformat(value)
            except ValueError:
                pass
        raise WrongError(path, f"must be a moment such as 2026-11-23T20:15:00.000000Z, not {short(value)}")

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": _MOMENT}


@dataclass(frozen=True)
class Maybe:
    """A value, or null."""

    shape: Shape

    def read(self, value: object, path: str) -> Any:
        return None if value is None else self.shape.read(value, path)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self.shape.schema(), {"type": "null"}]}


@dataclass(frozen=True)
class Either:
    """The first of some shapes that fits; the last one says what is wrong."""

    shapes: tuple[Shape, ...]

    def read(self, value: object, path: str) -> Any:
        for shape in self.shapes[:-1]:
            try:
                return shape.read(value, path)
            except WrongError:
                continue
        return self.shapes[-1].read(value, path)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [shape.schema() for shape in self.shapes]}


@dataclass(frozen=True)
class ListOf:
    """A list of at most so many values of one shape."""

    shape: Shape
    most: int = MOST

    def read(self, value: object, path: str) -> list[Any]:
        if not isinstance(value, list):
            raise WrongError(path, f"must be a list, not {short(value)}")
        if len(value) > self.most:
            raise WrongError(path, f"holds {len(value)}, and {self.most} at most are taken")
        return [self.shape.read(item, inside(path, at)) for at, item in enumerate(value)]

    def schema(self) -> dict[str, Any]:
        most = {"maxItems": self.most} if self.most < MOST else {}
        return {"type": "array", "items": self.shape.schema(), **most}


@dataclass(frozen=True)
class Table:
    """A table with these keys and no others; those of ``also`` may be missing."""

    keys: Mapping[str, Shape]
    also: Mapping[str, Shape] = field(default_factory=dict)

    def read(self, value: object, path: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise WrongError(path, f"must be a table, not {short(value)}")
        shapes = {**self.keys, **self.also}
        for key in value:
            if key not in shapes:
                raise WrongError(inside(path, short(key)), f"there is no such key (there are: {', '.join(shapes)})")
        read = {key: shapes[key].read(item, inside(path, key)) for key, item in value.items()}
        for key in self.keys:  # last: a file of another format is told that, and not what it lacks
            if key not in value:
                raise WrongError(inside(path, key), "is missing")
        return read

    def schema(self) -> dict[str, Any]:
        shapes = {**self.keys, **self.also}
        return {
            "type": "object",
            "properties": {key: shape.schema() for key, shape in shapes.items()},
            "required": list(self.keys),
            "additionalProperties": False,
        }


@dataclass(frozen=True)
class Free:
    """A table of whatever keys, which another reader looks at: the rules of a game, a choice of options."""

    def read(self, value: object, path: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise WrongError(path, f"must be a table, not {short(value)}")
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "object"}
