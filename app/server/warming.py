"""What a server does once before anybody waits for it: templates are read and compiled, which takes some two seconds.

Otherwise the first to open each page would wait for that, and eight phones that open their links at once would have
the same template compiled eight times, with all taps behind them.
"""

from __future__ import annotations

import logging
import time
from asyncio import AbstractEventLoop
from collections.abc import Callable
from contextlib import suppress
from threading import Thread

from flask import Flask
from jinja2 import TemplateError

from app.server.memory import look_at_new_objects

#: How long to wait before looking again whether anything is being answered, and how often before each template.
AGAIN_SECONDS, PATIENCE = 0.005, 100

_log = logging.getLogger(__name__)


def warm_up(app: Flask, loop: AbstractEventLoop, busy: Callable[[], bool]) -> Thread:
    """Begin in a thread of its own, and let the garbage collector pass over what has come of it in the end."""

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
        for _ in range(PATIENCE):
            if not busy():
                break
            time.sleep(AGAIN_SECONDS)
        try:
            app.jinja_env.get_template(name)
        except TemplateError:  # said again to whoever asks for a page of it
            _log.exception("The template %s cannot be read", name)
