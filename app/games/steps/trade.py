"""Trading down cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.games.steps import PAYMENTS, Price, Spec, price_words, step_specs
from app.games.values import Count
from app.text import count_word


@step_specs.add("trade")
@dataclass(frozen=True, slots=True)
class Trade(Spec):
    """Players trade down cards with each other, as many each way.

    ``price``: what a trade costs each of the two.
    ``most``: how many times a player may trade.
    ``both_pay``: trading is not over before both sides of every trade have paid.
    """

    keeps_cards: ClassVar[bool] = False

    price: Price = "ante"
    most: Count = 6
    both_pay: bool = False

    leaves_open = PAYMENTS

    def words(self) -> str:
        cost = price_words(self.price)
        return (
            f"Players may trade down cards with each other, the same number each way, up to {count_word(self.most)} "
            "times. They say only how many cards they offer. "
            f"Each trade costs each of the two {cost}, paid into the pot."
        )
