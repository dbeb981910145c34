"""Random play of any game: a dealer with a real shuffled deck who enters only what the hand offers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from app.cards.card import UNSEEN, Card
from app.games.because import Because
from app.games.definition import Game
from app.games.house import HouseRules, Stakes
from app.games.steps.deal import Deal
from app.games.steps.draw import Discard, Draw, Trade
from app.games.steps.physical import Pass
from app.games.steps.showdown import Showdown
from app.hand.action import (
    ALL_IN,
    BET,
    BID,
    BRING_IN,
    CALL,
    DEAL,
    DECK_OUT,
    FOLD,
    MISDEAL,
    PAY,
    RANK_PLAYERS,
    REDEAL,
    STACK,
    TURN,
    TURN_UP,
    Action,
)
from app.hand.ask import Ask, Refusal, TakesAmount, TakesOrder
from app.hand.event import Said
from app.hand.notation import write_action
from app.hand.open_hands import showing_high
from app.hand.play import play, prompt, start
from app.hand.result import Result
from app.hand.state import Announcement, Setup, State, Teams
from app.hand.steps import kind_of
from app.hand.view import sealed


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
    return Setup(
        game=game,
        names=tuple(f"P{seat + 1}" for seat in range(count)),
        stacks=stacks,
        antes=(stakes.ante,) * count,
        stakes=stakes,
        house=house,
        carried=random.choice([0, 0, 5]),
    )


#: How often the dealer calls the deck out, and how often a card strays that nobody asked for.
CALLS_OUT = 0.004
STRAYS = 0.01

#: What is bet: nobody who is all in is asked for it, whatever the amount.
BETS = (BRING_IN, BET, CALL, ALL_IN)

#: A table that redeals whenever a seven comes up would never get to a showdown: it gives up after so many.
MOST_REDEALS = 8


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
        return self.states[-1]

    def play_out(self) -> State:
        """Enter one offered action after another until the hand is over."""
        while self.state.result is None:
            assert len(self.lines) < self.patience, "the hand does not end"
            self.step()
        return self.state

    def step(self) -> str:
        """Enter one of the offered actions, chosen at random; betting leans to calls so that hands last."""
        every = prompt(self.state).asks
        asks = [ask for ask in every if self.ruling or ask.action.verb != RANK_PLAYERS] or list(every)
        assert asks, f"nobody has a way on after {self.lines}"
        self._check_asked(asks)
        off_the_deck = sum(len(ask.action.cards) + 1 for ask in asks if ask.action.verb in (DEAL, TURN))
        may_call = not isinstance(play(self.state, Action(DECK_OUT)), Refusal)
        if may_call and (self.random.random() < CALLS_OUT or off_the_deck > len(self.deck)):
            return self.enter(Ask(Action(DECK_OUT)))
        if self.random.random() < STRAYS and (line := self._stray()):
            return line
        if asks[0].action.verb == REDEAL and self.redeals == MOST_REDEALS:
            return self.enter(Ask(Action(MISDEAL)))
        quiet = [ask for ask in asks if ask.action.verb != FOLD and (self.mucking or ask.manner != "mucks")]
        choices = quiet if quiet and self.random.random() < 0.85 else list(asks)
        # A sealed declaration or bid may be changed until all are in; most of the time it is made once.
        fresh = [ask for ask in choices if sealed(self.state) and self.unanswered(ask)]
        return self.enter(self.random.choice(fresh or choices))

    def _stray(self) -> str:
        """Deal somebody one card too many, or show a down card, if that can stand; return the line or nothing."""
        seat = self.random.choice(self.state.live)
        shown = self._down(seat)
        action = Action(DEAL, to=seat, cards=tuple(self.deck[-1:]) or (UNSEEN,), ruling=True)
        if shown and self.random.random() < 0.5:
            action = Action(TURN_UP, seat, cards=(self.random.choice(shown),), ruling=True)
        due = not isinstance(play(self.state, replace(action, ruling=False)), Refusal)
        if due or isinstance(play(self.state, action), Refusal):
            return ""
        if action.verb == DEAL:
            self._hand(seat).append(self.deck.pop())
        return self._play(action)

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

    def enter(self, ask: Ask) -> str:
        """Enter the answer to an ask, true to the deck."""
        return self._play(self._answer(ask))

    def _play(self, action: Action) -> str:
        line = write_action(action)
        after = play(self.state, line)
        assert not isinstance(after, Refusal), f"offered, but refused: {line!r}: {after} after {self.lines}"
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
            hand = self._hand(seat)
            if hand is not self.hands[seat]:
                continue
            hand[:] = [card for card in hand if self._hand(seen.get(card, seat)) is hand]
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
            case "picks":
                self._join(action.player, action.target)
            case "up" if ask.manner == "turns up a discard":
                return ask.answer(cards=(self._hidden_discard(action.player),))
            case "up":
                return ask.answer(cards=(self.random.choice(self._down(action.player)),))
            case "sm" if ask.takes:
                return ask.answer(cards=tuple(self._hand(action.player)))
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

    def _hand(self, seat: int) -> list[Card]:
        """Return a seat's own cards: those of a pair are held by one of the two."""
        for pair in self.state.recall(Teams).pairs:
            if seat in pair:
                return self.hands[pair[0]]
        return self.hands[seat]

    def _down(self, seat: int) -> list[Card]:
        up = self.state.players[seat].up
        return [card for card in self._hand(seat) if card not in up]

    def _known_down(self, seat: int) -> list[Card]:
        return [card for card in self.state.players[seat].down if card != UNSEEN]

    def _pass_on(self) -> None:
        """Where the step passes hands on, Done passes them."""
        spec = self.state.frame.spec
        if isinstance(spec, Pass):
            live = self.state.live
            hands = [self.hands[seat] for seat in live]
            step = 1 if spec.to == "left" else -1
            for at, hand in enumerate(hands):
                self.hands[live[(at + step) % len(live)]] = hand

    def _discarded(self, ask: Ask, seat: int) -> Action:
        """Return cards to be thrown: unnamed ones are any that lie face down."""
        thrown, named = list(ask.action.cards), ask.action.cards
        if ask.manner == "a down card":
            thrown = [self.random.choice(self._known_down(seat))]
        elif ask.cards:
            own = self._limited_down(seat) or self._hand(seat)
            least = ask.cards.least
            most = max(least, min(3, ask.cards.most, len(own)))
            thrown = self.random.sample(own, self.random.randint(least, most))
        elif UNSEEN in named:
            thrown = self.random.sample(self._limited_down(seat), len(named))
        for card in thrown:
            self._hand(seat).remove(card)
            self.thrown.append(card)
        self.last_thrown[seat] = thrown
        return ask.answer(cards=tuple(thrown)) if ask.takes else ask.action

    def _limited_down(self, seat: int) -> list[Card]:
        """Return the down cards that may be thrown away: at the showdown only those of which too many are held."""
        first = self.state.game.use.of_first if isinstance(self.state.frame.spec, Showdown) else 0
        return self._down(seat)[: first or None]

    def _hidden_discard(self, seat: int) -> Card:
        """Return a card that a seat has just thrown and nobody has seen."""
        return next(card for card in self.last_thrown[seat] if card not in self.state.dead_cards)

    def _set_aside(self, ask: Ask, seat: int) -> Action:
        if not ask.cards:
            return ask.action
        first = self.random.choice(sorted(set(self._known_down(seat))) or self._down(seat) or self._hand(seat))
        rest = [card for card in self._hand(seat) if card != first]
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
        camera = not any(isinstance(spec, Discard | Draw | Trade | Pass) for spec in self.state.game.script)
        spec = self.state.frame.spec
        camera = camera and not (isinstance(spec, Deal) and "c" in spec.cards)
        named = []
        for hidden in [True] * len(ask.action.cards) + [False] * (ask.takes is not None):
            real = self._draw()
            self._hand(seat).append(real)
            named.append(UNSEEN if hidden and not (camera and self.random.random() < 0.1) else real)
        return replace(ask.action, cards=tuple(named))


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


def down_cards(state: State) -> set[Card]:
    """Return all cards that lie face down and that nobody has shown."""
    return {
        held.card
        for player in state.players
        for held in player.cards
        if not held.up and not player.shown and held.card != UNSEEN
    }
