"""Notifications for screens: every change of a night is passed on to the feed of this process, and to other servers."""

from __future__ import annotations

import logging
from asyncio import AbstractEventLoop
from collections.abc import Collection, Mapping
from concurrent.futures import Executor
from typing import cast

from flask import Flask, current_app

from app import settings
from app.live.bus import Bus, Carrier
from app.live.courtesy import TAPS
from app.live.feed import Door, Draw, Feed, Word, same_table, told
from app.live.stream import ended, moved
from app.night.db import db, night_changed
from app.night.links import night_id_of_link, night_to_follow
from app.night.screens import Screen, find_screen
from app.night.version import night_version

_log = logging.getLogger(__name__)


def init_app(app: Flask) -> None:
    """Give an application its feed, and a bus where it shares its nights with other servers."""
    app.extensions["upcard-feed"] = feed = Feed()
    carrier = _carrier(app)
    app.extensions["upcard-bus"] = None if carrier is None else Bus(app, feed, carrier)


def attach(app: Flask, loop: AbstractEventLoop, threads: Executor) -> None:
    """Let the screens of an app be told from this loop; threads look into the database for it."""

    def look(night: int, doors: Collection[Door], shown: str, *, thorough: bool) -> tuple[str, Mapping[Door, Word]]:
        with app.app_context():
            return _look(night, doors, shown, thorough=thorough)

    feed_of(app).attach(loop, threads, look)
    if (bus := bus_of(app)) is not None:
        bus.start()


def detach(app: Flask) -> None:
    """End every stream, and hear nothing from other servers any more."""
    feed_of(app).close()
    if (bus := bus_of(app)) is not None:
        bus.stop()


def feed() -> Feed:
    """Return the feed of the current app."""
    return feed_of(current_app)


def feed_of(app: Flask) -> Feed:
    """Return the feed of an app."""
    return cast(Feed, app.extensions["upcard-feed"])


def bus_of(app: Flask) -> Bus | None:
    """Return the bus of an app; None if it shares its nights with no other server."""
    return cast(Bus | None, app.extensions.get("upcard-bus"))


def bus_problem() -> str:
    """Return why the address in ``UPCARD_BUS`` cannot be used; empty if it can, or there is none."""
    if not (address := settings.bus()):
        return ""
    try:
        from app.live.valkey import Publishing

        Publishing(address)
    except ModuleNotFoundError:
        return "UPCARD_BUS needs the package valkey: install upcard[valkey]"
    except ValueError as error:
        return f"UPCARD_BUS cannot be used: {error}"
    return ""


def _carrier(app: Flask) -> Carrier | None:
    """Return what carries words to other servers: what ``UPCARD_BUS`` names, or else PostgreSQL itself."""
    if address := settings.bus():
        from app.live.valkey import Publishing

        return Publishing(address)
    with app.app_context():
        if db.engine.dialect.name != "postgresql":
            return None
        from app.live.postgresql import Notifications

        return Notifications(db.engine)


def _look(night: int, doors: Collection[Door], shown: str, *, thorough: bool) -> tuple[str, Mapping[Door, Word]]:
    """Return the version of a night, the last word for doors that are shut, and what changes behind the others."""
    patience = TAPS.let_pass()
    screen = find_screen(night)
    version = "" if screen is None else screen.version
    words = {}
    for door in doors:
        if (thorough or not same_table(version, shown)) and (last := _last_word(night, door)):
            words[door] = Word(last, last=True)
        elif door.draw is not None and screen is not None and version != shown:
            patience = TAPS.let_pass(patience)
            words[door] = Word(told(version, _drawn(door.draw, night, screen)))
    return version, words


def _drawn(draw: Draw, night: int, screen: Screen) -> str:
    """Return what a page shows; nothing where that cannot be drawn: it asks for it then, and is told why."""
    try:
        with current_app.app_context():  # each with nothing that another one has left in it
            return draw(screen)
    except Exception:
        _log.exception("A page could not be drawn ahead")
        return ""


def _last_word(night: int, door: Door) -> str:
    """Return what a stream ends with whose door no longer leads to its night; empty while it does."""
    now_at = night_to_follow(door.key, door.token)
    if now_at is None:
        return ended("gone" if night_id_of_link(door.key) is None else "out")
    if now_at != night:
        # A person's link has moved on to the next night: the page takes up the stream of that one at once.
        return moved(night_version(now_at))
    return ""


@night_changed.connect
def _notify(night: int) -> None:
    """Tell the screens of a night of a change that has been stored. Whatever fails here, that is not undone."""
    feed: Feed | None = current_app.extensions.get("upcard-feed")
    if feed is None:
        return
    if (bus := bus_of(current_app)) is not None:
        bus.tell(night)
    feed.tell(night)
