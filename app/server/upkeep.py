"""Warm-up and garbage collection: do slow work early and between taps, so that it stalls none of them.

Compiling all templates takes about two seconds. Otherwise the first visitor to each page would wait for it, and eight
phones opening their links at once would compile the same template eight times. Reading the library takes a fifth of a
second, the statistics of 300 nights a tenth, and preparing the lists and search of a thousand saved games nearly as
long as the templates.

On a server with a hundred tables a full collection stops every thread for a fifth of a second, and Python would run one
every few seconds. So only young objects are collected automatically, and everything every two minutes, between taps.
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
from sqlalchemy.exc import SQLAlchemyError

from app.address import origin_of
from app.games.search import searched, searched_library
from app.live.screens import TAPS
from app.night.access.rights import Rights
from app.night.history import night_sums
from app.night.nights import last_night
from app.night.play.games import all_games
from app.ranking.order import order_of
from app.ranking.rules import STANDARD_HIGH
from app.server.library_cache import store_library
from app.web.http.browser import RIGHTS

#: While requests are being answered, each template and game waits this long, at most this many times.
TEMPLATE_SECONDS, TEMPLATE_PATIENCE = 0.005, 100
#: The collector's first two thresholds (see gc.set_threshold).
NEW_OBJECTS, YOUNG_COLLECTIONS = 10_000, 10
#: Seconds between full collections. With a hundred tables, about ten megabytes of garbage accumulate in that time.
COLLECT_SECONDS = 120
#: While taps are being answered, a full collection waits this long, at most this many times.
TAP_SECONDS, TAP_PATIENCE = 0.05, 40

#: The pages of a night that a host opens first.
FIRST_PAGES = ("night", "call", "", "money", "links")

_HOST = Rights(host="granted", has_role=True)
_NEVER = 1_000_000

_log = logging.getLogger(__name__)


def warm_up(app: Flask, loop: AbstractEventLoop, busy: Callable[[], bool]) -> Thread:
    """Index games, compile templates and add up nights in a separate thread; then exempt them from collection."""

    def run() -> None:
        with suppress(SQLAlchemyError):  # reported when a page needs the database
            index_games(app, busy)
        if folder := app.config.get("KEPT_IN"):
            store_library(folder)
        compile_templates(app, busy)
        with suppress(SQLAlchemyError):
            read_sums(app, busy)
        with suppress(RuntimeError):  # the loop has closed
            loop.call_soon_threadsafe(freeze_heap)

    thread = Thread(target=run, name="upcard-warm", daemon=True)
    thread.start()
    return thread


def open_pages(app: Flask) -> None:
    """Open the pages of the first minute as a host would: load their templates, and compile their SQL statements.

    Otherwise their first visitor would wait longer than others. Nothing is stored, counted or sent.
    """
    with app.app_context(), suppress(SQLAlchemyError):
        night = last_night()
        addresses = ["/", *(f"/n/{night.key}/{page}" for page in FIRST_PAGES)] if night is not None else ["/"]
        # With this origin, the pages render the QR codes that other devices need.
        host = str(app.config.get("LISTENS_ON") or "localhost")
        origin = origin_of("http", host, str(app.config.get("HTTP_PORT") or ""))
        for address in addresses:
            # Errors are reported when somebody opens the page.
            with app.test_request_context(address, origin, environ_overrides={RIGHTS: _HOST}), suppress(Exception):
                app.dispatch_request()


def compile_templates(app: Flask, busy: Callable[[], bool]) -> None:
    """Compile all templates, each when the server is not ``busy``."""
    for name in app.jinja_env.list_templates():
        _wait(busy)
        try:
            app.jinja_env.get_template(name)
        except TemplateError:  # reported again when a page needs the template
            _log.exception("The template %s cannot be read", name)


def index_games(app: Flask, busy: Callable[[], bool]) -> None:
    """Prepare all games for lists and searches, each while the server is not ``busy``, and the usual ranking."""
    with app.app_context():
        for info in all_games().values():
            _wait(busy)
            searched(info)
    searched_library()
    order_of(STANDARD_HIGH)


def read_sums(app: Flask, busy: Callable[[], bool]) -> None:
    """Read the sums of all nights for statistics, a few at a time, while the server is not ``busy``."""
    with app.app_context():
        night_sums.read_ahead(lambda: _wait(busy))


def _wait(busy: Callable[[], bool]) -> None:
    for _ in range(TEMPLATE_PATIENCE):
        if not busy():
            break
        time.sleep(TEMPLATE_SECONDS)


def freeze_heap() -> None:
    """Exempt all existing objects from collection."""
    gc.collect()
    gc.freeze()


def collect_between_taps(loop: AbstractEventLoop) -> None:
    """Collect young objects automatically, and everything every two minutes between taps."""
    gc.freeze()  # objects made at startup are all young, and stay
    gc.set_threshold(NEW_OBJECTS, YOUNG_COLLECTIONS, _NEVER)
    gc.enable()
    loop.call_later(COLLECT_SECONDS, _collect, loop, TAP_PATIENCE)


def _collect(loop: AbstractEventLoop, patience: int) -> None:
    if TAPS.under_way and patience:
        loop.call_later(TAP_SECONDS, _collect, loop, patience - 1)
        return
    gc.collect()
    loop.call_later(COLLECT_SECONDS, _collect, loop, TAP_PATIENCE)
