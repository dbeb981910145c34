"""The live hands that this process has worked out last. Only a saving of time: the log is the truth."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from app.night.log.replay import LiveHand

SIZE = 64


class Cache:
    """The last hands looked at, each at the highest number seen. Any thread may ask."""

    def __init__(self) -> None:
        self._hands: OrderedDict[int, LiveHand] = OrderedDict()
        self._lock = Lock()

    def get(self, hand_id: int) -> LiveHand | None:
        """The hand as it was last worked out; it may be behind the log."""
        with self._lock:
            found = self._hands.get(hand_id)
            if found is not None:
                self._hands.move_to_end(hand_id)
            return found

    def put(self, live: LiveHand) -> None:
        """Keep a hand, unless a later number of it is kept."""
        with self._lock:
            known = self._hands.get(live.hand.id)
            if known is None or known.hand != live.hand or known.number <= live.number:
                self._hands[live.hand.id] = live
            self._hands.move_to_end(live.hand.id)
            while len(self._hands) > SIZE:
                self._hands.popitem(last=False)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._hands.clear()
