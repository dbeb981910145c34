"""The stakes and house rules of a night as forms, the default name of a night, and common stakes."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any
from urllib.parse import parse_qsl, urlencode

from app.dataclass import dataclass, replace
from app.dates import day_text
from app.games.errors import GameError
from app.games.house import DEFAULT_STAKES, HouseRules, Stakes, house_by_group
from app.text import sentence
from app.web.forms.fields import Control, Field, FormData, FormSection, form_fields, read_section


def default_name() -> str:
    """Return the default name of a night: ``Friday 27 November``."""
    return day_text(datetime.now(), year=False, weekday=True)


#: The kinds of limit and their names; three tiers are a fixed limit with a larger bet on the last round.
LIMITS: Mapping[str, str] = {
    "fixed": "Fixed limit",
    "tiers": "Three tiers",
    "spread": "Spread limit",
    "pot": "Pot limit",
    "none": "No limit",
}

#: The limits of one game: the bet of the last round is a house rule.
LIMITS_OF_A_GAME = {limit: words for limit, words in LIMITS.items() if limit != "tiers"}

#: The house rules that are part of the form for stakes.
HOUSE_WITH_STAKES = ("last_bet", "chip_unit")

_FIELDS = (
    Field("ante", "Ante", "number", Stakes().ante),
    Field("dealer_antes", "The dealer posts for everyone", "switch", Stakes().dealer_antes),
    Field("bring_in", "Bring-in", "number", Stakes().bring_in, hint="0: nobody is forced to open"),
    Field("small_blind", "Small blind", "number", Stakes().small_blind, hint="in games such as hold'em"),
    Field("big_blind", "Big blind", "number", Stakes().big_blind, hint="0: these games have the usual ante"),
    Field("blind_ante", "Each posts on top of the blinds", "number", Stakes().blind_ante, hint="0: blinds alone"),
    Field("big_blind_ante", "One posts for the whole table", "number", Stakes().big_blind_ante, hint="the big blind"),
    Field("small", "Small bet", "number", Stakes().small, low=1),
    Field("big", "Big bet", "number", Stakes().big, low=1),
    Field("last_bet", "Bet on the last round", "number", 0),
    Field("min_bet", "Smallest bet", "number", Stakes().min_bet, low=1),
    Field("max_bet", "Largest bet", "number", Stakes().max_bet),
    Field("chip_unit", "Smallest chip", "number", 1, low=1),
)

#: The limits that use a field, unless all do. Other limits ignore the typed amount and keep the current value.
_ASKED_BY = {
    "small": ("fixed", "tiers"),
    "big": ("fixed", "tiers"),
    "last_bet": ("tiers",),
    "min_bet": ("spread", "pot", "none"),
    "max_bet": ("spread",),
}


@dataclass(frozen=True, slots=True)
class StakesForm:
    """The form for stakes as entered.

    ``stakes``: None if anything is invalid. ``house``: the house rules on the form. ``error``: the error of the limit.
    """

    limit: str
    section: FormSection
    stakes: Stakes | None
    house: Mapping[str, int]
    error: str = ""

    def __getitem__(self, key: str) -> Control:
        return next(control for control in self.section.controls if control.name == key)


def stakes_form(stakes: Stakes, house: HouseRules, form: FormData | None = None) -> StakesForm:
    """Return the form for these stakes, with any typed values over them."""
    form = FormData() if form is None else form
    current_limit = "tiers" if stakes.limit == "fixed" and house.last_bet else stakes.limit
    limit = form.get("limit", current_limit)
    current = dataclasses.asdict(stakes) | {name: getattr(house, name) for name in HOUSE_WITH_STAKES}
    if limit not in LIMITS:
        section = read_section(_FIELDS, "", form, current)
        return StakesForm(current_limit, section, None, {}, "Choose one of these")
    used = {field.key for field in _FIELDS if limit in _ASKED_BY.get(field.key, LIMITS)}
    typed = FormData([(name, text) for name, text in form.items(multi=True) if name in used])
    section = read_section(_FIELDS, "", typed, current)
    if not section.ok:
        return StakesForm(limit, section, None, {})
    values = dict(section.values)
    last_bet = values.pop("last_bet")
    with_stakes = {"last_bet": last_bet if limit == "tiers" else 0, "chip_unit": values.pop("chip_unit")}
    if limit == "tiers" and last_bet < values["big"]:
        return StakesForm(limit, section.with_error("last_bet", "At least the big bet"), None, {})
    values["limit"] = "fixed" if limit == "tiers" else limit
    if limit in ("pot", "none"):
        values["min_bet"] = max(values["min_bet"], values["big_blind"])
    try:
        return StakesForm(limit, section, Stakes(**values), with_stakes)
    except GameError as problem:
        return StakesForm(limit, section.with_error(problem.about, sentence(problem.reason)), None, {})


def typed_stakes(form: StakesForm, stakes: Stakes) -> list[tuple[str, str]]:
    """Return the names and values that make the form for these stakes this one."""
    usual = stakes_form(stakes, HouseRules())
    limit = [("limit", form.limit)] if form.limit != usual.limit else []
    controls = zip(form.section.controls, usual.section.controls, strict=True)
    return limit + [(typed.name, typed.value) for typed, before in controls if typed.value != before.value]


#: Common stakes for a buy-in of 100 chips.
_PRESETS = (
    DEFAULT_STAKES,
    Stakes(small_blind=1, big_blind=2, limit="none"),
    Stakes(small_blind=1, big_blind=2, limit="pot"),
    Stakes(limit="spread", min_bet=1, max_bet=5),
)

#: What presets are multiplied by for larger buy-ins.
_SCALES = [lead * 10**zeros for zeros in range(7) for lead in (1, 2, 5)]


def presets(buy_in: int) -> list[tuple[str, str]]:
    """Return common stakes for a buy-in, in words, each with the fields for :func:`with_preset`."""
    scale = max((scale for scale in _SCALES if scale * 100 <= buy_in), default=1)
    buttons = []
    for preset in _PRESETS:
        fields = dataclasses.asdict(preset).items()
        amounts: dict[str, Any] = {name: value * scale for name, value in fields if type(value) is int}
        stakes = replace(preset, **amounts)
        buttons.append((sentence(stakes.words()), urlencode({"limit": stakes.limit, **amounts, "dealer_antes": 0})))
    return buttons


def with_preset(form: FormData) -> FormData:
    """Return a form with the fields of the tapped preset, if any, over its own."""
    fields = dict(parse_qsl(form.get("preset", "")[:300]))
    return FormData({**form.to_dict(), **fields}) if fields else form


HOUSE_FIELDS = form_fields(HouseRules)


def house_form(house: HouseRules, form: FormData | None = None, *, without: Collection[str] = ()) -> FormSection:
    """Return the controls of all house rules except ``without``, with any typed values over the current ones."""
    fields = [field for field in HOUSE_FIELDS if field.key not in without]
    current = {field.key: getattr(house, field.key) for field in fields}
    return read_section(fields, "house.", FormData() if form is None else form, current)


def house_groups(section: FormSection) -> list[tuple[str, list[Control]]]:
    """Return the controls of house rules under their headings."""
    controls = {control.key: control for control in section.controls}
    groups = (
        (title, [controls[ruling.id] for ruling in rulings if ruling.id in controls])
        for title, rulings in house_by_group().items()
    )
    return [(title, shown) for title, shown in groups if shown]


def house_changes(values: Mapping[str, Any], house: HouseRules) -> dict[str, Any]:
    """Return the values of house rules that differ from the current ones."""
    return {key: value for key, value in values.items() if value != getattr(house, key)}
