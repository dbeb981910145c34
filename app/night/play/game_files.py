"""The table's own game files: a folder of them, read again when it changes."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from app.games.catalog import MOST_FILES, Catalog, GameFile, catalog
from app.settings import data_path

#: A larger file is no game.
MOST_BYTES = 64_000

#: The files of a folder are looked at again after this time.
SECONDS = 1.0


@lru_cache(maxsize=4)
def _folder(path: Path) -> Folder:
    return Folder(path)


def files_in_folder() -> Mapping[str, GameFile]:
    """Return the files in the folder ``games`` of the data directory, as :meth:`Folder.files`."""
    return _folder(data_path() / "games").files()


def games_in_folder() -> Catalog:
    """Return the games of the library and those of the folder: all that a command knows without a database."""
    files = files_in_folder()
    return Catalog(files.values()) if files else catalog()


class Folder:
    """The game files in a directory, which need not exist."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._looked = float("-inf")
        self._stamps: dict[str, tuple[int, int]] = {}
        self._files: dict[str, GameFile] = {}

    def files(self) -> Mapping[str, GameFile]:
        """Return the files by name as they are now, or were a second ago; another mapping once they have changed."""
        if time.monotonic() - self._looked >= SECONDS:
            self._look()
        return self._files

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

    def _read(self, name: str, size: int) -> GameFile:
        if size > MOST_BYTES:
            return GameFile(name, "", f"larger than {MOST_BYTES:,} bytes")
        try:
            return GameFile(name, (self.path / name).read_bytes()[:MOST_BYTES].decode("utf-8-sig"))
        except UnicodeDecodeError:
            return GameFile(name, "", "not a text in UTF-8")
        except OSError as problem:
            return GameFile(name, "", problem.strerror or str(problem))
