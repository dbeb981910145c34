"""The feed: who follows a night hears its latest number, and hears last that their link has ended."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Thread

import pytest

from app.live.feed import Door, Feed, Word, told
from tests.server.loop import run_apart

ANN, BOB = Door("ann", ""), Door("bob", "")


class Database:
    """What the feed finds where it looks: the version of every night, and doors that are shut."""

    def __init__(self, version: str = "1.1.0") -> None:
        self.version = version
        self.shut: dict[Door, str] = {}
        self.looks = 0
        self.broken = False

    def look(self, night_id: int, doors: Collection[Door]) -> tuple[str, Mapping[Door, str]]:
        """Look as a thread of the server does."""
        self.looks += 1
        if self.broken:
            raise OSError("no database")
        return self.version, {door: self.shut[door] for door in doors if door in self.shut}


def play(scene: Callable[[Feed, Database], Awaitable[None]]) -> None:
    """Play a scene in an event loop, with a feed that belongs to it."""

    async def attached() -> None:
        feed, database = Feed(), Database()
        with ThreadPoolExecutor(1) as threads:
            feed.attach(asyncio.get_running_loop(), threads, database.look)
            await asyncio.wait_for(scene(feed, database), 20)

    run_apart(attached())


def test_who_follows_hears_of_their_night_alone() -> None:
    async def scene(feed: Feed, database: Database) -> None:
        first, second = feed.follow(1, ANN, "1.1.0"), feed.follow(2, ANN, "1.1.0")
        assert await first.next() == await second.next() == Word(told("1.1.0"))
        feed.tell(1, "1.1.7")
        assert await first.next() == Word(told("1.1.7"))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(second.next(), 0.05)

    play(scene)


def test_who_is_slow_hears_the_latest_only() -> None:
    async def scene(feed: Feed, database: Database) -> None:
        follower = feed.follow(1, ANN, "1.1.0")
        await follower.next()
        for count in range(1000):
            feed.tell(1, f"1.1.{count}")
        await asyncio.sleep(0.05)
        assert await follower.next() == Word(told("1.1.999"))

    play(scene)


def test_any_thread_may_tell() -> None:
    async def scene(feed: Feed, database: Database) -> None:
        follower = feed.follow(1, ANN, "1.1.0")
        await follower.next()
        thread = Thread(target=feed.tell, args=(1, "1.1.1"))
        thread.start()
        assert await follower.next() == Word(told("1.1.1"))
        thread.join()

    play(scene)


def test_what_changed_between_reading_and_following_is_told() -> None:
    async def scene(feed: Feed, database: Database) -> None:
        database.version = "1.1.5"
        assert await feed.follow(1, ANN, "1.1.4").next() == Word(told("1.1.5"))
        assert await feed.follow(1, BOB, "1.1.4").next() == Word(told("1.1.5"))

    play(scene)


def test_when_the_table_changes_a_link_that_has_ended_hears_that_and_no_number() -> None:
    async def scene(feed: Feed, database: Database) -> None:
        ann, bob = feed.follow(1, ANN, "1.1.0"), feed.follow(1, BOB, "1.1.0")
        await asyncio.gather(ann.next(), bob.next())
        database.version, database.shut = "2.1.0", {ANN: "the end"}
        feed.tell(1, "2.1.0")
        assert await ann.next() == Word("the end", last=True)
        assert await bob.next() == Word(told("2.1.0"))
        feed.tell(1, "2.1.1")
        assert await bob.next() == Word(told("2.1.1"))

    play(scene)


def test_the_last_word_is_not_overtaken_by_a_number() -> None:
    async def scene(feed: Feed, database: Database) -> None:
        ann = feed.follow(1, ANN, "1.1.0")
        await ann.next()
        ann.put(Word("the end", last=True))
        ann.put(Word(told("1.1.1")))
        assert await ann.next() == Word("the end", last=True)

    play(scene)


def test_a_number_told_while_the_feed_looks_is_not_taken_back() -> None:
    async def scene(feed: Feed, database: Database) -> None:
        follower = feed.follow(1, ANN, "1.1.0")  # and the feed begins to look
        feed.tell(1, "1.1.3")
        database.version = "1.1.3"
        heard = [await follower.next()]
        while heard[-1] != Word(told("1.1.3")):
            heard.append(await follower.next())
        await asyncio.sleep(0.05)
        assert await feed.follow(1, BOB, "1.1.2").next() == Word(told("1.1.3"))

    play(scene)


def test_what_is_told_twice_is_passed_on_once() -> None:
    async def scene(feed: Feed, database: Database) -> None:
        follower = feed.follow(1, ANN, "1.1.0")
        await follower.next()
        feed.tell(1, "1.1.1")
        assert await follower.next() == Word(told("1.1.1"))
        feed.tell(1, "1.1.1")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(follower.next(), 0.05)

    play(scene)


def test_a_quiet_night_gives_signs_of_life_and_one_look_serves_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.live.feed.BEAT_SECONDS", 0.01)

    async def scene(feed: Feed, database: Database) -> None:
        followers = [feed.follow(1, Door(str(n), ""), "1.1.0") for n in range(50)]
        for _ in range(3):
            assert set(await asyncio.gather(*(follower.next() for follower in followers))) == {Word(told("1.1.0"))}
        assert database.looks < 50

    play(scene)


def test_while_the_database_is_away_the_last_number_is_the_sign_of_life(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("app.live.feed.BEAT_SECONDS", 0.01)

    async def scene(feed: Feed, database: Database) -> None:
        follower = feed.follow(1, ANN, "1.1.0")
        await follower.next()
        database.broken = True
        assert await follower.next() == Word(told("1.1.0"))
        database.broken, database.version = False, "1.1.2"
        while await follower.next() != Word(told("1.1.2")):
            pass

    play(scene)
    assert "no database" in caplog.text


def test_nothing_is_kept_of_a_night_that_nobody_follows() -> None:
    async def scene(feed: Feed, database: Database) -> None:
        followers = [feed.follow(1, ANN, "1.1.0"), feed.follow(1, ANN, "1.1.0")]
        assert feed.nights() == {1}
        assert feed.count() == 2
        for follower in followers:
            feed.leave(follower)
            feed.leave(follower)
        assert not feed.is_followed(1)
        feed.tell(1, "1.1.1")

    play(scene)


def test_who_is_stopped_waits_no_longer() -> None:
    async def scene(feed: Feed, database: Database) -> None:
        follower = feed.follow(1, ANN, "1.1.0")
        await follower.next()
        asyncio.get_running_loop().call_later(0.02, feed.close)
        assert await follower.next() is None

    play(scene)
