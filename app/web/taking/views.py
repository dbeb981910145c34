"""A night as files, for its dealer: all of it, its hands, and tables for a spreadsheet."""

from __future__ import annotations

from flask import Response

from app.night.transfer import export, records, sheets
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import get_night_or_404
from app.web.http.pages import as_file, render_page
from app.web.taking.names import file_name
from app.web.taking.page import take_page

blueprint = GuardedBlueprint("taking", __name__, Who.DEALER, url_prefix="/n/<key>/take")


@blueprint.get("")
def page(key: str) -> Response:
    """Show what of a night can be taken along."""
    return render_page("taking/night.html", take_page(get_night_or_404(key)))


@blueprint.get("/night.json")
def whole(key: str) -> Response:
    """Send all of a night, for another Upcard to read."""
    night = get_night_or_404(key)
    name = file_name(night, "json")
    return as_file("".join(export.export_night(night.id)).encode(), "application/json", name)


@blueprint.get("/hands.phhs")
def hands(key: str) -> Response:
    """Send the records of a night's hands."""
    night = get_night_or_404(key)
    return as_file(records.night_records(night).text.encode(), "application/toml", file_name(night, "phhs"))


@blueprint.get("/tables.zip")
def tables(key: str) -> Response:
    """Send hands, ledger and results as tables."""
    night = get_night_or_404(key)
    return as_file(sheets.zipped(sheets.night_sheets(night)), "application/zip", file_name(night, "zip"))
