"""Extra down cards: some of them are thrown away, or only some of them play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.games.modifiers import modifier_rules
from app.games.modifiers.script import Step, before_showdown, betting_rounds
from app.games.values import Count, DownCards
from app.text import count_word, ordinal_word, sentence


@modifier_rules.add("extra-down-card")
@dataclass(frozen=True, slots=True)
class ExtraDownCard:
    """More down cards at the start; the limit is on how many down cards play, or some are discarded.

    ``use``: at most so many down cards may be used.
    ``discard``: everyone throws cards away after a betting round instead.
    ``all_down``: the limit is on all down cards; otherwise on those that come first.
    ``count``: how many more down cards, one to five.
    ``discards``: how many are thrown away, where they are.
    ``after_round``: the betting round after which they are.
    ``throw_before_showdown``: the down cards that may not be used are thrown away before the showdown.
    """

    use: DownCards = 2
    discard: bool = False
    all_down: bool = True
    count: Count = 1
    discards: Count = 1
    after_round: Count = 1
    throw_before_showdown: bool = False

    def __post_init__(self) -> None:
        if self.count > 5:
            raise ValueError("there can be one to five extra down cards")

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        script = list(raw["script"])
        first = next((at for at, step in enumerate(script) if step["step"] == "deal"), None)
        if first is None or raw.get("use"):
            raise ValueError("this game says already how many down cards may be used")
        if not self.discard and all(share.get("hand") for share in raw["share"]):
            raise ValueError("every hand of this game has its own cards: there is no choice of down cards to limit")
        script[first] = {**script[first], "cards": "d" * self.count + script[first]["cards"]}
        if self.discard:
            return {**raw, "script": self._discarding(script)}
        first_down = 0 if self.all_down else script[first]["cards"].count("d")
        if self.throw_before_showdown:
            throw = self._throwing(script, first_down)
            return self._limited({**raw, "script": before_showdown(script, throw)}, first_down)
        return self._limited({**raw, "script": script}, first_down)

    def _limited(self, raw: Mapping[str, Any], first_down: int) -> dict[str, Any]:
        """Return the table with the limit. Once some of the first cards are gone, all that are left may be used."""
        if first_down and self.throw_before_showdown:
            return dict(raw)
        return {**raw, "use": {"at_most": self.use, "of_first": first_down}}

    def _discarding(self, script: list[Step]) -> list[Step]:
        """Return the script with the discard after its betting round."""
        bets = [at for at, step in enumerate(script) if step["step"] == "bet"]
        if not bets:
            raise ValueError("this game has no betting round after which a card could be discarded")
        if self.after_round > len(bets):
            raise ValueError(betting_rounds(len(bets)))
        if next(step for step in script if step["step"] == "deal").get("unseen"):
            raise ValueError("nobody may look at the cards of this game to choose one to discard")
        after = bets[self.after_round - 1] + 1
        if self.discards > _dealt_down(script[:after]):
            raise ValueError("nobody has so many down cards to discard by then")
        return [*script[:after], {"step": "discard", "count": self.discards}, *script[after:]]

    def _throwing(self, script: Sequence[Step], first_down: int) -> Step:
        """Return the discard before the showdown of the down cards that may not be used."""
        if self.use >= (first_down or _dealt_down(script)):
            raise ValueError("every down card may be used: there is none to throw away before the showdown")
        if first_down:
            # Who has replaced one of them by then has no more than may be used, and keeps those.
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


def _dealt_down(script: Sequence[Step]) -> int:
    """Return how many cards these steps deal down to each player."""
    return sum(step["cards"].count("d") for step in script if step["step"] == "deal")
