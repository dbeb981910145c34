"""Records as text: read with every field checked, and written so that they read back the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any, get_args

import tomli_w

from app.cards.card import CardError, parse_cards
from app.dataclass import replace
from app.games.house import Limit
from app.hand.notation import ActionError, parse_verb
from app.record.fields import BY_PLAYER, EXPECTED, PLAYED, TEXT, problem_with
from app.record.hand import LOW_CARD, PHH_GAMES, Expect, Record, RecordError, default_limit, is_remark
from app.text import short
from app.toml import MAX_BYTES, TomlError, parse_toml

_LIMIT_WORDS = {"fixed": "a fixed limit", "pot": "pot limit", "none": "no limit"}
_SEATS_EXPECTED = ("opener", "to_act")
_PER_SEAT = ("wild", "showing")
_WITH_ZEROS = re.compile(r"\d+\.0+")
_SHOWN = re.compile(r"\s*p\d+\s+sm\s+[^?\s#]")

#: The most bytes of a file of many hands: room for the longest night, each hand with the game it was dealt under.
MANY_BYTES = 64_000_000


def read(text: str, source: str = "record") -> Record:
    """Return the record that a text describes; ``source`` names it in messages.

    Raises :class:`RecordError` for a text that is not TOML, and for a field that is missing, unknown or of a wrong
    type. :func:`app.record.setup.setup_of` checks that the game can be dealt.
    """
    return _record(_parsed(text, source, MAX_BYTES), source)


def read_all(text: str, source: str = "records") -> dict[str, Record]:
    """Return the records of a ``.phhs`` file, by their numbers. Raises as :func:`read` does, naming the number."""
    records = {}
    for number, raw in _parsed(text, source, MANY_BYTES).items():
        if not number.isdecimal() or not isinstance(raw, Mapping):
            raise RecordError(f"{source}: {short(number)}: a file of many hands has only numbered tables, such as [1]")
        records[number] = _record(raw, f"{source} [{number}]")
    return records


def _parsed(text: str, source: str, most: int) -> dict[str, Any]:
    try:
        return parse_toml(text, most)
    except TomlError as problem:
        raise RecordError(f"{source}: {problem}") from None


def _record(raw: Mapping[str, Any], source: str) -> Record:
    for name, value in raw.items():
        if problem := problem_with(name, value):
            raise RecordError(f"{source}: {name}: {problem}")
    limit = raw.get("_limit", default_limit(raw["variant"]) if "variant" in raw else "fixed")
    _check_presence(raw, limit, source)
    count = len(raw["starting_stacks"])
    for name in BY_PLAYER:
        if name in raw and len(raw[name]) != count:
            raise RecordError(f"{source}: {name}: {len(raw[name])} entries for {count} starting stacks")
    values = {name.lstrip("_"): PLAYED[name].kind.read(value) for name, value in raw.items() if name in PLAYED}
    values["actions"] = _actions(raw["actions"], raw["variant"])
    values["antes"] = _antes(values["antes"], raw["variant"])
    values["limit"] = limit
    names = raw.get("players", [""] * count)
    values["players"] = tuple(name or f"p{number}" for number, name in enumerate(names, 1))
    values["expect"] = tuple(
        _expect(table, f"{source}: _expect[{at}]", count) for at, table in enumerate(raw.get("_expect", ()))
    )
    kept = {name: value for name, value in raw.items() if name not in PLAYED}
    record = Record(**values, kept=kept, source=source)
    for at, expect in enumerate(record.expect):
        if expect.after is not None and expect.after > len(record.moves):
            problem = f"there are {len(record.moves)} actions, not {short(expect.after)}"
            raise record.error(f"_expect[{at}].after", problem)
    return record


def _check_presence(raw: Mapping[str, Any], limit: str, source: str) -> None:
    if limit not in get_args(Limit):
        raise RecordError(f"{source}: _limit: must be one of {', '.join(get_args(Limit))}, not {short(limit)}")
    needed = ["variant", "antes", "starting_stacks", "actions"]
    needed += ["small_bet", "big_bet"] if limit == "fixed" else ["min_bet"]
    needed += ["_max_bet"] if limit == "spread" else []
    if game := PHH_GAMES.get(raw.get("variant", "")):
        needed.append(game.forced)
        if limit != game.limit:
            raise RecordError(f"{source}: _limit: {raw['variant']} is played at {_LIMIT_WORDS[game.limit]}")
        opener = raw.get("_house", {}).get("opener_first", LOW_CARD)
        if raw["variant"] == "F7S" and opener != LOW_CARD:
            raise RecordError(f"{source}: _house: opener_first: F7S is opened by {LOW_CARD!r}, not {short(opener)}")
    for name in needed:
        if name not in raw:
            raise RecordError(f"{source}: {name}: the field is missing")


def _antes(antes: tuple[int, ...], variant: str) -> tuple[int, ...]:
    """Return antes by seat from those of a file, or the other way round.

    In the public format the antes of two players are reversed, as their blinds are.
    """
    return antes[::-1] if variant in PHH_GAMES and len(antes) == 2 else antes


def _actions(lines: Sequence[str], variant: str) -> tuple[str, ...]:
    """Return the lines as they are replayed.

    In the public format all players discard before the first draws, ``-`` shows all of a player's cards, and a bet may
    be ``6.0``. A player who shows ``????`` waits to show, or mucks to a hand that is open.
    """
    if variant not in PHH_GAMES:
        return tuple(lines)
    last = {line.split()[0]: at for at, line in enumerate(lines) if line.split()[1:2] == ["sm"]}
    held: dict[str, list[str]] = {}
    actions = []
    for at, line in enumerate(lines):
        match line.partition(" # ")[0].split():
            case ["d", "dh", player, cards]:
                held.setdefault(player, []).extend(_by_card(cards))
            case [player, "sd", cards]:
                for card in _by_card(cards):
                    if card in held.get(player, ()):
                        held[player].remove(card)
            case [player, "sm", "-"] if player in held:
                line = line.replace("-", "".join(held[player]), 1)
            case [player, "sm", cards] if not cards.strip("?"):
                if at < last[player]:
                    line = f"# {line}"
                elif any(map(_SHOWN.match, lines)):
                    line = line.replace(f" {cards}", "", 1)
            case [_, "cbr", chips] if _WITH_ZEROS.fullmatch(chips):
                line = line.replace(chips, chips.partition(".")[0], 1)
        actions.append(line)
    return _draws(actions, together=False)


def _by_card(cards: str) -> list[str]:
    return [cards[at : at + 2] for at in range(0, len(cards), 2)]


def _draws(lines: Iterable[str], *, together: bool) -> tuple[str, ...]:
    """Return the lines with each player's draw after the discard, or ``together``: after the last player's discard."""
    units: list[list[str]] = []  # an action and the remarks below it
    for line in lines:
        if units and is_remark(line):
            units[-1].append(line)
        else:
            units.append([line])
    ordered: list[list[str]] = []
    draw: dict[str, list[list[str]]] = {}
    for unit in units:
        match unit[0].split():
            case [player, "sd", *_] if player not in draw:
                draw[player] = [unit]
            case ["d", "dh", player, *_] if player in draw:
                draw[player].append(unit)
            case [player, "sd", *_]:
                ordered += _in_order(draw, together)
                draw = {player: [unit]}
            case _:
                ordered += [*_in_order(draw, together), unit]
                draw = {}
    return tuple(line for unit in [*ordered, *_in_order(draw, together)] for line in unit)


def _in_order(draw: Mapping[str, list[list[str]]], together: bool) -> list[list[str]]:
    discards = [units[0] for units in draw.values()] if together else []
    return discards + [unit for units in draw.values() for unit in units[together:]]


def _expect(table: Mapping[str, Any], where: str, players: int) -> Expect:
    """Return a table of ``_expect``; raises RecordError for an unknown key, a wrong value or an unknown seat."""
    for key, value in table.items():
        if problem := _expect_problem(key, value, players):
            raise RecordError(f"{where}.{key}: {problem}")
    checks = {key: tuple(value) if isinstance(value, list) else value for key, value in table.items() if key != "after"}
    if not checks:
        raise RecordError(f"{where}: it expects nothing")
    return Expect(table.get("after"), tuple(checks.items()))


def _expect_problem(key: str, value: Any, players: int) -> str:
    """Return what is wrong with a claim; empty if nothing."""
    name, _, seat = key.rpartition("_")
    per_seat = name in _PER_SEAT
    kind = TEXT if per_seat else EXPECTED[key].kind if key in EXPECTED else None
    if kind is None:
        return "nothing of this kind can be expected"
    if per_seat and not _is_seat(seat, players):
        return f"there is no {seat} at this table"
    if problem := kind.problem(value):
        return problem
    if key in _SEATS_EXPECTED and value and not _is_seat(value, players):
        return f"there is no {value} at this table"
    try:
        if "wild" in (key, name):
            parse_cards(value)
        elif key == "refuses":
            parse_verb(value.split())
    except (CardError, ActionError) as problem:
        return str(problem)
    return ""


def _is_seat(word: str, players: int) -> bool:
    return word in {f"p{number + 1}" for number in range(players)}


def write(record: Record) -> str:
    """Return the record as TOML: plain fields first, one action per line, tables last."""
    lines: list[str] = []
    tables: list[str] = []
    for name, value in _fields(record):
        if isinstance(value, Sequence) and not isinstance(value, str) and name != "actions":
            value = list(value)
            if value and not any(isinstance(item, dict | list) for item in value):
                lines.append(f"{_key(name)} = [{', '.join(map(_literal, value))}]\n")
                continue
        text = tomli_w.dumps({name: list(value) if name == "actions" else value})
        (tables if text.startswith("[") else lines).append(text)
    return "".join(lines) + "".join(f"\n{text}" for text in tables)


def write_numbered(number: int, record: Record) -> str:
    """Return a record as a numbered table of a ``.phhs`` file; a blank line stands between two."""
    # A line that begins with a bracket opens a table, which goes inside the record's numbered table.
    text = re.sub(r"^(\[+)", rf"\g<1>{number}.", write(record), flags=re.M)
    return f"[{number}]\n{text}"


_DEFAULTS = {spec.name: spec.default for spec in fields(Record)}


def _fields(record: Record) -> Iterable[tuple[str, Any]]:
    """Yield the fields by their names in the file, without empty and default ones."""
    if record.variant in PHH_GAMES:
        antes = _antes(record.antes, record.variant)
        record = replace(record, antes=antes, actions=_draws(record.actions, together=True))
    yield "variant", record.variant
    yield from ((name, value) for name, value in record.kept.items() if not name.startswith("_"))
    for name in [name for name in PLAYED if name not in ("variant", "_expect")]:
        value = PLAYED[name].kind.write(getattr(record, name.lstrip("_")))
        usual = default_limit(record.variant) if name == "_limit" else _DEFAULTS[name.lstrip("_")]
        if value is not None and value != usual and value != {}:
            yield name, value
    yield from ((name, value) for name, value in record.kept.items() if name.startswith("_"))
    if record.expect:
        yield "_expect", [_table(expect) for expect in record.expect]


def _table(expect: Expect) -> dict[str, Any]:
    after = {} if expect.after is None else {"after": expect.after}
    return {**after, **{key: list(value) if isinstance(value, tuple) else value for key, value in expect.checks}}


def _literal(value: Any) -> str:
    return tomli_w.dumps({"x": value}).removeprefix("x = ").rstrip("\n")


def _key(name: str) -> str:
    return tomli_w.dumps({name: 0}).removesuffix(" = 0\n")
