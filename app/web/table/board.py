"""What lies on the table, as several screens draw it: cards, hands, announcements."""

from __future__ import annotations

from dataclasses import dataclass

from app.cards.card import parse_card
from app.hand.settlement.summary import AwardView, PlayView
from app.hand.view import CardView, SeatView, View
from app.web.table.keys import Key, face_of, key_named
from app.web.table.sayings import sayings


@dataclass(frozen=True, slots=True)
class TableCard:
    """How a card on the table is drawn: its text, suit class, accessible name and whether it is wild."""

    face: str
    suit: str
    name: str
    wild: bool


@dataclass(frozen=True, slots=True)
class WinningCard:
    """A card of a hand that won and, where it is wild, the card that it plays as.

    It has two ``cards`` where both together make a wild one.
    """

    cards: tuple[TableCard, ...]
    plays_as: Key | None

    @property
    def name(self) -> str:
        """The card in words: ``5 of hearts, plays as Ace of spades``."""
        names = " and ".join(card.name for card in self.cards)
        verb = "plays as" if len(self.cards) == 1 else "play as"
        return f"{names}, {verb} {self.plays_as.name}" if self.plays_as else names


@dataclass(frozen=True, slots=True)
class SeatHand:
    """One of several hands in front of a player; the cards that are in none of them have an empty name."""

    name: str
    cards: tuple[TableCard, ...]


@dataclass(frozen=True, slots=True)
class SeatCards:
    """What lies in front of one player, for one kind of viewer: ``view`` is what that viewer may see.

    ``hands`` are the same ``cards`` sorted by hand, where the player has several; ``words`` name the hand as far as it
    can be seen.
    """

    view: SeatView
    cards: tuple[TableCard, ...]
    hands: tuple[SeatHand, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Board:
    """A hand as it lies on the table, for one kind of viewer: ``view`` is what that viewer may see.

    ``seats`` are in deal order, ``middle`` are common cards. ``announcement`` has the sentences announced last.
    ``plays`` are, for each award of the settlement, the cards that won it, where a wild one plays as another.
    """

    view: View
    seats: tuple[SeatCards, ...]
    middle: tuple[TableCard, ...]
    announcement: tuple[str, ...]
    plays: tuple[tuple[WinningCard, ...], ...]

    @property
    def announcement_id(self) -> str:
        """A text that differs for each announcement, even if the words are the same; empty before the first."""
        if self.view.settlement:
            return str(self.view.count)
        return str(self.view.announcements[-1].after) if self.view.announcements else ""


def board(view: View) -> Board:
    """Return the table as a viewer sees it."""
    return Board(
        view=view,
        seats=tuple(_seat_cards(view, seat) for seat in view.seats),
        middle=tuple(map(_table_card, view.middle)),
        announcement=sayings(view),
        plays=tuple(map(_winning_cards, view.settlement.awards)) if view.settlement else (),
    )


def _seat_cards(view: View, seat: SeatView) -> SeatCards:
    return SeatCards(seat, tuple(map(_table_card, seat.cards)), _hands(view, seat), seat.hand or seat.showing)


def _hands(view: View, seat: SeatView) -> tuple[SeatHand, ...]:
    """Return a seat's cards by the hand that each was put in, in the order in which the game names the hands."""
    if not any(card.hand for card in seat.cards):
        return ()
    hands = {name: tuple(_table_card(card) for card in seat.cards if card.hand == name) for name in ("", *view.hands)}
    return tuple(SeatHand(name, cards) for name, cards in hands.items() if name or cards)


def _table_card(card: CardView) -> TableCard:
    return TableCard(*face_of(parse_card(card.text)), card.name, card.wild or card.bug)


def _winning_cards(award: AwardView) -> tuple[WinningCard, ...]:
    """Return the cards that won an award; none if no wild card plays as another, since the hand's name says it all."""
    if not any(card.plays_as for card in award.plays):
        return ()
    return tuple(_winning_card(card) for card in award.plays if card.text != "??" or card.plays_as)


def _winning_card(card: PlayView) -> WinningCard:
    wild = bool(card.plays_as)
    parts = card.made_of or (card,)
    faces = tuple(TableCard(*face_of(parse_card(part.text)), part.name, wild) for part in parts)
    return WinningCard(faces, key_named(card.plays_as))
