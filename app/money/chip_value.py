"""The value of chips as shown on screens: in chips by color, and in money."""

from __future__ import annotations

import re
from functools import lru_cache

from app.dataclass import dataclass
from app.money.amounts import money_text
from app.money.chipset import Chip, ChipSet, buy_in, in_chips, pile_text


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
        """Return chips by color: ``2 red, 4 white``; empty without a chip set, or if it cannot make them exactly."""
        return _colours(chips, self.chip_set) if self.chip_set is not None and chips > 0 else ""

    def both(self, chips: int) -> str:
        """Return chips by color and in money: ``2 red, 4 white, €3.50``; either part may be missing."""
        return ", ".join(part for part in (self.colours(chips), self.money(chips) if chips else "") if part)

    def in_money(self, text: str) -> str:
        """Return a text with its numbers of chips as money: ``ante €0.10``; empty if the table plays for chips only."""
        return re.sub(r"[0-9]+", lambda number: self.money(int(number[0])), text) if self.currency else ""

    def handed_out(self, chips: int, players: int) -> str:
        """Return the chips by color to hand out for a buy-in; empty without a chip set, or if it has too few."""
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
