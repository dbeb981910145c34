"""A game while it is being called: the options, modifiers and house rules chosen, and what prevents the deal.

Invalid or contradictory choices are shown as entered and explained; the sheet shows the game with the valid ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.dataclass import replace
from app.games import modifiers
from app.games.catalog import GameInfo, cards_needed
from app.games.definition import Game
from app.games.errors import GameError
from app.games.house import HouseRules, Stakes, changed, house_rules
from app.games.modifiers import OFFERED
from app.games.sheet import rule_sheet
from app.games.situation import Situation
from app.night.models import OwnGame
from app.night.people.seats import SeatInfo
from app.night.play.games import MAX_OWN_NAME_LENGTH
from app.night.rotation import over_limit, players_dealt_in
from app.night.validation import Problem, clean_name
from app.text import count_word, listing, sentence
from app.web.forms.fields import FormData, read_section
from app.web.forms.game import ModifierForm, Pairs, modifier_name, option_field, pairs_of, read_modifiers, reason_of
from app.web.forms.stakes import house_changes, house_form, stakes_form, typed_stakes
from app.web.table.sheet import plain_sections
from app.words.modified import modified_name

#: The kinds of control with a field to type in.
_TYPED = ("number", "numbers", "text", "cards", "price")


class Call:
    """A game as a form calls it; an empty form calls it with its defaults and the night's house rules.

    ``stakes``: the stakes in words. ``clashes``: why it cannot be played as chosen. ``refusals``: these, and why the
    players seated cannot play it. ``notes``: warnings before the deal. ``long_name``: its name with its modifiers.
    ``sit_out``: who sits out if the table is too large, with ``propose`` those whose turn it is. ``own``: the table's
    own game that was opened. ``is_own``: whether the choices are still those of that game. ``own_stakes``: the stakes
    chosen for this hand, None for the night's. ``called``: the name typed for it. ``asking``: as in
    :func:`~app.web.forms.game.read_modifiers`.
    """

    def __init__(
        self,
        info: GameInfo,
        form: FormData,
        order: Sequence[SeatInfo],
        house: HouseRules,
        stakes: Stakes,
        own: OwnGame | None = None,
        *,
        propose: bool = False,
        asking: bool = False,
    ) -> None:
        self.info, self.own = info, own
        self.called = _typed_name(form.get("called", "")) if own is None else ""
        self.options = read_section(map(option_field, info.options), "option.", form, {})
        self.house = house_form(house, form, without=("chip_unit",))
        self.house_changes = house_changes(self.house.values, house)
        self.stakes_form, self._night_stakes = stakes_form(stakes, HouseRules(), form), stakes
        typed = self.stakes_form.stakes
        self.own_stakes = None if typed == stakes else typed
        stakes = typed or stakes
        hand_house = house_rules(changed(house), self.house_changes)
        consistent, contradiction = _consistent(info, self.options.values)
        self.modifiers = read_modifiers(info, form, consistent, asking=asking)
        uses = {form.name: form.use for form in self.modifiers if form.use is not None}
        game = info.resolve(consistent, uses.values())
        self.long_name = modified_name(info.name, [form.entry for form in self.modifiers if form.use is not None])
        self.clashes = self._clashes(contradiction)
        self.is_own = own is not None and not self.clashes and self._is_saved_as(own, uses, house)
        own_name = own.name if own is not None and self.is_own else self.called
        self.game = replace(game, name=own_name or self.long_name)
        self.sit_out = SittingOut(self.game, order, form, propose=propose)
        players = len(order) - len(self.sit_out.out)
        self.refusals = self.clashes + _seat_refusals(self.game, players)
        self.stakes = Situation(self.game, hand_house, stakes, players).stakes_text()
        self.sheet = plain_sections(rule_sheet(self.game, hand_house, stakes, players))
        self.notes = [] if self.refusals else _deck_notes(self.game, players, hand_house)

    @property
    def name(self) -> str:
        """The name that the game is dealt under."""
        return self.game.name

    @property
    def chosen(self) -> tuple[str, dict[str, Any], list[dict[str, Any]], dict[str, Any]]:
        """The choices to store: the game's id, options, modifiers and changed house rules."""
        entries = [form.entry for form in self.modifiers if form.switch.on]
        return self.info.id, dict(self.options.values), entries, dict(self.house_changes)

    @property
    def offered(self) -> list[ModifierForm]:
        """The modifiers that the game allows, in the order of the screen."""
        return [form for form in self._in_order if not form.ruled_out]

    @property
    def ruled_out(self) -> list[ModifierForm]:
        """The modifiers that the game rules out, whether on or off."""
        return [form for form in self._in_order if form.ruled_out]

    @property
    def _in_order(self) -> list[ModifierForm]:
        last = len(OFFERED)
        return sorted(self.modifiers, key=lambda form: OFFERED.index(form.name) if form.name in OFFERED else last)

    @property
    def error_ids(self) -> list[str]:
        """The ids of the elements that show errors."""
        settings = (control for form in self.modifiers for control in form.settings.controls)
        controls = (*self.options.controls, *settings, *self.house.controls)
        typed = [f"{control.id}-error" for control in controls if control.field.kind in _TYPED]
        return typed + [f"m-{form.name}-error" for form in self.modifiers]

    @property
    def stakes_error_ids(self) -> list[str]:
        """The ids of the elements that show errors of the stakes."""
        return [f"{control.id}-error" for control in self.stakes_form.section.controls]

    @property
    def query(self) -> Pairs:
        """The query string that restores the call: every choice that is invalid or differs from its default."""
        chosen = [control for control in self.options.controls if control.changed or control.error]
        for form in self.modifiers:
            if form.switch.on:
                settings = form.settings.controls
                chosen += [form.switch, *(control for control in settings if control.changed or control.error)]
        chosen += [control for control in self.house.controls if control.error or control.key in self.house_changes]
        own = [] if self.own is None else [("own", str(self.own.id))]
        out = [("out", str(seat)) for seat in ("", *self.sit_out.out)] if self.sit_out.asked else []
        called = [("called", self.called)] if self.called else []
        return pairs_of(chosen) + typed_stakes(self.stakes_form, self._night_stakes) + own + called + out

    def _clashes(self, contradiction: str) -> list[str]:
        controls = (*self.options.controls, *self.house.controls, *self.stakes_form.section.controls)
        wrong = [control.field.label for control in controls if control.error]
        wrong += [form.switch.field.label for form in self.modifiers if form.wrong]
        to_fix = f"Still to fix: {listing(wrong)}." if wrong else ""
        return [words for words in (to_fix, contradiction) if words]

    def _is_saved_as(self, own: OwnGame, uses: Mapping[str, modifiers.Modifier], house: HouseRules) -> bool:
        """Return whether these are the choices that one of your games was saved with."""
        usual = {option.key: option.default for option in self.info.options}
        try:
            saved = {modifier_name(entry): modifiers.read_modifier(entry, "modifier") for entry in own.modifiers}
            saved_house = house_rules(changed(house), own.house)
        except GameError:
            return False
        return (
            own.game_id == self.info.id
            and usual | own.options == dict(self.options.values)
            and saved == dict(uses)
            and saved_house == house_rules(changed(house), self.house_changes)
        )


def _typed_name(text: str) -> str:
    """Return the words searched for as the name of an unknown game; empty if they are no valid name."""
    name = clean_name(text[:MAX_OWN_NAME_LENGTH], longest=MAX_OWN_NAME_LENGTH)
    return "" if isinstance(name, Problem) else sentence(name)


class SittingOut:
    """The players who sit out because the table is too large for the game.

    ``over``: how many have to. ``why``: the reason, empty if all can play. ``offered``: the players to choose from: all
    but the dealer, who called the game and is last in the ``order`` of the deal. ``asked``: whether the form has a
    choice. ``out``: the seats that sit out.
    """

    def __init__(self, game: Game, order: Sequence[SeatInfo], form: FormData, *, propose: bool) -> None:
        self.over = over_limit(len(order), game)
        self.offered = sorted(order[:-1], key=lambda seat: seat.place) if self.over else []
        dealt_in = players_dealt_in(order, game) if propose and "out" not in form else order
        chosen = {str(seat.id) for seat in order if seat not in dealt_in} | set(form.getlist("out"))
        self.asked = bool(self.over) and "out" in form
        self.out = [seat.id for seat in self.offered if str(seat.id) in chosen]
        self.why = _seat_refusals(game, len(order))[0] if self.over else ""


def _consistent(info: GameInfo, options: Mapping[str, Any]) -> tuple[Mapping[str, Any], str]:
    """Return the options and no reason or, if they contradict each other, no options and the reason."""
    try:
        info.resolve(options)
    except GameError as problem:
        return {}, f"{reason_of(problem)}."
    return options, ""


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


def _deck_notes(game: Game, players: int, house: HouseRules) -> list[str]:
    """Return warnings: more players than the game is meant for, and what happens if the deck runs short."""
    cards = cards_needed(game, players, house.burns)
    notes = []
    if game.seats and players > game.seats:
        notes.append(f"{game.name} is meant for {count_word(game.seats)} players; {count_word(players)} are seated.")
    if cards.may_shuffle and any(spec.adds < 0 or spec.replaces for spec in game.script):
        notes.append("If the deck runs out, the discards are shuffled in again.")
    if cards.may_run_short:
        how = {
            "common card": "the missing card is one common card, face up for all",
            "deal what is left": "the last cards are dealt as far as they go",
        }[house.short_deck]
        notes.append(
            f"{sentence(count_word(players))} players would take {cards.held} cards"
            f"{', burnt ones included' if house.burns else ''}; the deck holds {cards.deck}. "
            f"If too few are left for a street, {how}."
        )
    return notes
