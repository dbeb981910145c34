"""Taps take priority over drawing for other screens."""

from __future__ import annotations

from threading import Event, Thread

import pytest

from app.live import screens
from app.live.screens import TapPriority

#: Longer than any passing test takes.
SECONDS = 30.0


def drawing(taps: TapPriority) -> Event:
    """Start a thread that draws once taps allow it; return an event that it sets when it has."""
    drawn = Event()

    def draw() -> None:
        taps.wait()
        drawn.set()

    Thread(target=draw, daemon=True).start()
    return drawn


def test_drawing_does_not_wait_without_taps() -> None:
    assert drawing(TapPriority()).wait(SECONDS)


def test_drawing_waits_for_every_tap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screens, "PATIENCE_SECONDS", SECONDS)
    taps = TapPriority()
    with taps.answering():
        with taps.answering():
            drawn = drawing(taps)
        assert not drawn.wait(0.05)
    assert drawn.wait(SECONDS / 2)


def test_a_failed_tap_stops_blocking() -> None:
    taps = TapPriority()
    with pytest.raises(ZeroDivisionError), taps.answering():
        raise ZeroDivisionError
    assert not taps.under_way


def test_drawing_waits_only_for_a_limited_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screens, "PATIENCE_SECONDS", 0.01)
    taps = TapPriority()
    with taps.answering():
        assert drawing(taps).wait(SECONDS)
