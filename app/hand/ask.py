"""What the hand asks for next: a few kinds of question, whatever the game, and what may be entered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from app.cards.card import Card
from app.hand.action import Action, Source

#: The kinds of question that a dealer's screen knows; the kind chooses the pad.
#:
#: - ``card``: a card comes off the deck, face up: keys for it. ``roll``: a player turns up one of theirs.
#: - ``dealt``: cards that nobody sees: one button for all of them.
#: - ``bet``: a betting round.
#: - ``offer``: answers to choose from, cards to pick or an amount, of one player or of several together.
#: - ``declare``: a word of each player, side by side.
#: - ``show``: hands at the showdown. ``over``: the settlement.
#: - ``done``: something is done at the table: one button.
PromptKind = Literal["card", "dealt", "bet", "offer", "roll", "declare", "show", "done", "over"]

#: How an ask is to be understood where its verb says it only in part: ``cc`` is a check or a call.
Manner = str


@dataclass(frozen=True, slots=True)
class TakesCards:
    """Cards are still to be named, ``least`` to ``most`` of them."""

    source: Source
    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class Preset:
    """An amount of chips that is worth a button of its own, and how it is to be understood: a bet, all in."""

    manner: Manner
    amount: int


@dataclass(frozen=True, slots=True)
class TakesAmount:
    """Chips are still to be named, ``least`` to ``most`` of them, or any number from ``least`` on."""

    least: int
    most: int | None
    presets: tuple[Preset, ...] = ()


@dataclass(frozen=True, slots=True)
class TakesOrder:
    """Players are still to be ranked, best first."""


Takes = TakesCards | TakesAmount | TakesOrder


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing that may be entered now: an action, whole, or but for what it ``takes``.

    ``manner`` is how the action is to be understood, ``chips`` the figure that belongs on its button.
    """

    action: Action
    takes: Takes | None = None
    manner: Manner = ""
    chips: int | None = None

    @property
    def seat(self) -> int | None:
        """The seat that answers, or that is dealt to; None for the table."""
        return self.action.about

    @property
    def cards(self) -> TakesCards | None:
        """What it takes, if that is cards."""
        return self.takes if isinstance(self.takes, TakesCards) else None

    @property
    def amount(self) -> TakesAmount | None:
        """What it takes, if that is an amount of chips."""
        return self.takes if isinstance(self.takes, TakesAmount) else None

    def answer(
        self, *, cards: tuple[Card, ...] = (), amount: int | None = None, order: tuple[frozenset[int], ...] = ()
    ) -> Action:
        """Return the action that answers this ask with what it takes. Nothing is judged here: playing it does."""
        match self.takes:
            case TakesCards():
                return replace(self.action, cards=self.action.cards + cards)
            case TakesAmount():
                return replace(self.action, amount=amount)
            case TakesOrder():
                return replace(self.action, order=order)
        return self.action

    def answered_by(self, action: Action) -> bool:
        """Return whether an action answers this ask, whichever cards, chips or players it names."""
        match self.takes:
            case TakesCards():
                given = len(self.action.cards)
                return len(action.cards) > given and replace(action, cards=action.cards[:given]) == self.action
            case TakesAmount():
                return action.amount is not None and replace(action, amount=None) == self.action
            case TakesOrder():
                return bool(action.order) and replace(action, order=()) == self.action
        return action == self.action


@dataclass(frozen=True, slots=True)
class Question:
    """What the table is asked, in values. Steps define their own kinds; ``app.words`` says them.

    ``seat`` is the player whom the words name, if they name one.
    """

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class PlainQuestion(Question):
    """A question that its ``kind`` says whole, but for the name of its player."""

    kind: str = ""


@dataclass(frozen=True, slots=True)
class Prompt:
    """The question to the dealer, on a street or round named ``street``.

    ``seat`` is armed; ``run`` are actions that one tap enters together.
    """

    kind: PromptKind
    question: Question
    asks: tuple[Ask, ...] = ()
    seat: int | None = None
    run: tuple[Action, ...] = ()
    street: str = ""
