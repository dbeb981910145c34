"""The keys of a game file: what may stand in each, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a game file: the kind of its value in words, a test for that, and what the key does.

    ``required``: the file or a game that it extends must have it. ``inherited``: a game that extends this one has it
    too, unless it gives its own.
    """

    words: str
    fits: Callable[[Any], bool]
    does: str
    required: bool = False
    inherited: bool = True


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_words(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool)


def _is_table(value: Any) -> bool:
    return isinstance(value, dict)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_table, value))


def _is_script(value: Any) -> bool:
    return _is_text(value) or _is_tables(value)


def _is_modifiers(value: Any) -> bool:
    return isinstance(value, list) and all(_is_text(entry) or _is_table(entry) for entry in value)


def _is_options(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_is_table, value.values()))


def _is_range(value: Any) -> bool:
    numbers = isinstance(value, list) and all(type(number) is int for number in value)
    return numbers and len(value) == 2 and 2 <= value[0] <= value[1]


#: In the order in which a file is read best.
KEYS: Mapping[str, Key] = {
    "name": Key("text", _is_words, "what the game is called", required=True, inherited=False),
    "extends": Key(
        "text",
        _is_text,
        "the id of the game that this one is made from: every inherited key that this file does not give is taken "
        "from there",
        inherited=False,
    ),
    "about": Key("text", _is_words, "the game in a sentence, for the menu and the rule sheet", required=True),
    "aliases": Key("list of texts", _is_texts, "other names that a search finds", inherited=False),
    "document": Key("text", _is_text, "where the rules were found", inherited=False),
    "tags": Key("list of texts", _is_texts, "words that a search finds, such as `stud` or `wild`", inherited=False),
    "script": Key(
        "name of a script, or list of steps",
        _is_script,
        "what happens in a hand, step by step; the showdown is added at the end where the last step is another",
        required=True,
    ),
    "share": Key(
        "list of shares",
        _is_tables,
        "what the pot is played for: one share takes it all, several split it",
        required=True,
    ),
    "wild": Key("list of wild rules", _is_tables, "what is wild; several rules add up"),
    "trigger": Key("list of triggers", _is_tables, "what an up-card, the end of a street or the showdown sets off"),
    "modifier": Key(
        "list of modifiers, by name or as tables",
        _is_modifiers,
        "changes to the game that any stud game may be called with, made in a fixed order",
    ),
    "option": Key(
        "table of options", _is_options, "what the table may choose when the game is called, one `[option.key]` each"
    ),
    "deck": Key("table", _is_table, "which cards are in the deck, where it is not the usual 52"),
    "ranking": Key("table", _is_table, "how high hands rank, where it is not the usual way"),
    "opener": Key("table", _is_table, "who opens the betting, where the game insists"),
    "use": Key("table", _is_table, "how many of the down cards may play"),
    "players": Key(
        "list of two whole numbers",
        _is_range,
        "the smallest and the largest table; without it, two to as many as the deck serves, ten at most",
    ),
    "even": Key("`true` or `false`", _is_truth, "the game needs an even number of players (default `false`)"),
    "ante": Key("`true` or `false`", _is_truth, "everyone antes before the deal (default `true`)"),
    "streets": Key(
        '`"cards"`',
        lambda value: bool(value == "cards"),
        "streets are named after the cards that each player holds, also where four or more are dealt before the first "
        "bet; without it, such a game counts its rounds",
    ),
}

#: How a value depends on what was chosen for an option: the form, and what it stands for.
REFERENCES: Mapping[str, str] = {
    '{ option = "KEY" }': "the value chosen for the option",
    '{ option = "KEY", is = VALUE }': "`true` when this value was chosen, otherwise `false`",
    '{ option = "KEY", not = VALUE }': "`true` when another value was chosen, otherwise `false`",
    "on = REFERENCE": "in a step, rule, share or modifier: the whole entry is left out when the reference is `false`",
}
