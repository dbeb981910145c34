"""When Python looks for what only it can free: rings of objects that hold each other, which are few here.

A look at all that a server of a hundred tables holds stops every thread of it for a fifth of a second, and Python would
look every few seconds. What is new is looked at as ever, and the rest now and then, between two taps.
"""

from __future__ import annotations

import gc
from asyncio import AbstractEventLoop

from app.live.courtesy import TAPS

#: So many new objects make Python look at them, and every tenth time at those that it has found in use before.
NEW_OBJECTS, YOUNG_LOOKS = 10_000, 10
#: Everything is looked at this often: at a hundred tables some ten megabytes come together meanwhile.
SECONDS = 120
#: While taps are answered it waits so long, and so many times.
AGAIN_SECONDS, PATIENCE = 0.05, 40

_NEVER = 1_000_000


def look_at_new_objects() -> None:
    """Look at new objects alone from now on. What exists already stays, and is looked at no more."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, YOUNG_LOOKS, _NEVER)


def look_between_taps(loop: AbstractEventLoop) -> None:
    """Look for garbage from now on as said above."""
    look_at_new_objects()
    loop.call_later(SECONDS, _look, loop, PATIENCE)


def _look(loop: AbstractEventLoop, patience: int) -> None:
    if TAPS.asked and patience:
        loop.call_later(AGAIN_SECONDS, _look, loop, patience - 1)
        return
    gc.collect()
    loop.call_later(SECONDS, _look, loop, PATIENCE)
