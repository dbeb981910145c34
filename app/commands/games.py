"""The commands about games: the library, rule sheets, rulings, and game files explained and checked."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from dataclasses import asdict
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.commands import MAX_DEALS, CommandError
from app.dataclass import replace
from app.text import counted

if TYPE_CHECKING:
    from app.games.catalog import GameInfo
    from app.games.definition import Game
    from app.games.sheet import Section


@click.command(short_help="list the games, or print a rule sheet")
@click.option("--json", "as_json", is_flag=True, help="print a JSON list with options and modifiers")
@click.option(
    "--search", metavar="TEXT", default="", help="only games with these words in names, tags or rules, best match first"
)
@click.option("--sheet", metavar="ID", help="print the rule sheet of one game")
def games(as_json: bool, search: str, sheet: str | None) -> int:
    """List the games by id, or print the rule sheet of one."""
    from app.games.house import DEFAULT_STAKES
    from app.games.sheet import rule_sheet, sheet_text
    from app.night.play.game_files import games_in_folder

    known = games_in_folder()
    if sheet is not None:
        info = _game(sheet)
        print(sheet_text(tuple(map(_with_lines, rule_sheet(info.usual, stakes=DEFAULT_STAKES))), info.name))
        return 0
    matching = list(known.values())
    if search.strip():
        from app.games.search import index_of

        matching = [known[match.id] for match in index_of(known).search(search).matches]
    if as_json:
        print(json.dumps([_as_json(info) for info in matching], indent=2))
        return 0
    width = max((len(info.id) for info in matching), default=0)
    for info in matching:
        names = ", ".join((info.name, *info.aliases))
        players = "cannot be played" if info.problem else f"{info.summary.players[0]}-{info.summary.players[1]} players"
        print(f"{info.id:<{width}}  {names} ({players})")
    if not matching:
        print(f"No game matches {search!r}.")
    for problem in (*known.refused, *(info.problem for info in matching if info.problem)):
        print(f"upcard: {problem}", file=sys.stderr)
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
    from app.manual import rulings

    info = None if game is None else _game(game)
    if as_json:
        print(json.dumps(rulings.as_json(info), indent=2))
    else:
        print("\n".join(rulings.as_text(info)))
    return 0


@click.command(short_help="find out what wins a game")
@click.argument("game")
@click.option("--players", type=click.IntRange(2, 20), default=6, help="how many players, all staying to the end (6)")
@click.option("--deals", type=click.IntRange(1, MAX_DEALS), default=10_000, help="how many hands to deal (10000)")
@click.option("--seed", type=click.IntRange(0), default=0, help="the same number deals the same hands (0)")
@click.option("--json", "as_json", is_flag=True, help="print a JSON object")
def study(game: str, players: int, deals: int, seed: int, as_json: bool) -> int:
    """Deal whole hands of GAME at random, and print how often each kind of hand wins.

    Exit status 1: nobody can tell, and the output says why.
    """
    from app.commands.odds import study_json, study_text
    from app.hand.play import SetupError
    from app.odds.figures import NoOdds
    from app.odds.study import study as study_game

    info = _game(game)
    try:
        found = study_game(info.usual, players, deals, seed)
    except SetupError as problem:
        raise CommandError(str(problem)) from None
    print(json.dumps(study_json(info.usual, found)) if as_json else study_text(info.usual, found))
    return int(isinstance(found, NoOdds))


@click.command(short_help="check game files")
@click.argument("files", nargs=-1, metavar="[FILE]...")
def check(files: tuple[str, ...]) -> int:
    """Check game files, each with every value of each option, and print every fault with its line.

    Without FILE, check the whole library and the games in the data directory. A FILE is a game file (.toml); it may
    extend one of those games, or another FILE.
    """
    from app.games.catalog import GameFile, GameInfo, id_error, parse_file
    from app.games.errors import GameError
    from app.games.faults import faults_of, ways_to_play
    from app.games.load import library_texts
    from app.night.play.game_files import games_in_folder

    known, ours = games_in_folder(), library_texts()
    texts = [(f"{game_id}.toml", text) for game_id, text in ours.items()]
    texts += [(info.own.name, info.own.text) for info in known.values() if info.own is not None]
    wrong = list(known.refused)
    if files:
        texts, wrong = _read(files)
    tables = {name: parse_file(GameFile(name, text)) for name, text in texts}
    games = dict(known.tables)
    games |= {Path(name).stem: table for name, table in tables.items() if not isinstance(table, GameError)}
    count = 0
    for name, text in texts:
        game_id, table = Path(name).stem, tables[name]
        faults = faults_of(text, game_id, games)
        refused = "" if text == ours.get(game_id) else id_error(game_id)
        if refused:
            wrong.append(f"{name}: {refused}")
        wrong += [f"{name}:{fault}" for fault in faults]
        if not faults and not refused and not isinstance(table, GameError):
            info = GameInfo(game_id, {**games, game_id: table})  # another folder may have a file of this name
            way_count = len(list(ways_to_play(info.options)))
            count += way_count
            if files:
                coverage = _coverage(info.resolve(chosen) for chosen, _ in ways_to_play(info.options))
                print(f"{name}: no faults, {info.players_text}, {counted(way_count, 'way')} to play, {coverage}")
    for problem in wrong:
        print(problem, file=sys.stderr)
    if wrong:
        return 2
    print(f"{counted(len(texts), 'game')} checked, {counted(count, 'way')} to play")
    return 0


def _coverage(played: Iterable[Game]) -> str:
    """Return whether Upcard plays a game whole or in part, and everything that the table has to judge in any way."""

    judged = dict.fromkeys(part for game in played for part in game.judged_parts)
    return f"in part. You judge: {'; '.join(judged)}" if judged else "whole"


def _game(game_id: str) -> GameInfo:
    """Return a game. Raises :class:`CommandError` if there is none, with similar ids, or if it cannot be played."""
    from app.night.play.game_files import games_in_folder

    games = games_in_folder()
    if (info := games.get(game_id)) is not None:
        if info.problem:
            raise CommandError(info.problem)
        return info
    ids = {name.casefold(): info.id for info in games.values() for name in (info.id, info.name, *info.aliases)}
    hint = _hint(dict.fromkeys(ids[name] for name in get_close_matches(game_id.casefold(), ids, 4)))
    raise CommandError(f"no game is called {game_id!r}; {hint or '`upcard games` lists them'}")


def _with_lines(section: Section) -> Section:
    """Return a section of a rule sheet with its lines from the imported database."""
    from app.variants_file import read_lines

    return replace(section, lines=(*section.lines, *read_lines(section.table_rules)))


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
        "min_players": info.summary.players[0],
        "max_players": info.summary.players[1],
        "seats": info.summary.seats,
        "tags": list(info.tags),
        "options": [asdict(option) for option in info.options],
        "modifiers": [] if info.problem else _modifiers(info),
    }


def _modifiers(info: GameInfo) -> list[str]:
    """Return the modifiers that fit a game, including those whose settings have no defaults."""
    from app.games import modifiers
    from app.games.errors import GameError

    fitting = []
    for name in modifiers.modifier_rules.names():
        try:
            modifier = modifiers.read_modifier(name, name)
        except GameError:
            fitting.append(name)
            continue
        try:
            info.resolve(None, [modifier])
        except GameError:
            continue
        fitting.append(name)
    return fitting


def _read(files: Iterable[str]) -> tuple[list[tuple[str, str]], list[str]]:
    """Return the names and texts of files, and the problems of unreadable ones."""
    from app.toml import TomlError, read_file

    texts, wrong = [], []
    for name in files:
        try:
            texts.append((name, read_file(name)))
        except TomlError as problem:
            wrong.append(f"{name}: {problem}")
    return texts, wrong
