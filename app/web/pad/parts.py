"""The parts of a pad, the dealer's focus, and the prompt seen through it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import field
from functools import cached_property
from typing import Any, Literal
from urllib.parse import urlencode

from app.cards.card import UNSEEN, Card, CardError, cards_text, parse_cards
from app.dataclass import dataclass, replace
from app.games.values import wild_cards
from app.hand.action import FOLD, RANK_PLAYERS, Action
from app.hand.ask import Ask, Preset, Prompt, TakesOrder
from app.hand.notation import ActionError, parse_order, parse_seat, seat_text, write_action, write_ask, write_order
from app.hand.state import State
from app.hand.view import waiting_for
from app.text import whole_number
from app.web.table.keys import CardKey, key_of
from app.words.asks import amount_label, ask_label, ask_text
from app.words.prompts import prompt_label, prompt_text, waiting_text
from app.words.speaker import Speaker

#: The value of an agreed split before any part is typed: an even one.
EVEN = "even"

#: The modes of the focus besides a seat's ways to answer: an extra card, an exposed down card, a hand turned up before
#: the showdown, and acts out of order.
EXTRA_CARD, EXPOSED_CARD, EARLY, OUT_OF_ORDER = 90, 91, 92, 99


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling under way: the share, and the players ranked so far.

    ``tie``: whether the next player ties with the last.
    """

    share: str
    order: tuple[frozenset[int], ...] = ()
    tie: bool = False

    def __str__(self) -> str:
        return " ".join(filter(None, (self.share, write_order(self.order), "=" if self.tie else "")))


#: The prefix in an address that distinguishes the naming of wild cards from a ruling.
_NAMING = "wild:"


@dataclass(frozen=True, slots=True)
class WildNaming:
    """Wild cards being named, for everyone or for one ``seat``, in the notation of ``d wild``."""

    seat: int | None = None
    cards: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (_NAMING, "" if self.seat is None else seat_text(self.seat), self.cards)))


@dataclass(frozen=True, slots=True)
class Focus:
    """The dealer's focus: a seat (``arm``), and one of its ways to answer or another ``mode``.

    ``held``: the cards named so far while a player names several. ``ruling``: a ruling under way. ``naming``: wild
    cards being named. ``split``: the parts of an agreed split as typed, :data:`EVEN` before any is. ``log``: whether
    the log is open.
    """

    arm: int | None = None
    mode: int = 0
    held: tuple[Card, ...] = ()
    ruling: Ruling | None = None
    naming: WildNaming | None = None
    split: str = ""
    log: bool = False

    @property
    def aside(self) -> bool:
        """Whether the dealer is at something besides the question: a stray card, an act out of order, a split."""
        return self.mode >= EXTRA_CARD or bool(self.split)

    @property
    def query(self) -> str:
        """The focus as a query string, for ``read_focus``."""
        fields = {
            "arm": focus_text(self.arm, self.mode),
            "held": cards_text(self.held),
            "rule": str(self.ruling or self.naming or ""),
            "split": self.split,
            "log": "1" if self.log else "",
        }
        return urlencode({name: text for name, text in fields.items() if text})


def focus_text(seat: int | None, mode: int) -> str:
    """Return a seat and one of its ways to answer as text, for ``read_focus``."""
    chosen = "" if seat is None else str(seat)
    return f"{chosen}.{mode}" if mode else chosen


def read_focus(arm: str, held: str, rule: str, log: str, split: str = "") -> Focus:
    """Parse a focus from an address or a form, ignoring what is invalid."""
    seat, _, mode = arm[:8].partition(".")
    try:
        cards = parse_cards(held[:60])
    except CardError:
        cards = ()
    return Focus(
        arm=whole_number(seat),
        mode=whole_number(mode) or 0,
        held=cards,
        ruling=None if rule.startswith(_NAMING) else _read_ruling(rule[:200]),
        naming=_read_naming(rule[:200]) if rule.startswith(_NAMING) else None,
        split=split[:200],
        log=log == "1",
    )


def _read_ruling(text: str) -> Ruling | None:
    share, *order = text.split() or ("",)
    tie = bool(order) and order[-1] == "="
    try:
        return Ruling(share, parse_order(order[: -1 if tie else None]), tie) if share else None
    except ActionError:
        return Ruling(share)


def _read_naming(text: str) -> WildNaming:
    seat, *cards = text.split()[1:] or ("",)
    try:
        return WildNaming(parse_seat(seat), _picked("".join(cards)))
    except ActionError:
        return WildNaming(None, _picked("".join((seat, *cards))))


def _picked(cards: str) -> str:
    try:
        wild_cards(cards)
    except ValueError:
        return ""
    return "" if cards == "none" else cards


@dataclass(frozen=True, slots=True)
class Button:
    """A button that posts ``action`` at once or, with ``arm`` or ``rule``, only changes the focus.

    ``figure``: the amount of chips in the label, printed large. ``parts``: the words in pieces, if they name cards.
    ``disabled``: whether it cannot be used yet. ``tone``: sets the closing button and a fold apart from the others.
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
        """The button's id, made from its label, so that Check has the same id for the next player."""
        return "b-" + re.sub(r"\W+", "-", self.label.lower()).strip("-")

    @property
    def label(self) -> str:
        """The words with the figure: ``Raise to 8``."""
        return f"{self.words} {self.figure}".rstrip()


@dataclass(frozen=True, slots=True)
class Range:
    """An amount to type, within bounds, for the action of an ask."""

    label: str
    action: str
    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class Group:
    """One player's answers on a pad for several players. ``declared``: whether that player has declared."""

    seat: int
    name: str
    choices: tuple[Button, ...]
    declared: bool


@dataclass(frozen=True, slots=True)
class Pad:
    """The values of the pad's templates.

    ``action``: the line that the next card completes; empty without card keys. ``own``: the only keys, if a player
    picks among known cards. ``offers_unseen``: whether there is a key for an unseen card. ``focus``, ``held`` and
    ``ruling``: the values that restore the focus, the cards named so far, and a ruling under way. ``armable``: the
    seats that a tap arms, with the value to post. ``slots``: the cards of a player who shows, known or still to be
    tapped. ``places``: the seats at which the first choices, or the ``parts`` of a split, each a player's name, a form
    field and chips, are shown. ``place``: where in the layout the next card goes.
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
    slots: tuple[CardKey, ...] = ()
    armable: Mapping[int, str] = field(default_factory=dict)
    own: tuple[CardKey, ...] = ()
    offers_unseen: bool = False
    focus: str = ""
    held: str = ""
    places: tuple[int, ...] = ()
    parts: tuple[tuple[str, str, str], ...] = ()
    ruling: str = ""
    place: str = ""


def button_of(ask: Ask, speaker: Speaker) -> Button:
    """Return the button of an ask that takes no further input."""
    words, line = ask_text(ask, speaker), "\n".join((write_ask(ask), *map(write_action, ask.then)))
    if all(isinstance(part, str) for part in words.parts):
        return Button(words.text, line, figure=words.figure, tone="fold" if ask.action.verb == FOLD else "")
    parts = tuple(part if isinstance(part, str) else key_of(part) for part in words.parts)
    return Button(words.text, line, parts=parts)


def button_for(ask: Ask, preset: Preset) -> Button:
    """Return the button that answers an ask with an amount of chips."""
    chips = preset.amount if preset.chips is None else preset.chips
    return Button(amount_label(preset.manner), write_action(ask.answer(amount=preset.amount)), figure=str(chips))


class PadContext:
    """A prompt in the dealer's focus, from which the parts of a pad are made.

    Players at the ``leaving`` seats fold when their turn comes.
    """

    def __init__(self, state: State, prompt: Prompt, focus: Focus, leaving: Collection[int] = ()) -> None:
        self.state, self.prompt, self.focus, self.leaving = state, prompt, focus, leaving
        self.speaker = Speaker(state.setup.names)
        self.label = prompt_label(prompt, self.speaker)

    @cached_property
    def text(self) -> str:
        """The question."""
        return prompt_text(self.prompt, self.speaker)

    @property
    def waiting(self) -> str:
        """The question; once some players have given sealed answers, those still to answer."""
        waiting = waiting_for(self.state, self.prompt)
        return waiting_text(waiting, self.speaker) if waiting else self.text

    @cached_property
    def seats(self) -> list[int]:
        """The seats that are asked."""
        return sorted({ask.seat for ask in self.prompt.asks if ask.seat is not None})

    @property
    def armed(self) -> int | None:
        """The seat of the pad: the one in focus if it is asked, or else the prompt's."""
        return self.focus.arm if self.focus.arm in self.seats else self.prompt.seat

    def asks_of(self, *seats: int | None) -> list[Ask]:
        """Return the asks of these seats."""
        return [ask for ask in self.prompt.asks if ask.seat in seats]

    def others(self, seat: int | None) -> dict[int, str]:
        """Return the other seats that a tap arms, with the value to post."""
        return {ask.seat: str(ask.seat) for ask in self.prompt.asks if ask.seat is not None and ask.seat != seat}

    def name(self, seat: int) -> str:
        """Return the name of a player."""
        return self.state.name(seat)

    def pad(self, kind: str, seat: int | None = None, *, text: str | None = None, **parts: Any) -> Pad:
        """Return a pad, by default with the label and the question of the prompt."""
        return Pad(kind, parts.pop("label", self.label), self.text if text is None else text, seat, **parts)

    def group_of(self, seat: int, declared: bool = False) -> Group:
        """Return the answers of one player."""
        buttons = tuple(button_of(ask, self.speaker) for ask in self.asks_of(seat))
        return Group(seat, self.name(seat), buttons, declared)

    @property
    def shares_to_rule(self) -> list[str]:
        """The shares that the dealer may rule on."""
        return [ask.action.word for ask in self.prompt.asks if ask.action.verb == RANK_PLAYERS]

    def takes_order(self, share: str) -> TakesOrder:
        """Return the order that a ruling on a share takes: the players who may win it."""
        takes = (ask.takes for ask in self.prompt.asks if ask.action.word == share)
        return next((order for order in takes if isinstance(order, TakesOrder)), TakesOrder())

    @property
    def rule_button(self) -> list[Button]:
        """The button that begins a ruling, if one is possible."""
        return [Button("Pick the winner", rule=share) for share in self.shares_to_rule[:1]]


def ranges_of(asks: Iterable[Ask], speaker: Speaker) -> tuple[Range, ...]:
    """Return the ranges of the asks that take an amount."""
    return tuple(
        Range(ask_label(ask, speaker), write_ask(ask), ask.amount.least, ask.amount.most) for ask in asks if ask.amount
    )


def run_text(actions: Iterable[Action]) -> str:
    """Return the lines of several actions, which one tap enters."""
    return "\n".join(map(write_action, actions))


def slots_of(state: State, seat: int, cards: Iterable[Card]) -> tuple[CardKey, ...]:
    """Return the slots for a player's cards, known or still to be tapped."""
    wild, gap = state.wild.in_the_open(seat), CardKey("", "Still to be tapped", "", "")
    return tuple(gap if card == UNSEEN else replace(key_of(card), wild=card in wild) for card in cards)
