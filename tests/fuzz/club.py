"""A club with nights in progress, the people who can reach its server, and the invariants that they must not break."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from flask import Flask
from sqlalchemy import select

from app.backups.files import copies
from app.hand.action import MISDEAL
from app.night import nights
from app.night.db import db
from app.night.log import loading
from app.night.log.replay import LiveHand, Posted
from app.night.models import Hand, Night
from app.night.nights import current_hand
from app.night.play import call, taps
from app.night.validation import Problem
from app.settings import current
from tests.databases import check_file
from tests.fuzz.people import HANDS, Person, gather
from tests.night.money.evenings import check_night
from tests.seating import add_player
from tests.snapshots import Snapshots
from tests.web.website import make_website


@dataclass
class Club:
    """A club: its app, its people, and the keys in its addresses. ``probe``: a connection to its database."""

    app: Flask
    people: list[Person]
    keys: list[str]
    probe: sqlite3.Connection

    def changes(self) -> int:
        """Return a number that changes whenever something is stored."""
        return int(self.probe.execute("PRAGMA data_version").fetchone()[0])

    def check(self) -> int:
        """Assert that no chip or coin is lost and every hand can be replayed; return the number of hands."""
        replayed = 0
        for night in self._nights():
            check_night(night)
            for hand_id in db.session.scalars(select(Hand.id).where(Hand.night_id == night.id)).all():
                live = loading.live_hand(hand_id)
                assert isinstance(live, LiveHand)
                assert live.misfit is None, f"hand {hand_id} of night {night.id}: {live.misfit}"
                replayed += 1
        db.session.remove()
        return replayed

    def check_playable(self) -> None:
        """Assert that every night can go on after a misdeal."""
        for night in self._nights():
            _deal_next_hand(night)
        check_file()
        db.session.remove()

    def _nights(self) -> Iterator[Night]:
        db.session.rollback()
        for night_id in db.session.scalars(select(Night.id)).all():
            yield db.session.get_one(Night, night_id)


@cache
def shared_website() -> Snapshots:
    """Return the app shared by all clubs of this process."""
    folder = tempfile.TemporaryDirectory(prefix="upcard-fuzz-")
    _folders.append(folder)
    return make_website(Path(folder.name))


_folders: list[tempfile.TemporaryDirectory[str]] = []


@contextmanager
def new_club(random: Random, hands: Sequence[str] = HANDS) -> Iterator[Club]:
    """Yield a club with people and nights, one night for each of the ``hands``.

    One club in four requires form tokens; three in four have https.
    """
    website = shared_website()
    for copy in copies(website.database):
        copy.path.unlink()
    before = os.environ.get("UPCARD_DATA")
    os.environ["UPCARD_DATA"] = str(website.database.parent)
    current.cache_clear()
    try:
        guarded, secure = random.random() < 0.25, random.random() < 0.75
        with website.fresh(WTF_CSRF_ENABLED=guarded, OWN_AUTHORITY=secure, HTTPS_PORT=8443) as app:
            people, keys = gather(app, random, hands)
            db.session.remove()
            with closing(sqlite3.connect(website.database)) as probe:
                yield Club(app, people, keys, probe)
    finally:
        os.environ.pop("UPCARD_DATA")
        current.cache_clear()
        if before is not None:
            os.environ["UPCARD_DATA"] = before


def _deal_next_hand(night: Night) -> None:
    if night.ended_at is not None and isinstance(nights.reopen_night(night), Problem):
        return
    if night.settled_at is not None:
        return
    hand = current_hand(night)
    live = loading.live_hand(hand.id) if hand is not None else None
    if isinstance(live, LiveHand):
        if not live.over:
            misdeal = taps.post(live.hand.id, live.number, [f"d {MISDEAL}"])
            assert isinstance(misdeal, Posted), misdeal
        assert call.next_hand(night) is None
    for name in ("Xenia", "Yuri"):
        add_player(night, name, 100)
    dealt = call.call_game(night, "five-card-stud", {})
    assert isinstance(dealt, LiveHand), dealt
