"""Writing a record or many, so that :mod:`app.record.read` reads back the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from typing import Any

import tomli_w

from app.record.hand import Expect, Record


def write(record: Record) -> str:
    """Return the record as TOML: plain fields first, one action a line, tables last."""
    lines: list[str] = []
    tables: list[str] = []
    for name, value in _fields(record):
        if value is None:
            continue
        if isinstance(value, Sequence) and not isinstance(value, str) and name != "actions":
            value = list(value)
            if value and not any(isinstance(item, dict | list) for item in value):
                lines.append(f"{_key(name)} = [{', '.join(map(_literal, value))}]\n")
                continue
        text = tomli_w.dumps({name: list(value) if name == "actions" else value})
        (tables if text.startswith("[") else lines).append(text)
    return "".join(lines) + "".join(f"\n{text}" for text in tables)


def write_all(records: Mapping[int, Record]) -> str:
    """Return many records as the text of a ``.phhs`` file: numbered tables."""
    return "\n".join(f"[{number}]\n{_inside(number, write(record))}" for number, record in records.items())


def _inside(number: int, text: str) -> str:
    """Return a record with its tables within the one of its number. A line that begins with a bracket heads a table."""
    return re.sub(r"^(\[+)", rf"\g<1>{number}.", text, flags=re.MULTILINE)


def _fields(record: Record) -> Iterable[tuple[str, Any]]:
    """Yield all fields by their names in the file, in the order in which a reader wants them."""
    kept = record.kept
    yield "variant", record.variant
    yield from ((name, value) for name, value in kept.items() if not name.startswith("_"))
    yield "antes", record.antes
    yield "bring_in", record.bring_in
    yield "small_bet", record.small_bet
    yield "big_bet", record.big_bet
    yield "min_bet", record.min_bet
    yield "_limit", record.limit if record.limit != "fixed" else None
    yield "_max_bet", record.max_bet
    yield "_carried", record.carried or None
    yield "starting_stacks", _stacks(record.starting_stacks)
    yield "players", record.players
    yield "actions", record.actions
    yield "finishing_stacks", _stacks(record.finishing_stacks)
    yield "winnings", record.winnings
    yield "_options", dict(record.options) or None
    yield "_house", dict(record.house) or None
    yield "_modifiers", [_modifier(entry) for entry in record.modifiers] or None
    yield from ((name, value) for name, value in kept.items() if name.startswith("_"))
    yield "_expect", [_table(expect) for expect in record.expect] or None


def _stacks(stacks: tuple[int | None, ...] | None) -> list[int | float] | None:
    return None if stacks is None else [inf if stack is None else stack for stack in stacks]


def _modifier(table: Mapping[str, Any]) -> Any:
    return table["modifier"] if set(table) == {"modifier"} else dict(table)


def _table(expect: Expect) -> dict[str, Any]:
    after = {} if expect.after is None else {"after": expect.after}
    return {**after, **{key: list(value) if isinstance(value, tuple) else value for key, value in expect.checks}}


def _literal(value: Any) -> str:
    return tomli_w.dumps({"x": value}).removeprefix("x = ").rstrip("\n")


def _key(name: str) -> str:
    return tomli_w.dumps({name: 0}).removesuffix(" = 0\n")
