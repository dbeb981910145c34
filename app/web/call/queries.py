"""Addresses that bring a called game back: what was chosen other than usual, as fields of the form, and in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from app.games import modifiers
from app.games.catalog import GameInfo
from app.night import OwnGame
from app.web.call.reading import Call, option_spec
from app.web.forms.controls import Spec
from app.web.forms.house import HOUSE_SPECS
from app.web.forms.modifier_words import label_of, settings_of
from app.web.forms.modifiers import modifier_name


def compact_query(call: Call) -> list[tuple[str, str]]:
    """What was chosen other than usual, for an address that brings it all back."""
    chosen = [one for one in call.options.controls if one.changed or one.error]
    for form in call.modifiers:
        if form.switch.on:
            chosen += [form.switch, *(one for one in form.entered.controls if one.changed or one.error)]
    for control in call.house.controls:
        if control.error or control.name.rpartition(".")[2] in call.house_changes:
            chosen.append(control)
    own = [] if call.own is None else [("own", str(call.own.id))]
    return [pair for control in chosen for pair in control.pairs] + own


def called_query(
    info: GameInfo, options: Mapping[str, Any], used: Iterable[str | Mapping[str, Any]]
) -> tuple[list[tuple[str, str]], str]:
    """The same for a game as it was called before, and what was chosen in words."""
    specs = {option.key: option_spec(option) for option in info.options}
    controls = [specs[key].control("option.", value) for key, value in options.items() if key in specs]
    controls = [control for control in controls if control.changed]
    words = [control.words for control in controls]
    for one in used:
        entry = {"modifier": one} if isinstance(one, str) else one
        name = modifier_name(one)
        if name in modifiers.modifier_rules.names():
            controls.append(Spec(name, label_of(name), "switch", False).control("modifier.", True))
            fields = [spec for spec in settings_of(name) if spec.key in entry]
            controls += [spec.control(f"modifier.{name}.", entry[spec.key]) for spec in fields]
            words.append(label_of(name))
    return [pair for control in controls for pair in control.pairs], ", ".join(words)


def own_query(info: GameInfo, own: OwnGame) -> tuple[list[tuple[str, str]], str]:
    """The same for a game of the table's own, its house rules among it."""
    pairs, words = called_query(info, own.options, own.modifiers)
    house = [spec.control("house.", own.house[spec.key]) for spec in HOUSE_SPECS if spec.key in own.house]
    pairs += [pair for control in house for pair in control.pairs]
    said = [info.name, words] if words else [info.name]
    said += [control.words for control in house]
    return [*pairs, ("own", str(own.id))], ", ".join(said)
