"""Streams as pages hear them, from the app behind its bridge."""

from __future__ import annotations

from flask.testing import FlaskClient

from app.web.http.device import COOKIE
from tests.server.loop import Served


class Stream:
    """A stream as a page hears it: numbers, each said once however often it is told."""

    def __init__(self, server: Served, client: FlaskClient, key: str) -> None:
        device = client.get_cookie(COOKIE)
        self.answer = server.ask(f"/live/{key}", cookie=f"{COOKIE}={device.value}" if device else "")
        assert self.answer.status == 200
        assert self.answer.headers["content-type"] == "text/event-stream; charset=utf-8"
        retry, _, told = (self.answer.piece() or b"").decode().partition("\n\n")
        assert retry == "retry: 2000"
        self.first = self.last = told

    def new(self) -> str:
        """Return the next event that is not the last one again."""
        event = next(event for event in self.answer if event != self.last)
        self.last = event
        return event
