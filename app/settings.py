"""Where things lie: the checkout, the data directory, the database, the secret key."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def data_dir() -> Path:
    """The directory of the nights, made if missing: ``UPCARD_DATA``, or ``instance`` in the checkout."""
    given = os.environ.get("UPCARD_DATA")
    path = Path(given).expanduser().resolve() if given else ROOT / "instance"
    path.mkdir(parents=True, exist_ok=True)
    return path


def database_url() -> str:
    """The database: ``DATABASE_URL``, or an SQLite file in the data directory."""
    return os.environ.get("DATABASE_URL") or f"sqlite:///{data_dir() / 'upcard.sqlite3'}"


def secret_key() -> str:
    """The key that signs sessions and form tokens, kept in a file so that both survive a restart.

    Only the owner can read the file. It is put in place whole: an empty or half-written key is never used.
    """
    path = data_dir() / "secret-key"
    try:
        return path.read_text(encoding="ascii")
    except FileNotFoundError:
        key = secrets.token_hex(32)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
        file.write(key)
    draft.replace(path)
    return key
