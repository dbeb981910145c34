"""Words between servers by the publish/subscribe of Valkey or Redis."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import valkey

#: How long to wait for an answer. A server that is silent for longer counts as gone.
ANSWER_SECONDS = 2


class Publishing:
    """Carries words over a server that all servers of a database know by the same address.

    Installations that share it are kept apart by the number of its database, as in ``valkey://localhost/1``. Raises
    ValueError for an address that is none.
    """

    errors = (valkey.ValkeyError, OSError)

    def __init__(self, address: str) -> None:
        self._address = address
        self._channel = f"upcard-{self._client().get_connection_kwargs().get('db', 0)}"

    @contextmanager
    def telling(self) -> Iterator[Callable[[str], object]]:
        """Connect, and return what sends a word."""
        with self._client() as client:
            yield lambda word: client.publish(self._channel, word)

    @contextmanager
    def hearing(self) -> Iterator[Callable[[float], Iterable[str]]]:
        """Connect, and return what gives the next word that comes within so many seconds."""
        with self._client() as client, client.pubsub(ignore_subscribe_messages=True) as subscription:
            subscription.subscribe(self._channel)

            def hear(seconds: float) -> Iterable[str]:
                message = subscription.get_message(timeout=seconds)
                return [message["data"].decode(errors="replace")] if message else []

            yield hear

    def _client(self) -> valkey.Valkey:
        return valkey.Valkey.from_url(
            self._address,
            socket_connect_timeout=ANSWER_SECONDS,
            socket_timeout=ANSWER_SECONDS,
            socket_keepalive=True,
            health_check_interval=5,
        )
