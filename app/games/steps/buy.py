"""Buying an option."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.steps import PAYMENTS, Price, Spec, price_words, step_specs
from app.games.values import Words


@step_specs.add("buy")
@dataclass(frozen=True, slots=True)
class Buy(Spec):
    """In turn from the dealer's left, each player may buy something, at a price paid into the pot.

    ``key``: the name by which later steps ask who has bought it.
    ``what``: what is bought, as the end of the sentence "each player may pay the big bet ...".
    ``price``: what it costs.
    """

    key: Words
    what: Words
    price: Price = "big bet"

    leaves_open = PAYMENTS

    @property
    def sells(self) -> str:
        return self.key

    def words(self) -> str:
        price = price_words(self.price)
        return f"In turn from the dealer's left, each player may pay {price} {self.what}; it is not a bet."
