"""What modifiers ask of a script, and how they change it: plain tables in, plain tables out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Step = dict[str, Any]


def is_up_deal(step: Mapping[str, Any]) -> bool:
    """Whether this step deals cards that may come to lie face up."""
    return step["step"] == "deal" and bool(step["cards"].strip("d"))


def need_up_cards(raw: Mapping[str, Any]) -> None:
    """ValueError when the game deals nothing face up and turns nothing up."""
    if not any(is_up_deal(step) or step["step"] in ("roll", "draft", "auction-card") for step in raw["script"]):
        raise ValueError("there are no up-cards in this game")


def need_down_cards(raw: Mapping[str, Any]) -> None:
    """ValueError when nobody has a card in the hole at the end."""
    down = sum(step["cards"].count("d") for step in raw["script"] if step["step"] == "deal")
    rolled = sum(step.get("count", 1) for step in raw["script"] if step["step"] == "roll")
    chosen = any(set(step["cards"]) & set("cn") for step in raw["script"] if step["step"] == "deal")
    if down <= rolled and not chosen:
        raise ValueError("nobody has a card in the hole in this game")


def with_wild(raw: Mapping[str, Any], rule: Step) -> dict[str, Any]:
    """The table with a wild rule more; ValueError when it has that one already."""
    rules = list(raw.get("wild", []))
    same = rule in rules or (len(rule) < 3 and "play" not in rule and any(one["rule"] == rule["rule"] for one in rules))
    if (same and rule["rule"] not in ("ranks", "cards")) or rule in rules:
        raise ValueError("these cards are wild in this game already")
    return {**raw, "wild": [*rules, rule]}


def one_share(raw: Mapping[str, Any]) -> Step:
    """The game's only share; ValueError when its pot is split already."""
    if len(raw["share"]) > 1:
        raise ValueError("the pot of this game is split already")
    share: Step = raw["share"][0]
    return share


def before_end(raw: Mapping[str, Any], *steps: Step) -> list[Step]:
    """The script with steps put after its last betting round, before what is declared."""
    script = list(raw["script"])
    last = max((at for at, step in enumerate(script) if step["step"] == "bet"), default=len(script) - 1)
    return [*script[: last + 1], *steps, *script[last + 1 :]]


def declaring(style: str) -> list[Step]:
    """The declaration that a style of playing for parts of the pot asks for."""
    return [] if style == "cards speak" else [{"step": "declare", "in_turn": style == "in turn"}]
