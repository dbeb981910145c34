"""Notifications for screens: every change of a night is passed on to the feed of this process."""

from __future__ import annotations

from typing import cast

from flask import Flask, current_app

from app.live.feed import Feed
from app.live.postgresql import PostgresListener
from app.night import night_changed, night_version

#: Each listener holds a thread of the server; the other threads answer taps.
MOST_LISTENERS = 48


def init_app(app: Flask) -> None:
    """Give an application its feed and its PostgreSQL listener."""
    feed = Feed(MOST_LISTENERS)
    app.extensions["upcard-feed"] = feed
    app.extensions["upcard-postgresql"] = PostgresListener(app, feed)


def feed() -> Feed:
    """Return the feed of the current app."""
    return cast(Feed, current_app.extensions["upcard-feed"])


def postgres_listener() -> PostgresListener:
    """Return the PostgreSQL listener of the current app."""
    return cast(PostgresListener, current_app.extensions["upcard-postgresql"])


@night_changed.connect
def _notify(night_id: int) -> None:
    feed: Feed | None = current_app.extensions.get("upcard-feed")
    if feed is not None and feed.has_listeners(night_id):
        feed.notify(night_id, night_version(night_id))
