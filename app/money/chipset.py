"""Chip sets by color: validate one, and choose the chips that make an amount."""

from __future__ import annotations

from collections.abc import Sequence

from app.dataclass import dataclass
from app.money.amounts import InputError
from app.money.change import Kind, effort, fewest_pieces

MOST_COLOURS = 8
LONGEST_COLOUR = 20
MOST_VALUE = 10**9
MOST_COUNT = 10**6

#: The most work for one amount: a third of a second at worst. Usual values take under a millisecond.
MOST_EFFORT = 2_000_000

#: The most chips of each color for small bets in a buy-in.
SMALL_CHIPS = 10


@dataclass(frozen=True, slots=True)
class Chip:
    """Chips of one color: their value in the smallest unit of chips, and their count if known."""

    colour: str
    value: int
    count: int | None = None


#: Chips to push or hand out, by color with their number, most valuable first.
Pile = tuple[tuple[Chip, int], ...]


@dataclass(frozen=True, slots=True)
class ChipSet:
    """The chips of a table. Raises ValueError for chips that :func:`find_input_error` refuses."""

    chips: tuple[Chip, ...]

    def __post_init__(self) -> None:
        if error := find_input_error(self.chips):
            raise ValueError(error.reason)


def find_input_error(chips: Sequence[Chip]) -> InputError | None:
    """Return what is wrong with a chip set, or None."""
    if not chips:
        return InputError("give at least one colour of chips")
    if len(chips) > MOST_COLOURS:
        return InputError(f"at most {MOST_COLOURS} colours of chips")
    for row in range(len(chips)):
        if error := _error_in_row(row, chips):
            return error
    if effort([chip.value for chip in _by_value(chips)]) > MOST_EFFORT:
        return InputError("these values make change hard: make more of them multiples of smaller ones", about="value")
    return None


def _error_in_row(row: int, chips: Sequence[Chip]) -> InputError | None:
    """Return what is wrong with one chip, alone or compared with the rows above; None if nothing is."""
    chip, above = chips[row], chips[:row]
    colour = chip.colour
    if not colour.strip():
        return InputError("give the chips a colour", row, "colour")
    if len(colour) > LONGEST_COLOUR or not colour.isprintable():
        return InputError(f"a colour has at most {LONGEST_COLOUR} letters that can be shown", row, "colour")
    if any(other.colour.casefold() == colour.casefold() for other in above):
        return InputError(f"two colours are called {colour}", row, "colour")
    if not 1 <= chip.value <= MOST_VALUE:
        return InputError(f"the value of {colour} must be from 1 to {MOST_VALUE}", row, "value")
    for other in above:
        if other.value == chip.value:
            return InputError(f"{other.colour} and {colour} have the same value", row, "value")
    if chip.count is not None and not 0 <= chip.count <= MOST_COUNT:
        return InputError(f"the number of {colour} must be from 0 to {MOST_COUNT}", row, "count")
    return None


def in_chips(amount: int, chip_set: ChipSet) -> Pile | None:
    """Return the fewest chips of the set that make the amount; None if none make it exactly."""
    chips = _by_value(chip_set.chips)
    numbers = fewest_pieces(amount, [Kind(chip.value, chip.count) for chip in chips])
    return None if numbers is None else _pile(chips, numbers)


def buy_in(amount: int, chip_set: ChipSet, players: int) -> Pile | None:
    """Return the chips of one player's buy-in, from an equal share of the set; None if none make it exactly.

    Up to ten chips of each color are for antes and small bets, at most a quarter of the buy-in per color. The fewest
    chips make up the rest; if that fails, try fewer small chips.
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


def pile_text(pile: Pile | None) -> str:
    """Return a pile as text: ``2 red, 4 white``."""
    return ", ".join(f"{number} {chip.colour}" for chip, number in pile or ())


def _by_value(chips: Sequence[Chip]) -> tuple[Chip, ...]:
    """Return the chips whose count is not 0, most valuable first."""
    present = (chip for chip in chips if chip.count != 0)
    return tuple(sorted(present, key=lambda chip: chip.value, reverse=True))


def _pile(chips: Sequence[Chip], numbers: Sequence[int]) -> Pile:
    return tuple((chip, number) for chip, number in zip(chips, numbers, strict=True) if number)


def _small_chips(amount: int, shares: Sequence[Kind], most: int) -> list[int]:
    """Return how many chips of each kind go to small bets, largest value first; small values get theirs first."""
    numbers = []
    left = amount
    for kind in reversed(shares):
        number = min(most, amount // 4 // kind.value, left // kind.value)
        if kind.count is not None:
            number = min(number, kind.count)
        numbers.append(number)
        left -= number * kind.value
    return numbers[::-1]
