"""The form that seats a player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.web.forms.fields import FormData
from app.web.forms.values import read_number


@dataclass(frozen=True, slots=True)
class PlayerForm:
    """A player to be seated: what was typed, the chips to buy, and by field what is wrong."""

    name: str = ""
    buy_in: str = ""
    chips: int = 0
    errors: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BuyForm:
    """Chips that a seated player buys or gives away: what was typed, and what is wrong with it."""

    value: str
    error: str = ""


def read_player(form: FormData, *, chips_needed: bool) -> PlayerForm:
    """Read a player's name, and the buy-in where chips are tracked. The night has the last word on a name."""
    name = form.get("quick") or form.get("name", "")
    name, buy_in = " ".join(name.split()), form.get("buy_in", "").strip()
    errors = {} if name else {"name": "Enter a name"}
    chips = 0
    if chips_needed:
        chips, error = read_number(buy_in, 1, 0)
        errors |= {"buy_in": error} if error else {}
    return PlayerForm(name[:100], buy_in[:12], chips, errors)
