"""A game while it is being called: options, modifiers and house rules as chosen, and what prevents the deal.

Wrong or contradictory choices are kept and explained; the sheet shows the game with the choices that do fit.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.games import modifiers
from app.games.build import make
from app.games.catalog import GameInfo, needs
from app.games.definition import Game, Option
from app.games.errors import GameError
from app.games.house import HouseRules, Stakes
from app.games.load import resolve
from app.games.sheet import Section, rule_sheet
from app.games.steps import count_word
from app.night import OwnGame, modified_name
from app.web.forms.controls import Entered, Kind, Spec, Typed, read_all, sentence
from app.web.forms.house import house_changes, house_form
from app.web.forms.modifier_words import offered
from app.web.forms.modifiers import ModifierForm, modifier_name, read_modifiers, reason_of

_TYPED = ("number", "numbers", "text", "cards", "price")


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
    options = read_all(map(option_spec, info.options), "option.", typed, {})
    entered_house = house_form(house, typed, but=("chip_unit",))
    changes = house_changes(entered_house, house)
    hand_house = make(HouseRules, _all(house) | changes, "house rules")
    chosen, clash = _together(info, options.values)
    forms, uses = read_modifiers(info, typed, chosen)
    game = resolve(info.id, chosen, uses.values())
    mix = modified_name(info.name, [forms[name].entry for name in uses])
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
    except GameError as problem:
        return {}, f"{reason_of(problem)}."
    return chosen, ""


def _is_own(
    own: OwnGame,
    info: GameInfo,
    options: Mapping[str, Any],
    uses: Mapping[str, modifiers.AppliedModifier],
    house: HouseRules,
    changes: Mapping[str, Any],
) -> bool:
    """Whether the choices are those that were saved."""
    usual = {option.key: option.default for option in info.options}
    try:
        saved = {modifier_name(one): modifiers.read(one, "modifier") for one in own.modifiers}
    except GameError:
        return False
    return (
        own.game_id == info.id
        and {**usual, **own.options} == dict(options)
        and saved == dict(uses)
        and {**_all(house), **own.house} == {**_all(house), **changes}
    )


def option_spec(option: Option) -> Spec:
    """The control of an option."""
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


def _all(house: HouseRules) -> dict[str, Any]:
    return {name: getattr(house, name) for name in HouseRules.__dataclass_fields__}
