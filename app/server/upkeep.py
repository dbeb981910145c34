"""What the process does apart from answering, so that nobody waits for it: templates compiled early, garbage collected.

Reading and compiling all templates takes some two seconds. The first to open each page would wait for that, and eight
phones that open their links at once would have the same template compiled eight times, with all taps behind them.

A full garbage collection of a server of a hundred tables stops every thread for a fifth of a second, and Python would
begin one every few seconds. New objects are looked at as ever, all others now and then, between two taps.
"""

from __future__ import annotations

import gc
import logging
import time
from asyncio import AbstractEventLoop
from collections.abc import Callable
from contextlib import suppress
from threading import Thread

from flask import Flask
from jinja2 import TemplateError

from app.live.courtesy import TAPS

#: How long to wait before looking again whether anything is being answered, and how often before each template.
TEMPLATE_SECONDS, TEMPLATE_PATIENCE = 0.005, 100
#: So many new objects begin a collection of them, and every tenth one that of those found in use before.
NEW_OBJECTS, YOUNG_LOOKS = 10_000, 10
#: Everything is collected this often: at a hundred tables some ten megabytes come together meanwhile.
COLLECT_SECONDS = 120
#: While taps are answered a collection waits so long, and so many times.
TAP_SECONDS, TAP_PATIENCE = 0.05, 40

_NEVER = 1_000_000

_log = logging.getLogger(__name__)


def warm_up(app: Flask, loop: AbstractEventLoop, busy: Callable[[], bool]) -> Thread:
    """Compile all templates in a thread of its own, and exempt what has come of it from garbage collection."""

    def run() -> None:
        compile_templates(app, busy)
        with suppress(RuntimeError):  # the loop has been closed meanwhile
            loop.call_soon_threadsafe(look_at_new_objects)

    thread = Thread(target=run, name="upcard-warm", daemon=True)
    thread.start()
    return thread


def compile_templates(app: Flask, busy: Callable[[], bool]) -> None:
    """Compile all templates, one after the other, and each once the server is not ``busy`` with an answer."""
    for name in app.jinja_env.list_templates():
        for _ in range(TEMPLATE_PATIENCE):
            if not busy():
                break
            time.sleep(TEMPLATE_SECONDS)
        try:
            app.jinja_env.get_template(name)
        except TemplateError:  # said again to whoever asks for a page of it
            _log.exception("The template %s cannot be read", name)


def look_at_new_objects() -> None:
    """Collect garbage among new objects alone from now on; those that exist already are exempt."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, YOUNG_LOOKS, _NEVER)


def look_between_taps(loop: AbstractEventLoop) -> None:
    """Collect garbage from now on as the module's docstring says."""
    look_at_new_objects()
    loop.call_later(COLLECT_SECONDS, _look, loop, TAP_PATIENCE)


def _look(loop: AbstractEventLoop, patience: int) -> None:
    if TAPS.asked and patience:
        loop.call_later(TAP_SECONDS, _look, loop, patience - 1)
        return
    gc.collect()
    loop.call_later(COLLECT_SECONDS, _look, loop, TAP_PATIENCE)
