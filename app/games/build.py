"""Typed rules from plain tables: the one place where a game file's keys meet the code's field names.

A rule, a step or a share is a frozen dataclass; its fields are the keys a game file may set. An unknown key, a missing
one or a wrong type is a :class:`GameError` that says where.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Generic, TypeAlias, TypeVar

from app.games.errors import GameError
from app.plugins import load_modules
from app.text import listing, short

T = TypeVar("T")

_Field: TypeAlias = tuple[dataclasses.Field[Any], object]

#: The largest number that a game file or a record may give; more chips are a typing error.
MAX_NUMBER = 10**15 - 1

#: The place of a choice in a label that is a sentence.
BLANK = "{}"

#: The metadata of a field that only the engine may set.
NOT_IN_FILES = {"in files": False}


def setting(
    default: T,
    label: str,
    *,
    choices: Sequence[str | int] = (),
    names: Mapping[Any, str] | None = None,
    least: int = 0,
    **more: object,
) -> T:
    """Return a dataclass field with its words on a form: a label, and ``names`` for some of its choices.

    A label with a :data:`BLANK` is also kept whole as the ``sentence``. ``choices`` limit a number or a text to some
    values; ``least`` is the lowest number allowed. ``more`` is added to the metadata.
    """
    words = {"label": with_ellipsis(label), "sentence": label if BLANK in label else "", "names": names or {}}
    return dataclasses.field(default=default, metadata={**words, "choices": choices, "least": least, **more})


def with_ellipsis(label: str) -> str:
    """Return a label with an ellipsis in place of its :data:`BLANK`, to show while nothing is chosen."""
    return label.replace(BLANK, "…")


class Registry(Generic[T]):
    """The classes of one kind (wild rules, steps ...), by the name that game files use.

    The modules of ``package`` are imported at the first lookup, so a new rule is just a new file. ``why_not`` returns
    why files may not use a class; empty if they may.
    """

    def __init__(self, kind: str, package: str, why_not: Callable[[type[T]], str] = lambda cls: "") -> None:
        self.kind = kind
        self._package = package
        self._why_not = why_not
        self._classes: dict[str, type[T]] = {}

    def add(self, name: str) -> Callable[[type[T]], type[T]]:
        """Return a class decorator that registers a dataclass under a name; it goes above ``@dataclass``."""

        def register(cls: type[T]) -> type[T]:
            if not dataclasses.is_dataclass(cls):
                raise TypeError(
                    f"{cls.__qualname__} is not a dataclass: write @dataclass under the line that registers it"
                )
            if name in self._classes:
                raise ValueError(f"{cls.__qualname__}: there is a {self.kind} called {name!r} already")
            self._classes[name] = cls
            return cls

        return register

    def get(self, name: str) -> type[T]:
        """Return the class registered under a name; raises KeyError for an unknown name."""
        self._search()
        return self._classes[name]

    def name_of(self, made: object) -> str:
        """Return the registered name of an object's class; raises ValueError for any other class."""
        for name, cls in self._classes.items():
            if type(made) is cls:
                return name
        raise ValueError(f"{made!r} is not a {self.kind} of the registry")

    def names(self) -> tuple[str, ...]:
        """Return all registered names, sorted."""
        self._search()
        return tuple(sorted(self._classes))

    def make(self, raw: object, key: str, path: str) -> T:
        """Make a rule from its table: ``raw[key]`` is its name, every other key a field."""
        made, errors = self.attempt(raw, key, path)
        if made is None:
            raise errors[0]
        return made

    def attempt(self, raw: object, key: str, path: str) -> tuple[T | None, list[GameError]]:
        """Make a rule like :meth:`make`; return it, or None, and every error in its table."""
        self._search()
        if not isinstance(raw, Mapping):
            return None, [_no_table(raw, path)]
        if key not in raw:
            return None, [GameError(f"key {key!r} is missing", key=path, about=key)]
        name = raw[key]
        if not isinstance(name, str) or name not in self._classes:
            known = ", ".join(known for known in self.names() if not self._why_not(self._classes[known]))
            reason = f"no {self.kind} is called {short(name)} (there are: {known})"
            return None, [GameError(reason, key=path, about=key)]
        if reason := self._why_not(self._classes[name]):
            return None, [GameError(reason, key=path, about=key)]
        return attempt(self._classes[name], {field: value for field, value in raw.items() if field != key}, path)

    def _search(self) -> None:
        load_modules(self._package)


def make(cls: type[T], raw: object, path: str) -> T:
    """Make an instance of a dataclass from plain values, checked against the types of its fields.

    ``path`` names the table in the :class:`GameError` that is raised for a value that does not fit.
    """
    made, errors = attempt(cls, raw, path)
    if made is None:
        raise errors[0]
    return made


def attempt(cls: type[T], raw: object, path: str) -> tuple[T | None, list[GameError]]:
    """Make an instance like :func:`make`; return it, or None, and every error in the table."""
    if not isinstance(raw, Mapping):  # an option may have put something else here
        return None, [_no_table(raw, path)]
    fields = _fields(cls)  # type: ignore[arg-type]  # for mypy, classes are not hashable
    errors = [
        GameError(f"unknown key {short(key)} (known: {', '.join(fields)})", key=path, about=key)
        for key in raw
        if key not in fields
    ]
    values = {}
    for name, (field, kind) in fields.items():
        if name in raw:
            usual = type(raw[name]) is type(field.default) and raw[name] == field.default
            try:
                values[name] = raw[name] if usual else checked(raw[name], kind, f"{path}.{name}", name)
            except GameError as problem:
                errors.append(problem)
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            errors.append(GameError(f"key {name!r} is missing", key=path, about=name))
    if errors:
        return None, errors
    try:
        return cls(**values), []
    except GameError as problem:
        return None, [GameError(problem.reason, key=problem.key or path, about=problem.about)]
    except ValueError as problem:
        return None, [GameError(str(problem), key=path)]


@cache
def types_of(cls: type) -> Mapping[str, Any]:
    """Return the types of a dataclass's fields, cached: resolving them takes longer than filling the fields."""
    return typing.get_type_hints(cls, include_extras=True)


def fields_in_files(cls: type[Any]) -> tuple[dataclasses.Field[Any], ...]:
    """Return the fields of a dataclass that a file may set."""
    return tuple(field for field in dataclasses.fields(cls) if field.init and field.metadata != NOT_IN_FILES)


@cache
def _fields(cls: type) -> Mapping[str, _Field]:
    hints = types_of(cls)
    return {field.name: (field, hints[field.name]) for field in fields_in_files(cls)}


def _no_table(value: object, path: str) -> GameError:
    return GameError(f"must be a table, not {short(value)}", key=path)


def checked(value: object, kind: Any, path: str, about: str) -> object:
    """Return a value converted for its field: lists as tuples, tables as dataclasses.

    Raises GameError about the field if the value does not have its type.
    """
    origin, arguments = _anatomy(kind)
    if origin is typing.Annotated:
        plain, refuse = arguments
        made = checked(value, plain, path, about)
        try:
            refuse(made)
        except ValueError as problem:
            raise GameError(str(problem), key=path, about=about) from None
        return made
    if origin in (typing.Union, types.UnionType):
        refused = None
        for choice in arguments:
            try:
                return checked(value, choice, path, about)
            except GameError as problem:
                plain = _anatomy(choice)[1][0] if _anatomy(choice)[0] is typing.Annotated else choice
                if _fits(value, plain):
                    refused = problem  # the type is right, but not the value
        if refused is not None:
            raise refused
    elif origin is tuple:
        if not isinstance(value, list | tuple):
            raise GameError(f"expected a list, found {short(value)}", key=path, about=about)
        return tuple(checked(item, arguments[0], f"{path}[{at}]", about) for at, item in enumerate(value))
    elif dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return make(kind, value, path)
    elif _fits(value, kind):
        if kind is int and isinstance(value, int) and value > MAX_NUMBER:
            raise GameError(f"must be at most {MAX_NUMBER}, not {short(value)}", key=path, about=about)
        return value
    raise GameError(f"must be {_words(kind)}, not {short(value)}", key=path, about=about)


@cache
def _anatomy(kind: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return the origin and the arguments of a type, cached: every value of every game file asks for them."""
    return typing.get_origin(kind), typing.get_args(kind)


def _fits(value: object, kind: Any) -> bool:
    origin, choices = _anatomy(kind)
    if origin is typing.Literal:
        return any(value == choice and type(value) is type(choice) for choice in choices)
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return isinstance(value, (list, tuple) if origin is tuple else origin or kind)


def _words(kind: Any) -> str:
    """Return the values that a field takes, for a message: ``a whole number or one of 'small bet', 'free'``."""
    if typing.get_origin(kind) is typing.Annotated:
        return _words(typing.get_args(kind)[0])
    if typing.get_origin(kind) is typing.Literal:
        return f"one of {', '.join(map(repr, typing.get_args(kind)))}"
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        choices = [_words(choice) for choice in typing.get_args(kind) if choice is not type(None)]
        return ", or ".join(choices) if "," in "".join(choices) else listing(choices, "or")
    names = {int: "a whole number, 0 or more", str: "a text", bool: "true or false", tuple: "a list", dict: "a table"}
    return names.get(typing.get_origin(kind) or kind) or str(getattr(kind, "__name__", kind))
