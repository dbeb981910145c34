"""Figures for a hand: what each player wins of each pot and each share, with standard errors."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from math import sqrt
from typing import Literal, NamedTuple

from app.dataclass import dataclass
from app.games.steps import Spec
from app.hand.settlement.pots import Pot

View = Literal["shown", "open", "looked back"]

#: Assumptions about choices that are still to come.
Assumption = Literal[
    "nobody folds or bets",
    "everyone stands pat",
    "nobody buys",
    "cards speak",
    "highest turned up",
    "extra cards taken",
    "payments left out",
    "dealt again evenly",
]

#: Why a hand has no odds.
Obstacle = Literal[
    "hand is over",
    "hand not turned up",
    "table judges",
    "up-card not entered",
    "turned down again",
    "discards come back",
    "deck runs out",
    "too many hands",
    "draw under way",
    "dealt again",
    "choice to come",
    "not worked out",
]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure from 0 to 1 and its standard error, which is 0 if every possible deal has been counted."""

    value: float
    error: float = 0.0


@dataclass(frozen=True, slots=True)
class Figure:
    """A player's expectation for some chips: all pots, one pot, or a share of one.

    ``win``: how often the player wins them all; ``tie``: how often only some; ``share``: the average fraction won. Odd
    chips are ignored: ties are divided evenly.
    """

    win: Estimate
    tie: Estimate
    share: Estimate


@dataclass(frozen=True, slots=True)
class ShareOdds:
    """Figures for one share of a pot, by seat, and how often nobody wins it."""

    name: str
    seats: Mapping[int, Figure]
    unclaimed: Estimate


@dataclass(frozen=True, slots=True)
class PotOdds:
    """Figures for one pot: by seat, by share, and the average fraction that ``stays`` for the next hand."""

    amount: int
    seats: Mapping[int, Figure]
    shares: tuple[ShareOdds, ...]
    stays: Estimate


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of each player still in, by seat, for all pots together and for each.

    ``deals``: how many were judged; ``exact``: every possible deal was judged once. ``assumptions`` are about choices
    still to come.
    """

    view: View
    deals: int
    exact: bool
    seats: Mapping[int, Figure]
    pots: tuple[PotOdds, ...]
    assumptions: tuple[Assumption, ...] = ()


@dataclass(frozen=True, slots=True)
class NoOdds:
    """The reason a hand has no odds: an ``obstacle``, and the ``seat`` or the coming ``step`` that it is about."""

    obstacle: Obstacle
    seat: int | None = None
    step: Spec | None = None


class Part(NamedTuple):
    """A share of a pot that was won: its name, its winners, and the chips of each."""

    share: str
    winners: tuple[int, ...]
    chips: tuple[int, ...]


class PotEnd(NamedTuple):
    """The outcome of one pot: the parts that were won, and the chips that stay for the next hand."""

    parts: tuple[Part, ...]
    stays: int = 0


#: The outcome of a hand, pot by pot.
End = tuple[PotEnd, ...]


@dataclass(frozen=True, slots=True)
class Ends:
    """The count of each outcome of a hand, in the scaled chips of ``pots``; ``amounts`` are the real chips in them.

    ``exact``: every possible deal was judged once. ``again``: some pots were to be dealt for again, and are divided
    evenly instead.
    """

    counts: Mapping[End, int]
    pots: tuple[Pot, ...]
    amounts: tuple[int, ...]
    exact: bool
    again: bool = False


@dataclass(slots=True)
class Sum:
    """A sum of figures from 0 to 1, and of their squares."""

    total: float = 0.0
    squares: float = 0.0

    def add(self, figure: float, times: int) -> None:
        """Count a figure that came up some times."""
        self.total += figure * times
        self.squares += figure * figure * times

    def estimate(self, deals: int, exact: bool) -> Estimate:
        """Return the mean, with a standard error computed as if one more 0 and one more 1 had come up.

        Otherwise an event that never came up in a hundred deals would seem impossible.
        """
        if exact:
            return Estimate(self.total / deals)
        mean, square = (self.total + 1) / (deals + 2), (self.squares + 1) / (deals + 2)
        return Estimate(self.total / deals, sqrt((square - mean * mean) / (deals + 2)))


@dataclass(slots=True)
class _Sums:
    """The sums behind one :class:`Figure`."""

    win: Sum = field(default_factory=Sum)
    tie: Sum = field(default_factory=Sum)
    share: Sum = field(default_factory=Sum)

    def add(self, chips: int, most: int, whole: int, times: int) -> None:
        """Count the chips won, of the ``most`` that the player can win and the ``whole`` that is divided."""
        if chips == most:
            self.win.add(1, times)
        elif chips:
            self.tie.add(1, times)
        self.share.add(chips / whole, times)

    def figure(self, deals: int, exact: bool) -> Figure:
        return Figure(*(each.estimate(deals, exact) for each in (self.win, self.tie, self.share)))


def odds_from_ends(ends: Ends, names: Sequence[str], view: View, assumptions: tuple[Assumption, ...]) -> Odds:
    """Return the odds, given how often each outcome of the hand came up; ``names`` are those of the shares."""
    pots, exact, deals = ends.pots, ends.exact, sum(ends.counts.values())
    live = sorted(frozenset().union(*(pot.seats for pot in pots)))
    reach = {seat: sum(pot.amount for pot in pots if seat in pot.seats) for seat in live}
    whole = sum(pot.amount for pot in pots)
    won = defaultdict[tuple[int | None, str | None, int], _Sums](_Sums)  # by pot, share and seat; None for all of them
    unclaimed = defaultdict[tuple[int, str], Sum](Sum)
    stays = [Sum() for _ in pots]
    for end, times in ends.counts.items():
        total = Counter[int]()
        for at, (pot, pot_end) in enumerate(zip(pots, end, strict=True)):
            own = Counter[int]()
            for part in pot_end.parts:
                prize = sum(part.chips)
                for seat, chips in zip(part.winners, part.chips, strict=True):
                    own[seat] += chips
                    won[at, part.share, seat].add(chips, prize, prize, times)
            for seat, chips in own.items():
                total[seat] += chips
                won[at, None, seat].add(chips, pot.amount, pot.amount, times)
            for name in set(names).difference(part.share for part in pot_end.parts):
                unclaimed[at, name].add(1, times)
            stays[at].add(pot_end.stays / pot.amount, times)
        for seat, chips in total.items():
            won[None, None, seat].add(chips, reach[seat], whole, times)

    def figures(seats: Iterable[int], at: int | None = None, share: str | None = None) -> dict[int, Figure]:
        return {seat: won[at, share, seat].figure(deals, exact) for seat in seats}

    def of_pot(at: int) -> PotOdds:
        seats = sorted(pots[at].seats)
        shares = (
            ShareOdds(name, figures(seats, at, name), unclaimed[at, name].estimate(deals, exact)) for name in names
        )
        return PotOdds(ends.amounts[at], figures(seats, at), tuple(shares), stays[at].estimate(deals, exact))

    return Odds(view, deals, exact, figures(live), tuple(map(of_pot, range(len(pots)))), assumptions)
