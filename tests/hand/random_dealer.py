"""Random play with mishaps: stray cards, a deck called out, miscounted chips."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from app.cards.card import UNSEEN, Card
from app.games.definition import Game
from app.games.house import HouseRules, Stakes
from app.games.reasons import Reason
from app.games.situation import Situation
from app.games.steps.deal import Deal
from app.games.steps.draw import Discard, Draw, Matching, Trade
from app.games.steps.market import Market
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
    PAY,
    RANK_PLAYERS,
    REDEAL,
    STACK,
    TURN,
    TURN_UP,
    Action,
)
from app.hand.ask import Ask, Refusal, TakesOrder
from app.hand.notation import write_action
from app.hand.open_hands import showing_high
from app.hand.play import play
from app.hand.state import Announcement, Setup, State, Teams
from app.hand.steps.deal import cards_due
from app.night.play import random_play


def random_setup(game: Game, random: Random, house: HouseRules = HouseRules()) -> Setup:
    """Return the setup of a hand with a random number of players, random stacks and random stakes."""
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


#: Probabilities that the dealer calls the deck out, and that a card strays.
CALLS_OUT = 0.004
STRAYS = 0.01

#: Betting verbs, for which a player who is all in is never asked.
BETS = (BRING_IN, BET, CALL, ALL_IN)


class RandomDealer(random_play.RandomDealer):
    """A random dealer with a real deck, who may call it out or let cards stray, and checks who is asked for chips.

    Without ``ruling`` the dealer never rules who wins: remaining players show. With ``mucking`` players often muck.
    """

    def __init__(
        self, setup: Setup, random: Random, *, patience: int = 3000, ruling: bool = True, mucking: bool = False
    ) -> None:
        super().__init__(setup, random, patience=patience)
        self.ruling = ruling
        self.mucking = mucking
        self._shuffle()

    def asks(self) -> list[Ask]:
        asks = super().asks()
        return [ask for ask in asks if self.ruling or ask.action.verb != RANK_PLAYERS] or asks

    def stays_in(self, ask: Ask) -> bool:
        return ask.action.verb != FOLD and (self.mucking or ask.manner != "mucks")

    def lacks_cards(self, asks: list[Ask]) -> bool:
        return sum(len(ask.action.cards) + 1 for ask in asks if ask.action.verb in (DEAL, TURN)) > len(self.deck)

    def enter(self, ask: Ask) -> str:
        return self.play(self.answer(ask))

    def play(self, action: Action) -> str:
        before = self.state
        line = super().play(action)
        del self.deck[len(self.deck) - max(0, self.state.burnt - before.burnt) :]
        if action.verb == REDEAL:
            self._shuffle()
        self._follow()
        self._reshuffle()
        return line

    def step(self) -> str:
        """Enter a random legal action, or something out of order."""
        asks = self.asks()
        self._check_asked(asks)
        if (self.random.random() < CALLS_OUT or self.lacks_cards(asks)) and self.can_declare_deck_out():
            return self.enter(Ask(Action(DECK_OUT)))
        if self.random.random() < STRAYS and (line := self._stray()):
            return line
        return self.enter(self.choose(asks))

    def _stray(self) -> str:
        """Deal one card too many or expose a down card, if the dealer may rule so; return the line, empty if not."""
        seat = self.random.choice(self.state.live)
        shown = self.down(seat)
        action = Action(DEAL, to=seat, cards=tuple(self.deck[-1:]), ruling=True)
        if shown and self.random.random() < 0.5:
            action = Action(TURN_UP, seat, cards=(self.random.choice(shown),), ruling=True)
        if not action.cards:
            return ""
        due = not isinstance(play(self.state, replace(action, ruling=False)), Refusal)
        if due or isinstance(play(self.state, action), Refusal):
            return ""
        if action.verb == DEAL:
            if self.state.streets < 2 and len(self.deck) <= cards_due(self.state):
                return ""  # the deck cannot be called out: the first cards would stay undealt
            self.hand(seat).append(self.deck.pop())
        return self.play(action)

    def _check_asked(self, asks: list[Ask]) -> None:
        """Assert that no all-in player is asked for chips, and no lone player with chips is asked to check."""
        alone = len(self.state.bettors) < 2
        for ask in asks:
            seat, verb, chips = ask.seat, ask.action.verb, ask.action.amount or ask.takes
            broke = seat is not None and self.state.players[seat].all_in
            assert not (broke and verb in (*BETS, PAY, BID) and (chips or verb in BETS)), f"{ask} after {self.lines}"
            assert not (alone and verb == CALL and not ask.chips), f"{ask} after {self.lines}"

    def miscount(self) -> str | None:
        """Correct a random player's stack; return None if no player can bet or the stack stays the same."""
        if not self.state.bettors:
            return None
        seat = self.random.choice(self.state.bettors)
        stack = self.state.players[seat].stack
        left = self.random.choice([0, 3, 20]) if stack is None else self.random.choice([0, stack // 2, stack + 5])
        return self.enter(Ask(Action(STACK, to=seat, amount=left))) if left != stack else None

    def _follow(self) -> None:
        """Follow cards that the engine moved: from the middle, from another player, or to the discards."""
        seen = {held.card: seat for seat, player in enumerate(self.state.players) for held in player.cards}
        for seat, player in enumerate(self.state.players):
            hand = self.hand(seat)
            # If the picker of a pair has folded, the partner holds the cards.
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

    def _reshuffle(self) -> None:
        """Shuffle the discards into the deck if the engine announces it."""
        shuffle = Announcement(self.state.count, Reason("shuffle the discards"))
        if shuffle in self.state.announcements:
            self.deck, self.thrown = self.deck + self.thrown, []
            self.random.shuffle(self.deck)

    def answer(self, ask: Ask) -> Action:
        """Return an action that answers an ask, with cards from the real deck and hands."""
        action = ask.action
        match action.verb:
            case "dh":
                return self._dealt(ask)
            case "db":
                return ask.answer(cards=(self.deck.pop(),))
            case "ranks" if isinstance(ask.takes, TakesOrder):
                return self.rule_on(ask, ask.takes)
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
                thrown = self.last_thrown[action.player]
                return ask.answer(cards=(next(card for card in thrown if card not in self.state.dead_cards),))
            case "up":
                return ask.answer(cards=(self.random.choice(self.down(action.player)),))
            case "sm" if ask.takes:
                return ask.answer(cards=tuple(self.hand(action.player)))
        return ask.answer(amount=self.amount(ask.amount, ask.seat)) if ask.amount else action

    def hand(self, seat: int) -> list[Card]:
        """Return the cards of a seat; partners share one hand."""
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
        """Pass the down cards if the current step is a pass."""
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
        """Return a discard, choosing face-down cards at random for unnamed ones."""
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
        """Return the down cards that may be discarded; at the showdown, only those that the game limits."""
        first = self.state.game.use.of_first if isinstance(self.state.frame.spec, Showdown) else 0
        return self.down(seat)[: first or None]

    def _set_aside(self, ask: Ask, seat: int) -> Action:
        if not ask.cards:
            return ask.action
        first = self.random.choice(sorted(set(self._known_down(seat))) or self.down(seat) or self.hand(seat))
        rest = [card for card in self.hand(seat) if card != first]
        action = ask.answer(cards=(first, *self.random.sample(rest, ask.cards.least - 1)))
        # If all cards are known, cards that outrank the rest can only be set aside by the dealer's ruling.
        refused = isinstance(play(self.state, write_action(action)), Refusal)
        return replace(action, ruling=True) if refused else action

    def _join(self, seat: int, other: int) -> None:
        """Give the picker the cards of the partner."""
        self.hands[seat] += self.hands[other]
        pairs = self.state.recall(Teams).pairs
        left = [at for at in self.state.live if at not in (seat, other) and not any(at in pair for pair in pairs)]
        if len(left) == 2:
            # The last two become partners automatically, and the one with the higher hand showing holds the cards.
            first, second = sorted(left, key=lambda at: -showing_high(self.state, at))
            self.hands[first] += self.hands[second]

    def _dealt(self, ask: Ask) -> Action:
        """Return a deal of cards off the deck, with most down cards unnamed."""
        seat = ask.action.target
        # Sometimes a down card is named, as if a camera saw it, except in games with discards.
        camera = not any(
            isinstance(spec, Discard | Draw | Market | Matching | Pass | Trade) for spec in self.state.game.script
        )
        spec = self.state.frame.spec
        camera = camera and not (isinstance(spec, Deal) and "c" in spec.cards)
        named = []
        for hidden in [True] * len(ask.action.cards) + [False] * (ask.takes is not None):
            real = self.deck.pop()
            self.hand(seat).append(real)
            named.append(UNSEEN if hidden and not (camera and self.random.random() < 0.1) else real)
        return replace(ask.action, cards=tuple(named))


def down_cards(state: State) -> set[Card]:
    """Return the known down cards of players who have not shown."""
    return {
        held.card
        for player in state.players
        for held in player.cards
        if not held.up and not player.shown and held.card != UNSEEN
    }
