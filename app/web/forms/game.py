"""A game as it is called: its options and modifiers as controls, what rules a modifier out, and its query string."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from app.games import modifiers
from app.games.catalog import GameInfo
from app.games.definition import Option
from app.games.errors import GameError
from app.games.load import resolve
from app.text import sentence
from app.web.forms.fields import Control, ControlKind, Field, FormData, FormSection, read_section
from app.web.forms.modifier_words import hint_of, label_of, modifier_name, modifier_switch, settings_of

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


@dataclass(frozen=True, slots=True)
class ModifierForm:
    """One modifier: its switch and its settings.

    ``error`` says why it cannot be dealt as chosen, ``clash`` which other modifier cannot be had because of it, and
    ``never`` why the game itself rules it out.
    """

    name: str
    switch: Control
    settings: FormSection
    error: str = ""
    clash: str = ""
    never: str = ""

    @property
    def entry(self) -> dict[str, Any]:
        """The modifier with its settings, as a record holds it."""
        changed = {control.key for control in self.settings.controls if control.changed}
        return {"modifier": self.name} | {key: value for key, value in self.settings.values.items() if key in changed}


def read_modifiers(
    info: GameInfo, form: FormData, options: Mapping[str, Any]
) -> tuple[dict[str, ModifierForm], dict[str, modifiers.Modifier]]:
    """Read all modifiers of a game that is played with these options; return their forms, and the uses to apply.

    Both are by name, in the order in which modifiers are applied.
    """
    forms: dict[str, ModifierForm] = {}
    uses: dict[str, modifiers.Modifier] = {}
    never = _ruled_out(info.id, tuple(options.items()))
    for name in modifiers.modifier_rules.names():
        modifier = _read_modifier(info, name, form, options, uses)
        forms[name] = dataclasses.replace(modifier.form, never=never.get(name, ""))
        if modifier.clashes_with:
            other = forms[modifier.clashes_with]
            text = f"{modifier.form.switch.label} does not go with this"
            forms[other.name] = dataclasses.replace(other, clash=text)
        if modifier.use is not None:
            uses[name] = modifier.use
    return forms, uses


def reason_of(problem: GameError) -> str:
    """Return why a game was refused, as a sentence without its full stop."""
    return sentence(problem.reason.rstrip("."))


@dataclass(frozen=True, slots=True)
class _Modifier:
    """A modifier as it was read. ``use`` is None where it is off or cannot be applied.

    ``clashes_with`` is the other modifier that prevents it, where it is one of them and not the game.
    """

    form: ModifierForm
    use: modifiers.Modifier | None = None
    clashes_with: str = ""


def _read_modifier(
    info: GameInfo,
    name: str,
    form: FormData,
    options: Mapping[str, Any],
    applied: Mapping[str, modifiers.Modifier],
) -> _Modifier:
    settings = read_section(settings_of(name), f"modifier.{name}.", form, {})
    switch = modifier_switch(name, hint_of(name))
    on = switch.read(form, "modifier.", False).value
    modifier = ModifierForm(name, switch.control("modifier.", on), settings)
    if not on:
        return _Modifier(modifier)
    if not settings.ok:
        wrong = next(control for control in settings.controls if control.error)
        return _Modifier(dataclasses.replace(modifier, error=f"{wrong.label}: {wrong.error}"))
    try:
        use = modifiers.read_modifier(modifier.entry, "modifier")
        resolve(info.id, options, [*applied.values(), use])
    except GameError as problem:
        reason = reason_of(problem)
        other = _clashing(info, modifier, options, applied)
        if other:
            reason = f"Not with {label_of(other)}: {reason[:1].lower()}{reason[1:]}"
        return _Modifier(dataclasses.replace(modifier, error=reason), clashes_with=other)
    return _Modifier(modifier, use)


def _clashing(
    info: GameInfo, modifier: ModifierForm, options: Mapping[str, Any], applied: Mapping[str, modifiers.Modifier]
) -> str:
    """Return the applied modifier that prevents this one, or an empty text where the game itself does."""
    try:
        use = modifiers.read_modifier(modifier.entry, "modifier")
        resolve(info.id, options, [use])
    except GameError:
        return ""
    for name, other in applied.items():
        try:
            resolve(info.id, options, [other, use])
        except GameError:
            return name
    return ""


@lru_cache(maxsize=256)
def _ruled_out(game_id: str, options: tuple[tuple[str, Any], ...]) -> Mapping[str, str]:
    """Return the modifiers that the game rules out, each with the reason."""
    reasons = {}
    for name in modifiers.modifier_rules.names():
        try:
            use = modifiers.read_modifier(name, "modifier")
        except GameError:
            continue  # it has settings without a default, so nothing can be said before they are entered
        try:
            resolve(game_id, dict(options), [use])
        except GameError as problem:
            reasons[name] = reason_of(problem)
    return reasons
