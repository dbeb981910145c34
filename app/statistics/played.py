"""What was played, as figures are made from it: nights, hands and what each has brought each player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from datetime import date

#: The unit of what is played for chips alone; any other unit is the code of a currency.
CHIPS = ""


class PlayedNight(NamedTuple):
    """A night. ``known``: it is known how many chips each has won; else the table has counted its own."""

    id: int
    key: str
    name: str
    day: date
    currency: str
    worth: int
    tracked: bool
    known: bool

    @property
    def unit(self) -> str:
        """What its amounts are in: a currency, or chips."""
        return self.currency if self.worth else CHIPS

    def amount(self, chips: int) -> int:
        """Return what chips of this night come to in its unit."""
        return chips * self.worth if self.unit else chips


#: So many numbers there are of each player of a hand: see :class:`Part`.
NUMBERS = 4


class Part(NamedTuple):
    """What a player had to do with a hand: chips put in, if known, and won; 1 if they saw a showdown.

    ``rank`` is that of the best high hand they have shown, 0 for none.
    """

    put_in: int | None
    won: int
    to_end: int
    rank: int


class PlayedHand(NamedTuple):
    """A hand that counts, with its players in the order of the seats; the last one has called the game.

    ``parts`` are the numbers of all players, one after the other: there are very many of them.
    """

    id: int
    key: str
    night: PlayedNight
    number: int
    game: str
    pot: int
    pots: int
    wild: int
    players: Sequence[int]
    parts: Sequence[Any]

    @property
    def caller(self) -> int:
        """Who has dealt it, and called the game."""
        return self.players[-1]

    @property
    def winners(self) -> list[int]:
        """Who has won chips in it, the most first."""
        won = zip(self.players, self.parts[1::NUMBERS], strict=True)
        return [player for player, chips in sorted(won, key=lambda pair: -pair[1]) if chips]

    def part(self, player: int) -> Part:
        """Return the part that a player had in it."""
        at = self.players.index(player) * NUMBERS
        return Part(*self.parts[at : at + NUMBERS])


@dataclass(slots=True)
class NightHands:
    """The finished hands of a night at one of its versions, in the order in which they were played.

    ``old`` are the ids of hands whose facts have to be worked out first. ``void`` hands were misdeals, and ``unread``
    ones cannot be played again.
    """

    version: str
    night: PlayedNight
    hands: list[PlayedHand] = field(default_factory=list)
    old: list[int] = field(default_factory=list)
    void: int = 0
    unread: int = 0


@dataclass(frozen=True, slots=True)
class Played:
    """Nights with their hands, both in the order in which they were played.

    ``seated`` are the players of each night. ``nets`` are the chips won, or lost if below 0, by night and player: also
    those that no hand has brought, such as counts and what was left in the pot. ``void`` hands were misdeals, and
    ``unread`` ones are not worked out yet; neither are among the hands.
    """

    nights: Sequence[PlayedNight]
    hands: Sequence[PlayedHand]
    seated: Mapping[int, Sequence[int]]
    nets: Mapping[tuple[int, int], int]
    void: int = 0
    unread: int = 0
