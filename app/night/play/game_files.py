"""The table's own game files: a folder of them, read again when it changes."""

from __future__ import annotations

import os
import time
from pathlib import Path

from app.games.catalog import MOST_FILES, Catalog, GameFile, catalog

#: A larger file is no game.
MOST_BYTES = 64_000

#: The files of a folder are looked at again after this time.
_SECONDS = 1.0


class Folder:
    """The game files in a directory, which need not exist."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._looked = float("-inf")
        self._stamps: dict[str, tuple[int, int]] = {}
        self._files: dict[str, GameFile] = {}
        self._catalog = catalog()

    def catalog(self) -> Catalog:
        """Return the library with the games of the files as they are now, or were a second ago."""
        if time.monotonic() - self._looked >= _SECONDS:
            self._look()
        return self._catalog

    def _look(self) -> None:
        stamps = {}
        try:
            with os.scandir(self.path) as entries:
                named = sorted((entry for entry in entries if entry.name.endswith(".toml")), key=lambda e: e.name)
                for entry in named[:MOST_FILES]:
                    if entry.is_file():
                        status = entry.stat()
                        stamps[entry.name] = (status.st_mtime_ns, status.st_size)
        except OSError:
            stamps = {}
        self._looked = time.monotonic()
        if stamps == self._stamps:
            return
        self._files = {
            name: self._files[name] if self._stamps.get(name) == stamp else self._read(name, stamp[1])
            for name, stamp in stamps.items()
        }
        self._stamps = stamps
        self._catalog = Catalog(self._files.values()) if self._files else catalog()

    def _read(self, name: str, size: int) -> GameFile:
        if size > MOST_BYTES:
            return GameFile(name, "", f"larger than {MOST_BYTES:,} bytes")
        try:
            return GameFile(name, (self.path / name).read_bytes()[:MOST_BYTES].decode("utf-8-sig"))
        except UnicodeDecodeError:
            return GameFile(name, "", "not a text in UTF-8")
        except OSError as problem:
            return GameFile(name, "", problem.strerror or str(problem))
