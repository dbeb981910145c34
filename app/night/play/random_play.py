"""Random play of any game: a dealer who enters only what the hand offers.

It knows the kinds of questions, but no particular game. No deck is shuffled: a card dealt is any that nobody has seen.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from math import inf
from random import Random
from time import monotonic

from app.cards.card import UNSEEN, Card
from app.dataclass import dataclass, replace
from app.games.definition import Game
from app.games.house import HouseRules, Stakes
from app.games.situation import Situation
from app.hand.action import DEAL, DECK_OUT, FOLD, MISDEAL, REDEAL, TURN, Action
from app.hand.ask import Ask, Refusal, TakesAmount, TakesCards, TakesOrder, TakesWild
from app.hand.cards import OnceUp, TurnedDown, left_in_deck
from app.hand.notation import write_action
from app.hand.play import SetupError, play, prompt, start
from app.hand.result import Result
from app.hand.state import Setup, State
from app.hand.steps import kind_of
from app.hand.view import sealed

log = logging.getLogger(__name__)

#: A table that redeals whenever a seven comes up would never reach a showdown: it gives up after this many.
MAX_REDEALS = 8

#: The most hands in the trial of a game.
MAX_HANDS = 20

#: Cards picked at random may be refused: pick again up to this often.
MAX_PICKS = 20


class StuckError(Exception):
    """A hand that cannot go on, or does not end: the reason, and the actions before it."""

    def __init__(self, reason: str, lines: Sequence[str] = ()) -> None:
        super().__init__(f"{reason} after {list(lines)}")
        self.reason = reason


class RandomDealer:
    """A dealer who plays one hand to its end. ``states`` and ``lines`` keep every state and every action entered.

    After too many redeals the dealer calls a misdeal.
    """

    def __init__(self, setup: Setup, random: Random, *, patience: int = 3000) -> None:
        self.random = random
        self.patience = patience
        self.redeals = 0
        self.states: list[State] = [start(setup)]
        self.lines: list[str] = []

    @property
    def state(self) -> State:
        """The current state of the hand."""
        return self.states[-1]

    def play_out(self, deadline: float = inf) -> State:
        """Enter one offered action after another until the hand is over or the deadline has passed."""
        while self.state.result is None and monotonic() < deadline:
            if len(self.lines) >= self.patience:
                raise StuckError("the hand does not end", self.lines)
            self.step()
        return self.state

    def step(self) -> str:
        """Enter one of the offered actions, chosen at random; return its line."""
        asks = self.asks()
        if self.lacks_cards(asks) and self.can_declare_deck_out():
            return self.enter(Ask(Action(DECK_OUT)))
        return self.enter(self.choose(asks))

    def asks(self) -> list[Ask]:
        """Return the actions offered. Raises :class:`StuckError` if there are none."""
        asks = list(prompt(self.state).asks)
        if not asks:
            raise StuckError("nobody can do anything", self.lines)
        return asks

    def lacks_cards(self, asks: list[Ask]) -> bool:
        """Return whether the deck has too few cards for the deals offered."""
        needed = sum(len(ask.action.cards) + 1 for ask in asks if ask.action.verb in (DEAL, TURN))
        return needed > left_in_deck(self.state)

    def can_declare_deck_out(self) -> bool:
        """Return whether the dealer may declare the deck out."""
        return not isinstance(play(self.state, Action(DECK_OUT)), Refusal)

    def choose(self, asks: list[Ask]) -> Ask:
        """Return one of the asks at random; betting leans toward calls, so that hands last."""
        if asks[0].action.verb == REDEAL and self.redeals == MAX_REDEALS:
            return Ask(Action(MISDEAL))
        quiet = [ask for ask in asks if self.stays_in(ask)]
        choices = quiet if quiet and self.random.random() < 0.85 else list(asks)
        # A sealed declaration or bid may be changed until all are in; here it is rarely changed.
        fresh = [ask for ask in choices if sealed(self.state) and self.unanswered(ask)]
        return self.random.choice(fresh or choices)

    def stays_in(self, ask: Ask) -> bool:
        """Return whether the player stays in the hand with this answer."""
        return ask.action.verb != FOLD and ask.manner != "mucks"

    def unanswered(self, ask: Ask) -> bool:
        """Return whether the player of a sealed ask has not answered yet."""
        assert ask.seat is not None
        return kind_of(self.state.frame).answer(self.state, ask.seat) is None

    def enter(self, ask: Ask) -> str:
        """Enter an answer to an ask, and return it; by the dealer's ruling if no picked cards are accepted."""
        action = self.answer(ask)
        if ask.cards is not None and ask.cards.source != "deck":
            for _ in range(MAX_PICKS):
                if not isinstance(play(self.state, action), Refusal):
                    break
                action = self.answer(ask)
            else:
                action = replace(action, ruling=True)
        return self.play(action)

    def play(self, action: Action) -> str:
        """Enter an action and return its line for a record. Raises :class:`StuckError` if it is refused."""
        line = write_action(action)
        after = play(self.state, line)
        if isinstance(after, Refusal):
            raise StuckError(f"offered, but refused: {line!r}: {after.kind}", self.lines)
        self.lines.append(line)
        self.states.append(after)
        self.redeals += action.verb == REDEAL
        return line

    def answer(self, ask: Ask) -> Action:
        """Return an action that answers an ask."""
        match ask.takes:
            case TakesAmount() as takes:
                return ask.answer(amount=self.amount(takes, ask.seat))
            case TakesOrder() as takes:
                return self.rule_on(ask, takes)
            case TakesWild():
                return ask.answer(word=self.random.choice(["none", "7", "2K", "QsJr", "AKQJT98765432"]))
            case TakesCards("deck"):
                return ask.answer(cards=tuple(self._unseen()[:1]))
            case TakesCards(source, least, most):
                assert ask.seat is not None
                cards = self._held(ask.seat, down=source == "down cards")
                count = self.random.randint(least, max(least, min(3, most, len(cards))))
                whole = source == "whole hand"
                return ask.answer(cards=tuple(cards if whole else self.random.sample(cards, min(count, len(cards)))))
        return ask.action

    def _unseen(self) -> list[Card]:
        """Return the cards that nobody has seen, in random order."""
        known = self.state.seen.union(*(own.cards for own in self.state.recall(OnceUp).by_seat.values()))
        cards = sorted(self.state.game.deck.cards() - known)
        self.random.shuffle(cards)
        return cards

    def _held(self, seat: int, *, down: bool) -> list[Card]:
        """Return a seat's cards, or only its down cards; each unknown one is some card that nobody has seen."""
        held = [held.card for held in self.state.players[seat].cards if not (down and held.up)]
        once_up = self.state.recall(OnceUp).by_seat.get(seat, TurnedDown()).cards
        unknown = iter([*sorted(once_up.difference(held)), *self._unseen()])
        return [next(unknown) if card == UNSEEN else card for card in held]

    def amount(self, takes: TakesAmount, seat: int | None) -> int:
        """Return the fewest chips, the most, or an amount in between."""
        low = takes.least
        unit = self.state.setup.house.chip_unit
        high = takes.most if takes.most is not None else low + 10 * unit
        if seat is not None and self.state.players[seat].stack is None:
            high = min(high, low + 10 * unit)  # unlimited chips would make unlimited pots
        between = self.random.randint(low, high)
        return self.random.choice([low, high, max(low, between - between % unit)])

    def rule_on(self, ask: Ask, takes: TakesOrder) -> Action:
        """Return a ruling on players in random order: on all of them, or on no more than have to be named."""
        if takes.may_be_empty and self.random.random() < 0.3:
            return ask.action
        order = self.random_order(frozenset().union(*takes.pots) or self.state.live)
        fewer = [ask.answer(order=order[:count]) for count in range(self.random.choice([1, len(order)]), len(order))]
        possible = (action for action in fewer if not isinstance(play(self.state, action), Refusal))
        return next(possible, ask.answer(order=order))

    def random_order(self, seats: Iterable[int]) -> tuple[frozenset[int], ...]:
        """Return the players with cards in random order; now and then the first two tie."""
        live = [seat for seat in sorted(seats) if not self.state.players[seat].mucked]
        self.random.shuffle(live)
        if self.random.random() < 0.3:
            return (frozenset(live[:2]), *(frozenset({seat}) for seat in live[2:]))
        return tuple(frozenset({seat}) for seat in live)


@dataclass(frozen=True, slots=True)
class Trial:
    """A random trial of a game: how many hands came to an end, and what was wrong with the next one, if anything."""

    hands: int
    problem: str = ""


def try_game(game: Game, seconds: float = 1.2) -> Trial:
    """Play the hands of a random but repeatable sample, as many as there is time for.

    Every hand must end, and leave as many chips as there were.
    """
    end = monotonic() + seconds
    for number in range(MAX_HANDS):
        random = Random(number)
        least, most = game.players
        count = min(most, least + number % 3)
        count -= count % 2 if game.even and count > least else 0
        names = tuple(f"P{seat + 1}" for seat in range(count))
        at = Situation(game, HouseRules(), Stakes(), count)
        setup = Setup(game, names, (100,) * count, at.antes, at.stakes, blinds=at.blinds)
        where = f"hand {number + 1}, with {count} players"
        try:
            dealer = RandomDealer(setup, random, patience=1000)
            dealer.play_out(end)
        except StuckError as stuck:
            return Trial(number, f"{where}: {stuck.reason}")
        except SetupError as problem:
            return Trial(number, f"{where}: {problem}")
        except Exception as error:  # the engine failed on this game: that is what the trial looks for
            log.warning("a hand of %s played at random broke", game.id, exc_info=True)
            return Trial(number, f"{where}: {type(error).__name__} after {len(dealer.lines)} actions")
        if dealer.state.result is None:
            return Trial(number)
        if (left := chips(dealer.state)) != 100 * count:
            return Trial(number, f"{where}: {100 * count} chips became {left}")
    return Trial(MAX_HANDS)


def chips(state: State) -> int | None:
    """Return the total chips of a hand, in stacks, pots and elsewhere; None if some stack is not tracked."""
    stacks = [player.stack for player in state.players]
    if None in state.setup.stacks:
        return None
    decided = state.decided.result if state.decided else Result()
    waiting = sum(award.amount for award in decided.awards) + decided.carried
    carried = state.result.carried if state.result else 0
    missing = sum(player.missing for player in state.players)
    return sum(stack or 0 for stack in stacks) + state.pot + waiting + carried + missing
