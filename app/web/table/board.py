"""What lies on the table, as the dealer's screen and the television both show it: faces, hands, words."""

from __future__ import annotations

from dataclasses import dataclass

from app.cards.card import parse_card
from app.hand.settlement.summary import AwardView, PlayView
from app.hand.view import CardView, SeatView, View
from app.web.table.keys import Key, face_of, key_named
from app.web.table.sayings import sayings


@dataclass(frozen=True, slots=True)
class Face:
    """A card lying on the table: what is printed on it, its suit's class, its name, and whether it is wild."""

    face: str
    suit: str
    name: str
    wild: bool


@dataclass(frozen=True, slots=True)
class Play:
    """A card of a hand that won, and the card that it plays as, where it is a wild one that plays as another.

    There are two ``cards`` where both together make a wild one.
    """

    cards: tuple[Face, ...]
    plays_as: Key | None

    @property
    def name(self) -> str:
        """It in words: ``5 of hearts, plays as Ace of spades``."""
        held = " and ".join(card.name for card in self.cards)
        verb = "plays as" if len(self.cards) == 1 else "play as"
        return f"{held}, {verb} {self.plays_as.name}" if self.plays_as else held


@dataclass(frozen=True, slots=True)
class Spread:
    """One of several hands that lie before a player, by its name; without one the cards that are in none."""

    name: str
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Lying:
    """What lies before one player. ``hands`` are the same ``cards`` where several hands lie there; ``words`` name the
    hand, as far as it can be seen.
    """

    of: SeatView
    cards: tuple[Face, ...]
    hands: tuple[Spread, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Board:
    """A hand as it lies on the table, for one kind of viewer: ``view`` is what that viewer may see.

    ``seats`` are in deal order. ``said`` is what was announced last. ``plays`` are, for each award of the settlement,
    the cards that won it, where a wild one among them plays as another card.
    """

    view: View
    seats: tuple[Lying, ...]
    middle: tuple[Face, ...]
    said: tuple[str, ...]
    plays: tuple[tuple[Play, ...], ...]


def board(seen: View) -> Board:
    """The table as somebody sees it."""
    return Board(
        view=seen,
        seats=tuple(_lying(seen, seat) for seat in seen.seats),
        middle=tuple(map(_face, seen.middle)),
        said=sayings(seen),
        plays=tuple(map(_plays, seen.settlement.awards)) if seen.settlement else (),
    )


def place_of(seat: int, count: int, near: int | None = None) -> str:
    """The classes that say where a seat lies, of so many, clockwise; the last is nearest unless another is ``near``.

    On its side, the first half goes along the top from left to right and the rest back along the bottom, so that the
    nearest seat is at the bottom left. Upright, the first half climbs the left side and the rest comes down the right.
    """
    if near is not None:
        seat = (seat - near - 1) % count
    half = columns_of(count)
    if seat < half:
        return f"a1{seat + 1} u{half - seat}1"
    return f"a2{count - seat} u{seat - half + 1 + (2 * half - count)}2"


def columns_of(count: int) -> int:
    """How many seats lie in a row, of so many."""
    return (count + 1) // 2


def _lying(seen: View, seat: SeatView) -> Lying:
    return Lying(seat, tuple(map(_face, seat.cards)), _hands(seen, seat), seat.hand or seat.showing)


def _hands(seen: View, seat: SeatView) -> tuple[Spread, ...]:
    """The cards of a seat by the hand that each was put in, in the order in which the game names them."""
    if not any(card.hand for card in seat.cards):
        return ()
    groups = {name: tuple(_face(card) for card in seat.cards if card.hand == name) for name in ("", *seen.hands)}
    return tuple(Spread(name, cards) for name, cards in groups.items() if name or cards)


def _face(card: CardView) -> Face:
    return Face(*face_of(parse_card(card.text)), card.name, card.wild or card.bug)


def _plays(award: AwardView) -> tuple[Play, ...]:
    """The cards that won an award; none where no wild card among them plays as another: the hand's name says it all."""
    if not any(one.plays_as for one in award.plays):
        return ()
    return tuple(_play(one) for one in award.plays if one.text != "??" or one.plays_as)


def _play(card: PlayView) -> Play:
    wild = bool(card.plays_as)
    faces = (Face(*face_of(parse_card(one.text)), one.name, wild) for one in card.made_of or (card,))
    return Play(tuple(faces), key_named(card.plays_as))
