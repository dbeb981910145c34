"""A test kit: every modifier as it can be called, those that must be told something with something."""

from __future__ import annotations

from typing import Any

#: What the modifiers that have no usual setting are called with here.
NEEDED: dict[str, dict[str, Any]] = {
    "wild": {"ranks": "2"},
    "stripped-deck": {"ranks": "36"},
    "event": {"ranks": "2"},
    "another-event": {"ranks": "7", "then": "redeal"},
}


def entry_of(name: str) -> dict[str, Any]:
    """Return a modifier with as few settings as it takes."""
    return {"modifier": name, **NEEDED.get(name, {})}
