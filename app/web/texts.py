"""The text of one of the table's own games: the file with its faults, the resulting rules, and a trial."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import abort, request, url_for
from werkzeug.wrappers import Response

from app.games.catalog import GameFile, GameInfo, id_error, parse_file
from app.games.errors import GameError
from app.games.faults import faults_of, ways_to_play
from app.games.sheet import rule_sheet
from app.night.models import Night
from app.night.play import games, texts
from app.night.play.random_play import Trial, try_game
from app.night.play.texts import SAVED_SINCE, blank_text, copy_of, hash_of, name_in
from app.night.validation import Problem
from app.text import full_sentence, slug
from app.web.http.addresses import game_address, link_to, server_address
from app.web.http.browser import is_host
from app.web.http.gate import FOR_THE_HOST, GuardedBlueprint, Who, only_for, turn_away
from app.web.http.lookup import get_night_or_404
from app.web.http.pages import as_file, back_to, render_page
from app.web.table.sheet import SheetSection, plain_sections

blueprint = GuardedBlueprint("texts", __name__, Who.DEALER, url_prefix="/n/<key>/text")

#: A longer text is truncated before it is read; one just over the game file's limit is refused with the reason.
_MAX_LETTERS = 70_000


class TextPage:
    """A text as typed, with its faults or its rules.

    ``was``: the id of the game whose text was opened, empty for a new one. ``opened``: its hash. ``saved``:
    whether it is stored. ``unsaved``: whether the text was posted and not stored. ``may_save``: whether this device may
    store it. ``errors``: why it could not be stored, by field. ``called``: the address that calls the stored game.
    ``faults``: the faults, with their lines. Without faults, ``plays``: how many can play the game, and in how many
    ways; ``sections``: its rules; ``trial``: the result of random hands. ``untried``: whether faults kept those from
    being played.
    """

    def __init__(
        self,
        night: Night,
        game_id: str,
        text: str,
        *,
        was: str | None = "",
        opened: str = "",
        error: Problem | None = None,
        try_it: bool = False,
    ):
        catalog = games.games_at(night)
        self.night, self.game_id, self.text, self.was = night, game_id, text, was or ""
        self.errors = {error.field: full_sentence(error.text)} if error is not None else {}
        self.may_save = is_host() and not night.example
        self.unsaved = request.method == "POST"  # after storing a text, the browser is redirected
        stored = catalog.get(self.was)
        own = stored.own if stored is not None else None
        self.saved = own is not None and own.saved
        self.opened = opened if own is None or (opened and error != SAVED_SINCE) else hash_of(own.text)
        self.called = game_address(night.key, self.was) if own is not None else ""
        self.link = link_to(server_address(), "This text", url_for("texts.page", key=night.key, game=self.was or "new"))
        lines = text.split("\n")
        faults = faults_of(text, game_id, catalog.tables)
        self.faults = [(fault, lines[fault.line - 1] if fault.line else "") for fault in faults]
        self.plays = ""
        self.sections: tuple[SheetSection, ...] = ()
        self.trial: Trial | None = None
        self.untried = bool(faults) and try_it
        if not faults:
            self._show(GameInfo(game_id, {**catalog.tables, game_id: _table(text)}), try_it=try_it)

    def _show(self, info: GameInfo, *, try_it: bool) -> None:
        in_ways = len(list(ways_to_play(info.options)))
        self.plays = info.players_text + (f", {in_ways} ways to play" if in_ways > 1 else "")
        self.sections = plain_sections(rule_sheet(info.usual, self.night.house_rules, self.night.stakes))
        self.trial = try_game(info.usual) if try_it else None

    @property
    def title(self) -> str:
        """The name of the game, or a general title."""
        return name_in(self.text) or "A game of yours"


@blueprint.get("")
def new(key: str) -> Response:
    """Show a text to start a new game from, with the words of a search as its name, if any."""
    return render_page("texts/page.html", TextPage(get_night_or_404(key), "", blank_text(request.args.get("name", ""))))


@blueprint.get("/<game>")
def page(key: str, game: str) -> Response:
    """Show the text of one of the table's own games, or a copy of a library game, to change and save."""
    night = get_night_or_404(key)
    catalog = games.games_at(night)
    info = catalog.get(game) or abort(404)
    game_id, text = copy_of(info, catalog) if info.own is None else (game, info.own.text)
    return render_page("texts/page.html", TextPage(night, game_id, text, was=game if info.own is not None else ""))


@blueprint.post("")
def write(key: str) -> Response:
    """Check a text, play random hands of it, send it as a file, or save it."""
    night, action = get_night_or_404(key), request.form.get("do")
    game_id, was = slug(request.form.get("id", "")[:100]), request.form.get("was")
    opened = request.form.get("opened", "")
    text = request.form.get("text", "").replace("\r\n", "\n")[:_MAX_LETTERS]
    if action == "download":
        name = game_id or slug(name_in(text))
        return as_file(text, "application/toml", f"{'game' if id_error(name) else name}.toml")
    if action != "save":
        return render_page(
            "texts/page.html", TextPage(night, game_id, text, was=was, opened=opened, try_it=action == "try")
        )
    if night.example or not is_host():
        return turn_away(*FOR_THE_HOST)
    saved = texts.save_text(game_id, text, was, opened)
    if isinstance(saved, Problem):
        return render_page("texts/page.html", TextPage(night, game_id, text, was=was, opened=opened, error=saved), 422)
    return back_to("texts.page", "Saved", key=key, game=saved)


@blueprint.post("/<game>/remove")
@only_for(Who.HOST)
def remove(key: str, game: str) -> Response:
    """Remove a saved text. Doing so twice has no further effect."""
    removed = not get_night_or_404(key).example and texts.remove_text(game)
    return back_to("call.page", f"{game} is no longer among your games" if removed else "", key=key)


def _table(text: str) -> Mapping[str, Any]:
    table = parse_file(GameFile("", text))
    assert not isinstance(table, GameError)
    return table
