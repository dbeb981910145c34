"""The figures of what was played: of each person, of each game, and of each person at each game."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from itertools import accumulate
from operator import itemgetter

from app.statistics.played import CHIPS, NUMBERS, Played, PlayedHand, PlayedNight


@dataclass(slots=True)
class Tally:
    """Hands of a person: dealt in, seen to the end, won, called; ``net`` is what they have brought, by unit."""

    dealt: int = 0
    ended: int = 0
    won: int = 0
    called: int = 0
    net: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Count the hands of another one, too; what they have brought is left out."""
        self.dealt += other.dealt
        self.ended += other.ended
        self.won += other.won
        self.called += other.called


@dataclass(slots=True)
class GameTally:
    """Hands of a game: their pots by unit, the largest first found, and how often wild cards changed in them."""

    hands: int = 0
    wild: int = 0
    pots: Counter[str] = field(default_factory=Counter)
    hands_in: Counter[str] = field(default_factory=Counter)
    largest: dict[str, PlayedHand] = field(default_factory=dict)

    def mean(self, unit: str) -> int:
        """Return the mean pot, rounded half up."""
        return (2 * self.pots[unit] + self.hands_in[unit]) // (2 * self.hands_in[unit])


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures. ``units`` are those that the nights were played in, chips last.

    ``people`` by player, ``games`` by game, ``at_games`` by both; ``nights`` is what each night has brought each
    player, in its unit, where that is known.
    """

    units: tuple[str, ...]
    people: Mapping[int, Tally]
    games: Mapping[str, GameTally]
    at_games: Mapping[tuple[int, str], Tally]
    nights: Mapping[tuple[int, int], int]

    def at_game(self, game: str) -> dict[int, Tally]:
        """Return the tallies of everybody at one game, by player."""
        return {player: tally for (player, at), tally in self.at_games.items() if at == game}


def figures(played: Played) -> Figures:
    """Work out all figures of what was played."""
    games: defaultdict[str, GameTally] = defaultdict(GameTally)
    at_games: defaultdict[tuple[int, str], Tally] = defaultdict(Tally)
    # Asked once a night, and not once a hand: there are very many of them.
    of_nights = {night.id: (night.unit, night.amount(1), night.known) for night in played.nights}
    for hand in played.hands:
        game, (unit, worth, known) = hand.game, of_nights[hand.night.id]
        amount = hand.pot * worth
        tally = games[game]
        tally.hands += 1
        tally.wild += hand.wild
        tally.pots[unit] += amount
        tally.hands_in[unit] += 1
        largest = tally.largest.get(unit)
        if largest is None or amount > largest.pot * of_nights[largest.night.id][1]:
            tally.largest[unit] = hand
        parts = hand.parts
        numbers = zip(hand.players, parts[0::NUMBERS], parts[1::NUMBERS], parts[2::NUMBERS], strict=True)
        for player, put_in, won, ended in numbers:
            own = at_games[player, game]
            own.dealt += 1
            if won:
                own.won += 1
            if ended:
                own.ended += 1
            if known and put_in is not None and (put_in or won):
                own.net[unit] += (won - put_in) * worth
        at_games[hand.caller, game].called += 1
    people = _people(played, at_games)
    nights = _nets(played, people)
    return Figures(_units(played), people, dict(games), dict(at_games), nights)


def best_hands(hands: Iterable[PlayedHand], most: int, player: int | None = None) -> list[tuple[int, PlayedHand]]:
    """Return the best high hands that were shown, of everybody or of one player: who had it, and in which hand.

    Of equal hands the earlier one comes first.
    """
    shown = (
        (rank, holder, hand)
        for hand in hands
        if any(ranks := hand.parts[3::NUMBERS])
        for holder, rank in zip(hand.players, ranks, strict=True)
        if rank and player in (None, holder)
    )
    return [(holder, hand) for _, holder, hand in nlargest(most, shown, key=itemgetter(0))]


def largest_pots(hands: Iterable[PlayedHand], unit: str, most: int) -> list[PlayedHand]:
    """Return the hands with the largest pots in one unit; of equal ones the earlier comes first."""
    own = (hand for hand in hands if hand.night.unit == unit)
    return nlargest(most, own, key=lambda hand: hand.night.amount(hand.pot))


def course(nights: Sequence[PlayedNight], nets: Mapping[tuple[int, int], int], player: int) -> list[int]:
    """Return what a player has won or lost in all after each of these nights."""
    return list(accumulate(nets.get((night.id, player), 0) for night in nights))


def _people(played: Played, at_games: Mapping[tuple[int, str], Tally]) -> dict[int, Tally]:
    people: defaultdict[int, Tally] = defaultdict(Tally)
    for night in played.nights:
        for player in played.seated.get(night.id, ()):
            people[player]  # who was dealt no hand stands in the list too
    for (player, _), tally in at_games.items():
        people[player].add(tally)
    return dict(people)


def _nets(played: Played, people: Mapping[int, Tally]) -> dict[tuple[int, int], int]:
    """Add what was won in whole nights to the tallies; return it by night and player."""
    by_id = {night.id: night for night in played.nights}
    nights: Counter[tuple[int, int]] = Counter()
    for night in played.nights:
        if night.known:
            nights.update({(night.id, player): 0 for player in played.seated.get(night.id, ())})
    for (night_id, player), chips in played.nets.items():
        night = by_id[night_id]
        if night.known:
            amount = night.amount(chips)
            nights[night_id, player] += amount
            people[player].net[night.unit] += amount
    return dict(nights)


def _units(played: Played) -> tuple[str, ...]:
    found = {night.unit for night in played.nights}
    return (*sorted(found - {CHIPS}), *({CHIPS} & found))
