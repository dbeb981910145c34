"""``upcard doctor``: what a host cannot see from a page, with what to do about it. Nothing is changed."""

from __future__ import annotations

import json
import os
import pwd
import shutil
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

from cryptography import x509
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from app import settings
from app.address import lan_address
from app.backups.checking import check, connect
from app.backups.files import copies, folder_of, is_held, latest_copy
from app.backups.starting import database_file, try_to_write, way_back
from app.backups.versions import age_of, version_at
from app.night.faults import fault_of
from app.server.announcing import remembered_name
from app.text import listing
from app.web.http.security import own_names

MEGABYTE = 1_000_000
#: With less room than the first a night may not end; with less than the second it soon will not.
LEAST_ROOM, LITTLE_ROOM = 50 * MEGABYTE, 500 * MEGABYTE
#: File systems that other machines keep: SQLite's log of changes needs memory that its users share.
REMOTE = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "fuse.sshfs", "fuse.rclone", "vboxsf"})
#: Copies are made once a day if there is something new, and after each night.
LATE = timedelta(days=2)
#: No clock that is right shows a time before this version was made.
MADE = datetime(2026, 11, 1, tzinfo=UTC)
SET_CLOCK = "Set the clock; on Linux: timedatectl set-ntp true"
#: How long a server on the port may take to answer.
SECONDS = 5
#: A certificate that ends within this time is named.
SOON = timedelta(days=14)
MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: ``check`` names what was looked at, ``do`` says what to do about it.

    ``look``: it works for now. ``wrong``: nights cannot be served or are not safe.
    """

    check: str
    level: Literal["good", "look", "wrong"]
    text: str
    do: str = ""


def visit(port: int) -> Iterator[Finding]:
    """Look at everything. What cannot even be looked at is a finding too."""
    looks: dict[str, Callable[[], Iterator[Finding]]] = {
        "settings": unknown_settings,
        "directory": directory,
        "room": room,
        "disk": disk,
        "database": database,
        "copy": last_copy,
        "clock": clock,
        "names": names,
        "port": lambda: served(port),
        "certificates": certificates,
    }
    for name, look in looks.items():
        try:
            yield from look()
        except Exception as error:  # whatever it is, the other looks go on
            text = f"The {name} could not be looked at: {type(error).__name__}: {error}."
            yield Finding(name, "wrong", text, "See what else is wrong; if nothing is, install Upcard again.")


def unknown_settings() -> Iterator[Finding]:
    """Name the settings that are not understood."""
    for problem in settings.current().problems:
        yield Finding("settings", "look", f"{problem}.", "Look at its spelling; docs/serving.md lists the settings.")


def directory() -> Iterator[Finding]:
    """Look at the data directory and at the rights of what lies in it."""
    path = settings.data_path()
    if not path.exists():
        above = next(parent for parent in path.parents if parent.exists())
        if os.access(above, os.W_OK | os.X_OK):
            yield Finding("directory", "good", f"{path} does not exist yet: the first start makes it.")
        else:
            do = f"Give yourself {above}, or set UPCARD_DATA."
            yield Finding("directory", "wrong", f"{path} does not exist and cannot be made.", do)
    elif not path.is_dir():
        do = "Move it away, or set UPCARD_DATA to another one."
        yield Finding("directory", "wrong", f"{path} is not a directory.", do)
    else:
        yield _rights(path)


def room() -> Iterator[Finding]:
    """Look at the room on the disk."""
    path = next(path for path in (settings.data_path(), *settings.data_path().parents) if path.exists())
    free = shutil.disk_usage(path).free
    text = f"{free / MEGABYTE:,.0f} MB are free where the nights are kept."
    if free < LEAST_ROOM:
        yield Finding("room", "wrong", text, "Make room: taps are refused once the disk is full.")
    elif free < LITTLE_ROOM:
        yield Finding("room", "look", text, "Make room soon: copies of the database need some too.")
    else:
        yield Finding("room", "good", text)


def disk() -> Iterator[Finding]:
    """Look whether the data directory lies on a disk of this machine."""
    kind = _file_system(settings.data_path(), Path("/proc/self/mounts"))
    if kind in REMOTE:
        do = "Keep the nights on a disk of this machine: SQLite loses data on a shared one. Or use PostgreSQL."
        yield Finding("disk", "wrong", f"The data directory lies on a network file system ({kind}).", do)


def database() -> Iterator[Finding]:
    """Look at every page of the database, and whether something can be stored."""
    if not settings.data_path().is_dir():
        return
    try:
        path = database_file()
    except ArgumentError:
        do = "It begins with postgresql+psycopg://"
        yield Finding("database", "wrong", "DATABASE_URL is no address of a database.", do)
        return
    if path is None:
        yield _database_server(settings.database_url())
    elif path.exists():
        yield from _database_file(path)
    elif copies(path):
        text = f"The database {path} is gone, and there are copies of it."
        yield Finding("database", "wrong", text, way_back(path))
    else:
        yield Finding("database", "good", "There is no database yet: the first start begins one.")


def last_copy() -> Iterator[Finding]:
    """Look at the last copy: whether there is one, it is sound, and not much older than what it is a copy of."""
    path = database_file() if settings.data_path().is_dir() else None
    if path is None or not path.exists():
        return
    last = latest_copy(path)
    if last is None:
        yield Finding("copy", "look", "There is no copy of the database yet.", "Make one: upcard backup")
        return
    made = f"The last copy was made on {last.made.astimezone():%-d %B %Y, %H:%M}"
    checked = check(last.path)
    if not checked.usable:
        do = f"Make another: upcard backup. Look at the disk of {folder_of(path)}."
        yield Finding("copy", "wrong", checked.text, do)
    elif _changed(path) - last.made > LATE:
        do = "Copies are made while Upcard is served. Make one now: upcard backup; look into the log why none was made."
        yield Finding("copy", "wrong", f"{made}, and the database has changed since.", do)
    else:
        yield Finding("copy", "good", f"{made}; it is sound, and lies in {folder_of(path)}.")


def clock() -> Iterator[Finding]:
    """Look whether the clock can be right. Upcard goes on if it is not, but its times are wrong."""
    now = datetime.now(UTC)
    shown = f"The clock shows {now.astimezone():%-d %B %Y, %H:%M}"
    latest = max((copy.made for copy in copies(settings.data_path() / "upcard.sqlite3")), default=MADE)
    if now < MADE:
        yield Finding("clock", "wrong", f"{shown}, and this version of Upcard is newer.", SET_CLOCK)
    elif now < latest - timedelta(minutes=5):
        later = f"{latest.astimezone():%-d %B %Y, %H:%M}"
        yield Finding("clock", "wrong", f"{shown}, and a copy was made later: {later}.", SET_CLOCK)
    else:
        yield Finding("clock", "good", f"{shown}.")


def names() -> Iterator[Finding]:
    """Say where other devices find this machine, and under which names it answers."""
    address = lan_address()
    if address is None:
        do = "Connect it: no tablet, phone or television finds it."
        yield Finding("address", "look", "This machine is in no network.", do)
    else:
        yield Finding("address", "good", f"Other devices find this machine at {address}.")
    answered = sorted(own_names() | settings.current().hosts | {remembered_name()})
    yield Finding("names", "good", f"It answers to every address, to {listing(['localhost', *answered])}.")


def served(port: int) -> Iterator[Finding]:
    """Look who listens on the port: nobody, this Upcard, or another program."""
    if _is_free(port):
        if _is_served():
            do = "Ask with its port: upcard doctor --port NUMBER"
            yield Finding("port", "look", f"A server uses the database, and none listens on port {port}.", do)
        elif not _may_listen(port):
            do = "Take a port from 1024 upwards, or give the unit AmbientCapabilities=CAP_NET_BIND_SERVICE."
            yield Finding("port", "wrong", f"This user may not listen on port {port}.", do)
        else:
            yield Finding("port", "good", f"Port {port} is free; Upcard is not being served there.")
        return
    health = _health(port)
    if health is None:
        do = "Stop it, or choose another port with --port or UPCARD_PORT."
        yield Finding("port", "wrong", f"Another program listens on port {port}.", do)
    elif health.get("status") != "ok":
        do = "Look at what is said of the database, and into the log."
        yield Finding("port", "wrong", f"Upcard on port {port} cannot store anything: {health.get('title')}.", do)
    elif health.get("version") != version("upcard"):
        text = f"Upcard {health.get('version')} is served on port {port}, and this is {version('upcard')}."
        yield Finding("port", "look", text, "Restart the server.")
    else:
        yield Finding("port", "good", f"Upcard is served on port {port}.")


def certificates() -> Iterator[Finding]:
    """Look how long certificates are good: those in the data directory, and the one that the settings name."""
    folder = settings.data_path()
    own = [path for path in (folder / "authority.pem", folder / "certificate.pem") if path.exists()]
    for path in own:
        yield _certificate(path, "Remove it: the next start makes another.")
    if given := settings.current().tls_cert:
        yield _certificate(Path(given), "Renew it.")


def _rights(path: Path) -> Finding:
    mine, owner = os.geteuid(), path.stat().st_uid
    if mine == 0 and owner != 0:
        do = f"Ask as {_name(owner)}: rights are not looked at."
        return Finding("rights", "look", f"You are root, and {path} belongs to {_name(owner)}.", do)
    entries = [path, *path.iterdir(), *(path / "backups").glob("*")]
    foreign = [entry for entry in entries if entry.lstat().st_uid != mine]
    shut = [entry for entry in entries if not os.access(entry, os.R_OK | os.W_OK | (os.X_OK if entry.is_dir() else 0))]
    open_ = [entry for entry in entries if entry.lstat().st_mode & settings.OWNER_ALONE and not entry.is_symlink()]
    give = f"As root: chown -R {_name(mine)} {path}"
    if shut:
        return Finding("rights", "wrong", f"{_named(shut)} cannot be read and written by {_name(mine)}.", give)
    if foreign:
        return Finding("rights", "look", f"{_named(foreign)} belongs to somebody else, not to {_name(mine)}.", give)
    if open_:
        do = f"The next start closes what lies there; or: chmod -R go= {path}"
        return Finding("rights", "look", f"{_named(open_)} can be read by others on this machine.", do)
    return Finding("rights", "good", f"{path} can be read and written by {_name(mine)} alone.")


def _named(paths: list[Path]) -> str:
    more = len(paths) - MOST_NAMED
    return ", ".join(map(str, paths[:MOST_NAMED])) + (f" and {more} more" if more > 0 else "")


def _name(user: int) -> str:
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return f"user {user}"


def _file_system(path: Path, mounts: Path) -> str:
    """Return the kind of the file system that a path lies on; empty where the machine does not say."""
    try:
        lines = mounts.read_text("utf-8", "replace").splitlines()
    except OSError:
        return ""
    found = ("", "")
    for line in lines:
        _, where, kind, *_ = line.split(" ")
        where = where.replace("\\040", " ")
        if path.is_relative_to(where) and len(where) >= len(found[0]):
            found = (where, kind)
    return found[1]


def _database_file(path: Path) -> Iterator[Finding]:
    checked = check(path)
    if checked.state == "damaged":
        yield Finding("database", "wrong", checked.text, way_back(path))
    elif not checked.usable and checked.state != "empty":
        yield Finding("database", "wrong", checked.text, "See the page on serving: docs/serving.md")
    else:
        yield Finding("database", "good", checked.text)
        try:
            with closing(connect(path)) as connection:
                try_to_write(connection)
        except sqlite3.Error as error:
            yield _failed("writing", error, str(error), "Look at its disk.")


def _database_server(url: str) -> Finding:
    try:
        address = make_url(url)
        schema = version_at(address)
    except ModuleNotFoundError as error:
        do = "Install Upcard with it: pipx install 'upcard[postgresql]' from the same wheel."
        return Finding(
            "database", "wrong", f"The driver for the address in DATABASE_URL is missing ({error.name}).", do
        )
    except SQLAlchemyError as error:
        return _failed("database", error, type(error).__name__, "Look at DATABASE_URL.")
    where = f"The database server at {address.host or 'this machine'} answers"
    if age_of(schema) in ("newer", "unknown"):
        text = f"{where}, and its nights are of a version that this Upcard does not know."
        return Finding("database", "wrong", text, "Update Upcard.")
    return Finding("database", "good", f"{where}. Copies are its own programs’ work: pg_dump, pg_restore.")


def _failed(check: str, error: Exception, text: str, do: str) -> Finding:
    """Return why a database cannot be used: by its fault where it is one that is known."""
    if fault := fault_of(error):
        return Finding(check, "wrong", f"{fault.title}. {fault.happened}", fault.do)
    return Finding(check, "wrong", text, do)


def _changed(path: Path) -> datetime:
    """Return when something was stored last."""
    parts = [part for part in (path, path.with_name(f"{path.name}-wal")) if part.exists() and part.stat().st_size]
    return datetime.fromtimestamp(max((part.stat().st_mtime for part in parts), default=0), UTC)


def _certificate(path: Path, do: str) -> Finding:
    try:
        certificate = x509.load_pem_x509_certificate(path.read_bytes())
    except (OSError, ValueError) as error:
        return Finding("certificate", "wrong", f"{path} cannot be read as a certificate: {error}.", do)
    now, begins, ends = datetime.now(UTC), certificate.not_valid_before_utc, certificate.not_valid_after_utc
    if now > ends:
        return Finding("certificate", "wrong", f"{path} ended on {ends:%-d %B %Y}.", do)
    if now < begins:
        text = f"{path} begins on {begins:%-d %B %Y}, and the clock shows an earlier time."
        return Finding("certificate", "wrong", text, SET_CLOCK)
    if ends - now < SOON:
        return Finding("certificate", "look", f"{path} ends on {ends:%-d %B %Y}.", do)
    return Finding("certificate", "good", f"{path} is good until {ends:%-d %B %Y}.")


def _is_free(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=SECONDS).close()
    except OSError:
        return True
    return False


def _may_listen(port: int) -> bool:
    try:
        socket.create_server(("", port)).close()
    except PermissionError:
        return False
    except OSError:
        return True
    return True


def _is_served() -> bool:
    path = database_file() if settings.data_path().is_dir() else None
    return path is not None and is_held(path)


def _health(port: int) -> dict[str, Any] | None:
    """Return what Upcard on this port says of itself; None if it is another program."""
    opener = build_opener(ProxyHandler({}))
    try:
        with opener.open(f"http://127.0.0.1:{port}/health", timeout=SECONDS) as answer:
            text = answer.read(10_000)
    except HTTPError as error:
        with error:
            text = error.read(10_000)
    except (OSError, ValueError):
        return None
    try:
        health = json.loads(text)
    except ValueError:
        return None
    return health if isinstance(health, dict) and "schema" in health else None
