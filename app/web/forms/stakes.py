"""The stakes of a night as a form: the limit, its amounts, and the house rules that are settled with them."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

from app.games.errors import GameError
from app.games.house import HouseRules, Stakes
from app.text import sentence
from app.web.forms.controls import Control
from app.web.forms.fields import Field, FormData, FormSection, read_section

#: The kinds of limit, as people call them; three tiers are a fixed limit with a larger bet at the end.
LIMITS: Mapping[str, str] = {
    "fixed": "Fixed limit",
    "tiers": "Three tiers",
    "spread": "Spread limit",
    "pot": "Pot limit",
    "none": "No limit",
}

#: The house rules that are settled with the stakes.
HOUSE_WITH_STAKES = ("last_bet", "chip_unit")

_FIELDS = (
    Field("ante", "Ante", "number", Stakes().ante),
    Field("bring_in", "Bring-in", "number", Stakes().bring_in, hint="0: nobody is forced to open"),
    Field("small", "Small bet", "number", Stakes().small, low=1),
    Field("big", "Big bet", "number", Stakes().big, low=1),
    Field("last_bet", "Bet on the last round", "number", 0),
    Field("min_bet", "Smallest bet", "number", Stakes().min_bet, low=1),
    Field("max_bet", "Largest bet", "number", Stakes().max_bet),
    Field("chip_unit", "Smallest chip", "number", 1, low=1),
)

#: The limits that ask for an amount, unless all do. Other limits ignore what was typed and keep its value.
_ASKED_BY = {
    "small": ("fixed", "tiers"),
    "big": ("fixed", "tiers"),
    "last_bet": ("tiers",),
    "min_bet": ("spread", "pot", "none"),
    "max_bet": ("spread",),
}


@dataclass(frozen=True, slots=True)
class StakesForm:
    """The stakes as entered, or None where something is wrong. ``house`` are the house rules that go with them.

    ``error`` says what is wrong with the limit.
    """

    limit: str
    section: FormSection
    stakes: Stakes | None
    house: Mapping[str, int]
    error: str = ""

    def __getitem__(self, key: str) -> Control:
        return next(control for control in self.section.controls if control.name == key)


def stakes_form(stakes: Stakes, house: HouseRules, form: FormData | None = None) -> StakesForm:
    """Return the form for these stakes, with what was typed read over them."""
    form = FormData() if form is None else form
    current_limit = "tiers" if stakes.limit == "fixed" and house.last_bet else stakes.limit
    limit = form.get("limit", current_limit)
    current = dataclasses.asdict(stakes) | {name: getattr(house, name) for name in HOUSE_WITH_STAKES}
    if limit not in LIMITS:
        section = read_section(_FIELDS, "", form, current)
        return StakesForm(current_limit, section, None, {}, "Choose one of these")
    section = read_section(_FIELDS, "", _asked(form, limit), current)
    if not section.ok:
        return StakesForm(limit, section, None, {})
    values = dict(section.values)
    last_bet = values.pop("last_bet")
    with_stakes = {"last_bet": last_bet if limit == "tiers" else 0, "chip_unit": values.pop("chip_unit")}
    if limit == "tiers" and last_bet < values["big"]:
        return StakesForm(limit, section.with_error("last_bet", "At least the big bet"), None, {})
    values["limit"] = "fixed" if limit == "tiers" else limit
    try:
        return StakesForm(limit, section, Stakes(**values), with_stakes)
    except GameError as problem:
        return StakesForm(limit, section.with_error(problem.about, sentence(problem.reason)), None, {})


def _asked(form: FormData, limit: str) -> FormData:
    """Return the part of the form that this limit asks for."""
    names = {field.key for field in _FIELDS if limit in _ASKED_BY.get(field.key, LIMITS)}
    return FormData([(name, text) for name, text in form.items(multi=True) if name in names])
