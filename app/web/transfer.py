"""Export a night, for its dealer, or all nights, for hosts, as files; and import such a file."""

from __future__ import annotations

from flask import Response, request
from werkzeug.wrappers import Response as AnyResponse

from app import settings
from app.night.db import now
from app.night.history.hands import night_records
from app.night.models import Night
from app.night.nights import count_nights
from app.night.people import roster
from app.night.people.seats import hands_played
from app.night.transfer import export, importing, sheets
from app.night.transfer.importing import Imported
from app.night.validation import Problem
from app.text import counted, full_sentence, slug
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import get_night_or_404
from app.web.http.pages import as_file, as_long_file, back_to, render

blueprint = GuardedBlueprint("transfer", __name__, Who.DEALER, url_prefix="/n/<key>/take")
of_club = GuardedBlueprint("club", __name__, Who.HOST_OR_FIRST, url_prefix="/club")


@blueprint.get("")
def page(key: str) -> Response:
    """Show the exports of a night. ``playing``: whether a hand is being played."""
    night = get_night_or_404(key)
    hands, playing = hands_played(night.id), bool(export.nights_in_play(night.id))
    return render("transfer/night.html", night=night, hands=hands, playing=playing)


@blueprint.get("/night.json")
def whole(key: str) -> Response:
    """Send a whole night, for another Upcard to import."""
    night = get_night_or_404(key)
    return as_file("".join(export.export_night(night.id)), "application/json", _file_name(night, "json"))


@blueprint.get("/hands.phhs")
def hands(key: str) -> Response:
    """Send the records of a night's hands."""
    night = get_night_or_404(key)
    return as_file(night_records(night).text, "application/toml", _file_name(night, "phhs"))


@blueprint.get("/tables.zip")
def tables(key: str) -> Response:
    """Send a night's hands, ledger and results as tables."""
    night = get_night_or_404(key)
    return as_file(sheets.zipped(sheets.night_sheets(night)), "application/zip", _file_name(night, "zip"))


def _file_name(night: Night, ending: str) -> str:
    """Return a name for a file of a night: ``friday-2026-11-23.json``."""
    words = slug(night.name) or "night"
    day = f"{night.started_at.astimezone():%Y-%m-%d}"
    return f"{words if words.endswith(day) else f'{words}-{day}'}.{ending}"


@of_club.get("", endpoint="page")
def club() -> Response:
    """Show the export of the club, and the form for an import."""
    return _show()


@of_club.get("/club.json", endpoint="whole")
def whole_club() -> Response:
    """Send all nights, for another Upcard to import."""
    return as_long_file(export.export_club(), "application/json", f"upcard-{now().astimezone():%Y-%m-%d}.json")


@of_club.post("/import")
def read() -> AnyResponse:
    """Import all of a file or nothing."""
    uploaded = request.files.get("file")
    if uploaded is None or not uploaded.filename:
        return _show(Problem("", "choose a file"))
    data = uploaded.read()
    uploaded.close()
    imported = importing.import_bytes(data)
    return _show(imported) if isinstance(imported, Problem) else back_to("club.page", _words(imported))


def _show(problem: Problem | None = None) -> Response:
    """Show the number of nights and people, and the import form.

    ``playing``: the nights with an unfinished hand. ``where``: the place of a problem in the file.
    """
    played, people = count_nights(), len(roster.all_people())
    where = problem.field if problem is not None and problem.field != "file" else ""
    reason = ""
    if problem is not None:
        reason = f"{problem.text.rstrip('.')}." if where else full_sentence(problem.text)
    return render(
        "transfer/club.html",
        200 if problem is None else 422,
        holds=f"{counted(played, 'night')} and {counted(people, 'person', 'people')}",
        nights=played,
        playing=tuple(export.nights_in_play()),
        megabytes=settings.limit("megabytes"),
        where=where,
        problem=reason,
    )


def _words(imported: Imported) -> str:
    nights = ", ".join(imported.nights[:3]) + (" and others" if len(imported.nights) > 3 else "")
    hands, people = counted(imported.hands, "hand"), counted(imported.people, "person", "people")
    return f"Read {counted(len(imported.nights), 'night')} with {hands} and {people}{f': {nights}' if nights else ''}"
