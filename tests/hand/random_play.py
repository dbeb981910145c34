"""Random play of any game: a dealer with a real shuffled deck who enters only what the hand offers."""

from __future__ import annotations

import re
from random import Random

from app.cards.card import UNSEEN, Card, cards_text
from app.games.definition import Game
from app.games.house import HouseRules, Stakes
from app.hand.play import legal, play, start
from app.hand.refusal import Refusal
from app.hand.state import Setup, State

_RANGE = re.compile(r"(\d+)\.\.(\d*)")


def random_setup(game: Game, random: Random, house: HouseRules = HouseRules()) -> Setup:
    """A hand among a random number of players with stacks from tiny to large, at random stakes."""
    least, most = game.players
    count = random.randint(least, most)
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

    def __init__(self, setup: Setup, random: Random, *, patience: int = 400) -> None:
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
        line = self._filled(self.random.choice(choices))
        after = play(self.state, line)
        assert not isinstance(after, Refusal), f"offered, but refused: {line!r}: {after.reason} after {self.lines}"
        self.lines.append(line)
        self.states.append(after)
        if line == "d redeal":
            self._shuffle()
        return line

    def _shuffle(self) -> None:
        self.deck: list[Card] = sorted(self.state.game.deck.cards())
        self.random.shuffle(self.deck)
        self.hands: list[list[Card]] = [[] for _ in self.state.players]

    def _filled(self, line: str) -> str:
        """The offered line with its placeholders named, true to the deck."""
        words = line.split()
        if words[1] == "dh":
            return self._dealt(words)
        if words[1] == "db":
            return f"d db {cards_text([self.deck.pop()])}"
        if words[1] == "ranks":
            live = list(self.state.live)
            self.random.shuffle(live)
            text = " ".join(f"p{seat + 1}" for seat in live)
            return f"d ranks {words[2]} " + (text.replace(" ", "=", 1) if self.random.random() < 0.3 else text)
        if words[0] == "d":
            return line
        seat = int(words[0][1:]) - 1
        if words[-1] == "CARDS":
            return f"{words[0]} sm {cards_text(self.hands[seat])}"
        if words[1] == "up":
            up = self.state.players[seat].up
            down = [card for card in self.hands[seat] if card not in up]
            return f"{words[0]} up {cards_text([self.random.choice(down)])}"
        found = _RANGE.search(line)
        if found:
            low = int(found[1])
            high = int(found[2]) if found[2] else low + 48
            unit = self.state.setup.house.chip_unit
            between = self.random.randint(low, high)
            amount = self.random.choice([low, high, max(low, between - between % unit)])
            return line[: found.start()] + str(amount)
        return line

    def _dealt(self, words: list[str]) -> str:
        seat = int(words[2][1:]) - 1
        text = words[3].replace("CARD", "##")
        cards = [text[at : at + 2] for at in range(0, len(text), 2)]
        named = []
        for card in cards:
            real = self.deck.pop()
            self.hands[seat].append(real)
            # Now and then the record knows a down card, as cameras do.
            hidden = card == "??"
            named.append(UNSEEN if hidden and self.random.random() < 0.9 else real)
            if hidden and words[3] == "??" and "c" in getattr(self.state.frame.spec, "cards", ""):
                named[-1] = UNSEEN
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
