"""Facts for filtering games, each with a game for which it is true and a similar one for which it is not."""

from __future__ import annotations

import pytest

from app.games.catalog import Catalog, GameFile, catalog

FIVE = 'script = [{ step = "deal", cards = "ddddd" }, %s]\nshare = [%s]\n%s'
HIGH, LOW, BET = '{ rule = "high" }', '{ rule = "low" }', '{ step = "bet" }'
UP, DECLARE = '{ step = "turn-all-up" }', '{ step = "declare" }'
GUTS = '{ step = "declare", names = ["in", "out"] }, { step = "contest" }'
UGLY = '{ step = "common", places = "ugly" }, { step = "matching", place = "ugly", then = "%s" }'
ONE_PLACE = 'layout = { grid = ["ugly"] }'
TREYS_FOLD = 'trigger = [{ rule = "up-card", ranks = "3", then = "%s" }]'
TREYS_WILD = 'wild = [{ rule = "ranks", ranks = "3" }]'


@pytest.mark.parametrize(
    ("fact", "has", "has_not"),
    [
        ("no wild cards", (BET, HIGH, ""), (BET, HIGH, TREYS_WILD)),
        (
            "no wild cards",
            (BET, LOW, "deck = { strip = '2' }"),
            (BET, HIGH, "deck = { jokers = 1 }\nwild = [{ rule = 'jokers' }]"),
        ),
        ("no wild cards", (BET, '{ rule = "judged" }', ""), ('{ step = "as-played" }', '{ rule = "judged" }', "")),
        ("wild", (BET, HIGH, TREYS_WILD), (BET, HIGH, "")),
        ("high only", (BET, HIGH, ""), (BET, f"{HIGH}, {LOW}", "")),
        ("high-low", (BET, f"{HIGH}, {LOW}", ""), (BET, LOW, "")),
        ("split", (BET, f"{HIGH}, {LOW}", ""), (BET, LOW, "")),
        ("cards speak", (BET, f"{HIGH}, {LOW}", ""), (f"{BET}, {DECLARE}", f"{HIGH}, {LOW}", "")),
        ("cards speak", (BET, f"{HIGH}, {LOW}", ""), (BET, HIGH, "")),
        ("declare", (f"{BET}, {DECLARE}", f"{HIGH}, {LOW}", ""), (BET, f"{HIGH}, {LOW}", "")),
        ("everybody stays in", (UP, HIGH, ""), (f"{UP}, {BET}", HIGH, "")),
        ("everybody stays in", (UP, HIGH, TREYS_FOLD % "pay"), (UP, HIGH, TREYS_FOLD % "fold")),
        ("everybody stays in", (UP, HIGH, TREYS_FOLD % "extra card"), (UP, HIGH, TREYS_FOLD % "pay or fold")),
        ("everybody stays in", (UP, HIGH, ""), (GUTS, HIGH, "")),
        ("everybody stays in", (UP, HIGH, ""), ('{ step = "turn-until-lead" }', HIGH, "")),
        ("everybody stays in", (UGLY % "discard", HIGH, ONE_PLACE), (UGLY % "fold", HIGH, ONE_PLACE)),
        ("two betting rounds at most", (f"{BET}, {UP}, {BET}", HIGH, ""), (f"{BET}, {BET}, {BET}", HIGH, "")),
        ("two betting rounds at most", (BET, HIGH, ""), (f'{BET}, {{ step = "next-turns", round = true }}', HIGH, "")),
        ("nothing for you to judge", (BET, HIGH, ""), (BET, '{ rule = "judged" }', "")),
    ],
)
def test_a_fact_is_true_of_one_game_and_false_of_a_similar_one(
    fact: str, has: tuple[str, str, str], has_not: tuple[str, str, str]
) -> None:
    for parts, holds in ((has, True), (has_not, False)):
        text = 'name = "Game"\nabout = "A game."\n' + FIVE % parts
        info = Catalog([GameFile("game.toml", text)])["game"]
        assert not info.problem
        assert (fact in info.summary.facts) == holds


def test_every_game_of_the_library_has_tags() -> None:
    assert not [info.id for info in catalog().values() if not info.tags]
