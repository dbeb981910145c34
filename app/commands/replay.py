"""``upcard replay``: hand records played again, and what they claim checked."""

from __future__ import annotations

import argparse
from pathlib import Path

from app.commands import Subparsers
from app.text import whole_number

_MOST_BYTES = 1_000_000
_SUFFIXES = (".phh", ".toml")


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "replay",
        help="replay hand records",
        description="Replay hand records (.toml, .phh) and check what they expect. Status 0: all held; 1: something "
        "did not; 2: a file could not be read, or an action was refused.",
    )
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a record, a directory of records, or - for standard input"
    )
    parser.add_argument("--at", type=_number, metavar="N", help="stop after action N")
    parser.add_argument("--json", action="store_true", help="print one JSON object a file, one a line")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    status = 0
    for name in arguments.files:
        if Path(name).is_dir():
            found = sorted(path for path in Path(name).rglob("*") if path.suffix in _SUFFIXES and path.is_file())
            if not found:
                _say(f"{name}: no records (.toml, .phh) in this directory", arguments.json)
            status = max([status, *(_replay(str(path), arguments) for path in found)] if found else [2])
        else:
            status = max(status, _replay(name, arguments))
    return status


def _replay(name: str, arguments: argparse.Namespace) -> int:
    """Replay one file and print what came of it; its status."""
    import json
    import sys

    from app.record import RecordError, as_json, as_text, read, run

    source = "stdin" if name == "-" else _printable(name)
    try:
        replayed = run(read(_text(name, source), source), arguments.at)
    except RecordError as problem:
        _say(str(problem), arguments.json)
        return 2
    if not arguments.json:
        _print(as_text(replayed))
        return replayed.status
    print(json.dumps(as_json(replayed)))
    for line in (*replayed.failures, replayed.refused):
        if line:
            print(line, file=sys.stderr)
    return replayed.status


def _text(name: str, source: str) -> str:
    """The text of a file, or of standard input; RecordError for what is no text or cannot be read."""
    import sys

    from app.record import RecordError

    try:
        if name == "-":
            data = sys.stdin.buffer.read(_MOST_BYTES + 1)
        else:
            with open(name, "rb") as file:
                data = file.read(_MOST_BYTES + 1)
    except OSError as problem:
        raise RecordError(f"{source}: {problem.strerror or problem}") from None
    if len(data) > _MOST_BYTES:
        raise RecordError(f"{source}: too large for a hand record")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RecordError(f"{source}: not a text in UTF-8") from None


def _say(problem: str, as_json: bool) -> None:
    """Print why a file gave nothing: the last line of the readable form; beside JSON, an object and a message."""
    import json
    import sys

    if as_json:
        print(json.dumps({"error": problem}))
        print(problem, file=sys.stderr)
    else:
        _print(problem)


def _print(text: str) -> None:
    """Print, whatever the terminal's encoding lacks written as an escape."""
    import sys

    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding))


def _printable(name: str) -> str:
    """A file name as text, whatever its bytes are."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


def _number(text: str) -> int:
    number = whole_number(text, digits=9)
    if number is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of actions")
    return number
