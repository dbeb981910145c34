"""Game files: inheritance, checks, and the errors of the checks."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from app.games.catalog import catalog
from app.games.errors import GameError
from app.games.load import build, library, merged_with_parents, options_of, parse, resolve
from app.games.modifiers import modifier_rules, read_modifier
from app.games.steps.deal import Deal
from app.games.steps.roll import Roll

PLAIN: dict[str, Any] = {
    "name": "Plain",
    "about": "A game for tests.",
    "script": [{"step": "deal", "cards": "du"}, {"step": "bet"}],
    "share": [{"rule": "high"}],
}


def made(**changes: Any) -> Any:
    """Return the plain game, resolved with some keys changed."""
    return resolve("plain", games={"plain": {**PLAIN, **changes}})


def test_every_game_resolves_under_every_value_of_every_option() -> None:
    for info in catalog().values():
        for option in info.options:
            for value in option.choices or (True, False):
                assert resolve(info.id, {option.key: value}).name == info.name


def test_the_deck_limits_players_by_the_cards_dealt_before_the_first_bet() -> None:
    steps = [{"step": "deal", "cards": "ddddd"}, {"step": "discard", "count": 2}, {"step": "deal", "cards": "dddddd"}]
    later = [{"step": "bet"}, {"step": "deal", "cards": "dddddddddd"}]
    # Three kept and six more make nine each: fifty-two cards serve five players, whatever comes later.
    assert made(script=[*steps, *later]).players == (2, 5)
    # Cards dealt to the middle count too, if they come before the bet.
    five = {"step": "deal", "cards": "ddddd"}
    common = {"step": "common", "count": 3}
    assert made(script=[five, {"step": "bet"}, common]).players == (2, 10)
    assert made(script=[five, common, {"step": "bet"}]).players == (2, 9)
    assert made(script=[{"step": "bet"}, five]).players == (2, 10)
    assert made(players=[3, 4]).players == (3, 4)


def test_the_documents_number_of_players_is_no_limit() -> None:
    games = [info for info in catalog().values() if info.document == "004"]
    assert len(games) > 40
    assert all(info.summary.seats for info in games)
    assert (catalog()["boot"].summary.seats, catalog()["boot"].summary.players) == (4, (2, 10))
    assert made().seats == 0


#: Other choices needed for an option to matter, by game and option or by option alone.
NEEDED: dict[str, dict[str, Any]] = {
    "up_three_price": {"up_three": "pay the price"},
    "after_rainout": {"rainout": True},
    "auction low_kind": {"high_low": "cards speak"},
    "mississippi-stud low_kind": {"played_for": "low hand"},
    "murrumbidgee low_kind": {"played_for": "low hand"},
}


def test_every_option_of_every_game_changes_something() -> None:
    for info in catalog().values():
        for option in info.options:
            for value in option.choices or (True, False):
                if value != option.default:
                    others = NEEDED.get(f"{info.id} {option.key}") or NEEDED.get(option.key, {})
                    changed = resolve(info.id, {**others, option.key: value})
                    assert changed.raw != resolve(info.id, others).raw, (info.id, option.key)


def test_an_entry_is_kept_if_all_its_conditions_are_true() -> None:
    conditions = [{"option": "first"}, {"option": "second", "is": "b"}]
    table = {
        **PLAIN,
        "wild": [{"rule": "ranks", "ranks": "2", "on": conditions}],
        "option": {
            "first": {"label": "First", "default": False},
            "second": {"label": "Second", "default": "a", "choices": ["a", "b"]},
        },
    }
    wild = [
        bool(resolve("plain", {"first": first, "second": second}, games={"plain": table}).wild)
        for first in (False, True)
        for second in "ab"
    ]
    assert wild == [False, False, False, True]


def test_a_child_states_only_the_difference() -> None:
    assert resolve("low-chicago").script == resolve("chicago").script
    assert resolve("low-chicago").shares != resolve("chicago").shares


def test_a_resolved_game_can_be_built_again_from_its_raw_table() -> None:
    for game_id in library():
        game = resolve(game_id)
        assert build(game.raw) == game


SCOOP = {"rule": "high", "scoop": True, "unclaimed": "next hand"}
DEALT = [{"step": "deal", "cards": "ddddd"}, {"step": "bet"}]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"extends": "nothing"}, "plain.toml: extends: no game has the id 'nothing'"),
        ({"script": "nine-card"}, "script: no script is called 'nine-card'"),
        ({"script": []}, "nobody is dealt a card"),
        ({"script": [{"step": "deal", "cards": "x"}]}, r"script\[0\]: cards must be written"),
        ({"script": [{"step": "dance"}]}, r"script\[0\]: no step is called 'dance'"),
        ({"wild": [{"rule": "ranks", "ranks": "1"}]}, r"wild\[0\].ranks: '1' is not a rank"),
        ({"wild": [{"rule": "ranks", "rank": "2"}]}, r"wild\[0\]: unknown key 'rank'"),
        ({"wild": [{"rule": "ranks"}]}, r"wild\[0\]: key 'ranks' is missing"),
        ({"wild": [{"rule": "ranks", "ranks": 2}]}, r"wild\[0\].ranks: must be a text, not 2"),
        ({"share": []}, "nobody would win the pot"),
        ({"share": [{"rule": "high"}, {"rule": "high"}]}, "two shares have the same name"),
        ({"share": [SCOOP]}, r"share\[0\].scoop: there is no other part to win"),
        ({"share": [{"rule": "low"}, {**SCOOP, "unclaimed": "split"}]}, r"share\[1\].scoop: `unclaimed` has to say"),
        ({"share": [SCOOP, {"rule": "low"}], "script": [*DEALT, {"step": "declare"}]}, "do not play for every part"),
        ({"deck": {"strip": "23456789TJQKA"}}, "too small for 2 players"),
        ({"deck": {"jokers": 3}}, "must be one of 0, 1, 2"),
        ({"wild": [{"rule": "ranks", "ranks": {"option": "which"}}]}, "no such option"),
        ({"wild": [{"rule": "ranks", "ranks": "2", "on": [True, "x"]}]}, "on: must be true or false, not 'x'"),
        ({"option": {"x": {"label": "X", "default": "a", "choices": ["b"]}}}, "option.x.default"),
        ({"opener": {"first": "loudest"}}, "opener.first"),
    ],
)
def test_an_invalid_game_is_refused_with_place_and_reason(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=message):
        made(**changes)


def test_a_file_with_an_unknown_key_names_the_file_and_the_key() -> None:
    with pytest.raises(GameError, match=r"odd\.toml: unknown key 'wilds'"):
        parse("wilds = []", "odd.toml")
    with pytest.raises(GameError, match=r"odd\.toml: "):
        parse("name = ", "odd.toml")
    with pytest.raises(GameError, match=r"odd\.toml: name: must not be empty"):
        parse("name = ''", "odd.toml")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("aliases = [3]", r"aliases\[0\]: must be a text, not 3"),
        ("script = 3", "script: must be a text or a list, not 3"),
        ("wild = {}", r"wild: expected a list, found \{\}"),
        ("option = { a = 3 }", "option: every entry must be a table"),
        ("players = [3, 2]", "players: must be two numbers, the smaller first"),
        ("seats = 1", "seats: must be at least 2"),
        ("streets = 'x'", "streets: must be one of 'cards', 'rounds', not 'x'"),
        ("even = 1", "even: must be true or false, not 1"),
        ("deck = 3", "deck: must be a table, not 3"),
    ],
)
def test_an_error_about_a_wrong_value_says_what_the_key_accepts(line: str, message: str) -> None:
    with pytest.raises(GameError, match=rf"odd\.toml: {message}"):
        parse(line, "odd.toml")


def test_games_inherit_at_most_four_deep() -> None:
    games = {"a": PLAIN, **{child: {"name": child, "extends": parent} for parent, child in pairwise("abcdef")}}
    assert resolve("e", games=games).name == "e"
    with pytest.raises(GameError, match="more than 4 deep"):
        resolve("f", games=games)


def test_options_are_inherited_one_by_one() -> None:
    nothing = {"label": "An up three must", "default": "match the pot", "choices": ["nothing", "match the pot"]}
    own = {"name": "Own", "extends": "night-baseball", "option": {"up_three": nothing}}
    inherited = [key for key in library()["baseball"]["option"] if key != "up_three"]
    assert list(options_of(merged_with_parents("own", {**library(), "own": own}), "own")) == ["up_three", *inherited]
    king = {"name": "Own", "extends": "follow-the-queen", "wild": [{"rule": "follow-rank", "rank": "K"}]}
    merged = merged_with_parents("own", {**library(), "own": king})
    assert list(merged["option"]) == list(library()["follow-the-queen"]["option"])  # stored hands may name them
    named = {
        "name": "Own",
        "extends": "chicago",
        "script": "seven-card-declare",
        "wild": [],
        "share": [{"rule": "high"}],
    }
    assert "declare" in merged_with_parents("own", {**library(), "own": named})["option"]


def test_an_unknown_option_or_value_is_refused() -> None:
    with pytest.raises(GameError, match="no option 'jacks'"):
        resolve("woolworth", {"jacks": True})
    with pytest.raises(GameError, match="must be true or false"):
        resolve("woolworth", {"one_eyed_jacks": "yes"})
    with pytest.raises(GameError, match="must be one of"):
        resolve("baseball", {"extra_card_price": -1})
    assert resolve("baseball", {"extra_card_price": 7}).raw["trigger"][0]["price"] == 7


def test_rolling_turns_up_cards_into_down_cards_and_a_choice() -> None:
    script = resolve("woolworth", None, [read_modifier("roll-your-own", "test")]).script
    assert script[:2] == (Deal("ddd"), Roll(1))
    assert [spec.cards for spec in script if isinstance(spec, Deal)] == ["ddd", "d", "d", "d", "d"]


def test_a_rolled_game_cannot_be_rolled_again() -> None:
    with pytest.raises(GameError, match="rolled already"):
        resolve("roll-your-own", None, [read_modifier("roll-your-own", "test")])


def test_an_unknown_modifier_or_setting_is_refused() -> None:
    with pytest.raises(GameError, match="no modifier is called 'sideways'"):
        read_modifier("sideways", "here")
    with pytest.raises(GameError, match="unknown key 'speed'"):
        read_modifier({"modifier": "wild", "speed": 2}, "here")
    with pytest.raises(GameError, match="say which"):
        read_modifier("wild", "here")


def test_modifiers_add_wild_cards_and_roll_the_up_cards_of_a_plain_deal() -> None:
    assert set(modifier_rules.names()) >= {"roll-your-own", "wild"}
    for game_id in library():
        assert resolve(game_id, None, [read_modifier({"modifier": "wild", "ranks": "Q"}, "test")]).wild
    for game_id in ("woolworth", "baseball", "chicago", "razz", "five-card-stud"):
        assert resolve(game_id, None, [read_modifier("roll-your-own", "test")]).script != resolve(game_id).script
