"""House rules and stakes: what a table agrees on beside the game, with the defaults of a friendly home game.

Four layers, each over the one before: the defaults here, the night's own, what a game insists on (razz is brought in
by its high card wherever it is played), and what is changed for a single hand.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from app.games.build import make, types_of
from app.games.errors import GameError

FirstOpener = Literal["high card", "low card brings in", "high card brings in", "left of dealer"]
LaterOpener = Literal["high hand", "low hand", "left of dealer", "rotates"]

#: The ways to open in which whoever opens brings it in.
BROUGHT_IN = frozenset(("low card brings in", "high card brings in"))


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Every ruling that a table may make its own way; the field names are the keys of ``_house`` in a record."""

    opener_first: FirstOpener = "high card"
    opener_later: LaterOpener = "high hand"
    joker_bring_in: Literal["never", "highest"] = "never"
    wild_showing: bool = True
    opener_tie: Literal["left of dealer", "suit"] = "left of dealer"
    raises: int = 3
    heads_up_cap: bool = False
    all_in_reopens: Literal["full raise", "half raise"] = "full raise"
    big_bet_from_round: int = 3
    open_pair_big_bet: bool = False
    last_bet: int = 0
    max_price_no_limit: Literal["pot", "twice the smallest bet"] = "pot"
    ante_price: Literal["smallest bet", "free"] = "smallest bet"
    unbid_card: Literal["next player", "dead"] = "next player"
    five_of_a_kind: Literal["top", "below royal"] = "top"
    natural_wins: Literal["tie", "high", "high and low"] = "tie"
    wild_repeats: bool = False
    made_wild_needs_five: bool = True
    low_kind: Literal["ace to five", "ace to six", "deuce to seven"] = "ace to five"
    low_hole_ace: Literal["high", "low"] = "high"
    odd_chip_split: Literal["high hand", "other half", "next pot"] = "high hand"
    odd_chip_tie: Literal["left of dealer", "suit"] = "left of dealer"
    both_ways: Literal["win outright", "tie keeps its share"] = "win outright"
    both_scope: Literal["each pot", "whole hand"] = "each pot"
    nobody_holds: Literal["next hand", "cards speak", "redeal"] = "next hand"
    uncontested_declarations: Literal["need not show", "must show"] = "need not show"
    unclaimed_half: Literal["other half", "next hand"] = "other half"
    payments_won_by: Literal["matched", "everyone in"] = "matched"
    free_redraw: Literal["returned", "main pot"] = "returned"
    short_deck: Literal["common card", "deal what is left"] = "common card"
    turn_order: Literal["dealer's left", "as tapped"] = "dealer's left"
    burns: Literal[0, 1] = 0
    rotation: Literal["by seat", "after the last"] = "by seat"
    overtaken_all_up: Literal["folds", "stays"] = "folds"
    draft_ties: Literal["dealer's left", "by suit"] = "dealer's left"
    chip_unit: int = 1

    def __post_init__(self) -> None:
        for name, number in (("raises", self.raises), ("last_bet", self.last_bet)):
            if number < 0:
                raise GameError(f"{name} cannot be below 0", about=name)
        for name, number in (("chip_unit", self.chip_unit), ("big_bet_from_round", self.big_bet_from_round)):
            if number < 1:
                raise GameError(f"{name} must be at least 1", about=name)


#: The rulings under which hands were played before there was a choice: for hands stored without them.
BEFORE_THE_CHOICE: Mapping[str, Any] = {
    "nobody_holds": "cards speak",
    "turn_order": "as tapped",
    "made_wild_needs_five": False,
    "joker_bring_in": "highest",
    "uncontested_declarations": "must show",
    "overtaken_all_up": "stays",
}


def house_choices(name: str) -> tuple[str | int, ...]:
    """Return the settings of a house rule that is a choice; empty for numbers and yes-or-no."""
    hint = types_of(HouseRules)[name]
    return tuple(get_args(hint)) if get_origin(hint) is Literal else ()


def house_rules(*layers: Mapping[str, Any], where: str = "house rules", bet_streets: Sequence[int] = ()) -> HouseRules:
    """Return the defaults changed by each layer in turn; raises GameError for an unknown rule or setting.

    Layers may be written in the older ways; ``bet_streets`` are the streets of the game's betting rounds, if it is
    known.
    """
    merged: dict[str, Any] = {}
    for layer in layers:
        merged |= _as_now(layer, bet_streets)
    return make(HouseRules, merged, where)


def _as_now(layer: Mapping[str, Any], bet_streets: Sequence[int]) -> dict[str, Any]:
    """Return a layer with what is written in an older way as it is written now."""
    now = dict(layer)
    if isinstance(natural := now.get("natural_wins"), bool):
        now["natural_wins"] = "high" if natural else "tie"
    if type(cards := now.get("big_bet_from")) is int and "big_bet_from_round" not in now:
        del now["big_bet_from"]
        # The street of so many cards: the first round that is played with at least as many.
        earlier = sum(street < cards for street in bet_streets) if bet_streets else cards - 3
        now["big_bet_from_round"] = max(1, earlier + 1)
    return now


def changed(rules: HouseRules) -> dict[str, Any]:
    """Return the rules that differ from the defaults."""
    usual = dataclasses.asdict(HouseRules())
    return {name: setting for name, setting in dataclasses.asdict(rules).items() if setting != usual[name]}


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a hand is played for, in chips of the smallest unit.

    ``limit`` is fixed (``small`` and ``big``), spread (``min_bet`` to ``max_bet``), pot, or none (both from
    ``min_bet``). ``bring_in`` is 0 where nobody is forced to open.
    """

    ante: int = 1
    bring_in: int = 0
    limit: Literal["fixed", "spread", "pot", "none"] = "fixed"
    small: int = 2
    big: int = 4
    min_bet: int = 2
    max_bet: int = 0

    def __post_init__(self) -> None:
        for name, chips in dataclasses.asdict(self).items():
            if name != "limit" and chips < 0:
                raise GameError(f"{name} cannot be below 0", about=name)
        if self.limit == "fixed" and not 0 < self.small <= self.big:
            raise GameError("the small bet must be above 0 and not above the big bet", about="small")
        if self.limit != "fixed" and self.min_bet < 1:
            raise GameError("the smallest bet must be above 0", about="min_bet")
        if self.limit == "spread" and self.max_bet < self.min_bet:
            raise GameError("the largest bet of a spread limit cannot be below the smallest", about="max_bet")
        if self.bring_in and self.bring_in > self.smallest_bet:
            raise GameError("the bring-in cannot be above the smallest bet", about="bring_in")

    @property
    def smallest_bet(self) -> int:
        """Return the least that anyone may bet."""
        return self.small if self.limit == "fixed" else self.min_bet

    def words(
        self, last_bet: int = 0, *, ante: bool = True, bring_in: bool = True, bets: bool = True, big: bool = True
    ) -> str:
        """Return the stakes as people say them: ``ante 1, fixed limit 2/4/20`` if the last round has a bet of 20.

        Without the ``ante``, the ``bring_in``, the ``bets`` or the ``big`` bet in a game that has none.
        """
        sizes = [self.small, *([self.big] if big else []), *([last_bet] if last_bet else [])]
        limit = {
            "fixed": f"fixed limit {'/'.join(map(str, sizes))}",
            "spread": f"spread limit {self.min_bet} to {self.max_bet}",
            "pot": f"pot limit from {self.min_bet}",
            "none": f"no limit from {self.min_bet}",
        }[self.limit]
        parts = {
            f"ante {self.ante}": ante,
            f"bring-in {self.bring_in}": bring_in and self.bring_in > 0,
            limit: bets,
        }
        return ", ".join(words for words, said in parts.items() if said)
