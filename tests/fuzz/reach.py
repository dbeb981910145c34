"""How far requests get: whether each endpoint of the app is asked, lets somebody in, and does what it is asked."""

from __future__ import annotations

import re
from collections.abc import Iterable

from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from tests.checks.check import DETAIL, Tally

#: What a request has come to: it was sent, was not turned away or lost, and was answered with a page or a way on.
ASKED, PAST, REACHED = (f"{word}{DETAIL}" for word in ("asked", "past", "reached"))

#: What an endpoint that is favoured is worth; any other is worth 1 at most.
FAVOUR = 1000.0

#: Answers that come from the gate, or from an address that leads nowhere.
TURNED_AWAY = (403, 404)

#: The names of what an address asks for.
NAMES = re.compile(r"(\w+)=")

ROW = "{:<36} {:>8} {:>8} {:>8}"


class Reach:
    """What requests have come to, by endpoint. The one ``favoured`` is tried most of the time."""

    def __init__(self, app: Flask, tally: Tally, favoured: str = "") -> None:
        self.tally = tally
        self.favoured = favoured
        self.rules = list(app.url_map.iter_rules())
        self._adapter = app.url_map.bind("localhost")
        self._known: dict[tuple[str, str], str] = {}
        self._places: set[str] = set()

    def endpoint_of(self, method: str, path: str) -> str:
        """Return where a request would go; empty for nowhere."""
        asked = method, path.partition("?")[0]
        if asked not in self._known:
            try:
                self._known[asked] = self._adapter.match(asked[1], method)[0]
            except HTTPException:
                self._known[asked] = ""
        return self._known[asked]

    def place_of(self, method: str, path: str) -> str:
        """Return where a request would go, and what it asks for there if that is one thing, such as ``?seat``."""
        endpoint, names = self.endpoint_of(method, path), NAMES.findall(path.partition("?")[2])
        return f"{endpoint}?{names[0]}" if endpoint and len(names) == 1 else endpoint

    def learn(self, method: str, path: str) -> str:
        """Return the place of an address that a page has led to; what is asked for there is counted from now on."""
        self._places.add(place := self.place_of(method, path))
        return place

    def note(self, method: str, path: str, answer: TestResponse) -> None:
        """Count what a request has come to."""
        endpoint, place = self.endpoint_of(method, path), self.place_of(method, path)
        for name in (endpoint, place) if endpoint != place and place in self._places else (endpoint,):
            if name:
                self.tally[ASKED + name] += 1
                self.tally[PAST + name] += answer.status_code not in TURNED_AWAY
                self.tally[REACHED + name] += answer.status_code < 400

    def rarity(self, place: str) -> float:
        """Return how much a place is worth another request: most where none has reached it yet."""
        if not place:
            return 0.01
        if place == self.favoured:
            return FAVOUR
        return (1 + self.tally[REACHED + place] + self.tally[ASKED + place] / 20) ** -4


def missing(app: Flask, tally: Tally) -> set[str]:
    """Return the endpoints that nothing has reached."""
    return {rule.endpoint for rule in app.url_map.iter_rules() if not tally[REACHED + rule.endpoint]}


def table(tally: Tally) -> Iterable[str]:
    """Yield how many requests each endpoint was sent, how many got past the gate, and how many it has answered."""
    yield ROW.format("endpoint", "asked", "past", "reached")
    for endpoint in sorted(name.removeprefix(ASKED) for name in tally if name.startswith(ASKED)):
        yield ROW.format(endpoint, *(tally[word + endpoint] for word in (ASKED, PAST, REACHED)))
