"""``upcard import-variants``: mapping variants, faults of the file, a second import, and lines never stored."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app import variants_file
from app.cli import main
from app.games.catalog import GameInfo
from app.games.errors import GameError
from app.games.load import library
from app.games.variants import counterpart_of, mapping
from app.night.play import game_files
from app.variants_file import Variant
from tests.hand.at_table import after
from tests.hand.own_game import deal, own

SCHEMA = """
create table rule_types (type_id integer primary key, type text not null);
create table rules (rule_id integer primary key, type_id integer, cards integer, short text, full text);
create table variants (variant_id integer primary key, name text, cards integer);
create table aliases (pair_id integer primary key, variant_id integer, alias text);
create table variant_rules (pair_id integer primary key, variant_id integer, rule_id integer, rule_order integer);
"""

#: Rule numbers of the variants below, by kind.
KINDS = {
    "deal": (95, 99, 118, 119, 120, 125, 126, 127, 148, 162, 168, 171, 177, 179, 184, 204, 211, 219, 9999),
    "bet": (7, 8, 21, 22, 24, 26, 28, 39),
    "common": (43, 45, 51, 55, 59, 62, 63, 77, 80, 81),
    "turn": (846, 847, 855, 860, 868, 869, 885),
    "table": (824, 830, 831, 832, 834),
    "repeat": (746, 749, 750),
    "draw": (313, 323, 341, 346, 352),
    "discard": (267, 278, 291),
    "declare": (241, 246, 247, 248),
    "deck": (235, 237),
    "showdown": (773, 778, 784, 788, 789, 794),
    "rank": (633, 637, 641, 662, 673, 683, 690, 722),
    "qualifier": (617, 624),
    "hand": (452, 454, 461, 467, 476, 482, 489, 491),
    "match": (514, 536),
    "wild": (
        890,
        891,
        892,
        928,
        936,
        955,
        956,
        958,
        960,
        974,
        987,
        988,
        991,
        1006,
        1040,
        1050,
        1055,
        1059,
        1062,
        1067,
        1088,
    ),
    "fold": (403, 406, 413, 432),
    "limited": (505,),
}

SEVEN = [168, 120, 22, 120, 22, 120, 22, 120, 22, 119, 22]
CROSS = [177, 59, 21, 846, 21, 847, 21, 847, 21, 847, 21, 860, 21, 784, 489]
HOLDEM = [168, 21, 51, 21, 43, 21, 43, 21]
GUTS = [171, 241, 313, 784, 514]

Rules = list[int]

WILD: Callable[[str], dict[str, str]] = lambda ranks: {"rule": "ranks", "ranks": ranks}  # noqa: E731

#: The rules of a variant, those left to the table (none if it is fully mapped), and parts of the resulting TOML table.
CASES: dict[str, tuple[Rules, Rules, dict[str, Any]]] = {
    "stud with fixed wild cards and an extra card": (
        [*SEVEN, 784, 958, 162],
        [],
        {
            "opener": {"first": "high card", "later": "high hand"},
            "share": [{"rule": "high"}],
            "wild": [{"rule": "ranks", "ranks": "9"}],
            "trigger": [{"rule": "up-card", "ranks": "4", "then": "extra card", "price": "maximum bet"}],
        },
    ),
    "a low hand with an eight to qualify": (
        [*SEVEN, 248, 788, 633, 617],
        [],
        {"share": [{"rule": "high"}, {"rule": "low", "kind": "ace to five", "qualifier": "8"}]},
    ),
    "a line of a layout": ([*CROSS], [], {}),
    "the low spade": (
        [*SEVEN, 794, 690],
        [],
        {"share": [{"rule": "high"}, {"rule": "suit-in-hole", "suit": "spade", "end": "low"}]},
    ),
    "two down cards of a hand that may be low": (
        [*HOLDEM, 789, 452],
        [452, 789],
        {"share": [{"rule": "judged", "name": "high"}, {"rule": "judged", "name": "low"}]},
    ),
    "two down cards of a hand that is high or low": ([*HOLDEM, 248, 788, 452], [], {"use": {"exactly": 2}}),
    "another two for high and low": ([*HOLDEM, 789, 454], [], {"use": {"exactly": 2}}),
    "two of one's own or five": ([*HOLDEM, 784, 476], [], {"use": {"exactly": [2, 5], "own": True}}),
    "a line or none": ([179, 81, *[885, 21] * 5, 784, 467], [], {"use": {"exactly": [3, 5]}}),
    "one of three flops, with one of two turns": (
        [168, 21, 77, 21, 45, 21, 43, 21, 784, 482],
        [],
        {
            "script": [
                {"step": "deal", "cards": "dd"},
                {"step": "bet"},
                {"step": "common", "count": 9, "places": "a-1 a-2 a-3 b-1 b-2 b-3 c-1 c-2 c-3"},
                {"step": "bet"},
                {"step": "common", "count": 2, "places": "turn-1 turn-2"},
                {"step": "bet"},
                {"step": "common", "count": 1, "places": "river"},
                {"step": "bet"},
            ]
        },
    ),
    "three flops without a word on their use": ([168, 21, 77, 21, 43, 784], [77], {}),
    "guts with a draw": (GUTS, [], {"share": [{"rule": "high"}]}),
    "guts in which wild cards kill": (
        [168, 241, 120, 406, 784, 514, 958],
        [],
        {"share": [{"rule": "high", "wild_up_folds": True}]},
    ),
    "guts against a hand on the table": ([171, 831, 241, 784, 637, 624, 514], [], {}),
    "guts against more cards than a hand has": ([171, 834, 241, 784, 624, 514], [834, 241, 784, 624, 514], {}),
    "guts in which the table has wild cards of nobody": (
        [171, 831, 241, 784, 624, 514, 1067],
        [831, 241, 784, 624, 514, 1067],
        {"share": [{"rule": "judged", "unclaimed": "next hand"}]},
    ),
    "guts with a leg": ([*GUTS[:3], 778, 514], [241, 313, 778, 514], {}),
    "wild cards that a die chooses": ([*SEVEN, 784, 991], [991], {"wild": [{"rule": "as-named"}]}),
    "wild cards that the dealer chooses": (
        [936, *SEVEN, 784],
        [],
        {"wild": [{"rule": "ranks", "ranks": {"option": "wild_rank"}}]},
    ),
    "wild cards that the dealer chooses in a game that the table judges": (
        [936, *SEVEN, 9999, 784],
        [9999, 784],
        {
            "wild": [{"rule": "ranks", "ranks": {"option": "wild_rank"}}],
            "share": [{"rule": "judged", "unclaimed": "next hand"}],
        },
    ),
    "a wild card of each player's choice": ([*SEVEN, 784, 1059], [], {"wild": [{"rule": "choice"}]}),
    "wild cards that end": (
        [*SEVEN, 784, 958, 890],
        [],
        {"wild": [WILD("9"), {"rule": "ended", "ranks": "JQK", "count": 2}]},
    ),
    "cards that count as others": ([*SEVEN, 784, 505], [], {"share": [{"rule": "high"}]}),
    "cards that count as others for the low hand": ([*SEVEN, 788, 505], [788, 505], {}),
    "a rank of each player's choice": ([*SEVEN, 784, 1062], [], {"wild": [{"rule": "choice", "rank": True}]}),
    "a rank of each player's choice that may kill": (
        [*SEVEN, 784, 1062, 413],
        [1062, 413],
        {"wild": [{"rule": "as-named"}]},
    ),
    "wild cards that need each other": (
        [*SEVEN, 784, 958, 960, 891],
        [],
        {"wild": [*map(WILD, "97"), {"rule": "holding", "kinds": 2}]},
    ),
    "a condition of two wild cards": (
        [*SEVEN, 784, 987, 1006],
        [],
        {"wild": [WILD("2"), {"rule": "holding", "ranks": "KQ"}, WILD("3")]},
    ),
    "wild cards beside a joker": (
        [*SEVEN, 784, 958, 892],
        [784, 958, 892],
        {"share": [{"rule": "judged", "unclaimed": "next hand"}]},
    ),
    "wild cards that are paid for": ([*SEVEN, 784, 988], [120, 22, 119, 784, 988], {}),
    "the second best hand": ([179, 21, 346, 21, 784, 641], [], {"share": [{"rule": "high", "nth": 2}]}),
    "hands that rank another way": ([179, 21, 346, 21, 784, 662], [784, 662], {}),
    "sevens that beat all, or lose": (
        [*SEVEN, 784, 673, 956],
        [],
        {"share": [{"rule": "high", "beats_all": ["77"], "loses_to_all": ["777"]}]},
    ),
    "points in both halves": (
        [119, 120, 22, 126, 749, 22, 789, 722],
        [],
        {
            "share": [
                {
                    "rule": "points",
                    "name": "27",
                    "to": 27,
                    "half_faces": True,
                    "values": "",
                    "over": {"option": "over_high"},
                },
                {
                    "rule": "points",
                    "name": "7",
                    "to": 7,
                    "half_faces": True,
                    "values": "",
                    "over": {"option": "over_low"},
                },
            ],
        },
    ),
    "a card for all where no card is up": (
        [*HOLDEM, 784, 148],
        [],
        {
            "trigger": [
                {
                    "rule": "up-card",
                    "ranks": "4",
                    "then": "extra card",
                    "price": "free",
                    "face": "down",
                    "whom": "everybody",
                }
            ]
        },
    ),
    "a card for all where cards are up": ([*SEVEN, 784, 148], [120, 22, 119, 784, 148], {}),
    "cards for sale": ([168, 120, 22, 830, 118, 22, 118, 22, 784], [], {}),
    "cards for sale at prices by name": ([168, 120, 22, 832, 99, 22, 99, 22, 784], [], {}),
    "a sale without a row": ([168, 120, 22, 118, 22, 784], [22, 118, 784], {}),
    "a card on the table that is wild": (
        [179, 21, 824, 21, 784, 1088],
        [],
        {"layout": {"grid": ["table"]}, "wild": [{"rule": "place", "places": "table"}]},
    ),
    "the rank above a card on the table": (
        [179, 21, 824, 21, 784, 974],
        [],
        {"wild": [{"rule": "place", "places": "table", "next_higher": True}]},
    ),
    "one of two cards on the table that are wild": ([179, 21, 824, 824, 21, 784, 1088], [1088], {}),
    "cards on the table that send common cards away": ([179, 55, 834, *[860, 868, 291, 21] * 4, 784], [], {}),
    "a card on the table that sends nothing away": ([179, 55, 834, 21, 860, 868, 21, 784], [868, 21, 784], {}),
    "wild corners of no square": ([*CROSS, 1040], [1040], {}),
    "a common card beside the lines": ([179, 80, *[869, 21] * 5, 43, 784, 461], [], {}),
    "a split by a rule that is not ours": (
        [*SEVEN, 794, 683],
        [683],
        {"share": [{"rule": "high"}, {"rule": "judged", "name": "split"}]},
    ),
    "no word about who wins": ([*SEVEN, 958], [], {"share": [{"rule": "judged", "unclaimed": "next hand"}]}),
    "a bet that somebody must make": ([179, 8, 346, 24, 784], [], {"share": [{"rule": "high"}]}),
    "bets that are limited otherwise": ([179, 39, 346, 21, 784], [39], {"share": [{"rule": "high"}]}),
    "a card for those who took the last": ([119, 120, 22, 127, 749, 22, 784], [], {}),
    "discards that are shuffled in at once": ([179, 21, 278, 219, 21, 784], [], {}),
    "openers that become easier": ([179, 28, 204, 346, 21, 784], [], {}),
    "a card for what is in the pot": ([179, 21, 346, 21, 95, 784], [], {}),
    "antes for each card": ([120, 22, 7, 120, 22, 7, 120, 784], [], {}),
    "an open pair of a rank that is dealt again": (
        [*SEVEN, 784, 211],
        [],
        {"trigger": [{"rule": "up-card", "pair": True, "pairs": "7", "then": "redeal"}]},
    ),
    "guts until somebody goes in": ([179, 247, 346, 784, 514], [], {}),
    "guts with a card each until somebody goes in": ([168, 241, 125, 746, 784, 514], [], {}),
    "cards and bets until somebody knocks": ([168, 21, 119, 21, 750, 21, 784], [], {}),
    "guts with a second chance": ([171, 246, 313, 784, 514], [], {}),
    "a fold that the dealer enters": ([*SEVEN, 784, 403], [403], {"share": [{"rule": "high"}]}),
    "a discard of any card where cards are up": ([168, 120, 22, 267, 22, 784], [], {}),
    "a deal that is not ours": (
        [168, 120, 22, 9999, 22, 784, 958],
        [22, 9999, 784],
        {"wild": [{"rule": "ranks", "ranks": "9"}]},
    ),
    "a payment at any time": ([*SEVEN, 784, 432, 955], [120, 22, 119, 784, 432, 955], {}),
    "one card of a line off the deck": ([*CROSS[:-2], 43, 784, 489], [784, 489], {}),
}


def kind_of(number: int) -> str:
    return next(kind for kind, numbers in KINDS.items() if number in numbers)


def variant(rules: Rules, number: int = 2000) -> Variant:
    return Variant(number, "A Variant", tuple((rule, kind_of(rule)) for rule in rules))


@pytest.mark.parametrize("name", CASES)
def test_a_variant_is_mapped_or_leaves_rules_to_the_table(name: str):
    rules, left, parts = CASES[name]
    made = counterpart_of(variant(rules))
    assert sorted(made.left) == sorted(set(left))
    assert {key: made.table[key] for key in parts} == parts
    game = GameInfo("a-variant", {"a-variant": {**made.table, "table_rules": list(left)}}).resolve()
    assert bool(game.judged_parts) == bool(left or name == "no word about who wins")


def test_mapped_steps_are_in_order():
    steps = counterpart_of(variant(CROSS)).table
    turned = [step["places"].split()[0] for step in steps["script"] if step["step"] == "common"]
    assert turned == ["top", "right", "bottom", "left", "centre"]
    assert [line["places"] for line in steps["layout"]["lines"]] == ["left centre right", "top centre bottom"]
    stud = counterpart_of(variant([*SEVEN, 784])).table["script"]
    assert [step.get("cards", "bet") for step in stud] == ["ddu", "bet", "u", "bet", "u", "bet", "u", "bet", "d", "bet"]
    square = counterpart_of(variant([177, 59, *[21, 860] * 5, 21, 784, 489])).table["script"]
    assert {step["places"] for step in square if step["step"] == "common"} == {"top right bottom left centre"}
    leg = counterpart_of(variant([179, 62, *[21, 846], *[21, 855] * 4, 21, 784])).table["script"]
    turned = [step["places"].split()[0] for step in leg if step["step"] == "common"]
    assert turned == ["top", "right", "inner", "middle", "corner"]
    played = counterpart_of(variant([168, 120, 22, 9999, 22, 784])).table["script"]
    assert [step["step"] for step in played] == ["deal", "bet", "as-played"]
    contest = {"step": "contest", "side_pots": True}
    assert counterpart_of(variant(GUTS)).table["script"][-1] == contest
    against = counterpart_of(variant([171, 831, 241, 784, 624, 514])).table["script"]
    assert against[-1] == {**contest, "deck": "everyone"}
    sent = counterpart_of(variant([179, 55, 834, *[860, 868, 291, 21] * 4, 784])).table["script"]
    assert [step["place"] for step in sent if step["step"] == "matching"] == [f"table-{n}" for n in (1, 2, 3, 4)]
    sales = counterpart_of(variant([168, 120, 22, 830, 118, 22, 118, 22, 784])).table["script"]
    row = {"step": "market", "row": [0, 1], "deck": 2, "face": "down", "stays": True}
    assert [step for step in sales if step["step"] not in ("deal", "bet")] == [row, row]
    bought = counterpart_of(variant([168, 21, 830, 118, 22, 313, 22, 784])).table["script"]
    assert bought[-2] == {"step": "draw", "most": 1, "like_for_like": True}
    four = {"step": "draw", "most": 3, "ace_most": 4}
    assert drawn([*SEVEN, 346, 22, 784]) == [{**four, "like_for_like": True}]
    up = {**four, "together": True, "up": True}
    assert drawn([179, 21, 341, 21, 341, 21, 346, 21, 784]) == [up, up, {**four, "like_for_like": True}]
    assert drawn([179, 21, 352, 21, 784]) == [{**four, "gets": "one more"}]
    assert not drawn([*SEVEN, 352, 22, 784])
    deals = counterpart_of(variant([120, 22, 7, 120, 22, 7, 120, 784])).table["script"]
    assert [step.get("antes") for step in deals if step["step"] == "deal"] == [None, 2, 3]
    discards = counterpart_of(variant([171, 267, 120, 22, 267, 22, 784])).table["script"]
    one = {"step": "discard", "count": 1}
    assert [step for step in discards if step["step"] == "discard"] == [one, {**one, "up_too": True}]


def drawn(rules: Rules) -> list[dict[str, Any]]:
    return [step for step in counterpart_of(variant(rules)).table["script"] if step["step"] == "draw"]


def test_conditional_wild_cards_are_left_out_if_the_table_judges_hands():
    made = counterpart_of(variant([*SEVEN, 784, 958, 960, 891, 662]))
    assert made.left == (784, 958, 960, 891, 662)
    assert "wild" not in made.table


def test_variants_with_another_deck_or_without_a_deal_are_not_mapped():
    assert not counterpart_of(variant([237, *HOLDEM, 784])).table
    assert not counterpart_of(variant([9999, 21, 784])).table
    assert counterpart_of(variant([9999, 21, 784])).left == (9999, 21)


def test_every_entry_of_the_mapping_makes_a_game():
    for section in ("step", "loose"):
        for run, found in mapping()[section].items():
            steps = found if isinstance(found, list) else [found]
            table = {"name": "One", "about": "One.", "share": [{"rule": "high"}], "deck": {}}
            table["script"] = [{"step": "deal", "cards": "dddddddd"}, *steps]
            resolved(run, table)
    for number, part in mapping()["part"].items():
        shares = [{"rule": "high"}, *[{"rule": "low"}] * (int(number) not in mapping()["unless"]["low"])]
        table = {"name": "One", "about": "One.", "share": shares, "script": [deal("dd"), {"step": "bet"}], **part}
        if "jokers" in part.get("deck", {}):
            table["wild"] = [{"rule": "jokers"}]
        table["layout"] = {"grid": [rule["places"] for rule in part.get("wild", ()) if "places" in rule]}
        resolved(number, table)
    for number in mapping()["layout"]:
        for hand, lines in mapping()["layout"][number].get("lines", {}).items():
            layout = {"grid": mapping()["layout"][number]["grid"]}
            lines = mapping()["layout"][number]["lines"][lines] if isinstance(lines, str) else lines
            layout["lines"] = [{"name": name, "places": places} for name, places in lines.items()]
            script = [deal("dd"), {"step": "bet"}]
            resolved(
                f"{number} {hand}",
                {"name": "One", "about": "One.", "share": [{"rule": "high"}], "script": script, "layout": layout},
            )
    assert set(mapping()["library"].values()) <= library().keys()


def resolved(what: str, table: dict[str, Any]) -> None:
    try:
        GameInfo("one", {"one": table}).resolve()
    except GameError as problem:
        pytest.fail(f"{what}: {problem}")


def test_players_who_are_out_draw_no_cards_and_are_dealt_none():
    guts = [{"step": "declare", "names": ["in", "out"]}, {"step": "draw", "most": 1}, deal("d"), {"step": "contest"}]
    state = after(own(deal("ddd"), *guts), "d dh p1 ??????, d dh p2 ??????, d dh p3 ??????")
    state = after(state, "p1 declare in, p2 declare out, p3 declare in, p1 sd, p3 sd, d dh p1 ??, d dh p3 ??")
    assert [len(player.cards) for player in state.players] == [4, 3, 4]


VARIANTS = {
    3: ("Seven Card Stud", [*SEVEN, 784]),
    9001: ("Wild Nines", [*SEVEN, 784, 958]),
    9002: ("Any Card", [179, 21, 346, 21, 784, 991]),
    9003: ("Two Decks", [237, *HOLDEM, 784]),
    9004: ("Jokers", [235, 179, 21, 784]),
}


def line_of(number: int) -> str:
    return f"Line {number} of the file."


def write(path: Path, variants: dict[int, tuple[str, Rules]] = VARIANTS) -> Path:
    """Write a database of variants; return its path."""
    path.unlink(missing_ok=True)
    database = sqlite3.connect(path)
    database.executescript(SCHEMA)
    kinds = list(KINDS)
    database.executemany("insert into rule_types values (?, ?)", enumerate(kinds))
    rules = [(n, kinds.index(kind), 1, f"{n}", line_of(n)) for kind, numbers in KINDS.items() for n in numbers]
    database.executemany("insert into rules values (?, ?, ?, ?, ?)", rules)
    for number, (name, listed) in variants.items():
        database.execute("insert into variants values (?, ?, 5)", (number, name))
        rows = [(number, rule, at) for at, rule in enumerate(listed)]
        database.executemany("insert into variant_rules (variant_id, rule_id, rule_order) values (?, ?, ?)", rows)
    database.execute("insert into aliases (variant_id, alias) values (9002, 'Choose One')")
    database.commit()
    database.close()
    return path


@pytest.fixture
def upcard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Return a function that runs a command on its own data directory."""
    monkeypatch.setenv("UPCARD_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(game_files, "SECONDS", 0.0)

    def run(*arguments: object) -> tuple[int, str, str]:
        status = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


def stored(data: Path) -> dict[str, str]:
    """Return the text of every file in the data directory, or the target of a link."""
    files = [path for path in data.rglob("*") if path.is_symlink() or path.is_file()]
    return {path.name: str(path.readlink()) if path.is_symlink() else path.read_text() for path in files}


def test_an_import_writes_games_and_shows_rule_lines_without_storing_them(tmp_path: Path, upcard: Callable[..., Any]):
    file = write(tmp_path / "poker.db")
    status, out, err = upcard("import-variants", file, "--list", "--dry-run")
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "    3  Seven Card Stud: in the library (seven-card-stud)",
        " 9001  Wild Nines: whole",
        " 9002  Any Card: in part (rules 991)",
        " 9003  Two Decks: not at all (rules 237)",
        " 9004  Jokers: not at all (jokers-9004.toml: deck.jokers: no wild rule says what a joker is)",
        "5 variants: 1 whole, 1 in part, 1 in the library, 2 not at all",
    ]
    assert not (tmp_path / "data" / "games" / "imported").exists()
    assert upcard("import-variants", file)[:2] == (0, out.splitlines()[-1] + "\n")
    assert set(stored(tmp_path / "data")) == {"wild-nines-9001.toml", "any-card-9002.toml", "variants.db"}
    assert not any(line_of(991) in text for text in stored(tmp_path / "data").values())
    assert "Choose One" in upcard("games", "--search", "choose one")[1]
    assert line_of(991) in upcard("games", "--sheet", "any-card-9002")[1]
    assert "table" not in upcard("games", "--sheet", "wild-nines-9001")[1].partition("The deal")[0]
    for spoil in (file.unlink, lambda: file.write_text("no database")):
        spoil()
        assert "Rule 991: as the table plays it." in upcard("games", "--sheet", "any-card-9002")[1]


def test_a_second_import_replaces_the_first_but_not_own_games(tmp_path: Path, upcard: Callable[..., Any]):
    games = tmp_path / "data" / "games"
    games.mkdir(parents=True)
    own_game = 'name = "Ours"\nextends = "razz"\nabout = "Ours."\n'
    (games / "wild-nines-9001.toml").write_text(own_game)
    upcard("import-variants", write(tmp_path / "poker.db"))
    again = {9001: ("Wild Nines", [*SEVEN, 784, 958]), 9005: ("Chicago", [*SEVEN, 784, 955])}
    assert upcard("import-variants", write(tmp_path / "newer.db", again))[1].startswith("2 variants: 2 whole")
    assert (games / "wild-nines-9001.toml").read_text() == own_game
    imported = sorted(path.name for path in (games / "imported").iterdir())
    assert imported == ["chicago-9005.toml", "wild-nines-9001-imported.toml"]
    assert "Chicago (9005)" in (games / "imported" / "chicago-9005.toml").read_text()
    assert stored(tmp_path / "data")["variants.db"] == str(tmp_path / "newer.db")
    assert {path.name for path in games.iterdir()} == {"imported", "wild-nines-9001.toml"}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can use another user's files")
def test_games_imported_by_root_belong_to_the_owner_of_the_directory(tmp_path: Path, upcard: Callable[..., Any]):
    (tmp_path / "data").mkdir()
    os.chown(tmp_path / "data", 12345, 12345)
    assert upcard("import-variants", write(tmp_path / "poker.db"))[0] == 0
    assert {path.lstat().st_uid for path in (tmp_path / "data").rglob("*")} == {12345}


def no_such_table(path: Path) -> None:
    path.unlink()
    sqlite3.connect(path).execute("create table people (name text)").connection.close()


def damaged(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096:] = b"\x07" * (len(data) - 4096)
    path.write_bytes(data)


def no_names(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("update variants set name = null")
    database.close()


def none_at_all(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("delete from variants")
    database.close()


FAULTS: dict[str, Callable[[Path], object]] = {
    "no such file": lambda path: path.unlink(),
    "no database": lambda path: path.write_text("name = 1"),
    "another database": no_such_table,
    "a damaged database": damaged,
    "a variant without a name": no_names,
    "no variants": none_at_all,
    "a folder": lambda path: (path.unlink(), path.mkdir()),
}


@pytest.mark.parametrize("fault", [*FAULTS, "too large"])
def test_an_invalid_database_of_variants_changes_nothing(
    fault: str, tmp_path: Path, upcard: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
):
    upcard("import-variants", write(tmp_path / "poker.db"))
    before = stored(tmp_path / "data")
    wrong = write(tmp_path / "wrong.db")
    if fault == "too large":
        monkeypatch.setattr(variants_file, "MAX_BYTES", 1000)
    else:
        FAULTS[fault](wrong)
    status, out, err = upcard("import-variants", wrong)
    assert (status, out) == (2, "")
    assert err.startswith(f"upcard: {wrong}: ")
    assert err.count("\n") == 1
    assert stored(tmp_path / "data") == before
