"""Typed rules out of plain tables: the one place where a game file's keys meet the code's field names.

A rule, a step or a share is a frozen dataclass; its fields are the keys a game file may give. Nothing else is
accepted: an unknown key, a missing one or a wrong type is a :class:`GameError` that says where.
"""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
import types
import typing
from collections.abc import Callable, Mapping
from threading import RLock
from typing import Any, TypeVar

T = TypeVar("T")

#: Held by the thread that searches, whatever it searches for: the rules of one kind may name those of another.
_SEARCH = RLock()

_TYPES: dict[type[Any], Mapping[str, Any]] = {}


class GameError(ValueError):
    """A game definition that cannot be used; the message names the file and the key."""


class Registry:
    """The classes of one kind (wild rules, steps...), by the name that game files use.

    ``package`` is searched for modules the first time that a name is looked up, so adding a rule is adding a file.
    """

    def __init__(self, kind: str, package: str) -> None:
        self.kind = kind
        self._package = package
        self._classes: dict[str, type[Any]] = {}
        self._searched = False

    def add(self, name: str) -> Callable[[type[T]], type[T]]:
        """A class decorator that registers a dataclass under a name."""

        def register(cls: type[T]) -> type[T]:
            self._classes[name] = cls
            return cls

        return register

    def get(self, name: str) -> type[Any]:
        """The class of a name; raises KeyError when there is none."""
        self._search()
        return self._classes[name]

    def name_of(self, made: object) -> str:
        """The name under which the class of an object is registered; ValueError for an object of another kind."""
        for name, cls in self._classes.items():
            if type(made) is cls:
                return name
        raise ValueError(f"{made!r} is no {self.kind}")

    def names(self) -> tuple[str, ...]:
        """All registered names, sorted."""
        self._search()
        return tuple(sorted(self._classes))

    def make(self, raw: Mapping[str, Any], key: str, where: str) -> Any:
        """The rule that a table describes: ``raw[key]`` is its name, every other key a field."""
        self._search()
        if not isinstance(raw, Mapping):
            raise GameError(f"{where}: expected a table, found {raw!r}")
        name = raw.get(key)
        if not isinstance(name, str) or name not in self._classes:
            known = ", ".join(self.names())
            raise GameError(f"{where}: no {self.kind} is called {name!r} (there are: {known})")
        return make(self._classes[name], {k: v for k, v in raw.items() if k != key}, where)

    def _search(self) -> None:
        # The first two requests of a server may both be the first to ask: the later one waits for the names.
        if self._searched:
            return
        with _SEARCH:
            package = importlib.import_module(self._package)
            for found in pkgutil.iter_modules(package.__path__):
                importlib.import_module(f"{self._package}.{found.name}")
            self._searched = True


def make(cls: type[T], raw: Mapping[str, Any], where: str) -> T:
    """An instance of a dataclass from plain values, checked against the types of its fields."""
    hints = types_of(cls)
    fields = {field.name: field for field in dataclasses.fields(cls) if field.init}  # type: ignore[arg-type]
    for key in raw:
        if key not in fields:
            raise GameError(f"{where}: unknown key {key!r} (known: {', '.join(fields)})")
    values = {}
    for name, field in fields.items():
        if name in raw:
            values[name] = _checked(raw[name], hints[name], f"{where}.{name}")
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise GameError(f"{where}: key {name!r} is missing")
    try:
        return cls(**values)
    except GameError:
        raise
    except ValueError as problem:
        raise GameError(f"{where}: {problem}") from None


def types_of(cls: type[Any]) -> Mapping[str, Any]:
    """Return the types of a dataclass's fields. They are kept: working them out takes longer than filling them."""
    if cls not in _TYPES:
        _TYPES[cls] = typing.get_type_hints(cls)
    return _TYPES[cls]


def _checked(value: Any, kind: Any, where: str) -> Any:
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        if value not in arguments:
            raise GameError(f"{where}: {value!r} is none of {', '.join(map(repr, arguments))}")
        return value
    if origin in (typing.Union, types.UnionType):
        for choice in arguments:
            try:
                return _checked(value, choice, where)
            except GameError:
                continue
        raise GameError(f"{where}: {value!r} does not fit {kind}")
    if origin is tuple:
        if not isinstance(value, list | tuple):
            raise GameError(f"{where}: expected a list, found {value!r}")
        return tuple(_checked(one, arguments[0], f"{where}[{at}]") for at, one in enumerate(value))
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        if not isinstance(value, Mapping):
            raise GameError(f"{where}: expected a table, found {value!r}")
        return make(kind, value, where)
    if kind is type(None):
        fits = value is None
    elif kind is int:
        fits = isinstance(value, int) and not isinstance(value, bool)
    else:
        fits = isinstance(value, kind)
    if not fits:
        raise GameError(f"{where}: {value!r} is no {getattr(kind, '__name__', kind)}")
    return value
