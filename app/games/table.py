"""The rules' view of a hand: its cards in the order dealt, and no chips."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TypeVar

from app.cards.card import UNSEEN, Card, has_rank, rank_of
from app.dataclass import dataclass
from app.games.values import one_rank

N = TypeVar("N")


@dataclass(frozen=True, slots=True)
class UpCard:
    """A card dealt or turned face up; ``seat`` is None in the middle.

    ``street`` is the number of its street; ``beside`` are the other up-cards that its owner held when it came. Cards
    turned up together share a number, ``together``, and a house rule orders them; for a card that came alone it is 0.
    """

    card: Card
    seat: int | None
    street: int
    together: int = 0
    beside: tuple[Card, ...] = ()

    def is_rank(self, letter: str) -> bool:
        """Return whether the card is of a rank, given by its letter."""
        return has_rank(self.card) and rank_of(self.card) == one_rank(letter)


@dataclass(frozen=True, slots=True)
class PlayerCards:
    """A player's cards; ``down`` has UNSEEN for each unknown card. ``live``: the player has not folded."""

    name: str
    live: bool
    up: tuple[Card, ...] = ()
    down: tuple[Card, ...] = ()

    @property
    def known(self) -> tuple[Card, ...]:
        """Return every card whose face is known, the up-cards first."""
        return tuple(card for card in self.up + self.down if card != UNSEEN)


@dataclass(frozen=True, slots=True)
class Table:
    """The cards of a hand as rules see them.

    ``ups`` holds every up-card of this deal in the order it appeared, including those of players who have since folded.
    ``street`` is the number of the current street, ``street_open`` whether it still brings up-cards, ``more_ups``
    whether it or any later one does. ``notes`` are left by steps for rules to read. ``low_hole_ace``: an ace counts low
    as a player's lowest down card. ``from_0_2``: the hand was begun in version 0.2 and keeps its rules.
    """

    seats: tuple[PlayerCards, ...]
    ups: tuple[UpCard, ...] = ()
    common: tuple[Card, ...] = ()
    street: int = 0
    street_open: bool = True
    more_ups: bool = True
    notes: Mapping[type, object] = field(default_factory=dict)
    low_hole_ace: bool = False
    from_0_2: bool = False

    def recall(self, note: type[N]) -> N:
        """Return the note of this type that a step left, or an empty one."""
        return recall(self.notes, note)


@dataclass(frozen=True, slots=True)
class NamedRank:
    """The rank that a player has named as wild, and that player's seat; None until then."""

    rank: int | None = None
    namer: int | None = None


@dataclass(frozen=True, slots=True)
class NamedWild:
    """The wild cards that the dealer has named, as :func:`app.games.values.wild_cards` reads them.

    ``everyone``: the cards wild for all players; ``own``: further ones by seat. ``ruled``: the dealer has answered,
    even if with none.
    """

    everyone: str = ""
    own: Mapping[int, str] = field(default_factory=dict)
    ruled: bool = False


def recall(notes: Mapping[type, object], note: type[N]) -> N:
    """Return the note of a type, or an empty one."""
    left = notes.get(note)
    return left if isinstance(left, note) else note()
