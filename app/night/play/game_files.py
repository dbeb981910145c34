"""The table's own game files: a folder of them, reread when it changes."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from stat import S_ISREG

from app.games.catalog import MAX_FILES, Catalog, GameFile, catalog
from app.settings import data_path

#: Larger files are refused.
MAX_BYTES = 64_000

#: The folder of imported games, inside the folder of games.
IMPORTED = "imported"

#: Seconds between checks of a folder for changed files.
SECONDS = 1.0


@lru_cache(maxsize=4)
def _folder(path: Path) -> Folder:
    return Folder(path)


def files_in_folder() -> Mapping[str, GameFile]:
    """Return the files in the folder ``games`` of the data directory; see :meth:`Folder.files`."""
    return _folder(data_path() / "games").files()


def games_in_folder() -> Catalog:
    """Return the games of the library and of the folder: all that a command knows without a database."""
    files = files_in_folder()
    return Catalog(files.values()) if files else catalog()


class Folder:
    """The game files in a directory, which may be missing, and in its folder of imported games."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._refreshed_at = float("-inf")
        # Both in one value, since threads refresh at the same moment.
        self._known: tuple[dict[str, tuple[str, int, int]], dict[str, GameFile]] = {}, {}

    def files(self) -> Mapping[str, GameFile]:
        """Return the files by name, at most SECONDS out of date; a new mapping once they have changed."""
        if time.monotonic() - self._refreshed_at >= SECONDS:
            self._refresh()
        return self._known[1]

    def _refresh(self) -> None:
        # The table's own file takes precedence over an imported one of the same name.
        stamps = {**_stamps(self.path / IMPORTED), **_stamps(self.path)}
        self._refreshed_at = time.monotonic()
        known, files = self._known
        if stamps == known:
            return
        self._known = (
            stamps,
            {
                name: files[name] if known.get(name) == stamp else self._read(name, stamp[0], stamp[2])
                for name, stamp in stamps.items()
            },
        )

    def _read(self, name: str, path: str, size: int) -> GameFile:
        if size > MAX_BYTES:
            return GameFile(name, "", f"larger than {MAX_BYTES:,} bytes")
        try:
            # A link among files from somebody else could show a file of this machine, such as the secret key.
            with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW), "rb") as file:
                text = file.read(MAX_BYTES).decode("utf-8-sig")
        except UnicodeDecodeError:
            return GameFile(name, "", "not UTF-8 text")
        except OSError as problem:
            is_link = problem.errno == errno.ELOOP
            return GameFile(name, "", "a link is not followed" if is_link else problem.strerror or str(problem))
        return GameFile(name, text, imported=Path(path).parent != self.path)


def _stamps(folder: Path) -> dict[str, tuple[str, int, int]]:
    """Return the path, time and size of each game file in a folder, by name."""
    stamps = {}
    try:
        with os.scandir(folder) as entries:
            named = sorted((entry for entry in entries if entry.name.endswith(".toml")), key=lambda e: e.name)
            for entry in named[:MAX_FILES]:
                try:
                    status = entry.stat()
                except OSError:
                    stamps[entry.name] = (entry.path, 0, 0)  # reading it says why
                    continue
                if S_ISREG(status.st_mode):
                    stamps[entry.name] = (entry.path, status.st_mtime_ns, status.st_size)
    except OSError:
        return {}
    return stamps
