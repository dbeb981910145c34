"""What a screen is sent as long as it is open: a number for its night, again and again, until its link ends."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator

from app.live.feed import Door, Feed, Follower, told

RETRY_MILLISECONDS = 2000
#: How soon a page comes back when its link leads to another night now: before it would say that it is cut off.
MOVING_MILLISECONDS = 100


def moved(version: str) -> str:
    """Return the last event of a stream whose link leads to another night now: the page comes back for that one."""
    return f"retry: {MOVING_MILLISECONDS}\n{told(version)}"


def ended(how: str) -> str:
    """Return the last event of a stream whose link has ended."""
    return f"event: {how}\ndata: {how}\n\n"


class Stream:
    """The body of a response. It is sent by the server's event loop, as it comes, and holds no thread meanwhile.

    To a server without such a loop it is two events: the page asks again after a while.
    """

    def __init__(self, feed: Feed, night: int, door: Door, version: str) -> None:
        self._feed = feed
        self._night = night
        self._door = door
        self._version = version
        self._follower: Follower | None = None

    def __iter__(self) -> Iterator[bytes]:
        """Yield the first events alone."""
        yield self._opening()

    async def pieces(self) -> AsyncGenerator[bytes, None]:
        """Yield each event as soon as there is one, until the link ends or :meth:`stop` is called."""
        self._follower = follower = self._feed.follow(self._night, self._door, self._version)
        try:
            yield self._opening()
            while (word := await follower.next()) is not None:
                yield word.text.encode()
                if word.last:
                    return
        finally:
            self._feed.leave(follower)

    def stop(self) -> None:
        """End the stream: nobody is there any more. Call it in the event loop."""
        if self._follower is not None:
            self._follower.stop()

    def _opening(self) -> bytes:
        return f"retry: {RETRY_MILLISECONDS}\n\n{told(self._version)}".encode()
