"""Game files saved in the browser: stored in the database for every server, and included in backups."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Container, Mapping
from datetime import datetime
from hashlib import sha256

from sqlalchemy import select

from app.games.catalog import MAX_ID_LENGTH, Catalog, GameFile, GameInfo, catalog, id_error, parse_file
from app.games.errors import GameError
from app.games.load import library_texts
from app.night.caches import database_cache
from app.night.db import db, now, retry_conflicts, writing
from app.night.models import GameText
from app.night.play import game_files
from app.night.play.game_files import MAX_BYTES, files_in_folder
from app.night.validation import Problem, check_limit
from app.text import slug

#: The initial text of a new game.
BLANK = """\
name = "Our Game"
extends = "seven-card-stud"
about = "Seven-card stud in which deuces are wild."
wild = [{ rule = "ranks", ranks = "2" }]
"""

#: The answer to a text that would replace one saved since it was opened.
SAVED_SINCE = Problem(
    "text",
    "another device has saved this text since you opened it; choose another name, or save again to replace that one",
)

#: The lines of a library game that apply only to that game.
_LIBRARY_ONLY = re.compile(r'^(?:aliases = \[[^\]]*\]|document = "[^"]*")\n', re.MULTILINE)
_NAME = re.compile(r'^name = "', re.MULTILINE)


class CatalogCache:
    """The games of this database and of the folder, as a catalog that is rebuilt when any of them changes."""

    def __init__(self) -> None:
        self._refreshed_at = float("-inf")
        self._changed: dict[str, datetime] = {}
        self._saved: Mapping[str, GameFile] = {}
        self._made_of: tuple[Mapping[str, GameFile], Mapping[str, GameFile]] = {}, self._saved
        self._catalog = catalog()

    def catalog(self) -> Catalog:
        """Return all games; changes on another server may be a second late."""
        if time.monotonic() - self._refreshed_at >= game_files.SECONDS:
            self.refresh()
        made_of = files_in_folder(), self._saved
        if made_of[0] is not self._made_of[0] or made_of[1] is not self._made_of[1]:
            files = [*made_of[0].values(), *made_of[1].values()]
            self._catalog, self._made_of = Catalog(files, self._catalog) if files else catalog(), made_of
        return self._catalog

    def refresh(self) -> None:
        """Read the texts that have been saved or removed since the last time."""
        self._refreshed_at = time.monotonic()
        changed = dict(db.session.execute(select(GameText.game_id, GameText.changed_at)).all())
        if changed == self._changed:
            return
        newer = [game_id for game_id, at in changed.items() if self._changed.get(game_id) != at]
        rows = db.session.execute(select(GameText.game_id, GameText.text).where(GameText.game_id.in_(newer)))
        texts = {row.game_id: GameFile(f"{row.game_id}.toml", row.text, saved=True) for row in rows}
        kept = {game_id: file for game_id, file in self._saved.items() if game_id in changed}
        self._changed, self._saved = changed, dict(sorted({**kept, **texts}.items()))


@retry_conflicts
def save_text(game_id: str, text: str, was: str | None = None, opened: str = "") -> str | Problem:
    """Save a game file, under an id made from its name if ``game_id`` is empty; return the id.

    The text replaces an older one; but with ``was``, the id under which it was opened, or empty for a new game, it
    replaces no other game; with ``opened``, the :func:`hash_of` the text as it was opened, no text saved since. A text
    with faults is saved too: it is listed with them, and cannot be dealt. The field of a problem is ``id`` or ``text``.
    """
    text = text.replace("\r\n", "\n")
    game_id = game_id or _id_by_name(text)
    if problem := id_error(game_id):
        return Problem("id", problem)
    if f"{game_id}.toml" in files_in_folder():
        return Problem("id", f"{game_id} is a file in the folder of games already; choose another name")
    if problem := text_error(text):
        return Problem("text", problem)
    with writing() as session:
        row = session.get(GameText, game_id)
        if row is None:
            if full := check_limit(session, "games", GameText.game_id):
                return full
            session.add(GameText(game_id=game_id, text=text))
        elif row.text != text:
            if was not in (None, game_id):
                return Problem("id", f"{game_id} is another of your games already; choose another name")
            if opened not in ("", hash_of(row.text)):
                return SAVED_SINCE
            row.text, row.changed_at = text, now()
    database_cache(CatalogCache).refresh()
    return game_id


@retry_conflicts
def remove_text(game_id: str) -> bool:
    """Remove a saved game file; return whether it existed. Hands already played of it are unaffected."""
    with writing() as session:
        row = session.get(GameText, game_id)
        if row is not None:
            session.delete(row)
    database_cache(CatalogCache).refresh()
    return row is not None


def hash_of(text: str) -> str:
    """Return a hash of a text, by which its page tells whether it has been changed."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def name_in(text: str) -> str:
    """Return the name that the text of a game gives it; empty if there is none, or the text is no TOML."""
    table = parse_file(GameFile("", text))
    return "" if isinstance(table, GameError) else str(table.get("name") or "")


def _id_by_name(text: str) -> str:
    """Return an id made from the name of a game, with a number if another game has it; its own if it is saved."""

    def is_taken(game_id: str) -> bool:
        row = db.session.get(GameText, game_id)
        saved_otherwise = row is not None and row.text != text
        return saved_otherwise or bool(id_error(game_id)) or f"{game_id}.toml" in files_in_folder()

    return _free_id(slug(name_in(text))[: MAX_ID_LENGTH - 4].strip("-") or "our-game", is_taken)


def _free_id(wanted: str, is_taken: Callable[[str], bool]) -> str:
    """Return the id, or if it is taken the first free one of those with a number: ``our-game-2``."""
    game_id, number = wanted, 2
    while is_taken(game_id):
        game_id, number = f"{wanted}-{number}", number + 1
    return game_id


def text_error(text: str) -> str:
    """Return why a text cannot be stored; empty if it can."""
    if not text.strip():
        return "there is no text"
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        return f"larger than {MAX_BYTES:,} bytes"
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        return "contains a character that cannot be stored"
    return ""


def blank_text(name: str) -> str:
    """Return the initial text of a new game, with this name."""
    plain = " ".join("".join(letter for letter in name[:60] if letter.isprintable() and letter not in '"\\').split())
    return BLANK.replace("Our Game", plain) if plain else BLANK


def copy_of(info: GameInfo, taken: Container[str]) -> tuple[str, str]:
    """Return a free id and an initial text for a new game: the whole file of a library game, as "Our ..."."""
    text = _LIBRARY_ONLY.sub("", library_texts()[info.id])
    return _free_id(f"our-{info.id}", taken.__contains__), _NAME.sub('name = "Our ', text, count=1)
