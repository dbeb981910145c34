"""A night as seen on the players page, with a hand of five-card stud on the table."""

from __future__ import annotations

from html import unescape
from typing import Any, Self

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app.games.house import DEFAULT_STAKES
from app.night.db import db
from app.night.log import loading
from app.night.log.replay import LiveHand
from app.night.models import Night
from app.night.nights import night_by_key, start_night
from app.night.people.seats import SeatInfo, seats
from app.night.play import call
from app.night.validation import Problem
from tests.seating import add_player
from tests.snapshots import copied
from tests.web.tables import buttons


class Friday:
    """A night between hands, and the device that sets it up."""

    def __init__(self, client: FlaskClient, name: str = "Friday", *, tracked: bool = True) -> None:
        self.client = client
        self.url = f"/n/{_started(name, tracked)}/night"

    @property
    def night(self) -> Night:
        db.session.rollback()
        stored = night_by_key(self.url.split("/")[2])
        assert stored is not None
        return stored

    @property
    def seats(self) -> list[SeatInfo]:
        return seats(self.night)

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def seat(self, name: str) -> SeatInfo:
        return next(seat for seat in seats(self.night, with_left=True) if seat.name == name)

    def post(self, path: str, **fields: Any) -> TestResponse:
        return self.client.post(f"{self.url}/{path}", data=fields)

    def sit(self, *names: str, chips: int = 100) -> Self:
        _seat(self.url.split("/")[2], names, chips)
        return self

    def do(self, name: str, what: str, **fields: Any) -> TestResponse:
        return self.post(f"seats/{self.seat(name).id}/{what}", **fields)

    def html(self, query: str = "") -> str:
        answer = self.client.get(self.url + query)
        assert answer.status_code == 200
        return answer.text

    def settings(self) -> str:
        """Return the settings page of the night."""
        return self.client.get(f"{self.url.removesuffix('night')}settings").text

    def buttons(self, query: str = "") -> list[str]:
        return buttons(self.html(query))

    def more(self, name: str) -> str:
        """Return the page with the actions for one player."""
        return unescape(self.html(f"?seat={self.seat(name).id}"))

    def deal(self, game: str = "five-card-stud") -> Hand:
        live = call.call_game(self.night, game)
        assert isinstance(live, LiveHand), live
        return Hand(self, live.hand.id)


@copied
def _started(name: str, tracked: bool) -> str:
    """Return the key of a night with the usual stakes."""
    night = start_night(name, DEFAULT_STAKES, {}, tracked)
    assert isinstance(night, Night)
    return night.key


@copied
def _seat(key: str, names: tuple[str, ...], chips: int) -> None:
    night = night_by_key(key)
    assert night is not None
    for name in names:
        assert not isinstance(add_player(night, name, chips if night.tracked else 0), Problem)


class Hand:
    """A hand on the table of a night, and the dealer's taps."""

    def __init__(self, friday: Friday, hand: int) -> None:
        self.friday, self.id = friday, hand

    @property
    def live(self) -> LiveHand:
        db.session.rollback()
        live = loading.live_hand(self.id)
        assert isinstance(live, LiveHand)
        return live

    @property
    def url(self) -> str:
        return self.friday.url.removesuffix("night")

    def post(self, path: str, **fields: Any) -> TestResponse:
        fields = {"hand": self.id, "seen": self.live.number, **fields}
        return self.friday.client.post(self.url + path, data=fields)

    def tap(self, *lines: str) -> None:
        for line in lines:
            answer = self.post("tap", action=line)
            assert answer.status_code == 303, line

    def table(self) -> str:
        return unescape(self.friday.client.get(self.url).text)
