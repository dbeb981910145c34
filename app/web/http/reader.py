"""The locale to write for: a browser's, or that of everyone who gets a text or a picture."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from flask import request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from app.locales import known_locale, set_reader, writing_for
from app.night.locale import club_locale


def note_reader() -> None:
    """Write in the locale of the browser's languages, else in the club's."""
    set_reader(_preferred(request.headers.get("Accept-Language", "")[:200]) or club_locale)


def forget_reader(_exception: BaseException | None = None) -> None:
    """Write for no particular locale again."""
    set_reader("")


@contextmanager
def for_the_club() -> Iterator[None]:
    """Write in the locale that the club has chosen; without one, in the reader's."""
    with writing_for(club_locale()):
        yield


@lru_cache(maxsize=1024)
def _preferred(languages: str) -> str:
    """Return the first known locale of an ``Accept-Language`` header; empty if there is none."""
    tags = parse_accept_header(languages, LanguageAccept)
    return next((known for tag, weight in tags if weight and (known := known_locale(tag))), "")
