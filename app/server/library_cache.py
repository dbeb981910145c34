"""Cache of the parsed library from one start to the next: resolving every game takes a sixth of a second."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from importlib.metadata import version
from importlib.resources import as_file, files
from pathlib import Path

from app.games import catalog
from app.games.catalog import Summary
from app.games.load import library

#: The file in the data directory: a checksum on a line, then JSON.
NAME = "library"
_SOURCES = (".py", ".toml")


def restore_library(folder: Path) -> bool:
    """Load the parsed games and their summaries from the file; return False if it is missing, broken or outdated."""
    text = _read(folder)
    if text is None:
        return False
    cached = json.loads(text)
    summaries = {
        game_id: Summary((least, most), even, seats, frozenset(facts), judged)
        for game_id, ((least, most), even, seats, facts, judged) in cached["summaries"].items()
    }
    catalog.restore(cached["tables"], summaries)
    return True


def store_library(folder: Path) -> None:
    """Write the parsed games and their summaries to the file for the next start, unless it is up to date.

    A file that cannot be written is skipped.
    """
    if _read(folder) is not None:
        return
    summaries = {
        info.id: (each.players, each.even, each.seats, sorted(each.facts), each.judged)
        for info in catalog.catalog().values()
        for each in (info.summary,)
    }
    text = json.dumps({"tables": library(), "summaries": summaries}).encode()
    new = folder / f"{NAME}.new"
    with suppress(OSError):
        new.write_bytes(_checksum(text) + b"\n" + text)
        os.replace(new, folder / NAME)


def _read(folder: Path) -> bytes | None:
    """Return the text in the file; None if it is missing, broken or outdated."""
    try:
        checksum, _, text = (folder / NAME).read_bytes().partition(b"\n")
    except OSError:
        return None
    return text if checksum == _checksum(text) else None


def _checksum(text: bytes) -> bytes:
    """Return the checksum of a text, the version, and the names, sizes and times of the source files."""
    stamps = []
    with as_file(files("app.games")) as root:
        for folder, _, names in os.walk(root):
            for name in names:
                if name.endswith(_SOURCES):
                    status = os.stat(os.path.join(folder, name))
                    stamps.append((folder, name, status.st_size, status.st_mtime_ns))
    sources = repr((version("upcard"), sorted(stamps)))
    return hashlib.sha256(sources.encode() + text).hexdigest().encode()
