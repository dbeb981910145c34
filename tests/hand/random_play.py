"""Random play of any game: a dealer with a real shuffled deck who enters only what the hand offers."""

from __future__ import annotations

import re
from random import Random

from app.cards.card import UNSEEN, Card, cards_text, parse_cards
from app.games.definition import Game
from app.games.house import HouseRules, Stakes
from app.games.steps.discard import Discard
from app.games.steps.draw import Draw
from app.games.steps.passing import Pass
from app.games.steps.trade import Trade
from app.hand.event import DeckShort
from app.hand.folding import Teams
from app.hand.open_hands import showing_high
from app.hand.play import legal, play, start
from app.hand.refusal import Refusal
from app.hand.state import Setup, State
from app.hand.view import DEALER, sealed, view

_RANGE = re.compile(r"(\d+)\.\.(\d*)")


def random_setup(game: Game, random: Random, house: HouseRules = HouseRules()) -> Setup:
    """A hand among a random number of players with stacks from tiny to large, at random stakes."""
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


class RandomDealer:
    """Plays one hand to its end. ``states`` and ``lines`` keep every state and every action entered."""

    def __init__(self, setup: Setup, random: Random, *, patience: int = 3000) -> None:
        self.random = random
        self.patience = patience
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
        offered = legal(self.state)
        assert offered, f"nobody has a way on after {self.lines}"
        quiet = [line for line in offered if not line.endswith(" f") and not line.endswith(" sm")]
        choices = quiet if quiet and self.random.random() < 0.85 else list(offered)
        # A sealed declaration or bid may be changed until all are in; most of the time it is made once.
        fresh = [line for line in choices if sealed(self.state) and self._unanswered(line)]
        choices = fresh or choices
        line = self._filled(self.random.choice(choices))
        after = play(self.state, line)
        assert not isinstance(after, Refusal), f"offered, but refused: {line!r}: {after} after {self.lines}"
        self.lines.append(line)
        self.states.append(after)
        if line == "d redeal":
            self._shuffle()
        self._follow()
        self._reshuffle()
        return line

    def _unanswered(self, line: str) -> bool:
        return not view(self.state, DEALER).seats[int(line.split()[0][1:]) - 1].answered

    def _follow(self) -> None:
        """Keep up with what the hand did by itself: cards from the middle or another player, cards it threw away."""
        seen = {held.card: seat for seat, player in enumerate(self.state.players) for held in player.cards}
        for seat, player in enumerate(self.state.players):
            hand = self._hand(seat)
            if hand is not self.hands[seat]:
                continue
            hand[:] = [card for card in hand if seen.get(card, seat) == seat]
            known = [held.card for held in player.cards if held.card != UNSEEN]
            hand += [card for card in known if card not in hand]
            while len(hand) > len(player.cards) and player.cards:
                unknown = [card for card in hand if card not in known]
                card = next((card for card in unknown if card in self.state.dead_cards), unknown[0])
                hand.remove(card)
                self.thrown.append(card)

    def _shuffle(self) -> None:
        self.deck: list[Card] = sorted(self.state.game.deck.cards())
        self.random.shuffle(self.deck)
        self.thrown: list[Card] = []
        self.hands: list[list[Card]] = [[] for _ in self.state.players]

    def _draw(self) -> Card:
        """The next card of the deck."""
        return self.deck.pop()

    def _reshuffle(self) -> None:
        """The discards go back into the deck when the hand says so."""
        if any(
            one.event == DeckShort("shuffle the discards")
            for one in self.state.announcements
            if one.after == self.state.count
        ):
            self.deck, self.thrown = self.deck + self.thrown, []
            self.random.shuffle(self.deck)

    def _filled(self, line: str) -> str:
        """The offered line with its placeholders named, true to the deck."""
        words = line.split()
        if words[1] == "dh":
            return self._dealt(words)
        if words[1] == "db":
            return f"d db {cards_text([self._draw()])}"
        if words[1] == "ranks":
            live = list(self.state.live)
            self.random.shuffle(live)
            text = " ".join(f"p{seat + 1}" for seat in live)
            return f"d ranks {words[2]} " + (text.replace(" ", "=", 1) if self.random.random() < 0.3 else text)
        if words[0] == "d":
            return self._physical(line)
        seat = int(words[0][1:]) - 1
        if words[1] == "sd":
            return self._discarded(words, seat)
        if words[1] == "sets":
            return self._set_apart(words, seat)
        if words[1] == "picks":
            return self._partnered(line, seat)
        if words[-1] == "CARDS":
            return f"{words[0]} sm {cards_text(self._hand(seat))}"
        if words[1] == "up":
            return line.replace("CARD", cards_text([self.random.choice(self._down(seat))]))
        found = _RANGE.search(line)
        if found:
            low = int(found[1])
            high = int(found[2]) if found[2] else low + 48
            unit = self.state.setup.house.chip_unit
            between = self.random.randint(low, high)
            amount = self.random.choice([low, high, max(low, between - between % unit)])
            return line[: found.start()] + str(amount)
        return line

    def _hand(self, seat: int) -> list[Card]:
        """A seat's own cards: those of a pair are held by one of the two."""
        for team in self.state.recall(Teams).pairs:
            if seat in team:
                return self.hands[team[0]]
        return self.hands[seat]

    def _down(self, seat: int) -> list[Card]:
        up = self.state.players[seat].up
        return [card for card in self._hand(seat) if card not in up]

    def _physical(self, line: str) -> str:
        spec = self.state.frame.spec
        if isinstance(spec, Pass):
            live = self.state.live
            hands = [self.hands[seat] for seat in live]
            step = 1 if spec.to == "left" else -1
            for at, hand in enumerate(hands):
                self.hands[live[(at + step) % len(live)]] = hand
        return line

    def _discarded(self, words: list[str], seat: int) -> str:
        """Cards to be thrown: unnamed ones are any that lie face down."""
        if len(words) == 2:
            return " ".join(words)
        text = words[2]
        if text == "CARDS":
            own = self._down(seat) or self._hand(seat)
            cards = self.random.sample(own, self.random.randint(1, min(3, len(own))))
            text = cards_text(cards)
        elif "?" in text:
            cards = self.random.sample(self._down(seat), len(text) // 2)
        elif text == "CARD":
            known = [held.card for held in self.state.players[seat].cards if not held.up and held.card != UNSEEN]
            cards = [self.random.choice(known)]
            text = cards_text(cards)
        else:
            cards = list(parse_cards(text))
        for card in cards:
            self._hand(seat).remove(card)
            self.thrown.append(card)
        return f"{words[0]} sd {text}"

    def _set_apart(self, words: list[str], seat: int) -> str:
        if words[2] != "CARDS":
            return " ".join(words)
        down = [card for card in self._hand(seat) if card not in self.state.players[seat].up]
        known = {held.card for held in self.state.players[seat].cards if not held.up and held.card != UNSEEN}
        first = self.random.choice(sorted(known) or down)
        rest = [card for card in self._hand(seat) if card != first]
        return f"{words[0]} sets {cards_text([first, self.random.choice(rest)])}"

    def _partnered(self, line: str, seat: int) -> str:
        other = int(line.split()[2][1:]) - 1
        self.hands[seat] += self.hands[other]
        left = [at for at in self.state.live if at not in (seat, other)]
        left = [at for at in left if not any(at in team for team in self.state.recall(Teams).pairs)]
        if len(left) == 2:
            # The last two are partners without a word: the better card showing holds the hand.
            first, second = sorted(left, key=lambda at: -showing_high(self.state, at))
            self.hands[first] += self.hands[second]
        return line

    def _dealt(self, words: list[str]) -> str:
        seat = int(words[2][1:]) - 1
        text = words[3].replace("CARD", "##")
        cards = [text[at : at + 2] for at in range(0, len(text), 2)]
        named = []
        # Now and then the record knows a down card, as cameras do; in games that throw cards away it would not.
        camera = not any(isinstance(spec, Discard | Draw | Trade | Pass) for spec in self.state.game.script)
        camera = camera and "c" not in getattr(self.state.frame.spec, "cards", "")
        for card in cards:
            real = self._draw()
            self._hand(seat).append(real)
            hidden = card == "??"
            named.append(UNSEEN if hidden and not (camera and self.random.random() < 0.1) else real)
        return f"d dh {words[2]} {cards_text(named)}"


def chips(state: State) -> int | None:
    """All the chips of a hand, wherever they lie; None where some stack is not tracked."""
    stacks = [player.stack for player in state.players]
    if any(stack is None for stack in stacks):
        return None
    carried = state.result.carried if state.result else 0
    return sum(stack or 0 for stack in stacks) + state.pot + carried


def down_cards(state: State) -> set[str]:
    """The texts of all cards that lie face down and that nobody has shown."""
    return {
        cards_text([held.card])
        for player in state.players
        for held in player.cards
        if not held.up and not player.shown and held.card != UNSEEN
    }
