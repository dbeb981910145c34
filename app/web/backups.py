"""Copies of the database, for hosts: list, download, make, and restore."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from flask import Response, abort, current_app, send_file
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.wrappers import Response as AnyResponse

from app.backups.checking import CheckResult, UnusableError, check
from app.backups.copying import make_copy
from app.backups.files import COPIES_TO_KEEP, KIND_LABELS, Copy, copies
from app.backups.restoring import restore_running
from app.backups.starting import database_file
from app.dates import datetime_text
from app.night.faults import fault_of
from app.text import count_word, counted
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.pages import back_to, render

blueprint = GuardedBlueprint("backups", __name__, Who.HOST, url_prefix="/backups")


@blueprint.get("")
def page() -> Response:
    """List the copies, the latest first."""
    return _show()


@blueprint.post("")
def make() -> AnyResponse:
    """Make a copy now."""
    try:
        make_copy(_database_or_404(), "hand")
    except (OSError, sqlite3.Error, UnusableError) as error:
        return _show(503, f"No copy was made. {_words(error)}")
    return back_to("backups.page", "The copy has been made")


@blueprint.get("/<name>")
def download(name: str) -> AnyResponse:
    """Send a copy as a file."""
    copy = _copy_or_404(name)
    response = send_file(copy.path, "application/vnd.sqlite3", as_attachment=True, download_name=copy.name, etag=False)
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/<name>/restore")
def ask(name: str) -> Response:
    """Ask whether to restore a copy: show its content, what it would replace, and why it cannot be used."""
    copy = _copy_or_404(name)
    checked = check(copy.path)
    return render(
        "backups/restore.html",
        copy=copy,
        about=_about(copy),
        holds=_content(checked),
        replaces=_content(check(_database_or_404())),
        problem="" if checked.usable else checked.text,
    )


@blueprint.post("/<name>/restore")
def restore(name: str) -> AnyResponse:
    """Replace the database with a copy."""
    copy = _copy_or_404(name)
    try:
        restore_running(copy.path, _database_or_404())
    except (OSError, sqlite3.Error, SQLAlchemyError, UnusableError) as error:
        return _show(422, f"Nothing was restored or changed. {_words(error)}")
    restored = f"Restored from the copy of {datetime_text(copy.made)}. What it replaced is first in the list."
    return back_to("backups.page", restored)


def _show(status: int = 200, problem: str = "") -> Response:
    """Show the list; it is empty on a database ``server``, which is backed up in other ways."""
    database = _database()
    night, day, update = (count_word(COPIES_TO_KEEP[why]) for why in ("night", "day", "update"))
    return render(
        "backups/page.html",
        status,
        rows=[(copy, _about(copy)) for copy in copies(database)] if database is not None else [],
        server=database is None,
        kept=f"Kept: the last {night} copies after nights, {day} daily ones, and {update} from before updates.",
        problem=problem,
    )


def _content(checked: CheckResult) -> str:
    """Return the content of a database in words: ``3 nights with 41 hands``."""
    return f"{counted(checked.nights, 'night')} with {counted(checked.hands, 'hand')}"


def _about(copy: Copy) -> str:
    """Return why a copy was made, and its size: ``After a night, 212 kB``."""
    # A larger unit begins where the smaller one would be rounded to 1000.
    size = f"{copy.size / 1_000_000:.1f} MB" if copy.size < 999_950_000 else f"{copy.size / 1_000_000_000:.1f} GB"
    size = size if copy.size >= 999_500 else f"{max(1, round(copy.size / 1000))} kB"
    return f"{KIND_LABELS[copy.kind]}, {size}"


def _words(error: Exception) -> str:
    fault = fault_of(error)
    if fault is not None:
        return f"{fault.title}. {fault.happened} {fault.do}"
    if isinstance(error, OSError):
        return f"The backup folder cannot be used: {error.strerror or error}."
    return str(error)


def _database() -> Path | None:
    return database_file(current_app.config["SQLALCHEMY_DATABASE_URI"])


def _database_or_404() -> Path:
    return _database() or abort(404)


def _copy_or_404(name: str) -> Copy:
    return next((copy for copy in copies(_database_or_404()) if copy.name == name), None) or abort(404)
