"""The sums of one night, and the figures added up from the sums of several."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from app.dataclass import dataclass
from app.statistics.figures import COUNTED, Figures, GameTally, ListedHand, PlayedNight, Tally


class Part(NamedTuple):
    """A player's hands of one game at one night: their number for each of :data:`COUNTED`.

    ``net`` is the chips won or lost in them, None if unknown. ``largest`` is the largest pot the player won from, and
    ``best`` the best high hand shown, see :mod:`app.ranking.words`; 0 for none. ``judged`` is the number of hands
    with a known equity, ``luck`` the chips won beyond it, None without such hands. ``luckiest`` is the most luck in one
    hand, 0 or above, and ``worst`` the least, 0 or below.
    """

    hands: Sequence[int]
    net: int | None
    largest: int
    best: int
    judged: int
    luck: int | None
    luckiest: int
    worst: int


class GamePart(NamedTuple):
    """The hands of one game at one night: their number, changes of wild cards, hands with such changes, pots in chips.

    ``largest`` is the largest pot, ``best`` the best high hand shown, 0 for none, and ``luckiest`` and ``worst`` are
    over all players.
    """

    hands: int
    wild: int
    changed: int
    pots: int
    largest: int
    best: int
    luckiest: int
    worst: int


@dataclass(frozen=True, slots=True)
class NightSums:
    """The sums of a night at a version of it: ``parts`` by player and game, and ``games``.

    ``nets`` are what its players won in its unit, if known. ``uncounted`` is the number of hands without rows: ``void``
    ones were misdeals, ``unreadable`` ones cannot be replayed, and ``pending`` ones are not computed yet. ``luck_due``
    are the hands, latest first, whose players' equity may still be computed.
    """

    night: PlayedNight
    version: int
    parts: Mapping[int, Mapping[str, Part]]
    games: Mapping[str, GamePart]
    nets: Mapping[int, int]
    uncounted: Counter[str]
    luck_due: Sequence[int]


#: By game and unit, the first of the largest pots: the amount, its night, and the pot in chips.
LargestPots = dict[tuple[str, str], tuple[int, int, int]]


def largest_pots(nights: Sequence[NightSums]) -> LargestPots:
    """Return the largest pot of each game in each unit; of equal pots, the one of the earlier night."""
    largest: LargestPots = {}
    for sums in nights:
        night = sums.night
        for game, part in sums.games.items():
            amount = night.amount(part.largest)
            if amount > largest.get((game, night.unit), (-1, 0, 0))[0]:
                largest[game, night.unit] = amount, night.id, part.largest
    return largest


def add_up(nights: Sequence[NightSums], largest: Mapping[tuple[str, str], ListedHand]) -> Figures:
    """Return the figures of nights, given in the order played, and of the hands with the largest pots."""
    people: dict[int, Tally] = {player: Tally() for sums in nights for player in sums.night.seated}
    at_games = defaultdict[tuple[int, str], Tally](Tally)
    games = defaultdict[str, GameTally](GameTally)
    nets: dict[tuple[int, int], int] = {}
    uncounted = Counter[str]()
    for sums in nights:
        night = sums.night
        uncounted.update(sums.uncounted)
        for player, parts in sums.parts.items():
            for game, part in parts.items():
                _add(at_games[player, game], part, night)
        for game, of_game in sums.games.items():
            tally = games[game]
            tally.hands += of_game.hands
            tally.wild += of_game.wild
            tally.hands_in[night.unit] += of_game.hands
            tally.pots[night.unit] += night.amount(of_game.pots)
        if night.known:
            nets |= dict.fromkeys(((night.id, player) for player in night.seated), 0)
            for player, amount in sums.nets.items():
                nets[night.id, player] = amount
                people.setdefault(player, Tally()).net[night.unit] += amount
    for (player, _), own in at_games.items():
        total = people.setdefault(player, Tally())
        total.hands.update(own.hands)
        total.judged.update(own.judged)
        total.luck.update(own.luck)
    for (game, unit), hand in largest.items():
        games[game].largest[unit] = hand
    return Figures(
        nights=[sums.night for sums in nights],
        people=people,
        games=dict(games),
        at_games=dict(at_games),
        nets=nets,
        void=uncounted["void"],
        unread=uncounted["unreadable"] + uncounted["pending"],
    )


def _add(tally: Tally, part: Part, night: PlayedNight) -> None:
    for did, count in zip(COUNTED, part.hands, strict=True):
        tally.hands[did] += count
    if part.net is not None:
        tally.net[night.unit] += night.amount(part.net)
    if part.luck is not None:
        tally.judged[night.unit] += part.judged
        tally.luck[night.unit] += night.amount(part.luck)
