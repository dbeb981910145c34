"""Modifiers as a form offers them: their order, labels and settings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from app.games.modifiers import OFFERED, modifier_rules
from app.web.forms.fields import Field, as_label, form_fields


def offered() -> tuple[str, ...]:
    """Return all modifiers in the order in which they are offered."""
    last = len(OFFERED)
    return tuple(sorted(modifier_rules.names(), key=lambda name: OFFERED.index(name) if name in OFFERED else last))


def label_of(name: str) -> str:
    """Return what a modifier is called."""
    return modifier_rules.get(name).label or as_label(name)


def hint_of(name: str) -> str:
    """Return what a modifier does, in a few words."""
    return modifier_rules.get(name).hint


@cache
def settings_of(name: str) -> tuple[Field, ...]:
    """Return what can be entered for a modifier."""
    return form_fields(modifier_rules.get(name))


def modifier_switch(name: str, hint: str = "") -> Field:
    """Return the switch of a modifier."""
    return Field(name, label_of(name), "switch", False, hint=hint)


def modifier_name(entry: str | Mapping[str, Any]) -> str:
    """Return the name of a modifier as a record holds it, with settings or without."""
    return entry if isinstance(entry, str) else str(entry.get("modifier", ""))
