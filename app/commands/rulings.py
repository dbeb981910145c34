"""``upcard rulings``: the questions that the rules leave open, and what a table may answer."""

from __future__ import annotations

import argparse

from app.commands import Subparsers


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "rulings",
        help="list the house rules and options that decide who gets chips",
        description="Print every ruling of the house: the question, the answers, the default and its source; or those "
        "that one game can come to, with the game's options.",
    )
    parser.add_argument("game", nargs="?", metavar="GAME", help="the id of a game, such as chicago")
    parser.add_argument("--json", action="store_true", help="print a JSON list")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    import json

    from app.commands.games import find_game
    from app.games.house import HouseRules, Stakes
    from app.games.load import resolve
    from app.games.situation import Situation
    from app.manual import rulings

    situation = None
    if arguments.game is not None:
        if not find_game(arguments.game):
            return 2
        situation = Situation(resolve(arguments.game), HouseRules(), Stakes())
    if arguments.json:
        print(json.dumps(rulings.as_json(situation), indent=2))
    else:
        print("\n".join(rulings.as_text(situation)))
    return 0
