"""Rules by the names that older versions had for them: stored hands and games of one's own may still say them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple


class Renamed(NamedTuple):
    """What an older rule is now: its name, the settings that it had without saying so, and its renamed settings."""

    rule: str
    settings: Mapping[str, Any]
    names: Mapping[str, str] = MappingProxyType({})


#: By the key of the game file and the older name.
RENAMED: Mapping[str, Mapping[str, Renamed]] = {
    "trigger": {
        "redeal-card": Renamed("up-card", {"then": "redeal"}, {"card": "cards"}),
        "rainout": Renamed("up-card", {"then": "end the hand", "name": "rainout"}, {"card": "cards"}),
        "joker-folds": Renamed("up-card", {"then": "fold", "joker": True}),
        "pay-or-fold": Renamed("up-card", {"then": "pay or fold", "price": "pot"}, {"rank": "ranks"}),
        "extra-card": Renamed("up-card", {"then": "extra card", "price": "small bet"}, {"rank": "ranks"}),
        "centre-after-pair": Renamed("up-card", {"then": "centre card", "pair": True, "third": False}),
    },
    "wild": {
        "until-second": Renamed("up-card", {"then": "not wild", "count": 2}),
    },
}


def renewed(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return the table of a game with its rules by their names of today."""
    rules = {key: [_renewed(entry, RENAMED[key]) for entry in raw[key]] for key in RENAMED if key in raw}
    return {**raw, **rules}


def _renewed(entry: Any, renamed: Mapping[str, Renamed]) -> Any:
    name = entry.get("rule") if isinstance(entry, Mapping) else None
    if not isinstance(name, str) or name not in renamed:
        return entry
    now = renamed[name]
    given = {now.names.get(key, key): value for key, value in entry.items() if key != "rule"}
    return {"rule": now.rule, **now.settings, **given}
