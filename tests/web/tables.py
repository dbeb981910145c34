"""A night with a hand on it, begun directly in the database, and a dealer who taps."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any

from flask.testing import FlaskClient
from sqlalchemy import insert
from werkzeug.test import TestResponse

from app.games.house import Stakes
from app.night.access import grants
from app.night.access.rights import HOST, PHONE
from app.night.acts.people import Join
from app.night.acts.queue import Done, do
from app.night.db import db, now
from app.night.log.entries import normal_lines
from app.night.log.loading import live_hand
from app.night.log.replay import LiveHand, Posted
from app.night.models import CLUB, Entry, Night
from app.night.nights import night_by_key, start_night
from app.night.people.seats import seat_by_key
from app.night.play.call import call_game
from app.night.validation import Problem
from app.web.http.browser import COOKIE
from tests.entering import enter
from tests.night.acting import set_dealer
from tests.snapshots import copied

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
HTMX = {"HX-Request": "true"}


@dataclass
class Table:
    """A night with a hand on it, and a dealer who taps: every post carries the version the screen had seen."""

    client: FlaskClient
    key: str
    hand: int

    @property
    def url(self) -> str:
        return f"/n/{self.key}/"

    @property
    def night(self) -> Night:
        night = night_by_key(self.key)
        assert night is not None
        return night

    @property
    def live(self) -> LiveHand:
        db.session.rollback()  # end the transaction, to see what others have written
        live = live_hand(self.hand)
        assert isinstance(live, LiveHand)
        return live

    def enter(self, *lines: str) -> None:
        """Append lines to the log, each as its own entry. All but the last bypass the app, which plays them with the
        last one.
        """
        if len(lines) > 1:
            add_entries(self.hand, normal_lines(lines[:-1]), self.live.number + 1)
            db.session.commit()
        for line in lines[-1:]:
            answer = enter(self.hand, [line])
            assert isinstance(answer, Posted), getattr(answer, "reason", "not taken")

    def get(self, query: str = "", **headers: str) -> str:
        response = self.client.get(self.url + query, headers=headers)
        assert response.status_code == 200
        return response.text

    def post(self, path: str = "tap", headers: Mapping[str, str] | None = None, **fields: Any) -> TestResponse:
        fields = {"hand": self.hand, "seen": self.live.number, **fields}
        return self.client.post(self.url + path, data=fields, headers=dict(headers or {}))


def add_entries(hand_id: int, lines: Sequence[str], first: int = 1) -> None:
    """Log actions in bulk without playing them, as entries numbered from ``first``; the caller commits."""
    at = now()
    entries = [
        {"hand_id": hand_id, "number": number, "kind": "act", "text": line, "at": at}
        for number, line in enumerate(lines, first)
    ]
    db.session.execute(insert(Entry), entries)


def begin(
    client: FlaskClient,
    game: str,
    names: Sequence[str],
    stack: int | Sequence[int],
    tracked: bool,
    stakes: Stakes,
    options: Mapping[str, Any],
    modifiers: Sequence[Any],
) -> Table:
    """Begin a night, seat its players with these stacks (the last one deals), and call a game; return the table."""
    stacks = (stack,) * len(names) if isinstance(stack, int) else tuple(stack)
    return Table(client, *_begun(game, tuple(names), stacks, tracked, stakes, dict(options), tuple(modifiers)))


@copied
def _begun(
    game: str,
    names: Sequence[str],
    stacks: Sequence[int],
    tracked: bool,
    stakes: Stakes,
    options: Mapping[str, Any],
    modifiers: Sequence[Any],
) -> tuple[str, int]:
    """Return the key of the night and the id of the hand."""
    night = db.session.get_one(Night, _seated(names, stacks, tracked, stakes))
    begun = call_game(night, game, options, modifiers)
    assert isinstance(begun, LiveHand), begun
    return night.key, begun.hand.id


@copied
def _seated(names: Sequence[str], stacks: Sequence[int], tracked: bool, stakes: Stakes) -> int:
    """Return the id of a night whose players are seated, the last one with the button."""
    night = start_night("Friday", stakes, {}, tracked)
    assert isinstance(night, Night)
    if names:
        chips = stacks if tracked else [0] * len(names)
        assert isinstance(do(night, *map(Join, names, chips)), Done)
    night = db.session.get_one(Night, night.id)
    assert not isinstance(set_dealer(night, len(names) - 1), Problem)
    return night.id


def host_device(client: FlaskClient) -> FlaskClient:
    """Make a browser a host's device, like the first browser used, and return it."""
    client.set_cookie(COOKIE, _host_token())
    return client


@copied
def _host_token() -> str:
    return grants.grant(HOST, CLUB, "", "iPad")


def hold(client: FlaskClient, key: str) -> str:
    """Return the address of a phone, claimed by this browser unless another has claimed it."""
    seat = seat_by_key(key)
    if seat is not None:
        cookie = client.get_cookie(COOKIE)
        token = grants.claim(PHONE, seat.player_id, cookie.value if cookie else "", "iPhone")
        if token:
            client.set_cookie(COOKIE, token)
    return f"/p/{key}"


def buttons(html: str) -> list[str]:
    """Return the accessible names of the buttons, in order."""
    tags = re.findall(r"<button\b([^>]*)>(.*?)</button>", html, re.S)
    return [
        unescape(label[1]) if (label := re.search(r'aria-label="([^"]*)"', attributes)) else _plain(text)
        for attributes, text in tags
    ]


def _plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())
