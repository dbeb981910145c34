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
        self._hands: OrderedDict[tuple[int, int], LiveHand] = OrderedDict()
        self._used: dict[tuple[int, int], float] = {}
        self._lock = Lock()

    def get(self, club_id: int, hand_id: int) -> LiveHand | None:
        """Return the hand as it was last replayed, which may be behind the log."""
        key = (club_id, hand_id)
        with self._lock:
            cached = self._hands.get(key)
            if cached is not None:
                self._touch(key)
            return cached

    def put(self, live: LiveHand) -> None:
        """Keep a hand, unless the cache holds it at a later number already."""
        key = (live.hand.club_id, live.hand.id)
        with self._lock:
            cached = self._hands.get(key)
            if cached is not None and cached.as_dealt == live.as_dealt:
                live = max(cached, live, key=lambda hand: hand.number)
            self._hands[key] = live
            self._touch(key)
            while len(self._hands) > MOST or (len(self._hands) > SIZE and self._oldest_is_idle()):
                oldest, _ = self._hands.popitem(last=False)
                del self._used[oldest]

    def drop(self, club_id: int, hand_id: int) -> None:
        """Forget a hand."""
        with self._lock:
            self._hands.pop((club_id, hand_id), None)
            self._used.pop((club_id, hand_id), None)

    def clear(self) -> None:
        """Forget every hand."""
        with self._lock:
            self._hands.clear()
            self._used.clear()

    def _touch(self, key: tuple[int, int]) -> None:
        self._hands.move_to_end(key)
        self._used[key] = self._clock()

    def _oldest_is_idle(self) -> bool:
        return self._clock() - self._used[next(iter(self._hands))] > IN_USE
