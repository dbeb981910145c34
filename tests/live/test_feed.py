"""The feed: followers of a night get its latest version, or a last event once their link has ended."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event as Signal
from threading import Thread

import pytest

from app.live.feed import MAX_DRAWN, RETRY_MILLISECONDS, Event, Feed, Follower, Subscription, version_event
from tests import patience

ANN, BOB = Subscription("ann", ""), Subscription("bob", "")


class Database:
    """A stand-in for the database: the version of every night, and the events for its subscriptions."""

    def __init__(self, version: str = "1.1.0") -> None:
        self.version = version
        self.events: dict[Subscription, Event] = {}
        self.reads: list[tuple[str, bool]] = []
        self.broken = False
        #: Reads continue only while this is set.
        self.open = Signal()
        self.open.set()

    def read(
        self, night_id: int, subscriptions: Collection[Subscription], shown: str, recheck_access: bool
    ) -> tuple[str, Mapping[Subscription, Event]]:
        """Read a night, as a thread of the server does."""
        version = self.version
        events = {each: self.events[each] for each in subscriptions if each in self.events}
        self.reads.append((shown, recheck_access))
        assert self.open.wait(10)
        if self.broken:
            raise OSError("no database")
        return version, events

    def change(self, feed: Feed, version: str, night_id: int = 1) -> None:
        """Set the version of a night, and notify the feed."""
        self.version = version
        feed.notify(night_id)


def play(scene: Callable[[Feed, Database], Awaitable[None]]) -> None:
    """Run a scene in an event loop with its own feed."""

    async def attached() -> None:
        feed, database = Feed(), Database()
        with ThreadPoolExecutor(1) as threads:
            feed.attach(asyncio.get_running_loop(), threads, database.read)
            try:
                await asyncio.wait_for(scene(feed, database), patience.SECONDS)
            finally:
                database.open.set()

    asyncio.run(attached())


async def receives_nothing(follower: Follower) -> bool:
    """Return whether a follower receives nothing for a moment."""
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(follower.next(), 0.05)
    return True


def test_followers_are_notified_only_of_their_own_night() -> None:
    async def scene(feed: Feed, database: Database) -> None:
        first, second = feed.follow(1, ANN, "1.1.0"), feed.follow(2, ANN, "1.1.0")
        assert await receives_nothing(second)
        database.change(feed, "1.1.7")
        assert await first.next() == Event(version_event("1.1.7"))
        assert await receives_nothing(second)

    play(scene)


def test_a_slow_follower_gets_only_the_latest_version() -> None:
    async def scene(feed: Feed, database: Database) -> None:
        follower, witness = feed.follow(1, ANN, "1.1.0"), feed.follow(1, BOB, "1.1.0")
        for count in range(1, 1000):
            database.change(feed, f"1.1.{count}")
        while await witness.next() != Event(version_event("1.1.999")):
            pass
        assert await follower.next() == Event(version_event("1.1.999"))

    play(scene)


def test_changes_during_a_read_are_read_together() -> None:
    async def scene(feed: Feed, database: Database) -> None:
        follower = feed.follow(1, ANN, "1.1.0")
        assert await receives_nothing(follower)
        database.open.clear()
        for count in range(1, 100):
            database.change(feed, f"1.1.{count}")
        await asyncio.sleep(0)  # the first is received
        asyncio.get_running_loop().call_later(0.02, database.open.set)
        while await follower.next() != Event(version_event("1.1.99")):
            pass
        assert len(database.reads) <= 3

    play(scene)


def test_any_thread_can_notify_the_feed() -> None:
    async def scene(feed: Feed, database: Database) -> None:
        follower = feed.follow(1, ANN, "1.1.0")
        thread = Thread(target=database.change, args=(feed, "1.1.1"))
        thread.start()
        assert await follower.next() == Event(version_event("1.1.1"))
        thread.join()

    play(scene)


def test_a_change_between_rendering_and_following_is_sent() -> None:
    async def scene(feed: Feed, database: Database) -> None:
        database.version = "1.1.5"
        assert await feed.follow(1, ANN, "1.1.4").next() == Event(version_event("1.1.5"))
        assert await feed.follow(1, BOB, "1.1.4").next() == Event(version_event("1.1.5"))

    play(scene)


def test_a_new_follower_with_a_newer_version_updates_the_others() -> None:
    async def scene(feed: Feed, database: Database) -> None:
        ann = feed.follow(1, ANN, "1.1.0")
        assert await receives_nothing(ann)
        database.version = "1.1.1"
        bob = feed.follow(1, BOB, "1.1.1")
        assert await ann.next() == Event(version_event("1.1.1"))
        assert await bob.next() == Event(version_event("1.1.1"))

    play(scene)


def test_subscriptions_get_their_own_event_or_else_the_version() -> None:
    async def scene(feed: Feed, database: Database) -> None:
        ann, bob = feed.follow(1, ANN, "1.1.0"), feed.follow(1, BOB, "1.1.0")
        database.events = {ANN: Event(version_event("1.1.1", "<main>\n\n  Ann’s\r\n</main>"))}
        database.change(feed, "1.1.1")
        assert await ann.next() == Event("id: 1.1.1\ndata: 1.1.1\ndata: <main>\ndata:   Ann’s\ndata: </main>\n\n")
        assert await bob.next() == Event("id: 1.1.1\ndata: 1.1.1\n\n")

    play(scene)


def test_an_ended_link_gets_a_last_event_and_no_version() -> None:
    async def scene(feed: Feed, database: Database) -> None:
        ann, bob = feed.follow(1, ANN, "1.1.0"), feed.follow(1, BOB, "1.1.0")
        database.events = {ANN: Event("the end", last=True)}
        database.change(feed, "2.1.0")
        assert await ann.next() == Event("the end", last=True)
        assert await bob.next() == Event(version_event("2.1.0"))
        database.change(feed, "2.1.1")
        assert await bob.next() == Event(version_event("2.1.1"))

    play(scene)


def test_a_version_does_not_replace_a_pending_last_event() -> None:
    async def scene(feed: Feed, database: Database) -> None:
        ann = feed.follow(1, ANN, "1.1.0")
        ann.put(Event("the end", last=True))
        ann.put(Event(version_event("1.1.1")))
        assert await ann.next() == Event("the end", last=True)

    play(scene)


def test_a_change_during_a_read_is_read_again() -> None:
    async def scene(feed: Feed, database: Database) -> None:
        database.open.clear()
        follower = feed.follow(1, ANN, "1.1.0")  # the feed begins to read
        while not database.reads:
            await asyncio.sleep(0.001)
        database.change(feed, "1.1.3")
        database.open.set()
        assert await follower.next() == Event(version_event("1.1.3"))
        assert await feed.follow(1, BOB, "1.1.2").next() == Event(version_event("1.1.3"))

    play(scene)


def test_a_version_notified_twice_is_sent_once() -> None:
    async def scene(feed: Feed, database: Database) -> None:
        follower = feed.follow(1, ANN, "1.1.0")
        database.change(feed, "1.1.1")
        assert await follower.next() == Event(version_event("1.1.1"))
        reads = len(database.reads)
        feed.notify(1, "1.1.1")  # as read by another server
        assert await receives_nothing(follower)
        assert len(database.reads) == reads
        feed.notify(1)
        while len(database.reads) == reads:
            await asyncio.sleep(0.001)
        assert await receives_nothing(follower)
        assert len(database.reads) == reads + 1

    play(scene)


def test_a_quiet_night_sends_heartbeats_from_one_access_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.live.feed.HEARTBEAT_SECONDS", 0.01)

    async def scene(feed: Feed, database: Database) -> None:
        followers = [feed.follow(1, Subscription(str(n), ""), "1.1.0") for n in range(50)]
        for _ in range(3):
            assert set(await asyncio.gather(*(follower.next() for follower in followers))) == {
                Event(version_event("1.1.0"))
            }
        assert len(database.reads) < 50
        assert database.reads[0] == ("1.1.0", False)
        assert set(database.reads[1:]) == {("1.1.0", True)}

    play(scene)


def test_a_busy_night_rechecks_access_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.live.feed.HEARTBEAT_SECONDS", 0.01)

    async def scene(feed: Feed, database: Database) -> None:
        follower = feed.follow(1, ANN, "1.1.0")
        count = 0
        while not any(recheck_access for _, recheck_access in database.reads):
            count += 1
            database.change(feed, f"1.1.{count}")
            await follower.next()

    play(scene)


def test_heartbeats_repeat_the_last_version_while_the_database_is_down(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("app.live.feed.HEARTBEAT_SECONDS", 0.01)

    async def scene(feed: Feed, database: Database) -> None:
        follower = feed.follow(1, ANN, "1.1.0")
        database.broken = True
        assert await follower.next() == Event(version_event("1.1.0"))
        database.broken, database.version = False, "1.1.2"
        while await follower.next() != Event(version_event("1.1.2")):
            pass

    play(scene)
    assert "no database" in caplog.text


def test_a_failed_read_is_retried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.live.feed.RETRY_SECONDS", 0.01)

    async def scene(feed: Feed, database: Database) -> None:
        follower = feed.follow(1, ANN, "1.1.0")
        assert await receives_nothing(follower)
        database.broken = True
        database.change(feed, "1.1.2")
        while len(database.reads) < 3:
            await asyncio.sleep(0.001)
        database.broken = False
        assert await follower.next() == Event(version_event("1.1.2"))

    play(scene)


def test_a_change_during_a_failed_heartbeat_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.live.feed.RETRY_SECONDS", 0.01)
    monkeypatch.setattr("app.live.feed.HEARTBEAT_SECONDS", 0.1)

    async def scene(feed: Feed, database: Database) -> None:
        follower = feed.follow(1, ANN, "1.0.0")
        monkeypatch.setattr("app.live.feed.HEARTBEAT_SECONDS", 60)
        assert await follower.next() == Event(version_event("1.1.0"))
        database.open.clear()
        database.broken = True
        while len(database.reads) < 2:
            await asyncio.sleep(0.001)
        assert database.reads[1] == ("1.1.0", True)
        database.change(feed, "1.1.2")
        await asyncio.sleep(0.05)
        database.open.set()
        assert await follower.next() == Event(version_event("1.1.0"))
        database.broken = False
        assert await asyncio.wait_for(follower.next(), 5) == Event(version_event("1.1.2"))

    play(scene)


def test_a_night_without_followers_is_forgotten() -> None:
    async def scene(feed: Feed, database: Database) -> None:
        followers = [feed.follow(1, ANN, "1.1.0"), feed.follow(1, ANN, "1.1.0")]
        assert feed.nights() == {1}
        assert feed.count() == 2
        for follower in followers:
            feed.leave(follower)
            feed.leave(follower)
        assert feed.nights() == set()
        feed.notify(1)

    play(scene)


def test_closing_the_feed_ends_a_waiting_follower() -> None:
    async def scene(feed: Feed, database: Database) -> None:
        follower = feed.follow(1, ANN, "1.1.0")
        asyncio.get_running_loop().call_later(0.02, feed.close)
        assert await follower.next() is None

    play(scene)


def test_pages_are_drawn_for_a_limited_number_of_an_addresss_screens() -> None:
    async def scene(feed: Feed, database: Database) -> None:
        def follow(client: str) -> Follower:
            return feed.follow(1, Subscription("ann", "", lambda _screen: "page", client), "1.1.0")

        screens = [follow("192.0.2.7") for _ in range(MAX_DRAWN + 2)]
        assert [screen.subscription.draw is None for screen in screens] == [*[False] * MAX_DRAWN, True, True]
        assert follow("192.0.2.8").subscription.draw is not None
        feed.leave(screens[0])
        feed.leave(screens[-1])  # which had no page
        assert [follow("192.0.2.7").subscription.draw is None for _ in range(2)] == [False, True]
        assert all(follow("").subscription.draw is not None for _ in range(MAX_DRAWN + 1))

    play(scene)


def test_a_page_reopens_a_broken_stream_before_it_reports_itself_disconnected() -> None:
    script = Path(__file__).parents[2] / "static/js/live.js"
    doubt = re.search(r"DOUBT = (\d+);", script.read_text())
    assert doubt is not None
    assert int(doubt[1]) >= RETRY_MILLISECONDS + 500
