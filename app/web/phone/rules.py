"""The rules of the game that is being played, on a player's phone: nothing of it is anybody's secret."""

from __future__ import annotations

from dataclasses import dataclass

from flask import request, url_for
from werkzeug.wrappers import Response

from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import Following, last_live
from app.web.http.pages import render_page
from app.web.phone.door import held
from app.web.table.sheet import GameSheet, sheet_of

blueprint = GuardedBlueprint("phone_rules", __name__, Who.LINK, url_prefix="/p/<key>/rules")


@dataclass(frozen=True, slots=True)
class PhoneRules:
    """The rules of the game that is being played, or of the last one; ``sheet`` is None where there is none."""

    key: str
    following: Following
    state: str
    sheet: GameSheet | None


@blueprint.get("")
def page(key: str) -> Response:
    """Show the rules of the game on the table, as it is being played; between hands those of the last one."""
    screen = held(key).screen
    follows = Following(url_for("live.stream", key=key), screen.version, request.full_path.rstrip("?"), answer=False)
    hand = screen.table.last_hand
    state = "" if hand is None or not hand.finished else "The last hand"
    live = last_live(screen)
    sheet = sheet_of(live.hand.game_name, live.state) if live is not None else None
    return render_page("phone/rules.html", PhoneRules(key, follows, state, sheet))
