"""A dealer who plays any game by tapping what the screen offers: players call, take offers and show."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from random import Random

from app.cards.card import UNSEEN, parse_cards
from app.night.log.replay import LiveHand

#: Kinds of taps, most of which enter a fact.
UP, DOWN, BETS, OFFERS = "cards dealt up", "down cards of a street", "bets, calls and checks", "offers answered"
DECLARED, TURNED, MOVED, SHOWN = "declarations", "cards turned up", "cards moved or thrown", "hole cards shown"
RULED, STEPS, SELECTED = "rulings", "steps done by hand", "selections of another seat"
KINDS = (UP, DOWN, BETS, OFFERS, DECLARED, TURNED, MOVED, SHOWN, RULED, STEPS, SELECTED)

_VERBS = {
    BETS: "cc cbr f pb allin",
    OFFERS: "pay no bid names gives takes picks",
    DECLARED: "declare",
    TURNED: "up",
    MOVED: "moves swaps sd sets",
    SHOWN: "sm",
    RULED: "redeal misdeal ranks",
    STEPS: "ok",
}
KIND_OF = {verb: kind for kind, verbs in _VERBS.items() for verb in verbs.split()}


@dataclass(frozen=True)
class Button:
    """A button of the pad. ``place``: its number among all buttons. ``off``: it is disabled."""

    place: int
    name: str
    value: str
    label: str
    pressed: bool
    off: bool


@dataclass(frozen=True)
class Tap:
    """The next tap: its kind and its fields, to be posted, or sent by GET if it only ``selects``."""

    button: Button
    kind: str
    fields: Mapping[str, str]

    @property
    def selects(self) -> bool:
        return self.button.name in ("arm", "rule")


@dataclass
class TappingDealer:
    """A dealer who chooses each tap from the screen; cards and declarations are random.

    ``done``: the cards tapped and the players who answered this question. ``bidders``: the players who have bid; a
    player bids once.
    """

    random: Random
    question: str = ""
    done: set[str] = field(default_factory=set)
    bidders: set[str] = field(default_factory=set)

    def next_tap(self, screen: str) -> Tap:
        """Return the next tap on a screen, given as HTML."""
        pad = _Pad()
        pad.feed(screen)
        if pad.question != self.question and "Waiting for" not in pad.question:
            self.question, self.done = pad.question, set()
        waiting = pad.hidden.get("action", "")
        cards = [button for button in pad.buttons if button.name == "card" and not button.off and not button.pressed]
        cards = [button for button in cards if button.value not in self.done]
        lines = [
            button for button in pad.buttons if button.name == "action" and not re.search(r"CARD|\d\.\.", button.value)
        ]
        # Count every answer: do not use one tap for several players with the same answer.
        lines = [button for button in lines if not re.fullmatch(r"(p\d+ (cc|no|sm|declare out)\s*){2,}", button.value)]
        verb = _verb(waiting)
        # If the cards picked so far are enough, a button posts them.
        ready = [
            button for button in lines if _verb(button.value) == verb and pad.hidden.get("held", "-") in button.value
        ]
        if cards and waiting and not ready:
            button = self.random.choice([button for button in cards if button.value != "??"] or cards)
            self.done.add(button.value)
            kind = KIND_OF.get(verb, UP)
            return Tap(button, kind, {"action": waiting, "card": button.value, **_hidden_fields(pad)})
        button = ready[0] if ready else self._answer(lines, pad)
        if button.name != "action":
            return Tap(button, SELECTED, {button.name: button.value, **_hidden_fields(pad)})
        self.done.add(button.value.split()[0])
        return Tap(button, KIND_OF.get(_verb(button.value), DOWN), {"action": button.value})

    def _answer(self, lines: list[Button], pad: _Pad) -> Button:
        """Return the button to answer with: a bet if there is none yet, else a call; else the next player's answer."""
        for verb in ("cbr", "cc"):
            same_verb = [button for button in lines if _verb(button.value) == verb]
            if same_verb and (verb == "cc" or any(button.label == "Check" for button in lines)):
                return same_verb[0]
        players = {button.value.split()[0] for button in lines}
        left = [button for button in lines if button.value.split()[0] not in self.done or len(players) == 1]
        if left:
            who = left[0].value.split()[0]
            mine = [button for button in left if button.value.split()[0] == who]
            if _verb(mine[0].value) == "bid" and who in self.bidders:
                return mine[-1]
            self.bidders.add(who)
            return self.random.choice(mine) if _verb(mine[0].value) == "declare" else mine[0]
        selections = [button for button in pad.buttons if button.name in ("arm", "rule") and not button.pressed]
        return selections[0]


def facts_of(live: LiveHand) -> Counter[str]:
    """Count the facts in a hand's log; unknown cards do not count."""
    facts: Counter[str] = Counter()
    for line in live.actions:
        who, verb, *words = line.split()
        if verb in ("dh", "db"):
            facts[UP] += sum(card != UNSEEN for card in parse_cards(words[-1]))
        elif verb == "sm" and words:
            facts[SHOWN] += sum(not held.up for held in live.state.players[int(who[1:]) - 1].cards)
        elif verb not in ("sm", "ok"):
            facts[KIND_OF[verb]] += 1
    return facts


class _Pad(HTMLParser):
    """A parser that reads the pad of a screen."""

    def __init__(self) -> None:
        super().__init__()
        self.depth = 0
        self.within = ""
        self.hidden: dict[str, str] = {}
        self.buttons: list[Button] = []
        self.words: list[str] = []

    @property
    def question(self) -> str:
        return " ".join(self.words)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "section":
            self.depth += self.depth > 0 or has.get("aria-label") == "Next"
        if not self.depth:
            return
        if tag == "input" and has.get("type") == "hidden":
            self.hidden[has["name"]] = has["value"]
        if tag == "button":
            button = Button(
                place=len(self.buttons),
                name=has.get("name", ""),
                value=has.get("value", ""),
                label=has.get("aria-label", ""),
                pressed=has.get("aria-pressed") == "true",
                off=has.get("aria-disabled") == "true",
            )
            self.buttons.append(button)
        self.within = tag

    def handle_endtag(self, tag: str) -> None:
        if tag == "section" and self.depth:
            self.depth -= 1
        self.within = ""

    def handle_data(self, data: str) -> None:
        if not self.depth or not data.strip():
            return
        if self.within == "button" and not self.buttons[-1].label:
            self.buttons[-1] = replace(self.buttons[-1], label=data.strip())
        elif self.within == "p":
            self.words.append(data.strip())


def _verb(line: str) -> str:
    return line.split()[1] if line.strip() else ""


def _hidden_fields(pad: _Pad) -> dict[str, str]:
    return {name: pad.hidden[name] for name in ("held", "looking") if name in pad.hidden}
