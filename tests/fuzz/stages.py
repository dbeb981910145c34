"""Hands played to a stage that allows special requests, such as sealed answers or shown cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from random import Random

from flask.testing import FlaskClient

from app.games.catalog import catalog
from app.games.definition import Game
from app.games.errors import GameError
from app.games.house import Stakes
from app.games.load import resolve
from app.games.steps.showdown import Declare, Showdown
from app.hand.state import Setup, State
from app.hand.view import sealed
from app.night import nights
from app.night.log.replay import LiveHand, Posted
from app.night.play import call, taps
from tests.hand.random_dealer import RandomDealer
from tests.night.table import FIRST_STREET, STAKES
from tests.web.tables import Table, begin

#: The condition of each stage.
STAGES: dict[str, Callable[[State], bool]] = {
    "anywhere": lambda _state: True,
    "sealed": sealed,
    "showdown": lambda state: bool(state.frames) and isinstance(state.frame.spec, Showdown),
    "over": lambda state: state.result is not None,
}

#: Number of hands to play before settling for any stage.
TRIES = 12


def table_at(stage: str, client: FlaskClient, names: Sequence[str], random: Random) -> Table:
    """Return a night whose hand has reached this stage, or any if none of several hands reaches it."""
    for _ in range(TRIES):
        game = random.choice(_games(sealed_only=stage == "sealed"))
        least, most = game.players
        count = max(least, min(most, random.randint(2, 6)))
        if game.even and count % 2:
            continue
        tracked = random.random() < 0.8
        stack = random.choice((20, 100, 1000))
        table = begin(client, game.id, names[:count], stack, tracked, Stakes(), {}, ())
        dealer = RandomDealer(table.live.state.setup, random)
        dealer.play_out()
        lengths = [length for length, state in enumerate(dealer.states) if STAGES[stage](state)]
        if lengths:
            if played := dealer.lines[: random.choice(lengths)]:
                table.enter(*played)
            return table
    return table_at("anywhere", client, names, random)


def between_hands(client: FlaskClient, names: Sequence[str], random: Random) -> Table:
    """Return a night between hands: the first was corrected, the second left chips in the pot."""
    table = begin(client, "five-card-stud", names[:3], 100, True, STAKES, {}, ())
    table.enter(*FIRST_STREET, "p3 cbr 2", "p1 f", "p2 f")
    corrected = taps.correct(table.hand, table.live.number, {4: ["p3 cc", "p1 cbr 2", "p2 f", "p3 f"]}, 5)
    assert isinstance(corrected, Posted), corrected
    night = nights.night_by_key(table.key)
    assert night is not None
    assert call.next_hand(night) is None
    live = call.call_game(night, "chicago", house_for_hand={"odd_chip_split": "next pot"})
    assert isinstance(live, LiveHand), live
    table = replace(table, hand=live.hand.id)
    table.enter(*_lines_that_leave_chips(live.state.setup, random))
    assert call.next_hand(night) is None
    return table


def _lines_that_leave_chips(setup: Setup, random: Random) -> list[str]:
    while True:
        dealer = RandomDealer(setup, random)
        result = dealer.play_out().result
        if result is not None and result.carried and not result.why:
            return dealer.lines


@cache
def _games(*, sealed_only: bool) -> list[Game]:
    """Return all games, or only those with sealed answers."""
    found = []
    for info in catalog().values():
        try:
            game = resolve(info.id)
        except GameError:
            continue
        if not sealed_only or any(_asks_sealed(spec) for spec in game.script):
            found.append(game)
    return found


def _asks_sealed(spec: object) -> bool:
    return getattr(spec, "sealed", False) or (isinstance(spec, Declare) and not spec.in_turn)
