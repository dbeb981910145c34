"""The rotation of a night: choose the games to be called in turn, and deal the next one."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from flask import abort, flash, request, url_for
from werkzeug.wrappers import Response

from app.dataclass import replace
from app.games.catalog import GameInfo
from app.games.house import HouseRules
from app.games.search import index_of
from app.night.log.replay import LiveHand
from app.night.models import Night
from app.night.play import rotation
from app.night.play.call import untouched_hand
from app.night.play.games import games_at
from app.night.play.rotation import (
    CHANGED,
    ENDED,
    NextGame,
    change_games,
    edit_rotation,
    next_rotation,
    own_stakes_text,
)
from app.night.rotation import MAX_COUNT, Moves, Rotation, RotationGame, ready_made
from app.night.screens import screen_of
from app.night.validation import Problem
from app.text import counted, full_sentence, sentence, whole_number
from app.web.forms.fields import FieldValue, read_number
from app.web.forms.game import called_query
from app.web.forms.stakes import LIMITS_OF_A_GAME, StakesForm, stakes_form
from app.web.http.addresses import game_address
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import Following, get_night_or_404, stakes_text
from app.web.http.night_forms import FormResult, NightForms
from app.web.http.pages import back_to
from app.web.http.security import form_token, posted_number

#: When a rotation moves on, with labels.
MOVES: Mapping[Moves, str] = {
    "orbit": "When everybody has dealt",
    "hands": "After a number of hands",
    "minutes": "After a number of minutes",
    "by hand": "When you say so",
}


class GameRow:
    """A game of the rotation: its choices (``how``) unless its name says them, its stakes, and if it is ``next``."""

    def __init__(self, at: int, game: RotationGame, info: GameInfo | None, night: Night, *, is_next: bool) -> None:
        self.at, self.name, self.next = at, game.name, is_next
        self.stakes = own_stakes_text(night, game)
        called = None
        if info is not None:
            called = called_query(info, game.options, game.modifiers, game.house, name=game.name)
        self.how = sentence(called.words) if called is not None and called.words not in self.name else ""
        self.url = game_address(night.key, game.game, called.pairs) if called is not None else ""


class RotationPage:
    """The rotation from the next hand on, and the forms to change it.

    ``opened``: the number of the game whose ``stakes`` are being set. ``mark``: a hash of the games, posted with every
    form on a game, which has no effect if they have changed. ``ready``: the ready-made rotations. ``search``: the words
    searched for, and ``found`` the games to add. ``count``: the number of hands or minutes as typed.
    """

    moves, limits = MOVES, LIMITS_OF_A_GAME
    problem = ""

    def __init__(self, night: Night, **entered: object) -> None:
        self.night, self.here = night, url_for("rotation.page", key=night.key)
        screen, catalog = screen_of(night.id), games_at(night)
        self.following = Following(night.key, screen, self.here)
        self.back, self.stakes_text = url_for("call.page", key=night.key), stakes_text(screen.table)
        self.rotation = next_rotation(night)
        self.mark = games_hash(self.rotation)
        games = self.rotation.games if self.rotation is not None else ()
        at = NextGame(night, self.rotation).turn.at if self.rotation is not None else 0
        self.rows = [
            GameRow(number, game, catalog.get(game.game), night, is_next=number == at)
            for number, game in enumerate(games)
        ]
        self.ready = ready_made({info.id: info.name for info in catalog.values() if not info.problem}, night.stakes)
        self.search = request.args.get("q", "")[:60]
        self.found: list[tuple[str, str]] = []
        if self.search.strip():
            result = index_of(catalog).search(self.search)
            found = [catalog[match.id] for match in result.matches or result.nearest]
            self.found = [(info.id, info.name) for info in found if not info.problem]
        self.count = FieldValue(str(self.rotation.count) if self.rotation is not None else "")
        opened = whole_number(request.args.get("game", ""))
        self.opened = opened if opened is not None and opened < len(games) else None
        vars(self).update(entered)
        if self.opened is not None and "stakes" not in entered:
            self.stakes: StakesForm = stakes_form(games[self.opened].stakes or night.stakes, HouseRules())


def games_hash(rotation: Rotation | None) -> str:
    """Return a hash of the games in order."""
    return sha256(repr(rotation and rotation.games).encode("utf-8", "backslashreplace")).hexdigest()[:12]


blueprint = GuardedBlueprint("rotation", __name__, Who.DEALER, url_prefix="/n/<key>/rotation")
forms = NightForms(blueprint, "rotation/page.html", RotationPage)


@blueprint.get("")
def page(key: str) -> Response:
    """Show the rotation, and the forms to change it."""
    return forms.show(get_night_or_404(key))


@blueprint.post("/deal")
def deal(key: str) -> Response:
    """Deal the next game, once even if the form is sent twice."""
    night = get_night_or_404(key)
    dealt = rotation.deal_next(night, posted_number("at"), posted_number("hand"))
    if isinstance(dealt, LiveHand) or ((lies := untouched_hand(night)) is not None and lies.rotation is not None):
        return back_to("dealer.table", key=key)
    flash(full_sentence(dealt.text), "problem")
    return back_to("call.page", key=key)


@blueprint.post("/on")
def move_on(key: str) -> Response:
    """Skip the next game, once even if the form is sent twice."""
    night = get_night_or_404(key)
    moved = rotation.move_on(night, posted_number("at"), posted_number("hand"))
    if isinstance(moved, Problem):
        flash(full_sentence(moved.text), "problem")
    return back_to("call.page", key=key)


@forms.post("/ready")
def ready(night: Night) -> FormResult:
    """Play a ready-made rotation, without games that are not in the library."""
    names = {info.id: info.name for info in games_at(night).values() if not info.problem}
    chosen = next((each for each in ready_made(names, night.stakes) if each.id == request.form.get("list")), None)
    if chosen is None:
        return FormResult(Problem("rotation", "choose one of these"))
    return FormResult(rotation.start_rotation(night, chosen.name, chosen.games), f"The rotation is {chosen.name}")


@forms.post("/add")
def add(night: Night) -> FormResult:
    """Append a game with its default choices."""
    info = games_at(night).get(request.form.get("game", ""))
    if info is None or info.problem:
        return FormResult(Problem("rotation", "choose a game"))
    game = RotationGame(info.id, info.name)
    words = f"{info.name} is in the rotation"
    return FormResult(change_games(night, lambda games: games.append(game), words, form=form_token()), words)


@forms.post("/moves")
def moves(night: Night) -> FormResult:
    """Set when the rotation moves on."""
    way = next((way for way in MOVES if way == request.form.get("moves")), None)
    if way is None:
        return FormResult(CHANGED)
    count, typed = 0, request.form.get("count", "")
    if way in ("hands", "minutes"):
        count, error = read_number(typed, 1, 1, high=MAX_COUNT)
        if error:
            return FormResult(Problem("rotation", error), count=FieldValue(typed[:12], error))
    words = f"The rotation moves on {_moves_text(way, count)}"

    def edit(rotation: Rotation | None) -> Rotation | Problem:
        return replace(rotation, moves=way, count=count or rotation.count) if rotation is not None else CHANGED

    return FormResult(edit_rotation(night, edit, words), words)


@forms.post("/games/<int:at>")
def game(night: Night, at: int) -> FormResult:
    """Continue with a game of the rotation, move it up, or remove it."""
    coming = next_rotation(night)
    if coming is None or at >= len(coming.games) or request.form.get("mark") != games_hash(coming):
        return FormResult(CHANGED)
    name, way = coming.games[at].name, request.form.get("do", "")
    match way:
        case "now":
            return FormResult(rotation.move_to(night, at, coming.games), f"The rotation goes on with {name}")
        case "up":
            words = f"{name} has moved up in the rotation"
            moved = change_games(night, lambda games: games.insert(max(at - 1, 0), games.pop(at)), words, coming.games)
            return FormResult(moved, words)
        case "remove":
            words = f"{name} is out of the rotation"
            return FormResult(change_games(night, lambda games: games.pop(at), words, coming.games), words)
    return abort(400)


@forms.post("/games/<int:at>/stakes")
def stakes(night: Night, at: int) -> FormResult | Response:
    """Set a game's own stakes, or return to those of the night."""
    coming = next_rotation(night)
    if coming is None or at >= len(coming.games) or request.form.get("mark") != games_hash(coming):
        return FormResult(CHANGED)
    chosen = coming.games[at]
    own = None
    if request.form.get("do") != "usual":
        read = stakes_form(chosen.stakes or night.stakes, HouseRules(), request.form)
        if read.stakes is None:
            return forms.show(night, 422, opened=at, stakes=read)
        own = None if read.stakes == night.stakes else read.stakes
    changed = replace(chosen, stakes=own)
    own_words = own_stakes_text(night, changed)
    words = f"{chosen.name}: {own_words}" if own_words else f"{chosen.name} is played for the night's stakes"
    return FormResult(change_games(night, lambda games: games.__setitem__(at, changed), words, coming.games), words)


@forms.post("/end")
def end(night: Night) -> FormResult:
    """End the rotation."""
    return FormResult(edit_rotation(night, lambda _: None, ENDED), ENDED)


def _moves_text(way: Moves, count: int) -> str:
    """Return when a rotation moves on: ``after 8 hands``."""
    match way:
        case "hands":
            return "after every hand" if count == 1 else f"after {counted(count, 'hand')}"
        case "minutes":
            return f"after {counted(count, 'minute')}"
    return "when everybody has dealt" if way == "orbit" else "when told"
