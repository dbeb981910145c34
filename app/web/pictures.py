"""Pictures to share, of a hand and of a night's result: SVG, 1200 by 630, with embedded fonts."""

from __future__ import annotations

from flask import render_template
from werkzeug.wrappers import Response

from app.night import nights
from app.night.history.odds import money_in
from app.night.history.past_nights import Closing
from app.night.locale import for_the_club
from app.web.http.assets import embedded_typefaces
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import get_night_or_404, get_played_hand_or_404
from app.web.table.board import Board, WonShare, best_hand
from app.words.odds import money_in_text
from app.words.speaker import Speaker

WIDTH, HEIGHT = 1200, 630

#: The average width of Archivo's letters, relative to the type size; figures and capitals are a little wider.
LETTER = 0.58

#: The most winners on the picture of a hand.
MAX_PARTS = 3

#: A picture contains its styles and fonts, and loads nothing.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:"

blueprint = GuardedBlueprint("picture", __name__, Who.LINK, url_prefix="/h")
of_night = GuardedBlueprint("closing", __name__, Who.DEALER, url_prefix="/n/<key>")


def fit(text: str, size: float, width: float) -> int:
    """Return the largest type size, up to ``size``, at which a text fits a width in pixels."""
    return int(min(size, width / (LETTER * max(len(text), 1))))


@blueprint.get("/<key>.svg")
@for_the_club()
def hand(key: str) -> Response:
    """Draw the end of a hand: the winners with their cards, and the odds if these have been worked out."""
    played = get_played_hand_or_404(key)
    night = nights.night_by_id(played.hand.night_id)
    board = Board(played.view(played.steps), night.played_for)
    parts: tuple[WonShare, ...] = board.settlement.parts[:MAX_PARTS] if board.settlement else ()
    title = board.settlement.headline if board.settlement and board.settlement.headline else "Nobody won"
    odds = money_in(played)
    money = money_in_text(odds, Speaker(played.hand.setup.names)) if odds else ""
    return _svg("hand", title=title, parts=parts, game=board.view.game_name, money=money, board=board, hand=played.hand)


@of_night.get("/night.svg")
@for_the_club()
def picture(key: str) -> Response:
    """Draw the result of a night: the winners, and the biggest pot shown."""
    night = get_night_or_404(key)
    ended = Closing(night)
    best = best_hand(ended.best, ended.best_pot)
    return _svg("night", night=night, podium=ended.podium, best=best, worth=night.played_for)


def _svg(name: str, **shown: object) -> Response:
    drawn = render_template(f"pictures/{name}.svg", fit=fit, styles=embedded_typefaces(), **shown)
    return Response(drawn, mimetype="image/svg+xml", headers={"Content-Security-Policy": POLICY})
