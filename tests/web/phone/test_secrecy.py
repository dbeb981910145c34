"""Secrecy of sealed answers: whatever others have answered, each request gets the same reply, to the last byte."""

import itertools
import os
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from flask import Flask

from app.night import caches
from app.night.db import db
from app.night.log import sealing
from app.night.log.replay import Posted
from app.night.play.taps import answer_sealed
from tests.snapshots import Snapshots
from tests.web.phone.phones import deal_to_question, phone_of
from tests.web.tables import HTMX, Table

Deal = Callable[..., Table]
Request = tuple[str, str, dict[str, Any]]
Reply = tuple[object, ...]

GAMES = {
    "chicago": ({}, ["declare high", "declare spade", "declare both"]),
    "auction-wild": ({"sealed": True}, ["bid 2", "bid 90", "no"]),
}


class World:
    """A night whose state can be saved and restored, as a copy of its database file."""

    def __init__(self, website: Snapshots, table: Table) -> None:
        self.database, self.app, self.table = website.database, website.app, table
        self.kept = Path(f"{website.database}-kept")
        self._restored = (-1, 0)

    def keep(self) -> None:
        self._close()
        self.forget()
        shutil.copyfile(self.database, self.kept)

    def restore(self) -> None:
        """Restore the saved state, unless nothing has been stored since."""
        self.table.client.delete_cookie("upcard")  # it may hold the last message
        db.session.remove()
        if self._restored == self._state():
            return
        self._close()
        for left in self.database.parent.glob(f"{self.database.name}-[sw]*"):
            left.unlink()
        shutil.copyfile(self.kept, self.database)
        os.utime(self.database, (0, 0))  # any change makes it newer
        self._restored = self._state()

    def forget(self) -> None:
        """Make the next restore copy the file even if nothing has been stored."""
        self._restored = (-1, 0)

    def _state(self) -> tuple[int, int]:
        """Return values that change with every write: the file's time and the size of the write-ahead log."""
        log = self.database.with_name(f"{self.database.name}-wal")
        return self.database.stat().st_mtime_ns, log.stat().st_size if log.exists() else 0

    def _close(self) -> None:
        db.session.remove()
        db.engine.dispose()
        caches.clear_caches(self.app)

    def replies(self, probe: list[Request]) -> Iterator[Reply]:
        """Yield the replies to a probe. After posts that stored nothing and left no message, pages are not fetched
        again: they are as in :func:`pages`.
        """
        self.restore()
        for request in probe:
            posted = request is not probe[0] and request[0] == "GET"
            unchanged = posted and self._state() == self._restored and not self.table.client.get_cookie("upcard")
            yield (request, "unchanged") if unchanged else self.reply(request)

    def reply(self, request: Request) -> Reply:
        method, path, data = request
        headers = {} if method == "GET" else HTMX
        response = self.table.client.open(path, method=method, data=data or None, headers=headers)
        kept = [(name, value) for name, value in response.headers if name not in ("Set-Cookie", "Date", "X-Request-Id")]
        body = unpacked(response.data) if response.mimetype == "application/zip" else response.text
        response.close()
        text = re.sub(r'name="once"[^>]*|"exported_at": "[^"]*"', "", body)
        return request, response.status_code, kept if text == body else kept[:-1], text


def unpacked(archive: bytes) -> str:
    """Return the files of an archive as text, without their timestamps."""
    with ZipFile(BytesIO(archive)) as opened:
        return "".join(f"{name}\n{opened.read(name).decode()}" for name in opened.namelist())


def taps(table: Table, asked: int, now: int, words: Sequence[str]) -> Iterator[list[Request]]:
    """Yield the posts that a dealer can make while the question is open, each with the pages to fetch afterwards."""
    see: list[Request] = [("GET", table.url + "?log=1", {}), ("GET", f"{table.url}hand/1", {})]
    hand = {"hand": table.hand}
    lines = [f"p{seat} {word}{more}" for seat in (1, 2, 3) for word in words for more in ("", " !", " # of mine")]
    lines += [f"p1 {words[0]}\np3 {words[1]}", f"p2 {words[0]}\np3 {words[1]}", "p1 f !", "p1 f !\np2 f !", "nonsense"]
    for line, seen in itertools.product(lines, sorted({asked - 1, asked, asked + 1, now})):
        if not (line.startswith("p2 ") or "p2 " in line.partition("\n")[2]) or seen < asked:  # would reveal all answers
            yield [("POST", table.url + "tap", {**hand, "seen": seen, "action": line}), *see]
    undo: Request = ("POST", table.url + "undo", {**hand, "seen": now})
    for line in ("d misdeal", "d redeal", "p1 f !\np2 f !"):
        record: Request = ("GET", f"{table.url}hand/1.toml", {})
        after = [("POST", table.url + "tap", {**hand, "seen": now, "action": line}), *see, record]
        changes = [correction(table, place, now + 1, w) for place in range(asked + 1, now + 1) for w in words]
        yield [*after, *changes]
    backs = [("POST", table.url + "undo", {**hand, "seen": seen}) for seen in range(now, now + 4)]
    yield [undo, *see, ("POST", table.url + "redo", {**hand, "seen": now + 1}), *see]
    yield [*backs, *see]


def correction(table: Table, place: int, seen: int, word: str, **more: Any) -> Request:
    seat = 1 if place % 2 else 3
    fields = {"hand": table.hand, "seen": seen, "action": f"p{seat} {word}", **more}
    return "POST", f"{table.url}hand/1/correct/{place}", fields


def corrections(table: Table, asked: int, now: int, words: Sequence[str]) -> Iterator[list[Request]]:
    """Yield corrections of the answers and of the actions before them."""
    see: list[Request] = [("GET", table.url + "?log=1", {})]
    for place in range(asked - 1, now + 1):
        path = f"{table.url}hand/1/correct/{place}"
        yield [("GET", path, {})]
        for seat, word in itertools.product((1, 3), words):
            line = f"p{seat} {word}"
            posted = {"hand": table.hand, "seen": now, "target": place}
            yield [("POST", path, {**posted, "action": line}), ("POST", path, {**posted, "line": line})]
            yield [("POST", path, {**posted, "line": line, "do": "correct"}), *see]
        for do in ("keep", "out", "cut"):
            yield [("POST", path, {"hand": table.hand, "seen": now, "target": place, "do": do}), *see]
        yield [("POST", path, {"hand": table.hand, "seen": now, "line": "-", "do": "correct"}), *see]
        for line in ("p1 cbr 20", "p1 f", "p3 cbr 50", "p3 f"):
            fields = {"hand": table.hand, "seen": now, "line": line}
            yield [("POST", path, fields), ("POST", path, {**fields, "do": "correct"}), *see]


def pages(app: Flask, table: Table) -> Iterator[list[Request]]:
    """Yield every page of the night, and of the phone of a player who has not answered."""
    own = phone_of(table, "Bob").removeprefix("/p/")
    keys = {"/n/<key>": table.key, "/p/<key>": own, "/tv/<key>": table.night.watch_key}
    for rule in app.url_map.iter_rules():
        start = next((start for start in keys if rule.rule.startswith(start)), "")
        if start and "GET" in (rule.methods or ()) and "<" not in rule.rule[len(start) :]:
            yield [("GET", rule.rule.replace("<key>", keys[start]), {})]
    for path in (f"/live/{keys['/tv/<key>']}?now", f"{table.url}?log=1", f"{table.url}hand/1"):
        yield [("GET", path, {})]


@pytest.mark.sqlite
@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_reply_reveals_what_others_have_answered(website: Snapshots, app: Flask, deal: Deal, game: str) -> None:
    options, words = GAMES[game]
    table = deal_to_question(deal, game, options=options)
    asked = table.live.number
    phone = phone_of(table, "Bob")
    world = World(website, table)
    world.keep()
    answered = {}
    before = shutil.copyfile(world.kept, f"{world.kept}-asked")
    for first, third in [*itertools.product(words, words)][1:3]:
        shutil.copyfile(before, world.kept)
        world.forget()
        world.restore()
        number = sealing.open_question(table.live)
        assert number is not None
        for seat, word in ((1, first), (3, third)):
            assert isinstance(answer_sealed(table.hand, number, seat - 1, f"p{seat} {word}"), Posted)
        now = asked + 2
        world.keep()
        replies = []
        wrong = {"hand": table.hand, "question": number, "action": f"p1 {words[0]}"}
        for probe in (
            *pages(app, table),
            *taps(table, asked, now, words),
            *corrections(table, asked, now, words),
            [("POST", f"{phone}/answer", wrong), ("GET", phone, {})],
        ):
            replies.append([*world.replies(probe)])
        answered[first, third] = replies
    expected, *others = answered.values()
    revealing = [
        (usual[0], reply[1:2], usual[1:2])
        for other in others
        for probe, compared in zip(expected, other, strict=True)
        for usual, reply in zip(probe, compared, strict=True)
        if usual != reply
    ]
    assert not revealing, f"{len(revealing)} of {sum(map(len, expected)) * len(others)} replies: {revealing[:12]}"
