"""A fault of a game is a value: its place, its reason, and the field or rule it is about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from app.games.errors import GameError, raise_first
from app.games.house import Stakes, house_rules
from app.games.load import build, key_errors, parse, resolve
from app.games.modifiers import read_modifier
from tests.games.test_load import PLAIN, made

PEEK = {"step": "buy", "key": "peek", "what": "for a peek"}
CLUBS = {"rule": "counts-as", "suit": "club", "higher": True}
ODD_OPTION = {"label": "X", "default": "a", "choices": ["b"]}


def error_of(call: Callable[[], object]) -> GameError:
    with pytest.raises(GameError) as caught:
        call()
    return caught.value


def parts(problem: GameError) -> tuple[str, str, str, str]:
    return problem.source, problem.key, problem.reason, problem.about


@pytest.mark.parametrize(
    ("changes", "source", "key", "about"),
    [
        ({"wild": [{"rule": "ranks", "ranks": 2}]}, "plain", "wild[0].ranks", "ranks"),
        ({"wild": [{"rule": "ranks"}]}, "plain", "wild[0]", "ranks"),
        ({"wild": [{"rule": "ranks", "rank": "2"}]}, "plain", "wild[0]", "rank"),
        ({"script": [{"step": "dance"}]}, "plain", "script[0]", "step"),
        ({"script": "nine-card"}, "plain.toml", "script", "script"),
        ({"share": []}, "plain", "share", "share"),
        ({"share": [{"rule": "high", "table": True, "qualifier": "flush"}]}, "plain", "share[0]", ""),
        ({"wild": [{"rule": "extreme", "of": "hand", "end": "last"}]}, "plain", "wild[0]", ""),
        ({"wild": [{"rule": "extreme", "only": "high"}]}, "plain", "wild[0]", ""),
        ({"wild": [{"rule": "matched", "alike": "suit"}]}, "plain", "wild[0]", ""),
        ({"wild": [{"rule": "holding"}]}, "plain", "wild[0]", ""),
        ({"wild": [{"rule": "counts-as"}]}, "plain", "wild[0]", ""),
        ({"wild": [CLUBS], "share": [{"rule": "low"}]}, "plain.toml", "wild", "wild"),
        ({"wild": [CLUBS], "share": [{"rule": "high", "hand": "down"}]}, "plain.toml", "wild", "wild"),
        ({"wild": [CLUBS], "share": [{"rule": "high", "beats_all": ["77"]}]}, "plain.toml", "wild", "wild"),
        ({"wild": [CLUBS], "ranking": {"four_card_hands": True}}, "plain.toml", "wild", "wild"),
        ({"script": [{"step": "common", "shown": True}]}, "plain", "script[0]", ""),
        ({"script": [{"step": "deal", "cards": "du"}], "blinds": 2}, "plain.toml", "blinds", "blinds"),
        ({"deck": {"jokers": 3}}, "plain", "deck.jokers", "jokers"),
        ({"opener": {"first": "loudest"}}, "plain", "opener.first", "first"),
        ({"extends": "nothing"}, "plain.toml", "extends", "extends"),
        (
            {"option": {"x": {"label": "X", "default": "a", "choices": ["b"]}}},
            "plain.toml",
            "option.x.default",
            "default",
        ),
        ({"modifier": ["sideways"]}, "plain.toml", "modifier", "modifier"),
    ],
)
def test_an_error_has_its_place_and_key(changes: dict[str, Any], source: str, key: str, about: str) -> None:
    problem = error_of(lambda: made(**changes))
    assert (problem.source, problem.key, problem.about) == (source, key, about)
    assert str(problem) == f"{source}: {key}: {problem.reason}"


@pytest.mark.parametrize(
    ("changes", "key", "reason"),
    [
        ({"wild": [{"rule": "ranks", "ranks": "2", "only": "pig"}]}, "wild[0].only", "no share is called 'pig'"),
        ({"share": [{"rule": "high", "hand": "left"}]}, "share[0].hand", "there is no hand 'left'"),
        ({"share": [{"rule": "high", "hand": "set"}]}, "share[0].hand", "there is no hand 'set'"),
        (
            {
                "script": [
                    *PLAIN["script"],
                    {"step": "roll", "bought": "peek"},
                    {"step": "buy", "key": "peek", "what": "a peek"},
                ]
            },
            "script[2].bought",
            "no earlier step sells 'peek'",
        ),
    ],
)
def test_a_reference_to_an_unknown_name_is_refused(changes: dict[str, Any], key: str, reason: str) -> None:
    problem = error_of(lambda: made(**changes))
    assert (problem.key, problem.reason) == (key, reason)


def test_a_hand_stored_before_names_were_checked_can_still_be_built() -> None:
    stored = {**made().raw, "wild": [{"rule": "ranks", "ranks": "2", "only": "pig"}]}
    assert build(stored).wild


def test_an_error_in_toml_has_its_file_and_line() -> None:
    problem = error_of(lambda: parse("name = ", "odd.toml"))
    assert parts(problem) == ("odd.toml", "", "Invalid value (at end of document)", "")


def test_an_error_about_a_modifier_names_the_modifier() -> None:
    problem = error_of(lambda: resolve("chicago", None, [read_modifier("hi-lo", "modifier")]))
    assert parts(problem) == ("Chicago", "", "this game already splits the pot", "hi-lo")
    problem = error_of(
        lambda: resolve("five-card-stud", None, [read_modifier("auction", "a"), read_modifier("draft", "b")])
    )
    assert parts(problem) == ("auction and draft", "", "a card cannot be bid for and drafted", "draft")


def test_an_error_about_an_option_names_the_option() -> None:
    problem = error_of(lambda: resolve("woolworth", {"one_eyed_jacks": 3}))
    assert parts(problem) == (
        "woolworth",
        "",
        "option 'one_eyed_jacks' must be true or false, not 3",
        "one_eyed_jacks",
    )


@pytest.mark.parametrize(
    ("stakes", "about"),
    [
        ({"ante": -1}, "ante"),
        ({"small": 0}, "small"),
        ({"small": 5, "big": 4}, "small"),
        ({"bring_in": 3}, "bring_in"),
        ({"limit": "pot", "min_bet": 0}, "min_bet"),
        ({"limit": "spread", "min_bet": 5, "max_bet": 4}, "max_bet"),
    ],
)
def test_an_error_about_stakes_names_the_amount(stakes: dict[str, Any], about: str) -> None:
    assert error_of(lambda: Stakes(**stakes)).about == about


def test_an_error_about_house_rules_names_the_rule() -> None:
    assert parts(error_of(lambda: house_rules({"chip_unit": 0}, where="rule"))) == (
        "",
        "rule",
        "chip_unit must be at least 1",
        "chip_unit",
    )
    assert error_of(lambda: house_rules({"raises": "3"})).about == "raises"


def test_an_error_does_not_print_a_huge_number() -> None:
    problem = error_of(lambda: made(wild=[{"rule": "ranks", "ranks": 16**5000}]))
    assert problem.reason == "must be a text, not this number"
    problem = error_of(lambda: made(players=[2, 4], script=[{"step": "deal", "cards": "d" * 200, "x" * 200: 1}]))
    assert len(problem.reason) < 300


@pytest.mark.parametrize(
    ("count", "reason"),
    [
        (-1, "must be a whole number, 0 or more, not -1"),
        (10**15, "must be at most 999999999999999, not 1000000000000000"),
    ],
)
def test_meaningless_numbers_are_refused(count: int, reason: str) -> None:
    script = [*PLAIN["script"], {"step": "roll", "count": count}]
    problem = error_of(lambda: made(script=script))
    assert problem.key == "script[2].count"
    assert problem.reason == reason


def test_discarding_more_cards_than_were_dealt_is_refused() -> None:
    script = [*PLAIN["script"], {"step": "discard", "count": 3}]
    assert error_of(lambda: made(script=script)).reason == "more cards are thrown away than dealt"


@pytest.mark.parametrize("step", ["deal", {"cards": "d"}, {"step": 3}, 7])
def test_an_error_in_the_script_is_not_blamed_on_a_modifier(step: Any) -> None:
    problem = error_of(lambda: made(script=[step, {"step": "bet"}], modifier=["extra-down-card"]))
    assert problem.key == "script[0]"


@pytest.mark.parametrize("ante", [0, 1001, "x", 2.5])
def test_a_bomb_pot_has_a_sensible_number_of_antes(ante: object) -> None:
    problem = error_of(lambda: raise_first(key_errors({"name": "Plain", "ante": ante})))
    assert problem.about == "ante"
