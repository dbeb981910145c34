"""The keys of a game file: the values each may have, and what it does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from app.dataclass import dataclass
from app.games.values import Count, Title, Words

#: The most entries of any key, and the most ways to play that its options may give a game. The library has 26.
MAX_ENTRIES, MAX_WAYS = 60, 100

#: The most big blinds or antes that a bomb pot may take from each player.
MAX_TIMES = 1000


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a game file: the kind of its value in words and as a type, and what the key does.

    ``required``: the file or a game that it extends must have it. ``inherited``: games that extend this one inherit it
    unless they set it themselves. ``example``: a line of a file, for a key that no game of the library uses.
    """

    words: str
    kind: Any
    does: str
    required: bool = False
    inherited: bool = True
    example: str = ""


def _all_tables(tables: dict[str, Any]) -> None:
    if not all(isinstance(table, dict) for table in tables.values()):
        raise ValueError("every entry must be a table")


def _ordered(players: tuple[int, ...]) -> None:
    if len(players) != 2 or not 2 <= players[0] <= players[1]:
        raise ValueError("must be two numbers, the smaller first and at least 2")


def _two_or_more(seats: int) -> None:
    if seats < 2:
        raise ValueError("must be at least 2")


def _bomb_pot(ante: bool | int) -> None:
    if not isinstance(ante, bool) and not 1 <= ante <= MAX_TIMES:
        raise ValueError(f"a bomb pot is 1 to {MAX_TIMES}")


#: The number of big blinds or antes of a bomb pot.
Times = Annotated[int, _bomb_pot]

_Texts = tuple[Title, ...]
_Tables = tuple[dict[str, Any], ...]

#: The keys, in the best order for reading a file.
KEYS: Mapping[str, Key] = {
    "name": Key("text", Title, "what the game is called", required=True, inherited=False),
    "extends": Key(
        "text",
        str,
        "the id of the game this one is based on: every inherited key missing from this file comes from there",
        inherited=False,
    ),
    "about": Key("text", Words, "the game in a sentence, for the menu and the rule sheet", required=True),
    "aliases": Key("list of texts", _Texts, "other names to find the game by", inherited=False),
    "document": Key("text", Words, "the source of the rules", inherited=False),
    "tags": Key("list of texts", _Texts, "words to find the game by, such as `stud` or `wild`", inherited=False),
    "script": Key(
        "name of a script, or list of steps",
        str | _Tables,
        "what happens in a hand, step by step; the showdown is added unless it is the last step",
        required=True,
    ),
    "share": Key(
        "list of shares",
        _Tables,
        "what the pot is played for: a single share takes it all, several split it",
        required=True,
    ),
    "wild": Key("list of wild rules", _Tables, "what is wild; several rules add up"),
    "trigger": Key("list of triggers", _Tables, "what an up-card, the end of a street or the showdown sets off"),
    "modifier": Key(
        "list of modifiers, by name or as tables",
        tuple[str | dict[str, Any], ...],
        "modifiers that are always part of the game, applied in the order of the list",
    ),
    "option": Key(
        "table of options",
        Annotated[dict[str, Any], _all_tables],
        "what the table may choose when the game is called, one `[option.key]` each. A game that extends this one "
        "and declares some itself takes over the others that it refers to",
    ),
    "deck": Key("table", dict[str, Any], "which cards are in the deck, if not the usual 52"),
    "ranking": Key("table", dict[str, Any], "how high hands rank, if not as usual"),
    "opener": Key("table", dict[str, Any], "who opens the betting, if the game insists"),
    "use": Key("table", dict[str, Any], "how many of the down cards may play"),
    "layout": Key("table", dict[str, Any], "where common cards lie, and which of them a hand may use together"),
    "players": Key(
        "list of two whole numbers",
        Annotated[tuple[int, ...], _ordered],
        "the fewest and the most players, if the rules set limits; without it, two to as many as the deck can deal in "
        "before the first bet, ten at most",
    ),
    "seats": Key(
        "whole number",
        Annotated[int, _two_or_more],
        "how many players the game is meant for; more may play, with a warning before the deal that the cards may run "
        "out",
    ),
    "even": Key("`true` or `false`", bool, "the game needs an even number of players (default `false`)"),
    "ante": Key(
        "`true`, `false` or a whole number",
        Annotated[bool | int, _bomb_pot],
        "everyone antes before the deal (default `true`). A number makes a bomb pot: instead of the ante and blinds, "
        "everyone antes that many big blinds, or that many antes at a table without blinds",
    ),
    "blinds": Key(
        "`2` or `3`",
        Literal[2, 3],
        "`2`: a small and a big blind replace the antes, if the table's stakes have blinds, and the first betting "
        "round begins after them. `3`: the next player also straddles, for twice the big blind",
    ),
    "table_rules": Key(
        "list of whole numbers",
        tuple[Count, ...],
        "in a game made by `upcard import-variants`, the numbers of the rules that the table applies itself; the rule "
        "sheet shows their lines as long as the imported file can be read",
        inherited=False,
        example="table_rules = [16, 403]",
    ),
    "streets": Key(
        '`"cards"` or `"rounds"`',
        Literal["cards", "rounds"],
        "`cards`: streets are named after the number of cards each player holds. `rounds`: they are named after the "
        "betting round. Without it, a game that deals four or more cards before the first bet uses `rounds`, any other "
        "`cards`",
    ),
}

#: The ways in which a value can depend on an option: the form, and what it stands for.
REFERENCES: Mapping[str, str] = {
    '{ option = "KEY" }': "the value chosen for the option",
    '{ option = "KEY", is = VALUE }': "`true` if this value, or one of a list, was chosen; otherwise `false`",
    '{ option = "KEY", not = VALUE }': "`true` if another value was chosen; otherwise `false`",
    "on = REFERENCE": "in a step, rule, share, modifier or table: leaves the entry out if the reference is `false`",
    "on = [REFERENCE, REFERENCE]": "the same if any of these is `false`",
}
