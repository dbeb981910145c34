"""The television of a night: its page, and the words on it."""

import re
from collections.abc import Callable, Sequence
from html import unescape
from random import Random

from flask.testing import FlaskClient

from app.games.house import Stakes
from app.hand.state import State
from app.night.db import db
from app.night.log.replay import LiveHand
from app.night.models import Night
from app.night.nights import start_night
from app.night.play.call import call_game
from app.night.play.call import next_hand as clear_hand
from tests.hand.random_dealer import RandomDealer
from tests.seating import add_player
from tests.web.tables import NAMES, Table

Deal = Callable[..., Table]

THREE = ("d dh p1 ??Kh", "d dh p2 ??Th", "d dh p3 ??2s")
FOLDED = (*THREE, "p1 cbr 2", "p2 f", "p3 f")


def night_with(*stacks: int, names: Sequence[str] = NAMES) -> Night:
    """Return a night with players who have these stacks; the last one deals first."""
    night = start_night("Friday", Stakes(limit="none", min_bet=2), {}, True)
    assert isinstance(night, Night)
    for name, stack in zip(names, stacks, strict=False):
        add_player(night, name, stack)
    return db.session.get_one(Night, night.id)


def called(client: FlaskClient, night: Night, game: str = "five-card-stud") -> Table:
    """Call a game on this night; return its table."""
    begun = call_game(night, game)
    assert isinstance(begun, LiveHand), begun
    return Table(client, night.key, begun.hand.id)


def next_deal(night: Night) -> Night:
    """Clear the finished hand; return the night."""
    assert clear_hand(night) is None
    return db.session.get_one(Night, night.id)


def until(table: Table, there: Callable[[State], bool]) -> Table:
    """Play the hand at random until ``there`` is true of its state; return the table."""
    for seed in range(200):
        dealer = RandomDealer(table.live.state.setup, Random(seed))
        while not there(dealer.state) and dealer.state.result is None:
            dealer.step()
        if there(dealer.state):
            table.enter(*dealer.lines)
            return table
    raise AssertionError("no such hand")


def watch(client: FlaskClient, night: Night, query: str = "") -> str:
    """Return the page of a night's television."""
    response = client.get(f"/tv/{night.watch_key}{query}")
    assert response.status_code == 200
    return response.text


def seen(table: Table, query: str = "") -> str:
    return watch(table.client, table.night, query)


def part(html: str, name: str) -> str:
    """Return the words of a region, with cards as their names."""
    region = re.search(rf'<section\b[^>]*aria-label="{re.escape(name)}"[^>]*>(.*?)</section>', html, re.S)
    assert region is not None, f"no region {name}"
    return words(region[1])


def words(html: str) -> str:
    html = re.sub(r'<span class="badge [^>]*><span>[^<]*</span></span>', "", html)
    named = re.sub(r'<(?:span|i)\b[^>]*role="img" aria-label="([^"]*)"[^>]*>[^<]*', r" [\1] ", html)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", named)).split())


def announcement(html: str) -> str:
    """Return the announcement on the page."""
    region = re.search(r'<div id="say"[^>]*>(.*?)</div>\n', html, re.S)
    assert region is not None
    return words(region[1])


def places(html: str) -> dict[str, str]:
    """Return the position of each player."""
    return {
        name: place for place, name in re.findall(r'class="seat (t\d x\d+ u\d [lr])[^"]*"\s+aria-label="([^"]*)"', html)
    }
