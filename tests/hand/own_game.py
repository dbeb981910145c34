"""Test kit: games defined by a test."""

from __future__ import annotations

from typing import Any

from app.games.house import Stakes, house_rules
from app.games.load import resolve
from app.hand.play import start
from app.hand.state import Setup, State
from tests.hand.at_table import NAMES, after

BET = {"step": "bet"}
HIGH = [{"rule": "high"}]


def deal(cards: str, **more: Any) -> dict[str, Any]:
    """Return a deal step for a script."""
    return {"step": "deal", "cards": cards, **more}


def own(
    *script: dict[str, Any],
    stacks: tuple[int | None, ...] = (100, 100, 100),
    stakes: Stakes | None = None,
    house: dict[str, Any] | None = None,
    **table: Any,
) -> State:
    """Return a hand of a game with this script, after the antes."""
    stakes = stakes or Stakes()
    game = {"name": "Own", "about": "A game for tests.", "share": HIGH, "script": list(script), **table}
    return start(
        Setup(
            game=resolve("own", games={"own": game}),
            names=NAMES[: len(stacks)],
            stacks=stacks,
            antes=(stakes.ante,) * len(stacks),
            stakes=stakes,
            house=house_rules(house or {}),
        )
    )


def three_down(*steps: dict[str, Any], **table: Any) -> State:
    """Return a hand at the first of these steps: each player has three down cards, and Ann's are known."""
    state = own(deal("ddd"), *steps, **table)
    return after(state, "d dh p1 AcKdQh, d dh p2 ??????, d dh p3 ??????")
