"""Rulings are complete, listed for the games that need them, and shown by records."""

from __future__ import annotations

from typing import get_args

import pytest

from app.games.build import types_of
from app.games.errors import GameError
from app.games.house import HOUSE, HouseRules, Stakes
from app.games.load import resolve
from app.games.modifiers import read_modifier
from app.games.rulings import NUMBER, Ruling
from app.games.situation import Situation
from app.record.text import read
from tests.manual.printed import RECORDS
from tests.rulings.shown import answers_of, depends_on, in_force, shown_by


def situation(game: str, *, players: int = 4, stakes: Stakes = Stakes(), **house: object) -> Situation:
    return Situation(resolve(game), HouseRules(**house), stakes, players)


def rulings_for(at: Situation) -> set[str]:
    return {ruling.id for ruling in at.rulings()}


@pytest.mark.parametrize("ruling", HOUSE.values(), ids=lambda ruling: ruling.id)
def test_a_ruling_has_a_sentence_for_each_answer_its_type_allows(ruling: Ruling) -> None:
    kind = types_of(HouseRules)[ruling.id]
    if kind is bool:
        assert set(ruling.says) == set(ruling.answers) == {False, True}
    elif kind is int:
        assert ruling.answers == ()
        assert NUMBER in ruling.says
    else:
        assert ruling.answers == tuple(ruling.says) == get_args(kind)
        assert ruling.default in ruling.answers
    assert ruling.source
    assert ruling.question


def test_an_impossible_number_is_refused() -> None:
    for rule in ({"raises": -1}, {"last_bet": -1}, {"chip_unit": 0}, {"big_bet_from_round": 0}):
        with pytest.raises(GameError):
            HouseRules(**rule)


@pytest.mark.parametrize(
    ("game", "ruling", "comes_up"),
    [
        ("chicago", "nobody_holds", True),
        ("chicago", "both_ways", True),
        ("seven-card-stud", "nobody_holds", False),
        ("chicago-cards-speak", "nobody_holds", False),
        ("chicago-cards-speak", "unclaimed_half", True),
        ("the-bitch", "unclaimed_half", False),
        ("stud-eight-or-better", "unclaimed_half", True),
        ("seven-card-stud", "odd_chip_split", False),
        ("seven-card-stud", "five_of_a_kind", False),
        ("woolworth", "five_of_a_kind", True),
        ("woolworth", "natural_wins", True),
        ("razz", "wild_repeats", False),
        ("number-nine", "made_wild_needs_five", True),
        ("baseball", "made_wild_needs_five", False),
        ("dakota", "turn_order", False),
        ("roll-your-own-baseball", "turn_order", True),
        ("razz", "opener_first", False),
        ("razz", "joker_bring_in", False),
        ("mexican-stud-41", "joker_bring_in", False),
        ("seven-card-stud", "opener_first", True),
        ("spinning-dog-of-the-nile", "rotation", True),
        ("seven-card-stud", "rotation", False),
        ("beat-your-neighbor", "overtaken_all_up", True),
        ("shifting-sands", "overtaken_all_up", False),
        ("draft", "draft_ties", True),
        ("seven-card-stud", "draft_ties", False),
        ("seven-card-stud", "burns", True),
        ("beat-your-neighbor", "burns", False),
    ],
)
def test_a_game_lists_the_rulings_it_leaves_open(game: str, ruling: str, comes_up: bool) -> None:
    assert (ruling in rulings_for(situation(game))) is comes_up


@pytest.mark.parametrize(("play", "comes_up"), [("wild", True), ("bug", False), ("bug up, wild down", False)])
def test_the_joker_ruling_needs_a_wild_joker_up_and_a_high_card_bring_in(play: str, comes_up: bool) -> None:
    jokers = read_modifier({"modifier": "jokers", "play": play}, "test")
    at = Situation(resolve("razz", None, [jokers]), HouseRules(), Stakes())
    assert ("joker_bring_in" in rulings_for(at)) is comes_up
    assert "joker_bring_in" not in rulings_for(Situation(resolve("chicago", None, [jokers]), HouseRules(), Stakes()))


def test_rulings_on_bets_depend_on_the_limit() -> None:
    fixed, none = situation("dakota"), situation("dakota", stakes=Stakes(limit="none"))
    assert {"big_bet_from_round", "last_bet", "raises"} <= rulings_for(fixed)
    assert not {"big_bet_from_round", "last_bet", "raises"} & rulings_for(none)
    assert "max_price_no_limit" in rulings_for(none) - rulings_for(fixed)


def test_whether_the_deck_can_run_short_depends_on_players_and_burns() -> None:
    assert "short_deck" not in rulings_for(situation("seven-card-stud", players=7))
    assert "short_deck" in rulings_for(situation("seven-card-stud", players=8))
    assert "short_deck" in rulings_for(situation("seven-card-stud", players=7, burns=1))
    assert "short_deck" not in rulings_for(situation("seven-card-stud", players=6, burns=1))


def test_the_heads_up_cap_applies_only_if_raises_are_capped() -> None:
    assert "heads_up_cap" in rulings_for(situation("seven-card-stud"))
    assert "heads_up_cap" not in rulings_for(situation("seven-card-stud", raises=0))


def test_a_number_is_spelled_out() -> None:
    assert HOUSE["raises"].sentence(4) == "A bet and four raises a round."
    assert HOUSE["big_bet_from_round"].sentence(3) == "The big bet begins in the third round."
    assert HOUSE["last_bet"].sentence(20) == "The last round is played at 20."


@pytest.mark.parametrize("ruling", HOUSE)
def test_each_answer_of_a_ruling_is_shown_by_a_record(ruling: str) -> None:
    shown = shown_by().get(ruling, {})
    assert set(shown) == set(answers_of(ruling)), (
        "each answer needs a record that ends otherwise under the others; `python -m tests.rulings NAME` finds them"
    )
    for answer, title in shown.items():
        record = read((RECORDS / f"{title}.toml").read_text("utf-8"), title)
        assert in_force(record, ruling) == answer
        assert depends_on(record, ruling), f"{title} ends the same under every answer"
