"""The place of each card in a finished hand, known or dealt: its seat, its face, and the cards it may play with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from app.cards.card import UNSEEN, Card
from app.dataclass import dataclass
from app.games.layout import Laid, Layout
from app.hand.state import State
from app.odds.ahead import Ahead, TurnsUp, make_move
from app.odds.arrays.finished import CARD_BITS, SAME_RANK_BITS, Bits, Dealt, UpPlace, bits_of
from app.odds.dealing import Fill, height_key


@dataclass(frozen=True, slots=True)
class Part:
    """Each seat's known cards as bits, and the numbers of its dealt cards."""

    known: tuple[np.uint64, ...]
    dealt: tuple[tuple[int, ...], ...]

    def bits(self, bits: Bits) -> Bits:
        """Return the cards of each seat in each hand."""
        rows = np.empty((len(self.known), bits.shape[1]), dtype=np.uint64)
        for row, known, numbers in zip(rows, self.known, self.dealt, strict=True):
            row[:] = known
            for number in numbers:
                row |= bits[number]
        return rows


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices of down cards under a limit, and the choices of other cards beside them."""

    limited: tuple[Part, ...] = ()
    beside: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Turns:
    """The turning up of seats' highest down cards, in many hands.

    Each of ``turns`` holds the numbers of a seat's down cards and how many go up: the highest swap places with the
    first. The ``known`` cards are numbered after the dealt ones. ``heights`` gives the index of each card in ``cards``,
    which is sorted from low to high.
    """

    turns: tuple[tuple[tuple[int, ...], int], ...]
    known: NDArray[np.uint8]
    heights: NDArray[np.uint8]
    cards: NDArray[np.uint8]

    def apply(self, cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the dealt cards, then the known ones, as they lie after all turns."""
        if not self.turns:
            return cards
        known = np.broadcast_to(self.known[:, None], (self.known.size, cards.shape[1]))
        rows = self.heights[np.concatenate([cards, known])]
        for numbers, count in self.turns:
            for at, number in enumerate(numbers[:count]):
                highest = rows[number]
                for other in numbers[at + 1 :]:
                    lower = np.minimum(highest, rows[other])
                    np.maximum(highest, rows[other], out=highest)
                    rows[other] = lower
        turned: NDArray[np.uint8] = self.cards[rows]
        return turned


@dataclass(frozen=True, slots=True)
class Places:
    """The place of each card in a finished hand: in a seat's hand, on the board, in the layout, among the up-cards."""

    seats: dict[int, list[Card | Dealt]]
    common: list[Card | Dealt]
    layout: dict[str, Card | Dealt]
    ups: tuple[UpPlace, ...]
    turns: Turns


@dataclass(frozen=True, slots=True)
class FinishedHands:
    """Many finished hands. ``cards`` are the dealt cards, a row for each number; ``bits`` are the same as bits.

    ``stopped`` marks the hands without a showdown; None if all have one. ``down`` and ``up`` have a row for each seat
    still in; ``common`` is the board.
    """

    places: Places
    choices: Choices
    cards: NDArray[np.uint8]
    bits: Bits
    stopped: NDArray[np.bool_] | None
    down: Bits
    up: Bits
    common: Bits

    @property
    def count(self) -> int:
        """The number of hands."""
        return int(self.cards.shape[1])

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats still in, in the order of the rows."""
        return tuple(self.places.seats)

    def played(self) -> Iterator[Bits]:
        """Yield each choice of cards that may play together, a row for each seat; all cards if there is no limit."""
        if not self.choices.limited:
            yield self.down | self.up | self.common
        beside = [part.bits(self.bits) for part in self.choices.beside]
        for part in self.choices.limited:
            limited = part.bits(self.bits)
            for others in beside:
                yield limited | others

    def card_bits(self, place: Card | Dealt) -> Bits:
        """Return the card in a place as a bit: one for all hands if it is known."""
        return CARD_BITS.take(self.cards[place.number] if isinstance(place, Dealt) else [place])

    def rank_bits(self, place: Card | Dealt) -> Bits:
        """Return all cards of the rank of the card in a place: one set for all hands if it is known."""
        return SAME_RANK_BITS.take(self.cards[place.number] if isinstance(place, Dealt) else [place])


def places_of(ahead: Ahead, fill: Fill) -> Places | None:
    """Return the place of each card; None if a seat may turn up only its newest down cards."""
    if any(isinstance(move, TurnsUp) and move.newest for move in ahead.moves):
        return None
    end = fill.state
    seats: dict[int, list[Card | Dealt]] = {seat: [held.card for held in end.players[seat].cards] for seat in end.live}
    common: list[Card | Dealt] = list(end.common_cards)
    layout: dict[str, Card | Dealt] = dict(end.recall(Laid).cards)
    ups: list[Card | Dealt] = [up.card for up in end.up_cards]
    for number, slot in enumerate(fill.slots):
        if slot.seat is not None:
            seats[slot.seat][slot.at] = Dealt(number)
        if slot.common_at is not None:
            common[slot.common_at] = Dealt(number)
        if slot.place:
            layout[slot.place] = Dealt(number)
        if slot.up_at is not None:
            ups[slot.up_at] = Dealt(number)
    turns = _turns(ahead, seats, ups, len(fill.slots))
    return Places(seats, common, layout, _up_places(ahead.state, end, ups), turns)


def _turns(ahead: Ahead, seats: dict[int, list[Card | Dealt]], ups: list[Card | Dealt], dealt: int) -> Turns:
    """Return what seats turn up, and enter it in ``ups``; known cards are numbered after the ``dealt`` ones."""
    state, turns, known = ahead.state, [], list[Card]()
    for move in ahead.moves:
        if isinstance(move, TurnsUp):
            own, down = seats[move.seat], list[Dealt]()
            for at in (at for at, held in enumerate(state.players[move.seat].cards) if not held.up):
                place = own[at]
                if not isinstance(place, Dealt):
                    known.append(place)
                    own[at] = place = Dealt(dealt + len(known) - 1)
                down.append(place)
            turned, first = down[: move.count or len(down)], len(state.up_cards)
            ups[first : first + len(turned)] = turned
            turns.append((tuple(place.number for place in down), len(turned)))
        state = make_move(state, move)
    order = np.array(sorted(map(Card, range(54)), key=height_key(state)), dtype=np.uint8)
    return Turns(tuple(turns), np.array(known, dtype=np.uint8), np.argsort(order).astype(np.uint8), order)


def _up_places(start: State, end: State, ups: list[Card | Dealt]) -> tuple[UpPlace, ...]:
    """Return the up-cards in order, with those beside each when it came."""
    places: list[UpPlace] = []
    for card, up in zip(ups, end.up_cards, strict=True):
        beside: tuple[Card | Dealt, ...] = up.beside
        if isinstance(card, Dealt) and up.seat is not None:
            earlier = (place.card for place in places if place.seat == up.seat and isinstance(place.card, Dealt))
            beside = (*start.players[up.seat].up, *earlier)
        if card != UNSEEN:
            places.append(UpPlace(card, up.seat, up.street, beside))
    return tuple(places)


def face_cards(state: State, places: Places, *, up: bool) -> Part:
    """Return the cards of each seat that are face up, or face down."""
    rows = []
    for seat in state.live:
        held = zip(places.seats[seat], state.players[seat].cards, strict=True)
        rows.append([card for card, own in held if own.up == up])
    return part_of(rows)


def part_of(rows: Iterable[Sequence[Card | Dealt]]) -> Part:
    """Return cards, a row for each seat, split into known and dealt ones."""
    rows = list(rows)
    known = tuple(bits_of(card for card in row if not isinstance(card, Dealt)) for row in rows)
    return Part(known, tuple(tuple(card.number for card in row if isinstance(card, Dealt)) for row in rows))


def choices_of(state: State, places: Places) -> Choices | None:
    """Return the choices of down cards that may play, and of other cards beside them; no choices if all may play.

    None if some seats have more cards to choose from than others, if both down cards and lines are limited, or if
    hands may use different numbers of cards.
    """
    use, layout = state.game.use, state.game.layout
    if use.own or len(use.counts) > 1:
        return None
    exactly = next(iter(use.counts), None)
    limit = use.at_most if use.at_most is not None else exactly
    if layout.lines:
        return _on_lines(layout, places) if limit is None and layout.use == "any" else None
    if limit is None:
        return Choices()
    limited: list[list[Card | Dealt]] = []
    free: list[list[Card | Dealt]] = []
    for seat in state.live:
        cards = [*zip(places.seats[seat], state.players[seat].cards, strict=True)]
        all_own = exactly is not None and not state.game.has_up_cards  # including a card exposed by mistake
        is_limited = [
            all_own if own.up else not use.of_first or 0 < own.down_number <= use.of_first for _, own in cards
        ]
        limited.append([card for (card, _), counts in zip(cards, is_limited, strict=True) if counts])
        free.append([card for (card, _), counts in zip(cards, is_limited, strict=True) if not counts])
        free[-1] += places.common
    if len({(len(row), len(others)) for row, others in zip(limited, free, strict=True)}) > 1:
        return None
    if all(row == free[0] for row in free):
        free = free[:1]  # the board alone
    downs = combinations(range(len(limited[0])), min(limit, len(limited[0])))
    others = 5 - exactly if exactly is not None else len(free[0])
    beside = combinations(range(len(free[0])), min(others, len(free[0])))
    return Choices(_picked(limited, downs), _picked(free, beside))


def _on_lines(layout: Layout, places: Places) -> Choices:
    """Return all cards of each seat, with the board and one line of the layout beside them."""
    laid = places.layout
    board = [card for card in places.common if card not in laid.values()]
    lines = ([laid[name] for name in line.names if name in laid] for line in layout.lines)
    beside = ([*board, *(card for card in line if card in places.common)] for line in lines)
    return Choices((part_of(places.seats.values()),), tuple(part_of([row]) for row in beside))


def _picked(rows: list[list[Card | Dealt]], picks: Iterable[Sequence[int]]) -> tuple[Part, ...]:
    return tuple(part_of([[row[at] for at in pick] for row in rows]) for pick in picks)
