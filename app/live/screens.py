"""Feed and bus of an app: notify the screens of this process, and other servers, of every change to a night.

Taps go before rendering for other screens, since both share one interpreter. Next to two rendering threads a tap takes
three times as long, while nobody notices whether a television was updated ten milliseconds earlier.
"""

from __future__ import annotations

import logging
from asyncio import AbstractEventLoop
from collections.abc import Collection, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from threading import Condition
from time import perf_counter
from typing import cast

from flask import Flask, current_app

from app.live.bus import Bus, Notifications
from app.live.feed import Draw, Event, Feed, Polled, Subscription, ended_event, moved_event, same_table, version_event
from app.night.db import db, night_changed
from app.night.links import night_id_of_link, night_to_follow
from app.night.screens import Screen, find_screen, night_version

_log = logging.getLogger(__name__)

#: The longest that all screens of a table together wait for taps. Without a limit, a flood of taps would starve them.
PATIENCE_SECONDS = 0.015


class TapPriority:
    """A counter of the taps being answered. Thread-safe."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._count = 0

    @property
    def under_way(self) -> bool:
        """Whether a tap is being answered."""
        return self._count > 0

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Hold rendering back while the block answers a tap."""
        with self._changed:
            self._count += 1
        try:
            yield
        finally:
            with self._changed:
                self._count -= 1
                if not self.under_way:
                    self._changed.notify_all()

    def wait(self, patience: float | None = None) -> float:
        """Wait at most ``patience`` seconds until no tap is being answered; return the seconds left."""
        patience = PATIENCE_SECONDS if patience is None else patience
        if not self.under_way or patience <= 0:
            return patience
        began = perf_counter()
        with self._changed:
            self._changed.wait_for(lambda: not self.under_way, patience)
        return patience - (perf_counter() - began)


#: The counter of this process.
TAPS = TapPriority()


def init_app(app: Flask) -> None:
    """Set up the feed of an app, and its bus if it shares its database with other servers."""
    app.extensions["upcard-feed"] = feed = Feed()
    with app.app_context():
        shared = db.engine.dialect.name == "postgresql"
        app.extensions["upcard-bus"] = Bus(app, feed, Notifications(db.engine)) if shared else None


def attach(app: Flask, loop: AbstractEventLoop, threads: Executor) -> None:
    """Run the feed of an app in this event loop; ``threads`` query the database for it."""
    feed_of(app).attach(loop, threads, partial(_poll, app))
    if (bus := bus_of(app)) is not None:
        bus.start()


def detach(app: Flask) -> None:
    """End every stream, and stop the bus."""
    feed_of(app).close()
    if (bus := bus_of(app)) is not None:
        bus.stop()


def feed_of(app: Flask) -> Feed:
    """Return the feed of an app."""
    return cast(Feed, app.extensions["upcard-feed"])


def bus_of(app: Flask) -> Bus | None:
    """Return the bus of an app; None if it shares its database with no other server."""
    return cast(Bus | None, app.extensions.get("upcard-bus"))


def opening(night: int, draw: Draw | None, version: str, shown: str) -> tuple[str, str]:
    """Return the version and the page for the first event of a stream to a browser that shows the version ``shown``.

    The page is empty if ``shown`` is the current ``version`` or empty, or if the stream sends versions only.
    """
    if draw is None or shown in ("", version) or (screen := find_screen(night)) is None:
        return version, ""
    return screen.version, _render(draw, screen)


def _poll(app: Flask, night: int, subscriptions: Collection[Subscription], shown: str, recheck_access: bool) -> Polled:
    """Return the version of a night, and the events for its subscriptions: pages, and final events of ended links."""
    patience = TAPS.wait()
    with app.app_context():
        screen = find_screen(night)
        version = "" if screen is None else screen.version
        events = {}
        for subscription in subscriptions:
            if (recheck_access or not same_table(version, shown)) and (last := _last_event(night, subscription)):
                events[subscription] = Event(last, last=True)
            elif subscription.draw is not None and screen is not None and version != shown:
                patience = TAPS.wait(patience)
                events[subscription] = Event(version_event(version, _render(subscription.draw, screen)))
        return version, events


def _render(draw: Draw, screen: Screen) -> str:
    """Return a page as text; empty if rendering fails, so that the browser fetches the page and shows the error."""
    try:
        with current_app.app_context():  # a fresh context for each page
            return draw(screen)
    except Exception:
        _log.exception("A page could not be rendered ahead")
        return ""


def _last_event(night: int, subscription: Subscription) -> str:
    """Return the event that ends a stream whose link no longer leads to its night; empty while it does."""
    now_at = night_to_follow(subscription.key, subscription.token)
    if now_at is None:
        return ended_event("gone" if subscription.key and night_id_of_link(subscription.key) is None else "out")
    if now_at != night:
        # A person's link leads to their latest night, so the page now follows that one.
        return moved_event(night_version(now_at))
    return ""


@night_changed.connect
def _notify(night: int) -> None:
    feed: Feed | None = current_app.extensions.get("upcard-feed")
    if feed is None:
        return
    if (bus := bus_of(current_app)) is not None:
        bus.notify(night)
    feed.notify(night)
