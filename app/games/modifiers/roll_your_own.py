"""Roll your own: every up-card is dealt down, and its owner chooses what to show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from app.games.modifiers import modifier_rules
from app.games.modifiers.script import Step


@modifier_rules.add("roll-your-own")
@dataclass(frozen=True, slots=True)
class RollYourOwn:
    """Cards that the game deals up come down, and each player turns one up.

    ``style``: all together, in turn, or ``choose before``: in turn, each takes the next card up, or turns up one they
    have and takes the next down.
    """

    style: Literal["together", "in turn", "choose before"] = "together"

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        if any(step["step"] in ("roll", "build", "turn-until-lead") for step in raw["script"]):
            raise ValueError("the cards of this game are rolled already")
        if not any(step["step"] == "deal" and "u" in step["cards"] for step in raw["script"]):
            raise ValueError("there are no up-cards to roll in this game")
        script: list[Step] = []
        for step in raw["script"]:
            if step["step"] != "deal" or "u" not in step["cards"]:
                script.append(step)
            elif self.style == "choose before":
                script.append({**step, "cards": step["cards"].replace("u", "c")})
            else:
                script += [_all_down(step), *self._rolls(step)]
        return {**raw, "script": script}

    def _rolls(self, step: Step) -> list[Step]:
        """Return the turning up that makes good for the up-cards of a deal, which buyers may have had otherwise."""
        roll: Step = {"step": "roll", "count": step["cards"].count("u"), "in_turn": self.style == "in turn"}
        for_buyers = str(step.get("bought_cards", step["cards"])).count("u")
        if for_buyers == roll["count"]:
            return [roll]
        rolls: list[Step] = [{**roll, "unless_bought": step["bought"]}]
        return [*rolls, {**roll, "count": for_buyers, "bought": step["bought"]}] if for_buyers else rolls

    def words(self) -> str:
        return {
            "together": "Cards are dealt face down; all turn up one of theirs together.",
            "in turn": "Cards are dealt face down; in turn, each turns up one of theirs.",
            "choose before": "In turn, each takes the next card up, or turns one of theirs up and takes it down.",
        }[self.style]


def _all_down(step: Step) -> Step:
    """Return a deal with every card face down."""
    return {**step, **{key: step[key].replace("u", "d") for key in ("cards", "bought_cards") if key in step}}
