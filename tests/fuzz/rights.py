"""Access rights, from the table of rights and the database, independently of the app's gate."""

from __future__ import annotations

import re
import sqlite3
from hashlib import sha256

from werkzeug.test import TestResponse

from tests.fuzz.people import Person
from tests.web.http.test_gate import TABLE

#: Refusals. A badly filled form gets 409 or 422, but only after the sender was let in.
REFUSALS = frozenset({400, 401, 403, 404, 405, 413, 414, 421, 429, 431})

_FOR = {endpoint: roles for roles, endpoints in TABLE.items() for endpoint in endpoints.split()}
_HELD = ("claimed", "granted")


class Rights:
    """The rights of each device, from the rows of the database."""

    def __init__(self, probe: sqlite3.Connection) -> None:
        self._probe = probe

    def may(self, person: Person, endpoint: str, path: str) -> bool:
        """Return whether a person may get more from an address than a refusal or a claim page."""
        roles, key = _FOR.get(endpoint, ""), [*path.split("/"), "", ""][2].partition("?")[0]
        token = person.token
        if endpoint.startswith("api."):
            return any(self._is(person.bearer, role) for role in roles.split())
        if roles == "host":
            return self._is(token, "host")
        if path.startswith("/people"):
            return self._is(token, "host") or self._is(token, "dealer") or person.has_dealt
        if path.startswith("/n/"):
            return self._may_deal(token, key)
        if endpoint == "live.stream":
            return self._is_watched(key) or self._may_deal(token, key) or self._holds(token, key)
        return self._holds(token, key) if roles == "player" else True

    def _may_deal(self, token: str, key: str) -> bool:
        """Return whether the key is a night's dealer key and the device has not been signed out."""
        for night_id, example in self._rows("SELECT id, example FROM night WHERE key = ?", key):
            of_night, of_host = self._statuses(token, "dealer", night_id), self._statuses(token, "host")
            return bool(example or {*of_host} & {*_HELD} or "granted" in of_night or "out" not in of_night + of_host)
        return False

    def _is_watched(self, key: str) -> bool:
        return bool(self._rows("SELECT id FROM night WHERE watch_key IN (?, ?)", key, key.lower()))

    def _holds(self, token: str, key: str) -> bool:
        """Return whether a device has claimed a phone link."""
        of_seat = "SELECT player_id FROM seat WHERE key = ?"
        people = [row[0] for row in self._rows(f"SELECT id FROM player WHERE key = ? UNION {of_seat}", key, key)]
        return any({*self._statuses(token, "phone", person)} & {*_HELD} for person in people)

    def _is(self, token: str, role: str) -> bool:
        return bool({*self._statuses(token, role)} & {*_HELD})

    def _statuses(self, token: str, role: str, of_id: int | None = None) -> list[str]:
        query = """SELECT device_role.status FROM device_role JOIN device
            ON device.id = device_role.device_id
            WHERE device.token = ? AND role = ? AND (? IS NULL OR of_id = ?)"""
        found = self._rows(query, sha256(token.encode()).hexdigest(), role, of_id, of_id)
        return [status for (status,) in found]

    def _rows(self, query: str, *values: object) -> list[tuple[object, ...]]:
        return self._probe.execute(query, values).fetchall()


def is_refused(endpoint: str, answer: TestResponse, html: str) -> bool:
    """Return whether a response is a refusal, a bare list of methods, or the claim page of a phone."""
    if answer.status_code in REFUSALS or (answer.request.method == "OPTIONS" and not answer.data):
        return True
    return (
        endpoint in ("phone.page", "phone_rules.page")
        and re.search(r'<body class="[^"]*\bno-access\b', html) is not None
    )
