"""Payouts: pots, declarations, unclaimed halves and odd chips, judged by the rulings alone.

The input is a score for each player and each part of the pot; higher is better, None cannot win the part. This module
knows neither cards nor the app's own judge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.games.house import HouseRules
from tests.checks.pot_ledger import Pot
from tests.checks.pot_standings import BOTH, PotStanding


@dataclass(frozen=True)
class Showdown:
    """Everything that decides a showdown.

    ``parts``: the names of the parts, the high hand's first. ``unclaimed``: the game's rule for a part without a
    winner. ``declared``: declarations by seat; empty if cards speak. ``ruled``: parts that the dealer ruled on,
    whatever the cards. ``qualified``: parts that not every hand can win. ``mucked``: players without scores.
    ``standings``: who gave up a part, and to whom the dealer gave it, by pot. ``odd_order``: a sort key for players who
    tie; the first gets the odd chip. ``scoop``: a pot goes only to a player who wins every part of it alone.
    """

    parts: tuple[str, ...]
    unclaimed: Mapping[str, str]
    scores: Mapping[str, Mapping[int, object]]
    declared: Mapping[int, str]
    house: HouseRules
    odd_order: Callable[[int], Any]
    ruled: Collection[str] = ()
    qualified: Collection[str] = ()
    mucked: Collection[int] = ()
    standings: Mapping[tuple[int, ...], PotStanding] = field(default_factory=dict)
    scoop: bool = False

    def given_to(self, pot: Pot, part: str) -> list[int]:
        """Return the players to whom the dealer gave a part of a pot; none without a ruling."""
        return self.standings[pot.seats].given.get(part, []) if pot.seats in self.standings else []

    def not_given_up(self, pot: Pot, part: str, seats: Sequence[int]) -> list[int]:
        """Return the seats that have not given up a part of a pot."""
        gave_up = self.standings[pot.seats].gave_up[part] if pot.seats in self.standings else set()
        return [seat for seat in seats if seat not in gave_up]


@dataclass
class Payout:
    """Chips by seat, chips that stay for the next hand, and pots for which their players are dealt again."""

    chips: Counter[int]
    stays: int = 0
    again: list[Pot] = field(default_factory=list)


def judge(showdown: Showdown, pots: Sequence[Pot]) -> Payout:
    """Return who is paid what from these pots."""
    paid = Payout(Counter())
    eliminated = failed_in_main_pot(showdown, pots[0]) if showdown.house.both_scope == "whole hand" and pots else set()
    for number, pot in enumerate(pots):
        left = showdown.standings[pot.seats].left if pot.seats in showdown.standings else pot.seats
        if len(left) == 1:
            paid.chips[left[0]] += pot.chips
            continue
        winners = winners_of(showdown, pot, eliminated if number else set())
        if showdown.scoop:
            if len({tuple(best) for best in winners.values()}) == 1 == len(winners["high"]):
                paid.chips[winners["high"][0]] += pot.chips
            elif "ante and deal again" in showdown.unclaimed.values():
                paid.again.append(Pot(pot.chips, left))
            else:
                paid.stays += pot.chips
            continue
        if not any(winners.values()):
            by_cards = {part: best_of(showdown, pot, part, left) for part in showdown.parts}
            # The game's rule for a pot that no hand can win precedes the house rule on declarations.
            if "ante and deal again" in showdown.unclaimed.values() and not any(by_cards.values()):
                paid.again.append(Pot(pot.chips, left))
                continue
            if showdown.declared and showdown.house.nobody_holds == "redeal":
                paid.again.append(Pot(pot.chips, left))
                continue
            if showdown.declared and showdown.house.nobody_holds == "next hand":
                paid.stays += pot.chips
                continue
            winners = by_cards
        if any(winners.values()):
            pay(showdown, pot, winners, paid)
        elif [*showdown.unclaimed.values()] == ["next hand"]:
            paid.stays += pot.chips
        else:
            split(showdown, pot.chips, left, paid)  # no hand can win, so all have an equal claim
    return paid


def best_of(showdown: Showdown, pot: Pot, part: str, seats: Sequence[int]) -> list[int]:
    """Return the seats that win a part of a pot by ruling, as the last one left, or by score, including ties."""
    if given := showdown.given_to(pot, part):
        return given
    seats = showdown.not_given_up(pot, part, seats)
    if part in showdown.ruled:
        return seats if len(seats) == 1 and part not in showdown.qualified else []
    if len(seats) == 1 and seats[0] in showdown.mucked:
        return seats
    scores = {seat: showdown.scores[part][seat] for seat in seats if showdown.scores[part][seat] is not None}
    return [seat for seat in scores if all(scores[seat] >= other for other in scores.values())]


def winners_of(showdown: Showdown, pot: Pot, eliminated: set[int]) -> dict[str, list[int]]:
    """Return the winners of each part of a pot; with declarations, among players who declared the part and did not
    fail.

    ``eliminated``: players who declared both and failed in the main pot.
    """
    if not showdown.declared:
        return {part: best_of(showdown, pot, part, pot.seats) for part in showdown.parts}
    field = [seat for seat in pot.seats if seat not in eliminated]
    while True:
        winners = declared_winners(showdown, pot, field)
        both = [seat for seat in field if showdown.declared[seat] == BOTH]
        if showdown.house.both_ways == "win outright":
            failed = [seat for seat in both if any(winners[part] != [seat] for part in showdown.parts)]
        else:
            failed = [seat for seat in both if any(seat not in winners[part] for part in showdown.parts)]
        if len(failed) == len(both) and showdown.house.both_ways == "win outright":
            # Each of them had to beat the others too, so all drop out at once.
            field = [seat for seat in field if seat not in failed]
            return declared_winners(showdown, pot, field)
        if not failed or showdown.house.both_ways == "win outright":
            return winners
        field = [seat for seat in field if seat not in failed]


def declared_winners(showdown: Showdown, pot: Pot, field: Sequence[int]) -> dict[str, list[int]]:
    """Return the winners of each part among the players in ``field`` who declared it."""
    winners = {}
    for part in showdown.parts:
        playing = [seat for seat in field if showdown.declared[seat] in (part, BOTH)]
        winners[part] = best_of(showdown, pot, part, playing)
    return winners


def failed_in_main_pot(showdown: Showdown, pot: Pot) -> set[int]:
    """Return the players who declared both and failed in the main pot; none if it is not contested."""
    if len(pot.seats) == 1:
        return set()
    winners = winners_of(showdown, pot, set())
    both = [seat for seat in pot.seats if showdown.declared.get(seat) == BOTH]
    ruled = [seat for part in showdown.parts for seat in showdown.given_to(pot, part)]
    return {seat for seat in both if any(seat not in won for won in winners.values()) and seat not in ruled}


def pay(showdown: Showdown, pot: Pot, winners: Mapping[str, Sequence[int]], paid: Payout) -> None:
    """Pay out a pot to the winners of its parts; a part may have no winner."""
    house = showdown.house
    won = [part for part in showdown.parts if winners[part]]
    lost = [part for part in showdown.parts if not winners[part]]
    staying = [part for part in lost if (showdown.unclaimed[part] or house.unclaimed_half) == "next hand"]
    ways = len(won) + len(staying)
    each = round_down(pot.chips // ways, house.chip_unit)
    odd = pot.chips - each * ways
    paid.stays += each * len(staying)
    amounts = dict.fromkeys(won, each)
    if house.odd_chip_split == "next pot" and ways > 1:
        paid.stays += odd
    else:
        amounts[won[0] if house.odd_chip_split == "high hand" else won[-1]] += odd
    for part, chips in amounts.items():
        split(showdown, chips, winners[part], paid)


def split(showdown: Showdown, chips: int, seats: Sequence[int], paid: Payout) -> None:
    """Pay a part to its winners, divided if they tie."""
    paid.chips += split_equally(chips, seats, showdown.house.chip_unit, showdown.odd_order)


def split_equally(chips: int, seats: Sequence[int], unit: int, odd_order: Callable[[int], Any]) -> Counter[int]:
    """Return equal parts by seat; the remainder is dealt out one smallest chip at a time."""
    parts = Counter[int]()
    each = round_down(chips // len(seats), unit)
    odd = chips - each * len(seats)
    # An amount below the smallest chip goes to the first player.
    loose = odd % unit
    for place, seat in enumerate(sorted(seats, key=odd_order)):
        extra = unit if place < odd // unit else 0
        parts[seat] = each + extra + (loose if place == 0 else 0)
    return parts


def round_down(chips: int, unit: int) -> int:
    """Return chips rounded down to whole units."""
    return chips - chips % unit
