"""The commands for records, games and hands: their output and exit status."""

from __future__ import annotations

import io
import json
import shutil
import sys
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

from app import settings
from app.cli import main
from app.games.catalog import catalog
from app.games.house import HOUSE
from app.night.play import game_files

REAL = Path(__file__).parent / "records" / "real"
CHICAGO = REAL.parent / "chicago"

HAND = """
variant = "woolworth"
antes = [1, 1, 1]
small_bet = 2
big_bet = 4
starting_stacks = [100, 100, inf]
players = ["Ann", "Bob", "Cy"]
actions = ["d dh p1 ????9c", "d dh p2 5c??Kc", "d dh p3 ????9d", "p2 cbr 2"]
"""


@pytest.fixture
def hand(tmp_path: Path) -> Path:
    path = tmp_path / "hand.toml"
    path.write_text(HAND, "utf-8")
    return path


def upcard(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    return status, captured.out, captured.err


def test_a_replay_ends_with_its_verdict(hand: Path, capsys: pytest.CaptureFixture[str]):
    status, out, err = upcard(capsys, "replay", hand)
    assert (status, err) == (0, "")
    assert out.splitlines()[-1] == f"{hand}: 4 actions replayed"
    assert "Cy to act: 2 to call" in out


def test_a_replay_as_json_has_every_key(hand: Path, capsys: pytest.CaptureFixture[str]):
    status, out, _ = upcard(capsys, "replay", "--json", hand)
    report = json.loads(out)
    assert status == 0
    legal = report.pop("legal")
    assert "p3 cc" in legal
    assert "p3 cbr 4" in legal
    wild = report.pop("wild")
    assert wild["cards"] == "5c 5d 5h 5s Tc Td Th Ts".split()
    assert set(wild) == {"label", "cards", "by_player", "bugs", "next_up_card"}
    assert (wild["by_player"], wild["bugs"], wild["next_up_card"]) == ({}, [], False)
    assert [made["after"] for made in report.pop("announcements")] == [0, 3]
    assert report.pop("players")[1:] == [
        {
            "id": "p2",
            "name": "Bob",
            "stack": 97,
            "bet": 2,
            "status": "in",
            "up": ["Kc"],
            "down": 2,
            "showing": "king high",
            "declared": None,
        },
        {
            "id": "p3",
            "name": "Cy",
            "stack": None,
            "bet": 0,
            "status": "in",
            "up": ["9d"],
            "down": 2,
            "showing": "nine high",
            "declared": None,
        },
    ]
    assert report == {
        "game": "woolworth",
        "actions": 4,
        "step": {"kind": "bet", "label": "Third street: betting"},
        "prompt": "Cy to act: 2 to call",
        "to_act": "p3",
        "opener": "p2",
        "to_call": 2,
        "pot": 5,
        "pots": [{"amount": 5, "players": ["p1", "p2", "p3"]}],
        "result": None,
    }


def test_the_replay_of_a_finished_hand_has_a_result(capsys: pytest.CaptureFixture[str]):
    status, out, _ = upcard(capsys, "replay", "--json", REAL / "50_02_14_32.phh")
    report = json.loads(out)
    assert status == 0
    assert report["result"]["stacks"] == [4575000, 1700000, 14750000, 5900000, 2775000]
    assert report["result"]["carried"] == 0
    assert [
        (award["player"], award["amount"], award["pot"], award["share"]) for award in report["result"]["awards"]
    ] == [
        ("p1", 2125000, 0, "high"),
        ("p3", 2125000, 0, "low"),
    ]
    assert report["result"]["awards"][0]["hand"] == "pair of sixes"
    assert all(award["why"] for award in report["result"]["awards"])
    assert (report["to_act"], report["opener"], report["legal"], report["pot"]) == (None, None, [], 0)


def test_a_result_explains_failed_declarations(capsys: pytest.CaptureFixture[str]):
    _, out, _ = upcard(capsys, "replay", "--json", CHICAGO / "main-pot-that-nobody-holds-stays.toml")
    result = json.loads(out)["result"]
    assert (result["carried"], result["carried_why"]) == (9, "nobody's declaration holds in the main pot")
    assert [(note["player"], note["pot"], note["ruling"]) for note in result["declarations"]] == [
        ("p1", None, "both_ways"),
        ("p2", 0, "both_ways"),
        ("p3", None, "both_ways"),
    ]
    why = "Bob went both ways and lost high in the main pot: gets nothing"
    assert result["declarations"][1]["why"] == why
    _, out, _ = upcard(capsys, "replay", CHICAGO / "main-pot-that-nobody-holds-stays.toml")
    assert "  Ann went both ways and has no spade in the hole: gets nothing\n" in out
    assert "  9 stays for the next hand: nobody's declaration holds in the main pot\n" in out


def test_wild_cards_of_one_player_are_listed_by_player(hand: Path, capsys: pytest.CaptureFixture[str]):
    hand.write_text(HAND.replace("woolworth", "follow-the-queen").replace("5c?", "Qc?"), "utf-8")
    hand.write_text(hand.read_text() + '\n[_options]\nqueens = "in the hole wild"', "utf-8")
    _, out, _ = upcard(capsys, "replay", "--json", hand)
    assert json.loads(out)["wild"]["by_player"] == {"p2": ["Qc"]}


def test_a_replay_can_stop_after_a_number_of_actions(hand: Path, capsys: pytest.CaptureFixture[str]):
    _, out, _ = upcard(capsys, "replay", "--json", "--at", 2, hand)
    assert (json.loads(out)["actions"], json.loads(out)["to_act"]) == (2, None)
    _, out, _ = upcard(capsys, "replay", "--json", "--at", 99, hand)
    assert json.loads(out)["actions"] == 4


@pytest.mark.parametrize("number", ["-1", "x", "1.5", "9" * 5000])
def test_an_invalid_number_of_actions_is_refused(hand: Path, number: str, capsys: pytest.CaptureFixture[str]):
    assert main(["replay", f"--at={number}", str(hand)]) == 2
    assert "must be a number of actions" in capsys.readouterr().err


def test_a_failed_check_exits_with_status_1(hand: Path, capsys: pytest.CaptureFixture[str]):
    hand.write_text(HAND + "\n[[_expect]]\nafter = 4\npot = 6\nto_act = 'p3'", "utf-8")
    status, out, _ = upcard(capsys, "replay", hand)
    assert status == 1
    assert out.splitlines()[-2:] == [
        f"{hand}: after 4: pot: expected 6, found 5",
        f"{hand}: 1 of 2 checks did not hold",
    ]
    status, out, err = upcard(capsys, "replay", "--json", hand)
    assert (status, json.loads(out)["pot"], err) == (1, 5, f"{hand}: after 4: pot: expected 6, found 5\n")


def test_a_refused_action_exits_with_status_2(hand: Path, capsys: pytest.CaptureFixture[str]):
    hand.write_text(HAND.replace('"p2 cbr 2"', '"p2 cbr 2", "p1 cc # too soon"'), "utf-8")
    status, out, _ = upcard(capsys, "replay", hand)
    message = f"{hand}: action 5 'p1 cc': it is Cy's turn, 2 to call"
    assert (status, out.splitlines()[-1]) == (2, message)
    status, out, err = upcard(capsys, "replay", "--json", hand)
    assert (status, json.loads(out)["actions"], json.loads(out)["error"], err) == (2, 4, message, f"{message}\n")


def test_several_records_are_all_replayed_and_the_worst_decides_the_status(
    hand: Path, capsys: pytest.CaptureFixture[str]
):
    status, out, err = upcard(capsys, "replay", "--json", hand.parent / "none.toml", hand)
    first, second = map(json.loads, out.splitlines())
    assert status == 2
    assert first == {"error": f"{hand.parent}/none.toml: No such file or directory"}
    assert err == f"{first['error']}\n"
    assert second["actions"] == 4


def test_a_directory_means_all_its_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert upcard(capsys, "replay", tmp_path)[:2] == (
        2,
        f"{tmp_path}: no records (.toml, .phh, .phhs) in this directory\n",
    )
    shutil.copytree(REAL, tmp_path / "real")
    status, out, _ = upcard(capsys, "replay", tmp_path)
    assert status == 0
    assert sum("1 check held" in line for line in out.splitlines()) == 6


def test_a_file_of_many_hands_without_a_hand_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    empty = tmp_path / "none.phhs"
    empty.write_text("# Not in this file: Friday, hand 1\n", "utf-8")
    assert upcard(capsys, "replay", empty)[:2] == (2, f"{empty}: there is no hand in this file\n")


def test_a_record_can_come_from_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(HAND.encode())))
    status, out, _ = upcard(capsys, "replay", "-")
    assert (status, out.splitlines()[-1]) == (0, "stdin: 4 actions replayed")


def test_many_records_can_come_from_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(f"# [0]\n[3]\n{HAND}\n[4]\n{HAND}".encode())))
    status, out, _ = upcard(capsys, "replay", "-")
    assert status == 0
    assert [line for line in out.splitlines() if "replayed" in line] == [
        "stdin [3]: 4 actions replayed",
        "stdin [4]: 4 actions replayed",
    ]


def test_a_file_of_many_records_may_be_larger_than_one_of_a_single_record(
    hand: Path, capsys: pytest.CaptureFixture[str]
):
    padding = "#" * 1_000_001
    many = hand.with_suffix(".phhs")
    many.write_text(f"{padding}\n[1]\n{HAND}", "utf-8")
    assert upcard(capsys, "replay", many)[0] == 0
    hand.write_text(f"{padding}\n{HAND}", "utf-8")
    assert upcard(capsys, "replay", hand)[:2] == (2, f"{hand}: too large: more than 1,000,000 bytes\n")


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"\xff\xfe\x00", "not UTF-8 text"),
        (b"\x00\x01", "Invalid"),
        (b"", "variant: the field is missing"),
        (b"#" * 1_000_001, "too large: more than 1,000,000 bytes"),
        (b"x = " + b"[" * 9000, "nested too deep"),
        (b"small_bet = " + b"9" * 100_000, "a number is too long (at line 1, column 13)"),
        (b"small_bet" + b".a" * 200_000 + b" = 1", "nested too deep (at line 1, column "),
        (HAND.replace("small_bet = 2", "_x.y" + ".a" * 200_000 + " = 1").encode(), "nested too deep (at line "),
        (HAND.replace("big_bet = 4", "big_bet = 1" + "0" * 90).encode(), "big_bet: must be a whole number of chips"),
    ],
)
def test_a_file_that_is_not_a_record_is_reported_in_one_line(
    tmp_path: Path, data: bytes, problem: str, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "bad.phh"
    path.write_bytes(data)
    status, out, _ = upcard(capsys, "replay", path)
    assert status == 2
    assert out.count("\n") == 1
    assert out.startswith(f"{path}: {problem}")


def test_games_can_be_listed_and_searched(capsys: pytest.CaptureFixture[str]):
    status, out, _ = upcard(capsys, "games")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == list(catalog())
    _, out, _ = upcard(capsys, "games", "--search", "little chicago")
    # The other game is found by its option.
    assert [line.split()[0] for line in out.splitlines()] == ["low-chicago", "chicago-cards-speak"]
    assert upcard(capsys, "games", "--search", "spade in the hole")[1].startswith("chicago ")
    assert upcard(capsys, "games", "--search", "canasta")[:2] == (0, "No game matches 'canasta'.\n")


def test_games_as_json_include_their_options_and_modifiers(capsys: pytest.CaptureFixture[str]):
    status, out, _ = upcard(capsys, "games", "--json")
    games = {game["id"]: game for game in json.loads(out)}
    assert status == 0
    assert list(games) == list(catalog())
    assert games["woolworth"]["options"] == [
        {
            "key": "one_eyed_jacks",
            "label": "One-eyed jacks are wild too",
            "default": False,
            "choices": [],
            "amount": False,
        }
    ]
    assert {"roll-your-own", "wild", "hi-lo"} <= set(games["woolworth"]["modifiers"])
    assert "blind" not in games["woolworth"]["modifiers"]
    assert "roll-your-own" not in games["roll-your-own"]["modifiers"]
    assert (games["razz"]["min_players"], games["razz"]["max_players"], games["razz"]["seats"]) == (2, 10, 0)
    assert (games["henway"]["max_players"], games["pig"]["max_players"], games["pig"]["seats"]) == (5, 10, 6)
    assert {"name", "aliases", "document", "tags"} < set(games["razz"])


def test_a_rule_sheet_is_printed(capsys: pytest.CaptureFixture[str]):
    status, out, _ = upcard(capsys, "games", "--sheet", "razz")
    assert status == 0
    assert out.startswith("Razz\n")


@pytest.mark.parametrize(
    ("game", "deal"),
    [
        (
            "seven-card-stud",
            [
                "Deal each player two cards face down, then one face up. Bet.",
                "Deal each player one card face up. Bet. Then the same twice more.",
                "Deal each player one card face down. Bet.",
            ],
        ),
        (
            "henway-no-peek",
            [
                "Deal each player ten cards face down. Nobody may look at them.",
                "Each player looks at their top card alone and puts it face down on one of two hands (high, low), "
                "five cards at most in each; then all turn up together. Bet. Then the same nine more times.",
            ],
        ),
        (
            "mexican-stud",
            [
                "Deal each player two cards face down.",
                "Each player chooses one down card and all turn them up together. Bet.",
                "Deal each player one card face down.",
                "Each player chooses one down card and all turn them up together. Bet.",
                "Then these two steps twice more.",
            ],
        ),
    ],
)
def test_repeated_steps_are_printed_once(game: str, deal: list[str], capsys: pytest.CaptureFixture[str]):
    _, out, _ = upcard(capsys, "games", "--sheet", game)
    told = out.partition("The deal\n")[2].partition("\n\n")[0].splitlines()
    assert [line.strip() for line in told[:-1]] == deal


def test_no_sheet_repeats_a_line(capsys: pytest.CaptureFixture[str]):
    for game in catalog():
        _, out, _ = upcard(capsys, "games", "--sheet", game)
        assert not [line for line, after in pairwise(out.splitlines()) if line == after], game


def test_rulings_are_printed_for_all_games_or_for_one(capsys: pytest.CaptureFixture[str]):
    status, out, _ = upcard(capsys, "rulings")
    assert status == 0
    assert all(f"  {ruling}: " in out for ruling in HOUSE)
    status, out, _ = upcard(capsys, "rulings", "chicago")
    assert status == 0
    assert "  nobody_holds: next hand\n" in out
    assert "  declare: together\n" in out
    assert "low_kind" not in out


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        (
            "auction-wild",
            ["Highest bid allowed (0: no limit): 0 | a number", "Document 000, Auction (Name the Wild Card)."],
        ),
        ("your-way-draw", ["Who wins: high | low | high and low | as the table says", "Draw, Your Way."]),
        (
            "chicago",
            [
                "At most … raises after a bet (0: no cap): a number",
                "Between two players the cap: no (does not hold) | yes (holds too)",
                "If the deck is too short for a street: common card | deal what is left",
                "Before each street: 0 (no card is burnt) | 1 (one card is burnt)",
            ],
        ),
    ],
)
def test_the_answers_to_a_ruling_and_its_source_are_printed_in_full(
    capsys: pytest.CaptureFixture[str], game: str, lines: list[str]
):
    printed = [line.strip() for line in upcard(capsys, "rulings", game)[1].splitlines()]
    assert [line for line in lines if line in printed] == lines


def test_rulings_are_printed_as_json(capsys: pytest.CaptureFixture[str]):
    _, out, _ = upcard(capsys, "rulings", "--json")
    rulings = {ruling["id"]: ruling for ruling in json.loads(out)}
    assert list(rulings) == list(HOUSE)
    assert rulings["both_scope"]["answers"] == ["each pot", "whole hand"]
    assert rulings["both_scope"]["default"] == "each pot"


def test_rulings_of_an_unknown_game_are_an_error(capsys: pytest.CaptureFixture[str]):
    status, out, err = upcard(capsys, "rulings", "chicgo")
    assert (status, out) == (2, "")
    assert err.startswith("upcard: no game is called 'chicgo'; did you mean chicago")


@pytest.mark.parametrize(
    ("wrong", "hint"), [("woolwrth", "did you mean woolworth?"), ("zzzzzz", "`upcard games` lists them")]
)
def test_a_rule_sheet_of_an_unknown_game_is_an_error(wrong: str, hint: str, capsys: pytest.CaptureFixture[str]):
    message = f"upcard: no game is called '{wrong}'; {hint}\n"
    assert upcard(capsys, "games", "--sheet", wrong) == (2, "", message)


def test_a_ranked_hand_is_named_with_its_wild_cards(capsys: pytest.CaptureFixture[str]):
    status, out, _ = upcard(capsys, "rank", "Ah5h9cKdKs2h2d", "--wild", "5c5d5h5s")
    assert (status, out) == (0, "Ah5h9cKdKs2h2d: full house, kings over deuces (Kd, Ks, 5h as Kh, 2h, 2d)\n")


def test_the_winner_or_tie_of_several_hands_is_printed(capsys: pytest.CaptureFixture[str]):
    _, out, _ = upcard(capsys, "rank", "AsAd9s9h3c", "AhAc9c9d4c")
    assert out.splitlines()[0] == "AsAd9s9h3c: two pair, aces and nines, kicker three (As, Ad, 9s, 9h, 3c)"
    assert out.splitlines()[-1] == "AhAc9c9d4c wins"
    _, out, _ = upcard(capsys, "rank", "AsKd9s8h3c", "AhKc9c8d3h", "2c3d5s7d8c")
    assert out.splitlines()[-1] == "AsKd9s8h3c and AhKc9c8d3h tie"
    _, out, _ = upcard(capsys, "rank", "--low", "a5", "Ah2c3d4s8h", "2s3h4d5c7h")
    assert out.splitlines()[-1] == "2s3h4d5c7h wins"
    _, out, _ = upcard(capsys, "rank", "JrAc2c3c4c", "--bug", "Jr")
    assert "straight flush, five high" in out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["1h"], "'1h': '1h' is not a card"),
        (["2c", "--wild", "5"], "--wild: '5' is not a card"),
        (["2c2c"], "'2c2c': the 2 of clubs is there twice"),
        (["2c3c", "4c2c"], "'4c2c': the 2 of clubs is there twice"),
        (["2c3c4c5c6c7c8c9cTcJcQcKcAc"], "a hand has 1 to 12 cards, not 13"),
        ([""], "'': a hand has 1 to 12 cards, not 0"),
        (["??2c"], "'??2c': a card that nobody has seen cannot be ranked"),
        (["Jr2c"], "Red joker has no rank in this hand"),
    ],
)
def test_a_hand_that_cannot_be_ranked_is_reported_in_one_line(
    arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]
):
    status, out, err = upcard(capsys, "rank", *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert problem in err


def test_the_library_passes_the_check(capsys: pytest.CaptureFixture[str]):
    status, out, err = upcard(capsys, "check")
    assert (status, err) == (0, "")
    assert out.startswith(f"{len(catalog())} games checked, ")


def test_a_game_file_outside_the_library_can_be_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "sixes.toml"
    path.write_text(
        'name = "Sixes"\nextends = "razz"\nabout = "Sixes are wild."\nwild = [{ rule = "ranks", ranks = "6" }]'
    )
    said = f"{path}: no faults, 2 to 10 players, 1 way to play, whole\n1 game checked, 1 way to play\n"
    assert upcard(capsys, "check", path) == (0, said, "")


def test_two_files_of_one_name_are_checked_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    texts = 'extends = "razz"\nplayers = [2, 3]', 'extends = "chips-only"'
    paths = [tmp_path / folder / "ours.toml" for folder in ("one", "two")]
    for path, text in zip(paths, texts, strict=True):
        path.parent.mkdir()
        path.write_text(f'name = "Ours"\nabout = "Ours."\n{text}')
    found = upcard(capsys, "check", *paths)[1].splitlines()
    assert found[0] == f"{paths[0]}: no faults, 2 to 3 players, 1 way to play, whole"
    assert found[1].endswith("1 way to play, in part. You judge: what comes next; who wins the pot")


def test_the_check_lists_what_the_table_judges(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "ours.toml"
    path.write_text('name = "Ours"\nextends = "razz"\nabout = "Ours."\nwild = [{ rule = "as-named" }]')
    assert "1 way to play, in part. You judge: what is wild\n" in upcard(capsys, "check", path)[1]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("name = ", "1: Invalid value"),
        ("colour = 3\nname = 'x'\nabout = 'x'\nextends = 'razz'", "1: colour: unknown key 'colour'"),
        ('name = "x"\nabout = "x"\nextends = "raz"', "3: extends: no game has the id 'raz'"),
        ('extends = "razz"\nabout = "x"', " key 'name' is missing"),
        (
            'name = "x"\nabout = "x"\nextends = "razz"\nwild = [{ rule = "ranks" }]',
            "4: wild[0]: key 'ranks' is missing",
        ),
        (
            'name = "x"\nabout = "x"\nextends = "razz"\n[option.y]\nlabel = "y"\ndefault = "z"',
            "6: option.y.default: ",
        ),
        ("x = " + "[" * 9000, "1: nested too deep (at line 1, column "),
        ('name = "x"\n' + "wild" + ".a" * 200_000 + " = 1", "2: nested too deep (at line 2, column "),
        ('name = "x"\nplayers = [2, 1' + "0" * 100_000 + "]", "2: a number is too long (at line 2, column 15)"),
        ("#" * 1_000_001, " too large: more than 1,000,000 bytes"),
        (
            "about = 'x'\nextends = 'razz'\nname = 0x" + "f" * 90,
            "3: name: must be a text, not 2348542582773833227889480596789337027375682548",
        ),
    ],
)
def test_a_fault_in_a_game_file_is_one_line_with_its_place(
    text: str, problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    status, out, err = upcard(capsys, "check", path)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"{path}:{problem}")


def test_every_fault_of_every_file_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text('name = "Good"\nextends = "razz"\nabout = "Razz."')
    bad.write_text('name = "Bad"\nextends = "good"\nabout = ""\nwild = [\n  { rule = "ranks", ranks = "1" },\n]\n')
    status, out, err = upcard(capsys, "check", bad, good)
    assert (status, out) == (2, f"{good}: no faults, 2 to 10 players, 1 way to play, whole\n")
    rank = "'1' is not a rank (each is one letter of 23456789TJQKA)"
    assert err == f"{bad}:3: about: must not be empty\n{bad}:5: wild[0].ranks: {rank}\n"


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("Sixes", "a game file is named in lower-case letters, digits and hyphens, at most 60 of them, not 'Sixes'"),
        ("razz", "razz is a game of the library; choose another name"),
    ],
)
def test_a_file_whose_name_the_folder_refuses_fails_the_check(
    name: str, problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / f"{name}.toml"
    path.write_text('name = "Sixes"\nextends = "five-card-stud"\nabout = "Sixes are wild."')
    assert upcard(capsys, "check", path) == (2, "", f"{path}: {problem}\n")


def test_a_file_of_the_library_passes_the_check(capsys: pytest.CaptureFixture[str]):
    path = Path(settings.__file__).parent / "games" / "library" / "razz.toml"
    assert upcard(capsys, "check", path)[0] == 0


def test_a_missing_game_file_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    status, _, err = upcard(capsys, "check", tmp_path / "none.toml")
    assert (status, err) == (2, f"{tmp_path}/none.toml: No such file or directory\n")


HIGHWAYMAN = """
name = "Highwayman"
extends = "five-card-stud"
about = "Five-card stud in which treys are wild."
wild = [{ rule = "ranks", ranks = "3" }]
"""
HIGHWAY_HAND = """
variant = "highwayman"
antes = [1, 1]
small_bet = 2
big_bet = 4
starting_stacks = [100, 100]
actions = ["d dh p1 ??3h", "d dh p2 ??9c", "p1 f"]
[[_expect]]
after = 2
wild = "3c3d3h3s"
"""


def test_the_commands_include_games_in_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("UPCARD_DATA", str(tmp_path))
    monkeypatch.setattr(game_files, "SECONDS", 0.0)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "highwayman.toml").write_text(HIGHWAYMAN)
    assert "highwayman" in upcard(capsys, "games")[1]
    assert upcard(capsys, "games", "--search", "highwayman")[1].startswith("highwayman ")
    assert "3s are wild for everyone." in upcard(capsys, "games", "--sheet", "highwayman")[1]
    assert "wild_showing" in upcard(capsys, "rulings", "highwayman")[1]
    assert upcard(capsys, "check")[1].startswith(f"{len(catalog()) + 1} games checked, ")
    (tmp_path / "hand.toml").write_text(HIGHWAY_HAND)
    assert upcard(capsys, "replay", tmp_path / "hand.toml")[0] == 0

    (tmp_path / "games" / "highwayman.toml").write_text(HIGHWAYMAN.replace("ranks =", "rank ="))
    (tmp_path / "games" / "chicago.toml").write_text(HIGHWAYMAN)
    _, out, err = upcard(capsys, "games")
    assert "Highwayman (cannot be played)" in out
    assert "highwayman.toml: wild[0]: unknown key 'rank'" in err
    assert "chicago.toml: chicago is a game of the library" in err
    assert upcard(capsys, "games", "--sheet", "highwayman")[0] == 2
    assert json.loads(upcard(capsys, "games", "--json", "--search", "highwayman")[1])
    assert "highwayman.toml:5: wild[0].rank: unknown key 'rank'" in upcard(capsys, "check")[2]
    assert upcard(capsys, "replay", tmp_path / "hand.toml")[0] == 2


NO_CODE = "upcard: there is no host code in {} yet; the first start of the server makes it\n"


def test_the_host_code_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("UPCARD_DATA", str(tmp_path))
    assert upcard(capsys, "host-code")[::2] == (2, NO_CODE.format(tmp_path))
    code = settings.host_code()
    assert upcard(capsys, "host-code") == (0, f"{code}\n", "")


def test_asking_for_the_host_code_makes_no_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mistyped = tmp_path / "upcrad"
    monkeypatch.setenv("UPCARD_DATA", str(mistyped))
    assert upcard(capsys, "host-code") == (2, "", NO_CODE.format(mistyped))
    assert not mistyped.exists()


def test_the_host_code_needs_a_data_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("UPCARD_DATA", str(tmp_path / "file"))
    status, said, wrong = upcard(capsys, "host-code")
    assert (status, said) == (2, "")
    assert wrong.startswith("upcard: cannot use the data directory: ")
