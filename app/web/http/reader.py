"""Who reads what is written: the locale of a browser, and of those that get a text or a picture."""

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
    """Write for whoever asks, by the languages of their browser, else as the club has it."""
    set_reader(_preferred(request.headers.get("Accept-Language", "")[:200]) or club_locale)


def forget_reader(_exception: BaseException | None = None) -> None:
    """Write for nobody in particular again."""
    set_reader("")


@contextmanager
def for_the_club() -> Iterator[None]:
    """Write for everybody in the club, as it has chosen; if it has not, as for whoever asks."""
    with writing_for(club_locale()):
        yield


@lru_cache(maxsize=1024)
def _preferred(languages: str) -> str:
    """Return the first known locale of an ``Accept-Language`` header; empty if there is none."""
    tags = parse_accept_header(languages, LanguageAccept)
    return next((known for tag, weight in tags if weight and (known := known_locale(tag))), "")
