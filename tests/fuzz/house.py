"""A house with two nights under way, everybody who may reach it, and what must be true of it whatever they send."""

from __future__ import annotations

import os
import re
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app import night as store
from app import settings
from app.backups.files import copies
from app.games.catalog import catalog
from app.games.errors import GameError
from app.games.house import Stakes
from app.games.load import resolve
from app.hand.action import MISDEAL
from app.night import LiveHand, Night, Problem
from app.night.db import db
from app.night.models import Hand
from tests.databases import check_file
from tests.fuzz.pages import Form
from tests.hand.random_play import RandomDealer
from tests.night.money.evenings import Evenings, check_night, random_steps
from tests.web.tables import NAMES, Table, begin, hold
from tests.web.website import Website, fresh, make_website

#: Pages and forms that a person keeps in mind, the latest last.
KEPT = 60


@dataclass
class Person:
    """Somebody with a browser: where they may begin, and what they have seen since."""

    role: str
    client: FlaskClient
    begins: list[str]
    links: list[str] = field(default_factory=list)
    forms: list[Form] = field(default_factory=list)

    @property
    def pages(self) -> list[str]:
        return self.links or self.begins

    def note(self, links: list[str], forms: list[Form]) -> None:
        """Keep in mind what a page offers, in place of the same that an earlier one did."""
        self.links = [*(link for link in self.links if link not in links), *dict.fromkeys(links)][-KEPT:]
        addresses = {form.path for form in forms}
        self.forms = [*(form for form in self.forms if form.path not in addresses), *forms][-KEPT:]


@dataclass
class House:
    """The app, the people before it, and the keys and numbers that addresses are made of."""

    app: Flask
    people: list[Person]
    keys: list[str]
    _probe: sqlite3.Connection

    def changes(self) -> int:
        """Return a number that is another one after whatever was stored in the meantime."""
        return int(self._probe.execute("PRAGMA data_version").fetchone()[0])

    def check(self) -> int:
        """Raise an AssertionError if a chip or a coin is lost, or a hand cannot be played again; how many could be."""
        db.session.rollback()
        replayed = 0
        for night in db.session.scalars(select(Night)).all():
            check_night(night)
            for hand_id in db.session.scalars(select(Hand.id).where(Hand.night_id == night.id)).all():
                live = store.live_hand(hand_id)
                assert isinstance(live, LiveHand)
                assert live.misfit is None, f"hand {hand_id} of night {night.id}: {live.misfit}"
                replayed += 1
        db.session.remove()
        return replayed

    def go_on(self) -> None:
        """Raise an AssertionError unless every night can go on: the hand given up, another dealt."""
        db.session.rollback()
        for night_id in db.session.scalars(select(Night.id)).all():
            _next_hand_is_dealt(db.session.get_one(Night, night_id))
        check_file()
        db.session.remove()


@cache
def _website() -> Website:
    folder = tempfile.TemporaryDirectory(prefix="upcard-fuzz-")
    _kept.append(folder)
    return make_website(Path(folder.name))


_kept: list[tempfile.TemporaryDirectory[str]] = []


@contextmanager
def house(random: Random) -> Iterator[House]:
    """Yield a house with nights and people; in one of four forms need their tokens."""
    website = _website()
    for copy in copies(website.database):
        copy.path.unlink()
    before = os.environ.get("UPCARD_DATA")
    os.environ["UPCARD_DATA"] = str(website.database.parent)
    try:
        with fresh(website, WTF_CSRF_ENABLED=random.random() < 0.25) as app:
            people, keys = _people(app, random)
            db.session.remove()
            with closing(sqlite3.connect(website.database)) as probe:
                yield House(app, people, keys, probe)
    finally:
        os.environ.pop("UPCARD_DATA")
        if before is not None:
            os.environ["UPCARD_DATA"] = before


def _people(app: Flask, random: Random) -> tuple[list[Person], list[str]]:
    """Return the host, two dealers, two players, a television and a guest, with the keys of their nights."""
    host = Person("host", app.test_client(), ["/", "/devices", "/people", "/backups", "/example", "/help"])
    page = host.client.get("/").text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    host.client.post("/host", data={"code": settings.host_code(), "csrf_token": token[1] if token else ""})
    people, keys = [host], ["wrong"]
    for _ in range(2):
        table = _table(app.test_client(), random)
        night = store.night_by_key(table.key)
        assert night is not None
        dealer = Person("dealer", table.client, [f"{table.url}{page}" for page in ("", "", "night", "money", "call")])
        people.append(dealer)
        keys += [table.key, night.watch_key, night.join_code]
        television = Person("television", app.test_client(), [f"/tv/{night.watch_key}"])
        guest = Person("guest", app.test_client(), ["/", f"/j/{night.join_code}"])
        seats = random.sample(store.seats(night), 2)
        keys += [seat.key for seat in seats]
        people += [_player(app, seats[0].key), television, guest]
    people.append(_player(app, seats[1].key))
    if random.random() < 0.5:
        evenings = Evenings(random)
        for step in random_steps(random, 15):
            evenings.step(step)
        key = evenings.night.key
        people.append(Person("dealer", app.test_client(), [f"/n/{key}/{page}" for page in ("", "night", "money")]))
        keys.append(key)
    return people, keys


def _player(app: Flask, key: str) -> Person:
    client = app.test_client()
    return Person("player", client, [hold(client, key)])


def _table(client: FlaskClient, random: Random) -> Table:
    """Return a night whose hand has been played for a while."""
    while True:
        info = random.choice(list(catalog().values()))
        try:
            game = resolve(info.id)
        except GameError:
            continue
        least, most = game.players
        count = max(least, min(most, random.randint(2, 6)))
        if not game.even or count % 2 == 0:
            break
    tracked = random.random() < 0.8
    table = begin(client, info.id, NAMES[:count], random.choice((20, 100, 1000)), tracked, Stakes(), {}, ())
    dealer = RandomDealer(table.live.state.setup, random)
    dealer.play_out()
    if played := dealer.lines[: random.randint(0, len(dealer.lines))]:
        table.enter(*played)
    return table


def _next_hand_is_dealt(night: Night) -> None:
    if night.ended_at is not None and isinstance(store.reopen_night(night), Problem):
        return
    if night.settled_at is not None:
        return
    hand = store.current_hand(night)
    live = store.live_hand(hand.id) if hand is not None else None
    if isinstance(live, LiveHand):
        if not live.over:
            given_up = store.post(live.hand.id, live.number, [f"d {MISDEAL}"])
            assert isinstance(given_up, store.Posted), given_up
        assert store.next_hand(night) is None
    for name in ("Xenia", "Yuri"):
        store.add_player(night, name, 100)
    dealt = store.call_game(night, "five-card-stud", {})
    assert isinstance(dealt, LiveHand), dealt
