"""A set of chips by colour: what is wrong with one, and which chips make an amount."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.money.amounts import Mistake
from app.money.change import Kind, effort, fewest_pieces

MOST_COLOURS = 8
LONGEST_COLOUR = 20
MOST_VALUE = 10**9
MOST_COUNT = 10**6

#: The most work in making one amount, a third of a second at worst; usual values take less than a thousandth.
MOST_EFFORT = 2_000_000

#: How many chips of a colour a buy-in has for small bets, beside those that make up the rest of it.
SMALL_CHIPS = 10


@dataclass(frozen=True, slots=True)
class Chip:
    """Chips of one colour: the value of each in the smallest unit of chips, and how many there are if known."""

    colour: str
    value: int
    count: int | None = None


#: Chips to push or to hand out, the most valuable first, with how many of each colour.
Pile = tuple[tuple[Chip, int], ...]


@dataclass(frozen=True, slots=True)
class ChipSet:
    """The chips of a table. Raises ValueError for chips in which :func:`find_mistake` finds one."""

    chips: tuple[Chip, ...]

    def __post_init__(self) -> None:
        if mistake := find_mistake(self.chips):
            raise ValueError(mistake.reason)


def find_mistake(chips: Sequence[Chip]) -> Mistake | None:
    """Return why chips cannot be a set, or None if they can."""
    if not chips:
        return Mistake("give at least one colour of chips")
    if len(chips) > MOST_COLOURS:
        return Mistake(f"at most {MOST_COLOURS} colours of chips")
    for row in range(len(chips)):
        if mistake := _mistake_at(row, chips):
            return mistake
    if effort([chip.value for chip in _by_value(chips)]) > MOST_EFFORT:
        return Mistake("these values make poor change: let more of them be multiples of smaller ones", about="value")
    return None


def _mistake_at(row: int, chips: Sequence[Chip]) -> Mistake | None:
    """Return what is wrong with a chip by itself or beside those above it."""
    chip, above = chips[row], chips[:row]
    colour = chip.colour
    if not colour.strip():
        return Mistake("give the chips a colour", row, "colour")
    if len(colour) > LONGEST_COLOUR or not colour.isprintable():
        return Mistake(f"a colour has at most {LONGEST_COLOUR} letters that can be shown", row, "colour")
    if any(other.colour.casefold() == colour.casefold() for other in above):
        return Mistake(f"two colours are called {colour}", row, "colour")
    if not 1 <= chip.value <= MOST_VALUE:
        return Mistake(f"the value of {colour} must be from 1 to {MOST_VALUE}", row, "value")
    for other in above:
        if other.value == chip.value:
            return Mistake(f"{other.colour} and {colour} have the same value", row, "value")
    if chip.count is not None and not 0 <= chip.count <= MOST_COUNT:
        return Mistake(f"the number of {colour} must be from 0 to {MOST_COUNT}", row, "count")
    return None


def in_chips(amount: int, chip_set: ChipSet) -> Pile | None:
    """Return the fewest chips that make the amount, no more than there are; None if none make it exactly."""
    chips = _by_value(chip_set.chips)
    numbers = fewest_pieces(amount, [Kind(chip.value, chip.count) for chip in chips])
    return None if numbers is None else _pile(chips, numbers)


def buy_in(amount: int, chip_set: ChipSet, players: int) -> Pile | None:
    """Return chips for a buy-in of each player, out of a fair share of the set; None if no chips make it exactly.

    Up to ten chips of each colour are for antes and small bets, but at most a quarter of the buy-in. The rest is as few
    chips as possible. Where the rest cannot be made, fewer small chips are tried.
    """
    if players < 1:
        raise ValueError("a buy-in is for at least one player")
    chips = _by_value(chip_set.chips)
    shares = [Kind(chip.value, None if chip.count is None else chip.count // players) for chip in chips]
    fewest = fewest_pieces(amount, shares)
    if fewest is None:
        return None
    for most in range(SMALL_CHIPS, 0, -1):
        small = _small_chips(amount, shares, most)
        spread = sum(number * kind.value for number, kind in zip(small, shares, strict=True))
        left = [
            kind if kind.count is None else Kind(kind.value, kind.count - number)
            for number, kind in zip(small, shares, strict=True)
        ]
        rest = fewest_pieces(amount - spread, left)
        if rest is not None:
            return _pile(chips, [number + more for number, more in zip(small, rest, strict=True)])
    return _pile(chips, fewest)


def words(pile: Pile) -> str:
    """Return a pile as the table names it: ``2 red, 4 white``."""
    return ", ".join(f"{number} {chip.colour}" for chip, number in pile) or "no chips"


def _by_value(chips: Sequence[Chip]) -> tuple[Chip, ...]:
    """Return the chips that there are any of, the most valuable first."""
    present = (chip for chip in chips if chip.count != 0)
    return tuple(sorted(present, key=lambda chip: chip.value, reverse=True))


def _pile(chips: Sequence[Chip], numbers: Sequence[int]) -> Pile:
    return tuple((chip, number) for chip, number in zip(chips, numbers, strict=True) if number)


def _small_chips(amount: int, shares: Sequence[Kind], most: int) -> list[int]:
    """Return how many chips of each kind, the largest first, are for small bets; smaller kinds are served first."""
    numbers = []
    left = amount
    for kind in reversed(shares):
        number = min(most, amount // 4 // kind.value, left // kind.value)
        if kind.count is not None:
            number = min(number, kind.count)
        numbers.append(number)
        left -= number * kind.value
    return numbers[::-1]
