"""Dealing what is to come many times at once, and counting who wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from app.cards.card import UNSEEN, Card
from app.games.rules.share import Share
from app.hand.flow import view_table
from app.hand.settlement.contest import Scores, ThrownSurplus, declarations
from app.hand.settlement.pots import Pot
from app.hand.state import State, Teams
from app.odds.ahead import Ahead
from app.odds.arrays.hands import NEVER
from app.odds.arrays.laid import Bits, Dealt, Laid, UpPlace, bits_of, card_bits, rank_bits, ranks_of_places
from app.odds.arrays.shares import Score, share_in_arrays
from app.odds.arrays.wild import Wild, wild_in_arrays
from app.odds.dealing import Ends, Fill, Judge, unknown_cards
from app.odds.figures import End

#: So many hands of all players are scored at once: their arrays stay in the processor's cache.
CHUNK = 12_288

_MOST_BITS = 62


@dataclass(frozen=True, slots=True)
class _Part:
    """The cards of each seat that are known, as bits, and the numbers of those that are dealt."""

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
class _Choices:
    """The choices of down cards under a limit, and of other cards beside them, and all cards of each kind.

    ``columns`` are the same cards one by one, where two down cards and three others play.
    """

    limited: tuple[_Part, ...] = ()
    beside: tuple[_Part, ...] = ()
    limited_cards: _Part = _Part((), ())
    beside_cards: _Part = _Part((), ())
    limited_columns: tuple[tuple[Card | Dealt, ...], ...] = ()
    beside_columns: tuple[tuple[Card | Dealt, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class InArrays:
    """A hand whose rules go on arrays, ready to be dealt."""

    judge: Judge
    fill: Fill
    unknown: tuple[Card, ...]
    seats: tuple[int, ...]
    down: _Part
    up: _Part
    common: _Part
    choices: _Choices
    ups: tuple[UpPlace, ...]
    wilds: tuple[tuple[str, Wild], ...]
    shares: tuple[tuple[str, Score], ...]

    @property
    def contested(self) -> list[Pot]:
        """The pots that several seats play for."""
        return [pot for pot in self.judge.pots if len(pot.seats) > 1]

    def lay(self, cards: NDArray[np.uint8]) -> Laid:
        """Return the hands at their end with these cards dealt."""
        bits = card_bits(cards)
        down, up, common = self.down.bits(bits), self.up.bits(bits), self.common.bits(bits)[0]
        return Laid(
            cards,
            bits,
            rank_bits(cards),
            down,
            up,
            down | up | common,
            common,
            tuple(part.bits(bits) for part in self.choices.limited),
            tuple(part.bits(bits) for part in self.choices.beside),
            self.choices.limited_cards.bits(bits),
            self.choices.beside_cards.bits(bits),
            tuple(ranks_of_places(column, cards) for column in self.choices.limited_columns),
            tuple(ranks_of_places(column, cards) for column in self.choices.beside_columns),
            self.ups,
            self.seats,
        )

    def wild(self, laid: Laid, share: str) -> Bits | None:
        """Return what is wild when a share is judged; None where nothing ever is."""
        found = [wild(laid) for only, wild in self.wilds if only in ("", share)]
        if not found:
            return None
        wild = found[0]
        for more in found[1:]:
            wild = wild | more
        return wild


def in_arrays(ahead: Ahead) -> InArrays | None:
    """Return a hand laid out for arrays, or None where a rule of it does not go that way."""
    state = ahead.state
    fill = Fill(ahead) if ahead.fixed else None
    if fill is None or state.rulings or state.recall(Teams).pairs or state.recall(ThrownSurplus).seats:
        return None
    if declarations(state, state.live) or any(state.players[seat].mucked for seat in state.live):
        return None
    if state.game.layout.lines or not fill.holes:
        return None
    end = fill.state
    table = view_table(end)
    wilds = [(getattr(rule, "only", ""), wild_in_arrays(rule, state.game, table)) for rule in state.game.wild]
    shares = [(share.name, share_in_arrays(share, end)) for share in state.game.shares]
    if any(wild is None for _, wild in wilds) or any(score is None for _, score in shares):
        return None
    judge = Judge(state)
    if len(judge.pots) * len(shares) * len(end.live) > _MOST_BITS:
        return None
    places = _places(fill)
    choices = _choices(end, places)
    if choices is None:
        return None
    return InArrays(
        judge,
        fill,
        unknown_cards(state),
        end.live,
        _lying(end, places, up=False),
        _lying(end, places, up=True),
        _of_places([places.common]),
        choices,
        places.ups,
        tuple((only, wild) for only, wild in wilds if wild is not None),
        tuple((name, score) for name, score in shares if score is not None),
    )


@dataclass(frozen=True, slots=True)
class _Places:
    """Where each card of a hand at its end is: of each seat in its order, on the board, and the up-cards."""

    seats: dict[int, list[Card | Dealt]]
    common: list[Card | Dealt]
    ups: tuple[UpPlace, ...]


def _places(fill: Fill) -> _Places:
    state = fill.state
    seats: dict[int, list[Card | Dealt]] = {
        seat: [held.card for held in state.players[seat].cards] for seat in state.live
    }
    common: list[Card | Dealt] = list(state.common_cards)
    ups: list[Card | Dealt] = [up.card for up in state.up_cards]
    for number, hole in enumerate(fill.holes):
        if hole.seat is not None:
            seats[hole.seat][hole.at] = Dealt(number)
        if hole.common_at is not None:
            common[hole.common_at] = Dealt(number)
        if hole.up_at is not None:
            ups[hole.up_at] = Dealt(number)
    places = (UpPlace(card, up.seat, up.street) for card, up in zip(ups, state.up_cards, strict=True))
    return _Places(seats, common, tuple(place for place in places if place.card != UNSEEN))


def _lying(state: State, places: _Places, *, up: bool) -> _Part:
    """Return the cards of each seat that lie face up, or down."""
    rows = []
    for seat in state.live:
        held = zip(places.seats[seat], state.players[seat].cards, strict=True)
        rows.append([card for card, own in held if own.up == up])
    return _of_places(rows)


def _of_places(rows: Iterable[Sequence[Card | Dealt]]) -> _Part:
    rows = list(rows)
    known = tuple(bits_of(card for card in row if not isinstance(card, Dealt)) for row in rows)
    return _Part(known, tuple(tuple(card.number for card in row if isinstance(card, Dealt)) for row in rows))


def _choices(state: State, places: _Places) -> _Choices | None:
    """Return the choices of down cards that may play, and of the other cards beside them; no choices where all may.

    None where some seats have more cards to choose from than others.
    """
    use = state.game.use
    limit = use.at_most if use.at_most is not None else use.exactly
    if limit is None:
        return _Choices()
    limited: list[list[Card | Dealt]] = []
    free: list[list[Card | Dealt]] = []
    for seat in state.live:
        cards = [*zip(places.seats[seat], state.players[seat].cards, strict=True)]
        all_own = use.exactly is not None and not state.game.has_up_cards  # also a card that was seen by mistake
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
    others = 5 - use.exactly if use.exactly is not None else len(free[0])
    beside = combinations(range(len(free[0])), min(others, len(free[0])))
    two_and_three = use.exactly == 2 and len(limited[0]) >= 2 and len(free[0]) >= 3
    return _Choices(
        _picked(limited, downs),
        _picked(free, beside),
        _of_places(limited),
        _of_places(free),
        tuple(zip(*limited, strict=True)) if two_and_three else (),
        tuple(zip(*free, strict=True)) if two_and_three else (),
    )


def _picked(rows: list[list[Card | Dealt]], picks: Iterable[Sequence[int]]) -> tuple[_Part, ...]:
    return tuple(_of_places([[row[at] for at in pick] for row in rows]) for pick in picks)


class _Won(Scores):
    """Scores of which only the winners are known: for each share, and each pot by its seats."""

    def __init__(self, state: State, won: dict[tuple[str, frozenset[int]], tuple[int, ...]]) -> None:
        super().__init__(state)
        self._won = won

    def score(self, share: Share, seat: int) -> int | None:
        return None

    def best(self, share: Share, seats: Collection[int], entrants: Iterable[int]) -> tuple[int, ...]:
        return self._won[share.name, frozenset(seats)]


def deal_in_arrays(hand: InArrays, deals: int, seed: int) -> Ends:
    """Deal what is to come so many times, and judge every hand."""
    judge, counts = hand.judge, Counter[int]()
    random = np.random.Generator(np.random.PCG64(seed))
    size = max(1, CHUNK // len(hand.seats))
    for start in range(0, deals, size):
        cards = sampled(random, hand.unknown, len(hand.fill.holes), min(size, deals - start))
        keys, times = np.unique(winners(hand, cards), return_counts=True)
        counts.update(dict(zip(keys.tolist(), times.tolist(), strict=True)))
    ends: Counter[End] = Counter()
    for key, count in counts.items():
        ends[end_of(hand, key)] += count
    return Ends(ends, judge.pots, judge.amounts, exact=False, again=judge.again)


def end_of(hand: InArrays, key: int) -> End:
    """Return who wins what, given the winners of each share of each pot as :func:`winners` writes them."""
    return hand.judge.judged(_Won(hand.fill.state, _unpacked(hand, key)))


def sampled(random: np.random.Generator, unknown: Sequence[Card], count: int, deals: int) -> NDArray[np.uint8]:
    """Return so many of the unknown cards for each deal, in random order: a shuffle that stops after those."""
    deck = np.empty((len(unknown), deals), dtype=np.uint8)
    deck[:] = np.array(unknown, dtype=np.uint8)[:, None]
    flat, columns = deck.reshape(-1), np.arange(deals)
    drawn = np.empty((count, deals), dtype=np.uint8)
    for number in range(count):
        left = len(unknown) - number
        at = random.integers(0, 1 << 32, size=deals, dtype=np.uint64) * np.uint64(left) >> np.uint64(32)
        places = (at.astype(np.intp) + number) * deals + columns
        drawn[number] = flat[places]
        flat[places] = deck[number]
    return drawn


def winners(hand: InArrays, cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return for each hand the winners of each share of each pot that is contested, a bit for each seat."""
    laid = hand.lay(cards)
    keys = np.zeros(laid.count, dtype=np.int64)
    for name, score in hand.shares:
        scores = score(laid, hand.wild(laid, name))
        for pot in hand.contested:
            rows = [row for row, seat in enumerate(hand.seats) if seat in pot.seats]
            best = scores[rows].max(axis=0)
            best[best == NEVER] = NEVER + 1
            for row in range(len(hand.seats)):
                keys <<= 1
                if row in rows:
                    keys |= scores[row] == best
    return keys


def _unpacked(hand: InArrays, key: int) -> dict[tuple[str, frozenset[int]], tuple[int, ...]]:
    """Return the winners that a key of :func:`winners` holds."""
    won: dict[tuple[str, frozenset[int]], tuple[int, ...]] = {}
    count = len(hand.seats)
    for name, _ in reversed(hand.shares):
        for pot in reversed(hand.contested):
            won[name, pot.seats] = tuple(seat for row, seat in enumerate(hand.seats) if key >> (count - 1 - row) & 1)
            key >>= count
    return won
