"""The whole club as a file, for the host, and a file to be read."""

from __future__ import annotations

from flask import Response, flash, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from app.night.db import now
from app.night.transfer import export, importing
from app.night.transfer.importing import Imported
from app.night.validation import Problem
from app.text import counted, sentence
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.pages import as_long_file, render_page, take_messages
from app.web.taking.page import club_file_name, club_page

blueprint = GuardedBlueprint("club", __name__, Who.BEGINS, url_prefix="/club")


@blueprint.get("")
def page() -> Response:
    """Show how the club is taken along, and take a file."""
    return render_page("taking/club.html", club_page(take_messages("done")))


@blueprint.get("/club.json")
def whole() -> Response:
    """Send all nights, for another Upcard to read."""
    return as_long_file(export.export_club(), "application/json", club_file_name(now()))


@blueprint.post("/import")
def read() -> AnyResponse:
    """Read a file, whole or not at all."""
    uploaded = request.files.get("file")
    if uploaded is None or not uploaded.filename:
        return _not_read(Problem("", "choose a file"))
    data = uploaded.read()
    uploaded.close()
    imported = importing.import_bytes(data)
    if isinstance(imported, Problem):
        return _not_read(imported)
    flash(_words(imported), "done")
    return redirect(url_for("club.page"), 303)


def _not_read(problem: Problem) -> Response:
    where, words = "" if problem.field == "file" else problem.field, f"{problem.text.rstrip('.')}."
    page = club_page("", where, words if where else sentence(words))
    return render_page("taking/club.html", page, 422)


def _words(imported: Imported) -> str:
    nights = ", ".join(imported.nights[:3]) + (" and others" if len(imported.nights) > 3 else "")
    hands, people = counted(imported.hands, "hand"), counted(imported.persons, "person", "people")
    return f"Read {counted(len(imported.nights), 'night')} with {hands} and {people}{f': {nights}' if nights else ''}"
