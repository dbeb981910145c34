"""Modifiers of the deal: rollout, blind, seventh up, auction and draft."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from app.games.modifiers import modifier_rules
from app.games.modifiers.script import Step, is_up_deal, need_up_cards
from app.games.steps import Price

_OF_UP_CARDS = ("follow-", "first-up", "up-card")


@modifier_rules.add("rollout")
@dataclass(frozen=True, slots=True)
class Rollout:
    """All cards come down first; each puts theirs in a stack, whose top is turned up one at a time, with betting."""

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        script = raw["script"]
        deals = [step for step in script if step["step"] == "deal"]
        plain = all(step["step"] in ("deal", "bet", "declare") for step in script)
        if not plain or any(set(step["cards"]) - set("du") or len(step) > 2 for step in deals):
            raise ValueError("only a plain deal can be made a rollout")
        need_up_cards(raw)
        rounds: list[Step] = []
        for step, following in zip(script, [*script[1:], {"step": ""}], strict=True):
            if step["step"] == "deal":
                # A round that has been dropped from the game stays dropped.
                bet = [following] if following["step"] == "bet" else []
                rounds += [{"step": "roll", "stack": True}, *bet] * step["cards"].count("u")
        order = "Everyone stacks their cards face down in the order to turn them, and keeps that order."
        rest = [step for step in script if step["step"] == "declare"]
        all_down = "d" * sum(len(step["cards"]) for step in deals)
        dealt: list[Step] = [{"step": "deal", "cards": all_down}, {"step": "physical", "does": order}]
        return {**raw, "script": [*dealt, *rounds, *rest]}

    def words(self) -> str:
        return "All cards are dealt face down and put in order; the top of each stack is turned up, one a round."


@modifier_rules.add("blind")
@dataclass(frozen=True, slots=True)
class Blind:
    """Every card comes face down."""

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        if not any(is_up_deal(step) for step in raw["script"]):
            raise ValueError("this game deals no up-cards to be blind")
        chosen = any(set(step["cards"]) & set("cn") for step in raw["script"] if step["step"] == "deal")
        if chosen or any(step["step"] in ("roll", "draft", "auction-card") for step in raw["script"]):
            raise ValueError("cards that are turned up cannot be blind")
        if raw.get("trigger") or any(rule["rule"].startswith(_OF_UP_CARDS) for rule in raw.get("wild", [])):
            raise ValueError("this game is about its up-cards")
        script = [
            {**step, "cards": "d" * len(step["cards"])} if step["step"] == "deal" else step for step in raw["script"]
        ]
        # With nothing showing there is no hand to open: the betting starts at the dealer's left.
        return {**raw, "script": script, "opener": {"first": "left of dealer", "later": "left of dealer"}}

    def words(self) -> str:
        return "Every card is dealt face down; the first to the dealer's left opens."


@modifier_rules.add("seventh-up")
@dataclass(frozen=True, slots=True)
class SeventhUp:
    """The last card comes up instead of down.

    ``paid``: a player may pay to have it the other way.
    ``price``: what that costs.
    ``pays_for``: where one may pay: it comes up, and who pays has it ``down``; or down, and who pays has it ``up``.
    """

    paid: bool = False
    price: Price = "big bet"
    pays_for: Literal["down", "up"] = "down"

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        script = list(raw["script"])
        last = max((at for at, step in enumerate(script) if step["step"] == "deal"), default=0)
        if script[last].get("cards") != "d":
            raise ValueError("the last card of this game is not dealt down by itself")
        if any(step["step"] == "roll" for step in script[last:]):
            raise ValueError("players turn a card up after the last one of this game is dealt")
        if not self.paid:
            script[last] = {"step": "deal", "cards": "u"}
            return {**raw, "script": script}
        key = f"last card {self.pays_for}"
        buy = {"step": "buy", "key": key, "what": f"to have the last card face {self.pays_for}", "price": self.price}
        usual, bought = ("u", "d") if self.pays_for == "down" else ("d", "u")
        script[last] = {"step": "deal", "cards": usual, "bought": key, "bought_cards": bought}
        return {**raw, "script": [*script[:last], buy, *script[last:]]}

    def words(self) -> str:
        if self.paid and self.pays_for == "up":
            return "The last card comes face up to who pays for that."
        return "The last card comes face up" + (", unless one pays to have it down." if self.paid else ".")


@modifier_rules.add("auction")
@dataclass(frozen=True, slots=True)
class AuctionedUpCards:
    """The first card of a round of up-cards is auctioned.

    ``once``: the bidding goes round once, with one bid for each player.
    ``sealed``: all bid at the same time, in secret.
    ``rounds``: which rounds begin so: every one with up-cards, or those of a single card for each player, which leaves
    the first deal as it is.
    """

    once: bool = False
    sealed: bool = False
    rounds: Literal["of a single card", "every up-card round"] = "of a single card"

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        auction: Step = {"step": "auction-card", "once": self.once, "sealed": self.sealed}
        if self.rounds == "of a single card":
            return _rounds_of_one(raw, auction)
        script = [new for step in raw["script"] for new in _auctioned(step, auction)]
        if auction not in script:
            raise ValueError("this game deals no up-cards to be bid for")
        return {**raw, "script": script}

    def words(self) -> str:
        rounds = "each up-card round" if self.rounds == "every up-card round" else "each round of a single up-card"
        return f"The first card of {rounds} is turned in the middle and bid for."


def _auctioned(step: Step, auction: Step) -> list[Step]:
    """Return a deal to everybody with its first up-card auctioned; any other step as it is."""
    ups = step["cards"].count("u") if set(step) == {"step", "cards"} else 0
    if not ups or not step["cards"].endswith("u" * ups):
        return [step]
    before, after = step["cards"][:-ups], "u" * (ups - 1)
    dealt_before: list[Step] = [{"step": "deal", "cards": before}] if before else []
    dealt_after: list[Step] = [{"step": "deal", "cards": after}] if after else []
    return [*dealt_before, auction, *dealt_after]


@modifier_rules.add("draft")
@dataclass(frozen=True, slots=True)
class DraftedUpCards:
    """Up-cards after the first are laid out, and the worst hand showing takes first."""

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        return _rounds_of_one(raw, {"step": "draft"})

    def words(self) -> str:
        return "Up-cards are laid out in the middle, and the worst hand showing takes first."


def _rounds_of_one(raw: Mapping[str, Any], instead: Step) -> dict[str, Any]:
    """Return the table with every street of a single up-card dealt another way."""
    script = [instead if step == {"step": "deal", "cards": "u"} else step for step in raw["script"]]
    if script == list(raw["script"]):
        raise ValueError("this game has no street of a single up-card")
    return {**raw, "script": script}
