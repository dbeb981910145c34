"""Cards for sale beside the deck, or one that is kept or passed on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.games.steps import PAYMENTS, Price, Spec, price_words, step_specs
from app.text import count_word, listing, sentence

#: The longest row, and the highest price of a card in it.
_MOST_CARDS, _MOST_PRICES = 10, 100


@step_specs.add("market")
@dataclass(frozen=True, slots=True)
class Market(Spec):
    """In turn from the dealer's left, each player takes a card from an open row or off the deck; the row is refilled.

    ``price``: one unit of the prices.
    ``row``: how many units each card in the row costs, the oldest card first. In a row of one, the card is
    taken, or passed on to the left for one off the deck.
    ``deck``: how many units a card off the deck costs.
    ``face``: whether a card off the deck comes up or down.
    ``swap``: the card replaces one thrown away first; from the row it comes face up or down as that one lay. A player
    who keeps their cards stands.
    ``last_takes``: the last player may not take a card off the deck while the row has any.
    ``stays``: cards left in the row stay there for the next market; otherwise they are thrown away.
    """

    price: Price = "ante"
    row: tuple[int, ...] = (1, 2, 3)
    deck: int = 0
    face: Literal["up", "down"] = "up"
    swap: bool = False
    last_takes: bool = False
    stays: bool = False

    joins_street = True
    brings_up = True

    def __post_init__(self) -> None:
        if not 0 < len(self.row) <= _MOST_CARDS:
            raise ValueError(f"a row has 1 to {_MOST_CARDS} cards")
        if max(*self.row, self.deck) > _MOST_PRICES:
            raise ValueError(f"a card costs {_MOST_PRICES} times the price at most")

    @property
    def adds(self) -> int:
        return int(not self.swap)

    @property
    def replaces(self) -> int:
        return int(self.swap)

    @property
    def may_stand(self) -> bool:
        """Whether a player may go without a card."""
        return self.swap or (self.price not in (0, "free") and 0 not in (*self.row, self.deck))

    @property
    def leaves_open(self) -> tuple[str, ...]:
        return () if self.price in (0, "free") or not any((*self.row, self.deck)) else PAYMENTS

    def words(self, holder: str = "player") -> str:
        text = f"In turn from the dealer's left, each {holder} "
        text += "stands, or throws a card away and takes" if self.swap else "may take" if self.may_stand else "takes"
        deck = f"one off the deck face {self.face}{self._for(self.deck)}"
        if len(self.row) == 1:
            text = (
                f"A card is turned up. {text} it{self._for(self.row[0])}, or passes it on to the left and gets {deck}."
            )
            text += " Once somebody takes it, the next player is offered a new one."
            left = "stays for the next round" if self.stays else "is thrown away"
            text += "" if self.last_takes else f" Passed on by the last player, it {left}."
        else:
            cards, costs = count_word(len(self.row)), listing(map(self._cost, self.row))
            text = f"{sentence(cards)} cards lie open in a row. {text} one of these, or {deck}."
            text += f" They cost {costs}, the one that has lain there longest first." * any(self.row)
            text += " The row is filled up each time."
        if self.swap:
            text += " A card of the row comes up or down as the thrown one lay."
        return f"{text} The last player must take what lies there." if self.last_takes else text

    def _for(self, count: int) -> str:
        cost = self._cost(count)
        return "" if cost == "nothing" else f" for {cost}"

    def _cost(self, count: int) -> str:
        """Return the cost of this many units."""
        if not count or self.price in (0, "free"):
            return "nothing"
        if isinstance(self.price, int):
            return price_words(count * self.price)
        return f"{count_word(count)} times {price_words(self.price)}" if count > 1 else price_words(self.price)
