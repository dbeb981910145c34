"""The reach of requests: how many each endpoint gets, lets in and accepts."""

from __future__ import annotations

import re
from collections.abc import Iterable

from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from tests.checks.check import DETAIL, Tally

#: Counts of requests: sent, let in, and answered with a page or a redirect.
ASKED, PAST, REACHED = (f"{word}{DETAIL}" for word in ("asked", "past", "reached"))

#: The weight of a favoured endpoint; other weights are 1 at most.
FAVOUR = 1000.0

#: Responses of the gate, or for an address that does not exist.
TURNED_AWAY = (403, 404)

#: The names in a query string.
NAMES = re.compile(r"(\w+)=")

ROW = "{:<36} {:>8} {:>8} {:>8}"


class Reach:
    """Counts of requests by endpoint. ``favoured``: the endpoint to try most of the time."""

    def __init__(self, app: Flask, tally: Tally, favoured: str = "") -> None:
        self.tally = tally
        self.favoured = favoured
        self.rules = list(app.url_map.iter_rules())
        self._adapter = app.url_map.bind("localhost")
        self._known: dict[tuple[str, str], str] = {}
        self._places: set[str] = set()

    def endpoint_of(self, method: str, path: str) -> str:
        """Return the endpoint of a request, or an empty string."""
        asked = method, path.partition("?")[0]
        if asked not in self._known:
            try:
                self._known[asked] = self._adapter.match(asked[1], method)[0]
            except HTTPException:
                self._known[asked] = ""
        return self._known[asked]

    def place_of(self, method: str, path: str) -> str:
        """Return the endpoint of a request; if its query has a single name, with that name, as in ``?seat``."""
        endpoint, names = self.endpoint_of(method, path), NAMES.findall(path.partition("?")[2])
        return f"{endpoint}?{names[0]}" if endpoint and len(names) == 1 else endpoint

    def learn(self, method: str, path: str) -> str:
        """Count requests to the place of this address from now on, and return the place."""
        self._places.add(place := self.place_of(method, path))
        return place

    def note(self, method: str, path: str, answer: TestResponse) -> None:
        """Count a request."""
        endpoint, place = self.endpoint_of(method, path), self.place_of(method, path)
        for name in (endpoint, place) if endpoint != place and place in self._places else (endpoint,):
            if name:
                self.tally[ASKED + name] += 1
                self.tally[PAST + name] += answer.status_code not in TURNED_AWAY
                self.tally[REACHED + name] += answer.status_code < 400

    def rarity(self, place: str) -> float:
        """Return the weight of a place: the fewer requests have reached it, the higher."""
        if not place:
            return 0.01
        if place == self.favoured:
            return FAVOUR
        return (1 + self.tally[REACHED + place] + self.tally[ASKED + place] / 20) ** -4


def missing(app: Flask, tally: Tally) -> set[str]:
    """Return the endpoints that no request has reached."""
    return {rule.endpoint for rule in app.url_map.iter_rules() if not tally[REACHED + rule.endpoint]}


def table(tally: Tally) -> Iterable[str]:
    """Yield the counts of each endpoint, as lines of a table."""
    yield ROW.format("endpoint", "asked", "past", "reached")
    for endpoint in sorted(name.removeprefix(ASKED) for name in tally if name.startswith(ASKED)):
        yield ROW.format(endpoint, *(tally[word + endpoint] for word in (ASKED, PAST, REACHED)))
