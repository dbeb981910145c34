"""Questions to the dealer, the actions that answer them, and refusals of other actions."""

from __future__ import annotations

from typing import Any, Literal

from app.cards.card import UNSEEN, Card
from app.dataclass import dataclass, replace
from app.games.reasons import Reason
from app.hand.action import DECLINE, DONE, PAY, TURN, Action, Source

#: The kinds of question on the dealer's screen; the kind chooses the pad.
#:
#: - ``card``: a card comes off the deck face up: keys for it. ``roll``: a player turns up one of theirs.
#: - ``dealt``: cards face down: one button for all of them.
#: - ``bet``: a betting round.
#: - ``offer``: answers to choose from, cards to pick or an amount, for one player or several at once.
#: - ``declare``: a word from each player, side by side.
#: - ``show``: hands at the showdown. ``over``: the settlement.
#: - ``done``: a task for the table: one button.
PromptKind = Literal["card", "dealt", "bet", "offer", "roll", "declare", "show", "done", "over"]


@dataclass(frozen=True, slots=True)
class TakesCards:
    """Cards still to be named, ``least`` to ``most`` of them."""

    source: Source
    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class Preset:
    """An amount with its own button, and its manner: a bet, all in. The button says ``chips`` if that is not None."""

    manner: str
    amount: int
    chips: int | None = None


@dataclass(frozen=True, slots=True)
class TakesAmount:
    """Chips still to be named, ``least`` to ``most``; None is no upper bound."""

    least: int
    most: int | None
    presets: tuple[Preset, ...] = ()


@dataclass(frozen=True, slots=True)
class TakesOrder:
    """Players still to be ranked, best first.

    ``pots`` are the seats that contest each pot, if not everyone in it does. ``may_be_empty``: a pot may have no
    winner. ``pays`` says who pays when the best hand does not win the pot.
    """

    pots: tuple[frozenset[int], ...] = ()
    may_be_empty: bool = False
    pays: Literal["", "the best", "the others"] = ""


@dataclass(frozen=True, slots=True)
class TakesWild:
    """The wild cards, still to be named."""


Takes = TakesCards | TakesAmount | TakesOrder | TakesWild


@dataclass(frozen=True, slots=True)
class Ask:
    """An action that may be entered now, complete except for what it ``takes``.

    ``manner`` picks its wording, as ``cc`` is a check or a call; ``chips`` is the figure on its button. ``then`` are
    follow-up actions without a choice, which the same tap enters.
    """

    action: Action
    takes: Takes | None = None
    manner: str = ""
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
        """Return the action that answers this ask, not checked until it is played."""
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
            case TakesOrder(may_be_empty=may_be_empty):
                return (may_be_empty or bool(action.order)) and replace(action, order=()) == self.action
            case TakesWild():
                return bool(action.word) and replace(action, word="") == self.action
        return action == self.action


@dataclass(frozen=True, slots=True)
class Question(Reason):
    """A question as values: ``kind`` names its wording in ``app/words/prompts.py``, the other fields fill it in.

    A step that needs more than one wording defines its own class, without a ``kind``.
    """

    kind: str = ""

    def is_like(self, other: Question) -> bool:
        """Return whether another question asks the same thing, perhaps of another player."""
        return (type(self), self.kind) == (type(other), other.kind)


@dataclass(frozen=True, slots=True)
class Prompt:
    """The question to the dealer, on the street or round ``street``.

    ``seat`` is armed on the pad at first; ``run`` are the actions that one tap enters together.
    """

    kind: PromptKind
    question: Question
    asks: tuple[Ask, ...] = ()
    seat: int | None = None
    run: tuple[Action, ...] = ()
    street: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a known card: before a player, ``up`` or down; in the middle; otherwise out of play."""

    seat: int | None = None
    up: bool = False
    in_middle: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal(Reason):
    """The reason an action was refused; nothing has changed.

    ``overrulable``: the action broke a rule, but can stand by the dealer's ruling (``!``). ``asked`` is the question to
    answer instead, ``place`` is where the card is, ``ranges`` are the bets allowed.
    """

    overrulable: bool = False
    ranges: tuple[tuple[int, int | None], ...] = ()
    place: Place | None = None
    asked: Prompt | None = None


class RefusalError(Exception):
    """Raised to refuse an action; :func:`app.hand.play.play` returns the ``refusal``."""

    def __init__(self, kind: str, seat: int | None = None, **values: Any) -> None:
        super().__init__(kind)
        self.refusal = Refusal(kind, seat, **values)


def check_turn(action: Action, seat: int, what: str, *, overrulable: bool = False) -> None:
    """Refuse another player's action on ``seat``'s turn, unless that is overrulable and the dealer has ruled so."""
    if action.seat != seat and not (overrulable and action.ruling):
        raise RefusalError("turn", seat, word=what, overrulable=overrulable)


def middle_prompt(question: Question, manner: str = "middle") -> Prompt:
    """Return the prompt for a card off the deck to the middle, face up."""
    return Prompt("card", question, (Ask(Action(TURN), TakesCards("deck"), manner=manner),))


def cards_ask(action: Action, count: int, unseen: int, *, manner: str, chips: int | None = None) -> Ask:
    """Return the ask for ``count`` of a player's cards: unseen ones if there are enough, else cards to be named."""
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
