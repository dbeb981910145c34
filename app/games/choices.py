"""What was chosen for a game's options, filled into its table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games.errors import GameError
from app.text import short


def fill_in(value: Any, chosen: Mapping[str, Any]) -> Any:
    """Return the value with option references replaced by what was chosen, and without the entries switched off.

    An entry stays where ``on``, or every one of its list, is true. Raises GameError for a reference to an option that
    is not declared, and for ``on`` that is not true or false.
    """
    if isinstance(value, Mapping):
        if "option" in value:
            return _choice(value, chosen)
        return {key: fill_in(inner, chosen) for key, inner in value.items() if key != "on"}
    if isinstance(value, list):
        return [fill_in(entry, chosen) for entry in value if not isinstance(entry, Mapping) or _is_on(entry, chosen)]
    return value


def _is_on(entry: Mapping[str, Any], chosen: Mapping[str, Any]) -> bool:
    given = fill_in(entry.get("on", True), chosen)
    conditions = given if isinstance(given, list) else [given]
    for on in conditions:
        if not isinstance(on, bool):
            raise GameError(f"must be true or false, not {short(on)}", key="on", about="on")
    return all(conditions)


def _choice(reference: Mapping[str, Any], chosen: Mapping[str, Any]) -> Any:
    option = reference["option"]
    key = f"{{ option = {short(option)} }}"
    if not isinstance(option, str) or option not in chosen:
        raise GameError("no such option is declared", key=key, about="option")
    if unknown := sorted(set(reference) - {"option", "is", "not"}):
        raise GameError(f"unknown key {short(unknown[0])}", key=key, about=unknown[0])
    if "is" in reference:
        return bool(chosen[option] == reference["is"])
    if "not" in reference:
        return bool(chosen[option] != reference["not"])
    return chosen[option]
