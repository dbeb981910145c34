"""Random play of any game: a dealer with a real shuffled deck who enters only what the hand offers."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from time import monotonic

from app.cards.card import UNSEEN, Card
from app.games.because import Because
from app.games.definition import Game
from app.games.house import HouseRules, Stakes
from app.games.situation import Situation
from app.games.steps.deal import Deal
from app.games.steps.draw import Discard, Draw, Matching, Trade
from app.games.steps.market import Market
from app.games.steps.physical import Pass
from app.games.steps.showdown import Showdown
from app.hand.action import (
    DEAL,
    DECK_OUT,
    FOLD,
    MISDEAL,
    RANK_PLAYERS,
    REDEAL,
    TURN,
    Action,
)
from app.hand.ask import Ask, Refusal, TakesAmount, TakesOrder
from app.hand.event import Said
from app.hand.notation import write_action
from app.hand.open_hands import showing_high
from app.hand.play import SetupError, play, prompt, start
from app.hand.result import Result
from app.hand.state import Announcement, Setup, State, Teams
from app.hand.steps import kind_of
from app.hand.view import sealed

log = logging.getLogger(__name__)

#: A table that redeals whenever a seven comes up would never get to a showdown: it gives up after so many.
MOST_REDEALS = 8


class StuckError(Exception):
    """A hand that cannot be played on, or does not end: the reason, and the actions before it."""

    def __init__(self, reason: str, lines: Sequence[str] = ()) -> None:
        super().__init__(f"{reason} after {list(lines)}")
        self.reason = reason


class RandomDealer:
    """Plays one hand to its end. ``states`` and ``lines`` keep every state and every action entered.

    Without ``ruling`` the dealer never rules who wins: everybody left shows. With ``mucking`` they muck as often. After
    too many redeals it is a misdeal.
    """

    def __init__(
        self, setup: Setup, random: Random, *, patience: int = 3000, ruling: bool = True, mucking: bool = False
    ) -> None:
        self.random = random
        self.ruling = ruling
        self.mucking = mucking
        self.patience = patience
        self.redeals = 0
        self.states: list[State] = [start(setup)]
        self.lines: list[str] = []
        self._shuffle()

    @property
    def state(self) -> State:
        """The hand as it is now."""
        return self.states[-1]

    def play_out(self) -> State:
        """Enter one offered action after another until the hand is over."""
        while self.state.result is None:
            if len(self.lines) >= self.patience:
                raise StuckError("the hand does not end", self.lines)
            self.step()
        return self.state

    def step(self) -> str:
        """Enter one of the offered actions, chosen at random; return its line."""
        asks = self.asks()
        if self.lacks_cards(asks) and self.may_call_out():
            return self.enter(Ask(Action(DECK_OUT)))
        return self.enter(self.choose(asks))

    def asks(self) -> list[Ask]:
        """Return what is offered. Raises :class:`StuckError` if that is nothing."""
        every = prompt(self.state).asks
        asks = [ask for ask in every if self.ruling or ask.action.verb != RANK_PLAYERS] or list(every)
        if not asks:
            raise StuckError("nobody has a way on", self.lines)
        return asks

    def lacks_cards(self, asks: list[Ask]) -> bool:
        """Return whether the deck has too few cards for the deals that are offered."""
        return sum(len(ask.action.cards) + 1 for ask in asks if ask.action.verb in (DEAL, TURN)) > len(self.deck)

    def may_call_out(self) -> bool:
        """Return whether the dealer may say that the deck is out."""
        return not isinstance(play(self.state, Action(DECK_OUT)), Refusal)

    def choose(self, asks: list[Ask]) -> Ask:
        """Return one of the asks at random; betting leans to calls, so that hands last."""
        if asks[0].action.verb == REDEAL and self.redeals == MOST_REDEALS:
            return Ask(Action(MISDEAL))
        quiet = [ask for ask in asks if ask.action.verb != FOLD and (self.mucking or ask.manner != "mucks")]
        choices = quiet if quiet and self.random.random() < 0.85 else list(asks)
        # A sealed declaration or bid may be changed until all are in; most of the time it is made once.
        fresh = [ask for ask in choices if sealed(self.state) and self.unanswered(ask)]
        return self.random.choice(fresh or choices)

    def enter(self, ask: Ask) -> str:
        """Enter the answer to an ask, true to the deck."""
        return self.play(self._answer(ask))

    def play(self, action: Action) -> str:
        """Enter an action, and return it as the line of a record. Raises :class:`StuckError` if it is refused."""
        line = write_action(action)
        after = play(self.state, line)
        if isinstance(after, Refusal):
            raise StuckError(f"offered, but refused: {line!r}: {after}", self.lines)
        del self.deck[len(self.deck) - max(0, after.burnt - self.state.burnt) :]
        self.lines.append(line)
        self.states.append(after)
        if action.verb == REDEAL:
            self.redeals += 1
            self._shuffle()
        self._follow()
        self._reshuffle()
        return line

    def unanswered(self, ask: Ask) -> bool:
        """Return whether the player of a sealed ask has not answered yet."""
        assert ask.seat is not None
        return kind_of(self.state.frame).answer(self.state, ask.seat) is None

    def _follow(self) -> None:
        """Keep up with what the hand did by itself: cards from the middle or another player, cards it threw away."""
        seen = {held.card: seat for seat, player in enumerate(self.state.players) for held in player.cards}
        for seat, player in enumerate(self.state.players):
            hand = self.hand(seat)
            # Where the picker of a pair has folded, the other holds the cards.
            if hand is not self.hands[seat] and not player.cards:
                continue
            hand[:] = [card for card in hand if self.hand(seen.get(card, seat)) is hand]
            known = [held.card for held in player.cards if held.card != UNSEEN]
            hand += [card for card in known if card not in hand]
            while len(hand) > len(player.cards) and player.cards:
                unknown = [card for card in hand if card not in known]
                card = next((card for card in unknown if card in self.state.dead_cards), unknown[0])
                hand.remove(card)
                self.thrown.append(card)
        self.thrown += sorted(self.state.dead_cards.difference(self.thrown))

    def _shuffle(self) -> None:
        self.deck: list[Card] = sorted(self.state.game.deck.cards())
        self.random.shuffle(self.deck)
        self.thrown: list[Card] = []
        self.last_thrown: dict[int, list[Card]] = {}
        self.hands: list[list[Card]] = [[] for _ in self.state.players]

    def _draw(self) -> Card:
        """Return the next card of the deck."""
        return self.deck.pop()

    def _reshuffle(self) -> None:
        """The discards go back into the deck when the hand says so."""
        shuffle = Announcement(self.state.count, Said(Because("shuffle the discards")))
        if shuffle in self.state.announcements:
            self.deck, self.thrown = self.deck + self.thrown, []
            self.random.shuffle(self.deck)

    def _answer(self, ask: Ask) -> Action:
        """Return the action that answers what is asked, true to the deck."""
        action = ask.action
        match action.verb:
            case "dh":
                return self._dealt(ask)
            case "db":
                return ask.answer(cards=(self._draw(),))
            case "ranks" if isinstance(ask.takes, TakesOrder):
                return self._ruled(ask, ask.takes)
            case "wild":
                return ask.answer(word=self.random.choice(["none", "7", "2K", "QsJr", "AKQJT98765432"]))
            case "ok":
                self._pass_on()
            case "sd":
                return self._discarded(ask, action.player)
            case "sets":
                return self._set_aside(ask, action.player)
            case "takes" if isinstance(self.state.frame.spec, Market):
                self.hand(action.player).append(action.cards[0])
            case "picks":
                self._join(action.player, action.target)
            case "up" if ask.manner == "turns up a discard":
                return ask.answer(cards=(self._hidden_discard(action.player),))
            case "up":
                return ask.answer(cards=(self.random.choice(self.down(action.player)),))
            case "sm" if ask.takes:
                return ask.answer(cards=tuple(self.hand(action.player)))
        return ask.answer(amount=self._amount(ask.amount, ask.seat)) if ask.amount else action

    def _amount(self, takes: TakesAmount, seat: int | None) -> int:
        low = takes.least
        unit = self.state.setup.house.chip_unit
        high = takes.most if takes.most is not None else low + 10 * unit
        if seat is not None and self.state.players[seat].stack is None:
            high = min(high, low + 10 * unit)  # chips without end would make pots without end
        between = self.random.randint(low, high)
        return self.random.choice([low, high, max(low, between - between % unit)])

    def _ruled(self, ask: Ask, takes: TakesOrder) -> Action:
        """Return a ruling on players in any order: on all of them, or on no more than have to be named."""
        if takes.nobody and self.random.random() < 0.3:
            return ask.action
        order = self._ranked(frozenset().union(*takes.pots) or self.state.live)
        fewer = [ask.answer(order=order[:count]) for count in range(self.random.choice([1, len(order)]), len(order))]
        possible = (action for action in fewer if not isinstance(play(self.state, action), Refusal))
        return next(possible, ask.answer(order=order))

    def _ranked(self, seats: Iterable[int]) -> tuple[frozenset[int], ...]:
        """Return those of the players who hold cards, in any order; now and then the first two tie."""
        live = [seat for seat in sorted(seats) if not self.state.players[seat].mucked]
        self.random.shuffle(live)
        if self.random.random() < 0.3:
            return (frozenset(live[:2]), *(frozenset({seat}) for seat in live[2:]))
        return tuple(frozenset({seat}) for seat in live)

    def hand(self, seat: int) -> list[Card]:
        """Return a seat's own cards: those of a pair are held by one of the two."""
        for pair in self.state.recall(Teams).pairs:
            if seat in pair:
                return self.hands[pair[0]]
        return self.hands[seat]

    def down(self, seat: int) -> list[Card]:
        """Return the cards of a seat that are not face up."""
        up = self.state.players[seat].up
        return [card for card in self.hand(seat) if card not in up]

    def _known_down(self, seat: int) -> list[Card]:
        return [card for card in self.state.players[seat].down if card != UNSEEN]

    def _pass_on(self) -> None:
        """Where the step passes down cards on, Done passes them."""
        spec = self.state.frame.spec
        if isinstance(spec, Pass):
            live = self.state.live
            places = {"left": spec.places, "right": -spec.places, "across": len(live) // 2}[spec.to]
            passed = [self.down(seat) for seat in live]
            if spec.count:
                passed = [self.random.sample(down, min(spec.count, len(down))) for down in passed]
            for at, cards in enumerate(passed):
                self.hands[live[at]] = [card for card in self.hands[live[at]] if card not in cards]
            for at, cards in enumerate(passed):
                self.hands[live[(at + places) % len(live)]] += cards

    def _discarded(self, ask: Ask, seat: int) -> Action:
        """Return cards to be thrown: unnamed ones are any that lie face down."""
        thrown, named = list(ask.action.cards), ask.action.cards
        if ask.manner == "a down card":
            thrown = [self.random.choice(self._known_down(seat))]
        elif ask.cards:
            own = self._limited_down(seat) or self.hand(seat)
            least = ask.cards.least
            most = max(least, min(3, ask.cards.most, len(own)))
            thrown = self.random.sample(own, self.random.randint(least, most))
        elif UNSEEN in named:
            thrown = self.random.sample(self._limited_down(seat), len(named))
        for card in thrown:
            self.hand(seat).remove(card)
            self.thrown.append(card)
        self.last_thrown[seat] = thrown
        return ask.answer(cards=tuple(thrown)) if ask.takes else ask.action

    def _limited_down(self, seat: int) -> list[Card]:
        """Return the down cards that may be thrown away: at the showdown only those of which too many are held."""
        first = self.state.game.use.of_first if isinstance(self.state.frame.spec, Showdown) else 0
        return self.down(seat)[: first or None]

    def _hidden_discard(self, seat: int) -> Card:
        """Return a card that a seat has just thrown and nobody has seen."""
        return next(card for card in self.last_thrown[seat] if card not in self.state.dead_cards)

    def _set_aside(self, ask: Ask, seat: int) -> Action:
        if not ask.cards:
            return ask.action
        first = self.random.choice(sorted(set(self._known_down(seat))) or self.down(seat) or self.hand(seat))
        rest = [card for card in self.hand(seat) if card != first]
        action = ask.answer(cards=(first, *self.random.sample(rest, ask.cards.least - 1)))
        # Where all cards are known, two that outrank the rest are set aside only by the dealer's ruling.
        refused = isinstance(play(self.state, write_action(action)), Refusal)
        return replace(action, ruling=True) if refused else action

    def _join(self, seat: int, other: int) -> None:
        """The cards of two partners lie before the one who picked."""
        self.hands[seat] += self.hands[other]
        pairs = self.state.recall(Teams).pairs
        left = [at for at in self.state.live if at not in (seat, other) and not any(at in pair for pair in pairs)]
        if len(left) == 2:
            # The last two are partners without a word: the better card showing holds the hand.
            first, second = sorted(left, key=lambda at: -showing_high(self.state, at))
            self.hands[first] += self.hands[second]

    def _dealt(self, ask: Ask) -> Action:
        """Return cards off the deck, those of them unnamed that come down."""
        seat = ask.action.target
        # Now and then the record knows a down card, as cameras do; in games that throw cards away it would not.
        camera = not any(
            isinstance(spec, Discard | Draw | Market | Matching | Pass | Trade) for spec in self.state.game.script
        )
        spec = self.state.frame.spec
        camera = camera and not (isinstance(spec, Deal) and "c" in spec.cards)
        named = []
        for hidden in [True] * len(ask.action.cards) + [False] * (ask.takes is not None):
            real = self._draw()
            self.hand(seat).append(real)
            named.append(UNSEEN if hidden and not (camera and self.random.random() < 0.1) else real)
        return replace(ask.action, cards=tuple(named))


@dataclass(frozen=True, slots=True)
class Trial:
    """Hands of a game played at random: how many came to an end, and what was wrong with the next, if anything."""

    hands: int
    problem: str = ""


def try_game(game: Game, hands: int = 20, seconds: float = 1.2) -> Trial:
    """Play hands at random, the same ones each time, or as many as there is time for.

    Every hand must end, and leave as many chips as there were.
    """
    end = monotonic() + seconds
    for number in range(hands):
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
            while dealer.state.result is None and monotonic() < end:
                dealer.step()
        except StuckError as stuck:
            return Trial(number, f"{where}: {stuck.reason}")
        except SetupError as problem:
            return Trial(number, f"{where}: {problem}")
        except Exception as error:  # the engine has not reckoned with such a game: that is what is looked for
            log.warning("a hand of %s played at random broke", game.id, exc_info=True)
            return Trial(number, f"{where}: {type(error).__name__} after {len(dealer.lines)} actions")
        if dealer.state.result is None:
            return Trial(number)
        if (left := chips(dealer.state)) != 100 * count:
            return Trial(number, f"{where}: {100 * count} chips became {left}")
    return Trial(hands)


def chips(state: State) -> int | None:
    """Return all the chips of a hand, wherever they lie, as counted; None where some stack is not tracked."""
    stacks = [player.stack for player in state.players]
    if None in state.setup.stacks:
        return None
    decided = state.decided.result if state.decided else Result()
    waiting = sum(award.amount for award in decided.awards) + decided.carried
    carried = state.result.carried if state.result else 0
    missing = sum(player.missing for player in state.players)
    return sum(stack or 0 for stack in stacks) + state.pot + waiting + carried + missing
