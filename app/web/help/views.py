"""The help page: every pad and every habit of the app in the words of a dealer."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from app.night import night_by_key
from app.web.forms.house import HOUSE_GROUPS, HOUSE_SPECS

blueprint = Blueprint("help", __name__)


@blueprint.get("/help")
def page() -> str:
    """The help; with ``night``, a dealer's address, it leads back to that table and shows hints there on request."""
    key = request.args.get("night", "")[:64]
    return render_template(
        "help/page.html",
        key=key if key and night_by_key(key) else "",
        house=assumed(),
    )


def assumed() -> list[tuple[str, list[tuple[str, str]]]]:
    """The house rules that hold where nobody has changed them: groups of what is ruled and how, as forms call them."""
    specs = {spec.key: spec for spec in HOUSE_SPECS}
    return [
        (group, [(specs[name].label, specs[name].words(specs[name].default)) for name in names])
        for group, names in HOUSE_GROUPS.items()
    ]
