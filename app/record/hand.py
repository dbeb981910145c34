"""A hand record as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal, TypeAlias

from app.dataclass import dataclass
from app.games.house import Limit


@dataclass(frozen=True, slots=True)
class PhhGame:
    """A game with a code in the Poker Hand History format, and that code's limit and forced bet."""

    id: str
    limit: Limit = "fixed"
    forced: Literal["bring_in", "blinds_or_straddles"] = "bring_in"


#: The games of the Poker Hand History format, by their codes.
PHH_GAMES: Mapping[str, PhhGame] = {
    "F7S": PhhGame("seven-card-stud"),
    "F7S/8": PhhGame("stud-eight-or-better"),
    "FR": PhhGame("razz"),
    "FT": PhhGame("texas-holdem", "fixed", "blinds_or_straddles"),
    "NT": PhhGame("texas-holdem", "none", "blinds_or_straddles"),
    "PO": PhhGame("omaha", "pot", "blinds_or_straddles"),
    "FO/8": PhhGame("omaha-eight", "fixed", "blinds_or_straddles"),
    "NS": PhhGame("short-deck-holdem", "none", "blinds_or_straddles"),
    "FB": PhhGame("badugi", "fixed", "blinds_or_straddles"),
    "N2L1D": PhhGame("deuce-to-seven-single-draw", "none", "blinds_or_straddles"),
    "F2L3D": PhhGame("deuce-to-seven-triple-draw", "fixed", "blinds_or_straddles"),
}


def default_limit(variant: str) -> Limit:
    """Return the limit of a record that does not name one."""
    return PHH_GAMES[variant].limit if variant in PHH_GAMES else "fixed"


#: The answer of ``opener_first`` with a bring-in, unless the record names another.
LOW_CARD = "low card brings in"

#: The value of a claim: a text, a number, or the whole list of announcements.
Expected: TypeAlias = str | int | tuple[str, ...]


class RecordError(ValueError):
    """Raised for a record that cannot be used; the message names the file and the field."""


def is_remark(line: str) -> bool:
    """Return whether a line of ``actions`` is no action: commentary alone, or blank."""
    return line.lstrip()[:1] in ("", "#")


@dataclass(frozen=True, slots=True)
class Expect:
    """A record's claims about the hand after ``after`` actions, or at its end if None.

    ``checks`` are the keys of the table as written, with the expected values: ``("showing_p2", "pair of nines")``.
    """

    after: int | None
    checks: tuple[tuple[str, Expected], ...]


@dataclass(frozen=True, slots=True)
class Record:
    """One hand, as recorded. The fields are those of the file; chips are None where they are not tracked.

    ``game`` is the table of a game file, empty for a game of the library. ``actions`` are the lines as written,
    including commentary. ``modifiers`` are tables with the modifier's name under ``modifier``. ``kept`` holds the
    fields that describe the hand without affecting it. ``source`` is the file's name, for messages.

    ``blinds_or_straddles`` are as in the public format: heads-up the first entry is the dealer's.
    """

    variant: str
    antes: tuple[int, ...]
    starting_stacks: tuple[int | None, ...]
    players: tuple[str, ...]
    actions: tuple[str, ...]
    ante: int | None = None
    blinds_or_straddles: tuple[int, ...] = ()
    bring_in: int | None = None
    limit: Limit = "fixed"
    small_bet: int | None = None
    big_bet: int | None = None
    min_bet: int | None = None
    max_bet: int | None = None
    carried: int = 0
    game: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    house: Mapping[str, Any] = field(default_factory=dict)
    modifiers: tuple[Mapping[str, Any], ...] = ()
    expect: tuple[Expect, ...] = ()
    finishing_stacks: tuple[int | None, ...] | None = None
    winnings: tuple[int, ...] | None = None
    kept: Mapping[str, Any] = field(default_factory=dict)
    source: str = field(default="record", compare=False)

    @property
    def game_id(self) -> str:
        """The id of the game, even if the variant is a code."""
        return PHH_GAMES[self.variant].id if self.variant in PHH_GAMES else self.variant

    @property
    def blinds(self) -> tuple[int, ...]:
        """The blinds by seat; empty where there are none."""
        posted = self.blinds_or_straddles
        if not any(posted):
            return ()
        return posted[::-1] if len(posted) == 2 else posted

    @property
    def moves(self) -> tuple[str, ...]:
        """The actions that are replayed and counted: all lines except commentary and blank ones."""
        return tuple(line for line in self.actions if not is_remark(line))

    def error(self, name: str, problem: object) -> RecordError:
        """Return the error to raise about a field of this record."""
        return RecordError(f"{self.source}: {name}: {problem}")
