"""Notifications for screens: every change of a night is passed on to the feed of this process."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Collection, Mapping
from concurrent.futures import Executor
from typing import cast

from flask import Flask, current_app

from app.live.feed import Door, Feed
from app.live.postgresql import PostgresListener
from app.live.stream import ended, moved
from app.night import NightRef, in_club, night_changed, night_id_of_link, night_to_follow, night_version


def init_app(app: Flask) -> None:
    """Give an application its feed and its PostgreSQL listener."""
    feed = Feed()
    app.extensions["upcard-feed"] = feed
    app.extensions["upcard-postgresql"] = PostgresListener(app, feed)


def attach(app: Flask, loop: AbstractEventLoop, threads: Executor) -> None:
    """Let the screens of an app be told from this loop; threads look into the database for it."""

    def look(night: NightRef, doors: Collection[Door]) -> tuple[str, Mapping[Door, str]]:
        with app.app_context():
            return _version(night), {door: last for door in doors if (last := _last_word(night, door))}

    feed_of(app).attach(loop, threads, look)
    with app.app_context():
        postgres_listener().start()


def feed() -> Feed:
    """Return the feed of the current app."""
    return feed_of(current_app)


def feed_of(app: Flask) -> Feed:
    """Return the feed of an app."""
    return cast(Feed, app.extensions["upcard-feed"])


def postgres_listener() -> PostgresListener:
    """Return the PostgreSQL listener of the current app."""
    return cast(PostgresListener, current_app.extensions["upcard-postgresql"])


def _version(night: NightRef) -> str:
    with in_club(night.club_id):
        return night_version(night.night_id)


def _last_word(night: NightRef, door: Door) -> str:
    """Return what a stream ends with whose door no longer leads to its night; empty while it does."""
    now_at = night_to_follow(door.key, door.token)
    if now_at is None:
        return ended("gone" if night_id_of_link(door.key) is None else "out")
    if now_at != night:
        # A person's link has moved on to the next night: the page takes up the stream of that one at once.
        return moved(_version(now_at))
    return ""


@night_changed.connect
def _notify(night: NightRef) -> None:
    feed: Feed | None = current_app.extensions.get("upcard-feed")
    if feed is not None and feed.is_followed(night):
        feed.tell(night, _version(night))
