"""Who may go first: what is drawn for other screens waits while a tap is being answered.

One interpreter does both. A tap that shares it with two threads that draw takes three times as long, while nobody sees
whether a television has been drawn ten milliseconds earlier.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition
from time import perf_counter

#: All the screens of a table wait so long together, or a flood of taps would leave them behind.
PATIENCE_SECONDS = 0.015


class Courtesy:
    """Counts the taps that are being answered. For any thread."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._under_way = 0

    @property
    def asked(self) -> bool:
        """Whether a tap is being answered."""
        return self._under_way > 0

    @contextmanager
    def first(self) -> Iterator[None]:
        """Answer a tap: others wait for it."""
        with self._changed:
            self._under_way += 1
        try:
            yield
        finally:
            with self._changed:
                self._under_way -= 1
                if not self.asked:
                    self._changed.notify_all()

    def let_pass(self, patience: float | None = None) -> float:
        """Wait until no tap is being answered, or ``patience`` ends, in seconds; return what is left of it."""
        patience = PATIENCE_SECONDS if patience is None else patience
        if not self.asked or patience <= 0:
            return patience
        began = perf_counter()
        with self._changed:
            self._changed.wait_for(lambda: not self.asked, patience)
        return patience - (perf_counter() - began)


#: That of this process, whose threads share one interpreter.
TAPS = Courtesy()
