"""Every fault of a game file, with its line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from app.games.catalog import Catalog, GameFile, catalog
from app.games.faults import MAX_FAULTS, faults_of, ways_to_play
from app.games.load import library, library_texts

HEAD = 'name = "Odd"\nabout = "An odd game."\n'
STUD = f'{HEAD}extends = "seven-card-stud"\n'


def faults(text: str, games: Mapping[str, Mapping[str, Any]] | None = None) -> list[tuple[int, str, str]]:
    """Return the faults, with only the beginning of each reason."""
    found = faults_of(text, "odd", library() if games is None else games)
    return [(fault.line, fault.where, fault.why.partition(" (")[0]) for fault in found]


def test_the_library_has_no_faults() -> None:
    for game_id, text in library_texts().items():
        assert faults_of(text, game_id, library()) == ()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("name = “Odd”", "Invalid value (at line 1, column 8): write straight quotation marks"),
        (
            'wild = [{ rule = "ranks",\n  ranks = "2" }]',
            "Invalid initial character for a key part (at line 1, column 26): what is in braces must be on one line",
        ),
        (
            f'{HEAD}extends = "Seven-Card Stud"',
            "no game has the id 'Seven-Card Stud' (did you mean 'seven-card-stud'?)",
        ),
        (f'{HEAD}extends = "odd"', "a game cannot extend itself"),
        (
            f'{STUD}wild = [{{ rule = "ranks", ranks = "10" }}]',
            "'1' is not a rank (each is one letter of 23456789TJQKA)",
        ),
        (f'{STUD}wild = [{{ ranks = "2" }}]', "key 'rule' is missing"),
        (f"{STUD}use = {{ exactly = 6 }}", "from 0 to 5 down cards can be used"),
        (f'{STUD}ante = "no"', "must be true or false, or a whole number, 0 or more, not 'no'"),
        (f'{STUD}script = ["deal"]', "must be a table, not 'deal'"),
        (f"{STUD}use = {{ exactly = [2, 6] }}", "from 0 to 5 down cards can be used"),
        (f'{STUD}[option.x]\nlabel = "X"\ndefault = "yes"', "must be true or false, where no choices are given"),
    ],
)
def test_a_fault_says_what_to_write(text: str, why: str) -> None:
    assert [fault.why for fault in faults_of(text, "odd", library())] == [why]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('names = ["high", "lo"] }]', (5, "script[1].names[1]", "no share is called 'lo'")),
        ('names = ["in", "out"] }]', (5, "script[1].names[0]", "no share is called 'in'")),
        ('names = ["in"] }, { step = "contest" }]', None),
        ('names = ["high", "low", "both"] }]', None),
    ],
)
def test_a_declaration_names_a_share_or_in_a_contest_in_or_out(text: str, fault: tuple[int, str, str] | None) -> None:
    head = f'{STUD}share = [{{ rule = "high" }}, {{ rule = "low" }}]\n'
    found = faults(f'{head}script = [{{ step = "deal", cards = "ddddd" }}, {{ step = "declare", {text}')
    assert found[:1] == ([fault] if fault else [])


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            'wild = [{ rule = "ranks", ranks = "2" }]',
            (3, "script[1]", "no wild rule makes the rank that is named wild"),
        ),
        ('script = "seven-card"', (3, "wild[0]", "no step lets a player name a rank")),
    ],
)
def test_a_rank_that_is_named_is_wild(text: str, fault: tuple[int, str, str]) -> None:
    found = faults(f'{HEAD}extends = "auction-wild"\n{text}')
    assert [(line, where.partition(".")[0], why) for line, where, why in found][:1] == [fault]


def test_no_more_players_are_promised_than_the_deck_can_deal_in() -> None:
    text = f'{STUD}players = [2, 10]\nscript = [{{ step = "deal", cards = "dddddd" }}, {{ step = "bet" }}]'
    assert faults(text) == [(4, "players", "the deck can deal in 8 players at most")]
    assert faults(text.replace("10", "8")) == []


@pytest.mark.parametrize(
    ("part", "fault"),
    [
        (
            'wild = [{ rule = "cards", cards = "Jr" }]',
            ("wild[0].cards", "the red joker is not in the deck of this game"),
        ),
        (
            'trigger = [{ rule = "up-card", cards = "QsJb", then = "redeal" }]',
            ("trigger[0].cards", "the black joker is not in the deck of this game"),
        ),
        (
            'trigger = [{ rule = "up-card", joker = true, then = "fold" }]',
            ("trigger[0].joker", "there are no jokers in this game"),
        ),
        ('share = [{ rule = "points", to = 21, hand = "any" }]', ("share[0].hand", "only the highest or the lowest")),
        ('share = [{ rule = "badugi", hand = "any" }]', ("share[0].hand", "only the highest or the lowest")),
    ],
)
def test_a_part_that_would_decide_nothing_is_a_fault(part: str, fault: tuple[str, str]) -> None:
    build = '{ step = "build", hands = ["left", "right"] }'
    script = f'script = [{{ step = "deal", cards = "dddd" }}, {build}, {{ step = "bet" }}]'
    found = faults(f"{STUD}{part}\n{script}")
    assert [(line, where) for line, where, _ in found] == [(4, fault[0])]
    assert found[0][2].startswith(fault[1])


def test_a_joker_in_the_deck_may_set_something_off() -> None:
    jokers = 'deck = { jokers = 1 }\nwild = [{ rule = "jokers" }]\n'
    assert faults(f'{STUD}{jokers}trigger = [{{ rule = "up-card", cards = "Jr", then = "fold" }}]') == []


@pytest.mark.parametrize(("players", "found"), [("[3, 3]", True), ("[4, 4]", False), ("[3, 5]", False)])
def test_a_game_for_an_even_number_of_players_can_be_played_by_one(players: str, found: bool) -> None:
    fault = (4, "players", "there is no even number of players among these")
    assert faults(f"{STUD}players = {players}\neven = true") == [fault] * found


def test_the_showdown_is_the_last_step() -> None:
    deal, bet = '{ step = "deal", cards = "ddd" }', '{ step = "bet" }'
    text = f'{STUD}script = [{deal}, {bet}, {{ step = "showdown" }}, {bet}]'
    assert faults(text) == [(4, "script[2].step", "only the last step can be the showdown")]


@pytest.mark.parametrize(("option", "value"), [("default = true", "true"), ("default = 1\nchoices = [1, 2]", "1")])
@pytest.mark.parametrize("key", ["deck", "ranking", "opener", "use", "layout"])
def test_an_option_cannot_stand_for_a_table(key: str, option: str, value: str) -> None:
    text = f'{STUD}{key} = {{ option = "own" }}\n[option.own]\nlabel = "Own"\n{option}'
    assert faults(text)[0] == (4, key, f"must be a table, not {value}")
    assert Catalog([GameFile("odd.toml", text)])["odd"].problem == f"odd.toml: {key}: must be a table, not {value}"


def test_modifiers_of_a_file_may_clash() -> None:
    text = f'{STUD}modifier = ["seventh-up", "blind"]'
    assert faults(text) == [(4, "modifier", "a blind game has no last card that comes up")]


def test_an_option_is_known_by_its_heading() -> None:
    text = f'{STUD}[option.own]\nkey = "another"\nlabel = "Own"\ndefault = true'
    (option,) = Catalog([GameFile("odd.toml", text)])["odd"].options
    assert option.key == "own"


def test_the_default_deck_can_be_too_small_for_the_script() -> None:
    text = f'{HEAD}share = [{{ rule = "high" }}]\nscript = [{{ step = "deal", cards = "{"d" * 30}" }}]'
    assert faults(text) == [(4, "script", "the deck is too small for 2 players with 30 cards each")]


def test_all_faults_are_found_at_once_in_line_order() -> None:
    text = """name = ""
extends = "seven-card-studd"
abot = "x"
wild = [
  { rule = "ranks", rank = "2", only = 7 },
  { rule = "ranks", ranks = "QX" },
  { rule = "rnks" },
  { rule = "cards", cards = "2x", on = { option = "deuces" } },
  "low-hole",
]
modifier = ["sideways", { modifier = "twist", rounds = "two" }]

[[share]]
rule = "high"
colour = "red"

[deck]
jokers = 3

[option.nines]
label = "Nines"
default = "x"
choices = ["y", "z"]
[option.tens]
default = true
"""
    assert faults(text) == [
        (1, "name", "must not be empty"),
        (2, "extends", "no game has the id 'seven-card-studd'"),
        (3, "abot", "unknown key 'abot'"),
        (5, "wild[0].rank", "unknown key 'rank'"),
        (5, "wild[0]", "key 'ranks' is missing"),
        (5, "wild[0].only", "must be a text, not 7"),
        (6, "wild[1].ranks", "'X' is not a rank"),
        (7, "wild[2].rule", "no wild rule is called 'rnks'"),
        (8, "wild[3]", "{ option = 'deuces' }: no such option is declared"),
        (9, "wild[4]", "must be a table, not 'low-hole'"),
        (11, "modifier[0]", "no modifier is called 'sideways'"),
        (11, "modifier[1].rounds", "must be one of 1, 2, 3, not 'two'"),
        (15, "share[0].colour", "unknown key 'colour'"),
        (18, "deck.jokers", "must be one of 0, 1, 2, not 3"),
        (22, "option.nines.default", "must be one of 'y', 'z'"),
        (24, "option.tens", "key 'label' is missing"),
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f'{STUD}wild = [{{\n  rule = "ranks" }}]', (4, "", "Invalid initial character for a key part")),
        (f'{STUD}tags = ["a"', (4, "", "Unclosed array")),
        (f"{STUD}wild = {'[' * 30}", (4, "", "nested too deep")),
        (f"{STUD}seats = {'9' * 200}", (4, "", "a number is too long")),
    ],
)
def test_invalid_toml_is_a_fault_with_its_line(text: str, fault: tuple[int, str, str]) -> None:
    assert faults(text) == [fault]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('script = "nine-card"', (4, "script", "no script is called 'nine-card'")),
        ('wild = [{ rule = "ranks", ranks = "2", only = "pig" }]', (4, "wild[0].only", "no share is called 'pig'")),
        ("share = []", (4, "share", "nobody would win the pot")),
        ("deck = { jokers = 1 }", (4, "deck.jokers", "no wild rule says what a joker is")),
        (
            'deck = { strip = "2" }\nwild = [{ rule = "ranks", ranks = "2" }]',
            (5, "wild[0].ranks", "this game is about"),
        ),
        ('script = [{ step = "bet" }]', (4, "script", "nobody is dealt a card")),
        ('modifier = ["hi-lo", "hi-lo"]', (4, "modifier[1]", "this game already splits the pot")),
    ],
)
def test_the_whole_game_is_checked_when_its_parts_are_right(text: str, fault: tuple[int, str, str]) -> None:
    assert [(*at, why[: len(fault[2])]) for *at, why in faults(STUD + text)] == [fault]


OPTION = """
[option.deuces]
label = "Deuces"
default = "natural"
choices = ["natural", "wild"]
"""


def test_entries_keep_their_indexes_when_others_are_left_out() -> None:
    text = f"""{STUD}wild = [
  {{ rule = "ranks", ranks = "2", on = {{ option = "deuces", is = "wild" }} }},
  {{ rule = "ranks", ranks = "3", only = "pig" }},
]{OPTION}"""
    assert faults(text) == [(6, "wild[1].only", "no share is called 'pig'")]


def test_a_fault_caused_by_an_option_names_the_option() -> None:
    text = STUD + 'wild = [{ rule = "ranks", ranks = "X", on = { option = "deuces", is = "wild" } }]' + OPTION
    (fault,) = faults_of(text, "odd", library())
    assert (fault.line, fault.where) == (4, "wild[0].ranks")
    assert fault.why == "'X' is not a rank (each is one letter of 23456789TJQKA) (with option deuces = 'wild')"
    text = (
        STUD
        + 'wild = [{ rule = "ranks", ranks = "2", only = "pig", on = { option = "deuces", is = "wild" } }]'
        + OPTION
    )
    (fault,) = faults_of(text, "odd", library())
    assert fault.why == "no share is called 'pig' (with option deuces = 'wild')"


def test_a_value_that_an_option_never_has_is_a_fault() -> None:
    text = (
        f'{STUD}wild = [{{ rule = "ranks", ranks = "2", on = {{ option = "deuces", is = ["wild", "widl"] }} }}]{OPTION}'
    )
    assert faults(text) == [(4, "wild[0]", "option deuces must be one of 'natural', 'wild', not 'widl'")]


def test_an_inherited_part_may_ask_for_a_value_that_only_its_own_file_has() -> None:
    text = f'{HEAD}extends = "auction-wild"\n[option.when]\nlabel = "When"\ndefault = "before the betting"\n'
    assert faults(f'{text}choices = ["before the betting"]') == []


def test_an_option_with_a_fault_is_not_called_missing() -> None:
    text = (
        STUD + 'wild = [{ rule = "ranks", ranks = "2", on = { option = "deuces" } }]\n[option.deuces]\ndefault = true'
    )
    assert faults(text) == [(5, "option.deuces", "key 'label' is missing")]


def test_a_fault_in_a_parent_game_is_reported_at_the_extends_line() -> None:
    broken = {**library()["seven-card-stud"], "wild": [{"rule": "ranks", "ranks": "X"}]}
    assert faults(f'{HEAD}extends = "broken"\n', {**library(), "broken": broken}) == [
        (3, "wild[0].ranks", "'X' is not a rank")
    ]


def test_an_older_name_of_a_rule_is_accepted_in_a_file() -> None:
    assert faults(f'{STUD}trigger = [{{ rule = "redeal-card", card = "Qs" }}]') == []
    assert faults(f'{STUD}trigger = [\n{{ rule = "redeal-card", card = "Qx" }}]') == [
        (5, "trigger[0].cards", "'Qx' is not a card")
    ]


def test_games_that_extend_each_other_are_refused_without_harm_to_others() -> None:
    files = [GameFile(f"{a}.toml", f'{HEAD}extends = "{b}"') for a, b in ("ab", "bc", "ca", "dd")]
    games = Catalog([*files, GameFile("good.toml", STUD)])
    assert [games[name].problem for name in "abc"] == [f"{name}.toml: extends: more than 4 deep" for name in "abc"]
    assert games["d"].problem == "d.toml: extends: a game cannot extend itself"
    assert not games["good"].problem
    assert faults(files[0].text, games.tables) == [(3, "extends", "more than 4 deep")]


#: Files that are large, deep or endless, each with the beginning of its fault, empty if it can be played.
HOSTILE = {
    "lists in lists": (STUD + "wild = " + "[" * 31_000 + "]" * 31_000, "nested too deep"),
    "lists in many lists": (STUD + "wild = [" + ("[" * 14 + "]" * 14 + ",") * 2000 + "]", "must be a table"),
    "tables in tables": (STUD + "wild = " + "{a=" * 15_000 + "1" + "}" * 15_000, "nested too deep"),
    "a dotted key": (STUD + ".".join("a" * 20_000) + " = 1", "nested too deep"),
    "headers": (STUD + "".join(f"[a.b.c.d{at}]\n" for at in range(4000)), "unknown key 'a'"),
    "options": (STUD + "".join(f'[option.o{at}]\nlabel="x"\ndefault=true\n' for at in range(1600)), "more than 60"),
    "choices": (
        STUD + '[option.a]\nlabel="x"\ndefault="0"\nchoices=[' + ",".join(f'"{at}"' for at in range(8000)) + "]",
        "more than 100 values",
    ),
    "steps": (STUD + "script = [" + '{step="bet"},' * 4000 + "]", "more than 60 entries"),
    "rules": (STUD + "wild = [" + '{rule="ranks",ranks="2"},' * 2400 + "]", "more than 60 entries"),
    "triggers": (STUD + "trigger = [" + '{rule="up-card",ranks="2",then="redeal"},' * 60 + "]", ""),
    "modifiers": (
        STUD
        + "modifier = ["
        + '"twist",' * 60
        + "]\n"
        + "".join(f'[option.o{at}]\nlabel="x"\ndefault=true\n' for at in range(50)),
        "",
    ),
    "up-cards without end": (
        STUD + 'modifier = [{ modifier = "more-up-cards", count = 999999999999 }]',
        "must be one of 2, 3, 4, 5",
    ),
    "unknown keys": (STUD + "".join(f"k{at}=1\n" for at in range(7000)), "unknown key 'k0'"),
    "a long key": (STUD + "a" * 60_000 + " = 1", "unknown key 'aaa"),
    "a long name": (f'name = "{"x" * 60_000}"\nabout = "x"\nextends = "razz"', "must not be longer than 80 letters"),
    "a long sentence": (f'name = "x"\nabout = "{"x" * 60_000}"\nextends = "razz"', "must not be longer than 600"),
    "a long number": (STUD + "seats = " + "9" * 60_000, "a number is too long"),
    "a large number": (STUD + "seats = " + "9" * 90, "must be at most 999999999999999, not 9999"),
    "no number": (STUD + "seats = nan", "must be a whole number"),
    "many cards": (
        STUD + 'script = [{step="deal",cards="' + "du" * 30_000 + '"}]',
        "the deck is too small for 2 players",
    ),
    "one card often": (STUD + 'wild = [{rule="cards",cards="' + "2c" * 30_000 + '"}]', "'2c2c2c"),
    "quotation marks": (STUD + "x = " + "'''a\"" * 15_000, "Expected newline"),
    "a control character": (STUD + 'x = "\x01"', "Illegal character"),
    "the same written out": (
        'name = "a\\u0001b"\nabout = "x"\nextends = "razz"',
        "has a line end or another character",
    ),
    "a name that turns the line around": ('name = "a\u202eb"\nabout = "x"\nextends = "razz"', "has a line end"),
    "a zero": (STUD + 'document = "\\u0000"', "has a line end"),
    "markup": ('name = "<b>&amp;</b>"\nabout = "<script>"\nextends = "razz"', ""),
    "markup for an option": (STUD + '[option."<b>"]\nlabel = "x"\ndefault = true', "an option is named in"),
    "comments": ("#" * 60_000, "key 'name' is missing"),
    "empty lines": ("\n" * 60_000, "key 'name' is missing"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_accepted_or_refused_without_harm_to_others(name: str) -> None:
    text, reason = HOSTILE[name]
    found = faults_of(text, "odd", library())
    assert len(found) <= MAX_FAULTS
    assert any(fault.why.startswith(reason) for fault in found) if reason else not found
    games = Catalog([GameFile("odd.toml", text)])
    assert bool(games["odd"].problem) == bool(reason)
    assert len(games) == len(catalog()) + 1


def test_every_value_of_every_option_is_a_way_to_play() -> None:
    options = catalog()["chicago"].options
    assert list(ways_to_play(options)) == [
        ({"declare": "together"}, ""),
        ({"declare": "in turn"}, "option declare = 'in turn'"),
        ({"declare": "cards speak"}, "option declare = 'cards speak'"),
    ]
