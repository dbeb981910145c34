"""The rotation of a night: its next game, dealing that, and changing the list."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.dataclass import replace
from app.games.definition import Game
from app.games.house import house_rules
from app.games.situation import Situation
from app.night.acts.activity import queued, waiting
from app.night.acts.queue import ActResult, Done, act_of_form, enter
from app.night.acts.table import NewRotation
from app.night.db import db, now
from app.night.log.replay import LiveHand
from app.night.models import Hand, Night
from app.night.nights import last_hand, last_number
from app.night.people.seats import deal_order
from app.night.play.call import call_game, clear_finished
from app.night.play.games import named_game
from app.night.play.settle import is_void
from app.night.rotation import (
    DealtHand,
    Rotation,
    RotationGame,
    Turn,
    next_turn,
    players_dealt_in,
    read_rotation,
    rotation_to_json,
)
from app.night.validation import Problem
from app.night.version import night_transaction

MOVED_ON = Problem("rotation", "the rotation has moved on: this is what is next now")
CHANGED = Problem("act", "the rotation has changed in the meantime: this is how it is now")
ENDED = "The rotation has ended"

#: Returns what becomes of the coming rotation, either of them None for none, or why that is not possible.
Edit = Callable[[Rotation | None], Rotation | Problem | None]


class NextGame:
    """The next game of a rotation: the ``game``, its ``turn``, and the name of the game after it, ``then``.

    ``stakes`` are its own in words, ``sit_out`` the names of players over its limit. ``problem`` says why it
    cannot be dealt. ``hand`` is the number of the last hand, 0 before the first.
    """

    def __init__(self, night: Night, rotation: Rotation) -> None:
        session, games = db.session(), rotation.games
        order = deal_order(session, night)
        self.rotation = rotation
        self.turn = _turn(session, night.id, rotation, len(order))
        self.game, self.then = games[self.turn.at], games[(self.turn.at + 1) % len(games)].name
        game = named_game(self.game.game, self.game.options, self.game.modifiers, self.game.name)
        dealt_in = players_dealt_in(order, game) if isinstance(game, Game) else order
        self.stakes = own_stakes_text(night, self.game)
        self.sit_out = [seat.player.name for seat in order if seat not in dealt_in]
        self.problem = game.text if isinstance(game, Problem) else ""
        self.hand = last_number(night.id)


def own_stakes_text(night: Night, game: RotationGame) -> str:
    """Return in words those of a game's own stakes that it uses; empty if it is played for the night's."""
    if game.stakes is None:
        return ""
    called = named_game(game.game, game.options, game.modifiers, game.name)
    if isinstance(called, Problem):
        return game.stakes.words()
    return Situation(called, house_rules(night.house, game.house), game.stakes).stakes_text() or game.stakes.words()


def rotation_of(night: Night) -> Rotation | None:
    """Return the rotation of a night; None if there is none, or if this version cannot read it."""
    return _read(night.rotation)


def next_rotation(night: Night) -> Rotation | None:
    """Return the rotation of the next hand, or None."""
    acts = reversed(queued(waiting(night.id)))
    return _read(next((act.rotation for act in acts if isinstance(act, NewRotation)), night.rotation))


def _read(raw: Mapping[str, Any] | None) -> Rotation | None:
    rotation = read_rotation(raw) if raw else None
    return rotation if isinstance(rotation, Rotation) else None


def next_game(night: Night) -> NextGame | None:
    """Return the next game in the rotation of a night; None if there is none."""
    rotation = rotation_of(night)
    return NextGame(night, rotation) if rotation is not None and night.ended_at is None else None


def deal_next(night: Night, at: int, hand: int) -> LiveHand | Problem:
    """Deal the game shown as next in the rotation, number ``at``, after hand number ``hand``.

    A finished hand is cleared from the table, but only if that is the hand: another screen may have dealt one since.
    """
    if last_number(night.id) != hand:
        return MOVED_ON
    clear_finished(night)
    coming = next_game(night)
    if coming is None or coming.turn.at != at:
        return MOVED_ON
    game = coming.game
    return call_game(night, game.game, game.options, game.modifiers, game.house, game.stakes, game.name, rotation=at)


@night_transaction
def edit_rotation(session: Session, night_id: int, edit: Edit, words: str, *, form: str = "") -> ActResult:
    """Change the coming rotation, read in the same transaction so that no other screen's change is lost.

    ``words`` describe the change; one that changes nothing is not logged. The same form, by its token, counts once.
    """
    night = session.get_one(Night, night_id)
    before = act_of_form(session, night_id, form)
    if before is not None and before.data.get("words") == words:
        return Done(before.id)
    coming = next_rotation(night)
    edited = edit(coming)
    if isinstance(edited, Problem):
        return edited
    if edited == coming:
        return Done(0)
    act = NewRotation({}, ENDED) if edited is None else NewRotation(rotation_to_json(edited), words)
    return enter(session, night_id, act, form=form)


def change_games(
    night: Night,
    change: Callable[[list[RotationGame]], object],
    words: str,
    shown: Sequence[RotationGame] | None = None,
    *,
    form: str = "",
) -> ActResult:
    """Change the game list of the coming rotation, keeping its next game if possible.

    A night without a rotation starts one. The change is refused if it was made for a list ``shown`` that is outdated.
    """

    def edit(rotation: Rotation | None) -> Rotation | Problem | None:
        if shown is not None and (rotation is None or rotation.games != shown):
            return CHANGED
        if rotation is None:
            games = list[RotationGame]()
            change(games)
            return Rotation("Our rotation", tuple(games), after=last_number(night.id))
        at, last, games = NextGame(night, rotation).turn.at, last_hand(night.id), list(rotation.games)
        again = last.rotation if last is not None and last.number > rotation.after else rotation.again
        change(games)
        if list(map(_called, games[: len(rotation.games)])) != list(map(_called, rotation.games)):
            start, again = (_place_in(games, rotation, was) for was in (at, again))
            start = min(at, len(games) - 1) if start is None else start
            rotation = replace(rotation, start=start, after=last_number(night.id), again=again)
        return replace(rotation, games=tuple(games)) if games else None

    return edit_rotation(night, edit, words, form=form)


def move_to(night: Night, at: int, shown: Sequence[RotationGame]) -> ActResult:
    """Continue the coming rotation with game number ``at`` of the games ``shown``."""

    def edit(rotation: Rotation | None) -> Rotation | Problem:
        if rotation is None or rotation.games != shown:
            return CHANGED
        return replace(rotation, start=at, after=last_number(night.id), again=None)

    return edit_rotation(night, edit, f"The rotation goes on with {shown[at].name}")


def start_rotation(night: Night, name: str, games: Sequence[RotationGame]) -> ActResult:
    """Set a rotation of these games, starting with the first; when to move on is unchanged."""

    def edit(rotation: Rotation | None) -> Rotation:
        before = rotation or Rotation(name, ())
        return replace(before, name=name, games=tuple(games), start=0, after=last_number(night.id), again=None)

    return edit_rotation(night, edit, f"The rotation is {name}")


def move_on(night: Night, at: int, hand: int) -> ActResult:
    """Skip to the game after the one shown as next, number ``at``, after hand number ``hand``."""
    coming, rotation = next_game(night), next_rotation(night)
    if coming is None or rotation is None or (coming.turn.at, coming.hand) != (at, hand):
        return MOVED_ON
    return move_to(night, (at + 1) % len(rotation.games), rotation.games)


def _place_in(games: Sequence[RotationGame], rotation: Rotation, was: int | None) -> int | None:
    """Return the number in this list of a game that had another number in a rotation; None if it is gone."""
    if was is None or was >= len(rotation.games):
        return None
    return next((number for number, game in enumerate(games) if game is rotation.games[was]), None)


def _called(game: RotationGame) -> RotationGame:
    """Return a game without its stakes, which may change during its turn."""
    return replace(game, stakes=None)


def _turn(session: Session, night_id: int, rotation: Rotation, players: int) -> Turn:
    """Return the next turn of a rotation after the hands dealt from it; misdeals do not count."""
    columns = (Hand.number, Hand.rotation, Hand.started_at, Hand.outcome)
    query = select(*columns).where(Hand.night_id == night_id, Hand.number >= rotation.after, Hand.rotation.is_not(None))
    rows = session.execute(query.order_by(Hand.number)).all()
    void = {number for number, *_, outcome in rows if is_void(outcome)}
    if rotation.again is not None and rotation.after in void:
        rotation = replace(rotation, start=rotation.again)
    dealt = [DealtHand(at, begun) for number, at, begun, _ in rows if number > rotation.after and number not in void]
    return next_turn(rotation, dealt, players, now())
