"""A game while it is being called: options, modifiers and house rules as chosen, and what prevents the deal.

Wrong or contradictory choices are kept and explained; the sheet shows the game with the choices that do fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from app.games import modifiers
from app.games.build import GameError, make
from app.games.catalog import GameInfo, needs
from app.games.definition import Game, Option
from app.games.house import HouseRules, Stakes
from app.games.load import resolve
from app.games.sheet import Section, rule_sheet
from app.games.steps import count_word
from app.web.controls import Control, Entered, Kind, Spec, Typed, as_label, read_all, sentence, specs_of
from app.web.forms import house_changes, house_form

_TYPED = ("number", "text", "cards", "price")

#: Names of modifiers and of their settings that say too little, or lack a hyphen.
_LABELS = {"wild": "More wild cards", "hi-lo": "High-low", "one_eyed_jacks": "One-eyed jacks", "style": "Turning up"}


@dataclass(frozen=True, slots=True)
class ModifierForm:
    """One modifier: its switch, its settings, why it cannot be had. ``uses`` are its words when it is on."""

    name: str
    switch: Control
    entered: Entered
    error: str = ""
    words: str = ""

    @property
    def entry(self) -> dict[str, Any]:
        """The modifier with its settings, as a record holds it."""
        changed = {c.name.rpartition(".")[2] for c in self.entered.controls if c.changed}
        return {"modifier": self.name} | {k: v for k, v in self.entered.values.items() if k in changed}


@dataclass(frozen=True, slots=True)
class Call:
    """A game as it is being called. ``refusals`` say why it cannot be dealt, ``notes`` what to know before."""

    info: GameInfo
    options: Entered
    modifiers: tuple[ModifierForm, ...]
    house: Entered
    house_changes: Mapping[str, Any]
    game: Game
    sheet: tuple[Section, ...]
    notes: tuple[str, ...]
    refusals: tuple[str, ...]

    @property
    def entries(self) -> list[dict[str, Any]]:
        """The modifiers that are on."""
        return [form.entry for form in self.modifiers if form.switch.on]

    @property
    def applied(self) -> list[str]:
        """What the modifiers do, in words."""
        return [form.words for form in self.modifiers if form.words]

    @property
    def marks(self) -> list[str]:
        """The elements that show what is wrong with a choice."""
        fields = (control for form in self.modifiers for control in form.entered.controls)
        typed = [c for c in (*self.options.controls, *fields, *self.house.controls) if c.kind in _TYPED]
        return [f"{c.id}-error" for c in typed] + [f"m-{form.name}-error" for form in self.modifiers]


def read_call(info: GameInfo, typed: Typed, players: int, house: HouseRules, stakes: Stakes) -> Call:
    """The call that a form's values make; with none, the game as the house plays it."""
    options = read_all(map(_option_spec, info.options), "option.", typed, {})
    entered_house = house_form(house, typed, but=("chip_unit",))
    changes = house_changes(entered_house, house)
    hand_house = make(HouseRules, _all(house) | changes, "house rules")
    chosen, clash = _together(info, options.values)
    forms: list[ModifierForm] = []
    uses: list[modifiers.Use] = []
    for name in modifiers.modifier_rules.names():
        form, use = _modifier(info, name, typed, chosen, uses)
        forms.append(form)
        uses += [use] if use is not None else []
    game = resolve(info.id, chosen, uses)
    wrong = [control for control in (*options.controls, *entered_house.controls) if control.error]
    refusals = [f"{control.label}: {control.error}." for control in wrong]
    refusals += [clash] if clash else []
    refusals += [f"{form.switch.label}: {form.error}." for form in forms if form.error]
    refusals += _seat_refusals(game, players)
    return Call(
        info=info,
        options=options,
        modifiers=tuple(forms),
        house=entered_house,
        house_changes=changes,
        game=game,
        sheet=rule_sheet(game, hand_house, stakes),
        notes=() if refusals else _deck_notes(game, players, hand_house),
        refusals=tuple(refusals),
    )


def _together(info: GameInfo, chosen: Mapping[str, Any]) -> tuple[Mapping[str, Any], str]:
    """The options, or none and the reason where they contradict each other."""
    try:
        resolve(info.id, chosen)
    except GameError as reason:
        return {}, f"{_reason(str(reason))}."
    return chosen, ""


def _modifier(
    info: GameInfo, name: str, typed: Typed, chosen: Mapping[str, Any], before: list[modifiers.Use]
) -> tuple[ModifierForm, modifiers.Use | None]:
    """One modifier as chosen, and what to apply: nothing when it is off, or does not go with game and others."""
    specs = _settings(name)
    entered = read_all(specs, f"modifier.{name}.", typed, {})
    switch_spec = Spec(name, _label(name), "switch", False)
    on, _ = switch_spec.read(typed, "modifier.", False)
    switch = switch_spec.control("modifier.", on)
    form = ModifierForm(name, switch, entered)
    if not on:
        return form, None
    if not entered.ok:
        wrong = next(control for control in entered.controls if control.error)
        return ModifierForm(name, switch, entered, f"{wrong.label}: {wrong.error}"), None
    try:
        use = modifiers.read(form.entry, "modifier")
        resolve(info.id, chosen, [*before, use])
    except ValueError as reason:
        return ModifierForm(name, switch, entered, _reason(str(reason))), None
    return ModifierForm(name, switch, entered, "", use.words()), use


@cache
def _settings(name: str) -> tuple[Spec, ...]:
    return specs_of(modifiers.modifier_rules.get(name), _LABELS)


def _label(name: str) -> str:
    return _LABELS.get(name) or as_label(name)


def _option_spec(option: Option) -> Spec:
    if isinstance(option.default, bool):
        return Spec(option.key, option.label, "switch", option.default)
    kind: Kind = "price" if option.amount else "select"
    return Spec(option.key, option.label, kind, option.default, option.choices)


def _seat_refusals(game: Game, players: int) -> list[str]:
    least, most = game.players
    seated = f"{count_word(players)} {'is' if players == 1 else 'are'} seated"
    if players < 2:
        return [f"A hand needs at least two players; {seated if players else 'nobody is seated'}."]
    if players > most:
        return [f"At most {count_word(most)} can play {game.name}; {seated}."]
    if players < least:
        return [f"{game.name} needs at least {count_word(least)} players; {seated}."]
    return []


def _deck_notes(game: Game, players: int, house: HouseRules) -> tuple[str, ...]:
    wanted, held = needs(game, players)
    if wanted <= held:
        return ()
    how = {
        "common card": "the last card is one common card, face up for all",
        "deal what is left": "the last cards go round as far as they reach",
    }[house.short_deck]
    return (
        f"{sentence(count_word(players))} players would take {wanted} cards; the deck holds {held}. "
        f"If too few are left on the last street, {how}.",
    )


def _reason(text: str) -> str:
    """A refusal without the name of the place it comes from, as a sentence without its stop."""
    return sentence(text.rpartition(": ")[2].rstrip("."))


def _all(house: HouseRules) -> dict[str, Any]:
    return {name: getattr(house, name) for name in HouseRules.__dataclass_fields__}


def fits(info: GameInfo, players: int) -> bool:
    """Whether so many can play a game."""
    return info.players[0] <= players <= info.players[1]


def find_games(games: Iterable[GameInfo], text: str, tags: Iterable[str], players: int | None) -> list[GameInfo]:
    """The games that a search finds, those whose name begins with the text first."""
    wanted = set(tags)
    found = [
        info
        for info in games
        if info.matches(text) and wanted <= set(info.tags) and (players is None or fits(info, players))
    ]
    start = text.strip().casefold()
    return sorted(found, key=lambda info: (not info.name.casefold().startswith(start), info.name))


def compact_query(call: Call) -> list[tuple[str, str]]:
    """What was chosen other than usual, for an address that brings it all back."""
    chosen = [one for one in call.options.controls if one.changed or one.error]
    for form in call.modifiers:
        if form.switch.on:
            chosen += [form.switch, *(one for one in form.entered.controls if one.changed or one.error)]
    for control in call.house.controls:
        if control.error or control.name.rpartition(".")[2] in call.house_changes:
            chosen.append(control)
    return [pair for control in chosen for pair in control.pairs]


def called_query(
    info: GameInfo, options: Mapping[str, Any], used: Iterable[str | Mapping[str, Any]]
) -> tuple[list[tuple[str, str]], str]:
    """The same for a game as it was called before, and what was chosen in words."""
    specs = {option.key: _option_spec(option) for option in info.options}
    controls = [specs[key].control("option.", value) for key, value in options.items() if key in specs]
    controls = [control for control in controls if control.changed]
    words = [control.words for control in controls]
    for one in used:
        entry = {"modifier": one} if isinstance(one, str) else one
        name = str(entry.get("modifier", ""))
        if name in modifiers.modifier_rules.names():
            controls.append(Spec(name, _label(name), "switch", False).control("modifier.", True))
            fields = [spec for spec in _settings(name) if spec.key in entry]
            controls += [spec.control(f"modifier.{name}.", entry[spec.key]) for spec in fields]
            words.append(_label(name))
    return [pair for control in controls for pair in control.pairs], ", ".join(words)


__all__ = ["Call", "ModifierForm", "called_query", "compact_query", "find_games", "fits", "read_call"]
