"""Every game at its largest table with no folds: the deck runs short, and the hand still ends."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from app.cards.card import UNSEEN
from app.dataclass import replace
from app.games.catalog import cards_needed, catalog
from app.games.house import HouseRules, Stakes, house_rules
from app.games.load import resolve
from app.hand.play import prompt
from app.hand.state import Setup, State
from app.hand.view import sealed
from app.words.announcements import announcements
from app.words.speaker import Speaker
from tests.hand.at_table import NAMES
from tests.hand.random_dealer import RandomDealer

RULES = ("common card", "deal what is left")


class StayingDealer(RandomDealer):
    """A dealer at a table where everybody checks or calls to the end, and draws as many cards as they may.

    If the game redeals when nobody opens, the first to act opens; when nobody scoops, a ruling awards the next pot.
    """

    def choose(self) -> str:
        asks = prompt(self.state).asks
        if sealed(self.state):
            asks = tuple(ask for ask in asks if self.unanswered(ask))
            return self.enter(self.random.choice(asks))
        if prompt(self.state).question.kind == "may open":
            return self.enter(next(ask for ask in asks if ask.action.verb == "cbr"))
        rules = [ask for ask in asks if ask.manner == "rules"]
        if rules and self.state.game.scoop and self.state.decided is not None:
            return self.play(replace(rules[0].action, order=(frozenset(self.state.live[:1]),)))
        calls = [ask for ask in asks if ask.action.verb == "cc"]
        draws = [ask for ask in asks if ask.action.verb == "sd" and ask.action.cards]
        ends = [ask for ask in asks if ask.action.verb == "ok"]
        stays = [ask for ask in asks if ask.action.verb != "f" and ask.manner not in ("mucks", "rules")]
        return self.enter((calls or draws or ends or stays or list(asks))[-1])


def largest(game: str, rule: str) -> Setup:
    table = NAMES[: catalog()[game].summary.players[1]]
    house: HouseRules = house_rules({"short_deck": rule})
    return Setup(resolve(game), table, (1000,) * len(table), (1,) * len(table), Stakes(), house)


def check_cards(state: State) -> None:
    """Assert that no card is in two places, and no more cards are out than the deck has."""
    held = [held.card for player in state.players for held in player.cards]
    lying = [*held, *state.common_cards, *state.offered_cards, *state.dead_cards]
    lying += [up.card for up in state.up_cards if up.seat is None and up.card not in state.common_cards]
    named = Counter(card for card in lying if card != UNSEEN)
    assert not [card for card, times in named.items() if times > 1]
    assert len(held) + len(state.common_cards) <= len(state.game.deck.cards())
    assert 0 <= state.cards_dealt <= len(state.game.deck.cards())


#: Each game with the rules taken in turn; the other combinations are for the long run.
LARGEST = [
    pytest.param(game, rule, marks=() if (number + place) % len(RULES) == 0 else pytest.mark.long)
    for number, game in enumerate(catalog())
    for place, rule in enumerate(RULES)
]


@pytest.mark.parametrize(("game", "rule"), LARGEST)
def test_the_largest_table_plays_to_the_end(game: str, rule: str) -> None:
    dealer = StayingDealer(largest(game, rule), Random(f"{game} {rule}"))
    while dealer.state.result is None:
        assert len(dealer.lines) < 1000, "the hand does not end"
        dealer.choose()
        check_cards(dealer.state)
    end = dealer.state
    assert sum(player.stack or 0 for player in end.players) + end.result.carried == 1000 * len(end.players)
    short = [
        text
        for text in announcements((made.event for made in end.announcements), Speaker(NAMES))
        if text.startswith("The deck ")
    ]
    if not cards_needed(end.game, len(end.players), burns=0).may_shuffle:
        assert not short
