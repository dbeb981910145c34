"""Feed of one process: which screens follow which night, and the next event for each.

Everything runs in the server's event loop, without locks. Only :meth:`Feed.notify` may be called from any thread.
"""

from __future__ import annotations

import asyncio
import logging
from asyncio import AbstractEventLoop, Future, TimerHandle
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Collection, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import field
from functools import partial

from app.dataclass import dataclass, replace
from app.night.screens import Screen

#: Every stream sends something at least this often. Silence tells a page that it is disconnected, and a failed send
#: tells the server that the page is gone.
HEARTBEAT_SECONDS = 15

#: Delay before polling, so that the tap that made the change is answered first.
AFTER_TAP_SECONDS = 0.005

#: Seconds until the next poll after a failure.
RETRY_SECONDS = 2

#: The most pages drawn for the screens of one address; its further screens get versions, and fetch their pages. Drawing
#: for a guest's 250 streams held up every other screen for ten seconds.
MAX_DRAWN = 16

#: Followers to notify before yielding to the event loop.
BATCH = 50

#: The delay before a page reopens a stream, such as one that a proxy has ended. It has to be open again before the page
#: doubts its connection, see ``live.js``.
RETRY_MILLISECONDS = 1000
#: The delay before a page reconnects when its link has moved to another night: too short for the page to report itself
#: disconnected.
MOVING_MILLISECONDS = 100

_log = logging.getLogger(__name__)

#: Returns the changing parts of a page, within a request context; empty if its device may not see them.
Draw = Callable[[Screen], str]


@dataclass(frozen=True, slots=True)
class Subscription:
    """A screen's registration to follow a night: its link's key, empty for a program, and its device's token.

    ``draw`` renders the page, if the stream is to send it with every change. ``client`` is the address whose pages are
    limited; empty for no limit.
    """

    key: str
    token: str
    draw: Draw | None = None
    client: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """One server-sent event as text; the stream ends after the ``last`` one."""

    text: str
    last: bool = False


#: The version of a night, and an event for each subscription that needs more than the version.
Polled = tuple[str, Mapping[Subscription, Event]]

#: A query, run in a thread, with a night, its subscriptions, and the version last sent. If the table has changed since,
#: or if the last argument is set, each subscription whose link or device has lost access gets its last event.
Poll = Callable[[int, Collection[Subscription], str, bool], Polled]


class Follower:
    """One open screen. Only the latest event is kept; a slow screen skips earlier ones."""

    __slots__ = ("_event", "_stopped", "_waiter", "night", "subscription")

    def __init__(self, night: int, subscription: Subscription) -> None:
        self.night = night
        self.subscription = subscription
        self._event: Event | None = None
        self._waiter: Future[None] | None = None
        self._stopped = False

    def put(self, event: Event) -> None:
        """Deliver an event, replacing one not yet fetched unless that is the last of the stream."""
        if self._event is None or not self._event.last:
            self._event = event
        self._wake()

    def stop(self) -> None:
        """Make :meth:`next` return None from now on."""
        self._stopped = True
        self._wake()

    async def next(self) -> Event | None:
        """Wait for an event and return it; None once stopped."""
        while self._event is None and not self._stopped:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        event, self._event = self._event, None
        return None if self._stopped else event

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


@dataclass(slots=True, eq=False)
class _Channel:
    """A night with its followers.

    ``polling``: a query is running; ``poll_again``: its result may be out of date; ``recheck_access``: the next query
    checks every subscription for access.
    """

    version: str
    followers: set[Follower] = field(default_factory=set)
    heartbeat: TimerHandle | None = None
    polling: bool = False
    poll_again: bool = False
    recheck_access: bool = False


class Feed:
    """The followers of a process, by night."""

    def __init__(self) -> None:
        self._channels: dict[int, _Channel] = {}
        self._drawn: Counter[str] = Counter()
        self._loop: AbstractEventLoop | None = None
        self._threads: Executor | None = None
        self._poll: Poll | None = None

    def attach(self, loop: AbstractEventLoop, threads: Executor, poll: Poll) -> None:
        """Set the event loop, the threads to query the database in, and the query."""
        self._loop, self._threads, self._poll = loop, threads, poll

    def nights(self) -> set[int]:
        """Return the ids of the nights that screens follow."""
        return set(self._channels)

    def count(self) -> int:
        """Return the number of open screens."""
        return sum(len(channel.followers) for channel in self._channels.values())

    def notify(self, night: int, version: str = "") -> None:
        """Notify the followers of a night that it has changed, unless they already have this version. Thread-safe."""
        if self._loop is not None and night in self._channels:
            with suppress(RuntimeError):  # the loop has closed
                self._loop.call_soon_threadsafe(self._notified, night, version)

    def follow(self, night: int, subscription: Subscription, version: str) -> Follower:
        """Add a follower whose page shows this version of a night."""
        channel = self._channels.get(night)
        if subscription.draw is not None and subscription.client:
            if self._drawn[subscription.client] < MAX_DRAWN:
                self._drawn[subscription.client] += 1
            else:
                subscription = replace(subscription, draw=None)
        follower = Follower(night, subscription)
        if channel is None:
            channel = self._channels[night] = _Channel(version, {follower})
            self._start_poll(night)  # it may have changed since the page was rendered
            self._schedule_heartbeat(night, channel)
        else:
            channel.followers.add(follower)
            if channel.version != version:
                follower.put(Event(version_event(channel.version)))
                self._start_poll(night)  # the page may be newer than what has been notified here
        return follower

    def leave(self, follower: Follower) -> None:
        """Remove a follower."""
        channel = self._channels.get(follower.night)
        if channel is None:
            return
        channel.followers.discard(follower)
        if follower.subscription.draw is not None:
            self._drawn -= Counter([follower.subscription.client])
        if not channel.followers:
            if channel.heartbeat is not None:
                channel.heartbeat.cancel()
            del self._channels[follower.night]

    def close(self) -> None:
        """End every stream."""
        for channel in self._channels.values():
            for follower in channel.followers:
                follower.stop()

    def _notified(self, night: int, version: str) -> None:
        channel = self._channels.get(night)
        if channel is not None and self._loop is not None and (not version or channel.version != version):
            self._loop.call_later(AFTER_TAP_SECONDS, self._start_poll, night)

    def _schedule_heartbeat(self, night: int, channel: _Channel) -> None:
        if self._loop is not None:
            channel.heartbeat = self._loop.call_later(HEARTBEAT_SECONDS, self._heartbeat, night, channel)

    def _heartbeat(self, night: int, channel: _Channel) -> None:
        """Send every follower the version, and end the streams that have lost access."""
        self._schedule_heartbeat(night, channel)
        self._start_poll(night, recheck_access=True)

    def _start_poll(self, night: int, *, recheck_access: bool = False) -> None:
        """Query the database in a thread, unless a query is running, and deliver the result."""
        channel = self._channels.get(night)
        if channel is None or self._loop is None or self._poll is None:
            return
        channel.recheck_access = recheck_access or channel.recheck_access
        if channel.polling:
            channel.poll_again = True
            return
        recheck_access = channel.recheck_access
        channel.polling, channel.poll_again, channel.recheck_access = True, False, False
        subscriptions = {follower.subscription for follower in channel.followers}
        poll = partial(self._poll, night, subscriptions, channel.version, recheck_access)
        result = self._loop.run_in_executor(self._threads, poll)
        result.add_done_callback(lambda done: self._polled(night, channel, done, recheck_access))

    def _polled(self, night: int, channel: _Channel, done: Future[Polled], recheck_access: bool) -> None:
        channel.polling = False
        if self._channels.get(night) is not channel or self._loop is None:
            return
        if (problem := done.exception()) is not None:
            _log.warning("The version of a night could not be read: %s", problem)
            if recheck_access:
                self._deliver(channel, list(channel.followers), {})
            if channel.poll_again or not recheck_access:
                self._loop.call_later(RETRY_SECONDS, self._start_poll, night)
            return
        version, events = done.result()
        if recheck_access or events or version != channel.version:
            channel.version = version
            self._deliver(channel, list(channel.followers), events)
        if channel.poll_again:
            self._start_poll(night)

    def _deliver(self, channel: _Channel, followers: list[Follower], events: Mapping[Subscription, Event]) -> None:
        """Give each follower its event, or the version if it has none, a batch at a time."""
        event = Event(version_event(channel.version))
        for follower in followers[:BATCH]:
            follower.put(events.get(follower.subscription, event))
        if self._loop is not None and len(followers) > BATCH:
            self._loop.call_soon(self._deliver, channel, followers[BATCH:], events)


class Stream:
    """Response body of server-sent events, which the event loop sends as they arrive; no thread waits.

    The first event has the ``version``, and the ``page`` if the browser shows another version. A server without an
    event loop sends only that event, and the page reconnects after a while.
    """

    def __init__(self, feed: Feed, night: int, subscription: Subscription, version: str, page: str = "") -> None:
        self._feed = feed
        self._night = night
        self._subscription = subscription
        self._version = version
        self._page = page
        self._follower: Follower | None = None

    def __iter__(self) -> Iterator[bytes]:
        """Yield only the first event."""
        yield self._opening()

    async def pieces(self) -> AsyncGenerator[bytes, None]:
        """Yield each event as it arrives, until the link ends or :meth:`stop` is called."""
        self._follower = follower = self._feed.follow(self._night, self._subscription, self._version)
        try:
            yield self._opening()
            while (event := await follower.next()) is not None:
                yield event.text.encode()
                if event.last:
                    return
        finally:
            self._feed.leave(follower)

    def stop(self) -> None:
        """End the stream because its client has gone. Call in the event loop."""
        if self._follower is not None:
            self._follower.stop()

    def _opening(self) -> bytes:
        return f"retry: {RETRY_MILLISECONDS}\n\n{version_event(self._version, self._page)}".encode()


def version_event(version: str, page: str = "") -> str:
    """Return the event that carries a version, followed by the page rendered at that version.

    The version is also the event's id, which a browser sends when it reconnects.
    """
    lines = [line.rstrip("\r") for line in page.split("\n") if line.strip()]
    return f"id: {version}\n" + "".join(f"data: {line}\n" for line in (version, *lines)) + "\n"


def moved_event(version: str) -> str:
    """Return the last event of a stream whose link now leads to another night: the page reconnects for that one."""
    return f"retry: {MOVING_MILLISECONDS}\n{version_event(version)}"


def ended_event(reason: str) -> str:
    """Return the last event of a stream whose link or device has lost access, or whose page is outdated."""
    return f"event: {reason}\ndata: {reason}\n\n"


def same_table(version: str, other: str) -> bool:
    """Return whether two versions of a night show the same table; only the log of the hand may differ."""
    return version.partition(".")[0] == other.partition(".")[0]
