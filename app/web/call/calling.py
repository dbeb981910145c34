"""A game while it is being called: its options, modifiers and house rules as chosen, and what prevents the deal.

Wrong or contradictory choices are kept and explained; the sheet shows the game with the choices that are valid.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from app.games import modifiers
from app.games.build import make
from app.games.catalog import GameInfo, cards_needed
from app.games.definition import Game
from app.games.errors import GameError
from app.games.house import HouseRules, Stakes
from app.games.load import resolve
from app.games.rulings import Situation
from app.games.rulings.betting import stakes_words
from app.games.sheet import rule_sheet
from app.night.models import OwnGame
from app.night.play.games import modified_name
from app.text import count_word, sentence
from app.web.forms.fields import Control, FormData, FormSection, read_section
from app.web.forms.game import ModifierForm, Pairs, option_field, pairs_of, read_modifiers, reason_of
from app.web.forms.modifier_words import modifier_name, offered
from app.web.forms.stakes import house_changes, house_form
from app.web.table.sheet import SheetSection, plain_sections

#: The kinds of control in which something is typed.
_TYPED = ("number", "numbers", "text", "cards", "price")


@dataclass(frozen=True, slots=True)
class Call:
    """A game as it is being called, with the ``stakes`` that it is played for in words, and its rule ``sheet``.

    ``clashes`` say why it cannot be played as chosen; ``refusals`` add why not by those who are seated; ``notes`` say
    what to know before the deal. ``mix`` is its name with its modifiers. ``own`` is the table's own game that it was
    opened as, ``is_own`` whether it still is that game.
    """

    info: GameInfo
    options: FormSection
    modifiers: tuple[ModifierForm, ...]
    house: FormSection
    house_changes: Mapping[str, Any]
    game: Game
    stakes: str
    sheet: tuple[SheetSection, ...]
    notes: tuple[str, ...]
    clashes: tuple[str, ...]
    refusals: tuple[str, ...]
    mix: str
    own: OwnGame | None = None
    is_own: bool = False

    @property
    def name(self) -> str:
        """The name that the game is dealt under."""
        return self.game.name

    @property
    def entries(self) -> list[dict[str, Any]]:
        """The modifiers that are on."""
        return [form.entry for form in self.modifiers if form.switch.on]

    @property
    def offered(self) -> list[ModifierForm]:
        """The modifiers that go with the game, in the order in which they are offered."""
        return [form for form in self._in_order if not form.never]

    @property
    def never(self) -> list[ModifierForm]:
        """The modifiers that the game rules out, on or not."""
        return [form for form in self._in_order if form.never]

    @property
    def _in_order(self) -> list[ModifierForm]:
        order = offered()
        return sorted(self.modifiers, key=lambda form: order.index(form.name))

    @property
    def marks(self) -> list[str]:
        """The ids of the elements that show what is wrong with a choice."""
        settings = (control for form in self.modifiers for control in form.settings.controls)
        controls = (*self.options.controls, *settings, *self.house.controls)
        typed = [f"{control.id}-error" for control in controls if control.kind in _TYPED]
        return typed + [f"m-{form.name}-error" for form in self.modifiers]

    @property
    def query(self) -> Pairs:
        """The query string that restores the call: every choice that differs from its default, or is wrong."""
        chosen = [control for control in self.options.controls if control.changed or control.error]
        for form in self.modifiers:
            if form.switch.on:
                settings = form.settings.controls
                chosen += [form.switch, *(control for control in settings if control.changed or control.error)]
        chosen += [control for control in self.house.controls if control.error or control.key in self.house_changes]
        own = [] if self.own is None else [("own", str(self.own.id))]
        return pairs_of(chosen) + own


def read_call(
    info: GameInfo, form: FormData, players: int, house: HouseRules, stakes: Stakes, own: OwnGame | None = None
) -> Call:
    """Read the call that a form makes; an empty form calls the game as the house plays it."""
    options = read_section(map(option_field, info.options), "option.", form, {})
    house_section = house_form(house, form, without=("chip_unit",))
    changes = house_changes(house_section, house)
    hand_house = make(HouseRules, _values(house) | changes, "house rules")
    consistent, contradiction = _consistent(info, options.values)
    forms, uses = read_modifiers(info, form, consistent)
    game = resolve(info.id, consistent, uses.values())
    mix = modified_name(info.name, [forms[name].entry for name in uses])
    clashes = _clashes((*options.controls, *house_section.controls), contradiction, forms.values())
    is_own = own is not None and not clashes and _is_own(own, info, options.values, uses, house, changes)
    game = dataclasses.replace(game, name=own.name if own is not None and is_own else mix)
    refusals = clashes + _seat_refusals(game, players)
    return Call(
        info=info,
        options=options,
        modifiers=tuple(forms.values()),
        house=house_section,
        house_changes=changes,
        game=game,
        stakes=stakes_words(Situation(game, hand_house, stakes, players)),
        sheet=plain_sections(rule_sheet(game, hand_house, stakes, players)),
        notes=() if refusals else _deck_notes(game, players, hand_house),
        clashes=tuple(clashes),
        refusals=tuple(refusals),
        mix=mix,
        own=own,
        is_own=is_own,
    )


def _clashes(controls: Iterable[Control], contradiction: str, forms: Iterable[ModifierForm]) -> list[str]:
    """Return why the game cannot be played as chosen, a sentence each."""
    wrong = [f"{control.label}: {control.error}." for control in controls if control.error]
    return [
        *wrong,
        *([contradiction] if contradiction else []),
        *(f"{form.switch.label}: {form.error}." for form in forms if form.error),
    ]


def _consistent(info: GameInfo, options: Mapping[str, Any]) -> tuple[Mapping[str, Any], str]:
    """Return the options, or none of them and the reason where they contradict each other."""
    try:
        resolve(info.id, options)
    except GameError as problem:
        return {}, f"{reason_of(problem)}."
    return options, ""


def _is_own(
    own: OwnGame,
    info: GameInfo,
    options: Mapping[str, Any],
    uses: Mapping[str, modifiers.AppliedModifier],
    house: HouseRules,
    changes: Mapping[str, Any],
) -> bool:
    """Return whether the choices are the ones that were saved."""
    usual = {option.key: option.default for option in info.options}
    try:
        saved = {modifier_name(entry): modifiers.read_modifier(entry, "modifier") for entry in own.modifiers}
    except GameError:
        return False
    return (
        own.game_id == info.id
        and {**usual, **own.options} == dict(options)
        and saved == dict(uses)
        and {**_values(house), **own.house} == {**_values(house), **changes}
    )


def _seat_refusals(game: Game, players: int) -> list[str]:
    """Return why those who are seated cannot play the game."""
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
    """Return for how many players the game is meant, where more play, and what happens if the deck runs short."""
    cards = cards_needed(game, players, house.burns)
    notes = []
    if game.seats and players > game.seats:
        notes.append(f"{game.name} is meant for {count_word(game.seats)} players; {count_word(players)} are seated.")
    if cards.may_shuffle and any(spec.adds < 0 or spec.replaces for spec in game.script):
        notes.append("If the deck runs out, the discards are shuffled in again.")
    if cards.may_run_short:
        how = {
            "common card": "the missing card is one common card, face up for all",
            "deal what is left": "the last cards go round as far as they reach",
        }[house.short_deck]
        notes.append(
            f"{sentence(count_word(players))} players would take {cards.held} cards"
            f"{', burnt ones included' if house.burns else ''}; the deck holds {cards.deck}. "
            f"If too few are left for a street, {how}."
        )
    return tuple(notes)


def _values(house: HouseRules) -> dict[str, Any]:
    return {name: getattr(house, name) for name in HouseRules.__dataclass_fields__}
