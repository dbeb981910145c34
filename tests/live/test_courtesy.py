"""Who may go first where taps are answered and screens are drawn at once."""

from __future__ import annotations

from threading import Event, Thread

import pytest

from app.live import courtesy
from app.live.courtesy import Courtesy

#: Longer than any test takes that passes.
SECONDS = 30.0


def drawing(taps: Courtesy) -> Event:
    """Let a thread draw as soon as it may; return what happens when it does."""
    drawn = Event()

    def draw() -> None:
        taps.let_pass()
        drawn.set()

    Thread(target=draw, daemon=True).start()
    return drawn


def test_nobody_waits_where_nothing_is_tapped() -> None:
    assert drawing(Courtesy()).wait(SECONDS)


def test_what_is_drawn_waits_for_every_tap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courtesy, "PATIENCE_SECONDS", SECONDS)
    taps = Courtesy()
    with taps.first():
        with taps.first():
            drawn = drawing(taps)
        assert not drawn.wait(0.05)
    assert drawn.wait(SECONDS / 2)


def test_a_tap_that_fails_leaves_nobody_waiting() -> None:
    taps = Courtesy()
    with pytest.raises(ZeroDivisionError), taps.first():
        raise ZeroDivisionError
    assert not taps.asked


def test_patience_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courtesy, "PATIENCE_SECONDS", 0.01)
    taps = Courtesy()
    with taps.first():
        assert drawing(taps).wait(SECONDS)
