"""House rules as form controls: all of them, in groups, and those that differ from the night's."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from app.games.house import HouseRules, house_by_group
from app.web.forms.controls import Control
from app.web.forms.fields import FormData, FormSection, form_fields, read_section

HOUSE_FIELDS = form_fields(HouseRules)


def house_form(house: HouseRules, form: FormData | None = None, *, without: Collection[str] = ()) -> FormSection:
    """Return the controls of all house rules but those named, with what was typed read over the rules in force."""
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
