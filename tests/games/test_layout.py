"""Layouts of common cards in game files: refusals, and the words of the rule sheet."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.errors import GameError
from app.games.layout import spoken_places
from app.games.load import resolve
from app.games.sheet import rule_sheet

GRID = [". top .", "left centre right"]
ROW = {"name": "the row", "places": "left centre right"}


def game(**more: Any) -> dict[str, Any]:
    script = [{"step": "deal", "cards": "dddd"}, {"step": "common", "places": "centre"}]
    table = {"name": "Own", "about": "A game for tests.", "script": script, "share": [{"rule": "high"}]}
    return {**table, "layout": {"grid": GRID, "lines": [ROW]}, **more}


def refused(**more: Any) -> str:
    with pytest.raises(GameError) as problem:
        resolve("own", games={"own": game(**more)})
    return str(problem.value)


def common(places: str, count: int = 1) -> list[dict[str, Any]]:
    return [{"step": "deal", "cards": "dddd"}, {"step": "common", "count": count, "places": places}]


@pytest.mark.parametrize(
    ("layout", "reason"),
    [
        ({"grid": ["top top"]}, "two places of the grid have the same name"),
        ({"grid": ["a b", "to!"]}, "a name is one word of letters and digits"),
        ({"grid": [f"top-{'9' * 5000}"]}, "a name is one word of letters and digits, 80 at most"),
        ({"grid": list("abcdef")}, "at most 15 places in 5 rows of 7"),
        ({"grid": [". . . . . . . a"]}, "at most 15 places in 5 rows of 7"),
        ({"grid": ["a b c d", "e f g h", "i j k l", "m n o p"]}, "at most 15 places in 5 rows of 7"),
        ({"grid": GRID, "lines": [{"name": "x", "places": "left nowhere"}]}, "there is no place 'nowhere' in the grid"),
        ({"grid": GRID, "lines": [{"name": "x", "places": ""}]}, "x must have places, each once"),
        ({"grid": GRID, "lines": [{"name": "x", "places": "top top"}]}, "x must have places, each once"),
        ({"grid": GRID, "lines": [ROW, ROW]}, "two lines have the same name"),
        ({"grid": GRID, "lines": [{"places": "top"}]}, "key 'name' is missing"),
        ({"grid": GRID, "lines": "left"}, "expected a list"),
        ({"grid": GRID, "use": 6}, "must be one of 'any', 'all', 1, 2, 3, 4, not 6"),
        (
            {"grid": ["a b c d e f"], "lines": [{"name": "x", "places": "a b c d e f"}], "use": "all"},
            "all 6 cards of x",
        ),
    ],
)
def test_a_layout_that_makes_no_sense_is_refused_with_the_reason(layout: dict[str, Any], reason: str) -> None:
    assert reason in refused(layout=layout)


def test_a_grid_of_gaps_alone_is_refused() -> None:
    assert "layout.grid: the grid has no places" in refused(layout={"grid": [". ."]}, script="seven-card")


@pytest.mark.parametrize("place", ["", "top left"])
def test_a_card_that_folds_others_lies_in_one_place(place: str) -> None:
    same_rank = {"rule": "same-rank", "place": place}
    assert "trigger[0].place: say which place" in refused(layout={"grid": GRID}, trigger=[same_rank])


def test_cards_can_be_turned_up_only_at_places_with_cards() -> None:
    assert "the layout has no place 'bottom'" in refused(script=common("top bottom"))
    assert "must not be blank" in refused(script=common(" "))
    assert "too few of these places are free" in refused(script=common("top left", 3))
    twice = [*common("centre"), {"step": "common", "places": "centre"}]
    assert "too few of these places are free" in refused(script=twice)
    assert "the layout has no place 'x'" in refused(wild=[{"rule": "place", "places": "x"}])
    assert "say which places" in refused(wild=[{"rule": "place", "places": ""}])
    above = {"rule": "place", "places": "centre", "next_higher": True, "rank": False}
    assert "a whole rank is wild" in refused(wild=[above])


def test_a_hand_too_large_for_every_line_is_refused() -> None:
    layout = {"grid": GRID, "lines": [ROW], "use": "all"}
    assert "more than a hand" in refused(layout=layout, use={"exactly": 3})
    assert "only a hand of all cards can use a line" in refused(share=[{"rule": "high", "hand": "down"}])


def test_a_share_uses_the_line_that_it_names() -> None:
    lines = [{"name": "the top board", "places": "left centre"}, {"name": "the low board", "places": "right top"}]
    share = [{"rule": "high", "line": "the top board"}, {"rule": "low", "line": "the low board"}]
    own = game(layout={"grid": GRID, "lines": lines}, share=share)
    sections = {section.title: section.lines for section in rule_sheet(resolve("own", games={"own": own}))}
    assert sections["The deal"][-1] == "Then the showdown."
    assert sections["What wins"][0] == (
        "The pot is split: the highest hand with the top board; the lowest hand with the low board."
    )
    assert "share[0].line: the layout has no line 'the row'" in refused(
        layout={"grid": GRID, "lines": lines}, share=[{"rule": "high", "line": "the row"}]
    )


def test_a_hand_may_use_one_card_of_the_only_line() -> None:
    own = game(layout={"grid": GRID, "lines": [ROW], "use": 1})
    sections = {section.title: section.lines for section in rule_sheet(resolve("own", games={"own": own}))}
    assert sections["The deal"][-1] == "From the middle, a hand uses at most one card of the row."


def test_layout_cards_reduce_the_number_of_players() -> None:
    # 52 - 4 = 48 cards serve 9 players with 5 each; 52 would serve 10.
    assert resolve("own", games={"own": game(script=[{"step": "deal", "cards": "ddddd"}])}).players == (2, 9)


def test_a_layout_dealt_face_up_is_not_laid_face_down_first() -> None:
    sheet = rule_sheet(resolve("own", games={"own": game(layout={"grid": GRID, "face_up": True})}))
    lines = next(section.lines for section in sheet if section.title == "The deal")
    assert lines[0] == "The places in the middle are: top; left, centre, right."


def test_numbered_places_are_named_together():
    names = "top-1 top-2 top-3 low-2 low-3 low-5 centre far-left"
    assert spoken_places(names.split()) == ["top 1 to 3", "low 2 to 3", "low 5", "centre", "far left"]


def test_the_rule_sheet_describes_the_layout_and_its_use() -> None:
    column = {"name": "the column", "places": "top centre"}
    script = [*common("centre"), {"step": "common", "count": 3, "places": "left top right"}]
    own = game(
        script=script,
        layout={"grid": GRID, "lines": [ROW, column], "use": 2},
        share=[{"rule": "high"}, {"rule": "low"}],
        wild=[{"rule": "place", "places": "left right"}, {"rule": "place", "places": "centre", "rank": False}],
    )
    sections = {section.title: section.lines for section in rule_sheet(resolve("own", games={"own": own}))}
    assert sections["The deal"] == (
        "Lay four cards face down in the middle: top; left, centre, right.",
        "Deal each player four cards face down.",
        "Turn up the centre card.",
        "Turn up the left, top and right cards.",
        "Then the showdown.",
        "From the middle, a hand uses at most two cards of one line: the row or the column. "
        "High and low may use different lines.",
    )
    assert sections["Wild cards"] == (
        "The left and right cards, and every card of their ranks, are wild for everyone.",
        "The centre card is wild for everyone.",
    )
