"""``upcard replay``: replay hand records and check what they claim."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.commands import Subparsers
from app.text import whole_number

if TYPE_CHECKING:
    from app.record import Record

_SUFFIXES = (".phh", ".phhs", ".toml")
_MANY = ".phhs"


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "replay",
        help="replay hand records",
        description="Replay hand records (.toml, .phh, and .phhs with many hands) and check what they expect. "
        "Status 0: all held; 1: something did not; 2: a file could not be read, or an action was refused.",
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
            records = sorted(path for path in Path(name).rglob("*") if path.suffix in _SUFFIXES and path.is_file())
            if not records:
                _say(f"{name}: no records (.toml, .phh, .phhs) in this directory", arguments.json)
            status = max([status, *(_replay(str(path), arguments) for path in records)] if records else [2])
        else:
            status = max(status, _replay(name, arguments))
    return status


def _replay(name: str, arguments: argparse.Namespace) -> int:
    """Replay the hands of one file, print what came of each, and return the worst status."""
    from app.record import RecordError, read, read_all

    source = "stdin" if name == "-" else _printable(name)
    try:
        text = _text(name, source)
        records = [*read_all(text, source).values()] if name.endswith(_MANY) else [read(text, source)]
    except RecordError as problem:
        _say(str(problem), arguments.json)
        return 2
    return max((_replay_record(record, arguments) for record in records), default=0)


def _replay_record(record: Record, arguments: argparse.Namespace) -> int:
    import json
    import sys

    from app.record import RecordError, as_json, as_text, run

    try:
        replayed = run(record, arguments.at)
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
    """Return the text of a file, or of standard input; raises RecordError for one that cannot be read."""
    import sys

    from app.record import RecordError
    from app.toml import TomlError, read_file, read_text

    try:
        return read_text(sys.stdin.buffer) if name == "-" else read_file(name)
    except TomlError as problem:
        raise RecordError(f"{source}: {problem}") from None


def _say(problem: str, as_json: bool) -> None:
    """Print why a file could not be replayed: as a line, or as a JSON object with a message on standard error."""
    import json
    import sys

    if as_json:
        print(json.dumps({"error": problem}))
        print(problem, file=sys.stderr)
    else:
        _print(problem)


def _print(text: str) -> None:
    """Print a text; what the terminal's encoding cannot show is written as an escape."""
    import sys

    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding))


def _printable(name: str) -> str:
    """Return a file name as text that can be printed, whatever its bytes are."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


def _number(text: str) -> int:
    number = whole_number(text, 9)
    if number is None:
        raise argparse.ArgumentTypeError(f"must be a number of actions, not {text!r}")
    return number
