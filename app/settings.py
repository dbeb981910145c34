"""Where things lie: templates and other files, the data directory, the database, and what is secret."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent

#: Whether this is an installed package, which carries templates, static files and migrations inside itself.
INSTALLED = (_PACKAGE / "templates").is_dir()

#: The folder that holds ``templates``, ``static`` and ``migrations``: the checkout, or the installed package.
ROOT = _PACKAGE if INSTALLED else _PACKAGE.parent

#: What others may not do with files: anything.
OWNER_ALONE = 0o077

#: Letters and digits that are not mistaken for each other when read aloud or typed with a remote control.
EASY = "23456789abcdefghjkmnpqrstuvwxyz"

#: What nobody at a table ever reaches: nights and people of the house, hands of a night, entries in the log of a hand,
#: examples at a time, games of one's own, devices that deal a night, wrong codes and links from an address in a minute,
#: and megabytes of a file that is imported.
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

#: The other settings that Upcard reads from the environment; ``UPCARD_MOST_…`` are the limits.
NAMES = frozenset(
    {
        "UPCARD_DATA",
        "UPCARD_HOSTS",
        "UPCARD_HTTPS",
        "UPCARD_HTTPS_PORT",
        "UPCARD_LOCAL_NAME",
        "UPCARD_LOG",
        "UPCARD_LOG_LEVEL",
        "UPCARD_METRICS_TOKEN",
        "UPCARD_PORT",
        "UPCARD_PROXIES",
        "UPCARD_TLS_CERT",
        "UPCARD_TLS_KEY",
    }
)


def data_path() -> Path:
    """Return the directory of the nights, which may not exist yet.

    That is ``UPCARD_DATA`` where it is set, else ``instance`` in a checkout, else ``upcard`` where the XDG base
    directories keep data: ``XDG_DATA_HOME``, or ``~/.local/share``.
    """
    if given := os.environ.get("UPCARD_DATA"):
        return Path(given).expanduser().resolve()
    if not INSTALLED:
        return ROOT / "instance"
    shared = Path(os.environ.get("XDG_DATA_HOME", ""))
    if shared.is_absolute():  # the XDG specification ignores relative paths
        return shared / "upcard"
    try:
        return Path.home() / ".local" / "share" / "upcard"
    except RuntimeError:
        raise FileNotFoundError("this user has no home directory; set UPCARD_DATA to a directory") from None


def data_dir() -> Path:
    """Return the directory of the nights. Make it if it is missing, open to its owner alone."""
    path = data_path()
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def close_to_others() -> None:
    """Let nobody but the owner read the data directory, what lies in it, and what this process makes from now on."""
    os.umask(OWNER_ALONE)
    folder = data_dir()
    for path in (folder, *folder.iterdir()):
        if (path.is_dir() and path != folder) or path.is_symlink() or path.stat().st_uid != os.geteuid():
            continue
        path.chmod(path.stat().st_mode & ~OWNER_ALONE)


def database_url() -> str:
    """Return the address of the database: ``DATABASE_URL``, or an SQLite file in the data directory."""
    return os.environ.get("DATABASE_URL") or f"sqlite:///{data_dir() / 'upcard.sqlite3'}"


def secret_key() -> str:
    """Return the key that signs sessions and form tokens, kept in a file so that both survive a restart."""
    return _kept("secret-key", lambda: secrets.token_hex(32))


def host_code() -> str:
    """Return the word that makes a device a host's. It is kept in a file; another one there counts from then on."""
    return _kept("host-code", easy_code)


def hosts() -> frozenset[str]:
    """Return the names in ``UPCARD_HOSTS`` that this server answers to besides its own, such as those of a proxy."""
    return frozenset(os.environ.get("UPCARD_HOSTS", "").casefold().replace(",", " ").split())


def metrics_token() -> str:
    """Return ``UPCARD_METRICS_TOKEN``, the word that opens the metrics to other machines; empty if not set."""
    return os.environ.get("UPCARD_METRICS_TOKEN", "").strip()


def proxies() -> tuple[str, ...]:
    """Return the addresses and networks in ``UPCARD_PROXIES``: what these say of their clients is believed."""
    return tuple(os.environ.get("UPCARD_PROXIES", "").replace(",", " ").split())


def limit(name: str) -> int:
    """Return how much there may be of something: ``UPCARD_MOST_NIGHTS`` where that is set, else the default."""
    given = os.environ.get(f"UPCARD_MOST_{name.upper()}", "")
    return int(given) if given.isdecimal() and len(given) < 10 else LIMITS[name]


def easy_code() -> str:
    """Return eight letters and digits that are easy to type and hard to guess: ``k7md3xwp``."""
    return "".join(secrets.choice(EASY) for _ in range(8))


def _kept(name: str, make: Callable[[], str]) -> str:
    """Return a secret from a file of the data directory, made if missing.

    Only the owner can read the file. It is put in place whole: an empty or half-written secret is never used.
    """
    path = data_dir() / name
    try:
        if stored := path.read_text(encoding="utf-8", errors="replace").strip():
            return stored
    except FileNotFoundError:
        pass
    secret = make()
    draft = path.with_name(f"{name}.{os.getpid()}")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
        file.write(secret)
    draft.replace(path)
    return secret
