"""A game while it is being called: options, modifiers and house rules as chosen, and what prevents the deal.

Wrong or contradictory choices are kept and explained; the sheet shows the game with the choices that do fit.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from app.games import modifiers
from app.games.build import GameError, make
from app.games.catalog import GameInfo, needs
from app.games.definition import Game, Option
from app.games.house import HouseRules, Stakes
from app.games.load import resolve
from app.games.sheet import Section, rule_sheet
from app.games.steps import count_word
from app.night import OwnGame, mix_name
from app.web.controls import Control, Entered, Kind, Spec, Typed, read_all, sentence
from app.web.forms import HOUSE_SPECS, house_changes, house_form
from app.web.modifier_words import hint_of, label_of, offered, settings_of

_TYPED = ("number", "numbers", "text", "cards", "price")


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


@dataclass(frozen=True, slots=True)
class Call:
    """A game as it is being called.

    ``clashes`` say why it cannot be played at all, ``refusals`` also why not by those who are seated, ``notes`` what to
    know before. ``own`` is the table's own game that it was opened as, ``is_own`` whether it still is that game.
    """

    info: GameInfo
    options: Entered
    modifiers: tuple[ModifierForm, ...]
    house: Entered
    house_changes: Mapping[str, Any]
    game: Game
    sheet: tuple[Section, ...]
    notes: tuple[str, ...]
    clashes: tuple[str, ...]
    refusals: tuple[str, ...]
    mix: str
    own: OwnGame | None = None
    is_own: bool = False

    @property
    def name(self) -> str:
        """What the game goes by when it is dealt."""
        return self.game.name

    @property
    def entries(self) -> list[dict[str, Any]]:
        """The modifiers that are on."""
        return [form.entry for form in self.modifiers if form.switch.on]

    @property
    def offered(self) -> list[ModifierForm]:
        """The modifiers that go with the game, as they are offered."""
        return [form for form in self._in_order if not form.never]

    @property
    def never(self) -> list[ModifierForm]:
        """The modifiers that do not go with it, on or not."""
        return [form for form in self._in_order if form.never]

    @property
    def _in_order(self) -> list[ModifierForm]:
        order = offered()
        return sorted(self.modifiers, key=lambda form: order.index(form.name))

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


def read_call(
    info: GameInfo, typed: Typed, players: int, house: HouseRules, stakes: Stakes, own: OwnGame | None = None
) -> Call:
    """The call that a form's values make; with none, the game as the house plays it."""
    options = read_all(map(_option_spec, info.options), "option.", typed, {})
    entered_house = house_form(house, typed, but=("chip_unit",))
    changes = house_changes(entered_house, house)
    hand_house = make(HouseRules, _all(house) | changes, "house rules")
    chosen, clash = _together(info, options.values)
    forms: dict[str, ModifierForm] = {}
    uses: dict[str, modifiers.Use] = {}
    never = _never(info.id, tuple(chosen.items()))
    for name in modifiers.modifier_rules.names():
        form, use, other = _modifier(info, name, typed, chosen, uses)
        forms[name] = dataclasses.replace(form, never=never.get(name, ""))
        if other:
            text = f"{form.switch.label} does not go with this"
            forms[other] = dataclasses.replace(forms[other], clash=text)
        if use is not None:
            uses[name] = use
    game = resolve(info.id, chosen, uses.values())
    mix = mix_name(info.name, [forms[name].entry for name in uses])
    wrong = [control for control in (*options.controls, *entered_house.controls) if control.error]
    clashes = [f"{control.label}: {control.error}." for control in wrong]
    clashes += [clash] if clash else []
    clashes += [f"{form.switch.label}: {form.error}." for form in forms.values() if form.error]
    is_own = own is not None and not clashes and _is_own(own, info, options.values, uses, house, changes)
    game = dataclasses.replace(game, name=own.name if own is not None and is_own else mix)
    refusals = clashes + _seat_refusals(game, players)
    return Call(
        info=info,
        options=options,
        modifiers=tuple(forms.values()),
        house=entered_house,
        house_changes=changes,
        game=game,
        sheet=rule_sheet(game, hand_house, stakes),
        notes=() if refusals else _deck_notes(game, players, hand_house),
        clashes=tuple(clashes),
        refusals=tuple(refusals),
        mix=mix,
        own=own,
        is_own=is_own,
    )


def _together(info: GameInfo, chosen: Mapping[str, Any]) -> tuple[Mapping[str, Any], str]:
    """The options, or none and the reason where they contradict each other."""
    try:
        resolve(info.id, chosen)
    except GameError as reason:
        return {}, f"{_reason(str(reason))}."
    return chosen, ""


def _modifier(
    info: GameInfo, name: str, typed: Typed, chosen: Mapping[str, Any], before: Mapping[str, modifiers.Use]
) -> tuple[ModifierForm, modifiers.Use | None, str]:
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
    except ValueError as problem:
        reason = _reason(str(problem))
        other = _clashing(info, form, chosen, before)
        if other:
            reason = f"Not with {label_of(other)}: {reason[:1].lower()}{reason[1:]}"
        return dataclasses.replace(form, error=reason), None, other
    return dataclasses.replace(form, words=use.words()), use, ""


def _clashing(
    info: GameInfo, form: ModifierForm, chosen: Mapping[str, Any], before: Mapping[str, modifiers.Use]
) -> str:
    """The modifier that this one does not go with, where it would go with the game and any of the others."""
    try:
        use = modifiers.read(form.entry, "modifier")
        resolve(info.id, chosen, [use])
    except ValueError:
        return ""
    for name, other in before.items():
        try:
            resolve(info.id, chosen, [other, use])
        except ValueError:
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
        except GameError as reason:
            reasons[name] = _reason(str(reason))
    return reasons


def _is_own(
    own: OwnGame,
    info: GameInfo,
    options: Mapping[str, Any],
    uses: Mapping[str, modifiers.Use],
    house: HouseRules,
    changes: Mapping[str, Any],
) -> bool:
    """Whether the choices are those that were saved."""
    usual = {option.key: option.default for option in info.options}
    try:
        saved = {_name_of(one): modifiers.read(one, "modifier") for one in own.modifiers}
    except GameError:
        return False
    return (
        own.game_id == info.id
        and {**usual, **own.options} == dict(options)
        and saved == dict(uses)
        and {**_all(house), **own.house} == {**_all(house), **changes}
    )


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
    if game.even and players % 2:
        return [f"{game.name} needs an even number of players; {seated}."]
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
    specs = {option.key: _option_spec(option) for option in info.options}
    controls = [specs[key].control("option.", value) for key, value in options.items() if key in specs]
    controls = [control for control in controls if control.changed]
    words = [control.words for control in controls]
    for one in used:
        entry = {"modifier": one} if isinstance(one, str) else one
        name = _name_of(one)
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


def _name_of(used: str | Mapping[str, Any]) -> str:
    return used if isinstance(used, str) else str(used.get("modifier", ""))


__all__ = ["Call", "ModifierForm", "called_query", "compact_query", "own_query", "read_call"]
