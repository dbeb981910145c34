"""Steps that sell cards from an open row, or offer one card to keep or pass on."""

from __future__ import annotations

from typing import Literal

from app.dataclass import dataclass
from app.games.steps import FREE, PAYMENTS, Price, Spec, price_text, step_specs
from app.text import count_word, listing, sentence, times_word

#: The longest row, and the highest price of a card in it.
_MAX_CARDS, _MAX_PRICES = 10, 100


@step_specs.add("market")
@dataclass(frozen=True, slots=True)
class Market(Spec):
    """In turn from the dealer's left, each player takes a card from an open row or off the deck; the row is refilled.

    ``price``: one unit of the prices.
    ``row``: what each card in the row costs, the oldest card first: a number of units, or a price by its name, such as
    ``maximum bet``. In a row of one, the card is taken, or passed on to the left for one off the deck.
    ``deck``: what a card off the deck costs, in the same way.
    ``face``: whether a card off the deck comes up or down.
    ``swap``: the card replaces one thrown away first; one from the row comes face up or down as the discard was. A
    player who keeps their cards stands.
    ``last_takes``: the last player may not take a card off the deck while the row has any.
    ``stays``: cards left in the row stay there for the next market; otherwise they are thrown away.
    """

    price: Price = "ante"
    row: tuple[Price, ...] = (1, 2, 3)
    deck: Price = 0
    face: Literal["up", "down"] = "up"
    swap: bool = False
    last_takes: bool = False
    stays: bool = False

    joins_street = True
    brings_up = True

    def __post_init__(self) -> None:
        if not 0 < len(self.row) <= _MAX_CARDS:
            raise ValueError(f"a row has 1 to {_MAX_CARDS} cards")
        if any(isinstance(cost, int) and cost > _MAX_PRICES for cost in self.costs):
            raise ValueError(f"a card costs {_MAX_PRICES} times the price at most")

    @property
    def costs(self) -> tuple[Price, ...]:
        """The costs of all cards, including one off the deck, as the game file gives them."""
        return (*self.row, self.deck)

    @property
    def adds(self) -> int:
        return int(not self.swap)

    @property
    def replaces(self) -> int:
        return int(self.swap)

    @property
    def may_stand(self) -> bool:
        """Whether a player may decline a card."""
        return self.swap or not any(map(self._is_free, self.costs))

    @property
    def leaves_open(self) -> tuple[str, ...]:
        return () if all(map(self._is_free, self.costs)) else PAYMENTS

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
            text += "" if self.last_takes else f" If the last player passes it on too, it {left}."
        else:
            cards, costs = count_word(len(self.row)), listing(map(self._cost, self.row))
            text = f"{sentence(cards)} cards lie open in a row. {text} one of these, or {deck}."
            text += f" Those in the row cost {costs}, the oldest first." * (not all(map(self._is_free, self.row)))
            text += " The row is refilled each time."
        if self.swap:
            text += " A card from the row goes face up or down, as the discard was."
        return f"{text} The last player must take what lies there." if self.last_takes else text

    def _is_free(self, cost: Price) -> bool:
        return cost in FREE or (isinstance(cost, int) and self.price in FREE)

    def _for(self, cost: Price) -> str:
        return "" if self._is_free(cost) else f" for {self._cost(cost)}"

    def _cost(self, cost: Price) -> str:
        if self._is_free(cost):
            return "nothing"
        if not isinstance(cost, int):
            return price_text(cost)
        if isinstance(self.price, int):
            return price_text(cost * self.price)
        return f"{times_word(cost)} {price_text(self.price)}" if cost > 1 else price_text(self.price)
