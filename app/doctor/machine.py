"""The machine: its clock, the Python and the packages that Upcard runs on, and how many screens it may hold."""

from __future__ import annotations

import platform
import re
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from importlib.metadata import PackageNotFoundError, requires, version

from app import settings
from app.backups.files import copies
from app.doctor.finding import Finding, good, look, wrong
from app.system import INSTEAD, unfit_system

#: No clock that is right shows a time before this version was made.
MADE = datetime(2026, 11, 1, tzinfo=UTC)
#: Every screen holds one file open.
FEW_FILES, TOO_FEW_FILES = 4096, 256

#: A package, the versions of it that fit, and with which extra it comes: ``flask<3.2,>=3.1; extra == "test"``.
_REQUIREMENT = re.compile(r"([\w.-]+)(?:\[.*\])? *([^;]*)(;.*)?")


def system() -> Iterator[Finding]:
    """Look whether nights can be served on this system at all; what else is wrong with another one does not matter."""
    if problem := unfit_system():
        yield wrong("system", problem, INSTEAD)


def clock() -> Iterator[Finding]:
    """Look whether the clock can be right. Upcard goes on if it is not, but its times are wrong."""
    now = datetime.now(UTC)
    shown = f"The clock shows {now.astimezone():%-d %B %Y, %H:%M}"
    latest = max((copy.made for copy in copies(settings.data_path() / "upcard.sqlite3")), default=MADE)
    do = "Set the clock; on Linux: timedatectl set-ntp true"
    if now < MADE:
        yield wrong("clock", f"{shown}, and this version of Upcard is newer.", do)
    elif now < latest - timedelta(minutes=5):
        yield wrong("clock", f"{shown}, and a copy was made later: {latest.astimezone():%-d %B %Y, %H:%M}.", do)
    else:
        yield good("clock", f"{shown}.")


def packages() -> Iterator[Finding]:
    """Look whether everything that Upcard needs is installed in a version that it knows."""
    mismatches = []
    for line in requires("upcard") or ():
        name, wanted, marker = _REQUIREMENT.fullmatch(line).groups()  # type: ignore[union-attr]
        if marker:  # it comes with an extra alone
            continue
        try:
            installed = version(name)
        except PackageNotFoundError:
            mismatches.append(f"{name} is missing")
            continue
        if not _fits(installed, wanted):
            mismatches.append(f"{name} is {installed}, not {wanted}")
    made_of = f"Upcard {version('upcard')}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    if mismatches:
        yield wrong("packages", f"{made_of}: {'; '.join(mismatches)}.", "Install Upcard again: pipx reinstall upcard")
    else:
        yield good("packages", f"{made_of}; its packages fit.")


def open_files() -> Iterator[Finding]:
    """Look how many connections the system lets one process hold."""
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most == resource.RLIM_INFINITY or most >= FEW_FILES:
        yield good("files", f"{'Any number of' if most == resource.RLIM_INFINITY else f'{most:,}'} files may be open.")
        return
    text = f"Only {most} files may be open, and every screen takes one."
    do = "Raise the limit: ulimit -Hn, or LimitNOFILE= in the unit of systemd."
    yield wrong("files", text, do) if most < TOO_FEW_FILES else look("files", text, do)


def _fits(installed: str, wanted: str) -> bool:
    """Return whether a version lies within limits such as ``<3.2,>=3.1``."""
    number = _number(installed)
    for limit in filter(None, wanted.replace(" ", "").split(",")):
        sign, least = limit.rstrip(".0123456789"), _number(limit.lstrip("<>=~!"))
        if (sign == ">=" and number < least) or (sign == "<" and number >= least) or (sign == "==" and number != least):
            return False
    return True


def _number(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.match(r"[\d.]*", text)[0].split(".") if part)  # type: ignore[index]
