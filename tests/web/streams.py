"""Streams as pages receive them, from the app behind its bridge."""

from __future__ import annotations

from flask.testing import FlaskClient

from app.web.http.browser import COOKIE
from tests.server.loop import Served

SESSION = "upcard"


def event_of(version: str) -> str:
    """Return an event that carries only a version."""
    return f"id: {version}\ndata: {version}\n\n"


class Stream:
    """A stream as a page receives it: versions, each reported once even if repeated."""

    def __init__(self, server: Served, client: FlaskClient, key: str, **headers: str) -> None:
        cookies = [cookie for name in (COOKIE, SESSION) if (cookie := client.get_cookie(name))]
        cookie = "; ".join(f"{cookie.key}={cookie.value}" for cookie in cookies)
        self.answer = server.ask(f"/live/{key}", cookie=cookie, **headers)
        assert self.answer.status == 200, self.answer.status
        assert self.answer.headers["content-type"] == "text/event-stream; charset=utf-8"
        retry, _, event = (self.answer.piece() or b"").decode().partition("\n\n")
        assert retry == "retry: 1000"
        self.first = self.last = event

    def catch_up(self) -> None:
        """Skip the events received so far."""
        for event in self.answer.arrived():
            self.last = event

    def new(self) -> str:
        """Return the next event with a new version; heartbeats repeat the last version."""
        number = self.last.splitlines()[0]
        event = next(event for event in self.answer if event.splitlines()[0] != number)
        self.last = event
        return event
