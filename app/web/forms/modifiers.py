"""The modifiers of a game while it is being called: each with its switch and settings, and what it does not go with."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from app.games import modifiers
from app.games.catalog import GameInfo
from app.games.errors import GameError
from app.games.load import resolve
from app.web.forms.controls import Control, Entered, Spec, Typed, read_all, sentence
from app.web.forms.modifier_words import hint_of, label_of, settings_of


@dataclass(frozen=True, slots=True)
class ModifierForm:
    """One modifier: its switch, its settings, why it cannot be had.

    ``words`` is what it does, when it is on. ``error`` prevents the deal; ``clash`` names another one, which cannot be
    had because of this. ``never`` is why the game itself does not go with it.
    """

    name: str
    switch: Control
    entered: Entered
    error: str = ""
    words: str = ""
    clash: str = ""
    never: str = ""

    @property
    def entry(self) -> dict[str, Any]:
        """The modifier with its settings, as a record holds it."""
        changed = {c.name.rpartition(".")[2] for c in self.entered.controls if c.changed}
        return {"modifier": self.name} | {k: v for k, v in self.entered.values.items() if k in changed}


def read_modifiers(
    info: GameInfo, typed: Typed, chosen: Mapping[str, Any]
) -> tuple[dict[str, ModifierForm], dict[str, modifiers.AppliedModifier]]:
    """Every modifier as a form's values have it, and of those that are on, what to apply; by name, in their own order.

    ``chosen`` are the options that the game is played with.
    """
    forms: dict[str, ModifierForm] = {}
    uses: dict[str, modifiers.AppliedModifier] = {}
    never = _never(info.id, tuple(chosen.items()))
    for name in modifiers.modifier_rules.names():
        form, use, other = _modifier(info, name, typed, chosen, uses)
        forms[name] = dataclasses.replace(form, never=never.get(name, ""))
        if other:
            text = f"{form.switch.label} does not go with this"
            forms[other] = dataclasses.replace(forms[other], clash=text)
        if use is not None:
            uses[name] = use
    return forms, uses


def _modifier(
    info: GameInfo, name: str, typed: Typed, chosen: Mapping[str, Any], before: Mapping[str, modifiers.AppliedModifier]
) -> tuple[ModifierForm, modifiers.AppliedModifier | None, str]:
    """One modifier as chosen, and what to apply: nothing when it is off, or does not go with game and others.

    The last is the name of another modifier, where it is that one that it does not go with.
    """
    entered = read_all(settings_of(name), f"modifier.{name}.", typed, {})
    switch_spec = Spec(name, label_of(name), "switch", False, hint=hint_of(name))
    on, _ = switch_spec.read(typed, "modifier.", False)
    switch = switch_spec.control("modifier.", on)
    form = ModifierForm(name, switch, entered)
    if not on:
        return form, None, ""
    if not entered.ok:
        wrong = next(control for control in entered.controls if control.error)
        return dataclasses.replace(form, error=f"{wrong.label}: {wrong.error}"), None, ""
    try:
        use = modifiers.read(form.entry, "modifier")
        resolve(info.id, chosen, [*before.values(), use])
    except GameError as problem:
        reason = reason_of(problem)
        other = _clashing(info, form, chosen, before)
        if other:
            reason = f"Not with {label_of(other)}: {reason[:1].lower()}{reason[1:]}"
        return dataclasses.replace(form, error=reason), None, other
    return dataclasses.replace(form, words=use.words()), use, ""


def _clashing(
    info: GameInfo, form: ModifierForm, chosen: Mapping[str, Any], before: Mapping[str, modifiers.AppliedModifier]
) -> str:
    """The modifier that this one does not go with, where it would go with the game and any of the others."""
    try:
        use = modifiers.read(form.entry, "modifier")
        resolve(info.id, chosen, [use])
    except GameError:
        return ""
    for name, other in before.items():
        try:
            resolve(info.id, chosen, [other, use])
        except GameError:
            return name
    return ""


@lru_cache(maxsize=256)
def _never(game: str, chosen: tuple[tuple[str, Any], ...]) -> Mapping[str, str]:
    """The modifiers that the game does not go with, and why."""
    reasons = {}
    for name in modifiers.modifier_rules.names():
        try:
            use = modifiers.read(name, "modifier")
        except GameError:
            continue  # nothing can be said before it is set
        try:
            resolve(game, dict(chosen), [use])
        except GameError as problem:
            reasons[name] = reason_of(problem)
    return reasons


def reason_of(problem: GameError) -> str:
    """Return why a game cannot be played so, as a sentence without its stop."""
    return sentence(problem.reason.rstrip("."))


def modifier_name(used: str | Mapping[str, Any]) -> str:
    """The name of a modifier as a record holds it, with settings or without."""
    return used if isinstance(used, str) else str(used.get("modifier", ""))
