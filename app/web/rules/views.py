"""The rules of the game that is being played, for the dealer."""

from __future__ import annotations

from flask import abort, flash, redirect, url_for
from werkzeug.wrappers import Response

from app.night import screens
from app.night.play import television
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import get_night_or_404, table_of
from app.web.http.pages import render_page
from app.web.rules.page import rules_page

blueprint = GuardedBlueprint("rules", __name__, Who.DEALER, url_prefix="/n/<key>/rules")


@blueprint.get("")
def page(key: str) -> Response:
    """Show the rules of the game on the table, as it is being played; between hands those of the last one."""
    return render_page("rules/page.html", rules_page(key, screens.screen_by_key(key) or abort(404)))


@blueprint.post("/show")
def show(key: str) -> Response:
    """Show the rules on the televisions, with the place where the hand is, until the table is brought back."""
    night = get_night_or_404(key)
    hand = table_of(night).last_hand
    if hand is None or night.ended_at is not None:
        flash("There are no rules to show", "done")
    else:
        television.show_rules(night, {"hand": hand.id})
        flash("The television shows the rules", "done")
    return redirect(url_for("rules.page", key=key), 303)


@blueprint.post("/hide")
def hide(key: str) -> Response:
    """Bring the table back to the televisions."""
    television.show_table(get_night_or_404(key))
    flash("The television shows the table", "done")
    return redirect(url_for("rules.page", key=key), 303)
