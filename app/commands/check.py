"""``upcard check``: game files looked over, the library's or one's own."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from app.commands import Subparsers


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "check",
        help="check game files",
        description="Check the game library, or game files against it: every game under each value of each option.",
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="a game file (.toml); without any, the whole library")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    import sys

    from app.games.build import GameError
    from app.games.load import library

    problems = []
    count = 0
    try:
        games = dict(library())
    except GameError as problem:
        print(f"upcard: {problem}", file=sys.stderr)
        return 2
    own: dict[str, str] = {}
    for name in arguments.files:
        try:
            game, raw = _read(name)
        except GameError as problem:
            problems.append(str(problem))
            continue
        games[game], own[game] = raw, name
    for game in own if arguments.files else games:
        try:
            count += _check(game, games)
        except GameError as problem:
            # What the library names after the game is told under the file's own name.
            rest = str(problem).removeprefix(f"{game}.toml").removeprefix(game).lstrip(": ")
            problems.append(f"{own.get(game, f'{game}.toml')}: {rest}")
    for line in problems:
        print(f"upcard: {line}", file=sys.stderr)
    if problems:
        return 2
    checked = len(own) if arguments.files else len(games)
    print(f"{checked} game{'' if checked == 1 else 's'} checked, {count} way{'' if count == 1 else 's'} to play")
    return 0


def _read(name: str) -> tuple[str, dict[str, Any]]:
    """A game file's id and table; raises GameError for what cannot be read."""
    from pathlib import Path

    from app.games.build import GameError
    from app.games.load import parse

    try:
        text = Path(name).read_bytes().decode("utf-8-sig")
    except OSError as problem:
        raise GameError(f"{name}: {problem.strerror or problem}") from None
    except UnicodeDecodeError:
        raise GameError(f"{name}: not a text in UTF-8") from None
    try:
        return Path(name).stem, parse(text, name)
    except RecursionError:
        raise GameError(f"{name}: nested too deep") from None


def _check(game: str, games: Mapping[str, Mapping[str, Any]]) -> int:
    """Resolve a game under each value of each of its options; the number of different ways. Raises GameError."""
    from app.games.build import GameError
    from app.games.load import inherited, options_of, resolve

    resolve(game, games=games)
    count = 1
    for option in options_of(inherited(game, games), f"{game}.toml").values():
        values: tuple[bool | int | str, ...] = option.choices
        if isinstance(option.default, bool):
            values = (False, True)
        if option.amount:
            values = (*values, 0, 1)
        for value in values:
            if value == option.default and type(value) is type(option.default):
                continue
            try:
                resolve(game, {option.key: value}, games=games)
            except GameError as problem:
                raise GameError(f"{problem} (with option {option.key} = {value!r})") from None
            count += 1
    return count
