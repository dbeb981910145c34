"""Random play with what goes wrong at a table too: cards that stray, a deck that is called out, chips miscounted."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from app.cards.card import UNSEEN, Card
from app.games.definition import Game
from app.games.house import HouseRules, Stakes
from app.games.situation import Situation
from app.hand.action import ALL_IN, BET, BID, BRING_IN, CALL, DEAL, DECK_OUT, PAY, STACK, TURN_UP, Action
from app.hand.ask import Ask, Refusal
from app.hand.play import play
from app.hand.state import Setup, State
from app.night.play import random_play


def random_setup(game: Game, random: Random, house: HouseRules = HouseRules()) -> Setup:
    """Return a hand among a random number of players with stacks from tiny to large, at random stakes."""
    least, most = game.players
    count = random.randint(least, most)
    if game.even:
        count = max(least, count - count % 2)
    limit = random.choice(["fixed", "fixed", "spread", "pot", "none"])
    small = random.choice([2, 10])
    stakes = Stakes(
        ante=random.choice([0, 1]),
        bring_in=random.choice([0, 1, small]),
        limit=limit,  # type: ignore[arg-type]
        small=small,
        big=2 * small,
        min_bet=small,
        max_bet=3 * small,
    )
    tracked = random.random() < 0.8
    stacks = tuple(
        random.choice([1, 3, 7, 20, 50, 200, 1000]) if tracked or random.random() < 0.5 else None for _ in range(count)
    )
    if game.blinds:
        big = random.choice([0, 1, small, small])
        stakes = replace(
            stakes,
            small_blind=random.choice([0, big // 2, big]),
            big_blind=big,
            blind_ante=random.choice([0, 0, 1]),
            dealer_antes=random.random() < 0.2,
        )
    situation = Situation(game, house, stakes, count)
    return Setup(
        game=game,
        names=tuple(f"P{seat + 1}" for seat in range(count)),
        stacks=stacks,
        antes=situation.antes,
        blinds=situation.blinds,
        stakes=stakes,
        house=house,
        carried=random.choice([0, 0, 5]),
    )


#: How often the dealer calls the deck out, and how often a card strays that nobody asked for.
CALLS_OUT = 0.004
STRAYS = 0.01

#: What is bet: nobody who is all in is asked for it, whatever the amount.
BETS = (BRING_IN, BET, CALL, ALL_IN)


class RandomDealer(random_play.RandomDealer):
    """A dealer who also calls the deck out, lets cards stray, and checks whom is asked for chips."""

    def step(self) -> str:
        """Enter one of the offered actions, chosen at random, or something that was not asked for."""
        asks = self.asks()
        self._check_asked(asks)
        if self.may_call_out() and (self.random.random() < CALLS_OUT or self.lacks_cards(asks)):
            return self.enter(Ask(Action(DECK_OUT)))
        if self.random.random() < STRAYS and (line := self._stray()):
            return line
        return self.enter(self.choose(asks))

    def _stray(self) -> str:
        """Deal somebody one card too many, or show a down card, if that can stand; return the line or nothing."""
        seat = self.random.choice(self.state.live)
        shown = self.down(seat)
        action = Action(DEAL, to=seat, cards=tuple(self.deck[-1:]) or (UNSEEN,), ruling=True)
        if shown and self.random.random() < 0.5:
            action = Action(TURN_UP, seat, cards=(self.random.choice(shown),), ruling=True)
        due = not isinstance(play(self.state, replace(action, ruling=False)), Refusal)
        if due or isinstance(play(self.state, action), Refusal):
            return ""
        if action.verb == DEAL:
            self.hand(seat).append(self.deck.pop())
        return self.play(action)

    def _check_asked(self, asks: list[Ask]) -> None:
        """Nobody who is all in is asked for chips, and nobody alone with chips whether to check."""
        alone = len(self.state.bettors) < 2
        for ask in asks:
            seat, verb, chips = ask.seat, ask.action.verb, ask.action.amount or ask.takes
            broke = seat is not None and self.state.players[seat].all_in
            assert not (broke and verb in (*BETS, PAY, BID) and (chips or verb in BETS)), f"{ask} after {self.lines}"
            assert not (alone and verb == CALL and not ask.chips), f"{ask} after {self.lines}"

    def miscount(self) -> str | None:
        """Let the dealer find that somebody has other chips left than counted; None where nobody could bet them."""
        if not self.state.bettors:
            return None
        seat = self.random.choice(self.state.bettors)
        stack = self.state.players[seat].stack
        left = self.random.choice([0, 3, 20]) if stack is None else self.random.choice([0, stack // 2, stack + 5])
        return self.enter(Ask(Action(STACK, to=seat, amount=left))) if left != stack else None


def down_cards(state: State) -> set[Card]:
    """Return all cards that lie face down and that nobody has shown."""
    return {
        held.card
        for player in state.players
        for held in player.cards
        if not held.up and not player.shown and held.card != UNSEEN
    }
