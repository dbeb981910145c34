"""Every game on the television at random moments of a hand: it shows only cards that are face up."""

import re
from collections.abc import Callable, Iterator
from random import Random
from types import SimpleNamespace

import pytest
from flask import Flask, render_template

from app import create_app
from app.cards.card import card_name, parse_cards
from app.hand.state import State
from app.hand.view import TELEVISION, view
from app.night.people.roster import Person
from app.web.table.board import Board
from app.web.table.seats import columns, seats_of_hand
from tests.games.covering import every_game
from tests.hand.test_random_play import deal as deal_random
from tests.web.tables import Table

Deal = Callable[..., Table]

#: Number of states rendered for each game's hand.
DRAWN = 8


@pytest.fixture(scope="module")
def empty() -> Iterator[Flask]:
    """Yield the application without a night: enough to render."""
    app = create_app({"TESTING": True, "SECRET_KEY": "not a secret", "SQLALCHEMY_DATABASE_URI": "sqlite://"})
    with app.test_request_context("/"):
        yield app


@pytest.mark.slow
@pytest.mark.parametrize("game_id", every_game())
def test_every_game_is_shown_with_only_its_open_cards(game_id: str, empty: Flask) -> None:
    random = Random(f"television {game_id}")
    dealer = deal_random(game_id, random)
    dealer.play_out()
    for state in [*random.sample(dealer.states, min(DRAWN, len(dealer.states))), dealer.state]:
        html = render_template("television/_table.html", tv=television_page(state))
        seen = view(state, TELEVISION)
        laid = [place.card for row in seen.layout for place in row if place.card]
        public = {card_name(card.card) for card in (*seen.middle, *laid)}
        for player in state.players:
            public |= {
                card_name(held.card)
                for held in player.cards
                if held.card != parse_cards("??")[0] and (held.up or player.shown)
            }
        awards = state.result.awards if state.result else ()
        public |= {card_name(held) for award in awards for held, _ in award.plays}
        named = set(re.findall(r'role="img" aria-label="((?:\w+ of \w+)|(?:\w+ joker))', html))
        assert named <= public


def television_page(state: State) -> object:
    """Return the television page of a hand without a night."""
    shown = Board(view(state, TELEVISION))
    return SimpleNamespace(
        kind="hand",
        name="Friday",
        version="1.1.1",
        board=shown,
        seats=seats_of_hand(shown, [Person(1, "Ann", "coral", "A")] * len(shown.seats)),
        columns=columns(len(shown.seats)),
        places=(),
        coming="",
        action="",
        odds=None,
        odds_to_come=False,
    )
