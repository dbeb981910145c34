"""Queries and changes of a script that modifiers share: plain tables in, plain tables out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.games.steps import step_specs

Step = dict[str, Any]


def betting_rounds(count: int) -> str:
    """Return the betting rounds of a game, for an error about a wrong one."""
    if count < 2:
        return f"there is {'only one' if count else 'no fixed'} betting round in this game"
    return f"there are betting rounds 1 to {count} in this game"


def need_up_cards(raw: Mapping[str, Any]) -> None:
    """Raise ValueError if the game neither deals nor turns anything face up."""
    # Common cards belong to nobody, and a draw only replaces up-cards.
    own = [step for step in raw["script"] if step["step"] not in ("common", "draw")]
    if not any(step_specs.make(step, "step", "script").brings_up for step in own):
        raise ValueError("there are no up-cards in this game")


def need_down_cards(raw: Mapping[str, Any]) -> None:
    """Raise ValueError if nobody has a card in the hole at the end."""
    down = sum(step["cards"].count("d") for step in raw["script"] if step["step"] == "deal")
    turned = sum(step.get("count", 1) for step in raw["script"] if step["step"] in ("roll", "build"))
    chosen = any(set(step["cards"]) & set("cn") for step in raw["script"] if step["step"] == "deal")
    # These go on until every card of every player is up.
    turns_all = any(step["step"] == "turn-until-lead" or step.get("round") for step in raw["script"])
    if (down <= turned and not chosen) or turns_all:
        raise ValueError("nobody has a card in the hole in this game")


def with_wild(raw: Mapping[str, Any], rule: Step) -> dict[str, Any]:
    """Return the table with another wild rule; raises ValueError when it has that one already."""
    rules = list(raw.get("wild", []))
    kind, kinds = rule["rule"], {known["rule"] for known in rules}
    # Ranks and single cards add up; any other simple rule would only repeat.
    repeated = kind in kinds and kind not in ("ranks", "cards") and len(rule) < 3 and "play" not in rule
    if rule in rules or repeated:
        raise ValueError("this game already makes these cards wild")
    return {**raw, "wild": [*rules, rule]}


def one_share(raw: Mapping[str, Any]) -> Step:
    """Return the game's only share; raises ValueError when its pot is split already."""
    if len(raw["share"]) > 1:
        raise ValueError("this game already splits the pot")
    share: Step = raw["share"][0]
    return share


def before_showdown(script: Sequence[Step], step: Step) -> list[Step]:
    """Return the script with a step just before the showdown."""
    _need_showdown(script)
    if script and script[-1]["step"] == "showdown":
        return [*script[:-1], step, script[-1]]
    return [*script, step]


def _need_showdown(script: Sequence[Step]) -> None:
    """Raise ValueError for a game that ends once those who are in have contested the pot."""
    if script and script[-1]["step"] == "contest":
        raise ValueError("the best hand of those who are in takes the whole pot of this game, without a showdown")


def before_end(raw: Mapping[str, Any], *steps: Step) -> list[Step]:
    """Return the script with steps after its last betting round, before any declaration."""
    script = list(raw["script"])
    _need_showdown(script)
    last = max((at for at, step in enumerate(script) if step["step"] == "bet"), default=len(script) - 1)
    return [*script[: last + 1], *steps, *script[last + 1 :]]


def declaring(style: str, names: Sequence[str] = ()) -> list[Step]:
    """Return the declaration that a style needs, limited to these names if any."""
    if style == "cards speak":
        return []
    declare: Step = {"step": "declare", "in_turn": style == "in turn"}
    return [{**declare, "names": list(names)} if names else declare]
