"""House rules as form controls: all of them, in groups, and those that differ from the night's."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from app.games.house import HOUSE_LABELS, HouseRules
from app.web.forms.controls import Control
from app.web.forms.fields import FormData, FormSection, form_fields, read_section

#: Where each house rule stands on the page; one that is in no group comes last, under "More".
HOUSE_GROUPS: Mapping[str, tuple[str, ...]] = {
    "Opening": ("opener_first", "opener_later", "opener_tie", "wild_showing"),
    "Betting": (
        "raises",
        "heads_up_cap",
        "all_in_reopens",
        "big_bet_from_round",
        "open_pair_big_bet",
        "last_bet",
        "max_price_no_limit",
    ),
    "Hands": ("five_of_a_kind", "natural_wins", "wild_repeats", "made_wild_needs_five", "low_kind", "low_hole_ace"),
    "Splitting the pot": (
        "odd_chip_split",
        "odd_chip_tie",
        "both_ways",
        "both_scope",
        "nobody_holds",
        "unclaimed_half",
    ),
    "Cards and chips": ("short_deck", "turn_order", "chip_unit"),
}

HOUSE_FIELDS = form_fields(HouseRules, HOUSE_LABELS, {"chip_unit": 1, "big_bet_from_round": 1})


def house_form(house: HouseRules, form: FormData | None = None, *, without: Collection[str] = ()) -> FormSection:
    """Return the controls of all house rules but those named, with what was typed read over the rules in force."""
    fields = [field for field in HOUSE_FIELDS if field.key not in without]
    current = {field.key: getattr(house, field.key) for field in fields}
    return read_section(fields, "house.", FormData() if form is None else form, current)


def house_groups(section: FormSection) -> list[tuple[str, list[Control]]]:
    """Return the controls of house rules under their headings."""
    remaining = {control.key: control for control in section.controls}
    groups = []
    for title, keys in HOUSE_GROUPS.items():
        controls = [remaining.pop(key) for key in keys if key in remaining]
        groups += [(title, controls)] if controls else []
    return groups + ([("More", list(remaining.values()))] if remaining else [])


def house_changes(section: FormSection, house: HouseRules) -> dict[str, Any]:
    """Return the rules whose entered values differ from the ones in force."""
    return {key: value for key, value in section.values.items() if value != getattr(house, key)}


def house_controls(house: Mapping[str, Any]) -> list[Control]:
    """Return the controls of these house rules."""
    return [field.control("house.", house[field.key]) for field in HOUSE_FIELDS if field.key in house]


def house_differences(house: HouseRules, other: HouseRules) -> dict[str, Any]:
    """Return the house rules that differ from another set of them."""
    keys = (field.key for field in HOUSE_FIELDS)
    return {key: getattr(house, key) for key in keys if getattr(house, key) != getattr(other, key)}
