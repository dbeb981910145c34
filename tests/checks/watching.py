"""What somebody at the table sees of a hand: the cards in the order in which they come, in letters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from app.cards.card import card_text
from app.hand.state import State

UNSEEN = "??"


@dataclass(frozen=True)
class Up:
    """A card that has come face up. ``seat`` is None for one in the middle; ``street`` counts its owner's.

    ``beside`` are the other up-cards that its owner had then.
    """

    card: str
    seat: int | None
    street: int
    beside: tuple[str, ...] = ()


@dataclass
class Seen:
    """The cards of a hand as they lie: ``ups`` are all up-cards of this deal in order, also those thrown away since.

    ``up`` and ``down`` are what each seat holds, ``??`` where nobody knows a card; ``common`` are the cards in the
    middle, ``named`` is the rank that a player has named.
    """

    up: list[list[str]]
    down: list[list[str]]
    ups: list[Up] = field(default_factory=list)
    common: list[str] = field(default_factory=list)
    named: str = ""

    def watch(self, line: str, after: State) -> None:
        """See one action: its line, and the cards as they lie after it."""
        words = line.split()
        if words[1] == "redeal":
            self.ups, self.common, self.named = [], [], ""
        if words[1] == "names":
            self.named = words[2]
        showing = {card for cards in self.up for card in cards}
        for seat, player in enumerate(after.players):
            up = texts(held.card for held in player.cards if held.up)
            new = [card for card in up if card not in showing]  # partners' cards only change places
            for at, card in enumerate(new):
                street = 1 + sum(earlier.seat == seat for earlier in self.ups)
                later = new[at:]
                self.ups.append(Up(card, seat, street, tuple(other for other in up if other not in later)))
            self.up[seat] = up
            self.down[seat] = texts(held.card for held in player.cards if not held.up)
        if words[1] == "db":
            laid = [words[2][at : at + 2] for at in range(0, len(words[2]), 2)]
            # Cards that are auctioned or drafted belong to whoever takes them, and come up then.
            taken = {*texts(after.offered_cards)}.union(*self.up)
            for card in laid:
                if card not in taken:
                    street = max((earlier.street for earlier in self.ups), default=1)
                    self.ups.append(Up(card, None, street))
            # A card in the centre that belongs to nobody is none of them.
            self.common += [card for card in laid if card in texts(after.common_cards)]


def first_sight(state: State) -> Seen:
    """Return what is seen before the first card."""
    return Seen([[] for _ in state.players], [[] for _ in state.players])


def texts(cards: Iterable[int]) -> list[str]:
    return [card_text(card) for card in cards]
