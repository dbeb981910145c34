"""From what is stored to those who listen: every change of a night is told to the feed of this process."""

from __future__ import annotations

from typing import cast

from flask import Flask, current_app

from app.live.feed import Feed
from app.live.postgresql import Elsewhere
from app.night import changed, number_of

#: Each listener holds a thread of the server; the other threads answer taps.
MOST_LISTENERS = 48


def init_app(app: Flask) -> None:
    """Give an application its feed."""
    feed = Feed(MOST_LISTENERS)
    app.extensions["upcard-feed"] = feed
    app.extensions["upcard-elsewhere"] = Elsewhere(app, feed)


def feed() -> Feed:
    """The feed of this application."""
    return cast(Feed, current_app.extensions["upcard-feed"])


def elsewhere() -> Elsewhere:
    """Word from the other servers of this application."""
    return cast(Elsewhere, current_app.extensions["upcard-elsewhere"])


@changed.connect
def _tell(night_id: int) -> None:
    feed: Feed | None = current_app.extensions.get("upcard-feed")
    if feed is not None and feed.heard_of(night_id):
        feed.tell(night_id, number_of(night_id))
