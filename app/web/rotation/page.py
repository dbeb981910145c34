"""The rotation as its page shows it: the games in turn, when it moves on, and what may be added."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from flask import request, url_for
from werkzeug.wrappers import Response

from app.games.catalog import GameInfo
from app.games.house import HouseRules, Stakes
from app.night.models import Night
from app.night.play.games import games_at
from app.night.play.rotation import coming_rotation, next_game
from app.night.rotation import Moves, Rotation, RotationGame, ready_made
from app.web.forms.fields import Entry
from app.web.forms.game import called_query
from app.web.forms.stakes import LIMITS, StakesForm, stakes_form
from app.web.http.addresses import game_address
from app.web.http.lookup import running_game, stakes_words, table_of
from app.web.http.pages import Page, render_page, take_messages

#: When a rotation moves on, as people say it.
MOVES: Mapping[Moves, str] = {
    "orbit": "When everybody has dealt",
    "hands": "After a number of hands",
    "minutes": "After a number of minutes",
    "by hand": "When you say so",
}


class GameRow:
    """A game of the rotation: ``how`` it is called, its own ``stakes`` in words, and whether it is ``next``.

    ``missing``: the library does not have it.
    """

    def __init__(self, at: int, game: RotationGame, info: GameInfo | None, key: str, *, is_next: bool) -> None:
        self.at, self.name, self.next = at, game.name, is_next
        self.stakes = game.stakes.words() if game.stakes is not None else ""
        called = called_query(info, game.options, game.modifiers, game.house) if info is not None else None
        self.how = called.words if called is not None else ""
        self.url = game_address(key, game.game, called.pairs) if called is not None else ""


class RotationPage(Page):
    """The coming rotation, with what can be changed about it.

    ``opened`` is the number of the game whose stakes are being set, with ``stakes``. ``mark`` goes with every form on a
    game, so that none is changed that has moved since. ``ready`` are the ready-made rotations, ``games`` what can be
    added. ``count`` is the number of hands or minutes as it was typed.
    """

    moves, limits = MOVES, {limit: words for limit, words in LIMITS.items() if limit != "tiers"}
    problem = ""

    def __init__(self, night: Night, **entered: object) -> None:
        table, catalog = table_of(night), games_at(night)
        self.night, self.here = night, url_for("rotation.page", key=night.key)
        self.back, self.hand_running = url_for("call.page", key=night.key), running_game(table)
        self.message, self.stakes_words = take_messages("done"), stakes_words(table)
        self.rotation = coming_rotation(night)
        self.mark = mark_of(self.rotation)
        coming, games = next_game(night), self.rotation.games if self.rotation is not None else ()
        is_current = coming is not None and coming.rotation == self.rotation
        at = coming.turn.at if coming is not None and is_current else self.rotation.start if self.rotation else 0
        self.rows = [
            GameRow(number, game, catalog.get(game.game), night.key, is_next=number == at)
            for number, game in enumerate(games)
        ]
        self.ready = ready_made({info.id: info.name for info in catalog.values() if not info.problem}, night.stakes)
        self.games = [(info.id, info.name) for info in catalog.values() if not info.problem]
        self.count = Entry(str(self.rotation.count) if self.rotation is not None else "")
        opened = request.args.get("game", type=int)
        self.opened = opened if opened is not None and opened < len(games) else None
        super().__init__(**entered)
        if self.opened is not None and "stakes" not in entered:
            self.stakes: StakesForm = stakes_form(games[self.opened].stakes or night.stakes, HouseRules())


def show_rotation(night: Night, status: int = 200, **entered: object) -> Response:
    """Show the page, with forms as they were entered where they were refused."""
    return render_page("rotation/page.html", RotationPage(night, **entered), status)


def mark_of(rotation: Rotation | None) -> str:
    """Return a mark of the games in their order."""
    return sha256(repr(rotation and rotation.games).encode("utf-8", "backslashreplace")).hexdigest()[:12]


def entered_stakes(form: StakesForm, usual: Stakes) -> Stakes | None:
    """Return the stakes of a game's own; None where they are those of the night."""
    return None if form.stakes == usual else form.stakes
