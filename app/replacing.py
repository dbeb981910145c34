"""Copies of frozen dataclasses with some fields changed, in a third of the time that the standard library takes.

Each action of a hand makes some sixteen such copies.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

T = TypeVar("T")


class _Slots(NamedTuple):
    """How to copy an object of a class, and how to set each field of the copy."""

    copied: Callable[[Any], Any]
    setters: Mapping[str, Callable[[Any, Any], None]]


@cache
def _slots_of(kind: type) -> _Slots | None:
    """Return how to copy a dataclass; None unless all its fields are slots, and it checks nothing."""
    fields = dataclasses.fields(kind)
    slots = {field.name: getattr(kind, field.name, None) for field in fields}
    setters: dict[str, Any] = {name: getattr(slot, "__set__", None) for name, slot in slots.items()}
    if None in setters.values() or hasattr(kind, "__post_init__") or not all(field.init for field in fields):
        return None
    # Field by field, as the standard library writes a dataclass's __init__: a loop takes twice as long.
    lines = "".join(f"    set_{name}(copy, thing.{name})\n" for name in setters)
    scope: dict[str, Any] = {"new": object.__new__, "kind": kind}
    scope |= {f"set_{name}": put for name, put in setters.items()}
    exec(f"def copied(thing):\n    copy = new(kind)\n{lines}    return copy\n", scope)
    return _Slots(scope["copied"], setters)


if TYPE_CHECKING:
    from dataclasses import replace as replace  # so that names and types are checked
else:

    def replace(thing: T, /, **changes: Any) -> T:
        """Return a copy of a dataclass with these fields changed, as :func:`dataclasses.replace` does."""
        slots = _slots_of(type(thing))
        if slots is None or not changes.keys() <= slots.setters.keys():
            return dataclasses.replace(thing, **changes)
        copy = slots.copied(thing)
        for name, value in changes.items():
            slots.setters[name](copy, value)
        return copy
