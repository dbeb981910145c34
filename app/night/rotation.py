"""Rotations: games called in turn, how they are stored, and whose turn it is. Pure.

The only progress stored is each dealt hand's game number in the rotation, so undoing a call undoes the progress, and a
game called in between changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, field
from datetime import datetime
from itertools import takewhile
from typing import Any, Literal, TypeVar

from app.dataclass import dataclass, replace
from app.games.build import make
from app.games.definition import Game
from app.games.errors import GameError
from app.games.house import Stakes
from app.night.validation import Problem, check_modifier, check_options, clean_name, validate_house, validate_stakes

T = TypeVar("T")

#: When a rotation moves on: after a number of hands, once every player has dealt, after some minutes, or by hand.
Moves = Literal["hands", "orbit", "minutes", "by hand"]

#: The most games in a rotation, and the most hands or minutes of a game.
MAX_GAMES, MAX_COUNT = 40, 600
MAX_NAME_LENGTH = 60
_MAX_GAME_LENGTH = 120


@dataclass(frozen=True, slots=True)
class RotationGame:
    """A game of a rotation, called as ``name``; ``stakes`` of its own, or None for the night's."""

    game: str
    name: str
    options: Mapping[str, Any] = field(default_factory=dict)
    modifiers: tuple[str | Mapping[str, Any], ...] = ()
    house: Mapping[str, Any] = field(default_factory=dict)
    stakes: Stakes | None = None


@dataclass(frozen=True, slots=True)
class Rotation:
    """Games in turn, and when to move on: with ``hands`` or ``minutes``, after ``count`` of them.

    ``start`` is the game number at which it begins, after hand ``after`` of the night, or ``again`` if that hand is
    void: the number of the game it was, if the games were changed during it or since.
    """

    name: str
    games: tuple[RotationGame, ...]
    moves: Moves = "orbit"
    count: int = 1
    start: int = 0
    after: int = 0
    again: int | None = None


@dataclass(frozen=True, slots=True)
class DealtHand:
    """A hand dealt from a rotation: the number of its game, and when."""

    at: int
    started_at: datetime


@dataclass(frozen=True, slots=True)
class Turn:
    """The next game of a rotation, by number: ``done`` of ``of`` hands or minutes have been played.

    ``of`` is 0 if the rotation moves on by hand.
    """

    at: int
    done: int = 0
    of: int = 0


def read_rotation(raw: Mapping[str, Any]) -> Rotation | Problem:
    """Read a stored rotation or one from a file. Whether the library has its games is checked when they are called."""
    try:
        rotation = make(Rotation, raw, "rotation")
    except GameError as problem:
        return Problem("rotation", str(problem))
    named = [(rotation.name, MAX_NAME_LENGTH), *((game.name, _MAX_GAME_LENGTH) for game in rotation.games)]
    for name, longest in named:
        if isinstance(cleaned := clean_name(name, longest=longest), Problem):
            return Problem("rotation", cleaned.text)
    for game in rotation.games:
        entries = (entry for entry in game.modifiers if not isinstance(entry, str))
        stakes = None if game.stakes is None else validate_stakes(game.stakes)
        for wrong in (check_options(game.options), *map(check_modifier, entries), validate_house(game.house), stakes):
            if isinstance(wrong, Problem):
                return Problem("rotation", wrong.text)
    if not 0 < len(rotation.games) <= MAX_GAMES:
        return Problem("rotation", f"a rotation has 1 to {MAX_GAMES} games")
    if not 0 < rotation.count <= MAX_COUNT:
        return Problem("rotation", f"from 1 to {MAX_COUNT}")
    if max(rotation.start, rotation.again or 0) >= len(rotation.games):
        return Problem("rotation", "it starts after its last game")
    return rotation


def rotation_to_json(rotation: Rotation) -> dict[str, Any]:
    """Return a rotation in its stored form."""
    games = [{**asdict(game), "modifiers": list(game.modifiers)} for game in rotation.games]
    return {**asdict(rotation), "games": games}


def next_turn(rotation: Rotation, dealt: Sequence[DealtHand], players: int, now: datetime) -> Turn:
    """Return the next turn after the hands ``dealt`` from a rotation since hand ``after``."""
    if not dealt or dealt[-1].at >= len(rotation.games):
        return _turn(rotation, rotation.start, [], players, now)
    at = dealt[-1].at
    run = list(takewhile(lambda hand: hand.at == at, reversed(dealt)))
    turn = _turn(rotation, at, run[::-1], players, now)
    if turn.of and turn.done >= turn.of:
        return _turn(rotation, (at + 1) % len(rotation.games), [], players, now)
    return turn


def restarted_rotation(raw: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return a stored rotation, restarted at its first game for another night; None if there is none."""
    return {**raw, "start": 0, "after": 0, "again": None} if raw else None


def players_dealt_in(order: Sequence[T], game: Game) -> list[T]:
    """Return the players dealt in, the dealer last; if a game has too many, the most recent dealers sit out.

    The deal moves on with every hand, so players take turns sitting out, and never on their own deal.
    """
    return [*order[: len(order) - 1 - over_limit(len(order), game)], *order[-1:]]


def over_limit(players: int, game: Game) -> int:
    """Return how many of these players have to sit out of a game."""
    over = max(players - game.players[1], 0)
    return over + (game.even and (players - over) % 2)


def _turn(rotation: Rotation, at: int, run: Sequence[DealtHand], players: int, now: datetime) -> Turn:
    """Return the turn of game ``at`` after these consecutive hands of it."""
    match rotation.moves:
        case "hands":
            return Turn(at, len(run), rotation.count)
        case "orbit":
            return Turn(at, len(run), max(players, 1))
        case "minutes":
            minutes = int((now - run[0].started_at).total_seconds() // 60) if run else 0
            return Turn(at, max(minutes, 0), rotation.count)  # the clock may have been set back
    return Turn(at, len(run))


@dataclass(frozen=True, slots=True)
class _ReadyGame:
    """A game of a ready-made rotation: its id, its name if the library lacks it, and its limit if that is fixed."""

    game: str
    name: str
    limit: Literal["", "none", "pot"] = ""


_HORSE = (
    _ReadyGame("texas-holdem", "Texas Hold'em"),
    _ReadyGame("omaha-eight", "Omaha Eight or Better"),
    _ReadyGame("razz", "Razz"),
    _ReadyGame("seven-card-stud", "Seven-Card Stud"),
    _ReadyGame("stud-eight-or-better", "Stud Eight or Better"),
)

#: The ready-made rotations by id, with their names. The order of the eight games is the World Series of Poker's, as in
#: https://www.888poker.com/magazine/strategy/8-game-mix-poker.
_READY: Mapping[str, tuple[str, tuple[_ReadyGame, ...]]] = {
    "horse": ("HORSE", _HORSE),
    "eight-game": (
        "Eight-Game",
        (
            _ReadyGame("deuce-to-seven-triple-draw", "Deuce-to-Seven Triple Draw"),
            *_HORSE,
            _ReadyGame("texas-holdem", "No-limit Hold'em", "none"),
            _ReadyGame("omaha", "Pot-limit Omaha", "pot"),
        ),
    ),
}
#: The names of the ready-made rotations.
READY_NAMES = tuple(name for name, _ in _READY.values())


@dataclass(frozen=True, slots=True)
class ReadyMade:
    """A ready-made rotation: its id, its name, its games in the library, and the names of those missing."""

    id: str
    name: str
    games: tuple[RotationGame, ...]
    missing: tuple[str, ...]


def ready_made(names: Mapping[str, str], stakes: Stakes) -> list[ReadyMade]:
    """Return the ready-made rotations, built from the available games; ``names`` has those by id.

    A game with a limit of its own takes its minimum bet from the smallest bet of these stakes.
    """
    return [
        ReadyMade(
            id,
            name,
            tuple(_build_game(game, names[game.game], stakes) for game in games if game.game in names),
            tuple(game.name for game in games if game.game not in names),
        )
        for id, (name, games) in _READY.items()
    ]


def _build_game(ready: _ReadyGame, name: str, stakes: Stakes) -> RotationGame:
    if not ready.limit:
        return RotationGame(ready.game, name)
    own = replace(stakes, limit=ready.limit, min_bet=stakes.smallest_bet)
    return RotationGame(ready.game, ready.name, stakes=own)
