"""Fields of a record: accepted values, refusals, and the words for them."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.games.load import library
from app.hand.play import start
from app.hand.state import Setup
from app.record.check import run
from app.record.hand import RecordError
from app.record.setup import record_of, setup_of
from app.record.text import read, write

PLAIN: dict[str, Any] = {
    "variant": "woolworth",
    "antes": [1, 1],
    "small_bet": 2,
    "big_bet": 4,
    "starting_stacks": [100, 100],
    "actions": ["d dh p1 ????8h # the first", "d dh p2 ????9c", "p2 cc"],
}
STUD = {**PLAIN, "variant": "F7S", "bring_in": 1}


def text(changes: dict[str, Any] | None = None, *, without: str = "", plain: dict[str, Any] = PLAIN) -> str:
    fields = plain | (changes or {})
    return tomli_w.dumps({name: value for name, value in fields.items() if name != without})


def setup(changes: dict[str, Any] | None = None, plain: dict[str, Any] = PLAIN) -> Setup:
    return setup_of(read(text(changes, plain=plain), "hand.toml"))


def test_a_missing_optional_field_has_its_default():
    record = read(text())
    assert record.players == ("p1", "p2")
    assert (record.limit, record.bring_in, record.carried) == ("fixed", None, 0)
    assert setup().house.opener_first == "high card"


def test_commentary_is_kept_and_is_not_read_as_an_action():
    record = read(text({"actions": ["# all set", "d dh p1 ????5h # the first"]}))
    assert record.actions == ("# all set", "d dh p1 ????5h # the first")
    assert run(record).state.count == 1


def test_a_blank_line_is_kept_and_is_not_read_as_an_action():
    record = read(text({"actions": ["", "d dh p1 ????5h", "  "]}))
    assert record.actions == ("", "d dh p1 ????5h", "  ")
    assert (run(record).status, run(record).state.count) == (0, 1)


#: A draw in the order of the public format: all discard, and then all are dealt their new cards.
DRAW: dict[str, Any] = {
    "variant": "F2L3D",
    "antes": [0, 0, 0],
    "blinds_or_straddles": [1, 2, 0],
    "small_bet": 2,
    "big_bet": 4,
    "starting_stacks": [100, 100, 2],
    "actions": [
        "d dh p1 2c3c4c5c9h",
        "d dh p2 ??????????",
        "d dh p3 ??????????",
        *("p3 cc", "p1 cc", "p2 cc"),
        *("p1 sd 9h", "# Bob thinks", "p2 sd", "p3 sd ????", "d dh p1 7d", "# the best hand", "d dh p3 ????"),
        *("p1 cbr 2", "p2 cc"),
        *("p1 sd", "p2 sd ??", "p3 sd ??", "d dh p2 ??", "d dh p3 ??"),
        *("p1 cbr 4", "p2 f"),
        *("p1 sd", "p3 sd ??", "d dh p3 ??"),
        "p1 sm -",
        "p3 sm",
    ],
}


def test_the_new_cards_of_the_public_format_are_dealt_as_at_the_table():
    record = read(text(plain=DRAW))
    assert record.actions[6:13] == (
        "p1 sd 9h",
        "# Bob thinks",
        "d dh p1 7d",
        "# the best hand",
        "p2 sd",
        "p3 sd ????",
        "d dh p3 ????",
    )
    assert record.actions[-2:] == ("p1 sm 2c3c4c5c7d", "p3 sm"), "without the nine thrown away"
    ended = run(record).state
    assert ended.result is not None
    assert [player.stack for player in ended.players] == [106, 96, 0]


def test_draws_are_written_in_the_order_of_the_public_format():
    record = read(text(plain=DRAW))
    shown = DRAW["actions"][-2].replace("-", "2c3c4c5c7d")
    assert tomllib.loads(write(record))["actions"] == [*DRAW["actions"][:-2], shown, "p3 sm"]
    assert read(write(record)) == record


def test_two_draws_without_bets_between_them_stay_apart():
    actions = ["p1 sd ??", "p2 sd ??", "d dh p1 ??", "d dh p2 ??", "p1 sd", "p2 sd ??", "d dh p2 ??"]
    record = read(text({"actions": actions}, plain=DRAW))
    assert record.actions == ("p1 sd ??", "d dh p1 ??", "p2 sd ??", "d dh p2 ??", "p1 sd", "p2 sd ??", "d dh p2 ??")
    assert tomllib.loads(write(record))["actions"] == actions


def test_other_games_keep_the_order_of_their_draws():
    actions = ["p1 sd ??", "p2 sd ??", "d dh p1 ??", "d dh p2 ??"]
    assert read(text({"actions": actions, "variant": "double-draw"})).actions == tuple(actions)


def test_a_single_blind_is_the_big_blind():
    """The public format lists it first where the seat of the small blind is empty."""
    dealt = setup({"blinds_or_straddles": [2, 0, 0], "starting_stacks": [100, 100, 100]}, DRAW)
    assert (dealt.stakes.small_blind, dealt.stakes.big_blind) == (0, 2)
    assert [player.bet for player in start(dealt).players] == [2, 0, 0]


def test_a_name_may_have_any_letters_and_joined_emoji():
    names = ("J\u00f8rgen de\u00a0Vries", "\U0001f468\u200d\U0001f33e")
    assert read(text({"players": list(names)})).players == names


def test_a_player_without_a_name_is_called_by_the_seat():
    assert read(text({"players": ["", "Bob"]})).players == ("p1", "Bob")


def test_a_stack_of_inf_is_not_tracked():
    assert setup({"starting_stacks": [float("inf"), 50]}).stacks == (None, 50)


@pytest.mark.parametrize(
    ("code", "game"), [("F7S", "seven-card-stud"), ("F7S/8", "stud-eight-or-better"), ("FR", "razz")]
)
def test_the_public_codes_name_games_with_a_bring_in(code: str, game: str):
    dealt = setup({"variant": code}, STUD)
    assert dealt.game.id == game
    assert dealt.house.opener_first == "low card brings in"
    assert dealt.stakes.bring_in == 1


def test_the_low_card_brings_in_unless_the_record_says_otherwise():
    assert setup({"bring_in": 1}).house.opener_first == "low card brings in"
    house = {"opener_first": "high card"}
    assert setup({"bring_in": 1, "_house": house}).house.opener_first == "high card"


def test_the_public_notation_for_showing_all_cards_is_read_as_the_cards_dealt():
    actions = ["d dh p1 2c3c4c", "d dh p1 5c", "p1 sm - # all of them"]
    assert read(text({"actions": actions}, plain=STUD)).actions[2] == "p1 sm 2c3c4c5c # all of them"


def test_modifiers_are_names_tables_or_a_table_of_settings():
    wild = {"modifier": "wild", "ranks": "2"}
    for written in ([wild], {"wild": {"ranks": "2"}}):
        assert read(text({"_modifiers": written})).modifiers == (wild,)
    assert read(text({"_modifiers": ["roll-your-own"]})).modifiers == ({"modifier": "roll-your-own"},)


def test_the_wrong_entry_of_a_long_list_is_named():
    actions = ["d dh p1 2c3c4c", "d dh p2 5c6c7c", "p1 pb # she has thought about it for a while", 5]
    with pytest.raises(RecordError, match=r"actions: must be a list of texts; entry 4 is 5\Z"):
        read(text({"actions": actions}))


#: As a program that reckons in decimals writes it.
WITH_ZEROS: dict[str, Any] = {
    "variant": "NT",
    "antes": [0.0, 0.0, 0.0],
    "blinds_or_straddles": [1.0, 2.0, 0.0],
    "min_bet": 2.0,
    "starting_stacks": [100.0, float("inf"), 100.0],
    "actions": ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 cbr 6.0 # to 6.0", "p1 f", "p2 f"],
    "finishing_stacks": [99.0, float("inf"), 103.0],
}


def test_chips_may_be_written_with_zeros_after_the_point():
    record = read(text(plain=WITH_ZEROS))
    assert run(record).status == 0
    assert record.actions[3] == "p3 cbr 6 # to 6.0"
    assert "starting_stacks = [100, inf, 100]\n" in write(record)
    assert read(write(record)) == record


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("small_bet", 0.5, "must be a whole number of chips, not 0.5; count every amount in the smallest unit"),
        ("antes", [1, 0.5], "must be a list of whole numbers of chips; entry 2 is 0.5; count every amount in the"),
        ("starting_stacks", [10.25, 1], "not tracked; entry 1 is 10.25; count every amount in the smallest unit"),
        ("day", 1.5, r"must be a whole number, not 1.5\Z"),
        ("antes", [1, float("nan")], r"entry 2 is nan\Z"),
    ],
)
def test_decimals_are_refused_with_what_to_do_about_them(name: str, value: object, message: str):
    with pytest.raises(RecordError, match=f"^hand.toml: {name}: .*{message}"):
        read(text({name: value}), "hand.toml")


@pytest.mark.parametrize("name", list(PLAIN))
def test_a_missing_field_is_named(name: str):
    with pytest.raises(RecordError, match=f"^hand.toml: {name}: the field is missing"):
        read(text(without=name), "hand.toml")


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"_limit": "spread", "_max_bet": 5}, "min_bet"),
        ({"_limit": "spread", "min_bet": 5}, "_max_bet"),
        ({"_limit": "pot"}, "min_bet"),
        ({"_limit": "none"}, "min_bet"),
        ({"variant": "F7S"}, "bring_in"),
        ({"variant": "razz"}, "bring_in"),
    ],
)
def test_each_limit_and_game_needs_its_own_fields(changes: dict[str, Any], name: str):
    with pytest.raises(RecordError, match=f"^hand.toml: {name}: the field is missing"):
        setup(changes)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("variant", 7),
        ("antes", [1, True]),
        ("antes", [1, -1]),
        ("antes", [1]),
        ("antes", 1),
        ("small_bet", True),
        ("small_bet", 2.5),
        ("big_bet", 10**15),
        ("starting_stacks", ["inf", 1]),
        ("starting_stacks", [1.5, 1]),
        ("actions", "p1 cc"),
        ("actions", [1]),
        ("players", ["Ann"]),
        ("players", ["Ann", " "]),
        ("players", ["Ann", "Bob\nshows"]),
        ("players", ["Ann", "Bob\u2028"]),
        ("finishing_stacks", [1]),
        ("winnings", [float("inf"), 1]),
        ("bring_in", False),
        ("year", "2023"),
        ("time", "12:00"),
        ("event", 3),
        ("hand", 1.5),
        ("ante_trimming_status", 1),
        ("blinds_or_straddles", [1, -2]),
        ("colour", "red"),
        ("_limit", "half"),
        ("_limit", 3),
        ("_max_bet", "5"),
        ("_options", []),
        ("_house", "high card"),
        ("_modifiers", "wild"),
        ("_modifiers", {"wild": 3}),
        ("_modifiers", {"twist": {"modifier": "blind"}}),
        ("_carried", -1),
        ("_expect", {"pot": 3}),
    ],
)
def test_an_invalid_field_is_named(name: str, value: object):
    with pytest.raises(RecordError, match=f"^hand.toml: {name}: "):
        read(text({name: value}), "hand.toml")


def test_a_game_file_is_not_taken_for_a_record():
    with pytest.raises(RecordError, match=r"^hand\.toml: name: a record has no such field; it belongs in a game file"):
        read('name = "Treys"\nextends = "five-card-stud"\n', "hand.toml")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"variant": "canasta"}, "variant: no game is called 'canasta'; `upcard games` lists"),
        ({"_options": {"jokers": 2}}, "_options: woolworth: there is no option 'jokers'"),
        ({"_options": {"one_eyed_jacks": 1}}, "_options: woolworth: option 'one_eyed_jacks' must be true or false"),
        ({"_house": {"raises": "3"}}, "_house: rule.raises: must be a whole number, 0 or more, not '3'"),
        ({"_house": {"rises": 3}}, "_house: rule: unknown key 'rises'"),
        ({"_modifiers": ["wilder"]}, "_modifiers: "),
        ({"_modifiers": ["wild"]}, "_modifiers: "),
        ({"big_bet": 1}, "small_bet, big_bet, bring_in: the small bet must be"),
        ({"bring_in": 3}, "small_bet, big_bet, bring_in: the bring-in cannot be above"),
        ({"_limit": "spread", "min_bet": 5, "_max_bet": 4}, "min_bet, _max_bet, bring_in: the largest bet"),
        ({"players": ["Ann", "Ann"]}, "starting_stacks, antes, players: two players have the same name"),
        ({"starting_stacks": [0, 100]}, "starting_stacks, antes, players: a player without chips"),
        ({"starting_stacks": [100], "antes": [1]}, "starting_stacks, antes, players: Woolworth is for 2"),
    ],
)
def test_a_hand_that_cannot_be_dealt_is_refused(changes: dict[str, Any], message: str):
    with pytest.raises(RecordError, match=f"^hand.toml: {re.escape(message)}"):
        setup(changes)


@pytest.mark.parametrize("changes", [{"_limit": "pot", "min_bet": 2}, {"_house": {"opener_first": "high card"}}])
def test_a_public_code_cannot_have_other_rules(changes: dict[str, Any]):
    with pytest.raises(RecordError, match="F7S is"):
        read(text(changes, plain=STUD))


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"after": 4, "pot": 1}, r"_expect\[0\].after: there are 3 actions"),
        ({"after": True, "pot": 1}, r"_expect\[0\].after: must be"),
        ({"after": -1, "pot": 1}, r"_expect\[0\].after: must be"),
        ({"after": 1}, "it expects nothing"),
        ({"pot": "3"}, r"_expect\[0\].pot: must be a whole number"),
        ({"wilde": "5c"}, r"_expect\[0\].wilde: nothing of this kind"),
        ({"wild": "5x"}, r"_expect\[0\].wild: '5x' is not a card"),
        ({"wild": 5}, r"_expect\[0\].wild: must be a text"),
        ({"wild_p3": "5c"}, r"_expect\[0\].wild_p3: there is no p3"),
        ({"showing_p0": "x"}, r"_expect\[0\].showing_p0: there is no p0"),
        ({"refuses": "p1 foo"}, r"_expect\[0\].refuses: 'foo' is nothing that a player does"),
        ({"refuses": ""}, r"_expect\[0\].refuses: an action is a player"),
        ({"to_act": "p3"}, r"_expect\[0\].to_act: there is no p3"),
        ({"announces": "5s are wild"}, r"_expect\[0\].announces: must be a list of texts, not '5s are wild'"),
        ({"announces": ["5s are wild", 3]}, r"_expect\[0\].announces: must be a list of texts; entry 2 is 3"),
    ],
)
def test_an_expectation_that_makes_no_sense_is_an_error(table: dict[str, Any], message: str):
    with pytest.raises(RecordError, match=message):
        read(text({"_expect": [table]}))


@pytest.mark.parametrize("broken", ["variant = ", "x = " + "[" * 5000, "x = 1" + "0" * 5000, "\0", "a = 1\na = 2"])
def test_invalid_toml_is_an_error(broken: str):
    with pytest.raises(RecordError, match=r"^hand\.toml: "):
        read(broken, "hand.toml")


words = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
values = st.recursive(
    st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | words | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)


# The first draw in a fresh checkout reads the whole app for constants, which is slow on a busy machine.
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(
    actions=st.lists(words, max_size=4),
    unknown=st.dictionaries(words.map(lambda word: f"_x{word}"), values, max_size=3),
    modifiers=st.lists(st.sampled_from(["a", {"modifier": "wild", "ranks": "2"}]), max_size=3),
    expect=st.lists(
        st.fixed_dictionaries(
            {"says": words}, optional={"after": st.just(0), "pot": st.just(3), "announces": st.lists(words)}
        ),
        max_size=2,
    ),
    options=st.dictionaries(words, st.booleans() | st.integers(0, 9) | words, max_size=2),
)
def test_a_written_record_reads_back_the_same(
    actions: list[str],
    unknown: dict[str, Any],
    modifiers: list[Any],
    expect: list[dict[str, Any]],
    options: dict[str, Any],
):
    fields = {"actions": actions, "_modifiers": modifiers, "_expect": expect, "_options": options, "hand": 7}
    record = read(text({**fields, **unknown}))
    assert read(write(record)) == record
    assert {name: value for name, value in record.kept.items() if name != "hand"} == unknown


def test_actions_are_written_one_a_line():
    lines = write(read(text())).splitlines()
    assert '    "d dh p1 ????8h # the first",' in lines
    assert "antes = [1, 1]" in lines


def test_an_exported_hand_replays_to_the_same_state():
    record = read(text({"_options": {"one_eyed_jacks": True}, "_house": {"raises": 4}, "_carried": 3}))
    dealt = setup_of(record)
    assert record_of(dealt, record.actions, options={"one_eyed_jacks": True}) == record_of(
        setup_of(read(write(record))), record.actions, options={"one_eyed_jacks": True}
    )
    carrying = read(write(record_of(dealt, record.actions)))
    assert carrying.game["name"] == "Woolworth"
    assert setup_of(carrying).game == dealt.game
    with pytest.raises(RecordError, match="action 1 'p1 cc': not now"):
        record_of(setup(), ["p1 cc"])
    with pytest.raises(RecordError, match="antes: it says how"):
        record_of(setup(), [], kept={"antes": [1, 1]})


def test_a_game_inside_a_record_is_checked_like_a_file():
    own = {"name": "Highwayman", "extends": "five-card-stud", "about": "Treys are wild."}
    assert setup_of(read(text({"variant": "highwayman", "_game": own}))).game.name == "Highwayman"
    for wrong, problem in (
        ({"nam": "x"}, "_game: unknown key 'nam'"),
        ({"wild": [{"rule": "carts"}]}, "_game: highwayman: wild[0]: no wild rule is called 'carts'"),
        ({"extends": "footpad"}, "_game: highwayman.toml: extends: no game has the id 'footpad'"),
    ):
        with pytest.raises(RecordError, match=re.escape(problem)):
            setup_of(read(text({"variant": "highwayman", "_game": own | wrong})))


def test_a_fault_of_a_library_game_is_not_blamed_on_the_options(monkeypatch: pytest.MonkeyPatch):
    own = {"name": "Highwayman", "extends": "five-card-stud", "about": "?", "wild": [{"rule": "carts"}]}
    monkeypatch.setattr("app.record.setup.library", lambda: library() | {"highwayman": own})
    with pytest.raises(RecordError, match=re.escape("variant: highwayman: wild[0]: no wild rule is called 'carts'")):
        setup_of(read(text({"variant": "highwayman"})))


@pytest.mark.parametrize(
    ("changes", "variant"),
    [
        ({}, "F7S"),
        ({"starting_stacks": [float("inf"), 100]}, "seven-card-stud"),
        ({"_house": {"raises": 4}}, "seven-card-stud"),
        ({"_carried": 2}, "seven-card-stud"),
        ({"bring_in": 2}, "seven-card-stud"),
        ({"actions": ["d dh p1 ????5h", "d misdeal"]}, "seven-card-stud"),
        ({"actions": ["d dh p1 ????5h", "d dh p2 ????9c", "p2 cbr 2 !"]}, "seven-card-stud"),
    ],
)
def test_the_public_code_is_written_only_if_it_describes_the_whole_game(changes: dict[str, Any], variant: str):
    record = read(text({"actions": ["d dh p1 ????5h"], **changes}, plain=STUD))
    exported = record_of(setup_of(record), record.actions)
    assert exported.variant == variant
    assert run(read(write(exported))).status == 0
    assert setup_of(read(write(exported))) == setup_of(record)
