"""A rotation: games that are called in turn. Its form as it is stored, and where it has got to. Pure.

Nothing of its progress is stored but the number of its game with each hand dealt from it, so undoing a call undoes the
progress, and a game called in between changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from itertools import takewhile
from typing import Any, Literal, TypeVar

from app.games.build import make
from app.games.definition import Game
from app.games.errors import GameError
from app.games.house import Stakes
from app.night.validation import Problem, check_modifier, check_options, clean_name, validate_house, validate_stakes

T = TypeVar("T")

#: When a rotation moves on: after so many hands, once every player has dealt, after so many minutes, or when told.
Moves = Literal["hands", "orbit", "minutes", "by hand"]

#: The most games of a rotation, and the most hands or minutes of one.
MOST_GAMES, MOST_COUNT = 40, 600
LONGEST_NAME = 60
_LONGEST_GAME = 120


@dataclass(frozen=True, slots=True)
class RotationGame:
    """A game of a rotation as it is called, under its ``name``; ``stakes`` of its own, or None for the night's."""

    game: str
    name: str
    options: Mapping[str, Any] = field(default_factory=dict)
    modifiers: tuple[str | Mapping[str, Any], ...] = ()
    house: Mapping[str, Any] = field(default_factory=dict)
    stakes: Stakes | None = None


@dataclass(frozen=True, slots=True)
class Rotation:
    """Games in turn, and when to move on: after ``count`` hands or minutes, where it goes by these.

    It was at game number ``start`` once hand ``after`` of the night was dealt, and has gone on from there.
    """

    name: str
    games: tuple[RotationGame, ...]
    moves: Moves = "orbit"
    count: int = 1
    start: int = 0
    after: int = 0


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand that was dealt from a rotation: as which of its games, and when."""

    at: int
    started_at: datetime


@dataclass(frozen=True, slots=True)
class Turn:
    """The game of a rotation that is next, by number: so many ``hands`` or minutes ``done``, ``of`` how many.

    ``of`` is 0 where the rotation moves on when told.
    """

    at: int
    done: int = 0
    of: int = 0


def read_rotation(raw: Mapping[str, Any]) -> Rotation | Problem:
    """Read a rotation as it is stored or in a file. Whether the library has its games shows when they are called."""
    try:
        rotation = make(Rotation, raw, "rotation")
    except GameError as problem:
        return Problem("rotation", str(problem))
    named = [(rotation.name, LONGEST_NAME), *((game.name, _LONGEST_GAME) for game in rotation.games)]
    for name, longest in named:
        if isinstance(cleaned := clean_name(name, longest=longest), Problem):
            return Problem("rotation", cleaned.text)
    for game in rotation.games:
        entries = (entry for entry in game.modifiers if not isinstance(entry, str))
        stakes = None if game.stakes is None else validate_stakes(game.stakes)
        for wrong in (check_options(game.options), *map(check_modifier, entries), validate_house(game.house), stakes):
            if isinstance(wrong, Problem):
                return Problem("rotation", wrong.text)
    if not 0 < len(rotation.games) <= MOST_GAMES:
        return Problem("rotation", f"a rotation has 1 to {MOST_GAMES} games")
    if not 0 < rotation.count <= MOST_COUNT:
        return Problem("rotation", f"from 1 to {MOST_COUNT}")
    if rotation.start >= len(rotation.games):
        return Problem("rotation", "it starts after its last game")
    return rotation


def stored(rotation: Rotation) -> dict[str, Any]:
    """Return a rotation as it is stored."""
    games = [{**asdict(game), "modifiers": list(game.modifiers)} for game in rotation.games]
    return {**asdict(rotation), "games": games}


def turn_of(rotation: Rotation, dealt: Sequence[Dealt], players: int, now: datetime) -> Turn:
    """Return what is next after the hands that were ``dealt`` from a rotation since its hand ``after``."""
    if not dealt or dealt[-1].at >= len(rotation.games):
        return _turn(rotation, rotation.start, [], players, now)
    at = dealt[-1].at
    run = list(takewhile(lambda hand: hand.at == at, reversed(dealt)))
    turn = _turn(rotation, at, run[::-1], players, now)
    if turn.of and turn.done >= turn.of:
        return _turn(rotation, (at + 1) % len(rotation.games), [], players, now)
    return turn


def begun_again(raw: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return the stored rotation of one night for another one, at its first game; None where there is none."""
    return {**raw, "start": 0, "after": 0} if raw else None


def by_turns(order: Sequence[T], game: Game) -> list[T]:
    """Return who is dealt in, the dealer last: whoever is over the limit of a game sits out, the latest dealers first.

    The deal moves on with every hand, so each sits out in turn, and never when it is their deal.
    """
    return [*order[: len(order) - 1 - over_limit(len(order), game)], *order[-1:]]


def over_limit(players: int, game: Game) -> int:
    """Return how many of these players have to sit out of a game."""
    over = max(players - game.players[1], 0)
    return over + (game.even and (players - over) % 2)


def _turn(rotation: Rotation, at: int, run: Sequence[Dealt], players: int, now: datetime) -> Turn:
    """Return the turn of a game that these hands in a row have been dealt as."""
    match rotation.moves:
        case "hands":
            return Turn(at, len(run), rotation.count)
        case "orbit":
            return Turn(at, len(run), max(players, 1))
        case "minutes":
            return Turn(at, int((now - run[0].started_at).total_seconds() // 60) if run else 0, rotation.count)
    return Turn(at, len(run))


@dataclass(frozen=True, slots=True)
class _ReadyGame:
    """A game of a ready-made rotation: its id, its name where the library lacks it, and its limit if that is fixed."""

    game: str
    name: str
    limit: Literal["", "none", "pot"] = ""


_HORSE = (
    _ReadyGame("texas-holdem", "Texas Hold’em"),
    _ReadyGame("omaha-eight", "Omaha Eight or Better"),
    _ReadyGame("razz", "Razz"),
    _ReadyGame("seven-card-stud", "Seven-Card Stud"),
    _ReadyGame("stud-eight-or-better", "Stud Eight or Better"),
)

#: The ready-made rotations by id, with their names. The order of the eight games is that of the World Series of Poker,
#: as in https://www.888poker.com/magazine/strategy/8-game-mix-poker.
_READY: Mapping[str, tuple[str, tuple[_ReadyGame, ...]]] = {
    "horse": ("HORSE", _HORSE),
    "eight-game": (
        "Eight-Game",
        (
            _ReadyGame("deuce-to-seven-triple-draw", "Deuce-to-Seven Triple Draw"),
            *_HORSE,
            _ReadyGame("texas-holdem", "No-limit Hold’em", "none"),
            _ReadyGame("omaha", "Pot-limit Omaha", "pot"),
        ),
    ),
}


@dataclass(frozen=True, slots=True)
class Ready:
    """A ready-made rotation: its id, its name, the games that the library has, and the names of those it lacks."""

    id: str
    name: str
    games: tuple[RotationGame, ...]
    missing: tuple[str, ...]


def ready_made(names: Mapping[str, str], stakes: Stakes) -> list[Ready]:
    """Return the ready-made rotations from the games that there are, by id with their ``names``.

    A game with a limit of its own has the smallest bet of these stakes.
    """
    return [
        Ready(
            id,
            name,
            tuple(_made(game, names[game.game], stakes) for game in games if game.game in names),
            tuple(game.name for game in games if game.game not in names),
        )
        for id, (name, games) in _READY.items()
    ]


def _made(ready: _ReadyGame, name: str, stakes: Stakes) -> RotationGame:
    if not ready.limit:
        return RotationGame(ready.game, name)
    own = replace(stakes, limit=ready.limit, min_bet=stakes.smallest_bet)
    return RotationGame(ready.game, ready.name, stakes=own)
