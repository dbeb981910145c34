"""The figures of what was played: of each person, of each game, and of each person at each game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date

#: The unit of what is played for chips alone; any other unit is the code of a currency.
CHIPS = ""


@dataclass(frozen=True, slots=True)
class PlayedNight:
    """A night. ``known``: it is known how many chips each has won; else the table has counted its own.

    ``seated`` are its players in the order of their places.
    """

    id: int
    key: str
    name: str
    day: date
    unit: str
    worth: int
    tracked: bool
    known: bool
    seated: Sequence[int]

    def amount(self, chips: int) -> int:
        """Return what chips of this night come to in its unit."""
        return chips * self.worth if self.unit != CHIPS else chips


@dataclass(frozen=True, slots=True)
class ListedHand:
    """A hand as lists show it. ``caller`` has dealt it; ``winners`` have won chips in it, the most first."""

    id: int
    key: str
    night: PlayedNight
    number: int
    game: str
    pot: int
    caller: int
    winners: Sequence[int]

    @property
    def amount(self) -> int:
        """The pot in the unit of its night."""
        return self.night.amount(self.pot)


@dataclass(frozen=True, slots=True)
class ShownHand:
    """The best high hand that a player has shown in a hand, by its name."""

    holder: int
    name: str
    hand: ListedHand


@dataclass(frozen=True, slots=True)
class LuckyHand:
    """A hand in which a player has won more or less chips than they could ``expected``, by the unit of its night."""

    player: int
    expected: int
    won: int
    hand: ListedHand

    @property
    def luck(self) -> int:
        """What they have won beyond what they could expect; below 0 for bad luck."""
        return self.won - self.expected


@dataclass(slots=True)
class Tally:
    """Hands of a person: dealt in, seen to the end, won, called; ``net`` is what they have brought, by unit.

    ``luck`` is what they have won, by unit, beyond what they could expect when the money went in, in the ``judged``
    hands of which that is known.
    """

    dealt: int = 0
    ended: int = 0
    won: int = 0
    called: int = 0
    net: Counter[str] = field(default_factory=Counter)
    judged: Counter[str] = field(default_factory=Counter)
    luck: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class GameTally:
    """Hands of a game, and how often wild cards changed in them; by unit their count, their pots and the largest."""

    hands: int = 0
    wild: int = 0
    hands_in: Counter[str] = field(default_factory=Counter)
    pots: Counter[str] = field(default_factory=Counter)
    largest: dict[str, ListedHand] = field(default_factory=dict)

    def mean(self, unit: str) -> int:
        """Return the mean pot, rounded half up."""
        return (2 * self.pots[unit] + self.hands_in[unit]) // (2 * self.hands_in[unit])


@dataclass(frozen=True, slots=True)
class Figures:
    """Nights in the order in which they were played, and all figures of their hands.

    ``people`` by player, ``games`` by game, ``at_games`` by both; ``nets`` is what each night has brought each player,
    in its unit, where that is known. ``void`` hands were misdeals, and ``unread`` ones are not worked out yet, or
    cannot be played again; neither are among the hands.
    """

    nights: Sequence[PlayedNight]
    people: Mapping[int, Tally]
    games: Mapping[str, GameTally]
    at_games: Mapping[tuple[int, str], Tally]
    nets: Mapping[tuple[int, int], int]
    void: int = 0
    unread: int = 0

    @property
    def hands(self) -> int:
        """How many hands count."""
        return sum(game.hands for game in self.games.values())

    @property
    def units(self) -> tuple[str, ...]:
        """The currencies of the nights, chips last."""
        return tuple(sorted({night.unit for night in self.nights}, key=lambda unit: (unit == CHIPS, unit)))

    @property
    def luck_units(self) -> tuple[str, ...]:
        """The units in which luck is known."""
        return tuple(unit for unit in self.units if any(tally.judged[unit] for tally in self.people.values()))

    def at_game(self, game: str) -> dict[int, Tally]:
        """Return the tallies of everybody at one game, by player."""
        return {player: tally for (player, at), tally in self.at_games.items() if at == game}

    def course(self, nights: Sequence[PlayedNight], player: int) -> list[int]:
        """Return what a player has won or lost in all after each of these nights."""
        return list(accumulate(self.nets.get((night.id, player), 0) for night in nights))
