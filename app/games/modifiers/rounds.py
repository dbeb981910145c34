"""Modifiers of up-card rounds: several cards at once, and common cards in their place or beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.games.modifiers import modifier_rules
from app.games.modifiers.script import Step
from app.games.values import Count
from app.text import count_word, listing, ordinal_word, sentence


@modifier_rules.add("more-up-cards")
@dataclass(frozen=True, slots=True)
class MoreUpCards:
    """More than one up-card at once in some rounds, as in Mississippi stud.

    ``rounds``: their numbers, counted among the rounds that deal up-cards, the first deal being the first.
    ``count``: how many up-cards come at once.
    ``extra``: they are dealt beside those of later rounds; otherwise the next rounds lose as many, and their bets.
    """

    rounds: tuple[int, ...] = (2,)
    count: Count = 2
    extra: bool = False

    def __post_init__(self) -> None:
        need_rounds(self.rounds)
        if not 2 <= self.count <= 5:
            raise ValueError("two to five up-cards can come at once")

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        script = list(raw["script"])
        deals = chosen_up_deals(script, self.rounds)
        for number, deal in zip(sorted(set(self.rounds)), deals, strict=True):
            at = next((at for at, step in enumerate(script) if step is deal), None)
            if at is None:
                raise ValueError(f"the up-cards of round {number} come earlier already")
            missing = self.count - deal["cards"].count("u")
            if missing < 1:
                raise ValueError(f"in round {number} so many up-cards come at once already")
            if not self.extra:
                script = _bring_forward(script, at, missing)
            script[at] = {**deal, "cards": deal["cards"] + "u" * missing}
        return {**raw, "script": script}

    def words(self) -> str:
        later = "" if self.extra else ", in place of the next"
        cards = f"{count_word(self.count)} up-cards at once"
        return sentence(f"{cards} in the {_rounds_words(self.rounds)} round of up-cards{later}.")


@modifier_rules.add("common-cards")
@dataclass(frozen=True, slots=True)
class CommonCards:
    """Common cards, which count in every hand, in rounds of up-cards.

    ``rounds``: their numbers, counted among the rounds that deal up-cards, the first deal being the first.
    ``count``: how many common cards come in each.
    ``beside``: they come beside the up-cards of the round; otherwise in their place.
    """

    rounds: tuple[int, ...] = (2,)
    count: Count = 1
    beside: bool = False

    def __post_init__(self) -> None:
        need_rounds(self.rounds)
        if self.count > 5:
            raise ValueError("one to five common cards can come in a round")

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        chosen = chosen_up_deals(raw["script"], self.rounds)
        script: list[Step] = []
        for step in raw["script"]:
            if not any(step is deal for deal in chosen):
                script.append(step)
                continue
            cards = step["cards"] if self.beside else step["cards"].replace("u", "")
            script += [{**step, "cards": cards}] if cards else []
            script.append({"step": "common", "count": self.count})
        if not any(step["step"] == "deal" for step in script):
            raise ValueError("nobody would be dealt a card")
        # With common cards the rounds are not told apart by how many cards each player holds.
        return {**raw, "script": script, "streets": "rounds"}

    def words(self) -> str:
        cards = "one common card" if self.count == 1 else f"{count_word(self.count)} common cards"
        where = f"in the {_rounds_words(self.rounds)} round of up-cards"
        return sentence(f"{cards} {where}, {'beside' if self.beside else 'in place of'} the up-cards.")


def need_rounds(rounds: Sequence[int]) -> None:
    """Raise ValueError where no round is named."""
    if not rounds or 0 in rounds:
        raise ValueError("say which rounds of up-cards, counted from 1")


def chosen_up_deals(script: Sequence[Step], rounds: Sequence[int]) -> list[Step]:
    """Return the steps that deal the up-cards of these rounds, in order; ValueError for a round that there is not."""
    deals = [step for step in script if step["step"] == "deal" and "u" in step["cards"] and not step.get("bought")]
    if not deals:
        raise ValueError("no round of this game deals up-cards")
    if max(rounds) > len(deals):
        raise ValueError(f"up-cards are dealt in rounds 1 to {len(deals)} of this game")
    return [deals[number - 1] for number in sorted(set(rounds))]


def _bring_forward(script: Sequence[Step], at: int, count: int) -> list[Step]:
    """Return the script with so many up-cards taken out of the rounds after a deal, and the bets of those used up."""
    script = list(script)
    while count:
        bet, deal = (script[at + 1 : at + 3] + [{"step": ""}] * 2)[:2]
        if bet["step"] != "bet" or deal["step"] != "deal" or set(deal["cards"]) != {"u"} or deal.get("bought"):
            raise ValueError("no round of up-cards alone follows that could come at once")
        taken = min(count, len(deal["cards"]))
        count -= taken
        left = deal["cards"][taken:]
        script[at + 1 : at + 3] = [bet, {**deal, "cards": left}] if left else []
    return script


def _rounds_words(rounds: Sequence[int]) -> str:
    return listing([ordinal_word(number) for number in sorted(set(rounds))])
