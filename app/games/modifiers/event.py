"""Modifiers that add up-card events: something happens when certain cards are dealt or turned up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Literal

from app.dataclass import dataclass
from app.games.build import make, setting
from app.games.definition import Deck
from app.games.modifiers import Modifier, Step, modifier, need_up_cards, with_wild
from app.games.rules.events import UpCardEvent, missing_from, missing_ranks
from app.games.rules.trigger import trigger_rules
from app.games.rules.trigger.up_card import Whom
from app.games.rules.wild import wild_rules
from app.games.steps import FREE, EventPrice
from app.games.values import RankLetters


@modifier(
    "event",
    "Up-card event",
    "something happens when certain cards come up",
    "When one of these lands face up: {ranks} or one of the cards {cards}, or any card of {suit}, or {joker},"
    " or {pair}, starting with number {count}: {whom} {then} {face}; the price is {price};"
    " the ranks, if others than those: {wild_ranks}",
)
@dataclass(frozen=True, slots=True)
class Event(UpCardEvent, Modifier):
    """Something happens when any of the cards named is dealt face up or turned up.

    ``then``: what happens: the players affected ``pay``, ``pay or fold``, ``fold``, or may buy an ``extra card``; or
    all cards are dealt again (``redeal``), the pot goes to the next hand (``end the hand``), a card is turned up for
    nobody (``centre card``), or ranks are ``wild`` or ``not wild`` from then on.
    ``whom``: who is affected: the owner of the card, or everyone still in.
    ``price``: what to pay, or what the extra card costs; ``pot`` matches the pot.
    ``face``: whether the extra card comes up or down.
    ``wild_ranks``: the ranks that become or stop being wild; empty for those in ``ranks``.

    Example: ``{ modifier = "event", ranks = "7", then = "pay or fold", price = "pot" }``
    """

    then: Literal[
        "pay", "pay or fold", "fold", "extra card", "redeal", "end the hand", "centre card", "wild", "not wild"
    ] = setting(
        "pay",
        "Then",
        names={
            "pay": "must pay",
            "pay or fold": "must pay or fold",
            "fold": "must fold",
            "extra card": "may buy a card",
            "redeal": "the hand is dealt again for the same pot",
            "end the hand": "the hand ends, the pot stays",
            "centre card": "a card is turned up for nobody",
            "wild": "ranks are wild from then on",
            "not wild": "ranks are wild until then",
        },
    )
    whom: Whom = setting("owner", "For", names={"owner": "its owner", "everybody": "everybody"})
    price: EventPrice = setting("small bet", "At the price of", names={"pot": "what is in the pot"})
    face: Literal["up", "down"] = setting("up", "The extra card comes", names={"up": "face up", "down": "face down"})
    wild_ranks: RankLetters = setting("", "Wild ranks")

    def __post_init__(self) -> None:
        UpCardEvent.__post_init__(self)
        self._made()
        if self.then in ("pay", "pay or fold") and self.price in FREE:
            raise ValueError("say what is to be paid")

    @property
    def _turns_wild(self) -> bool:
        return self.then in ("wild", "not wild")

    def _rule(self) -> Step:
        """Return the trigger or wild rule as a table, with only the settings that it uses."""
        settings = asdict(self)
        unused = {"whom", "price", "face"} if self._turns_wild else {"wild_ranks"}
        if self.then not in ("pay", "pay or fold", "extra card"):
            unused.add("price")
        if self.then != "extra card":
            unused.add("face")
        return {"rule": "up-card", **{key: value for key, value in settings.items() if key not in unused and value}}

    def _made(self) -> Any:
        return (wild_rules if self._turns_wild else trigger_rules).make(self._rule(), "rule", "event")

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        need_up_cards(raw)
        deck = make(Deck, raw.get("deck", {}), "deck").cards()
        if reason := missing_from(self, deck):
            raise ValueError(reason)
        if self._turns_wild:
            if reason := missing_ranks(self.wild_ranks, deck):
                raise ValueError(reason)
            return self._turning_wild(raw)
        if self.then == "redeal" and all(map(self.names, deck)):
            raise ValueError("every card would mean a new deal")
        triggers = raw.get("trigger", [])
        if self._made() in [trigger_rules.make(entry, "rule", "trigger") for entry in triggers]:
            raise ValueError("this game already has that event")
        return {**raw, "trigger": [*triggers, self._rule()]}

    def _turning_wild(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """Return the game's table with ranks that become wild, or stop being wild even if they always were."""
        letters = set(self.wild_ranks or self.ranks)
        rules = raw.get("wild", [])
        always = [rule for rule in rules if rule["rule"] == "ranks" and letters & set(rule["ranks"])]
        turning = [rule for rule in rules if rule["rule"] == "up-card"]
        if any(letters & set(rule.get("wild_ranks") or rule["ranks"]) for rule in turning):
            raise ValueError("this game already makes these ranks wild")
        if self.then == "wild" and always:
            raise ValueError("this game already makes these cards wild")
        left = []
        for rule in rules:
            kept = "".join(rank for rank in rule.get("ranks", "") if rank not in letters)
            if rule not in always:
                left.append(rule)
            elif kept:
                left.append({**rule, "ranks": kept})
        return with_wild({**raw, "wild": left}, self._rule())

    def words(self) -> str:
        text: str = self._made().words()
        return text


@modifier("another-event", "Another event", "a second one, when other cards come up")
@dataclass(frozen=True, slots=True)
class AnotherEvent(Event):
    """A second up-card event, beside the modifier ``event``, with its own settings.

    Example: ``{ modifier = "another-event", cards = "Qs", then = "redeal" }``
    """
