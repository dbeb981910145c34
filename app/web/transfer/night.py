"""A night as files, for its dealer: all of it, its hands, and tables for a spreadsheet."""

from __future__ import annotations

import re
import unicodedata

from flask import Response

from app.night.models import Night
from app.night.people import seats
from app.night.transfer import export, records, sheets
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import get_night_or_404
from app.web.http.pages import as_file, render

blueprint = GuardedBlueprint("transfer", __name__, Who.DEALER, url_prefix="/n/<key>/take")


@blueprint.get("")
def page(key: str) -> Response:
    """Show what of a night can be taken along: the hands that have ended, and whether one is being played."""
    night = get_night_or_404(key)
    hands, playing = seats.hands_played(night.id), bool(export.nights_in_play(night.id))
    return render("transfer/night.html", night=night, hands=hands, playing=playing)


@blueprint.get("/night.json")
def whole(key: str) -> Response:
    """Send all of a night, for another Upcard to read."""
    night = get_night_or_404(key)
    name = _file_name(night, "json")
    return as_file("".join(export.export_night(night.id)).encode(), "application/json", name)


@blueprint.get("/hands.phhs")
def hands(key: str) -> Response:
    """Send the records of a night's hands."""
    night = get_night_or_404(key)
    return as_file(records.night_records(night).text.encode(), "application/toml", _file_name(night, "phhs"))


@blueprint.get("/tables.zip")
def tables(key: str) -> Response:
    """Send hands, ledger and results as tables."""
    night = get_night_or_404(key)
    return as_file(sheets.zipped(sheets.night_sheets(night)), "application/zip", _file_name(night, "zip"))


def _file_name(night: Night, ending: str) -> str:
    """Return a name for a file of a night: ``friday-2026-11-23.json``."""
    plain = unicodedata.normalize("NFKD", night.name).encode("ascii", "ignore").decode().casefold()
    words = re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "night"
    day = f"{night.started_at.astimezone():%Y-%m-%d}"
    return f"{words if words.endswith(day) else f'{words}-{day}'}.{ending}"
