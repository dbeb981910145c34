"""Nights and hands in the database of the browser's server, played up to a given moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from flask.testing import FlaskClient

from app.games.house import Stakes
from app.hand.ask import Prompt
from app.hand.notation import write_action
from app.hand.play import prompt
from app.hand.state import Setup, State
from app.night.acts.people import Join
from app.night.acts.queue import Done, do
from app.night.db import db
from app.night.models import Night
from app.night.nights import night_by_key, start_night
from app.night.people.seats import seats
from app.web.pad.pads import pad_of
from app.web.pad.parts import Focus
from tests.hand.random_dealer import RandomDealer
from tests.web.tables import NAMES, Table, begin

#: Number of shuffles tried.
SEEDS = 60

#: Whether a hand has reached the moment that a scene needs.
Until = Callable[[Prompt, State], bool]


@dataclass(frozen=True)
class Stage:
    """The database of the browser's server, in which scenes are set up.

    ``once`` names what has been set up there for all tests.
    """

    client: FlaskClient
    once: set[str] = field(default_factory=set)

    def night(self, players: int = 0) -> str:
        """The address of a new night with this many players, without a slash at its end."""
        night = start_night("Friday", Stakes(), {}, True)
        assert isinstance(night, Night)
        if players:
            assert isinstance(do(night, *(Join(name, 100) for name in NAMES[:players])), Done)
        return f"/n/{db.session.get_one(Night, night.id).key}"

    def phone(self) -> str:
        """A phone at a table before a game is called."""
        night = night_by_key(self.night(3).rpartition("/")[2])
        assert night is not None
        return f"/p/{seats(night)[0].key}"

    def television(self) -> str:
        """The television of an empty table."""
        night = night_by_key(self.night().rpartition("/")[2])
        assert night is not None
        return f"/tv/{night.watch_key}"

    def table(
        self, game: str, until: Until | None = None, players: int = 8, stakes: Stakes | None = None, **options: Any
    ) -> Table:
        """A hand, played at random up to ``until``."""
        table = begin(self.client, game, NAMES[:players], 100, True, stakes or Stakes(), options, ())
        if until is not None:
            table.enter(*lines_until(table.live.state.setup, until))
        return table


def evening(table: Table) -> Night:
    """The night of a table."""
    found = night_by_key(table.key)
    assert found is not None
    return found


def television_of(table: Table) -> str:
    """The address of a table's television."""
    return f"/tv/{evening(table).watch_key}"


def phone_of(table: Table, name: str) -> str:
    """The address of a player's phone."""
    return next(f"/p/{one.key}" for one in seats(evening(table)) if one.name == name)


def play_on(table: Table, until: Until) -> None:
    """Append actions to the log up to ``until``: nobody bets, folds or takes an offer, all declare high, cards are
    arbitrary.
    """
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
            who = next(n for n in state.live if state.players[n].declared is None)
            table.enter(f"p{who + 1} declare high")
        else:
            table.enter(next(write_action(ask.action) for ask in asked.asks if ask.action.verb in ("cc", "no", "ok")))


@cache
def lines_until(setup: Setup, until: Until) -> list[str]:
    """The actions of a hand that gets there; tries several shuffles."""
    for seed in range(SEEDS):
        dealer = RandomDealer(setup, Random(seed))
        while dealer.state.result is None:
            if until(prompt(dealer.state), dealer.state):
                return dealer.lines
            dealer.step()
        if until(prompt(dealer.state), dealer.state):
            return dealer.lines
    raise AssertionError(f"{setup.game.name} never comes there")


@cache
def pad(kind: str, **having: bool) -> Until:
    """A pad of this kind that has these parts."""

    def there(asked: Prompt, state: State) -> bool:
        found = pad_of(state, asked, Focus())
        return found.kind == kind and all(bool(getattr(found, part)) == wanted for part, wanted in having.items())

    return there


@cache
def asked(kind: str, cards: int = 0) -> Until:
    """A question of this kind, when some player has at least this many cards."""
    return lambda now, state: now.kind == kind and max(len(player.cards) for player in state.players) >= cards
