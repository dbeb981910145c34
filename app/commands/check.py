"""``upcard check``: check game files, the library's or one's own."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from app.commands import Subparsers
from app.text import short


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

    from app.games.errors import GameError
    from app.games.load import library

    try:
        games = dict(library())
    except GameError as problem:
        print(f"upcard: {problem}", file=sys.stderr)
        return 2
    problems: list[GameError] = []
    own: dict[str, str] = {}
    for name in arguments.files:
        try:
            game, raw = _read(name)
        except GameError as problem:
            problems.append(problem)
            continue
        games[game], own[game] = raw, name
    count = 0
    checked = list(own) if arguments.files else list(games)
    for game in checked:
        try:
            count += _check(game, games)
        except GameError as problem:
            problems.append(problem.of(own.get(game, f"{game}.toml")))
    for wrong in problems:
        print(f"upcard: {wrong}", file=sys.stderr)
    if problems:
        return 2
    print(f"{_counted(len(checked), 'game')} checked, {_counted(count, 'way')} to play")
    return 0


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _read(name: str) -> tuple[str, dict[str, Any]]:
    """Return a game file's id and table; raises GameError for a file that cannot be read."""
    from pathlib import Path

    from app.games.errors import GameError
    from app.games.load import parse
    from app.toml import TomlError, read_file

    try:
        return Path(name).stem, parse(read_file(name), name)
    except TomlError as problem:
        raise GameError(str(problem), source=name) from None


def _check(game: str, games: Mapping[str, Mapping[str, Any]]) -> int:
    """Resolve a game under each value of each of its options, and return the number of different ways to play it.

    Raises GameError for the first that cannot be played.
    """
    from app.games.errors import GameError
    from app.games.load import inherited, options_of, resolve

    resolve(game, games=games)
    count = 1
    for option in options_of(inherited(game, games), f"{game}.toml").values():
        for value in option.values():
            if value == option.default and type(value) is type(option.default):
                continue
            try:
                resolve(game, {option.key: value}, games=games)
            except GameError as problem:
                raise problem.under(f"option {option.key} = {short(value)}") from None
            count += 1
    return count
