"""Test kit: hands from a real deck in which nobody folds or raises, with or without known down cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from app.cards.card import UNSEEN, Card
from app.games.house import HouseRules, Stakes
from app.games.load import resolve
from app.games.situation import Situation
from app.hand.action import DEAL
from app.hand.ask import Ask
from app.hand.state import Setup, State
from tests.hand.at_table import NAMES
from tests.hand.random_dealer import RandomDealer


class CalmDealer(RandomDealer):
    """A dealer at a table where everybody checks, calls and declines, and no card strays."""

    def step(self) -> str:
        return self.enter(self.choose(self.asks()))

    def choose(self, asks: list[Ask]) -> Ask:
        calm = [ask for ask in asks if ask.action.verb in ("cc", "pb", "no")]
        if asks[0].action.verb == DEAL:  # in seat order
            return asks[0]
        return self.random.choice(calm or [ask for ask in asks if self.stays_in(ask)] or asks)

    def play_to(self, count: int) -> State:
        """Play up to ``count`` actions, stopping short of the last one; return the hand."""
        while self.state.result is None and len(self.lines) < count:
            self.step()
        return self.states[-2] if self.state.result is not None else self.state

    def with_cards(self, state: State) -> State:
        """Return the hand with every down card named, as if recorded by cameras."""
        for seat, player in enumerate(state.players):
            unknown = iter([card for card in self.hands[seat] if card not in {held.card for held in player.cards}])
            cards = tuple(replace(held, card=next(unknown)) if held.card == UNSEEN else held for held in player.cards)
            state = state.with_player(seat, cards=cards)
        return state


def calm(
    game_id: str,
    players: int = 4,
    seed: int = 1,
    *,
    options: Mapping[str, Any] | None = None,
    house: HouseRules = HouseRules(),
    stacks: tuple[int | None, ...] = (),
) -> CalmDealer:
    """Return a calm dealer about to start a hand of a game, with chips that divide evenly."""
    game = resolve(game_id, dict(options or {}))
    stakes = Stakes(ante=12, small=24, big=48)
    at = Situation(game, house, stakes, players)
    setup = Setup(game, NAMES[:players], stacks or (10_000,) * players, at.antes, at.stakes, house, blinds=at.blinds)
    return CalmDealer(setup, Random(f"{game_id} {players} {seed}"), ruling=False)


def other_unseen(state: State, random: Random) -> State:
    """Return the hand with the unseen down cards exchanged for others."""
    left = sorted(state.game.deck.cards() - public(state))
    random.shuffle(left)
    for seat, player in enumerate(state.players):
        cards = tuple(
            held if held.up or player.shown else replace(held, card=left.pop() if left else UNSEEN)
            for held in player.cards
        )
        state = state.with_player(seat, cards=cards)
    return state


def public(state: State) -> frozenset[Card]:
    """Return the cards that are or were face up."""
    shown = {held.card for player in state.players for held in player.cards if held.up or player.shown}
    return frozenset(shown) | {up.card for up in state.up_cards} | set(state.common_cards)
