"""The feed of one process: which screens follow which night, and the word that each has yet to receive.

It belongs to the server's event loop, so that nothing is locked; only :meth:`Feed.tell` is for any thread.
"""

from __future__ import annotations

import asyncio
import logging
from asyncio import AbstractEventLoop, Future, TimerHandle
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from app.night.screens import Screen

#: A stream sends something at least this often. A page that hears nothing knows that it has been cut off, and the
#: server notices when nobody is there any more.
BEAT_SECONDS = 15

#: The tap that has changed a night is answered first: a look would take the interpreter from it.
AFTER_TAP_SECONDS = 0.005

#: How soon to look again after a look that has failed.
AGAIN_SECONDS = 2

#: How many are told before the loop looks whether anything else is due.
AT_ONCE = 50

_log = logging.getLogger(__name__)


#: Draws what a page shows of its night; empty where its device may not see it.
Draw = Callable[[Screen], str]


@dataclass(frozen=True, slots=True)
class Door:
    """By what a screen may follow a night: the key of its link, and the token of its device.

    ``draw`` draws what it shows, if it is to be sent that with every change.
    """

    key: str
    token: str
    draw: Draw | None = None


@dataclass(frozen=True, slots=True)
class Word:
    """One event as it is sent; ``last``: the stream ends with it."""

    text: str
    last: bool = False


class Look(Protocol):
    """Finds out, in a thread, at which version a night is, and what is said at its doors."""

    def __call__(
        self, night: int, doors: Collection[Door], shown: str, *, thorough: bool
    ) -> tuple[str, Mapping[Door, Word]]:
        """Return the version, and a word for each door at which more is to be said.

        ``shown`` is the version that they have been told. Where the table has changed since then, and where the look
        is to be ``thorough``, those that are shut get their last word.
        """
        ...


class Follower:
    """One open screen. It keeps only the latest word: a slow screen needs none of those before."""

    __slots__ = ("_stopped", "_waiter", "_word", "door", "night")

    def __init__(self, night: int, door: Door) -> None:
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
    """A night with its followers.

    ``looking``: a look at the database is under way; ``again``: what it finds may be too old; ``thorough``: the next
    one asks at every door.
    """

    __slots__ = ("again", "beat", "followers", "looking", "thorough", "version")

    def __init__(self, version: str) -> None:
        self.version = version
        self.followers: set[Follower] = set()
        self.beat: TimerHandle | None = None
        self.looking = False
        self.again = False
        self.thorough = False


class Feed:
    """The followers of a process, by night."""

    def __init__(self) -> None:
        self._rooms: dict[int, _Room] = {}
        self._loop: AbstractEventLoop | None = None
        self._threads: Executor | None = None
        self._look: Look | None = None

    def attach(self, loop: AbstractEventLoop, threads: Executor, look: Look) -> None:
        """Give the feed the loop that it belongs to, threads to look into the database, and what looks there."""
        self._loop, self._threads, self._look = loop, threads, look

    def nights(self) -> set[int]:
        """Return the nights that are followed."""
        return set(self._rooms)

    def count(self) -> int:
        """Return how many screens follow a night."""
        return sum(len(room.followers) for room in self._rooms.values())

    def tell(self, night: int, version: str = "") -> None:
        """Let all followers of a night know that it has changed, unless they have been told this version already."""
        if self._loop is not None and night in self._rooms:
            with suppress(RuntimeError):  # the loop has just been closed
                self._loop.call_soon_threadsafe(self._hear, night, version)

    def follow(self, night: int, door: Door, version: str) -> Follower:
        """Add a follower of a night, which has been told this version."""
        room = self._rooms.get(night)
        follower = Follower(night, door)
        if room is None:
            room = self._rooms[night] = _Room(version)
            room.followers.add(follower)
            self._check(night)  # it may have changed since the version was read
            self._beat_later(night, room)
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

    def _hear(self, night: int, version: str) -> None:
        room = self._rooms.get(night)
        if room is not None and self._loop is not None and (not version or room.version != version):
            self._loop.call_later(AFTER_TAP_SECONDS, self._check, night)

    def _beat_later(self, night: int, room: _Room) -> None:
        if self._loop is not None:
            room.beat = self._loop.call_later(BEAT_SECONDS, self._beat, night, room)

    def _beat(self, night: int, room: _Room) -> None:
        """Give a sign of life, and tell those who are out that they are."""
        self._beat_later(night, room)
        self._check(night, thorough=True)

    def _check(self, night: int, *, thorough: bool = False) -> None:
        """Look into the database, and tell everybody what has changed there."""
        room = self._rooms.get(night)
        if room is None or self._loop is None or self._threads is None or self._look is None:
            return
        room.thorough = thorough or room.thorough
        if room.looking:
            room.again = True
            return
        thorough, room.looking, room.again, room.thorough = room.thorough, True, False, False
        doors = {follower.door for follower in room.followers}
        look = partial(self._look, night, doors, room.version, thorough=thorough)
        looked = self._loop.run_in_executor(self._threads, look)
        looked.add_done_callback(lambda done: self._looked(night, room, done, thorough))

    def _looked(self, night: int, room: _Room, done: Future[tuple[str, Mapping[Door, Word]]], thorough: bool) -> None:
        room.looking = False
        if self._rooms.get(night) is not room or self._loop is None:
            return
        if (problem := done.exception()) is not None:
            _log.warning("The version of a night could not be read: %s", problem)
            if thorough:
                self._deliver(room, list(room.followers), {})
            else:
                self._loop.call_later(AGAIN_SECONDS, self._check, night)
            return
        version, words = done.result()
        if thorough or words or version != room.version:
            room.version = version
            self._deliver(room, list(room.followers), words)
        if room.again:
            self._check(night)

    def _deliver(self, room: _Room, followers: list[Follower], words: Mapping[Door, Word]) -> None:
        """Give followers their words, or the version where there are none; some at a time."""
        word = Word(told(room.version))
        for follower in followers[:AT_ONCE]:
            follower.put(words.get(follower.door, word))
        if self._loop is not None and len(followers) > AT_ONCE:
            self._loop.call_soon(self._deliver, room, followers[AT_ONCE:], words)


def told(version: str, drawn: str = "") -> str:
    """Return the event that carries a version, and behind it what a page shows then."""
    lines = [line.rstrip("\r") for line in drawn.split("\n") if line.strip()]
    return "".join(f"data: {line}\n" for line in (version, *lines)) + "\n"


def same_table(version: str, other: str) -> bool:
    """Return whether the table has not changed between two versions."""
    return version.partition(".")[0] == other.partition(".")[0]
