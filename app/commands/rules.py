"""``upcard rules``: what a game file may hold, explained."""

from __future__ import annotations

import argparse

from app.commands import Subparsers


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "rules",
        help="explain what a game file may hold",
        description="Explain every key, option form, step, wild rule, trigger, share and modifier of a game file, "
        "with an example each; or those of one name.",
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="a name, such as deal, low-hole or script")
    parser.add_argument("--markdown", action="store_true", help="print the page docs/game-files.md")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    import sys
    from difflib import get_close_matches

    from app.manual import game_files
    from app.manual.page import as_text

    if arguments.markdown:
        print(game_files.markdown(), end="")
        return 0
    entries = [entry for chapter in game_files.chapters() for entry in chapter.entries]
    chosen = [entry for entry in entries if arguments.name in (None, entry.name)]
    if not chosen:
        near = get_close_matches(arguments.name, dict.fromkeys(entry.name for entry in entries), 4)
        hint = f"did you mean {' or '.join(near)}?" if near else "`upcard rules` explains them all"
        print(f"upcard: nothing in a game file is called {arguments.name!r}; {hint}", file=sys.stderr)
        return 2
    print(as_text(chosen))
    return 0
