"""The whole club as a file, for the host, and a file to be read."""

from __future__ import annotations

from flask import Response, flash, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from app import settings
from app.night import nights as night_nights
from app.night.db import now
from app.night.people import persons
from app.night.transfer import export, importing
from app.night.transfer.importing import Imported
from app.night.validation import Problem
from app.text import counted, sentence
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.pages import as_long_file, render, take_messages

blueprint = GuardedBlueprint("club", __name__, Who.BEGINS, url_prefix="/club")


@blueprint.get("")
def page() -> Response:
    """Show how the club is taken along, and take a file."""
    return _show(message=take_messages("done"))


@blueprint.get("/club.json")
def whole() -> Response:
    """Send all nights, for another Upcard to read."""
    return as_long_file(export.export_club(), "application/json", f"upcard-{now().astimezone():%Y-%m-%d}.json")


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
    return _show(422, where=where, problem=words if where else sentence(words))


def _show(status: int = 200, *, message: str = "", where: str = "", problem: str = "") -> Response:
    """Show the club in numbers, and the form that reads a file; ``where`` is the place in it that has a problem.

    ``playing`` are the nights with a hand that has not ended.
    """
    nights = night_nights.nights()
    people = len(persons.persons())
    return render(
        "transfer/club.html",
        status,
        holds=f"{counted(len(nights), 'night')} with {counted(people, 'person', 'people')}",
        nights=len(nights),
        playing=tuple(export.nights_in_play()),
        megabytes=settings.limit("megabytes"),
        message=message,
        where=where,
        problem=problem,
    )


def _words(imported: Imported) -> str:
    nights = ", ".join(imported.nights[:3]) + (" and others" if len(imported.nights) > 3 else "")
    hands, people = counted(imported.hands, "hand"), counted(imported.persons, "person", "people")
    return f"Read {counted(len(imported.nights), 'night')} with {hands} and {people}{f': {nights}' if nights else ''}"
