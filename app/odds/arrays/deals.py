"""Dealing the rest of a hand many times at once, and counting who wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import reduce
from operator import or_

import numpy as np
from numpy.typing import NDArray

from app.cards.card import Card
from app.dataclass import dataclass
from app.games.rules.share import Share
from app.hand.flow import view_table
from app.hand.settlement.contest import Scores, declarations
from app.hand.settlement.pots import Pot
from app.hand.state import State, Teams
from app.odds.ahead import Ahead, Pending
from app.odds.arrays.finished import CARD_BITS, Bits
from app.odds.arrays.hands import NEVER
from app.odds.arrays.places import Choices, FinishedHands, Part, Places, choices_of, face_cards, part_of, places_of
from app.odds.arrays.set_off import SetOff, set_off_in_arrays
from app.odds.arrays.shares import Score, share_in_arrays
from app.odds.arrays.wild import Wild, wild_in_arrays
from app.odds.dealing import Fill, Judge, unknown_cards
from app.odds.figures import End, Ends

#: Hands scored at once, all players together: few enough for their arrays to stay in the processor's cache.
CHUNK = 12_288

_MAX_BITS = 62

#: The key of a hand that stops without a showdown.
STOPPED = -1


@dataclass(frozen=True, slots=True)
class InArrays:
    """A hand whose rules work on arrays, ready to be dealt."""

    judge: Judge
    fill: Fill
    unknown: tuple[Card, ...]
    seats: tuple[int, ...]
    places: Places
    set_off: SetOff
    down: Part
    up: Part
    common: Part
    choices: Choices
    wilds: tuple[tuple[str, Wild], ...]
    shares: tuple[tuple[str, Score], ...]

    @property
    def count(self) -> int:
        """The number of cards to deal."""
        return len(self.fill.slots) + self.set_off.extra

    @property
    def contested(self) -> list[Pot]:
        """The pots that several seats compete for."""
        return [pot for pot in self.judge.pots if len(pot.seats) > 1]

    def finish(self, cards: NDArray[np.uint8]) -> FinishedHands:
        """Return the finished hands with these cards dealt."""
        cards = self.places.turns.apply(cards)
        bits = CARD_BITS[cards]
        down, up, common = self.down.bits(bits), self.up.bits(bits), self.common.bits(bits)[0]
        stopped = self.set_off.play(bits, down, up)
        return FinishedHands(self.places, self.choices, cards, bits, stopped, down, up, common)

    def wild(self, hands: FinishedHands, share: str) -> Bits | None:
        """Return the wild cards for judging a share; None if no rule makes any."""
        found = [wild(hands) for only, wild in self.wilds if only in ("", share)]
        return reduce(or_, found) if found else None


def in_arrays(ahead: Ahead) -> InArrays | None:
    """Return a hand prepared for arrays, or None if one of its rules does not work on them."""
    state, fill = ahead.state, Fill(ahead)
    if state.rulings or state.recall(Teams).pairs or any(player.all_count for player in state.players):
        return None
    if any(isinstance(move, Pending) for move in ahead.moves):
        return None
    if declarations(state, state.live) or any(state.players[seat].mucked for seat in state.live) or state.game.scoop:
        return None
    if not fill.slots:
        return None
    end = fill.state
    table = view_table(end)
    wilds = [(getattr(rule, "only", ""), wild_in_arrays(rule, state.game, table)) for rule in state.game.wild]
    shares = [(share.name, share_in_arrays(share, end)) for share in state.game.shares]
    if any(wild is None for _, wild in wilds) or any(score is None for _, score in shares):
        return None
    judge = Judge(state)
    if len(judge.pots) * len(shares) * len(end.live) > _MAX_BITS:
        return None
    places = places_of(ahead, fill)
    if places is None:
        return None
    unknown, choices = unknown_cards(state), choices_of(end, places)
    set_off = set_off_in_arrays(ahead, fill, places.ups, unknown)
    if choices is None or set_off is None:
        return None
    return InArrays(
        judge,
        fill,
        unknown,
        end.live,
        places,
        set_off,
        face_cards(end, places, up=False),
        face_cards(end, places, up=True),
        part_of([places.common]),
        choices,
        tuple((only, wild) for only, wild in wilds if wild is not None),
        tuple((name, score) for name, score in shares if score is not None),
    )


class _Won(Scores):
    """Scores that know only the winners of each share, by the seats of the pot."""

    def __init__(self, state: State, won: dict[tuple[str, frozenset[int]], tuple[int, ...]]) -> None:
        super().__init__(state)
        self._won = won

    def score(self, share: Share, seat: int) -> int | None:
        return None

    def best(self, share: Share, seats: Collection[int], entrants: Iterable[int]) -> tuple[int, ...]:
        return self._won[share.name, frozenset(seats)]


def deal_in_arrays(hand: InArrays, deals: int, seed: int) -> Ends:
    """Deal the rest of the hand ``deals`` times, and judge every deal."""
    judge, counts = hand.judge, Counter[int]()
    random = np.random.Generator(np.random.PCG64(seed))
    size = max(1, CHUNK // len(hand.seats))
    for start in range(0, deals, size):
        cards = sample(random, hand.unknown, hand.count, min(size, deals - start))
        keys, times = np.unique(winners(hand, cards), return_counts=True)
        counts.update(dict(zip(keys.tolist(), times.tolist(), strict=True)))
    ends: Counter[End] = Counter()
    for key, count in counts.items():
        ends[end_of(hand, key)] += count
    return Ends(ends, judge.pots, judge.amounts, exact=False, again=judge.again)


def end_of(hand: InArrays, key: int) -> End:
    """Return who wins what, given a key of :func:`winners`."""
    if key == STOPPED:
        return hand.judge.stopped(hand.set_off.again)
    return hand.judge.judged(_Won(hand.fill.state, _unpack(hand, key)))


def sample(random: np.random.Generator, unknown: Sequence[Card], count: int, deals: int) -> NDArray[np.uint8]:
    """Return ``count`` of the unknown cards for each deal (a column), by a partial shuffle."""
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
    """Return a key for each hand: the winners of each share of each contested pot, a bit for each seat, or STOPPED."""
    hands = hand.finish(cards)
    keys = np.zeros(hands.count, dtype=np.int64)
    for name, score in hand.shares:
        scores = score(hands, hand.wild(hands, name))
        for pot in hand.contested:
            rows = [row for row, seat in enumerate(hand.seats) if seat in pot.seats]
            best = scores[rows].max(axis=0)
            best[best == NEVER] = NEVER + 1
            for row in range(len(hand.seats)):
                keys <<= 1
                if row in rows:
                    keys |= scores[row] == best
    if hands.stopped is not None:
        keys[hands.stopped] = STOPPED
    return keys


def _unpack(hand: InArrays, key: int) -> dict[tuple[str, frozenset[int]], tuple[int, ...]]:
    """Return the winners in a key of :func:`winners`."""
    won: dict[tuple[str, frozenset[int]], tuple[int, ...]] = {}
    count = len(hand.seats)
    for name, _ in reversed(hand.shares):
        for pot in reversed(hand.contested):
            won[name, pot.seats] = tuple(seat for row, seat in enumerate(hand.seats) if key >> (count - 1 - row) & 1)
            key >>= count
    return won
