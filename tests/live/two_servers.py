"""Two servers in one process on one database, each with a screen that follows the same night."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

from flask import Flask

from app.live.bus import Bus, Notifications
from app.live.screens import feed_of, init_app
from app.night.db import db
from app.night.log.replay import Posted
from app.night.play import taps
from tests.night.table import FIRST_STREET, begin, deal, make_app
from tests.server.loop import Listener, served

SECONDS = 20
LINES = [*FIRST_STREET, "p3 cbr 2"]


@dataclass
class Servers:
    """The two servers, a screen of each, and a hand of the night that the screens follow."""

    one: Flask
    other: Flask
    own_screen: Listener
    other_screen: Listener
    hand: int

    def tap(self, number: int) -> None:
        """Enter the next line of the hand on the first server."""
        with self.one.app_context():
            answer = taps.post(self.hand, number, [LINES[number]])
            assert isinstance(answer, Posted)
            db.session.remove()

    def other_screen_reaches(self, entries: int) -> bool:
        """Return whether the other server's screen eventually receives a version with this many entries."""
        while version := self.other_screen.wait(SECONDS):
            if version.endswith(f".{entries}"):
                return True
        return False


@contextmanager
def sharing(folder: Path, notifications: Notifications) -> Iterator[Servers]:
    """Run two servers with these notifications between them."""
    path = folder / "shared.sqlite3"
    one, other = make_app(path), make_app(path, create=False)
    for app in (one, other):
        init_app(app)
        app.extensions["upcard-bus"] = Bus(app, feed_of(app), notifications)
    with ExitStack() as stack:
        here, there = stack.enter_context(served(one)), stack.enter_context(served(other))
        with one.app_context():
            friday = begin()
            night_id, key, hand = friday.id, friday.key, deal(friday).hand.id
            db.session.remove()
        own_screen, other_screen = here.listen(night_id, key), there.listen(night_id, key)
        assert own_screen.wait(SECONDS)
        assert other_screen.wait(SECONDS)
        yield Servers(one, other, own_screen, other_screen, hand)
    for app in (one, other):
        with app.app_context():
            db.engine.dispose()


def until(happened: Callable[[], bool]) -> None:
    """Wait until something has happened."""
    deadline = monotonic() + SECONDS
    while not happened():
        assert monotonic() < deadline
        sleep(0.01)
