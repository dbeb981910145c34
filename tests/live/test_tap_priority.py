"""Taps take priority over drawing for other screens."""

from __future__ import annotations

from threading import Event, Thread

import pytest

from app.live import tap_priority
from app.live.tap_priority import TapPriority

#: Longer than any passing test takes.
SECONDS = 30.0


def drawing(taps: TapPriority) -> Event:
    """Start a thread that draws as soon as it may; return an event set when it does."""
    drawn = Event()

    def draw() -> None:
        taps.wait()
        drawn.set()

    Thread(target=draw, daemon=True).start()
    return drawn


def test_nobody_waits_where_nothing_is_tapped() -> None:
    assert drawing(TapPriority()).wait(SECONDS)


def test_what_is_drawn_waits_for_every_tap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tap_priority, "PATIENCE_SECONDS", SECONDS)
    taps = TapPriority()
    with taps.answering():
        with taps.answering():
            drawn = drawing(taps)
        assert not drawn.wait(0.05)
    assert drawn.wait(SECONDS / 2)


def test_a_tap_that_fails_leaves_nobody_waiting() -> None:
    taps = TapPriority()
    with pytest.raises(ZeroDivisionError), taps.answering():
        raise ZeroDivisionError
    assert not taps.under_way


def test_patience_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tap_priority, "PATIENCE_SECONDS", 0.01)
    taps = TapPriority()
    with taps.answering():
        assert drawing(taps).wait(SECONDS)
