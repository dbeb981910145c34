"""Query strings that restore a game as it was called: every option that differs from its default."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from app.games import modifiers
from app.games.catalog import GameInfo
from app.games.definition import Option
from app.web.forms.controls import Control, ControlKind
from app.web.forms.fields import Field
from app.web.forms.modifier_words import label_of, modifier_name, modifier_switch, settings_of

Pairs = list[tuple[str, str]]


class CalledQuery(NamedTuple):
    """The query string of a game as it was called, and its choices in words."""

    pairs: Pairs
    words: str


def option_field(option: Option) -> Field:
    """Return what can be entered for an option of a game."""
    if isinstance(option.default, bool):
        return Field(option.key, option.label, "switch", option.default)
    kind: ControlKind = "price" if option.amount else "select"
    return Field(option.key, option.label, kind, option.default, option.choices)


def called_query(info: GameInfo, options: Mapping[str, Any], entries: Iterable[str | Mapping[str, Any]]) -> CalledQuery:
    """Return the query of a game that was called with these options and modifiers."""
    fields = {option.key: option_field(option) for option in info.options}
    controls = [fields[key].control("option.", value) for key, value in options.items() if key in fields]
    controls = [control for control in controls if control.changed]
    words = [control.words for control in controls]
    for entry in entries:
        name = modifier_name(entry)
        if name in modifiers.modifier_rules.names():
            controls += _modifier_controls(name, {} if isinstance(entry, str) else entry)
            words.append(label_of(name))
    return CalledQuery(pairs_of(controls), ", ".join(words))


def pairs_of(controls: Iterable[Control]) -> Pairs:
    """Return the names and values that controls post."""
    return [pair for control in controls for pair in control.pairs]


def _modifier_controls(name: str, entry: Mapping[str, Any]) -> list[Control]:
    settings = [field for field in settings_of(name) if field.key in entry]
    return [
        modifier_switch(name).control("modifier.", True),
        *(field.control(f"modifier.{name}.", entry[field.key]) for field in settings),
    ]
