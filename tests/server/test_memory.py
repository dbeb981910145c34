"""Garbage collection: less often than by default, and not during a tap."""

from __future__ import annotations

import gc
from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest

from app.live.screens import TAPS
from app.server import upkeep


class Clock:
    """A loop that runs its timers on request."""

    def __init__(self) -> None:
        self.due: list[tuple[float, Callable[[], object]]] = []

    def call_later(self, seconds: float, function: Callable[..., object], *given: Any) -> None:
        self.due.append((seconds, lambda: function(*given)))

    def go_on(self) -> float:
        """Run the next timer; return its delay."""
        ((seconds, do),) = self.due
        self.due = []
        do()
        return seconds


@pytest.fixture
def collections(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bool]]:
    """Yield a list that records, for each full collection, whether a tap was being answered."""
    done: list[bool] = []
    monkeypatch.setattr(gc, "collect", lambda *_generation: done.append(TAPS.under_way))
    monkeypatch.setattr(gc, "freeze", lambda: None)
    before = gc.get_threshold()
    yield done
    gc.set_threshold(*before)


def begin() -> Clock:
    clock = Clock()
    upkeep.collect_between_taps(cast(AbstractEventLoop, clock))
    return clock


def test_full_collections_are_scheduled(collections: list[bool]) -> None:
    clock = begin()
    assert [clock.go_on() for _ in range(3)] == [upkeep.COLLECT_SECONDS] * 3
    assert len(collections) == 3


def test_a_full_collection_waits_for_taps(collections: list[bool]) -> None:
    clock = begin()
    with TAPS.answering():
        clock.go_on()
        clock.go_on()
    assert clock.go_on() == upkeep.TAP_SECONDS
    assert collections == [False]


def test_a_full_collection_waits_only_for_a_limited_time(collections: list[bool]) -> None:
    clock = begin()
    with TAPS.answering():
        for _ in range(upkeep.TAP_PATIENCE + 1):
            clock.go_on()
    assert collections == [True]


def test_python_starts_no_full_collection(collections: list[bool]) -> None:
    begin()
    started: list[int] = []
    gc.callbacks.append(lambda phase, info: started.append(info["generation"]) if phase == "start" else None)
    try:
        kept: list[list[int]] = [[] for _ in range(2 * upkeep.NEW_OBJECTS * upkeep.YOUNG_COLLECTIONS)]
    finally:
        gc.callbacks.pop()
    assert kept
    assert set(started) == {0, 1}
