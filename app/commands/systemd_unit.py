"""``upcard systemd-unit``: the file by which systemd runs Upcard."""

from __future__ import annotations

import argparse

from app.commands import Subparsers


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "systemd-unit",
        help="print a unit for systemd",
        description="Print the unit by which systemd runs this Upcard from the start of the machine on, in a sandbox.",
    )
    parser.add_argument(
        "--user", help="whose nights it serves (default: yours; as root, a user that systemd makes for it)"
    )
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    import os
    import pwd
    import sys
    from pathlib import Path

    from app import settings
    from app.server.systemd import is_in_a_home, unit

    script = Path(sys.argv[0]).absolute()
    program = [str(script)] if script.name == "upcard" else [sys.executable, "-m", "app.cli"]
    if "uv" in script.parts and "archive-v0" in script.parts:
        print("upcard: uvx keeps no program: install it, with pipx install or uv tool install", file=sys.stderr)
        return 2
    me = pwd.getpwuid(os.geteuid()).pw_name
    user = arguments.user or ("" if me == "root" else me)
    if not user and is_in_a_home(Path(program[0])):
        print(
            f"upcard: {program[0]} is in a home directory, where nobody else can run it. Install it for everybody "
            "(pipx install --global), or name its owner: upcard systemd-unit --user NAME",
            file=sys.stderr,
        )
        return 2
    try:
        home = Path(pwd.getpwnam(user).pw_dir) if user else Path()
    except KeyError:
        print(f"upcard: there is no user {user!r}", file=sys.stderr)
        return 2
    # A unit can only write to a directory that is there when it starts.
    data = settings.data_dir() if user == me else home / ".local" / "share" / "upcard"
    print(unit(program, user, data), end="")
    return 0
