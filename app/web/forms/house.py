"""The forms of a night: stakes, house rules, a player. Each knows its labels and which control an error belongs to."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.games.errors import GameError
from app.games.house import HOUSE_LABELS, HouseRules, Stakes
from app.web.forms.controls import Control, Entered, Spec, Typed, read_all, read_number, sentence, specs_of

#: The kinds of limit, as people call them; three tiers are a fixed limit with a larger bet at the end.
LIMITS: Mapping[str, str] = {
    "fixed": "Fixed limit",
    "tiers": "Three tiers",
    "spread": "Spread limit",
    "pot": "Pot limit",
    "none": "No limit",
}

#: Where each house rule stands on the page; one that is in no group comes last, under "More".
HOUSE_GROUPS: Mapping[str, tuple[str, ...]] = {
    "Opening": ("opener_first", "opener_later", "opener_tie", "wild_showing"),
    "Betting": ("raises", "heads_up_cap", "all_in_reopens", "big_bet_from", "open_pair_big_bet", "last_bet"),
    "Hands": ("five_of_a_kind", "natural_wins", "wild_repeats"),
    "Splitting the pot": ("odd_chip_split", "odd_chip_tie", "both_ways", "unclaimed_half"),
    "Cards and chips": ("short_deck", "chip_unit"),
}

#: These are settled with the stakes of the night.
WITH_STAKES = ("last_bet", "chip_unit")

HOUSE_SPECS = specs_of(HouseRules, HOUSE_LABELS, {"chip_unit": 1, "big_bet_from": 1})

_STAKES_SPECS = (
    Spec("ante", "Ante", "number", Stakes().ante),
    Spec("bring_in", "Bring-in", "number", Stakes().bring_in, hint="0: nobody is forced to open"),
    Spec("small", "Small bet", "number", Stakes().small, low=1),
    Spec("big", "Big bet", "number", Stakes().big, low=1),
    Spec("last_bet", "Bet on the last round", "number", 0),
    Spec("min_bet", "Smallest bet", "number", Stakes().min_bet, low=1),
    Spec("max_bet", "Largest bet", "number", Stakes().max_bet),
    Spec("chip_unit", "Smallest chip", "number", 1, low=1),
)

#: Which stakes an amount belongs to; an amount that is not asked for keeps its value, whatever was typed.
_ASKED = {
    "small": ("fixed", "tiers"),
    "big": ("fixed", "tiers"),
    "last_bet": ("tiers",),
    "min_bet": ("spread", "pot", "none"),
    "max_bet": ("spread",),
}


@dataclass(frozen=True, slots=True)
class StakesForm:
    """The stakes as entered; ``stakes`` is None where something is wrong. ``house`` holds what goes with them."""

    limit: str
    entered: Entered
    stakes: Stakes | None
    house: Mapping[str, int]
    error: str = ""

    def __getitem__(self, key: str) -> Control:
        return next(control for control in self.entered.controls if control.name == key)


@dataclass(frozen=True, slots=True)
class PlayerForm:
    """A player to be added: what was typed, and what is wrong with it."""

    name: str = ""
    buy_in: str = ""
    chips: int = 0
    errors: Mapping[str, str] = dataclasses.field(default_factory=dict)


def stakes_form(stakes: Stakes, house: HouseRules, typed: Typed | None = None) -> StakesForm:
    """The form for these stakes, with what was typed read over them."""
    typed = Typed() if typed is None else typed
    was = "tiers" if stakes.limit == "fixed" and house.last_bet else stakes.limit
    limit = typed.get("limit", was)
    current = dataclasses.asdict(stakes) | {name: getattr(house, name) for name in WITH_STAKES}
    if limit not in LIMITS:
        return StakesForm(was, read_all(_STAKES_SPECS, "", typed, current), None, {}, "Choose one of these")
    asked = [spec for spec in _STAKES_SPECS if limit in _ASKED.get(spec.key, LIMITS)]
    unasked = Typed([item for item in typed.items(multi=True) if item[0] in {one.key for one in asked}])
    entered = read_all(_STAKES_SPECS, "", unasked, current)
    if not entered.ok:
        return StakesForm(limit, entered, None, {})
    values = dict(entered.values)
    beside = {"last_bet": values.pop("last_bet") if limit == "tiers" else 0, "chip_unit": values.pop("chip_unit")}
    values.pop("last_bet", None)
    if limit == "tiers" and beside["last_bet"] < values["big"]:
        return StakesForm(limit, entered.blame("last_bet", "At least the big bet"), None, {})
    values["limit"] = "fixed" if limit == "tiers" else limit
    try:
        return StakesForm(limit, entered, Stakes(**values), beside)
    except GameError as problem:
        return StakesForm(limit, entered.blame(problem.about, sentence(problem.reason)), None, {})


def house_form(house: HouseRules, typed: Typed | None = None, *, but: tuple[str, ...] = ()) -> Entered:
    """Every house rule but those named, with what was typed read over the rules in force."""
    specs = [spec for spec in HOUSE_SPECS if spec.key not in but]
    current = {spec.key: getattr(house, spec.key) for spec in specs}
    return read_all(specs, "house.", Typed() if typed is None else typed, current)


def house_groups(entered: Entered) -> list[tuple[str, list[Control]]]:
    """The house rules' controls under their headings."""
    left = {control.name.partition(".")[2]: control for control in entered.controls}
    groups = []
    for title, names in HOUSE_GROUPS.items():
        found = [left.pop(name) for name in names if name in left]
        groups += [(title, found)] if found else []
    return groups + ([("More", list(left.values()))] if left else [])


def house_changes(entered: Entered, night: HouseRules) -> dict[str, Any]:
    """The rules that were set other than the night has them."""
    return {name: value for name, value in entered.values.items() if value != getattr(night, name)}


def player_form(typed: Typed, *, chips_needed: bool) -> PlayerForm:
    """A player to be added: a name, and a buy-in where chips are tracked. The night has the last word on a name."""
    name, buy_in = " ".join(typed.get("name", "").split()), typed.get("buy_in", "").strip()
    errors = {} if name else {"name": "Enter a name"}
    chips = 0
    if chips_needed:
        chips, wrong = read_number(buy_in, 1, 0)
        errors |= {"buy_in": wrong} if wrong else {}
    return PlayerForm(name[:100], buy_in[:12], chips, errors)
