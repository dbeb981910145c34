"""What somebody at the table sees of a hand: the cards in the order in which they come, in letters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from app.cards.card import card_text
from app.hand.state import State

UNSEEN = "??"

#: Cards from the lowest up, by suit among equals.
ORDER = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"] + ["Jb", "Jr"]


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
    middle, ``named`` is the rank that a player has named. ``turned`` are cards turned up together that have yet to
    count, unless they count ``as_tapped``.
    """

    up: list[list[str]]
    down: list[list[str]]
    ups: list[Up] = field(default_factory=list)
    common: list[str] = field(default_factory=list)
    named: str = ""
    turned: list[tuple[int, str]] = field(default_factory=list)
    as_tapped: bool = False

    def watch(self, line: str, after: State) -> None:
        """See one action: its line, and the cards as they lie after it."""
        words = line.split()
        if words[1] == "redeal":
            self.ups, self.common, self.named, self.turned = [], [], "", []
        if words[1] == "names":
            self.named = words[2]
        showing = {card for cards in self.up for card in cards}
        for seat, player in enumerate(after.players):
            up = texts(held.card for held in player.cards if held.up)
            new = [card for card in up if card not in showing]  # partners' cards only change places
            self.up[seat] = up
            self.down[seat] = texts(held.card for held in player.cards if not held.up)
            if words[1] == "up" and not self.as_tapped:
                self.turned += [(seat, card) for card in new]
            else:
                for card in new:
                    self.count_up(card, seat)
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
        self.count_turned(len(after.up_cards))

    def count_turned(self, counted: int) -> None:
        """Count cards that were turned up together until so many up-cards count.

        They count in the order of the seats, each player's highest card first; those turned up in turn, at once.
        """
        self.turned.sort(key=lambda turned: (turned[0], -ORDER.index(turned[1])))
        while self.turned and len(self.ups) < counted:
            seat, card = self.turned.pop(0)
            self.count_up(card, seat)

    def count_up(self, card: str, seat: int) -> None:
        street = 1 + sum(earlier.seat == seat for earlier in self.ups)
        waiting = {card, *(other for _, other in self.turned)}
        beside = tuple(other for other in self.up[seat] if other not in waiting)
        self.ups.append(Up(card, seat, street, beside))


def first_sight(state: State) -> Seen:
    """Return what is seen before the first card."""
    as_tapped = state.setup.house.turn_order == "as tapped"
    return Seen([[] for _ in state.players], [[] for _ in state.players], as_tapped=as_tapped)


def texts(cards: Iterable[int]) -> list[str]:
    return [card_text(card) for card in cards]
