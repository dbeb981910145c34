"""Statistical figures: of each person, of each game, and of each person at each game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from itertools import accumulate
from typing import TYPE_CHECKING

from app.dataclass import dataclass

if TYPE_CHECKING:
    from datetime import date

#: The unit of play for chips only; any other unit is a currency code.
CHIPS = ""


@dataclass(frozen=True, slots=True)
class PlayedNight:
    """A night. ``known``: each player's result is known; otherwise the table counts its own chips.

    ``seated`` are its players in seat order.
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
        """Return the value of this night's chips in its unit."""
        return chips * self.worth if self.unit != CHIPS else chips


@dataclass(frozen=True, slots=True)
class ListedHand:
    """A hand as shown in lists. ``caller`` dealt it; ``winners`` won chips in it, largest win first."""

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
    """The best high hand that a player has shown in a hand, by name."""

    holder: int
    name: str
    hand: ListedHand


@dataclass(frozen=True, slots=True)
class LuckyHand:
    """A hand in which a player won more or fewer chips than their equity, ``expected``, in the unit of its night."""

    player: int
    expected: int
    won: int
    hand: ListedHand

    @property
    def luck(self) -> int:
        """The chips won beyond the equity; below 0 for bad luck."""
        return self.won - self.expected


class Involvement(StrEnum):
    """A player's part in a hand, or an event of it, as named in addresses."""

    DEALT = "dealt"
    END = "end"
    WON = "won"
    CALLED = "called"
    WILD = "wild"


#: The parts in hands that are counted for each player.
COUNTED = tuple(did for did in Involvement if did is not Involvement.WILD)


@dataclass(slots=True)
class Tally:
    """The number of a person's ``hands`` by their part in them; ``net`` is the chips won or lost in them, by unit.

    ``luck`` is the amount won, by unit, beyond the equity when the money went in, over the ``judged`` hands for which
    that is known.
    """

    hands: Counter[Involvement] = field(default_factory=Counter)
    net: Counter[str] = field(default_factory=Counter)
    judged: Counter[str] = field(default_factory=Counter)
    luck: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class GameTally:
    """The hands of a game and the changes of wild cards in them; by unit their number, total pots and largest pot."""

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
    """Nights in the order played, and all figures of their hands.

    ``people`` are by player, ``games`` by game, ``at_games`` by both; ``nets`` is each player's result of each night,
    in its unit, if known. ``void`` hands were misdeals, and ``unread`` ones are not computed yet, or cannot be
    replayed; neither count as hands.
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
        """The number of hands that count."""
        return sum(game.hands for game in self.games.values())

    @property
    def units(self) -> tuple[str, ...]:
        """The currencies of the nights that somebody sat down at, chips last."""
        return tuple(
            sorted({night.unit for night in self.nights if night.seated}, key=lambda unit: (unit == CHIPS, unit))
        )

    @property
    def luck_units(self) -> tuple[str, ...]:
        """The units in which luck is known."""
        return tuple(unit for unit in self.units if any(tally.judged[unit] for tally in self.people.values()))

    def at_game(self, game: str) -> dict[int, Tally]:
        """Return the tallies of everybody at one game, by player."""
        return {player: tally for (player, at), tally in self.at_games.items() if at == game}

    def course(self, nights: Sequence[PlayedNight], player: int) -> list[int]:
        """Return a player's running total after each of these nights."""
        return list(accumulate(self.nets.get((night.id, player), 0) for night in nights))
