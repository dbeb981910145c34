"""``upcard odds``: a table for the dealer, an object for programs, errors as in the other commands."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.cli import main
from tests.test_commands import HAND

RECORDS = Path(__file__).parent.parent / "records"
CHICAGO = RECORDS / "chicago" / "all-both-cards-speak.toml"


@pytest.fixture
def hand(tmp_path: Path) -> Path:
    path = tmp_path / "hand.toml"
    path.write_text(HAND, "utf-8")
    return path


def upcard(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = main(["odds", *map(str, arguments)])
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    return status, captured.out, captured.err


def test_each_player_has_a_line_with_an_error(hand: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = upcard(capsys, hand, "--deals", 400)
    assert (status, err) == (0, "")
    title, *players, assumption, deals = out.splitlines()
    assert title == "Woolworth, 4 actions, from what the table knows"
    assert [line.split()[1] for line in players] == ["Ann", "Bob", "Cy"]
    assert all(" ±2." in line for line in players)
    assert (assumption, deals) == ("Nobody folds or bets from here on.", "400 deals; ± is one standard error.")


def test_a_card_known_only_to_the_record_is_ignored(hand: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = upcard(capsys, hand, "--deals", 100)
    hand.write_text(HAND.replace("5c??Kc", "????Kc"), "utf-8")
    assert upcard(capsys, hand, "--deals", 100)[1] == out


def test_each_share_has_a_table_and_exact_figures_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = upcard(capsys, CHICAGO, "--at", 14, "--view", "looked-back")
    assert status == 0
    assert "The pot: high\n" in out
    assert "The pot: spade\n" in out
    assert "±" not in out
    assert out.endswith("Exact: 1,560 deals can come.\n")


def test_a_program_gets_every_figure_with_its_error(hand: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = upcard(capsys, hand, "--json", "--deals", 200, "--seed", 3)
    report = json.loads(out)
    assert (status, report["game"], report["actions"], report["why"]) == (0, "woolworth", 4, "")
    odds = report["odds"]
    assert (odds["view"], odds["deals"], odds["exact"]) == ("shown", 200, False)
    assert odds["assumptions"] == [{"id": "nobody folds or bets", "text": "Nobody folds or bets from here on."}]
    assert set(odds["players"]) == {"p1", "p2", "p3"}
    assert 0 < odds["players"]["p1"]["share"]["error"] < 0.04
    assert odds["pots"][0]["amount"] == 5
    assert odds["pots"][0]["shares"][0]["name"] == "high"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--view", "open"], "Ann has not turned up their hand."),
        (["--view", "open", "--json"], "Ann has not turned up their hand."),
    ],
)
def test_a_hand_without_odds_says_why(
    hand: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], why: str
) -> None:
    status, out, _ = upcard(capsys, hand, *arguments)
    assert status == 1
    assert why in out


def test_a_step_that_leaves_a_choice_is_quoted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "hand.toml"
    record.write_text(HAND.replace("woolworth", "cowpie"), "utf-8")
    assert "a choice that nobody can make for them: Each player sets two cards aside" in upcard(capsys, record)[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--at", "9"], "actions: there are 4, and none is number 9"),
        (["--at", "x"], "must be a number of actions"),
        (["--deals", "0"], "0 is not in the range"),
        (["--seed", "-1"], "-1 is not in the range"),
        (["--view", "all"], "is not one of 'shown', 'open', 'looked-back'"),
    ],
)
def test_invalid_arguments_are_refused(
    hand: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    status, out, err = upcard(capsys, hand, *arguments)
    assert status == 2
    assert message in out + err


def test_a_refused_action_and_a_missing_file_are_named(hand: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hand.write_text(HAND.replace("p2 cbr 2", "p1 f"), "utf-8")
    status, out, _ = upcard(capsys, hand)
    assert (status, out) == (2, f"{hand}: action 4 'p1 f': it is Bob's turn\n")
    assert upcard(capsys, "/nowhere.toml")[0] == 2


def test_a_record_is_read_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(HAND.encode())))
    assert "Woolworth, 4 actions" in upcard(capsys, "-", "--deals", 20)[1]
