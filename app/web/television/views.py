"""The television: what the whole table may see of its night, read only, kept true by the live feed."""

from __future__ import annotations

from flask import abort, render_template, request

from app.night import screens
from app.night.screens import Screen
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.pages import draw_as
from app.web.television.page import television_page

PARTS = "television/_answer.html"


class DrawnTelevision:
    """A television that is drawn whenever its night changes, and sent with its stream."""

    def __init__(self, key: str, _token: str) -> None:
        self._key = key

    def parts(self, screen: Screen) -> str:
        """Return what changes on the television."""
        return _render(PARTS, self._key, screen)


blueprint = GuardedBlueprint("television", __name__, Who.LINK, url_prefix="/tv/<key>")
blueprint.record_once(draw_as("television", DrawnTelevision))


@blueprint.get("")
def page(key: str) -> str:
    """Show the table as it is now: whole, or for htmx the part that changes."""
    screen = screens.screen_by_watch_key(key) or abort(404)
    return _render(PARTS if "HX-Request" in request.headers else "television/page.html", key, screen)


def _render(template: str, key: str, screen: Screen) -> str:
    return render_template(template, key=key, tv=television_page(screen, request.args.get("near", "")))
