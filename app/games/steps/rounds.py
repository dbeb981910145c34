"""Steps that offer another card, or repeat earlier steps."""

from __future__ import annotations

from typing import Literal

from app.dataclass import dataclass
from app.games.steps import FREE, PotPrice, Spec, price_text, step_specs
from app.games.values import Count
from app.text import count_word, times_word

#: The most times that steps may be played.
_MAX_TIMES = 60


@step_specs.add("hit")
@dataclass(frozen=True, slots=True)
class Hit(Spec):
    """In turn from the dealer's left, each player may take one more card off the deck, or stand.

    ``face``: whether the card comes up or down.
    ``price``: what it costs; ``pot`` matches the pot, ``half the pot`` pays half of it.
    ``again``: a player who takes a card may take another at once, until they stand.
    ``stands``: a player who has stood this many times in the deal is not asked again; 0 for no limit.
    """

    face: Literal["up", "down"] = "up"
    price: PotPrice = "free"
    again: bool = False
    stands: int = 0

    def __post_init__(self) -> None:
        if self.again and self.price in ("pot", "half the pot"):
            raise ValueError("a price that follows the pot is for one card")

    joins_street = True
    may_repeat = True

    @property
    def brings_up(self) -> bool:
        return self.face == "up"

    def words(self, holder: str = "player") -> str:
        cost = "" if self.price in FREE else f" for {price_text(self.price)}"
        more = ", then another and so on until they stand" if self.again else ""
        text = f"In turn from the dealer's left, each {holder} may take a card face {self.face}{cost}{more}."
        if self.stands:
            text += f" A {holder} who has stood {times_word(self.stands)} is dealt no more cards."
        return text


@step_specs.add("repeat")
@dataclass(frozen=True, slots=True)
class Repeat(Spec):
    """The preceding steps are played again: betting rounds, cards, and declarations.

    The repetition also ends when the deck cannot deal everyone another card.

    ``steps``: how many steps are repeated.
    ``until``: what ends it: nobody taking a card (``all stand``), a player who declares ``in`` (``somebody is in``), a
    player who claims the best hand (``somebody knocks``), or ``most`` alone.
    ``most``: the most times the steps are played in all, 60 or fewer; 0 for no limit.
    """

    steps: Count
    until: Literal["all stand", "somebody is in", "somebody knocks", "most"] = "all stand"
    most: int = 0

    # The repeated steps may bring cards and bets; they count their own up-cards.
    brings_bets = True
    brings_up = True
    ups = 0

    def __post_init__(self) -> None:
        if not (self.until == "most") <= self.most <= _MAX_TIMES:
            raise ValueError(f"most must be 1 to {_MAX_TIMES}, or 0 for no limit where something else ends it")

    def words(self, holder: str = "player") -> str:
        most = f", {times_word(self.most)} in all" if self.most else ""
        if self.until != "all stand":
            steps = "step" if self.steps == 1 else f"{count_word(self.steps)} steps"
            return f"Then the last {steps} again{_UNTIL[self.until]}{most}."
        most = most and f"{most} at most"
        return f"Then bets and cards go on in the same way, also for those who stood, until all stand{most}."


_UNTIL = {
    "somebody is in": " until somebody is in",
    "somebody knocks": " until somebody who claims the best hand knocks",
    "most": "",
}
