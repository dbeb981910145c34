"""Reading a record: text in, a checked :class:`Record` out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, cast, get_args

from app.cards.card import CardError, parse_cards
from app.record.fields import BY_PLAYER, DESCRIBED, EXPECTED, PLAYED, TEXT, problem_with
from app.record.hand import LOW_CARD, PHH_GAMES, Expect, Limit, Record, RecordError
from app.text import short
from app.toml import TomlError, parse_toml

_SEATS_EXPECTED = ("opener", "to_act")
_PER_SEAT = ("wild_", "showing_")

#: What can be expected beside what is expected of one seat.


def read(text: str, source: str = "record") -> Record:
    """Return the record that a text describes; ``source`` names it in messages.

    Raises :class:`RecordError` for a text that is not TOML, and for a field that is missing, unknown or of a wrong
    type. :func:`app.record.setup.setup_of` checks that the game can be dealt.
    """
    return _record(_parsed(text, source), source)


def read_all(text: str, source: str = "records") -> dict[str, Record]:
    """Return the records of a ``.phhs`` file, by their numbers. Raises as :func:`read` does, naming the number."""
    records = {}
    for number, raw in _parsed(text, source).items():
        if not number.isdecimal() or not isinstance(raw, Mapping):
            raise RecordError(f"{source}: {short(number)}: a file of many hands has numbered tables alone, such as [1]")
        records[number] = _record(raw, f"{source} [{number}]")
    return records


def _record(raw: Mapping[str, Any], source: str) -> Record:
    for name, value in raw.items():
        if problem := problem_with(name, value):
            raise RecordError(f"{source}: {name}: {problem}")
    limit = raw.get("_limit", "fixed")
    _check_presence(raw, limit, source)
    _check_lengths(raw, source)
    count = len(raw["starting_stacks"])
    record = Record(
        variant=raw["variant"],
        antes=tuple(raw["antes"]),
        starting_stacks=_stacks(raw["starting_stacks"]),
        players=tuple(raw.get("players", [f"p{number + 1}" for number in range(count)])),
        actions=_actions(raw["actions"], raw["variant"]),
        bring_in=raw.get("bring_in"),
        limit=cast(Limit, limit),
        small_bet=raw.get("small_bet"),
        big_bet=raw.get("big_bet"),
        min_bet=raw.get("min_bet"),
        max_bet=raw.get("_max_bet"),
        carried=raw.get("_carried", 0),
        options=raw.get("_options", {}),
        house=raw.get("_house", {}),
        modifiers=_modifiers(raw.get("_modifiers", ())),
        expect=tuple(
            _expect(table, f"{source}: _expect[{at}]", count) for at, table in enumerate(raw.get("_expect", ()))
        ),
        finishing_stacks=_stacks(raw["finishing_stacks"]) if "finishing_stacks" in raw else None,
        winnings=tuple(raw["winnings"]) if "winnings" in raw else None,
        kept={name: value for name, value in raw.items() if name in DESCRIBED or name not in PLAYED},
        source=source,
    )
    for at, expect in enumerate(record.expect):
        if expect.after is not None and expect.after > len(record.moves):
            raise record.error(
                f"_expect[{at}].after", f"there are {len(record.moves)} actions, not {short(expect.after)}"
            )
    return record


def _parsed(text: str, source: str) -> dict[str, Any]:
    try:
        return parse_toml(text)
    except TomlError as problem:
        raise RecordError(f"{source}: {problem}") from None


def _check_presence(raw: Mapping[str, Any], limit: str, source: str) -> None:
    if limit not in get_args(Limit):
        raise RecordError(f"{source}: _limit: must be one of {', '.join(get_args(Limit))}, not {short(limit)}")
    needed = ["variant", "antes", "starting_stacks", "actions"]
    needed += ["small_bet", "big_bet"] if limit == "fixed" else ["min_bet"]
    needed += ["_max_bet"] if limit == "spread" else []
    if raw.get("variant") in PHH_GAMES:
        needed.append("bring_in")
        if limit != "fixed":
            raise RecordError(f"{source}: _limit: {raw['variant']} is played at a fixed limit")
        opener = raw.get("_house", {}).get("opener_first", LOW_CARD)
        if raw["variant"] == "F7S" and opener != LOW_CARD:
            raise RecordError(f"{source}: _house: opener_first: F7S is opened by {LOW_CARD!r}, not {short(opener)}")
    for name in needed:
        if name not in raw:
            raise RecordError(f"{source}: {name}: the field is missing")


def _check_lengths(raw: Mapping[str, Any], source: str) -> None:
    count = len(raw["starting_stacks"])
    for name in BY_PLAYER:
        if name in raw and len(raw[name]) != count:
            raise RecordError(f"{source}: {name}: {len(raw[name])} entries for {count} starting stacks")


def _stacks(values: Sequence[int | float]) -> tuple[int | None, ...]:
    return tuple(None if value == inf else int(value) for value in values)


def _actions(lines: Sequence[str], variant: str) -> tuple[str, ...]:
    """Return the lines, with the cards themselves for the ``-`` by which the public format shows all cards dealt."""
    if variant not in PHH_GAMES:
        return tuple(lines)
    held: dict[str, str] = {}
    actions = []
    for line in lines:
        words = line.partition(" # ")[0].split()
        if len(words) == 4 and words[:2] == ["d", "dh"]:
            held[words[2]] = held.get(words[2], "") + words[3]
        elif len(words) == 3 and words[1:] == ["sm", "-"] and words[0] in held:
            line = line.replace("-", held[words[0]], 1)
        actions.append(line)
    return tuple(actions)


def _modifiers(written: Any) -> tuple[Mapping[str, Any], ...]:
    if isinstance(written, dict):
        return tuple({"modifier": name, **settings} for name, settings in written.items())
    return tuple({"modifier": entry} if isinstance(entry, str) else entry for entry in written)


def _expect(table: Mapping[str, Any], where: str, players: int) -> Expect:
    """Return a table of ``_expect``; raises RecordError for an unknown key, a wrong value or an unknown seat."""
    checks = []
    for key, value in table.items():
        if problem := _expect_problem(key, value, players):
            raise RecordError(f"{where}.{key}: {problem}")
        if key != "after":
            checks.append((key, tuple(value) if isinstance(value, list) else value))
    if not checks:
        raise RecordError(f"{where}: it expects nothing")
    return Expect(table.get("after"), tuple(checks))


def _expect_problem(key: str, value: Any, players: int) -> str:
    """Return why a claim makes no sense; empty when it does."""
    name, _, seat = key.rpartition("_")
    per_seat = f"{name}_" in _PER_SEAT
    kind = TEXT if per_seat else EXPECTED[key].kind if key in EXPECTED else None
    if kind is None:
        return "nothing of this kind can be expected"
    if per_seat and not _is_seat(seat, players):
        return f"there is no {seat} at this table"
    if not kind.fits(value):
        return f"must be {kind.words}, not {short(value)}"
    if key in _SEATS_EXPECTED and value and not _is_seat(value, players):
        return f"there is no {value} at this table"
    if key == "wild" or name == "wild":
        try:
            parse_cards(value)
        except CardError as problem:
            return str(problem)
    return ""


def _is_seat(word: str, players: int) -> bool:
    return word in {f"p{number + 1}" for number in range(players)}
