"""Supported systems, the message on others, and the limit on open files."""

from __future__ import annotations

import json
import resource
import subprocess
import sys

import pytest

from app import settings
from app.server.start import MAX_FILES_ON_MACOS, allow_many_files

#: Runs commands with Python as on Windows, without the modules that only Unix has; prints how each ended.
WINDOWS = """
import contextlib, io, json, sys
for name in ("fcntl", "grp", "pwd", "resource", "termios"):
    sys.modules[name] = None
from app.cli import main
ends = {}
for command in sys.argv[1:]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(command.split())
    ends[command] = status, out.getvalue(), err.getvalue()
print(json.dumps(ends))
"""

UNIX_COMMANDS = ("serve", "backup", "restore x", "verify", "export", "import x", "doctor")
RANK = "rank AhAd9c5d2s KhKd8c7d3s"


@pytest.fixture(scope="module")
def on_windows() -> dict[str, tuple[int, str, str]]:
    """Return the status, output and errors of commands on Windows."""
    command = [sys.executable, "-c", WINDOWS, *UNIX_COMMANDS, RANK]
    ran = subprocess.run(command, cwd=settings.ROOT, stdout=subprocess.PIPE, text=True, check=True)
    ends: dict[str, tuple[int, str, str]] = json.loads(ran.stdout)
    return ends


@pytest.mark.parametrize("command", UNIX_COMMANDS)
def test_commands_that_need_unix_explain_the_supported_systems(command: str, on_windows) -> None:
    status, out, err = on_windows[command]
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "takes Linux, as on a Raspberry Pi, or macOS. On Windows, install WSL" in err


def test_commands_about_cards_alone_work_on_windows(on_windows) -> None:
    status, out, _ = on_windows[RANK]
    assert (status, out.splitlines()[-1]) == (0, "AhAd9c5d2s wins")


#: The soft limit, the hard limit, the most that the kernel grants, and the expected soft limit.
LIMITS = {
    "Linux": (1024, 524_288, 524_288, 524_288),
    "macOS without a hard limit": (256, resource.RLIM_INFINITY, MAX_FILES_ON_MACOS, MAX_FILES_ON_MACOS),
    "macOS with a hard limit above what its kernel grants": (256, 200_000, 61_440, MAX_FILES_ON_MACOS),
    "a kernel that grants little": (256, resource.RLIM_INFINITY, 4096, 256),
    "a user who has raised it": (20_000, resource.RLIM_INFINITY, MAX_FILES_ON_MACOS, 20_000),
    "no limit at all": (resource.RLIM_INFINITY, resource.RLIM_INFINITY, MAX_FILES_ON_MACOS, resource.RLIM_INFINITY),
}


@pytest.mark.parametrize("name", LIMITS)
def test_the_limit_on_open_files_is_raised_as_far_as_allowed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    soft, hard, granted, wanted = LIMITS[name]
    limits = [(soft, hard)]

    def set_limit(_which: int, given: tuple[int, int]) -> None:
        if given[0] == resource.RLIM_INFINITY or given[0] > granted:
            raise ValueError("current limit exceeds maximum limit")
        limits.append(given)

    monkeypatch.setattr(resource, "getrlimit", lambda _which: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", set_limit)
    allow_many_files()
    assert limits[-1] == (wanted, hard)
