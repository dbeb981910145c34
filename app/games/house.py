"""House rules and stakes: what a table agrees on beside the game, with the defaults of a friendly home game.

Four layers, each over the one before: the defaults here, the night's own, what a game insists on (razz is brought in
by its high card wherever it is played), and what is changed for a single hand.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
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
    wild_showing: bool = True
    opener_tie: Literal["left of dealer", "suit"] = "left of dealer"
    raises: int = 3
    heads_up_cap: bool = False
    all_in_reopens: Literal["full raise", "half raise"] = "full raise"
    big_bet_from: int = 5
    open_pair_big_bet: bool = False
    last_bet: int = 0
    five_of_a_kind: Literal["top", "below royal"] = "top"
    natural_wins: bool = False
    wild_repeats: bool = False
    odd_chip_split: Literal["high hand", "other half", "next pot"] = "high hand"
    odd_chip_tie: Literal["left of dealer", "suit"] = "left of dealer"
    both_ways: Literal["win outright", "tie keeps its share"] = "win outright"
    unclaimed_half: Literal["other half", "next hand"] = "other half"
    short_deck: Literal["common card", "deal what is left"] = "common card"
    chip_unit: int = 1

    def __post_init__(self) -> None:
        for name, number in (("raises", self.raises), ("last_bet", self.last_bet)):
            if number < 0:
                raise GameError(f"{name} cannot be below 0", about=name)
        if self.chip_unit < 1:
            raise GameError("chip_unit must be at least 1", about="chip_unit")


#: What screens and sheets call each house rule.
HOUSE_LABELS: Mapping[str, str] = {
    "opener_first": "Who opens the first round",
    "opener_later": "Who opens later rounds",
    "wild_showing": "Wild up-cards count in the hand showing",
    "opener_tie": "Tie for opener goes to",
    "raises": "Raises after a bet (0: no cap)",
    "heads_up_cap": "The cap holds heads-up too",
    "all_in_reopens": "A short all-in reopens the betting from a",
    "big_bet_from": "Big bet from this street",
    "open_pair_big_bet": "Big bet allowed on fourth street with an open pair",
    "last_bet": "Bet on the last round (0: the big bet)",
    "five_of_a_kind": "Five of a kind ranks",
    "natural_wins": "Natural beats wild, same hand",
    "wild_repeats": "A wild may repeat a card already held",
    "odd_chip_split": "Odd chip of a split pot goes to the",
    "odd_chip_tie": "Odd chip between tied players goes by",
    "both_ways": "Declared both ways must",
    "unclaimed_half": "A half that nobody wins goes to the",
    "short_deck": "Deck runs short on the last street",
    "chip_unit": "Smallest chip",
}


def house_choices(name: str) -> tuple[str, ...]:
    """Return the settings of a house rule that is a choice among words; empty for numbers and yes-or-no."""
    hint = types_of(HouseRules)[name]
    return tuple(get_args(hint)) if get_origin(hint) is Literal else ()


def house_rules(*layers: Mapping[str, Any], where: str = "house rules") -> HouseRules:
    """Return the defaults changed by each layer in turn; raises GameError for an unknown rule or setting."""
    merged: dict[str, Any] = {}
    for layer in layers:
        merged |= layer
    return make(HouseRules, merged, where)


def changed(rules: HouseRules) -> dict[str, Any]:
    """Return the rules that differ from the defaults."""
    usual = dataclasses.asdict(HouseRules())
    return {name: setting for name, setting in dataclasses.asdict(rules).items() if setting != usual[name]}


def house_words(rules: HouseRules) -> list[str]:
    """Return the house rules that touch the cards and the pot, as sentences for a rule sheet."""
    beats = "beats everything" if rules.five_of_a_kind == "top" else "ranks just below a royal flush"
    odd = {
        "high hand": "goes to the high hand",
        "other half": "goes to the other half",
        "next pot": "stays for the next pot",
    }[rules.odd_chip_split]
    sentences = [f"Five of a kind {beats}.", f"The odd chip of a split pot {odd}."]
    if rules.natural_wins:
        sentences.append("The same hand without wild cards beats it with.")
    if rules.wild_repeats:
        sentences.append("A wild card may repeat a card already held: a double-ace flush is possible.")
    return sentences


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

    def words(self, last_bet: int = 0) -> str:
        """Return the stakes as people say them: ``ante 1, fixed limit 2/4/20`` if the last round has a bet of 20."""
        last = f"/{last_bet}" if last_bet else ""
        limit = {
            "fixed": f"fixed limit {self.small}/{self.big}{last}",
            "spread": f"spread limit {self.min_bet} to {self.max_bet}",
            "pot": f"pot limit from {self.min_bet}",
            "none": f"no limit from {self.min_bet}",
        }[self.limit]
        bring_in = f", bring-in {self.bring_in}" if self.bring_in else ""
        return f"ante {self.ante}{bring_in}, {limit}"
