"""The feed of one process: which screens follow which night, and the word that each has yet to receive.

It belongs to the server's event loop, so that nothing is locked; only :meth:`Feed.tell` is for any thread.
"""

from __future__ import annotations

import asyncio
import logging
from asyncio import AbstractEventLoop, Future, TimerHandle
from collections.abc import Collection, Mapping
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from app.night import NightRef

#: A stream sends something at least this often. A page that hears nothing knows that it has been cut off, and the
#: server notices when nobody is there any more.
BEAT_SECONDS = 15

#: How many are told before the loop looks whether anything else is due.
AT_ONCE = 50

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Door:
    """By what a screen may follow a night: the key of its link, and the token of its device."""

    key: str
    token: str


@dataclass(frozen=True, slots=True)
class Word:
    """One event as it is sent; ``last``: the stream ends with it."""

    text: str
    last: bool = False


class Look(Protocol):
    """Finds out, in a thread, at which version a night is, and which doors to it are shut: what to say there last."""

    def __call__(self, night: NightRef, doors: Collection[Door]) -> tuple[str, Mapping[Door, str]]:
        """Return the version, and the last event for each door that is shut."""
        ...


class Follower:
    """One open screen. It keeps only the latest word: a slow screen needs none of those before."""

    __slots__ = ("_stopped", "_waiter", "_word", "door", "night")

    def __init__(self, night: NightRef, door: Door) -> None:
        self.night = night
        self.door = door
        self._word: Word | None = None
        self._waiter: Future[None] | None = None
        self._stopped = False

    def put(self, word: Word) -> None:
        """Deliver a word, in place of one that has not been fetched yet, unless that was the last."""
        if self._word is None or not self._word.last:
            self._word = word
        self._wake()

    def stop(self) -> None:
        """Let :meth:`next` return None from now on."""
        self._stopped = True
        self._wake()

    async def next(self) -> Word | None:
        """Return the next word as soon as there is one; None when there is no use in any more."""
        while self._word is None and not self._stopped:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        word, self._word = self._word, None
        return None if self._stopped else word

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


class _Room:
    """A night with its followers. ``looking``: a look at the database is under way; ``again``: it may be too old."""

    __slots__ = ("again", "beat", "followers", "looking", "version")

    def __init__(self, version: str) -> None:
        self.version = version
        self.followers: set[Follower] = set()
        self.beat: TimerHandle | None = None
        self.looking = False
        self.again = False


class Feed:
    """The followers of a process, by night."""

    def __init__(self) -> None:
        self._rooms: dict[NightRef, _Room] = {}
        self._loop: AbstractEventLoop | None = None
        self._threads: Executor | None = None
        self._look: Look | None = None

    def attach(self, loop: AbstractEventLoop, threads: Executor, look: Look) -> None:
        """Give the feed the loop that it belongs to, threads to look into the database, and what looks there."""
        self._loop, self._threads, self._look = loop, threads, look

    def nights(self) -> set[NightRef]:
        """Return the nights that are followed."""
        return set(self._rooms)

    def is_followed(self, night: NightRef) -> bool:
        """Return whether anybody follows a night."""
        return night in self._rooms

    def count(self) -> int:
        """Return how many screens follow a night."""
        return sum(len(room.followers) for room in self._rooms.values())

    def tell(self, night: NightRef, version: str) -> None:
        """Tell all followers of a night its version."""
        if self._loop is not None and night in self._rooms:
            with suppress(RuntimeError):  # the loop has just been closed
                self._loop.call_soon_threadsafe(self._hear, night, version)

    def follow(self, night: NightRef, door: Door, version: str) -> Follower:
        """Add a follower of a night, which has been told this version."""
        room = self._rooms.get(night)
        follower = Follower(night, door)
        if room is None:
            room = self._rooms[night] = _Room(version)
            room.followers.add(follower)
            self._check(night)  # it may have changed since the version was read
        else:
            room.followers.add(follower)
            if room.version != version:
                follower.put(Word(told(room.version)))
        return follower

    def leave(self, follower: Follower) -> None:
        """Forget a follower."""
        room = self._rooms.get(follower.night)
        if room is None:
            return
        room.followers.discard(follower)
        if not room.followers:
            if room.beat is not None:
                room.beat.cancel()
            del self._rooms[follower.night]

    def close(self) -> None:
        """End every stream."""
        for room in self._rooms.values():
            for follower in room.followers:
                follower.stop()

    def _hear(self, night: NightRef, version: str) -> None:
        room = self._rooms.get(night)
        if room is None or room.version == version:
            return
        same_table = _table(version) == _table(room.version)
        room.version = version
        room.again = room.looking  # what is being read may be older than this
        if same_table:
            self._deliver(room, list(room.followers), {})
        else:
            self._check(night)  # the table has changed, and with it perhaps a link: who is out is not told more

    def _deliver(self, room: _Room, followers: list[Follower], shut: Mapping[Door, str]) -> None:
        """Tell followers the version, or their last word where their door is shut; some at a time."""
        word = Word(told(room.version))
        for follower in followers[:AT_ONCE]:
            last = shut.get(follower.door)
            follower.put(word if last is None else Word(last, last=True))
        if self._loop is not None and len(followers) > AT_ONCE:
            self._loop.call_soon(self._deliver, room, followers[AT_ONCE:], shut)

    def _check(self, night: NightRef) -> None:
        """Look into the database, tell everybody what the version is there, and those who are out that they are."""
        room = self._rooms.get(night)
        if room is None or self._loop is None or self._threads is None or self._look is None:
            return
        if room.looking:
            room.again = True
            return
        room.looking, room.again = True, False
        if room.beat is not None:
            room.beat.cancel()
        doors = {follower.door for follower in room.followers}
        looked = self._loop.run_in_executor(self._threads, self._look, night, doors)
        looked.add_done_callback(lambda done: self._looked(night, room, done))

    def _looked(self, night: NightRef, room: _Room, done: Future[tuple[str, Mapping[Door, str]]]) -> None:
        room.looking = False
        if self._rooms.get(night) is not room or self._loop is None:
            return
        shut: Mapping[Door, str] = {}
        if (problem := done.exception()) is not None:
            _log.warning("The version of a night could not be read: %s", problem)
        else:
            version, shut = done.result()
            room.version = room.version if room.again else version
        self._deliver(room, list(room.followers), shut)
        if room.again:
            self._check(night)
        else:
            room.beat = self._loop.call_later(BEAT_SECONDS, self._check, night)


def told(version: str) -> str:
    """Return the event that carries a version."""
    return f"data: {version}\n\n"


def _table(version: str) -> str:
    """Return the part of a version that counts the changes to the table."""
    return version.partition(".")[0]
