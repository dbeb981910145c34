"""The rules of the game being played, for the dealer."""

from __future__ import annotations

from flask import abort, url_for
from werkzeug.wrappers import Response

from app.night import screens
from app.night.models import ShownRules
from app.night.play import television
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import Following, get_night_or_404, last_live, table_of
from app.web.http.pages import back_to, render
from app.web.table.sheet import sheet_of

blueprint = GuardedBlueprint("rules", __name__, Who.DEALER, url_prefix="/n/<key>/rules")


@blueprint.get("")
def page(key: str) -> Response:
    """Show the rules of the game being played, with the current step; between hands, those of the last game.

    ``state``: the hand in words. ``shown``: whether televisions show rules. ``can_show``: whether they can show these.
    """
    screen = screens.screen_by_key(key) or abort(404)
    table, hand, live = screen.table, screen.table.last_hand, last_live(screen)
    state = "No game has been called yet"
    if hand is not None:
        state = f"Hand {hand.number}, which is over" if hand.finished else f"Hand {hand.number}"
    return render(
        "rules/page.html",
        key=key,
        following=Following(key, screen),
        back=url_for("dealer.table" if table.hand is not None else "call.page", key=key),
        state=state,
        sheet=sheet_of(live.hand.game_name, live.state) if live is not None else None,
        shown=isinstance(table.on_television, ShownRules),
        can_show=live is not None and table.ended_at is None,
    )


@blueprint.post("/show")
def show(key: str) -> Response:
    """Show the rules on the televisions, with the current step, until the table is shown again."""
    night = get_night_or_404(key)
    hand = table_of(night).last_hand
    if hand is None or night.ended_at is not None:
        return back_to("rules.page", "There are no rules to show", key=key)
    television.show_rules(night, {"hand": hand.id})
    return back_to("rules.page", "The television shows the rules", key=key)
