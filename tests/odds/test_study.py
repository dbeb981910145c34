"""Studies of what wins a game, and the line about it in the rule sheet."""

from __future__ import annotations

import json
import tomllib

import pytest

from app.cli import main
from app.commands.odds import study_text
from app.games.catalog import catalog
from app.games.house import HouseRules
from app.games.load import resolve
from app.games.sheet import rule_sheet
from app.games.studies import studies, study_line
from app.odds.figures import NoOdds
from app.odds.study import Study, study
from tests.studies import entry, study_game


def found(game_id: str, players: int = 6, deals: int = 300) -> Study:
    answer = study(catalog()[game_id].usual, players, deals)
    assert isinstance(answer, Study)
    return answer


@pytest.mark.parametrize("game_id", ["follow-the-queen", "stud-eight-or-better"])
def test_the_stored_table_is_what_the_program_writes(game_id: str) -> None:
    one = study_game(game_id)
    assert one is not None
    assert tomllib.loads(entry(game_id, one))[game_id] == studies()[game_id]


def test_the_stored_table_has_every_game_with_odds() -> None:
    answers = {game_id: study(info.usual, info.summary.players[0], 1) for game_id, info in catalog().items()}
    assert [game_id for game_id, answer in answers.items() if isinstance(answer, Study)] == list(studies())


def test_every_deal_has_a_winning_hand() -> None:
    kinds = found("chicago-cards-speak")
    assert all(sum(counts.values()) == 300 for counts in kinds.shares.values())
    assert next(iter(kinds.shares["spade"])) == "ace"
    assert kinds.nothing_wild is None
    assert 30 < (kinds.best_showing or 0) < 200


def test_wild_cards_make_better_hands_win() -> None:
    wild, plain = found("low-hole-wild").shares["high"], found("seven-card-stud").shares["high"]
    assert wild["four of a kind"] > 10 * plain.get("four of a kind", 0)
    assert list(plain).index("full house") < list(plain).index("flush") < list(plain).index("two pair")


def test_two_fives_or_tens_up_end_woolworths_wild_cards_often() -> None:
    nothing = found("woolworth", deals=600).nothing_wild or 0
    # 24 of 52 cards come up, eight of the 52 are fives or tens: fewer than two of those come up once in 24 deals.
    assert nothing > 0.95 * 600


def test_redealt_hands_are_not_counted_as_showdowns() -> None:
    assert found("the-bitch").stopped > 60


@pytest.mark.parametrize("game_id", ["five-card-draw", "dakota", "cowpie", "bourre"])
def test_a_game_of_choices_is_not_studied(game_id: str) -> None:
    assert isinstance(study(catalog()[game_id].usual, 4, 10), NoOdds)
    assert game_id not in studies()


@pytest.mark.parametrize(
    ("game_id", "choice"),
    [
        ("ricky-delaet-ii", "Each player chooses one down card and all turn them up together."),
        ("seven-card-twist", "In turn from the dealer's left, each player may replace one card for the big bet;"),
        ("five-card-draw", "In turn from the dealer's left, each player may replace up to three cards"),
    ],
)
def test_the_choice_that_keeps_a_game_from_being_studied_is_named(game_id: str, choice: str) -> None:
    game = catalog()[game_id].usual
    answer = study(game, 4, 10)
    assert isinstance(answer, NoOdds)
    assert f"a choice that nobody can make for them: {choice}" in study_text(game, answer)


def test_the_sheet_says_in_a_line_what_usually_wins() -> None:
    sheet = {section.title: section.lines for section in rule_sheet(catalog()["follow-the-queen"].usual)}
    assert sheet["Odds"] == ("With six players a flush or better wins seven times in ten.",)


def test_each_share_has_its_part_of_the_line() -> None:
    line = study_line(catalog()["stud-eight-or-better"].usual, HouseRules())
    assert line.startswith("With six players ")
    assert " or better wins the high " in line
    assert " low or better wins the low " in line


def test_a_game_under_other_rules_says_nothing() -> None:
    assert study_line(resolve("follow-the-queen", {"later_queen": "adds"}), HouseRules()) == ""
    assert study_line(catalog()["low-hole-wild"].usual, HouseRules(low_hole_ace="low")) == ""
    assert study_line(catalog()["seven-card-stud"].usual, HouseRules(natural_wins="high")) == ""
    number_nine = catalog()["number-nine"].usual
    assert study_line(number_nine, HouseRules())
    assert study_line(number_nine, HouseRules(made_wild_needs_five=False)) == ""


def test_the_command_prints_kinds_of_hand_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", "woolworth", "--players", "3", "--deals", "200"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Woolworth, 3 players, 200 deals\nHigh is won by\n")
    assert ": nothing is wild at the end" in out
    assert main(["study", "woolworth", "--players", "3", "--deals", "200", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)["study"]
    assert sum(report["shares"][0]["kinds"].values()) == report["deals"] == 200


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["woolworth", "--players", "20"], 2, "Woolworth is for 2 to 10 players, not 20"),
        (["nothing"], 2, "no game is called 'nothing'"),
        (["woolworth", "--deals", "0"], 2, "0 is not in the range"),
        (["anaconda"], 1, "Anaconda: nobody can tell what wins."),
        (["anaconda", "--json"], 1, '"study": null'),
    ],
)
def test_a_game_that_cannot_be_studied_is_refused_with_the_reason(
    arguments: list[str], status: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", *arguments]) == status
    captured = capsys.readouterr()
    assert message in captured.out + captured.err
