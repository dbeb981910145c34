"""The call of a hand and its log, pure. Entries are append-only; folding them gives the current actions.

``act`` appends an action, ``more`` another action of the same tap. ``correct`` holds lines ``K action``, each with an
action that replaces the Kth current one. Several lines with one ``K`` replace it with several actions, ``K -`` removes
it, and a bare ``K`` at the end cuts the actions from the Kth on. A line ``game`` before them changes the call.
``undo`` takes back the last tap, or the last correction as a whole; ``redo`` restores what was undone, until something
new is entered.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, field
from datetime import datetime
from functools import lru_cache
from typing import Any, Literal

from app.dataclass import dataclass, replace
from app.games.definition import Game
from app.games.house import BEFORE_THE_CHOICE, house_rules
from app.games.load import build
from app.games.situation import Situation
from app.hand.notation import action_of, write_action
from app.hand.state import Setup

#: A house rule that no hand was stored with before version 0.3.
SINCE_0_3 = "joker_bring_in"


@dataclass(frozen=True, slots=True)
class GameCall:
    """A game as called: its whole ``definition``, the choices that made it, and the ``house`` rules.

    Two calls are equal if they play the same game, even if one spells out a default that the other omits.
    """

    game_id: str
    definition: Mapping[str, Any]
    options: Mapping[str, Any] = field(compare=False)
    modifiers: list[Any] = field(compare=False)
    house: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CallChange:
    """A correction of the call: the game the hand ``was`` dealt as, and the one it is ``now``. Its text is one line."""

    was: GameCall
    now: GameCall

    def __str__(self) -> str:
        return json.dumps({"was": asdict(self.was), "now": asdict(self.now)}, sort_keys=True, separators=(",", ":"))


def read_call_change(text: str) -> CallChange:
    """Read a stored change of game. Raises ValueError or TypeError for other text."""
    raw = json.loads(text)
    return CallChange(GameCall(**raw["was"]), GameCall(**raw["now"]))


@dataclass(frozen=True, slots=True)
class HandInfo:
    """Everything a hand is played under; only a correction changes it.

    Seat n of the hand is ``seat_ids[n]`` of the night.
    """

    id: int
    night_id: int
    number: int
    game_id: str
    game_name: str
    setup: Setup
    seat_ids: tuple[int, ...]
    player_ids: tuple[int, ...]
    options: dict[str, Any]
    modifiers: list[Any]
    started_at: datetime

    def seats_of(self, seat_ids: Collection[int]) -> set[int]:
        """Return the seats in the hand of players at these seats of the night."""
        return {seat for seat, seat_id in enumerate(self.seat_ids) if seat_id in seat_ids}


def call_of(hand: HandInfo) -> GameCall:
    """Return the call that a hand is played under."""
    setup = hand.setup
    house = asdict(setup.house)
    if setup.big_bet_street:
        # The hand was stored before bets went by rounds, so keep the old field.
        del house["big_bet_from_round"]
        house["big_bet_from"] = setup.big_bet_street
    if setup.from_0_2:
        del house[SINCE_0_3]
    return GameCall(hand.game_id, dict(setup.game.raw), dict(hand.options), list(hand.modifiers), house)


def with_call(hand: HandInfo, called: GameCall) -> HandInfo:
    """Return a hand played under another call. Raises GameError or ValueError if this version cannot read its game."""
    setup = replace(hand.setup, **read_game(called.definition, called.house))
    situation = Situation(setup.game, setup.house, setup.stakes, len(setup.names))
    setup = replace(setup, antes=situation.antes, blinds=situation.blinds)
    return replace(
        hand,
        game_id=called.game_id,
        game_name=setup.game.name,
        setup=setup,
        options=dict(called.options),
        modifiers=list(called.modifiers),
    )


def read_game(definition: Mapping[str, Any], house: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a setup that define the game, from their stored form."""
    game = _built(json.dumps(definition))
    return {
        "game": game,
        "house": house_rules(BEFORE_THE_CHOICE, house, bet_streets=game.bet_streets),
        "big_bet_street": house.get("big_bet_from", 0),
        "from_0_2": SINCE_0_3 not in house,
    }


@lru_cache(maxsize=256)
def _built(definition: str) -> Game:
    """Build a game from its stored definition: a club plays few games in many hands."""
    return build(json.loads(definition))


EntryKind = Literal["act", "more", "undo", "redo", "correct"]

#: The first word of the correction line that changes the game.
_GAME = "game"

#: Marks an action that a correction removes.
REMOVED = "-"


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One stored entry."""

    number: int
    kind: EntryKind
    text: str = ""


@dataclass(frozen=True, slots=True)
class LoggedAction:
    """A current action and its source: the number of its entry, and its position within that entry."""

    entry: int
    part: int
    text: str


LoggedActions = tuple[LoggedAction, ...]

#: What an undo or redo restores: the actions, and their game.
Snapshot = tuple[LoggedActions, GameCall | None]


@dataclass(frozen=True, slots=True)
class HandLog:
    """The fold of a run of entries.

    ``number`` is the number of the last entry. ``called`` is the game that a correction substituted for the one dealt.
    ``undo_stack`` and ``redo_stack`` hold earlier and undone lists of current actions, the next to be restored last.
    """

    current: LoggedActions = ()
    undo_stack: tuple[Snapshot, ...] = ()
    redo_stack: tuple[Snapshot, ...] = ()
    number: int = 0
    called: GameCall | None = None

    @property
    def actions(self) -> tuple[str, ...]:
        """The current actions as text."""
        return tuple(action.text for action in self.current)


@dataclass(frozen=True, slots=True)
class Changes:
    """A correction: replacement actions, by number from 1, and where it cuts the hand.

    An empty replacement removes the action. To insert an action before another, replace the other with both. ``call``
    changes the hand's game.
    """

    replacements: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    cut: int | None = None
    call: CallChange | None = None

    def __str__(self) -> str:
        rows = [
            f"{number} {action}"
            for number, actions in sorted(self.replacements.items())
            for action in actions or (REMOVED,)
        ]
        game = [] if self.call is None else [f"{_GAME} {self.call}"]
        return "\n".join([*game, *rows, *([] if self.cut is None else [str(self.cut)])])

    def kept(self, count: int) -> range:
        """Return the numbers of the actions that are not cut, out of ``count``."""
        return range(1, count + 1 if self.cut is None else min(max(self.cut, 1), count + 1))

    def origins(self, count: int) -> tuple[int, ...]:
        """Return, for each action after the correction, its number among the ``count`` actions before it."""
        return tuple(number for number in self.kept(count) for _ in self.replacements.get(number, (number,)))


def apply_entry(log: HandLog, entry: LogEntry) -> HandLog:
    """Return the log with one more entry. An undo or redo with an empty stack changes nothing but the number."""
    now: Snapshot = (log.current, log.called)
    if entry.kind == "undo":
        if not log.undo_stack:
            return replace(log, number=entry.number)
        current, called = log.undo_stack[-1]
        return HandLog(current, log.undo_stack[:-1], (*log.redo_stack, now), entry.number, called)
    if entry.kind == "redo":
        if not log.redo_stack:
            return replace(log, number=entry.number)
        current, called = log.redo_stack[-1]
        return HandLog(current, (*log.undo_stack, now), log.redo_stack[:-1], entry.number, called)
    if entry.kind == "correct":
        changes = parse_changes(entry.text)
        called = changes.call.now if changes.call is not None else log.called
        current = apply_changes(log.current, changes, entry.number)
        return HandLog(current, (*log.undo_stack, now), (), entry.number, called)
    current = (*log.current, LoggedAction(entry.number, 0, entry.text))
    undo_stack = log.undo_stack if entry.kind == "more" else (*log.undo_stack, now)
    return HandLog(current, undo_stack, (), entry.number, log.called)


def normal_lines(lines: Sequence[str]) -> tuple[str, ...]:
    """Return actions in their stored form: the same action always has the same text."""
    return tuple(map(normal_line, lines))


def normal_line(line: str) -> str:
    """Return an action in its stored form, on one line; an unreadable one keeps its words."""
    line = " ".join(line.replace("\0", " ").split())  # PostgreSQL stores no zero byte
    action = action_of(line)
    return line if action is None else write_action(action)


def normal_changes(replacements: Mapping[int, Sequence[str]], cut: int | None = None) -> Changes:
    """Return changes in their stored form: sorted, every action normalized, empty ones left out."""
    actions = {number: normal_lines(lines) for number, lines in sorted(replacements.items())}
    left_out = ("", REMOVED)
    return Changes(
        {number: tuple(line for line in lines if line not in left_out) for number, lines in actions.items()}, cut
    )


def parse_changes(text: str) -> Changes:
    """Read a correction from its stored text."""
    replacements: dict[int, tuple[str, ...]] = {}
    cut = call = None
    for row in text.splitlines():
        number, _, action = row.partition(" ")
        if number == _GAME:
            call = read_call_change(action)
        elif action:
            earlier = replacements.get(int(number), ())
            replacements[int(number)] = earlier if action == REMOVED else (*earlier, action)
        else:
            cut = int(number)
    return Changes(replacements, cut, call)


def apply_changes(current: LoggedActions, changes: Changes, entry: int) -> LoggedActions:
    """Return the current actions after a correction. An action with unchanged text keeps its entry."""
    result: list[LoggedAction] = []
    part = 0
    for number in changes.kept(len(current)):
        old: LoggedAction | None = current[number - 1]
        for text in changes.replacements.get(number, (current[number - 1].text,)):
            if old is not None and text == old.text:
                result.append(old)
                old = None
            else:
                result.append(LoggedAction(entry, part, text))
                part += 1
    return tuple(result)
