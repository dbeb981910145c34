"""``upcard doctor``: check what no page shows, and say how to fix it. Nothing is changed."""

from __future__ import annotations

import json
import os
import pwd
import shutil
import socket
import sqlite3
import ssl
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

from cryptography import x509
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from app import settings
from app.address import lan_address
from app.backups.checking import check, connect
from app.backups.files import copies, folder_of, is_in_use, latest_copy
from app.backups.starting import AddressError, database_file, restore_hint, try_to_write
from app.backups.versions import age_of, version_at
from app.dataclass import dataclass
from app.dates import datetime_text
from app.night.faults import fault_of
from app.server.announcing import remembered_name
from app.server.proxies import problem_with_proxies
from app.text import listing, sentence
from app.tls.certificate import CertificateError, use_files
from app.web.http.security import own_names

MEGABYTE = 1_000_000
#: With less free space than the first, taps may soon be refused; with less than the second, it is time to free some.
MIN_SPACE, LOW_SPACE = 50 * MEGABYTE, 500 * MEGABYTE
#: SQLite's write-ahead log needs shared memory, which network file systems do not have.
NETWORK_FILE_SYSTEMS = frozenset("nfs nfs4 cifs smb3 smbfs 9p afs fuse.sshfs fuse.rclone vboxsf".split())
#: Automatic copies are made once a day if anything has changed, and after each night.
COPY_OVERDUE = timedelta(days=2)
#: The clock is wrong if it shows a time before this version's release.
RELEASED = datetime(2026, 11, 1, tzinfo=UTC)
SET_CLOCK = "Set the clock; on Linux: timedatectl set-ntp true"
#: Seconds for a server on the port to answer.
SECONDS = 5
#: Certificates that expire within this time are reported.
EXPIRES_SOON = timedelta(days=14)
MAX_LISTED = 3


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check; ``do`` says how to fix it.

    ``look``: it works for now. ``wrong``: nights cannot be served, or are at risk.
    """

    check: str
    level: Literal["good", "look", "wrong"]
    text: str
    do: str = ""


def run_checks(port: int) -> Iterator[Finding]:
    """Run all checks. A check that fails is a finding too."""
    checks: dict[str, Callable[[], Iterator[Finding]]] = {
        "settings": check_settings,
        "directory": check_directory,
        "room": check_space,
        "disk": check_disk,
        "database": check_database,
        "copy": check_last_copy,
        "clock": check_clock,
        "names": check_names,
        "port": lambda: check_port(port),
        "certificates": check_certificates,
    }
    for name, check_one in checks.items():
        try:
            yield from check_one()
        except Exception as error:  # run the other checks in any case
            text = f"The {name} could not be checked: {type(error).__name__}: {error}."
            yield Finding(name, "wrong", text, "Fix what else is wrong; if nothing is, reinstall Upcard.")


def check_settings() -> Iterator[Finding]:
    """Report settings with problems."""
    for problem in settings.current().problems:
        yield Finding("settings", "look", f"{problem}.", "Check the spelling; docs/serving.md lists the settings.")
    wrong = [problem_with_proxies()]
    port = settings.current().https_port
    if port and settings.port_number(port) is None:
        wrong.append(f"UPCARD_HTTPS_PORT must be a port from 0 to 65535, not {port!r}")
    for problem in filter(None, wrong):
        yield Finding("settings", "wrong", f"{problem}.", "Correct it: the server does not start.")


def check_directory() -> Iterator[Finding]:
    """Check the data directory, and the permissions of the files in it."""
    path = settings.data_path()
    if not path.exists():
        above = next(parent for parent in path.parents if parent.exists())
        if os.access(above, os.W_OK | os.X_OK):
            yield Finding("directory", "good", f"{path} does not exist yet; the first start creates it.")
        else:
            do = f"Make {above} writable for you, or set UPCARD_DATA to another directory."
            yield Finding("directory", "wrong", f"{path} does not exist and cannot be created.", do)
    elif not path.is_dir():
        do = "Move it away, or set UPCARD_DATA to another path."
        yield Finding("directory", "wrong", f"{path} is not a directory.", do)
    else:
        yield _check_rights(path)


def check_space() -> Iterator[Finding]:
    """Check the free space on the disk."""
    path = next(path for path in (settings.data_path(), *settings.data_path().parents) if path.exists())
    free = shutil.disk_usage(path).free
    text = f"{free / MEGABYTE:,.0f} MB are free on the disk with the nights."
    if free < MIN_SPACE:
        yield Finding("room", "wrong", text, "Free some space: taps are refused once the disk is full.")
    elif free < LOW_SPACE:
        yield Finding("room", "look", text, "Free some space soon: copies of the database need it too.")
    else:
        yield Finding("room", "good", text)


def check_disk() -> Iterator[Finding]:
    """Check that the data directory is on a local disk."""
    kind = _file_system(settings.data_path(), Path("/proc/self/mounts"))
    if kind in NETWORK_FILE_SYSTEMS:
        do = "Move it to a local disk, since SQLite can lose data on a shared one. Or use PostgreSQL."
        yield Finding("disk", "wrong", f"The data directory is on a network file system ({kind}).", do)


def check_database() -> Iterator[Finding]:
    """Check every page of the database, and that it can be written."""
    if not settings.data_path().is_dir():
        return
    try:
        path = database_file()
    except AddressError as problem:
        yield Finding("database", "wrong", f"{problem.why}.", sentence(problem.do))
        return
    if path is None:
        yield _check_database_server(settings.database_url())
    elif path.exists():
        yield from _check_database_file(path)
    elif copies(path):
        text = f"The database {path} is gone, and there are copies of it."
        yield Finding("database", "wrong", text, restore_hint(path))
    else:
        yield Finding("database", "good", "There is no database yet; the first start creates it.")


def check_last_copy() -> Iterator[Finding]:
    """Check that there is a recent and intact copy of the database."""
    path = _database_file()
    if path is None or not path.exists():
        return
    last = latest_copy(path)
    if last is None:
        yield Finding("copy", "look", "There is no copy of the database yet.", "Make one: upcard backup")
        return
    made = f"The last copy was made on {datetime_text(last.made)}"
    checked = check(last.path)
    if not checked.usable:
        do = f"Make another: upcard backup. Check the disk that holds {folder_of(path)}."
        yield Finding("copy", "wrong", checked.text, do)
    elif _last_change(path) - last.made > COPY_OVERDUE:
        do = "Make one now: upcard backup. If Upcard was running, look in the log for why it made none."
        yield Finding("copy", "wrong", f"{made}, and the database has changed since.", do)
    else:
        yield Finding("copy", "good", f"{made}; it is sound, and in {folder_of(path)}.")


def check_clock() -> Iterator[Finding]:
    """Check that the clock is plausible. Upcard runs with a wrong clock, but shows wrong times."""
    now = datetime.now(UTC)
    shown = f"The clock shows {datetime_text(now)}"
    path = _database_file()
    latest = max((copy.made for copy in (copies(path) if path is not None else ())), default=RELEASED)
    if now < RELEASED:
        yield Finding("clock", "wrong", f"{shown}, but this version of Upcard is newer.", SET_CLOCK)
    elif now < latest - timedelta(minutes=5):
        yield Finding("clock", "wrong", f"{shown}, but a copy was made later: {datetime_text(latest)}.", SET_CLOCK)
    else:
        yield Finding("clock", "good", f"{shown}.")


def check_names() -> Iterator[Finding]:
    """Report the addresses and names of this machine."""
    address = lan_address()
    if address is None:
        do = "Connect it to the network: no tablet, phone or television can reach it."
        yield Finding("address", "look", "This machine is not on a network.", do)
    else:
        yield Finding("address", "good", f"Other devices reach this machine at {address}.")
    answered = sorted(own_names() | settings.current().hosts | {remembered_name()})
    yield Finding("names", "good", f"It answers to every IP address, and to {listing(['localhost', *answered])}.")


def check_port(port: int) -> Iterator[Finding]:
    """Check what listens on the port: nothing, Upcard, or another program."""
    with socket.socket() as probe:
        probe.settimeout(SECONDS)
        free = probe.connect_ex(("127.0.0.1", port)) != 0
    if free:
        database = _database_file()
        if database is not None and is_in_use(database):
            do = "Name its port: upcard doctor --port NUMBER"
            yield Finding("port", "look", f"A server is using the database, but none is listening on port {port}.", do)
        elif not _may_listen(port):
            do = f"Choose a port above 1023. Or as root, on Linux: sysctl -w net.ipv4.ip_unprivileged_port_start={port}"
            yield Finding("port", "wrong", f"This user may not listen on port {port}.", do)
        else:
            yield Finding("port", "good", f"Port {port} is free; Upcard is not running there.")
        return
    health = _health(port)
    if health is None:
        do = "Stop it, or choose another port with --port or UPCARD_PORT."
        yield Finding("port", "wrong", f"Another program is listening on port {port}.", do)
    elif health.get("status") != "ok":
        do = "See the findings on the database, and the log."
        yield Finding("port", "wrong", f"Upcard on port {port} cannot store anything: {health.get('title')}.", do)
    elif health.get("version") != version("upcard"):
        text = f"Upcard {health.get('version')} is running on port {port}, but {version('upcard')} is installed."
        yield Finding("port", "look", text, "Restart the server.")
    else:
        yield Finding("port", "good", f"Upcard is running on port {port}.")


def check_certificates() -> Iterator[Finding]:
    """Check the dates of the certificates in the data directory and in the settings."""
    folder = settings.data_path()
    own = [path for path in (folder / "authority.pem", folder / "certificate.pem") if path.exists()]
    for path in own:
        yield _check_certificate(path, "Remove it; the next start creates another.")
    if given := settings.current().tls_cert:
        try:
            use_files(ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), Path(given), Path(settings.current().tls_key))
        except CertificateError as problem:
            do = "Check UPCARD_TLS_CERT and UPCARD_TLS_KEY, and the files that they name."
            yield Finding("certificate", "wrong", f"Upcard {problem}.", do)
        else:
            yield _check_certificate(Path(given), "Renew it.")


def _database_file() -> Path | None:
    """Return the database file; None if there is no data directory, or no file that the settings name."""
    with suppress(AddressError):
        return database_file() if settings.data_path().is_dir() else None
    return None


def _check_rights(path: Path) -> Finding:
    if os.statvfs(path).f_flag & os.ST_RDONLY:
        do = "Mount it for writing. If nobody made it read-only, the disk may be failing: copy the directory first."
        return Finding("rights", "wrong", f"{path} is on a disk mounted read-only.", do)
    mine, owner = os.geteuid(), path.stat().st_uid
    if mine == 0 and owner != 0:
        do = f"Run it as {_user_name(owner)} to check the permissions."
        return Finding("rights", "look", f"You are root, but {path} belongs to {_user_name(owner)}.", do)
    entries = [path, *path.iterdir(), *(path / "backups").glob("*")]
    not_mine = [entry for entry in entries if entry.lstat().st_uid != mine]
    unusable = [
        entry for entry in entries if not os.access(entry, os.R_OK | os.W_OK | (os.X_OK if entry.is_dir() else 0))
    ]
    open_ = [entry for entry in entries if entry.lstat().st_mode & settings.OWNER_ONLY_UMASK and not entry.is_symlink()]
    me = _user_name(mine)
    change_owner = f"As root: chown -R {me.removeprefix('user ')} {path}"
    if unusable:
        text = f"{_list_paths(unusable)} cannot be read and written by {me}."
        return Finding("rights", "wrong", text, change_owner if not_mine else f"Run: chmod -R u+rwX {path}")
    if not_mine:
        text = f"{_list_paths(not_mine)} belongs to another user, not to {me}."
        return Finding("rights", "look", text, change_owner)
    if open_:
        do = f"The next start of the server fixes this. Or run: chmod -R go= {path}"
        return Finding("rights", "look", f"{_list_paths(open_)} can be read by other users of this machine.", do)
    return Finding("rights", "good", f"{path} can be read and written only by {me}.")


def _list_paths(paths: list[Path]) -> str:
    more = len(paths) - MAX_LISTED
    return ", ".join(map(str, paths[:MAX_LISTED])) + (f" and {more} more" if more > 0 else "")


def _user_name(user: int) -> str:
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return f"user {user}"


def _file_system(path: Path, mounts: Path) -> str:
    """Return the type of the file system that holds a path; empty if unknown."""
    try:
        lines = mounts.read_text("utf-8", "replace").splitlines()
    except OSError:
        return ""
    mount_point, mount_type = "", ""
    for line in lines:
        _, where, kind, *_ = line.split(" ")
        where = where.replace("\\040", " ")
        if path.is_relative_to(where) and len(where) >= len(mount_point):
            mount_point, mount_type = where, kind
    return mount_type


def _check_database_file(path: Path) -> Iterator[Finding]:
    checked = check(path)
    if checked.state == "damaged":
        yield Finding("database", "wrong", checked.text, restore_hint(path))
    elif not checked.usable and checked.state != "empty":
        yield Finding("database", "wrong", checked.text, "See docs/serving.md, When something is wrong")
    else:
        yield Finding("database", "good", checked.text)
        try:
            with closing(connect(path)) as connection:
                try_to_write(connection)
        except sqlite3.Error as error:
            yield _database_failure("writing", error, str(error), "Check its disk.")


def _check_database_server(url: str) -> Finding:
    try:
        address = make_url(url)
        schema = version_at(address)
    except SQLAlchemyError as error:
        return _database_failure("database", error, type(error).__name__, "Check DATABASE_URL.")
    where = f"The database server at {address.host or 'this machine'} answers"
    if age_of(schema) in ("newer", "unknown"):
        text = f"{where}, but its nights are from a version that this Upcard does not know."
        return Finding("database", "wrong", text, "Update Upcard.")
    return Finding("database", "good", f"{where}. Back it up with pg_dump and pg_restore.")


def _database_failure(check: str, error: Exception, text: str, do: str) -> Finding:
    """Return the finding for a database error, in the words of its fault if it is a known one."""
    if fault := fault_of(error):
        return Finding(check, "wrong", f"{fault.title}. {fault.happened}", fault.do)
    return Finding(check, "wrong", text, do)


def _last_change(path: Path) -> datetime:
    parts = [part for part in (path, path.with_name(f"{path.name}-wal")) if part.exists() and part.stat().st_size]
    return datetime.fromtimestamp(max((part.stat().st_mtime for part in parts), default=0), UTC)


def _check_certificate(path: Path, do: str) -> Finding:
    try:
        certificate = x509.load_pem_x509_certificate(path.read_bytes())
    except OSError as error:
        text = f"{path} cannot be read: {error.strerror}."
        return Finding("certificate", "wrong", text, "Let the user that runs Upcard read it.")
    except ValueError as error:
        return Finding("certificate", "wrong", f"{path} cannot be read as a certificate: {error}.", do)
    now, begins, ends = datetime.now(UTC), certificate.not_valid_before_utc, certificate.not_valid_after_utc
    if now > ends:
        return Finding("certificate", "wrong", f"{path} ended on {ends:%-d %B %Y}.", do)
    if now < begins:
        text = f"{path} begins on {begins:%-d %B %Y}, but the clock shows an earlier time."
        return Finding("certificate", "wrong", text, SET_CLOCK)
    if ends - now < EXPIRES_SOON:
        return Finding("certificate", "look", f"{path} ends on {ends:%-d %B %Y}.", do)
    return Finding("certificate", "good", f"{path} is valid until {ends:%-d %B %Y}.")


def _may_listen(port: int) -> bool:
    try:
        socket.create_server(("", port)).close()
    except OSError as error:
        return not isinstance(error, PermissionError)
    return True


def _health(port: int) -> dict[str, Any] | None:
    """Return the health report of Upcard on a port; None if another program answers."""
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
