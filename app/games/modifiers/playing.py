"""Modifiers of the play: twists, dropped betting rounds, high-low, a suit in the hole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from app.games.modifiers import modifier_rules
from app.games.modifiers.script import Step, before_end, betting_rounds, declaring, need_down_cards, one_share
from app.games.rules.share.low import LowKind
from app.games.steps import Price, price_words
from app.games.values import RankLetter
from app.text import count_word

Style = Literal["together", "in turn", "cards speak"]


@modifier_rules.add("twist")
@dataclass(frozen=True, slots=True)
class Twist:
    """Rounds at the end in which a card can be replaced at a price, up for up and down for down.

    ``rounds``: how many, one to three.
    ``price``: what a new card costs.
    """

    rounds: int = 1
    price: Price = "big bet"

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= 3:
            raise ValueError("there can be one to three twists")

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        if any(step["step"] == "build" for step in raw["script"]):
            raise ValueError("the cards of this game lie in hands that nothing new is dealt to")
        twist: Step = {"step": "draw", "most": 1, "price": self.price, "like_for_like": True}
        return {**raw, "script": before_end(raw, *[twist, {"step": "bet"}] * self.rounds)}

    def words(self) -> str:
        rounds = "" if self.rounds == 1 else f", in {count_word(self.rounds)} rounds with a bet after each"
        cost = "for nothing" if self.price in ("free", 0) else f"for {price_words(self.price)}"
        return f"At the end a card may be replaced {cost}, up for up and down for down{rounds}."


@modifier_rules.add("skip-betting")
@dataclass(frozen=True, slots=True)
class SkipBetting:
    """Betting rounds that are left out.

    ``rounds``: their numbers, counted from one.
    """

    rounds: tuple[int, ...] = (2,)

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        bets = [at for at, step in enumerate(raw["script"]) if step["step"] == "bet"]
        if not self.rounds or any(not 1 <= number <= len(bets) for number in self.rounds):
            raise ValueError(betting_rounds(len(bets)))
        if len(set(self.rounds)) >= len(bets):
            raise ValueError("no betting round would be left")
        dropped = {bets[number - 1] for number in self.rounds}
        return {**raw, "script": [step for at, step in enumerate(raw["script"]) if at not in dropped]}

    def words(self) -> str:
        return f"No betting in round {', '.join(map(str, self.rounds))}."


@modifier_rules.add("hi-lo")
@dataclass(frozen=True, slots=True)
class HiLo:
    """The low hand takes half.

    ``style``: how it is declared, or that cards speak.
    ``qualifier``: the highest card of a low hand that may win, such as ``8``; empty for any.
    ``low``: the kind of low hand; ``as the house plays`` leaves it to the night's rules.
    ``both``: both ways may be declared too.
    """

    style: Style = "together"
    qualifier: RankLetter = ""
    low: LowKind = "as the house plays"
    both: bool = True

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        high = one_share(raw)
        if high["rule"] != "high":
            raise ValueError("only a game for the high hand can be split with the low")
        low = {"rule": "low", "kind": self.low, "qualifier": self.qualifier}
        names = () if self.both else (high.get("name", "high"), "low")
        return {**raw, "share": [*raw["share"], low], "script": before_end(raw, *declaring(self.style, names))}

    def words(self) -> str:
        return (
            f"High and low split the pot, declared {self.style}."
            if self.style != "cards speak"
            else ("High and low split the pot; cards speak.")
        )


@modifier_rules.add("suit-in-the-hole")
@dataclass(frozen=True, slots=True)
class SuitInTheHole:
    """The highest or lowest card of a suit in the hole takes half.

    ``suit``: the suit.
    ``end``: whether the highest or the lowest card wins.
    ``style``: how it is declared, or that cards speak.
    """

    suit: Literal["spade", "heart", "diamond", "club"] = "spade"
    end: Literal["high", "low"] = "high"
    style: Style = "together"

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        one_share(raw)
        need_down_cards(raw)
        share = {"rule": "suit-in-hole", "suit": self.suit, "end": self.end}
        return {**raw, "share": [*raw["share"], share], "script": before_end(raw, *declaring(self.style))}

    def words(self) -> str:
        return f"The {self.end}est {self.suit} in the hole splits the pot."
