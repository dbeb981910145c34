"""Acts on the game and its value: stakes, house rules, the rotation, and the worth of a chip."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from app.dataclass import dataclass
from app.games.house import Stakes
from app.night import models
from app.night.acts.act import Act, Change, Coins
from app.night.models import Ledger
from app.night.rotation import read_rotation, stored
from app.night.validation import Problem, validate_house, validate_money, validate_stakes


@dataclass(frozen=True, slots=True)
class NewStakes(Act):
    """The stakes of the next hands, field by field; ``words`` describe them."""

    kind = "stakes"
    supersedes = ()

    stakes: Mapping[str, Any]
    words: str

    def perform(self, change: Change) -> Problem | None:
        raw = validate_stakes(Stakes(**self.stakes))
        if isinstance(raw, Problem):
            return raw
        change.set(change.night, stakes_raw=raw)
        return None

    def line(self, coins: Coins = str) -> str:
        return f"The stakes are {self.words}"

    def coming(self, coins: Coins = str) -> str:
        return self.words

    def changed(self, stakes: str) -> str:
        """Return what is new compared with other stakes in words; all of these if they leave something out."""
        before, after = stakes.split(", "), self.words.split(", ")
        new = [part for part in after if part not in before]
        return ", ".join(new) if new and len(after) >= len(before) else self.words


@dataclass(frozen=True, slots=True)
class NewHouse(Act):
    """The house rules of the next hands that differ from the usual ones."""

    kind = "house"
    supersedes = ()

    house: Mapping[str, Any]

    def perform(self, change: Change) -> Problem | None:
        rules = validate_house(self.house)
        if isinstance(rules, Problem):
            return rules
        change.set(change.night, house=rules)
        return None

    def line(self, coins: Coins = str) -> str:
        return f"House rules: {len(self.house) or 'none'} changed"

    def coming(self, coins: Coins = str) -> str:
        return "new house rules"


@dataclass(frozen=True, slots=True)
class NewRotation(Act):
    """The rotation of the next hands, empty for none; ``words`` describe the change."""

    kind = "rotation"
    supersedes = ()

    rotation: Mapping[str, Any]
    words: str

    def perform(self, change: Change) -> Problem | None:
        rotation = read_rotation(self.rotation) if self.rotation else None
        if isinstance(rotation, Problem):
            return rotation
        change.set(change.night, rotation=stored(rotation) if rotation is not None else None)
        return None

    def line(self, coins: Coins = str) -> str:
        return self.words


@dataclass(frozen=True, slots=True)
class PlayFor(Act):
    """The value of a chip in the smallest coin of a currency, and the chip set; without a currency, chips only.

    It applies to the whole night, including chips bought before.
    """

    kind = "play-for"
    after_end = True

    currency: str = ""
    worth: int = 0
    chips: tuple[Mapping[str, Any], ...] = ()

    def perform(self, change: Change) -> Problem | None:
        night = change.night
        if problem := validate_money(self.currency, self.worth, self.chips):
            return problem
        if self.currency != night.currency and (problem := _money_entered(change)):
            return problem
        change.set(night, currency=self.currency, worth=self.worth, chips=[dict(chip) for chip in self.chips])
        return None

    def undo(self, change: Change) -> Problem | None:
        """Refuse if the currency changed and money has been entered in it since."""
        (row,) = change.rows
        return _money_entered(change) if row["was"]["currency"] != self.currency else None

    def line(self, coins: Coins = str) -> str:
        return f"A chip is worth {coins(self.worth)}" if self.currency else "The table plays for chips alone"


def _money_entered(change: Change) -> Problem | None:
    """Return why the night's currency can't be replaced, if money has been entered in it; None otherwise."""
    entered = select(Ledger.id).join(models.Act, models.Act.id == Ledger.act_id)
    entered = entered.where(Ledger.night_id == change.night.id, Ledger.account == "purse")
    if change.session.scalar(entered.where(models.Act.status == "done").limit(1)) is None:
        return None
    return Problem("currency", f"expenses or payments have been entered in {change.night.currency}")
