"""The settings, read once from the environment; the paths of files and the database; the stored secrets."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from urllib.parse import quote

from app.dataclass import dataclass, replace
from app.text import whole_number

_PACKAGE = Path(__file__).resolve().parent

#: Whether this is an installed package, which contains templates, static files and migrations.
INSTALLED = (_PACKAGE / "templates").is_dir()

#: The folder of ``templates``, ``static`` and ``migrations``: the checkout, or the installed package.
ROOT = _PACKAGE if INSTALLED else _PACKAGE.parent

#: Values that turn a setting on or off.
ON, OFF = ("on", "yes", "1", "true"), ("off", "no", "0", "false")

#: A shorter token for the metrics could be guessed.
MIN_TOKEN_LENGTH = 20

#: The umask of files that only their owner may use.
OWNER_ONLY_UMASK = 0o077

#: Letters and digits that are hard to confuse when read aloud or typed with a remote control.
CLEAR_CHARACTERS = "23456789abcdefghjkmnpqrstuvwxyz"

#: Limits that no real table reaches: nights and people in the database, hands per night, entries per hand, open
#: examples, custom games, devices that deal one night, wrong codes and links per minute and address, and megabytes of
#: an imported file.
LIMITS = {
    "nights": 5_000,
    "people": 2_000,
    "hands": 10_000,
    "entries": 2_000,
    "examples": 50,
    "games": 500,
    "dealers": 100,
    "guesses": 20,
    "megabytes": 64,
}

#: A full log still takes this many entries that end or undo the hand.
EXTRA_ENTRIES = 100


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a process, from its environment; ``docs/serving.md`` explains each.

    ``shared_data`` is XDG_DATA_HOME; ``journal`` is true if the system's journal records the output.
    """

    data: str
    database: str
    hosts: frozenset[str]
    https: bool
    https_port: str
    limits: Mapping[str, int]
    local_name: bool
    log: str
    log_level: str
    metrics_token: str
    port: str
    proxies: tuple[str, ...]
    tls_cert: str
    tls_key: str
    token: str
    shared_data: str
    journal: bool
    problems: tuple[str, ...]


@cache
def current() -> Settings:
    """Return the settings of this process, read once."""
    return read(os.environ)


def read(environ: Mapping[str, str]) -> Settings:
    """Parse the settings of an environment; ``problems`` explains each setting that is not understood."""
    given = {name.removeprefix("UPCARD_"): value.strip() for name, value in environ.items() if name[:7] == "UPCARD_"}
    problems: list[str] = []

    def text(name: str, default: str = "") -> str:
        return given.pop(name, "") or default

    def choice(name: str, choices: tuple[str, ...], default: str) -> str:
        value = text(name, default).casefold()
        if value in choices:
            return value
        problems.append(f"UPCARD_{name} is not one of {', '.join(choices)}, so {default} is used")
        return default

    def switch(name: str) -> bool:
        value = text(name, "on").casefold()
        if value not in ON + OFF:
            problems.append(f"UPCARD_{name} is neither on nor off, so it is on")
        return value not in OFF

    def limit(name: str, default: int) -> int:
        value = text(f"MOST_{name.upper()}", str(default))
        if (number := whole_number(value, 9)) is not None:
            return number
        problems.append(f"UPCARD_MOST_{name.upper()} is not a number, so the default of {default:,} is used")
        return default

    certificate = text("TLS_CERT")
    settings = Settings(
        data=text("DATA"),
        database=environ.get("DATABASE_URL", ""),
        hosts=frozenset(text("HOSTS").casefold().replace(",", " ").split()),
        https=switch("HTTPS"),
        https_port=text("HTTPS_PORT"),
        limits={name: limit(name, default) for name, default in LIMITS.items()},
        local_name=switch("LOCAL_NAME"),
        log=choice("LOG", ("plain", "json"), "plain"),
        log_level=choice("LOG_LEVEL", ("debug", "info", "warning", "error"), "warning"),
        metrics_token=text("METRICS_TOKEN"),
        port=text("PORT", "8000"),
        proxies=tuple(text("PROXIES").replace(",", " ").split()),
        tls_cert=certificate,
        tls_key=text("TLS_KEY", certificate),
        token=text("TOKEN"),
        shared_data=environ.get("XDG_DATA_HOME", ""),
        journal="JOURNAL_STREAM" in environ,
        problems=(),
    )
    if 0 < len(settings.metrics_token) < MIN_TOKEN_LENGTH:
        problems.append("UPCARD_METRICS_TOKEN is short enough to be guessed")
    if settings.tls_key and not certificate:
        problems.append("UPCARD_TLS_KEY is set without UPCARD_TLS_CERT, so it is not used")
    if odd := sorted(name for name in settings.hosts if set(name) & set("/:*@")):
        problems.append(f"UPCARD_HOSTS contains invalid names: {', '.join(odd)}")
    problems += [f"UPCARD_{name} is not a setting" for name in sorted(given)]
    return replace(settings, problems=tuple(problems))


def port_number(text: str) -> int | None:
    """Return a port from 0 to 65535; None for any other text."""
    number = whole_number(text, 5)
    return number if number is not None and number < 2**16 else None


def data_path() -> Path:
    """Return the data directory, which may not exist yet.

    It is ``UPCARD_DATA`` if set, else ``instance`` in a checkout, else ``upcard`` in the XDG data directory:
    ``XDG_DATA_HOME``, or ``~/.local/share``.
    """
    given = current().data
    try:
        if given:
            return Path(given).expanduser().resolve()
        if not INSTALLED:
            return ROOT / "instance"
        shared = Path(current().shared_data)
        if shared.is_absolute():  # the XDG specification ignores relative paths
            return shared / "upcard"
        return Path.home() / ".local" / "share" / "upcard"
    except RuntimeError:
        raise FileNotFoundError(
            f"no home directory for {given or 'this user'}; set UPCARD_DATA to a directory"
        ) from None


def data_dir() -> Path:
    """Return the data directory, creating it if missing, private to its owner."""
    path = data_path()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except FileExistsError:
        raise FileExistsError(f"{path} is a file") from None
    return path


def restrict_permissions() -> None:
    """Make the data directory, its files, and all files that this process creates private to their owner."""
    os.umask(OWNER_ONLY_UMASK)
    folder = data_dir()
    for path in (folder, *folder.iterdir()):
        with suppress(FileNotFoundError):  # another process may have removed a file of its own
            if (path.is_dir() and path != folder) or path.is_symlink() or path.stat().st_uid != os.geteuid():
                continue
            path.chmod(path.stat().st_mode & ~OWNER_ONLY_UMASK)


def give_to_owner() -> None:
    """Give what root has made in somebody's data directory to its owner, whose server could not use it otherwise."""
    if os.geteuid() != 0:
        return
    with suppress(OSError):
        owner = data_path().stat()
        # Each folder is held open, so that nobody can replace one with a link to another place.
        for _, folders, files, folder in os.fwalk(data_path().resolve()) if owner.st_uid else ():
            for name in (*folders, *files):
                made = os.lstat(name, dir_fd=folder)
                # A file with another name may belong elsewhere.
                if made.st_uid == 0 and (stat.S_ISDIR(made.st_mode) or made.st_nlink == 1):
                    os.chown(name, owner.st_uid, owner.st_gid, dir_fd=folder, follow_symlinks=False)


def database_url() -> str:
    """Return the address of the database: ``DATABASE_URL``, or an SQLite file in the data directory."""
    return current().database or sqlite_url(data_path() / "upcard.sqlite3")


def sqlite_url(path: Path) -> str:
    """Return the address of an SQLite file; its path may contain any character."""
    return f"sqlite:///{quote(str(path))}"


def secret_key() -> str:
    """Return the key that signs sessions and form tokens, stored in a file so that both survive a restart."""
    return _read_secret("secret-key") or _make_secret("secret-key", secrets.token_hex(32))


def host_code() -> str:
    """Return the host code, from a file that the host may edit."""
    return stored_host_code() or _make_secret("host-code", random_code())


def stored_host_code() -> str:
    """Return the host code; empty if there is none yet."""
    return _read_secret("host-code")


def limit(name: str) -> int:
    """Return a limit, such as ``UPCARD_MOST_NIGHTS`` for ``nights``, or its default."""
    return current().limits[name]


def random_code() -> str:
    """Return a random code that is easy to type and hard to guess: ``k7md3xwp``."""
    return "".join(secrets.choice(CLEAR_CHARACTERS) for _ in range(8))


def _read_secret(name: str) -> str:
    """Return a secret from a file in the data directory; empty if there is none."""
    with suppress(FileNotFoundError):
        return (data_path() / name).read_text(encoding="utf-8", errors="replace").strip()
    return ""


def _make_secret(name: str, secret: str) -> str:
    """Store a secret and return it; or the one that another process has stored in the meantime."""
    path = data_dir() / name
    if path.exists() and not _read_secret(name):
        path.unlink(missing_ok=True)
    write_private(path, secret.encode(), new=True)
    return _read_secret(name)


def write_private(path: Path, content: bytes, *, new: bool = False) -> None:
    """Write a file that only its owner may read, atomically: neither a reader nor a power cut finds it half written.

    A ``new`` file replaces none that another process has written in the meantime.
    """
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if not new:
            draft.replace(path)
            return
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        except OSError:  # the file system has no hard links
            draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
