"""Acts on the game and its value: stakes, house rules, the rotation, and the worth of a chip."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from app.dataclass import dataclass
from app.games.house import Stakes
from app.money.amounts import money_text
from app.night import models
from app.night.acts.act import Act, ActError, Change, Coins, valid
from app.night.acts.people import Give
from app.night.ledger import total
from app.night.models import Ledger, Seat
from app.night.rotation import read_rotation, rotation_to_json
from app.night.validation import validate_house, validate_money, validate_stakes
from app.text import sentence


@dataclass(frozen=True, slots=True)
class NewStakes(Act):
    """The stakes of the next hands, field by field; ``words`` describe them."""

    kind = "stakes"
    supersedes = ()

    stakes: Mapping[str, Any]
    words: str

    def perform(self, change: Change) -> None:
        change.set(change.night, stakes_raw=valid(validate_stakes(Stakes(**self.stakes))))

    def line(self, coins: Coins = str) -> str:
        return f"The stakes are {self.words}"

    def brief(self, coins: Coins = str) -> str:
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

    def perform(self, change: Change) -> None:
        change.set(change.night, house=valid(validate_house(self.house)))

    def line(self, coins: Coins = str) -> str:
        return f"House rules: {len(self.house) or 'none'} changed"

    def brief(self, coins: Coins = str) -> str:
        return "new house rules"


@dataclass(frozen=True, slots=True)
class NewRotation(Act):
    """The rotation of the next hands, empty for none; ``words`` describe the change."""

    kind = "rotation"
    supersedes = ()

    rotation: Mapping[str, Any]
    words: str

    def perform(self, change: Change) -> None:
        change.set(
            change.night, rotation=rotation_to_json(valid(read_rotation(self.rotation))) if self.rotation else None
        )

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

    def perform(self, change: Change) -> None:
        night = change.night
        valid(validate_money(self.currency, self.worth, self.chips))
        if self.currency != night.currency:
            _check_no_money(change)
        change.set(night, currency=self.currency, worth=self.worth, chips=[dict(chip) for chip in self.chips])
        _reprice_gifts(change, self.worth)

    def undo(self, change: Change) -> None:
        """Refuse if the currency changed and money has been entered in it since."""
        (row,) = change.rows
        if row["was"]["currency"] != self.currency:
            _check_no_money(change)
        _reprice_gifts(change, row["was"]["worth"])

    def line(self, coins: Coins = str) -> str:
        chips = ", ".join(f"{chip['colour']} {chip['value']}" for chip in self.chips)
        return ": ".join(filter(None, (sentence(self.brief()), chips)))

    def brief(self, coins: Coins = str) -> str:
        """Return what a chip will be worth, in the act's own currency: the night may have another one, or none."""
        if not self.currency:
            return "the table plays for chips alone"
        return f"a chip is worth {money_text(self.worth, self.currency)}"


def _reprice_gifts(change: Change, worth: int) -> None:
    """Settle chips given away, or paid for on the spot, at another worth of a chip: nobody owes for them.

    The new rows belong to the acts that gave the chips.
    """
    session, acts = change.session, select(models.Act).where(models.Act.night_id == change.night.id)
    for given in session.scalars(acts.where(models.Act.kind == Give.kind, models.Act.status == "done")):
        if given.data.get("owed", True):
            continue
        giver, receiver = (session.get_one(Seat, given.data[field]).player_id for field in ("seat", "to"))
        purse = select(total()).where(Ledger.act_id == given.id, Ledger.account == "purse")
        more = given.data["chips"] * worth + session.scalars(purse).one()
        Change(session, change.night, given.id).owe(giver, receiver, more, "transfer")


def _check_no_money(change: Change) -> None:
    """Refuse to replace the night's currency once money has been entered in it, except for chips given away."""
    entered = select(Ledger.id).join(models.Act, models.Act.id == Ledger.act_id)
    entered = entered.where(Ledger.night_id == change.night.id, Ledger.account == "purse", Ledger.kind != "transfer")
    if change.session.scalar(entered.where(models.Act.status == "done").limit(1)) is not None:
        raise ActError("currency", f"expenses or payments have been entered in {change.night.currency}")
