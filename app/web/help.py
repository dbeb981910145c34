"""The help page: pads and house rules in a dealer's words."""

from __future__ import annotations

from flask import request
from werkzeug.wrappers import Response

from app.games.house import house_by_group
from app.night.nights import night_by_key
from app.web.forms.stakes import HOUSE_FIELDS
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.pages import render

blueprint = GuardedBlueprint("help", __name__, Who.ANYBODY)


@blueprint.get("/help")
def page() -> Response:
    """Show the help. With a dealer's key as ``night``, it links to that table, and turns on hints there.

    ``house``: the default house rules, in the words of the forms.
    """
    key = request.args.get("night", "")[:64]
    fields = {field.key: field for field in HOUSE_FIELDS}
    house = [
        (title, [(ruling.question, fields[ruling.id].words(ruling.default)) for ruling in rulings])
        for title, rulings in house_by_group().items()
    ]
    return render("help/page.html", key=key if key and night_by_key(key) else "", house=house)
