"""The systems that nights are served on, and how many files they let a process open."""

from __future__ import annotations

from contextlib import suppress
from importlib.util import find_spec

#: macOS lets no process open more than this, even where its hard limit says "unlimited".
MOST_FILES_ON_MACOS = 10_240

#: To do where nights cannot be served.
INSTEAD = "On Windows, install WSL (wsl --install), and Upcard inside it."


def unfit_system() -> str:
    """Return why nights cannot be served on this system; empty where they can. It has to lock files as Unix does."""
    if find_spec("fcntl") is not None:
        return ""
    import platform

    return (
        f"{platform.system() or 'This system'} cannot serve nights: that takes Linux, as on a Raspberry Pi, or macOS."
    )


def allow_many_files() -> None:
    """Raise the limit of open files as far as the system allows: every screen keeps a connection open."""
    import resource

    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (most, MOST_FILES_ON_MACOS):
        if wanted != resource.RLIM_INFINITY and now != resource.RLIM_INFINITY and wanted > now:
            with suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
                return
