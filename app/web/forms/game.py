"""A game as it is called: its options and modifiers as controls, and its query string."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from app.games import modifiers
from app.games.catalog import GameInfo
from app.games.definition import Option
from app.games.errors import GameError
from app.games.modifiers import modifier_rules
from app.text import sentence
from app.web.forms.fields import Control, ControlKind, Field, FormData, as_label, form_fields, read_section
from app.web.forms.stakes import HOUSE_FIELDS
from app.words.modified import modifier_text

Pairs = list[tuple[str, str]]

#: The game that stands in for any other: bets and pots alone.
CHIPS_ONLY = "chips-only"


class CalledQuery(NamedTuple):
    """The query string of a game as called, and its choices in words."""

    pairs: Pairs
    words: str


def option_field(option: Option) -> Field:
    """Return the field of an option of a game."""
    if isinstance(option.default, bool):
        return Field(option.key, option.label, "switch", option.default)
    kind: ControlKind = "price" if option.amount else "select"
    return Field(option.key, option.label, kind, option.default, option.choices)


def called_query(
    info: GameInfo,
    options: Mapping[str, Any],
    entries: Iterable[str | Mapping[str, Any]],
    house: Mapping[str, Any] = MappingProxyType({}),
    own: int | None = None,
    name: str = "",
) -> CalledQuery:
    """Return the query of a game called with these options, modifiers and house rules.

    ``own`` is the id of the saved game that has them; ``name`` is what the game was called, kept if it was typed, for a
    game played for chips only.
    """
    fields = {option.key: option_field(option) for option in info.options}
    controls = [fields[key].control("option.", value) for key, value in options.items() if key in fields]
    controls = [control for control in controls if control.changed]
    words = [control.words for control in controls]
    known = [entry for entry in entries if modifier_name(entry) in modifier_rules.names()]
    for entry in known:
        modifier, given = modifier_name(entry), {} if isinstance(entry, str) else entry
        settings = [field for field in settings_of(modifier) if field.key in given]
        controls.append(modifier_switch(modifier).control("modifier.", True))
        controls += [field.control(f"modifier.{modifier}.", given[field.key]) for field in settings]
    try:
        words += modifier_text(known)
    except GameError:  # its settings were valid in another version
        words += [label_of(modifier_name(entry)) for entry in known]
    changes = [field.control("house.", house[field.key]) for field in HOUSE_FIELDS if field.key in house]
    pairs = pairs_of([*controls, *changes])
    words += [control.words for control in changes]
    pairs += [("own", str(own))] if own is not None else []
    pairs += [("called", name)] if name and info.id == CHIPS_ONLY and not name.startswith(info.name) else []
    return CalledQuery(pairs, ", ".join(words))


def pairs_of(controls: Iterable[Control]) -> Pairs:
    """Return the names and values that controls post."""
    return [pair for control in controls for pair in control.pairs]


class ModifierForm:
    """One modifier: its switch and its settings.

    ``parts``: the parts of its sentence, empty without one. ``use``: the modifier to apply, None if it is off or cannot
    be applied. ``missing``: what the dealer has yet to choose. ``error``: why it cannot be dealt as chosen. ``clash``:
    the other modifier that does not go with it. ``ruled_out``: why the game itself rules it out.
    """

    def __init__(self, name: str, form: FormData, ruled_out: str) -> None:
        self.name, self.ruled_out = name, ruled_out
        self.settings = read_section(settings_of(name), f"modifier.{name}.", form, {})
        switch = modifier_switch(name, modifier_rules.get(name).hint)
        self.switch = switch.control("modifier.", switch.read(form, "modifier.", False).value)
        self.parts = self.settings.parts(modifier_rules.get(name).sentence)
        self.use: modifiers.Modifier | None = None
        self.missing = self.error = self.clash = ""

    @property
    def wrong(self) -> bool:
        """Whether it is on, but wrong as chosen."""
        return self.switch.on and bool(self.error or not self.settings.ok)

    @property
    def entry(self) -> dict[str, Any]:
        """The modifier with its settings, as in a record."""
        changed = {control.key for control in self.settings.controls if control.changed}
        return {"modifier": self.name} | {key: value for key, value in self.settings.values.items() if key in changed}


def read_modifiers(info: GameInfo, form: FormData, options: Mapping[str, Any], *, asking: bool) -> list[ModifierForm]:
    """Read the modifiers of a game with these options, in the order in which they are applied.

    ``asking``: whether the dealer is still choosing, so that a modifier just switched on may lack settings.
    """
    ruled_out = _ruled_out(info, tuple(options.items()))
    forms: list[ModifierForm] = []
    for name in modifier_rules.names():
        modifier = ModifierForm(name, form, ruled_out.get(name, ""))
        if modifier.switch.on:
            _apply(modifier, info, options, [other for other in forms if other.use is not None], asking)
        forms.append(modifier)
    return forms


def _apply(
    modifier: ModifierForm, info: GameInfo, options: Mapping[str, Any], applied: list[ModifierForm], asking: bool
) -> None:
    """Apply a modifier after others; if it cannot be applied, set the reason and the modifier that prevents it."""
    if not modifier.settings.ok:
        return
    try:
        use = modifiers.read_modifier(modifier.entry, "modifier")
    except GameError as problem:
        if asking and len(modifier.entry) == 1:
            modifier.missing = reason_of(problem)
        else:
            modifier.error = reason_of(problem)
        return

    def refusal(*others: ModifierForm) -> str:
        try:
            info.resolve(options, [*(other.use for other in others if other.use), use])
        except GameError as problem:
            return reason_of(problem)
        return ""

    modifier.error = reason = refusal(*applied)
    if not reason:
        modifier.use = use
    elif not refusal() and (other := next((other for other in applied if refusal(other)), None)):
        modifier.error = f"Not with {label_of(other.name)}: {reason[:1].lower()}{reason[1:]}"
        other.clash = f"{modifier.switch.field.label} does not go with this"


def reason_of(problem: GameError) -> str:
    """Return why a game was refused, as a sentence without a full stop."""
    return sentence(problem.reason.rstrip("."))


@lru_cache(maxsize=256)
def _ruled_out(info: GameInfo, options: tuple[tuple[str, Any], ...]) -> Mapping[str, str]:
    """Return the modifiers that the game rules out, with the reasons."""
    reasons = {}
    for name in modifier_rules.names():
        try:
            use = modifiers.read_modifier(name, "modifier")
        except GameError:
            continue  # a setting has no default, so it cannot be judged before that is entered
        try:
            info.resolve(dict(options), [use])
        except GameError as problem:
            reasons[name] = reason_of(problem)
    return reasons


def label_of(name: str) -> str:
    """Return the label of a modifier."""
    return modifier_rules.get(name).label or as_label(name)


@cache
def settings_of(name: str) -> tuple[Field, ...]:
    """Return the fields for the settings of a modifier."""
    return form_fields(modifier_rules.get(name))


def modifier_switch(name: str, hint: str = "") -> Field:
    """Return the switch of a modifier."""
    return Field(name, label_of(name), "switch", False, hint=hint)


def modifier_name(entry: str | Mapping[str, Any]) -> str:
    """Return the name of a modifier from its entry in a record."""
    return entry if isinstance(entry, str) else str(entry.get("modifier", ""))
