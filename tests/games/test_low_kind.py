"""The kind of low hand: set by the game, by its option, or by the house."""

from __future__ import annotations

import pytest

from app.games.catalog import catalog
from app.games.definition import Game
from app.games.house import HOUSE, house_rules
from app.games.load import resolve
from app.games.rules.share.low import Low
from app.games.sheet import rule_sheet, sheet_text
from app.hand.open_hands import low_rules
from tests.hand.at_table import hand
from tests.hand.own_game import BET, deal, own

#: Options that make a game play for low.
PLAYED_FOR_LOW = {
    "auction": {"high_low": "cards speak"},
    "mississippi-stud": {"played_for": "low hand"},
    "murrumbidgee": {"played_for": "low hand"},
}

#: Games whose documents define a low hand.
SAID = {
    *("razz", "london-lowball", "stud-eight-or-better", "omaha-eight", "kentrel", "laino-rollem", "mississippi-mud"),
    *("lowball-a5", "california-lowball", "deuce-to-seven-triple-draw", "big-o", "badeucy", "badacey", "razzdugi"),
    *("deuce-to-seven-razz", "deuce-to-seven-single-draw", "archie", "holdem-eight", "super-stud"),
}

KINDS = HOUSE["low_kind"].answers


def game_of(game: str, **options: str) -> Game:
    return resolve(game, {**PLAYED_FOR_LOW.get(game, {}), **options})


def lows(game: Game) -> list[Low]:
    return [share for share in game.shares if isinstance(share, Low)]


def test_a_game_sets_its_low_ranking_or_leaves_it_to_the_house_with_an_option() -> None:
    for game, info in catalog().items():
        shares = lows(game_of(game))
        offered = {option.key: option for option in info.options}.get("low_kind")
        if game in SAID:
            assert shares, game
            assert all(share.own_kind for share in shares), game
            assert offered is None, game
        elif shares:
            assert offered is not None, f"{game} offers the option low_kind, as anaconda does, or is listed in SAID"
            assert not any(share.own_kind for share in shares), game
            assert set(offered.choices[1:]) <= set(KINDS), game
            for kind in offered.choices[1:]:
                assert [share.own_kind for share in lows(game_of(game, low_kind=str(kind)))] == [kind], game


@pytest.mark.parametrize(("short", "kind"), [("a5", "ace to five"), ("a6", "ace to six"), ("27", "deuce to seven")])
def test_short_names_of_low_rankings_are_accepted(short: str, kind: str) -> None:
    state = own(deal("du"), BET, share=[{"rule": "low", "kind": short}], house={"low_kind": "ace to six"})
    assert lows(state.game)[0].own_kind == kind
    assert low_rules(state).kind == short


@pytest.mark.parametrize(("kind", "short"), [("ace to five", "a5"), ("ace to six", "a6"), ("deuce to seven", "27")])
def test_a_low_share_without_a_ranking_uses_the_house_rule(kind: str, short: str) -> None:
    assert low_rules(hand("slow-death", house={"low_kind": kind})).kind == short
    assert low_rules(hand("razz", house={"low_kind": kind})).kind == "a5"
    # The lowest hand showing opens by this kind too, even if no low hand wins.
    assert low_rules(hand("seven-card-stud", house={"low_kind": kind})).kind == short


def test_deuce_to_seven_becomes_ace_to_six_if_aces_are_low_in_every_hand() -> None:
    assert low_rules(hand("jackal", house={"low_kind": "deuce to seven"})).kind == "a6"
    assert low_rules(hand("jackal", house={"low_kind": "ace to five"})).kind == "a5"


def sheet(game: str, house: str, **options: str) -> str:
    return sheet_text(rule_sheet(game_of(game, **options), house_rules({"low_kind": house})), game)


def test_the_rule_sheet_names_the_low_ranking() -> None:
    assert "A low hand is ace to six:" in sheet("slow-death", "ace to six")
    said = sheet("slow-death", "ace to six", low_kind="deuce to seven")
    assert "the lowest hand (deuce to seven)" in said
    assert "A low hand is" not in said
    assert "A low hand is" not in sheet("razz", "ace to six")
    assert "Low hands are ace to six." in sheet("jackal", "deuce to seven")


def test_an_ace_is_low_for_the_bring_in_unless_lows_are_deuce_to_seven() -> None:
    assert "An ace is low." in sheet("razz", "deuce to seven")
    bring_in = {"opener_first": "high card brings in"}
    for kind, said in (("ace to five", True), ("deuce to seven", False)):
        house = house_rules({**bring_in, "low_kind": kind})
        text = sheet_text(rule_sheet(game_of("mississippi-stud"), house), "")
        assert ("An ace is low." in text) == said
