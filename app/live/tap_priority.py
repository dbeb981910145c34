"""Give taps priority over rendering for other screens.

Both share one interpreter. Next to two rendering threads a tap takes three times as long, while nobody notices whether
a television was updated ten milliseconds earlier.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition
from time import perf_counter

#: The longest that all screens of a table together wait for taps. Without a limit, a flood of taps would starve them.
PATIENCE_SECONDS = 0.015


class TapPriority:
    """A counter of the taps being answered. Thread-safe."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._count = 0

    @property
    def under_way(self) -> bool:
        """Whether a tap is being answered."""
        return self._count > 0

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Hold rendering back while the block answers a tap."""
        with self._changed:
            self._count += 1
        try:
            yield
        finally:
            with self._changed:
                self._count -= 1
                if not self.under_way:
                    self._changed.notify_all()

    def wait(self, patience: float | None = None) -> float:
        """Wait at most ``patience`` seconds until no tap is being answered; return the seconds left."""
        patience = PATIENCE_SECONDS if patience is None else patience
        if not self.under_way or patience <= 0:
            return patience
        began = perf_counter()
        with self._changed:
            self._changed.wait_for(lambda: not self.under_way, patience)
        return patience - (perf_counter() - began)


#: The counter of this process.
TAPS = TapPriority()
