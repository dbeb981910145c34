"""One temporary folder per test run, in memory if there is room, for data and for templates, compiled once."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from flask import Flask
from jinja2 import FileSystemBytecodeCache

from app.settings import current, read

#: The environment variable that names the folder of compiled templates.
COMPILED = "TESTS_COMPILED"

#: Settings of the app that are not named after it.
OTHER_SETTINGS = ("DATABASE_URL", "JOURNAL_STREAM", "XDG_DATA_HOME")

#: Linux's in-memory file system. Tests make and delete tens of thousands of files, which takes minutes on some disks.
MEMORY = Path("/dev/shm")
ENOUGH = 2 << 30


@contextmanager
def folder_of_this_run() -> Iterator[None]:
    """Make the folder for temporary files of pytest and of all processes that it starts.

    The tests' data directory is in it, and the settings of whoever runs the tests are removed: they may name a database
    with real nights, or a directory with games of their own. Do nothing if the parent process has made the folder. If
    ``TMPDIR`` is set, the folder is made there. The environment is restored for another run in the same process.
    """
    if COMPILED in os.environ:
        yield
        return
    theirs = dict(os.environ)
    with tempfile.TemporaryDirectory(prefix="upcard-tests-", dir=_in_memory(), ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)  # a PostgreSQL server runs in it as another user
        compiled = Path(folder, "compiled")
        compiled.mkdir()
        os.environ.update({COMPILED: str(compiled), "TMPDIR": folder, "PYTEST_DEBUG_TEMPROOT": folder})
        for name in settings_in(os.environ):
            del os.environ[name]
        os.environ["UPCARD_DATA"] = str(Path(folder, "data"))
        _forget_what_was_read()
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(theirs)
            _forget_what_was_read()


def _forget_what_was_read() -> None:
    current.cache_clear()
    tempfile.tempdir = None


def settings_in(environ: Mapping[str, str]) -> list[str]:
    """Return the variables of an environment that are settings of the app; ``UPCARD_SHOTS`` is one of the tests."""
    others = {problem.removesuffix(" is not a setting") for problem in read(environ).problems}
    return [name for name in environ if name in OTHER_SETTINGS or (name.startswith("UPCARD_") and name not in others)]


def _in_memory() -> Path | None:
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK | os.X_OK):
        return None
    runs_programs = not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
    return MEMORY if runs_programs and shutil.disk_usage(MEMORY).free >= ENOUGH else None


def share_templates_of_servers(data: Path) -> None:
    """Make the server of a data directory share compiled templates with other servers, as if it had served before."""
    if folder := os.environ.get(COMPILED):
        shared, own = Path(folder, "servers"), data / "templates"
        shared.mkdir(mode=0o700, exist_ok=True)
        if not own.exists():
            own.symlink_to(shared)


def share_templates() -> None:
    """Make every app in this process share compiled templates through the folder."""
    if folder := os.environ.get(COMPILED):
        Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(folder)}
