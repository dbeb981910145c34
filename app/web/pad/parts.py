"""What pads consist of, and what all kinds of them share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from app.cards.card import UNSEEN, Card, card_name
from app.hand.action import FOLD, RANK_PLAYERS, Action
from app.hand.ask import Ask, Prompt
from app.hand.notation import write_action, write_ask
from app.hand.state import State
from app.hand.view import waiting_for
from app.web.pad.focus import Focus
from app.web.table.keys import CardKey, face_of, key_of
from app.words.asks import amount_label, ask_label, ask_words
from app.words.prompts import prompt_text, waiting_text
from app.words.speaker import Speaker


@dataclass(frozen=True, slots=True)
class Button:
    """A button that posts ``action`` at once, or, with ``arm`` or ``rule``, only changes what is looked at.

    ``words`` and ``figure`` make the label; the figure are chips, printed large. ``parts`` are the words in pieces
    where they name cards, to be printed as such. ``disabled``: it stands there, but is of no use yet. ``tone`` tells
    the one to end with, and a fold, from the others.
    """

    words: str
    action: str = ""
    arm: str = ""
    rule: str = ""
    pressed: bool = False
    figure: str = ""
    parts: tuple[str | CardKey, ...] = ()
    disabled: bool = False
    tone: Literal["", "go", "fold"] = ""

    @property
    def id(self) -> str:
        """The button's id, out of its label: who has just said Check finds the next player's Check under it."""
        return "b-" + re.sub(r"\W+", "-", self.label.lower()).strip("-")

    @property
    def label(self) -> str:
        """The words with the figure: ``Raise to 8``."""
        return f"{self.words} {self.figure}".rstrip()


@dataclass(frozen=True, slots=True)
class Range:
    """An amount to be typed, within bounds, for the action of an ask."""

    label: str
    action: str
    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class Part:
    """A player's part of an agreed split, to be typed into a ``field``."""

    name: str
    field: str
    chips: str


@dataclass(frozen=True, slots=True)
class Group:
    """The answers of one player where those of several are on one screen; ``declared`` once there is one."""

    name: str
    choices: tuple[Button, ...]
    declared: bool


@dataclass(frozen=True, slots=True)
class Slot:
    """A card of a player who shows: known, or still to be tapped."""

    face: str
    suit: str
    name: str


@dataclass(frozen=True, slots=True)
class Pad:
    """What the pad's templates render. ``action`` is the line that the next card goes into; empty without card keys.

    ``own`` are the keys instead of all cards where a player picks among cards that are all known; ``dark`` offers an
    unseen one beside them. ``looking`` brings back the same focus, ``held`` the cards named so far. ``armable`` are
    the seats that a tap looks at, with the value that does it. ``places`` are the seats whose places at the table the
    first choices or the ``parts`` of a split have, ``ruling`` brings back a ruling under way.
    """

    kind: str
    label: str
    text: str
    seat: int | None = None
    action: str = ""
    keys: tuple[tuple[CardKey | None, ...], ...] = ()
    jokers: tuple[CardKey, ...] = ()
    modes: tuple[Button, ...] = ()
    choices: tuple[Button, ...] = ()
    ranges: tuple[Range, ...] = ()
    groups: tuple[Group, ...] = ()
    slots: tuple[Slot, ...] = ()
    armable: Mapping[int, str] = field(default_factory=dict)
    own: tuple[CardKey, ...] = ()
    dark: bool = False
    looking: str = ""
    held: str = ""
    places: tuple[int, ...] = ()
    parts: tuple[Part, ...] = ()
    ruling: str = ""


def button_of(ask: Ask, speaker: Speaker) -> Button:
    """Return the button of an ask that takes nothing more."""
    words = ask_words(ask, speaker)
    if all(isinstance(part, str) for part in words.parts):
        return Button(words.text, write_ask(ask), figure=words.figure, tone="fold" if ask.action.verb == FOLD else "")
    parts = tuple(part if isinstance(part, str) else key_of(part) for part in words.parts)
    return Button(words.text, write_ask(ask), parts=parts)


def button_for(ask: Ask, manner: str, amount: int) -> Button:
    """Return the button that answers an ask with an amount of chips."""
    return Button(amount_label(manner), write_action(ask.answer(amount=amount)), figure=str(amount))


def range_of(ask: Ask, speaker: Speaker) -> Range | None:
    """Return what is to be typed for an ask; None for one that takes no amount."""
    if ask.amount is None:
        return None
    return Range(ask_label(ask, speaker), write_ask(ask), ask.amount.least, ask.amount.most)


def question_text(state: State, asked: Prompt, speaker: Speaker) -> str:
    """Return what is asked, or, once some have answered it under a seal, whom it waits for."""
    waiting = waiting_for(state, asked)
    return waiting_text(waiting, speaker) if waiting else prompt_text(asked, speaker)


def run_text(actions: Iterable[Action]) -> str:
    """Return several actions that one tap enters, a line each."""
    return "\n".join(map(write_action, actions))


def group_of(state: State, asked: Prompt, seat: int, declared: bool) -> Group:
    """Return the answers of one player."""
    speaker = Speaker(state.setup.names)
    buttons = tuple(button_of(ask, speaker) for ask in asked.asks if ask.seat == seat)
    return Group(state.name(seat), buttons, declared)


def slot_of(card: Card) -> Slot:
    """Return the place of a card that is known or, unseen, still to be tapped."""
    return Slot("", "", "Still to be tapped") if card == UNSEEN else Slot(*face_of(card), card_name(card))


def armed_seat(asked: Prompt, focus: Focus) -> int | None:
    """Return the seat that the pad is about: the one looked at if it is asked too, else the one asked first."""
    asked_too = focus.arm is not None and any(ask.seat == focus.arm for ask in asked.asks)
    return focus.arm if asked_too else asked.seat


def armable_seats(asked: Prompt, seat: int | None) -> dict[int, str]:
    """Return the other seats that a tap looks at, with the value that does it."""
    return {ask.seat: str(ask.seat) for ask in asked.asks if ask.seat is not None and ask.seat != seat}


def shares_to_rule(asked: Prompt) -> list[str]:
    """Return the shares that the dealer may rule on."""
    return [ask.action.word for ask in asked.asks if ask.action.verb == RANK_PLAYERS]


def rule_button(asked: Prompt) -> list[Button]:
    """Return the button that begins a ruling, where one is possible."""
    return [Button("I'll rule", rule=share) for share in shares_to_rule(asked)[:1]]
