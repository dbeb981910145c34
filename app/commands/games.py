"""``upcard games``: the games that Upcard knows, and their rule sheets."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from app.commands import Subparsers

if TYPE_CHECKING:
    from app.games.catalog import GameInfo


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "games",
        help="list the games, or print a rule sheet",
        description="List the games that can be dealt, by id; or print the rule sheet of one.",
    )
    parser.add_argument("--json", action="store_true", help="print a JSON list with options and modifiers")
    parser.add_argument(
        "--search",
        metavar="TEXT",
        default="",
        help="only games with these words in names, tags or rules, the best first",
    )
    parser.add_argument("--sheet", metavar="ID", help="print the rule sheet of one game")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    import json

    from app.games.catalog import catalog

    if arguments.sheet is not None:
        return _sheet(arguments.sheet)
    matching = list(catalog().values())
    if arguments.search.strip():
        from app.games.search import SearchIndex
        from app.games.searched import searched_library

        matching = [catalog()[match.id] for match in SearchIndex(searched_library()).search(arguments.search).matches]
    if arguments.json:
        print(json.dumps([_as_json(info) for info in matching], indent=2))
        return 0
    width = max((len(info.id) for info in matching), default=0)
    for info in matching:
        names = ", ".join((info.name, *info.aliases))
        print(f"{info.id:<{width}}  {names} ({info.players[0]}-{info.players[1]} players)")
    if not matching:
        print(f"No game matches {arguments.search!r}.")
    return 0


def find_game(game: str) -> bool:
    """Return whether there is a game of this id; if not, say so on standard error, with what may have been meant."""
    import sys
    from difflib import get_close_matches

    from app.games.catalog import catalog

    if game in catalog():
        return True
    ids = {name.casefold(): info.id for info in catalog().values() for name in (info.id, info.name, *info.aliases)}
    near = dict.fromkeys(ids[name] for name in get_close_matches(game.casefold(), ids, 4))
    hint = f"did you mean {' or '.join(near)}?" if near else "`upcard games` lists them"
    print(f"upcard: no game is called {game!r}; {hint}", file=sys.stderr)
    return False


def _sheet(game: str) -> int:
    from app.games.catalog import catalog
    from app.games.load import resolve
    from app.games.sheet import rule_sheet, sheet_text

    if not find_game(game):
        return 2
    print(sheet_text(rule_sheet(resolve(game)), catalog()[game].name))
    return 0


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
        "options": [
            {
                "key": option.key,
                "label": option.label,
                "default": option.default,
                "choices": list(option.choices),
                "amount": option.amount,
            }
            for option in info.options
        ],
        "modifiers": _modifiers(info.id),
    }


def _modifiers(game: str) -> list[str]:
    """Return the modifiers that fit the game. One without default settings counts as fitting: it depends on them."""
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
