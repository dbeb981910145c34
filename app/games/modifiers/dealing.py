"""Modifiers of the deal: rollout, blind, the last card up, extra down cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from app.dataclass import dataclass
from app.games.build import setting
from app.games.modifiers import (
    Modifier,
    Step,
    before_showdown,
    betting_rounds,
    brings_up,
    dealt_down,
    down_left,
    modifier,
    need_down_cards,
    need_up_cards,
)
from app.games.steps import Price
from app.games.values import Count, DownCards
from app.text import count_word, ordinal_word, sentence

#: How the names of wild rules about up-cards begin.
_OF_UP_CARDS = ("follow-", "first-up", "up-card", "ended")


@modifier("rollout", "Rollout", "all cards down and in order, then turned one a round")
@dataclass(frozen=True, slots=True)
class Rollout(Modifier):
    """All cards come down first; players stack theirs and turn up the top cards one at a time, with betting."""

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
                # A round whose bet was dropped stays without one.
                bet = [following] if following["step"] == "bet" else []
                rounds += [{"step": "roll", "stack": True}, *bet] * step["cards"].count("u")
        order = "Everyone stacks their cards face down in the order to turn them, and keeps that order."
        rest = [step for step in script if step["step"] == "declare"]
        all_down = "d" * sum(len(step["cards"]) for step in deals)
        dealt: list[Step] = [{"step": "deal", "cards": all_down}, {"step": "physical", "does": order}]
        return {**raw, "script": [*dealt, *rounds, *rest]}

    def words(self) -> str:
        return "All cards are dealt face down and put in order; the top of each stack is turned up, one a round."


@modifier("blind", "Blind", "every card comes face down")
@dataclass(frozen=True, slots=True)
class Blind(Modifier):
    """Every card comes face down, and the betting opens to the dealer's left."""

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        if not any(step["step"] == "deal" and step["cards"].strip("d") for step in raw["script"]):
            raise ValueError("this game deals no up-cards that could be dealt blind")
        chosen = any(set(step["cards"]) & set("cn") for step in raw["script"] if step["step"] == "deal")
        if chosen or any(step["step"] in ("roll", "draft", "auction-card") for step in raw["script"]):
            raise ValueError("cards that are turned up cannot be dealt blind")
        if raw.get("trigger") or any(map(_is_about_up_cards, raw.get("wild", []))):
            raise ValueError("this game is about its up-cards")
        script = [
            {**step, "cards": "d" * len(step["cards"])} if step["step"] == "deal" else step for step in raw["script"]
        ]
        # With nothing showing, no hand can open.
        return {**raw, "script": script, "opener": {"first": "left of dealer", "later": "left of dealer"}}

    def words(self) -> str:
        return "Every card is dealt face down; the first to the dealer's left opens."


def _is_about_up_cards(rule: Step) -> bool:
    """Return whether a wild rule makes nothing wild, or ends nothing, without up-cards."""
    return rule["rule"].startswith(_OF_UP_CARDS) or rule.get("of") == "up" or rule.get("one_down", False)


@modifier(
    "seventh-up",
    "Last card up",
    "it comes face up instead of down",
    "The last card comes face up. {paid} to have it {pays_for}; the price is {price}",
)
@dataclass(frozen=True, slots=True)
class SeventhUp(Modifier):
    """The last card comes up instead of down.

    ``paid``: a player may pay to have it the other way.
    ``price``: what that costs.
    ``pays_for``: how a player who pays gets the card; the others get it the other way.
    """

    paid: bool = setting(
        False, "A player may pay to have it the other way", names={True: "A player may pay", False: "Nobody may pay"}
    )
    price: Price = setting("big bet", "Price of that")
    pays_for: Literal["down", "up"] = setting(
        "down", "A payer gets it", names={"down": "Down, the others up", "up": "Up, the others down"}
    )

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        script = list(raw["script"])
        last = max((at for at, step in enumerate(script) if step["step"] == "deal"), default=0)
        if script[last].get("cards") != "d":
            raise ValueError("the last card of this game is not a single down card")
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
            return "The last card comes face up to a player who pays for that."
        return "The last card comes face up" + (", unless one pays to have it down." if self.paid else ".")


@modifier(
    "extra-down-card",
    "Extra down cards",
    "one or more at the start",
    "{count} more down cards at the start. {discard}: at most {use} of {all_down} play, the others are"
    " {throw_before_showdown} before the showdown; or {discards} a player after betting round {after_round}",
)
@dataclass(frozen=True, slots=True)
class ExtraDownCard(Modifier):
    """More down cards at the start; either only some of the down cards may play, or some are discarded.

    ``use``: the most down cards that may play.
    ``discard``: everyone discards after a betting round instead.
    ``all_down``: the limit covers all down cards; otherwise only those of the first deal.
    ``count``: how many more down cards.
    ``discards``: how many cards everyone discards, with ``discard``.
    ``after_round``: the betting round after which they discard.
    ``throw_before_showdown``: down cards that may not play are thrown away before the showdown.
    """

    use: DownCards = setting(2, "Down cards that play", choices=(0, 1, 2, 3, 4, 5))
    discard: bool = setting(
        False, "Cards are thrown away instead", names={True: "Some are thrown away", False: "Not all of them play"}
    )
    all_down: bool = setting(
        True, "Later down cards count too", names={True: "all down cards", False: "those of the first deal"}
    )
    count: Literal[1, 2, 3, 4, 5] = setting(1, "How many")
    discards: Count = setting(1, "How many are thrown away")
    after_round: Count = setting(1, "After which betting round")
    throw_before_showdown: bool = setting(
        False, "Thrown away before the showdown", names={True: "thrown away", False: "not thrown away"}
    )

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        script = list(raw["script"])
        first = next((at for at, step in enumerate(script) if step["step"] == "deal"), None)
        if first is None:
            raise ValueError("this game deals no cards to add one to")
        if raw.get("use"):
            raise ValueError("this game already says how many down cards may be used")
        if not self.discard and all(share.get("hand") for share in raw["share"]):
            raise ValueError("every hand of this game has its own cards: there is no choice of down cards to limit")
        script[first] = {**script[first], "cards": "d" * self.count + script[first]["cards"]}
        if self.discard:
            return {**raw, "script": self._discarding(script)}
        need_down_cards({**raw, "script": script})
        if not self.all_down and any(step["step"] == "partners" for step in script):
            raise ValueError("partners pool their down cards in this game: nobody can tell which came first")
        first_down = 0 if self.all_down else script[first]["cards"].count("d")
        limit = {"use": {"at_most": self.use, "of_first": first_down}}
        if self.throw_before_showdown:
            script = before_showdown(script, self._throwing(script, first_down))
            # Once the surplus of the first cards is discarded, there is nothing left to limit.
            limit = {} if first_down else limit
        more = dealt_down(script) - first_down if first_down else 0
        others = any(brings_up(step) or step["step"] == "common" for step in script)
        if not others and self.use + more < min(5, dealt_down(raw["script"])):
            raise ValueError("players have too few other cards to make a hand with in this game")
        return {**raw, "script": script, **limit}

    def _discarding(self, script: list[Step]) -> list[Step]:
        bets = [at for at, step in enumerate(script) if step["step"] == "bet"]
        if not bets:
            raise ValueError("this game has no betting round after which a card could be discarded")
        if self.after_round > len(bets):
            raise ValueError(betting_rounds(len(bets)))
        if next(step for step in script if step["step"] == "deal").get("unseen"):
            raise ValueError("nobody may look at the cards of this game to choose one to discard")
        after = bets[self.after_round - 1] + 1
        if self.discards > down_left(script[:after]):
            raise ValueError("nobody has that many down cards to discard by then")
        return [*script[:after], {"step": "discard", "count": self.discards}, *script[after:]]

    def _throwing(self, script: Sequence[Step], first_down: int) -> Step:
        """Return the step in which players discard the down cards that they may not use."""
        if self.use >= (first_down or dealt_down(script)):
            raise ValueError("every down card may be used: there is none to throw away before the showdown")
        if first_down:
            # A player who has replaced one of them by then keeps the rest.
            count = first_down - self.use
            return {"step": "discard", "count": count, "down_to": self.use, "of_first": first_down}
        return {"step": "discard", "down_to": self.use}

    def words(self) -> str:
        start = f"{count_word(self.count)} extra down card{'s' if self.count > 1 else ''} at the start"
        if self.discard:
            cards = "a down card" if self.discards == 1 else f"{count_word(self.discards)} down cards"
            return sentence(
                f"{start}; everyone discards {cards} after the {ordinal_word(self.after_round)} betting round."
            )
        which = f"down card{'' if self.use == 1 else 's'}" if self.all_down else "of the first down cards"
        none = "no" if self.all_down else "none"
        text = f"{start}; {f'at most {count_word(self.use)}' if self.use else none} {which} may be used"
        text += ", and the others are thrown away before the showdown" if self.throw_before_showdown else ""
        return sentence(f"{text}.")
