"""Entering, undoing and redoing actions on a hand as it is stored, whatever a screen has seen of it."""

from __future__ import annotations

from collections.abc import Sequence

from app.night.log.loading import load_hand
from app.night.log.replay import AlreadyAnswered, LiveHand, TapResult
from app.night.play import taps


def enter(hand_id: int, lines: Sequence[str]) -> TapResult | AlreadyAnswered:
    return taps.post(hand_id, _entries(hand_id), lines)


def undo(hand_id: int) -> TapResult:
    return taps.undo(hand_id, _entries(hand_id))


def redo(hand_id: int) -> TapResult:
    return taps.redo(hand_id, _entries(hand_id))


def _entries(hand_id: int) -> int:
    live = load_hand(hand_id)
    assert isinstance(live, LiveHand)
    return live.number
