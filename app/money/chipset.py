"""The chips of a table: a set by colour, the chips that make an amount, and their value in money on screens."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from app.dataclass import dataclass
from app.money.amounts import InputError, money_text
from app.money.change import Kind, effort, fewest_pieces

MAX_COLOURS = 8
MAX_COLOUR_LENGTH = 20
MAX_VALUE = 10**9
MAX_COUNT = 10**6

#: The most work for one amount: a third of a second at worst. Usual values take under a millisecond.
MAX_EFFORT = 2_000_000

#: The most chips of each colour for small bets in a buy-in.
SMALL_CHIPS = 10

#: The colours that a style sheet draws, and the names that mean them.
_COLOURS = ("white", "red", "blue", "green", "black", "purple", "yellow", "orange", "pink", "grey", "brown")
_WORDS = {name: name for name in _COLOURS} | {"gray": "grey", "silver": "grey", "violet": "purple", "gold": "yellow"}


@dataclass(frozen=True, slots=True)
class Chip:
    """Chips of one colour: their value in the smallest unit of chips, and their count if known."""

    colour: str
    value: int
    count: int | None = None


#: Chips to push or hand out, by colour with their number, most valuable first.
Pile = tuple[tuple[Chip, int], ...]


@dataclass(frozen=True, slots=True)
class ChipSet:
    """The chips of a table. Raises ValueError for chips that :func:`find_input_error` refuses."""

    chips: tuple[Chip, ...]

    def __post_init__(self) -> None:
        if error := find_input_error(self.chips):
            raise ValueError(error.reason)


def drawn_colour(name: str) -> str:
    """Return the colour to draw for chips called ``name``, such as ``light blue``; empty if it is unknown."""
    return _WORDS.get(name.casefold().split()[-1], "") if name.strip() else ""


def find_input_error(chips: Sequence[Chip]) -> InputError | None:
    """Return what is wrong with a chip set, or None."""
    if not chips:
        return InputError("give at least one colour of chips")
    if len(chips) > MAX_COLOURS:
        return InputError(f"at most {MAX_COLOURS} colours of chips")
    for row in range(len(chips)):
        if error := _error_in_row(row, chips):
            return error
    if effort([chip.value for chip in _by_value(chips)]) > MAX_EFFORT:
        return InputError("these values make change hard: make more of them multiples of smaller ones", about="value")
    return None


def _error_in_row(row: int, chips: Sequence[Chip]) -> InputError | None:
    """Return what is wrong with one chip, alone or compared with the rows above; None if nothing is."""
    chip, above = chips[row], chips[:row]
    colour = chip.colour
    if not colour.strip():
        return InputError("give the chips a colour", row, "colour")
    if len(colour) > MAX_COLOUR_LENGTH or not colour.isprintable():
        return InputError(f"a colour has at most {MAX_COLOUR_LENGTH} letters that can be shown", row, "colour")
    if any(other.colour.casefold() == colour.casefold() for other in above):
        return InputError(f"two colours are called {colour}", row, "colour")
    if not 1 <= chip.value <= MAX_VALUE:
        return InputError(f"the value of {colour} must be from 1 to {MAX_VALUE}", row, "value")
    for other in above:
        if other.value == chip.value:
            return InputError(f"{other.colour} and {colour} have the same value", row, "value")
    if chip.count is not None and not 0 <= chip.count <= MAX_COUNT:
        return InputError(f"the number of {colour} must be from 0 to {MAX_COUNT}", row, "count")
    return None


def in_chips(amount: int, chip_set: ChipSet) -> Pile | None:
    """Return the fewest chips of the set that make the amount; None if none make it exactly."""
    chips = _by_value(chip_set.chips)
    numbers = fewest_pieces(amount, [Kind(chip.value, chip.count) for chip in chips])
    return None if numbers is None else _pile(chips, numbers)


def buy_in(amount: int, chip_set: ChipSet, players: int) -> Pile | None:
    """Return the chips of one player's buy-in, from an equal share of the set; None if none make it exactly.

    Up to ten chips of each colour are for antes and small bets, at most a quarter of the buy-in per colour. The fewest
    chips make up the rest; if that fails, try fewer small chips.
    """
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


@dataclass(frozen=True, slots=True)
class ChipValue:
    """The value of a chip in the smallest coin of a ``currency``, and the table's chip set; both are optional.

    A table without either plays for chips only, and all texts are empty.
    """

    currency: str = ""
    coins_a_chip: int = 0
    chip_set: ChipSet | None = None

    def coins(self, amount: int) -> str:
        """Return an amount of the smallest coin: ``€3.50``, or ``−€3.50`` with the same minus as chips have."""
        return money_text(amount, self.currency).replace("-", "−") if self.currency else ""

    def money(self, chips: int) -> str:
        """Return the value of chips in money; empty if the table plays for chips only."""
        return self.coins(chips * self.coins_a_chip)

    def colours(self, chips: int) -> str:
        """Return chips by colour: ``2 red, 4 white``; empty without a chip set, or if it cannot make them exactly."""
        return _colours(chips, self.chip_set) if self.chip_set is not None and chips > 0 else ""

    def both(self, chips: int) -> str:
        """Return chips by colour and in money: ``2 red, 4 white, €3.50``; either part may be missing."""
        return ", ".join(part for part in (self.colours(chips), self.money(chips) if chips else "") if part)

    def in_money(self, text: str) -> str:
        """Return a text with its numbers of chips as money: ``ante €0.10``; empty if the table plays for chips only."""
        return re.sub(r"[0-9]+", lambda number: self.money(int(number[0])), text) if self.currency else ""

    def with_colours(self, text: str) -> tuple[tuple[str, str], ...]:
        """Return a text in parts, each with the colour of the chips in it: ``("2 red,", "red")``, ``(" ", "")``."""
        return _with_colours(text, self.chip_set) if self.chip_set is not None else ((text, ""),)

    def handed_out(self, chips: int, players: int) -> str:
        """Return the chips by colour to hand out for a buy-in; empty without a chip set, or if it has too few."""
        if self.chip_set is None or chips <= 0:
            return ""
        return _handed_out(chips, self.chip_set, max(players, 1))

    def buy_in(self, chips: int, players: int) -> str:
        """Return the chips to hand out and their price: ``2 red, 4 white, €3.50``; either part may be missing."""
        return ", ".join(filter(None, (self.handed_out(chips, players), self.money(chips))))


def chip_set_of(chips: list[dict[str, object]]) -> ChipSet | None:
    """Return a stored chip set; None if the table has none."""
    return ChipSet(tuple(Chip(**chip) for chip in chips)) if chips else None  # type: ignore[arg-type]


@lru_cache(maxsize=1024)
def _colours(chips: int, chip_set: ChipSet) -> str:
    return pile_text(in_chips(chips, chip_set))


@lru_cache(maxsize=256)
def _handed_out(chips: int, chip_set: ChipSet, players: int) -> str:
    return pile_text(buy_in(chips, chip_set, players))


@lru_cache(maxsize=1024)
def _with_colours(text: str, chip_set: ChipSet) -> tuple[tuple[str, str], ...]:
    longest_first = sorted((chip.colour for chip in chip_set.chips), key=len, reverse=True)
    chips = re.compile(rf"([0-9]+ (?:{'|'.join(map(re.escape, longest_first))})(?!\w),?)")
    # Every second part is a number of chips.
    parts = enumerate(chips.split(text))
    return tuple((part, drawn_colour(part.rstrip(",")) if at % 2 else "") for at, part in parts if part)


#: Sets that many tables have, with the values that casinos and makers of chips give to colours.
STANDARD_SETS = tuple(
    tuple(Chip(colour, value) for colour, value in chips)
    for chips in (
        (("white", 1), ("red", 5), ("blue", 10)),
        (("white", 1), ("red", 5), ("green", 25), ("black", 100)),
        (("white", 1), ("red", 5), ("blue", 10), ("green", 25), ("black", 100)),
        (("red", 5), ("green", 25), ("black", 100), ("purple", 500)),
        (("green", 25), ("black", 100), ("purple", 500), ("yellow", 1000)),
    )
)

#: The fewest and the most of its smallest chips that a buy-in from a usual set is worth.
_MIN_SMALL_CHIPS, _MAX_SMALL_CHIPS = 20, 500


def standard_sets(buy_in: int, amounts: Sequence[int]) -> list[tuple[Chip, ...]]:
    """Return the usual sets that suit a buy-in and make the ``amounts`` of the stakes."""
    return [
        chips
        for chips in STANDARD_SETS
        if _MIN_SMALL_CHIPS <= buy_in // chips[0].value <= _MAX_SMALL_CHIPS
        and all(amount % chips[0].value == 0 for amount in (buy_in, *amounts))
    ]


def set_text(chips: Sequence[Chip]) -> str:
    """Return a set as text: ``white 1, red 5, blue 10``."""
    return ", ".join(f"{chip.colour} {chip.value}" for chip in chips)
