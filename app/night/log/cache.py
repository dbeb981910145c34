"""The hands that this process has replayed last. The cache only saves time: the log is the truth."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from app.night.log.replay import LiveHand

SIZE = 64


class HandCache:
    """The most recently used hands, each at the highest entry number seen. Safe to use from any thread."""

    def __init__(self) -> None:
        self._hands: OrderedDict[int, LiveHand] = OrderedDict()
        self._lock = Lock()

    def get(self, hand_id: int) -> LiveHand | None:
        """Return the hand as it was last replayed, which may be behind the log."""
        with self._lock:
            cached = self._hands.get(hand_id)
            if cached is not None:
                self._hands.move_to_end(hand_id)
            return cached

    def put(self, live: LiveHand) -> None:
        """Keep a hand, unless the cache holds it at a later number already."""
        with self._lock:
            cached = self._hands.get(live.hand.id)
            if cached is not None and cached.hand == live.hand:
                live = max(cached, live, key=lambda hand: hand.number)
            self._hands[live.hand.id] = live
            self._hands.move_to_end(live.hand.id)
            while len(self._hands) > SIZE:
                self._hands.popitem(last=False)

    def clear(self) -> None:
        """Forget every hand."""
        with self._lock:
            self._hands.clear()
