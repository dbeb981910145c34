"""The copies of the database, for the host: list, download, make one, and go on from one."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from flask import Response, abort, current_app, flash, redirect, send_file, url_for
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.wrappers import Response as AnyResponse

from app.backups.checking import UnusableError, check
from app.backups.copying import make_copy
from app.backups.files import Copy, copies
from app.backups.restoring import restore_running
from app.backups.starting import database_file
from app.night.faults import fault_of
from app.web.backups.page import backups_page, copy_row, restore_page
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.pages import render_page, take_messages

blueprint = GuardedBlueprint("backups", __name__, Who.HOST, url_prefix="/backups")


@blueprint.get("")
def page() -> Response:
    """List the copies."""
    return render_page("backups/page.html", backups_page(_database(), take_messages("done")))


@blueprint.post("")
def make() -> AnyResponse:
    """Make a copy now."""
    database = _database_or_404()
    try:
        copy = make_copy(database, "hand")
    except (OSError, sqlite3.Error, UnusableError) as error:
        return _not_made(f"No copy was made. {_words(error)}", 503)
    assert copy is not None
    flash("The copy is made.", "done")
    return redirect(url_for("backups.page"), 303)


@blueprint.get("/<name>")
def download(name: str) -> AnyResponse:
    """Send a copy as a file."""
    copy = _copy_or_404(name)
    response = send_file(copy.path, "application/vnd.sqlite3", as_attachment=True, download_name=copy.name, etag=False)
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/<name>/restore")
def ask(name: str) -> Response:
    """Ask whether to go on from a copy."""
    copy = _copy_or_404(name)
    return render_page("backups/restore.html", restore_page(copy, check(copy.path), check(_database_or_404())))


@blueprint.post("/<name>/restore")
def restore(name: str) -> AnyResponse:
    """Put a copy in the place of the database."""
    copy, database = _copy_or_404(name), _database_or_404()
    try:
        restore_running(copy.path, database)
    except (OSError, sqlite3.Error, SQLAlchemyError, UnusableError) as error:
        return _not_made(f"Nothing was restored, and everything is as it was. {_words(error)}", 422)
    flash(f"Restored from {copy_row(copy).called}. What it replaced is the first in the list.", "done")
    return redirect(url_for("backups.page"), 303)


def _not_made(problem: str, status: int) -> Response:
    return render_page("backups/page.html", backups_page(_database(), "", problem), status)


def _words(error: Exception) -> str:
    fault = fault_of(error)
    if fault is not None:
        return f"{fault.title}. {fault.happened} {fault.do}"
    if isinstance(error, OSError):
        return f"The directory of the copies cannot be used: {error.strerror or error}."
    return str(error)


def _database() -> Path | None:
    return database_file(current_app.config["SQLALCHEMY_DATABASE_URI"])


def _database_or_404() -> Path:
    database = _database()
    if database is None:
        abort(404)
    return database


def _copy_or_404(name: str) -> Copy:
    copy = next((copy for copy in copies(_database_or_404()) if copy.name == name), None)
    if copy is None:
        abort(404)
    return copy
