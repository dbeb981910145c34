"""From what is stored to those who listen: every change of a night is told to the feed of this process."""

from __future__ import annotations

from typing import cast

from flask import Flask, current_app

from app.live.feed import Feed
from app.night import changed, number_of

#: Each listener holds a thread of the server; the other threads answer taps.
MOST_LISTENERS = 48


def init_app(app: Flask) -> None:
    """Give an application its feed."""
    app.extensions["upcard-feed"] = Feed(MOST_LISTENERS)


def feed() -> Feed:
    """The feed of this application."""
    return cast(Feed, current_app.extensions["upcard-feed"])


@changed.connect
def _tell(night_id: int) -> None:
    if feed().heard_of(night_id):
        feed().tell(night_id, number_of(night_id))
