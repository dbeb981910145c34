"""Every fault of a game file at once, each with its line.

Each part is first checked alone, under every value of the options that it names. If all parts are right, the whole game
is checked under every value of each option, as :func:`app.games.load.resolve` does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from app.dataclass import dataclass
from app.games import modifiers
from app.games.build import attempt
from app.games.definition import Option
from app.games.errors import GameError
from app.games.keys import KEYS
from app.games.load import (
    LISTS,
    PARTS,
    TABLES,
    build,
    fill_in,
    is_on,
    key_errors,
    merged_with_parents,
    missing_keys,
    option_references,
    options_named,
    read_options,
    script_of,
    values_asked,
    with_current_names,
)
from app.games.references import misleading_parts, reference_errors
from app.text import short
from app.toml import TomlError, parse_toml
from app.toml_lines import line_of, lines_of

#: The most faults reported for a file.
MAX_FAULTS = 100

#: The path of an entry in a list of parts.
_ENTRY = re.compile(r"(?P<key>\w+)\[(?P<at>\d+)\]")

#: Returns the errors under a choice of options.
_ErrorsUnder: TypeAlias = Callable[[Mapping[str, Any]], Iterable[GameError]]

#: Returns a part made from its table, if it can be, and the errors in the table.
_Make: TypeAlias = Callable[[Any], tuple[Any, list[GameError]]]


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a game file: the line, from 1, or 0 for none; the path of the value; the reason."""

    line: int
    where: str
    why: str

    def __str__(self) -> str:
        """Return the fault as text to follow the file's name and a colon."""
        line = f"{self.line}:" if self.line else ""
        return f"{line} {': '.join(filter(None, (self.where, self.why)))}"


def faults_of(text: str, game_id: str, games: Mapping[str, Mapping[str, Any]]) -> tuple[Fault, ...]:
    """Return every fault of a game file, in line order; none if the game can be played under every option.

    ``games`` are the tables of the games that it may extend.
    """
    try:
        raw = parse_toml(text)
    except TomlError as problem:
        return (Fault(problem.line, "", str(problem)),)
    lines = lines_of(text)
    faults = dict.fromkeys(_fault(problem, lines) for problem in _errors(raw, game_id, games))
    return tuple(sorted(faults, key=lambda fault: fault.line))[:MAX_FAULTS]


def ways_to_play(options: Iterable[Option]) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield the default choice of options, then each other value of each option, with that value in words."""
    options = list(options)
    usual = {option.key: option.default for option in options}
    yield usual, ""
    for option in options:
        for value in option.values():
            if value != option.default or type(value) is not type(option.default):
                yield {**usual, option.key: value}, f"option {option.key} = {short(value)}"


def _fault(problem: GameError, lines: dict[str, int]) -> Fault:
    """Return an error as a fault. An error in an inherited value is reported on the ``extends`` line."""
    path = f"{problem.key}.{problem.about}" if problem.key else problem.about
    where = path if path in lines else problem.key
    line = line_of(where, lines) or (lines.get("extends", 0) if where else 0)
    return Fault(line, where, problem.reason)


def _errors(raw: dict[str, Any], game_id: str, games: Mapping[str, Mapping[str, Any]]) -> Iterator[GameError]:
    """Yield the errors of a game's keys, options and parts; if there are none, those of the whole game."""
    # A list entry that is not a table is reported with the other parts, so that those are checked as well.
    errors = [problem for problem in key_errors(raw) if problem.about not in LISTS or problem.key == problem.about]
    wrong = {problem.about for problem in errors}
    game = {key: value for key, value in raw.items() if key in KEYS and (KEYS[key].required or key not in wrong)}
    try:
        if "extends" not in wrong:
            game = merged_with_parents(game_id, {**games, game_id: game})
            errors += missing_keys(game)
    except GameError as problem:
        errors.append(problem)
    game = with_current_names({key: value for key, value in game.items() if key not in wrong})
    options, wrong_options = read_options(game)
    errors += [*wrong_options, *_all_part_errors(game, options), *_option_errors(raw, options)]
    yield from errors
    if not errors:
        yield from _in_each_way(options.values(), lambda chosen: _whole_game_errors(game, game_id, chosen))


def _in_each_way(options: Iterable[Option], errors_under: _ErrorsUnder) -> Iterator[GameError]:
    """Yield each error under any choice of options once, with the choice if it is not the default."""
    seen = set()
    for chosen, words in ways_to_play(options):
        for problem in errors_under(chosen):
            if (error := (problem.key, problem.about, problem.reason)) not in seen:
                seen.add(error)
                yield problem.under(words) if words else problem


def _all_part_errors(game: dict[str, Any], options: Mapping[str, Option]) -> Iterator[GameError]:
    """Yield the errors of each step, rule, modifier and table on its own."""
    unreadable = set(game.get("option", ())) - set(options)

    def errors(part: Any, under: _ErrorsUnder) -> Iterable[GameError]:
        named = options_named(part)
        return () if named & unreadable else _in_each_way([options[key] for key in options if key in named], under)

    for key in TABLES:
        if key in game:
            yield from errors(game[key], partial(_part_errors, game[key], key, partial(attempt, TABLES[key], path=key)))
    for key, (registry, name) in PARTS.items():
        try:
            entries = script_of(game.get(key, ())) if key == "script" else game.get(key, ())
        except GameError as problem:
            yield problem
            continue
        for at, entry in enumerate(entries):
            part = {name: entry} if key == "modifier" and isinstance(entry, str) else entry
            path = f"{key}[{at}]"
            yield from errors(part, partial(_part_errors, part, path, partial(registry.attempt, key=name, path=path)))


def _option_errors(raw: Mapping[str, Any], options: Mapping[str, Option]) -> Iterator[GameError]:
    """Yield an error for each value that the file asks an option about, and that the option never has.

    An inherited part may ask about one that only the options of its own file have.
    """
    for key, given in raw.items():
        for at, part in enumerate(given) if key in PARTS and isinstance(given, list) else [(None, given)]:
            path = key if at is None else f"{key}[{at}]"
            for reference in option_references(part):
                if (option := options.get(reference["option"])) is None:
                    continue
                for value in values_asked(reference):
                    if problem := option.check(value):
                        yield GameError(f"option {option.key} {problem}, not {short(value)}", key=path)


def _part_errors(part: Any, path: str, make: _Make, chosen: Mapping[str, Any]) -> list[GameError]:
    """Return the errors of a step, rule, modifier or table under a choice of options."""
    try:
        return make(fill_in(part, chosen))[1] if is_on(part, chosen) else []
    except GameError as problem:  # in a reference to an option
        if problem.about == "on":
            return [GameError(problem.reason, key=path, about="on")]
        return [GameError(f"{problem.key}: {problem.reason}", key=path)]


def _whole_game_errors(game: Mapping[str, Any], game_id: str, chosen: Mapping[str, Any]) -> Iterator[GameError]:
    """Yield the errors of a game under these options: those without its modifiers or, if there are none, with them."""
    plain = {key: value for key, value in game.items() if key not in ("option", "extends", "modifier")}
    plain["script"] = script_of(plain["script"])
    raw = {**fill_in(plain, chosen), "id": game_id}
    indexes = {key: _indexes_on(value, chosen) for key, value in plain.items() if key in LISTS}
    errors = _game_errors(raw)
    yield from (_in_file(problem, indexes) for problem in errors)
    if errors or "modifier" not in game:
        return
    path, given = "modifier", _indexes_on(game["modifier"], chosen)
    own = [modifiers.read_modifier(fill_in(game["modifier"][at], chosen), path) for at in given]
    try:
        modifiers.in_order((), own)
        for at, modifier in zip(given, own, strict=True):
            path = f"modifier[{at}]"
            raw = modifiers.apply(raw, modifier)
    except GameError as problem:
        yield GameError(problem.reason, key=path)
        return
    yield from (GameError(problem.reason, key="modifier") for problem in _game_errors(raw))


def _game_errors(raw: Mapping[str, Any]) -> list[GameError]:
    try:
        game = build(raw)
        return [*reference_errors(game), *misleading_parts(game)]
    except GameError as problem:
        return [problem]


def _indexes_on(entries: Sequence[Any], chosen: Mapping[str, Any]) -> list[int]:
    """Return the indexes of the entries that are not switched off."""
    return [at for at, entry in enumerate(entries) if is_on(entry, chosen)]


def _in_file(problem: GameError, indexes: Mapping[str, Sequence[int]]) -> GameError:
    """Return an error with its entry's index in the file, which also has the entries switched off."""
    match = _ENTRY.match(problem.key)
    if match is None or int(match["at"]) >= len(indexes.get(match["key"], ())):
        return problem
    key = f"{match['key']}[{indexes[match['key']][int(match['at'])]}]{problem.key[match.end() :]}"
    return GameError(problem.reason, key=key, about=problem.about)
