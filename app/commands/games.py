"""The commands about games: the library, rule sheets, rulings, and game files explained and checked."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.commands import CommandError
from app.text import counted, short

if TYPE_CHECKING:
    from app.games.catalog import GameInfo


@click.command(short_help="list the games, or print a rule sheet")
@click.option("--json", "as_json", is_flag=True, help="print a JSON list with options and modifiers")
@click.option(
    "--search", metavar="TEXT", default="", help="only games with these words in names, tags or rules, best match first"
)
@click.option("--sheet", metavar="ID", help="print the rule sheet of one game")
def games(as_json: bool, search: str, sheet: str | None) -> int:
    """List the games by id, or print the rule sheet of one."""
    from app.games.catalog import catalog
    from app.games.load import resolve
    from app.games.sheet import rule_sheet, sheet_text

    if sheet is not None:
        _check_is_game(sheet)
        print(sheet_text(rule_sheet(resolve(sheet)), catalog()[sheet].name))
        return 0
    matching = list(catalog().values())
    if search.strip():
        from app.games.search import SearchIndex, searched_library

        matching = [catalog()[match.id] for match in SearchIndex(searched_library()).search(search).matches]
    if as_json:
        print(json.dumps([_as_json(info) for info in matching], indent=2))
        return 0
    width = max((len(info.id) for info in matching), default=0)
    for info in matching:
        names = ", ".join((info.name, *info.aliases))
        print(f"{info.id:<{width}}  {names} ({info.players[0]}-{info.players[1]} players)")
    if not matching:
        print(f"No game matches {search!r}.")
    return 0


@click.command(short_help="explain the keys of a game file")
@click.argument("name", required=False)
@click.option("--markdown", is_flag=True, help="print docs/game-files.md")
def rules(name: str | None, markdown: bool) -> int:
    """Explain every key, option form, step, wild rule, trigger, share and modifier of a game file, with examples.

    With NAME, such as deal, low-hole or script, explain only that.
    """
    from app.manual import game_files
    from app.manual.page import as_text

    if markdown:
        print(game_files.markdown(), end="")
        return 0
    entries = [entry for chapter in game_files.chapters() for entry in chapter.entries]
    chosen = [entry for entry in entries if name in (None, entry.name)]
    if not chosen:
        hint = _hint(get_close_matches(name or "", dict.fromkeys(entry.name for entry in entries), 4))
        raise CommandError(f"nothing in a game file is called {name!r}; {hint or '`upcard rules` explains them all'}")
    print(as_text(chosen))
    return 0


@click.command(short_help="list the house rules, and the options of a game")
@click.argument("game", required=False)
@click.option("--json", "as_json", is_flag=True, help="print a JSON list")
def rulings(game: str | None, as_json: bool) -> int:
    """Print every house rule: its question, answers, default and source.

    With GAME, the id of a game such as chicago, print only the rules that can come up in it, and its options.
    """
    from app.games.house import HouseRules, Stakes
    from app.games.load import resolve
    from app.games.situation import Situation
    from app.manual import rulings

    situation = None
    if game is not None:
        _check_is_game(game)
        situation = Situation(resolve(game), HouseRules(), Stakes())
    if as_json:
        print(json.dumps(rulings.as_json(situation), indent=2))
    else:
        print("\n".join(rulings.as_text(situation)))
    return 0


@click.command(short_help="check game files")
@click.argument("files", nargs=-1, metavar="[FILE]...")
def check(files: tuple[str, ...]) -> int:
    """Check game files, each under every value of each option. Without FILE, check the whole library.

    A FILE is a game file (.toml); it may extend a game of the library.
    """
    from app.games.errors import GameError
    from app.games.load import library

    try:
        games = dict(library())
    except GameError as problem:
        raise CommandError(str(problem)) from None
    problems: list[GameError] = []
    own: dict[str, str] = {}
    for name in files:
        try:
            game, raw = _read(name)
        except GameError as problem:
            problems.append(problem)
            continue
        games[game], own[game] = raw, name
    count = 0
    checked = list(own) if files else list(games)
    for game in checked:
        try:
            count += _ways_to_play(game, games)
        except GameError as problem:
            problems.append(problem.of(own.get(game, f"{game}.toml")))
    for wrong in problems:
        print(f"upcard: {wrong}", file=sys.stderr)
    if problems:
        return 2
    print(f"{counted(len(checked), 'game')} checked, {counted(count, 'way')} to play")
    return 0


def _check_is_game(game: str) -> None:
    """Raise :class:`CommandError`, suggesting similar ids, if no game has this id."""
    from app.games.catalog import catalog

    if game in catalog():
        return
    ids = {name.casefold(): info.id for info in catalog().values() for name in (info.id, info.name, *info.aliases)}
    hint = _hint(dict.fromkeys(ids[name] for name in get_close_matches(game.casefold(), ids, 4)))
    raise CommandError(f"no game is called {game!r}; {hint or '`upcard games` lists them'}")


def _hint(near: Iterable[str]) -> str:
    names = " or ".join(near)
    return f"did you mean {names}?" if names else ""


def _as_json(info: GameInfo) -> dict[str, Any]:
    return {
        "id": info.id,
        "name": info.name,
        "about": info.about,
        "aliases": list(info.aliases),
        "document": info.document,
        "min_players": info.players[0],
        "max_players": info.players[1],
        "seats": info.seats,
        "tags": list(info.tags),
        "options": [asdict(option) for option in info.options],
        "modifiers": _modifiers(info.id),
    }


def _modifiers(game: str) -> list[str]:
    """Return the modifiers that fit a game, including those whose settings have no defaults."""
    from app.games import modifiers
    from app.games.errors import GameError
    from app.games.load import resolve

    fitting = []
    for name in modifiers.modifier_rules.names():
        try:
            modifier = modifiers.read_modifier(name, name)
        except GameError:
            fitting.append(name)
            continue
        try:
            resolve(game, None, [modifier])
        except GameError:
            continue
        fitting.append(name)
    return fitting


def _read(name: str) -> tuple[str, dict[str, Any]]:
    """Return the id and the table of a game file. Raises GameError if it cannot be read."""
    from app.games.errors import GameError
    from app.games.load import parse
    from app.toml import TomlError, read_file

    try:
        return Path(name).stem, parse(read_file(name), name)
    except TomlError as problem:
        raise GameError(str(problem), source=name) from None


def _ways_to_play(game: str, games: Mapping[str, Mapping[str, Any]]) -> int:
    """Resolve a game under each value of each option, and return how many ways there are to play it.

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
