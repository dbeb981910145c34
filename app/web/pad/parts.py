"""What pads consist of, and what all kinds of them share."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from app.cards.card import UNSEEN, Card, card_name, parse_card
from app.hand.ask import Ask, Prompt
from app.hand.state import State
from app.web.pad.focus import Look
from app.web.table.keys import Key, face_of, key_of

_CARD = re.compile(r"[2-9TJQKA][shdc]|J[rb]")


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer that posts at once, or, with ``arm`` or ``rule``, only changes what is looked at.

    ``parts`` are the label in pieces where it names cards, to be printed as such; ``label`` then names them in words.
    """

    label: str
    action: str = ""
    arm: str = ""
    rule: str = ""
    pressed: bool = False
    parts: tuple[str | Key, ...] = ()

    @property
    def id(self) -> str:
        """The button's id, out of its label: who has just said Check finds the next player's Check under it."""
        return "b-" + re.sub(r"\W+", "-", self.label.lower()).strip("-")

    @property
    def words(self) -> str:
        """The label without the figure at its end: ``Raise to`` of ``Raise to 8``."""
        return self.label.removesuffix(self.figure).rstrip()

    @property
    def figure(self) -> str:
        """The chips at the end of the label, to be printed large; empty where there are none."""
        last = self.label.rpartition(" ")[2]
        return last if last.isdigit() and not self.parts else ""


@dataclass(frozen=True, slots=True)
class Group:
    """The answers of one player where all are on one screen; ``entered`` once there is one."""

    name: str
    choices: tuple[Choice, ...]
    entered: bool


@dataclass(frozen=True, slots=True)
class Slot:
    """A card of the player who shows: known, or still to be tapped."""

    face: str
    suit: str
    name: str


@dataclass(frozen=True, slots=True)
class Pad:
    """What ``_pad.html`` renders. ``action`` is the line that the next card goes into; empty without card keys.

    ``own`` are the keys instead of all cards where a player picks among cards that are all known; ``dark`` offers an
    unseen one beside them. ``looking`` brings back the same look, ``held`` the cards named so far.
    """

    kind: str
    label: str
    text: str
    seat: int | None = None
    action: str = ""
    keys: tuple[tuple[Key | None, ...], ...] = ()
    jokers: tuple[Key, ...] = ()
    modes: tuple[Choice, ...] = ()
    choices: tuple[Choice, ...] = ()
    ranges: tuple[Ask, ...] = ()
    groups: tuple[Group, ...] = ()
    slots: tuple[Slot, ...] = ()
    armable: Mapping[int, str] = field(default_factory=dict)
    own: tuple[Key, ...] = ()
    dark: bool = False
    looking: str = ""
    held: str = ""


def choice_of(ask: Ask) -> Choice:
    """The button of an ask. A card that its label names as the action does, or that it consists of, is printed."""
    spoken = ask.action.split()
    parts: list[str | Key] = []
    for word in ask.label.split():
        if word in spoken and _CARD.fullmatch(word):
            parts.append(key_of(parse_card(word)))
        elif parts and isinstance(parts[-1], str):
            parts[-1] += f" {word}"
        else:
            parts.append(word)
    if _CARD.fullmatch(spoken[-1]) and ask.label == card_name(parse_card(spoken[-1])):
        parts = [key_of(parse_card(spoken[-1]))]
    if not any(isinstance(part, Key) for part in parts):
        return Choice(ask.label, ask.action)
    label = " ".join(part.name if isinstance(part, Key) else part for part in parts)
    return Choice(label, ask.action, parts=tuple(parts))


def group_of(state: State, asked: Prompt, seat: int, entered: bool) -> Group:
    """The answers of one player."""
    return Group(state.name(seat), tuple(choice_of(ask) for ask in asked.asks if ask.seat == seat), entered)


def slot_of(card: Card) -> Slot:
    """The place of a card that is known or, unseen, still to be tapped."""
    return Slot("", "", "Still to be tapped") if card == UNSEEN else Slot(*face_of(card), card_name(card))


def armed_seat(asked: Prompt, look: Look) -> int | None:
    """The seat that the pad is about: the one looked at if it is asked too, else the one asked first."""
    asked_too = look.arm is not None and any(ask.seat == look.arm for ask in asked.asks)
    return look.arm if asked_too else asked.seat


def armable_seats(asked: Prompt, seat: int | None) -> dict[int, str]:
    """The other seats that a tap arms, with the value that does it."""
    return {ask.seat: str(ask.seat) for ask in asked.asks if ask.seat is not None and ask.seat != seat}


def shares_to_rule(asked: Prompt) -> list[str]:
    """The shares that the dealer may rule on."""
    return [ask.action.split()[2] for ask in asked.asks if ask.action.startswith("d ranks ")]
