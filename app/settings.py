"""The settings, read once from the environment; where files and the database lie; the secrets that are kept there."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from app.text import whole_number

_PACKAGE = Path(__file__).resolve().parent

#: Whether this is an installed package, which carries templates, static files and migrations inside itself.
INSTALLED = (_PACKAGE / "templates").is_dir()

#: The folder that holds ``templates``, ``static`` and ``migrations``: the checkout, or the installed package.
ROOT = _PACKAGE if INSTALLED else _PACKAGE.parent

#: The values that switch something off.
OFF = ("off", "no", "0", "false")

#: A word that opens the metrics to other machines can be guessed if it is shorter.
SHORT_TOKEN = 20

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


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a process, as its environment has them; ``docs/serving.md`` explains each.

    ``shared_data`` is XDG_DATA_HOME; ``journal`` says that the journal of the system keeps what is printed.
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
    shared_data: str
    journal: bool
    problems: tuple[str, ...]


@cache
def current() -> Settings:
    """Return the settings of this process, which are read once."""
    return read(os.environ)


def read(environ: Mapping[str, str]) -> Settings:
    """Return the settings in an environment; ``problems`` has a sentence for each that is not understood."""
    given = {name.removeprefix("UPCARD_"): value.strip() for name, value in environ.items() if name[:7] == "UPCARD_"}
    problems: list[str] = []

    def text(name: str, usual: str = "") -> str:
        return given.pop(name, "") or usual

    def choice(name: str, choices: tuple[str, ...], usual: str) -> str:
        value = text(name, usual).casefold()
        if value in choices:
            return value
        problems.append(f"UPCARD_{name} is none of {', '.join(choices)}, so {usual} counts")
        return usual

    def limit(name: str, usual: int) -> int:
        value = text(f"MOST_{name.upper()}", str(usual))
        if (number := whole_number(value, 9)) is not None:
            return number
        problems.append(f"UPCARD_MOST_{name.upper()} is no number, so the usual {usual:,} counts")
        return usual

    certificate = text("TLS_CERT")
    settings = Settings(
        data=text("DATA"),
        database=environ.get("DATABASE_URL", ""),
        hosts=frozenset(text("HOSTS").casefold().replace(",", " ").split()),
        https=text("HTTPS").casefold() not in OFF,
        https_port=text("HTTPS_PORT"),
        limits={name: limit(name, usual) for name, usual in LIMITS.items()},
        local_name=text("LOCAL_NAME").casefold() not in OFF,
        log=choice("LOG", ("plain", "json"), "plain"),
        log_level=choice("LOG_LEVEL", ("debug", "info", "warning", "error"), "warning"),
        metrics_token=text("METRICS_TOKEN"),
        port=text("PORT", "8000"),
        proxies=tuple(text("PROXIES").replace(",", " ").split()),
        tls_cert=certificate,
        tls_key=text("TLS_KEY", certificate),
        shared_data=environ.get("XDG_DATA_HOME", ""),
        journal="JOURNAL_STREAM" in environ,
        problems=(),
    )
    if 0 < len(settings.metrics_token) < SHORT_TOKEN:
        problems.append("UPCARD_METRICS_TOKEN is short enough to be guessed")
    if odd := sorted(name for name in settings.hosts if set(name) & set("/:*@")):
        problems.append(f"UPCARD_HOSTS holds what is no name: {', '.join(odd)}")
    problems += [f"UPCARD_{name} is no setting" for name in sorted(given)]
    return replace(settings, problems=tuple(problems))


def data_path() -> Path:
    """Return the directory of the nights, which may not exist yet.

    That is ``UPCARD_DATA`` where it is set, else ``instance`` in a checkout, else ``upcard`` where the XDG base
    directories keep data: ``XDG_DATA_HOME``, or ``~/.local/share``.
    """
    if given := current().data:
        return Path(given).expanduser().resolve()
    if not INSTALLED:
        return ROOT / "instance"
    shared = Path(current().shared_data)
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
    """Make the data directory, all that lies in it and all that this process makes readable by its owner alone."""
    os.umask(OWNER_ALONE)
    folder = data_dir()
    for path in (folder, *folder.iterdir()):
        if (path.is_dir() and path != folder) or path.is_symlink() or path.stat().st_uid != os.geteuid():
            continue
        path.chmod(path.stat().st_mode & ~OWNER_ALONE)


def database_url() -> str:
    """Return the address of the database: ``DATABASE_URL``, or an SQLite file in the data directory."""
    return current().database or f"sqlite:///{data_dir() / 'upcard.sqlite3'}"


def secret_key() -> str:
    """Return the key that signs sessions and form tokens, kept in a file so that both survive a restart."""
    return _kept("secret-key", lambda: secrets.token_hex(32))


def host_code() -> str:
    """Return the word that makes a device a host's. It is kept in a file; another one there counts from then on."""
    return _kept("host-code", easy_code)


def limit(name: str) -> int:
    """Return how much there may be of something: ``UPCARD_MOST_NIGHTS`` where that is set, else the default."""
    return current().limits[name]


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
