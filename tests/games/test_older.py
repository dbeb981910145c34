"""Older names of rules and steps, which still work as they did."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.load import RENAMED, build, resolve
from app.games.rules.trigger.up_card import UpCardTrigger
from app.games.rules.wild.up_card import WildByUpCard
from app.games.steps.contest import Contest
from tests.games.test_load import PLAIN

#: Each older rule as written in files, and the rule that does the same now.
WRITTEN: dict[str, list[tuple[dict[str, Any], Any]]] = {
    "trigger": [
        (
            {"rule": "redeal-card", "card": "Qs"},
            UpCardTrigger(cards="Qs", then="redeal"),
        ),
        (
            {"rule": "rainout", "card": "Kd"},
            UpCardTrigger(cards="Kd", then="end the hand", name="rainout"),
        ),
        (
            {"rule": "joker-folds"},
            UpCardTrigger(joker=True, then="fold"),
        ),
        (
            {"rule": "pay-or-fold", "rank": "3"},
            UpCardTrigger(ranks="3", then="pay or fold", price="pot"),
        ),
        (
            {"rule": "pay-or-fold", "rank": "3", "price": 0},
            UpCardTrigger(ranks="3", then="pay or fold", price=0),
        ),
        (
            {"rule": "extra-card", "rank": "4"},
            UpCardTrigger(ranks="4", then="extra card", price="small bet", face="up"),
        ),
        (
            {"rule": "extra-card", "rank": "4", "price": "free", "face": "down"},
            UpCardTrigger(ranks="4", then="extra card", price="free", face="down"),
        ),
        (
            {"rule": "centre-after-pair"},
            UpCardTrigger(pair=True, then="centre card", third=False),
        ),
        (
            {"rule": "centre-after-pair", "third": True, "wild_pairs": True},
            UpCardTrigger(pair=True, then="centre card", third=True, wild_pairs=True),
        ),
    ],
    "wild": [
        (
            {"rule": "until-second", "ranks": "5T"},
            WildByUpCard("5T", count=2, then="not wild"),
        ),
        (
            {"rule": "until-second", "ranks": "7", "count": 3},
            WildByUpCard("7", count=3, then="not wild"),
        ),
    ],
}

CASES = [(key, *written) for key, entries in WRITTEN.items() for written in entries]


@pytest.mark.parametrize(("key", "entry", "rule"), CASES)
def test_a_hand_stored_with_an_older_rule_can_be_built(key: str, entry: dict[str, Any], rule: Any) -> None:
    game = build({"id": "own", **PLAIN, key: [entry]})
    assert (game.triggers if key == "trigger" else game.wild) == (rule,)


@pytest.mark.parametrize(("key", "entry", "rule"), CASES)
def test_a_file_with_an_older_rule_can_be_read(key: str, entry: dict[str, Any], rule: Any) -> None:
    game = resolve("own", games={"own": {**PLAIN, key: [entry]}})
    assert (game.triggers if key == "trigger" else game.wild) == (rule,)


#: The steps before a contest between cards set aside.
IN_OR_OUT = [
    {"step": "deal", "cards": "dddd"},
    {"step": "set-apart"},
    {"step": "declare", "names": ["in", "out"]},
]


def test_a_step_with_its_older_name_can_be_built_and_read() -> None:
    script = [*IN_OR_OUT, {"step": "play-for-pot", "side_pots": True}]
    for game in (
        build({"id": "own", **PLAIN, "script": script}),
        resolve("own", games={"own": {**PLAIN, "script": script}}),
    ):
        assert game.script[3] == Contest(hand="set", side_pots=True)


def test_the_examples_include_every_older_rule() -> None:
    shown = {key: {entry["rule"] for entry, _ in entries} for key, entries in WRITTEN.items()}
    assert {**shown, "script": {"play-for-pot"}} == {key: set(names) for key, names in RENAMED.items()}
