"""Payments: pots, declarations, halves that nobody wins and odd chips, judged by the rulings alone.

The input is a score for each part of the pot and each player, bigger is better; None cannot win the part. Nothing here
knows about cards, or about the app's own judge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.games.house import HouseRules
from tests.checks.chips_put_in import Pot
from tests.checks.contests import BOTH, Contest


@dataclass(frozen=True)
class Showdown:
    """Everything that decides a showdown.

    ``parts`` are the names of the parts, the high hand's first; ``unclaimed`` is the game's rule for a part that nobody
    wins. ``declared`` is empty if cards speak. ``ruled`` are parts that the dealer ruled on, whatever the cards;
    ``qualified`` are those that not every hand can win. ``mucked`` players have no scores. ``contests`` say by pot who
    gave up a part, and to whom the dealer gave it. ``odd_order`` sorts players who tie: the first gets the odd chip.
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
    contests: Mapping[tuple[int, ...], Contest] = field(default_factory=dict)

    def given(self, pot: Pot, part: str) -> list[int]:
        """Return the players to whom the dealer has given a part of a pot; empty without a ruling."""
        return self.contests[pot.seats].given.get(part, []) if pot.seats in self.contests else []

    def still(self, pot: Pot, part: str, seats: Sequence[int]) -> list[int]:
        """Return the seats that have not given up a part of a pot."""
        gave_up = self.contests[pot.seats].gave_up[part] if pot.seats in self.contests else set()
        return [seat for seat in seats if seat not in gave_up]


@dataclass
class Paid:
    """Chips by seat, chips that stay for the next hand, and pots to be dealt for again by their remaining players."""

    chips: Counter[int]
    stays: int = 0
    again: list[Pot] = field(default_factory=list)


def judge(showdown: Showdown, pots: Sequence[Pot]) -> Paid:
    """Return the payments from these pots."""
    paid = Paid(Counter())
    out = failed_in_main_pot(showdown, pots[0]) if showdown.house.both_scope == "whole hand" and pots else set()
    for number, pot in enumerate(pots):
        left = showdown.contests[pot.seats].left if pot.seats in showdown.contests else pot.seats
        if len(left) == 1:
            paid.chips[left[0]] += pot.chips
            continue
        winners = winners_of(showdown, pot, out if number else set())
        if not any(winners.values()):
            by_cards = {part: best_of(showdown, pot, part, left) for part in showdown.parts}
            # The game's rule for a pot that no hand can win goes before the house rule on declarations.
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
            split(showdown, pot.chips, left, paid)  # nobody's cards can win: all have an equal claim
    return paid


def best_of(showdown: Showdown, pot: Pot, part: str, seats: Sequence[int]) -> list[int]:
    """Return the seats that win a part of a pot, by ruling, as the only one left, or by score, including ties."""
    if given := showdown.given(pot, part):
        return given
    seats = showdown.still(pot, part, seats)
    if part in showdown.ruled:
        return seats if len(seats) == 1 and part not in showdown.qualified else []
    if len(seats) == 1 and seats[0] in showdown.mucked:
        return seats
    scores = {seat: showdown.scores[part][seat] for seat in seats if showdown.scores[part][seat] is not None}
    return [seat for seat in scores if all(scores[seat] >= other for other in scores.values())]


def winners_of(showdown: Showdown, pot: Pot, out: set[int]) -> dict[str, list[int]]:
    """Return the winners of each part of a pot: with declarations, only players who declared the part and did not fail.

    ``out`` are players no longer judged, who declared both and failed elsewhere.
    """
    if not showdown.declared:
        return {part: best_of(showdown, pot, part, pot.seats) for part in showdown.parts}
    field = [seat for seat in pot.seats if seat not in out]
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
    """Return the winners of each part among players in the field who declared it."""
    winners = {}
    for part in showdown.parts:
        playing = [seat for seat in field if showdown.declared[seat] in (part, BOTH)]
        winners[part] = best_of(showdown, pot, part, playing)
    return winners


def failed_in_main_pot(showdown: Showdown, pot: Pot) -> set[int]:
    """Return the players who declared both and failed in the main pot, if it is contested."""
    if len(pot.seats) == 1:
        return set()
    winners = winners_of(showdown, pot, set())
    both = [seat for seat in pot.seats if showdown.declared.get(seat) == BOTH]
    ruled = [seat for part in showdown.parts for seat in showdown.given(pot, part)]
    return {seat for seat in both if any(seat not in won for won in winners.values()) and seat not in ruled}


def pay(showdown: Showdown, pot: Pot, winners: Mapping[str, Sequence[int]], paid: Paid) -> None:
    """Pay out a pot to the winners of its parts; a part may have no winner."""
    house = showdown.house
    won = [part for part in showdown.parts if winners[part]]
    lost = [part for part in showdown.parts if not winners[part]]
    staying = [part for part in lost if (showdown.unclaimed[part] or house.unclaimed_half) == "next hand"]
    ways = len(won) + len(staying)
    each = whole(pot.chips // ways, house.chip_unit)
    odd = pot.chips - each * ways
    paid.stays += each * len(staying)
    amounts = dict.fromkeys(won, each)
    if house.odd_chip_split == "next pot" and ways > 1:
        paid.stays += odd
    else:
        amounts[won[0] if house.odd_chip_split == "high hand" else won[-1]] += odd
    for part, chips in amounts.items():
        split(showdown, chips, winners[part], paid)


def split(showdown: Showdown, chips: int, seats: Sequence[int], paid: Paid) -> None:
    """Pay a part to its winners, divided if they tie."""
    paid.chips += split_equally(chips, seats, showdown.house.chip_unit, showdown.odd_order)


def split_equally(chips: int, seats: Sequence[int], unit: int, odd_order: Callable[[int], Any]) -> Counter[int]:
    """Return equal parts by seat; the rest goes around one smallest chip at a time."""
    parts = Counter[int]()
    each = whole(chips // len(seats), unit)
    odd = chips - each * len(seats)
    # Less than a smallest chip goes to the first player, with the first odd chip.
    loose = odd % unit
    for place, seat in enumerate(sorted(seats, key=odd_order)):
        extra = unit if place < odd // unit else 0
        parts[seat] = each + extra + (loose if place == 0 else 0)
    return parts


def whole(chips: int, unit: int) -> int:
    """Return chips rounded down to whole units."""
    return chips - chips % unit
