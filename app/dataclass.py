"""Frozen dataclasses, created and copied in a third of the time that the standard library takes.

The app creates some 450 of them each time it starts, and each action of a hand makes some sixteen copies.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

T = TypeVar("T")

if TYPE_CHECKING:  # so that types and names are checked
    from dataclasses import dataclass as dataclass
    from dataclasses import replace as replace
else:

    def dataclass(
        *, frozen: bool = False, slots: bool = True, eq: bool = True, kw_only: bool = False
    ) -> Callable[[type[T]], type[T]]:
        """Return :func:`dataclasses.dataclass` with slots. The methods of a frozen class are created here.

        They do what those of the standard library do, which compiles each of them; here only ``__init__`` is compiled.
        A class that inherits from such a class needs this decorator too.
        """
        if not frozen:
            return dataclasses.dataclass(slots=slots, eq=eq, kw_only=kw_only)

        def decorate(cls: type[T]) -> type[T]:
            own = frozenset(cls.__dict__)
            cls = dataclasses.dataclass(cls, init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)
            for method in _methods(cls, eq=eq):
                if method.__name__ not in own:
                    setattr(cls, method.__name__, method)
            return cls

        return decorate

    def replace(thing: T, /, **changes: Any) -> T:
        """Return a copy of a dataclass with these fields changed, as :func:`dataclasses.replace` does."""
        copied, setters = _copying(type(thing))
        if copied is None or not changes.keys() <= setters.keys():
            return dataclasses.replace(thing, **changes)
        copy = copied(thing)
        for name, value in changes.items():
            setters[name](copy, value)
        return copy


def _methods(cls: type, *, eq: bool) -> list[Callable[..., Any]]:
    """Return the methods of a frozen dataclass; those that compare objects only if ``eq``."""
    fields = dataclasses.fields(cls)
    shown = [field.name for field in fields if field.repr]
    compared = [field.name for field in fields if field.compare]
    values: Callable[[Any], Any] = attrgetter(*compared) if compared else lambda _: ()
    setters = _setters(cls)

    def __repr__(self: Any) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"

    def __eq__(self: Any, other: object) -> Any:
        return values(self) == values(other) if type(other) is type(self) else NotImplemented

    def __hash__(self: Any) -> int:
        return hash(values(self))

    def __setattr__(_self: Any, name: str, _value: Any) -> None:
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(_self: Any, name: str) -> None:
        raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")

    def __getstate__(self: Any) -> list[Any]:
        return [getattr(self, name) for name in setters]

    def __setstate__(self: Any, state: list[Any]) -> None:
        for put, value in zip(setters.values(), state, strict=True):
            put(self, value)

    methods: list[Callable[..., Any]] = [_init(cls, setters), __repr__, __setattr__, __delattr__]
    methods += [__getstate__, __setstate__]
    return [*methods, __eq__, __hash__] if eq else methods


def _init(cls: type, setters: Mapping[str, Any]) -> Callable[..., None]:
    """Compile the ``__init__`` of a dataclass, which sets field by field: a loop takes twice as long."""
    missing = dataclasses.MISSING
    scope: dict[str, Any] = {f"set_{name}": put for name, put in setters.items()} | {"missing": missing}
    positional, keywords, lines = ["self"], ["*"], []
    for field in dataclasses.fields(cls):
        name = value = argument = field.name
        default = ""
        if field.default is not missing:
            default, scope[f"default_{name}"] = f"default_{name}", field.default
            argument = f"{name}={default}"
        elif field.default_factory is not missing:
            default, scope[f"new_{name}"] = f"new_{name}()", field.default_factory
            argument, value = f"{name}=missing", f"{default} if {name} is missing else {name}"
        if field.init:
            (keywords if field.kw_only else positional).append(argument)
        if field.init or default:
            lines.append(f"set_{name}(self, {value if field.init else default})")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    arguments = ", ".join(positional + (keywords if len(keywords) > 1 else []))
    return _compiled("__init__", arguments, lines or ["pass"], scope)


@cache
def _copying(kind: type) -> tuple[Callable[[Any], Any] | None, Mapping[str, Any]]:
    """Return a function that copies a dataclass, and its setters; None if it checks fields, or if some have no slot."""
    setters = _setters(kind)
    computes_fields = hasattr(kind, "__post_init__") or not all(field.init for field in dataclasses.fields(kind))
    if computes_fields or None in setters.values():
        return None, {}
    scope: dict[str, Any] = {f"set_{name}": put for name, put in setters.items()} | {
        "new": object.__new__,
        "kind": kind,
    }
    lines = ["copy = new(kind)", *(f"set_{name}(copy, thing.{name})" for name in setters), "return copy"]
    return _compiled("copied", "thing", lines, scope), setters


def _compiled(name: str, arguments: str, lines: list[str], scope: dict[str, Any]) -> Callable[..., Any]:
    exec(f"def {name}({arguments}):\n    " + "\n    ".join(lines), scope)
    compiled: Callable[..., Any] = scope[name]
    return compiled


def _setters(cls: type) -> dict[str, Any]:
    """Return the setter of each field of a class, even a frozen one; None for a field without a slot."""
    slots = {field.name: getattr(cls, field.name, None) for field in dataclasses.fields(cls)}
    return {name: getattr(slot, "__set__", None) for name, slot in slots.items()}
