"""Run commands in this process: any input ends with a message and an exit status."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

from app.cli import main
from app.settings import current


@contextmanager
def directory() -> Iterator[Path]:
    """Yield an empty directory that is also Upcard's data directory."""
    before = os.environ.get("UPCARD_DATA")
    with TemporaryDirectory(prefix="upcard-fuzz-") as name:
        os.environ["UPCARD_DATA"] = name
        current.cache_clear()
        try:
            yield Path(name)
        finally:
            os.environ.pop("UPCARD_DATA")
            current.cache_clear()
            if before is not None:
                os.environ["UPCARD_DATA"] = before


def run_upcard(*arguments: object) -> int:
    """Run a command, check that it printed something, and return its exit status."""
    out, errors = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(errors):
        status = main([str(argument) for argument in arguments])
    assert status in (0, 1, 2)
    assert (out.getvalue() + errors.getvalue()).strip()
    assert status == 0 or "Traceback" not in errors.getvalue()
    return status
