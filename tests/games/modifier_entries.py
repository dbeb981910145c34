"""Test kit: every modifier in a callable form, with a value for each required setting."""

from __future__ import annotations

from typing import Any

#: Settings for the modifiers that cannot be called without one.
NEEDED: dict[str, dict[str, Any]] = {
    "wild": {"ranks": "2"},
    "stripped-deck": {"ranks": "36"},
    "event": {"ranks": "2"},
    "another-event": {"ranks": "7", "then": "redeal"},
}


def entry_of(name: str) -> dict[str, Any]:
    """Return a modifier with only its required settings."""
    return {"modifier": name, **NEEDED.get(name, {})}
