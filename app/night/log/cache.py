"""The hands that this process has replayed last. The cache only saves time: the log is the truth."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from app.night.log.replay import LiveHand

#: So many hands are kept in any case, and those that were used within so many seconds: the hands of the open tables.
SIZE, IN_USE = 64, 600

#: No more are kept than this. A hand of eight players takes some 280 kB at its end.
MOST = 1024


class HandCache:
    """The most recently used hands, each at the highest entry number seen. Safe to use from any thread.

    ``clock`` returns seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._hands: OrderedDict[int, LiveHand] = OrderedDict()
        self._used: dict[int, float] = {}
        self._lock = Lock()

    def get(self, hand_id: int) -> LiveHand | None:
        """Return the hand as it was last replayed, which may be behind the log."""
        with self._lock:
            cached = self._hands.get(hand_id)
            if cached is not None:
                self._touch(hand_id)
            return cached

    def put(self, live: LiveHand) -> None:
        """Keep a hand, unless the cache holds it at a later number already."""
        with self._lock:
            cached = self._hands.get(live.hand.id)
            if cached is not None and cached.hand == live.hand:
                live = max(cached, live, key=lambda hand: hand.number)
            self._hands[live.hand.id] = live
            self._touch(live.hand.id)
            while len(self._hands) > MOST or (len(self._hands) > SIZE and self._oldest_is_idle()):
                hand_id, _ = self._hands.popitem(last=False)
                del self._used[hand_id]

    def clear(self) -> None:
        """Forget every hand."""
        with self._lock:
            self._hands.clear()
            self._used.clear()

    def _touch(self, hand_id: int) -> None:
        self._hands.move_to_end(hand_id)
        self._used[hand_id] = self._clock()

    def _oldest_is_idle(self) -> bool:
        return self._clock() - self._used[next(iter(self._hands))] > IN_USE
