"""An action: one thing that happened at the table, as values. Its line of text is written in ``app.hand.notation``."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

from app.cards.card import Card


class Part(Enum):
    """What may follow a verb, each filling a field of the action."""

    PLAYER = auto()  # to: another player, p3
    CARDS = auto()  # cards: at least one
    ANY_CARDS = auto()  # cards: none or more
    TWO_CARDS = auto()  # cards: two, written apart
    HAND = auto()  # word: the hand that a card goes to, "to high"
    ANY_HAND = auto()  # the same, or nothing
    CHIPS = auto()  # amount
    RANK = auto()  # rank
    WORD = auto()  # word: what is declared, the share that is ruled on
    ORDER = auto()  # order: players, best first, ties joined by =


@dataclass(frozen=True, slots=True)
class Verb:
    """What can be done, and by whom: ``dealer`` says which; ``parts`` follow the verb in its line, in order."""

    name: str
    dealer: bool
    parts: tuple[Part, ...]
    meaning: str


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that happened.

    ``seat`` is who acts, from 0 (``p1``), None for the dealer; ``to`` is the player dealt to, given to or picked.
    ``amount`` is in chips; ``order`` are players ranked by the dealer, best first, those who tie together.
    ``ruling`` is the dealer's ``!``; ``comment`` is kept and means nothing.
    """

    verb: str
    seat: int | None = None
    to: int | None = None
    cards: tuple[Card, ...] = ()
    amount: int | None = None
    rank: int | None = None
    word: str = ""
    order: tuple[frozenset[int], ...] = ()
    ruling: bool = False
    comment: str = field(default="", compare=False)

    @property
    def player(self) -> int:
        """Who acts, for an action that only players take."""
        assert self.seat is not None, self.verb
        return self.seat

    @property
    def target(self) -> int:
        """The player dealt to, given to or picked, for an action that has one."""
        assert self.to is not None, self.verb
        return self.to

    @property
    def chips(self) -> int:
        """The amount, for an action that has one."""
        assert self.amount is not None, self.verb
        return self.amount

    @property
    def about(self) -> int | None:
        """The player whose cards or chips it moves: who acts, or who is dealt to; None for the table's."""
        return self.to if self.seat is None else self.seat

    @property
    def seats(self) -> frozenset[int]:
        """Every seat that it names."""
        named = {seat for seat in (self.seat, self.to) if seat is not None}
        return frozenset(named.union(*self.order))


_VERBS: dict[str, Verb] = {}


def add_verb(name: str, *parts: Part, dealer: bool = False, meaning: str) -> str:
    """Register a verb, and return its name. A step that needs a new verb adds it in its own module."""
    _VERBS[name] = Verb(name, dealer, parts, meaning)
    return name


def verbs() -> dict[str, Verb]:
    """Return all verbs by name, those of the dealer first."""
    return dict(sorted(_VERBS.items(), key=lambda item: not item[1].dealer))


def verb_named(name: str) -> Verb | None:
    """Return the verb of that name, if there is one."""
    return _VERBS.get(name)


DEAL = add_verb("dh", Part.PLAYER, Part.CARDS, dealer=True, meaning="deals cards to a player, in this order")
TURN = add_verb("db", Part.CARDS, dealer=True, meaning="turns cards up in the middle")
DONE = add_verb("ok", dealer=True, meaning="says that a physical step is done")
REDEAL = add_verb("redeal", dealer=True, meaning="gathers the cards in and deals again; pot and folded hands stay")
MISDEAL = add_verb("misdeal", dealer=True, meaning="calls the hand void; every chip goes back")
RANKS = add_verb("ranks", Part.WORD, Part.ORDER, dealer=True, meaning="rules who wins a share, best first")
BRING_IN = add_verb("pb", meaning="brings in")
BET = add_verb("cbr", Part.CHIPS, meaning="bets, completes or raises to this amount")
CALL = add_verb("cc", meaning="checks or calls")
FOLD = add_verb("f", meaning="folds")
ALL_IN = add_verb("allin", Part.CHIPS, meaning="is all in for this amount in total, where stacks are not tracked")
TURN_UP = add_verb("up", Part.CARDS, Part.ANY_HAND, meaning="turns up a down card, into a hand where there are several")
MOVE = add_verb("moves", Part.CARDS, Part.HAND, meaning="moves a card to another hand")
SWAP = add_verb("swaps", Part.TWO_CARDS, meaning="swaps two cards between hands")
DISCARD = add_verb("sd", Part.ANY_CARDS, meaning="discards, or stands pat")
PAY = add_verb("pay", Part.CHIPS, meaning="pays chips into the pot that are not a bet")
DECLINE = add_verb("no", meaning="declines an offer, passes in an auction")
BID = add_verb("bid", Part.CHIPS, meaning="bids")
NAME = add_verb("names", Part.RANK, meaning="names the wild rank")
GIVE = add_verb("gives", Part.PLAYER, meaning="gives the card to another player")
TAKE = add_verb("takes", Part.CARDS, meaning="takes a card from the middle")
PICK = add_verb("picks", Part.PLAYER, meaning="picks a partner")
DECLARE = add_verb("declare", Part.WORD, meaning="declares")
SET_ASIDE = add_verb("sets", Part.CARDS, meaning="sets cards aside as a second hand")
SHOW = add_verb("sm", Part.ANY_CARDS, meaning="shows all cards in the order received, or mucks")
