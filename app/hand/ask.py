"""Questions to the dealer, the actions that answer them, and refusals of other actions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from app.cards.card import UNSEEN, Card
from app.games.because import Because
from app.hand.action import DECLINE, DONE, PAY, TURN, Action, Source

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

#: The wording of an ask whose verb has several: ``cc`` is a check or a call.
Manner = str


@dataclass(frozen=True, slots=True)
class TakesCards:
    """Cards are still to be named, ``least`` to ``most`` of them."""

    source: Source
    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class Preset:
    """An amount with a button of its own, and its manner: a bet, all in."""

    manner: Manner
    amount: int


@dataclass(frozen=True, slots=True)
class TakesAmount:
    """Chips are still to be named, ``least`` to ``most``; None is no upper bound."""

    least: int
    most: int | None
    presets: tuple[Preset, ...] = ()


@dataclass(frozen=True, slots=True)
class TakesOrder:
    """Players are still to be ranked, best first.

    ``pots`` are the seats that contest each pot, where not everyone in it does; ``nobody`` may win then. ``pays``: who
    pays where the best hand does not win the pot.
    """

    pots: tuple[frozenset[int], ...] = ()
    nobody: bool = False
    pays: Literal["", "the best", "the others"] = ""


@dataclass(frozen=True, slots=True)
class TakesWild:
    """The wild cards are still to be named."""


Takes = TakesCards | TakesAmount | TakesOrder | TakesWild


@dataclass(frozen=True, slots=True)
class Ask:
    """An action that may be entered now, complete but for what it ``takes``.

    ``manner`` chooses its wording, ``chips`` is the figure on its button. ``then`` are actions that nothing is left to
    choose in, which the same tap enters after it.
    """

    action: Action
    takes: Takes | None = None
    manner: Manner = ""
    chips: int | None = None
    then: tuple[Action, ...] = ()

    @property
    def seat(self) -> int | None:
        """The seat that answers or is dealt to; None for the table."""
        return self.action.about

    @property
    def cards(self) -> TakesCards | None:
        """The cards it takes, if any."""
        return self.takes if isinstance(self.takes, TakesCards) else None

    @property
    def amount(self) -> TakesAmount | None:
        """The chips it takes, if any."""
        return self.takes if isinstance(self.takes, TakesAmount) else None

    def answer(
        self,
        *,
        cards: tuple[Card, ...] = (),
        amount: int | None = None,
        order: tuple[frozenset[int], ...] = (),
        word: str = "",
    ) -> Action:
        """Return the action that answers this ask; playing it judges it."""
        match self.takes:
            case TakesCards():
                return replace(self.action, cards=self.action.cards + cards)
            case TakesAmount():
                return replace(self.action, amount=amount)
            case TakesOrder():
                return replace(self.action, order=order)
            case TakesWild():
                return replace(self.action, word=word)
        return self.action

    def answered_by(self, action: Action) -> bool:
        """Return whether an action answers this ask with any cards, chips or players."""
        match self.takes:
            case TakesCards():
                given = len(self.action.cards)
                return len(action.cards) > given and replace(action, cards=action.cards[:given]) == self.action
            case TakesAmount():
                return action.amount is not None and replace(action, amount=None) == self.action
            case TakesOrder(nobody=nobody):
                return (nobody or bool(action.order)) and replace(action, order=()) == self.action
            case TakesWild():
                return bool(action.word) and replace(action, word="") == self.action
        return action == self.action


@dataclass(frozen=True, slots=True)
class Question(Because):
    """A question in values: ``kind`` names its wording in ``app/words/prompts.py``, the other fields fill that in.

    Where one wording is not enough, a step defines a class of its own, without a ``kind``.
    """

    kind: str = ""

    def is_like(self, other: Question) -> bool:
        """Return whether another question asks the same, if perhaps of another player."""
        return (type(self), self.kind) == (type(other), other.kind)


@dataclass(frozen=True, slots=True)
class Prompt:
    """The question to the dealer, on the street or round ``street``.

    ``seat`` is armed; ``run`` are the actions that one tap enters together.
    """

    kind: PromptKind
    question: Question
    asks: tuple[Ask, ...] = ()
    seat: int | None = None
    run: tuple[Action, ...] = ()
    street: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a known card lies: before a player, ``up`` or down; in the middle; else out of play."""

    seat: int | None = None
    up: bool = False
    in_middle: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal(Because):
    """Why an action was refused; nothing has changed.

    ``overrulable``: it broke a rule rather than the facts of the table, so the same action with the dealer's ``!``
    would stand. ``asked`` is the question to be answered instead, ``place`` where the card lies, ``ranges`` what may
    be bet.
    """

    overrulable: bool = False
    ranges: tuple[tuple[int, int | None], ...] = ()
    place: Place | None = None
    asked: Prompt | None = None


class RefusalError(Exception):
    """An action that cannot be taken, with its ``refusal``, which :func:`app.hand.play.play` returns."""

    def __init__(self, kind: str, seat: int | None = None, **values: Any) -> None:
        super().__init__(kind)
        self.refusal = Refusal(kind, seat, **values)


def check_turn(action: Action, seat: int, what: str, *, overrulable: bool = False) -> None:
    """Refuse an action of a player when it is ``seat``'s turn, unless the dealer may and does rule otherwise."""
    if action.seat != seat and not (overrulable and action.ruling):
        raise RefusalError("turn", seat, word=what, overrulable=overrulable)


def middle_prompt(question: Question, manner: Manner = "middle") -> Prompt:
    """Return the prompt for a card off the deck, face up in the middle."""
    return Prompt("card", question, (Ask(Action(TURN), TakesCards("deck"), manner=manner),))


def cards_ask(action: Action, count: int, unseen: int, *, manner: Manner, chips: int | None = None) -> Ask:
    """Return the ask for so many cards of a player: some of the unseen ones if there are enough, else to be named."""
    if unseen >= count:
        return Ask(replace(action, cards=(UNSEEN,) * count), manner=manner, chips=chips)
    return Ask(action, TakesCards("hand", count, count), manner=manner, chips=chips)


def one_tap_prompt(kind: Literal["dealt", "done"], question: Question, *asks: Ask) -> Prompt:
    """Return the prompt with one button, which enters the actions of all asks."""
    return Prompt(kind, question, asks, question.seat, tuple(ask.action for ask in asks))


def done_prompt(question: Question) -> Prompt:
    """Return the prompt with one button, Done."""
    return one_tap_prompt("done", question, Ask(Action(DONE), manner="done"))


def offer_asks(seat: int, price: int) -> tuple[Ask, Ask]:
    """Return the two answers to an offer: take it at the price, or decline."""
    return (
        Ask(Action(PAY, seat, amount=price), manner="pay" if price else "take for nothing", chips=price or None),
        Ask(Action(DECLINE, seat), manner="no thanks"),
    )
