"""The library as an earlier start left it: parsing and resolving every game takes a sixth of a second."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from importlib.metadata import version
from importlib.resources import as_file, files
from pathlib import Path

from app.games import catalog
from app.games.facts import Summary
from app.games.load import library

#: The file in the data directory.
NAME = "library.json"
_SOURCES = (".py", ".toml")


def restore_library(folder: Path) -> None:
    """Take the parsed games and their summaries from a file, unless it is missing, broken or out of date."""
    try:
        kept = json.loads((folder / NAME).read_bytes())
        if kept["made_of"] != _made_of():
            return
        summaries = {
            game_id: Summary((least, most), even, seats, frozenset(facts), judged)
            for game_id, ((least, most), even, seats, facts, judged) in kept["summaries"].items()
        }
        catalog.restore(kept["tables"], summaries)
    except (OSError, ValueError, TypeError, LookupError, AttributeError):  # broken, as after a loss of power
        return


def keep_library(folder: Path) -> None:
    """Write the parsed games and their summaries to a file, for the next start; skipped if it cannot be written."""
    summaries = {
        info.id: (each.players, each.even, each.seats, sorted(each.facts), each.judged)
        for info in catalog.catalog().values()
        for each in (info.summary,)
    }
    text = json.dumps({"made_of": _made_of(), "tables": library(), "summaries": summaries})
    new = folder / f"{NAME}.new"
    with suppress(OSError):
        new.write_text(text, "utf-8")
        os.replace(new, folder / NAME)


def _made_of() -> str:
    """Return a checksum of the version, and of the names, sizes and times of the files that games are made of."""
    stamps = []
    with as_file(files("app.games")) as root:
        for folder, _, names in os.walk(root):
            for name in names:
                if name.endswith(_SOURCES):
                    status = os.stat(os.path.join(folder, name))
                    stamps.append((folder, name, status.st_size, status.st_mtime_ns))
    return hashlib.sha256(repr((version("upcard"), sorted(stamps))).encode()).hexdigest()
