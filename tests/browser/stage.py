"""Nights and hands in the database of the browser's server, played up to a given moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from flask.testing import FlaskClient
from playwright.sync_api import Page

from app.games.house import Stakes
from app.hand.ask import Prompt
from app.hand.notation import write_action
from app.hand.play import prompt
from app.hand.state import Setup, State
from app.night.acts.people import Join
from app.night.acts.queue import Done, do
from app.night.db import db
from app.night.models import Night
from app.night.nights import current_hand, night_by_key, start_night
from app.night.people.seats import SeatInfo, seats
from app.web.pad.pads import pad_of
from app.web.pad.parts import Focus
from tests.hand.random_dealer import RandomDealer
from tests.web.tables import NAMES, Table, begin

#: The types of the fixtures ``deal`` and ``another_page``.
Deal = Callable[..., Table]
AnotherPage = Callable[..., Page]

NO_LIMIT = Stakes(limit="none", min_bet=2)

#: Number of shuffles to try.
SEEDS = 60

#: A condition that the hand of a scene must reach.
Until = Callable[[Prompt, State], bool]


@dataclass(frozen=True)
class Stage:
    """The database of the browser's server, in which scenes are set up.

    ``prepared``: names of what is already set up there for all tests.
    """

    client: FlaskClient
    prepared: set[str] = field(default_factory=set)

    def new_night(self, players: int = 0, names: Sequence[str] = NAMES) -> Night:
        """Return a new night with the first ``players`` of these names."""
        night = start_night("Friday", Stakes(), {}, True)
        assert isinstance(night, Night)
        if players:
            assert isinstance(do(night, *(Join(name, 100) for name in names[:players])), Done)
        return db.session.get_one(Night, night.id)

    def night(self, players: int = 0) -> str:
        """Return the path of a new night, without a trailing slash."""
        return f"/n/{self.new_night(players).key}"

    def phone(self) -> str:
        """Return the path of a phone at a table before a game is called."""
        return f"/p/{seats(self.new_night(3))[0].key}"

    def television(self) -> str:
        """Return the path of the television of an empty table."""
        return f"/tv/{self.new_night().watch_key}"

    def current_table(self, key: str) -> Table:
        """Return the table of a night's current hand."""
        hand = current_hand(night_with_key(key))
        assert hand is not None
        return Table(self.client, key, hand.id)

    def table(
        self, game: str, until: Until | None = None, players: int = 8, stakes: Stakes | None = None, **options: Any
    ) -> Table:
        """Return a hand played at random up to ``until``."""
        table = begin(self.client, game, NAMES[:players], 100, True, stakes or Stakes(), options, ())
        if until is not None:
            table.enter(*lines_until(table.live.state.setup, until))
        return table


def night_with_key(key: str) -> Night:
    """Return a night as it is stored now, even if it was read before."""
    db.session.rollback()
    night = night_by_key(key)
    assert night is not None
    return night


def night_of(table: Table) -> Night:
    """Return the night of a table."""
    return night_with_key(table.key)


def television_of(table: Table) -> str:
    """Return the path of a table's television."""
    return f"/tv/{night_of(table).watch_key}"


def seat_of(table: Table, name: str) -> SeatInfo:
    """Return a player's seat, even if the player has left it."""
    return next(seat for seat in seats(night_of(table), with_left=True) if seat.name == name)


def phone_of(table: Table, name: str) -> str:
    """Return the path of a player's phone."""
    return f"/p/{seat_of(table, name).key}"


def play_on(table: Table, until: Until) -> None:
    """Append actions to the log up to ``until``: no player bets, folds or takes an offer, and all declare high."""
    while not until(asked := prompt(state := table.live.state), state):
        if asked.kind in ("card", "roll"):
            left = sorted(state.game.deck.cards() - state.seen)
            mine = [ask for ask in asked.asks if ask.seat == asked.seat]
            ask = mine[state.count % len(mine)]
            cards = (left[state.count * 7 % len(left)],) if ask.cards else ()
            table.enter(write_action(ask.answer(cards=cards)))
        elif asked.kind == "dealt":
            table.enter(*map(write_action, asked.run))
        elif asked.kind == "declare":
            seat = next(n for n in state.live if state.players[n].declared is None)
            table.enter(f"p{seat + 1} declare high")
        else:
            table.enter(next(write_action(ask.action) for ask in asked.asks if ask.action.verb in ("cc", "no", "ok")))


@cache
def lines_until(setup: Setup, until: Until) -> list[str]:
    """Return the actions of a random hand up to ``until``, from the first of several shuffles that gets there."""
    for seed in range(SEEDS):
        dealer = RandomDealer(setup, Random(seed))
        while dealer.state.result is None:
            if until(prompt(dealer.state), dealer.state):
                return dealer.lines
            dealer.step()
        if until(prompt(dealer.state), dealer.state):
            return dealer.lines
    raise AssertionError(f"{setup.game.name} never gets there")


@cache
def pad(kind: str, **having: bool) -> Until:
    """Return the condition that the pad is of this kind and has these parts."""

    def there(asked: Prompt, state: State) -> bool:
        now = pad_of(state, asked, Focus())
        return now.kind == kind and all(bool(getattr(now, part)) == wanted for part, wanted in having.items())

    return there


@cache
def asked(kind: str, cards: int = 0) -> Until:
    """Return the condition that the prompt is of this kind and some player has at least this many cards."""
    return lambda now, state: now.kind == kind and max(len(player.cards) for player in state.players) >= cards
