"""A device that calls games for a night, and the pages it gets."""

import re
from copy import copy
from html import unescape
from typing import Self

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app.games.house import Stakes
from app.night.acts.requests import add_players
from app.night.log.loading import live_hand
from app.night.log.replay import LiveHand
from app.night.models import Hand, Night
from app.night.nights import current_hand, last_number, nights, start_night
from tests.snapshots import copied
from tests.web.tables import NAMES

MIX = {"modifier__roll-your-own": "1", "modifier__follow-the-queen": "1", "option__declare": "in turn"}


@copied
def seated(players: int) -> str:
    """Return the key of a night with this many players."""
    night = start_night("Friday", Stakes(), {}, True)
    assert isinstance(night, Night)
    if players:
        add_players(night, (*NAMES, "Ida", "Jo")[:players], 100)
    return night.key


class Caller:
    """A night with players at the table, and a device that calls the games."""

    def __init__(self, client: FlaskClient, players: int) -> None:
        self.client = client
        self.url = f"/n/{seated(players)}/call"

    @classmethod
    def at(cls, client: FlaskClient, key: str) -> Self:
        """Return a caller at a night that has begun."""
        caller = cls.__new__(cls)
        caller.client, caller.url = client, f"/n/{key}/call"
        return caller

    def on_another_device(self) -> Self:
        """Return a caller who has the dealer's link on another device."""
        other = copy(self)
        other.client = self.client.application.test_client()
        return other

    @property
    def night(self) -> Night:
        return nights()[0]

    @property
    def hand(self) -> Hand:
        hand = current_hand(self.night)
        assert hand is not None
        return hand

    @property
    def state(self) -> LiveHand:
        live = live_hand(self.hand.id)
        assert isinstance(live, LiveHand)
        return live

    def get(self, path: str = "", **headers: str) -> str:
        answer = self.client.get(self.url + path, headers=headers)
        assert answer.status_code == 200
        return unescape(answer.text)

    def deal(self, game: str, **fields: str) -> TestResponse:
        named = {name.replace("__", "."): value for name, value in fields.items()}
        return self.client.post(f"{self.url}/{game}", data={"do": "deal", "after": last_number(self.night.id), **named})


def names(html: str) -> list[str]:
    """Return the names of the games listed, without the suggestions for a name that the library does not know."""
    html = re.sub(r'<section id="unknown">.*?</section>', "", html, flags=re.DOTALL)
    return re.findall(r'<span class="game-name">([^<]+)</span>', html)


def all_names(caller: Caller, query: str) -> list[str]:
    """Return the names of all games listed, once "Show more" has made the list complete."""
    html = caller.get(query)
    while more := re.search(r'<a href="[^"?]*([^"]+)"[^>]*><b>Show \d+ more', html):
        html = caller.get(more[1])
    return names(html)


def deal_button(html: str) -> str:
    button = re.search(r"<button[^>]*>Deal</button>", html)
    assert button is not None
    return button[0]


def save(caller: Caller, name: str, game: str = "chicago", **fields: str) -> TestResponse:
    named = {field.replace("__", "."): value for field, value in fields.items()}
    return caller.client.post(f"{caller.url}/{game}", data={"do": "save", "own_name": name, **named})
