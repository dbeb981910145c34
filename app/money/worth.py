"""What chips are worth at a table, as screens say it: in the chips of its set by colour, and in money."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from app.money.amounts import money_text
from app.money.chipset import Chip, ChipSet, Pile, buy_in, in_chips, words


@dataclass(frozen=True, slots=True)
class Worth:
    """What is played for: a ``currency`` with what a chip is worth in its smallest coin, and a set of chips.

    Without either the table plays for chips alone, and nothing is said.
    """

    currency: str = ""
    coins_a_chip: int = 0
    chip_set: ChipSet | None = None

    def coins(self, amount: int) -> str:
        """Return an amount of the smallest coin: ``€3.50``, or ``−€3.50`` with the same minus as chips have."""
        return money_text(amount, self.currency).replace("-", "−") if self.currency else ""

    def money(self, chips: int) -> str:
        """Return what chips are worth in money; empty where the table plays for chips alone."""
        return self.coins(chips * self.coins_a_chip)

    def colours(self, chips: int) -> str:
        """Return the chips of the set that make so many: ``2 red, 4 white``; empty where there is none, or none do."""
        return _colours(chips, self.chip_set) if self.chip_set is not None and chips > 0 else ""

    def both(self, chips: int) -> str:
        """Return chips by colour and in money: ``2 red, 4 white, €3.50``; either may be missing."""
        return ", ".join(part for part in (self.colours(chips), self.money(chips) if chips else "") if part)

    def in_money(self, words: str) -> str:
        """Return words about chips with each number of them as money: ``ante €0.10``; empty for chips alone."""
        return re.sub(r"[0-9]+", lambda number: self.money(int(number[0])), words) if self.currency else ""

    def handed_out(self, chips: int, players: int) -> str:
        """Return the chips by colour to hand out for a buy-in; empty where there is no set, or it has too few."""
        if self.chip_set is None or chips <= 0:
            return ""
        return _handed_out(chips, self.chip_set, max(players, 1))


def chip_set_of(chips: list[dict[str, object]]) -> ChipSet | None:
    """Return a stored set of chips; None where the table has not said what chips it has."""
    return ChipSet(tuple(Chip(**chip) for chip in chips)) if chips else None  # type: ignore[arg-type]


@lru_cache(maxsize=1024)
def _colours(chips: int, chip_set: ChipSet) -> str:
    return _said(in_chips(chips, chip_set))


@lru_cache(maxsize=256)
def _handed_out(chips: int, chip_set: ChipSet, players: int) -> str:
    return _said(buy_in(chips, chip_set, players))


def _said(pile: Pile | None) -> str:
    return words(pile) if pile else ""
