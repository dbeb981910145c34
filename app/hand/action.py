"""Actions and their verbs, as values. ``app.hand.notation`` reads and writes them as lines of text."""

from __future__ import annotations

from dataclasses import field
from enum import Enum, auto
from typing import Literal

from app.cards.card import Card
from app.dataclass import dataclass
from app.plugins import load_modules

#: The source of an action's cards: the deck or the middle, a player's down cards, anywhere in their hand, or the whole
#: hand at once.
Source = Literal["deck", "down cards", "hand", "whole hand"]


class Part(Enum):
    """A part of the line after the verb, and the field of the action that it fills."""

    PLAYER = auto()  # to: another player, p3
    ANY_PLAYER = auto()  # to: a player, optional
    CARD = auto()  # cards: one
    CARDS = auto()  # cards: at least one
    ANY_CARDS = auto()  # cards: none or more
    TWO_CARDS = auto()  # cards: two, written apart
    HAND = auto()  # word: the hand that a card goes to, "to high"
    ANY_HAND = auto()  # word: a hand, optional
    ANY_PLACE = auto()  # word: the place that a card goes to, "to top", optional
    CHIPS = auto()  # amount
    RANK = auto()  # rank
    WILD = auto()  # word: the wild ranks and cards, 7Kd, or none
    WORD = auto()  # word: a declaration, or the share ruled on
    ORDER = auto()  # order: players, best first, ties joined by =
    PARTS = auto()  # parts: players, each with chips


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of the ``dealer`` or of a player: the ``parts`` that follow it, and its meaning for the manual (``says``).

    ``source`` is where its cards come from, unless a step asks for other cards.
    """

    name: str
    dealer: bool
    parts: tuple[Part, ...]
    says: str
    source: Source


@dataclass(frozen=True, slots=True)
class Action:
    """One event at the table.

    ``seat`` is the player who acts, from 0 (``p1``), None for the dealer; ``to`` is the player dealt to, given to or
    picked. ``amount`` is in chips; ``order`` is the dealer's ranking of players, best first, ties together. ``parts``
    are each player's chips in an agreed split. ``ruling`` is the dealer's ``!``; ``comment`` has no effect.
    """

    verb: str
    seat: int | None = None
    to: int | None = None
    cards: tuple[Card, ...] = ()
    amount: int | None = None
    rank: int | None = None
    word: str = ""
    order: tuple[frozenset[int], ...] = ()
    parts: tuple[tuple[int, int], ...] = ()
    ruling: bool = False
    comment: str = field(default="", compare=False)

    @property
    def player(self) -> int:
        """The seat that acts, for an action that only players take."""
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
        """The player whose cards or chips move, who acts or is dealt to; None for the table."""
        return self.to if self.seat is None else self.seat

    @property
    def seats(self) -> frozenset[int]:
        """Every seat that the action names."""
        named = {seat for seat in (self.seat, self.to) if seat is not None}
        return frozenset(named.union(*self.order, (seat for seat, _ in self.parts)))


_VERBS: dict[str, Verb] = {}


def add_verb(name: str, *parts: Part, dealer: bool = False, source: Source = "hand", says: str) -> str:
    """Register a verb, and return its name. A step that needs a new verb adds it in its own module."""
    if name in _VERBS:
        raise ValueError(f"there is a verb {name!r} already: import it, or choose another name")
    _VERBS[name] = Verb(name, dealer, parts, says, source)
    return name


def verbs() -> dict[str, Verb]:
    """Return all verbs by name: the dealer's first; verbs added by steps follow this module's, sorted by name."""
    load_modules("app.hand.steps")
    # Not in the order in which steps happen to be imported: the manual prints this order.
    order = sorted(_VERBS.values(), key=lambda verb: (not verb.dealer, verb.name if verb.name not in _OWN else ""))
    return {verb.name: verb for verb in order}


def verb_named(name: str) -> Verb | None:
    """Return the verb of that name, if there is one."""
    return _VERBS.get(name) or verbs().get(name)


DEAL = add_verb(
    "dh",
    Part.PLAYER,
    Part.CARDS,
    dealer=True,
    source="deck",
    says=(
        "cards to a player, in the order dealt. The step says which of them lie face down; those are `??`, or "
        "named where the record knows them. Where the player chooses, `??` is down and a named card up. With `!` "
        "it may be one too many, dealt by mistake, which stays"
    ),
)
TURN = add_verb(
    "db",
    Part.CARDS,
    Part.ANY_PLACE,
    dealer=True,
    source="deck",
    says=(
        "cards to the middle, face up: common, centre, auction or draft cards, or for sale. In a layout one card may "
        "go to a place by its name; without, cards go to the places in order"
    ),
)
DONE = add_verb(
    "ok",
    dealer=True,
    says=("a step that leaves nothing to write down is done: all have passed, stacks are in order, trading is over"),
)
REDEAL = add_verb(
    "redeal",
    dealer=True,
    says=(
        "the cards are thrown in and dealt again: the pot stays, a bet that nobody has called goes back, and a player "
        "who has folded stays out. A rule that forces a redeal waits for it too"
    ),
)
DECK_OUT = add_verb(
    "out",
    dealer=True,
    says=(
        "the deck is out: the cards still due are not dealt. Discards are shuffled in if there are any; otherwise "
        "`short_deck` decides; entered again, it rules out a common card too"
    ),
)
MISDEAL = add_verb("misdeal", dealer=True, says="the hand is void, and every chip goes back")
SPLIT = add_verb(
    "split",
    Part.PARTS,
    dealer=True,
    says=(
        "those still in agree to divide the pot, bets in front included, and each gets X chips. The hand ends, and "
        "nobody has to show"
    ),
)
TWICE = add_verb(
    "twice",
    dealer=True,
    says=(
        "run it twice: once all but one are all in, the common cards still to come are dealt twice off the same deck, "
        "the whole first board and then the second. Each is played for half of every pot, the odd chip with the first"
    ),
)
STACK = add_verb(
    "stack",
    Part.PLAYER,
    Part.CHIPS,
    dealer=True,
    says=(
        "a player has X chips left, whatever was counted before: only these can be bet, and any others are not part "
        "of the hand"
    ),
)
RANK_PLAYERS = add_verb(
    "ranks",
    Part.WORD,
    Part.ORDER,
    dealer=True,
    says=(
        "the dealer rules who wins a share, best player first and `=` between players who tie, in place of shown "
        "cards; without players nobody wins it, where the game allows that"
    ),
)
NAME_WILD = add_verb(
    "wild",
    Part.ANY_PLAYER,
    Part.WILD,
    dealer=True,
    says=(
        "these ranks and single cards are wild from now on, or `none`, where the table says what is wild: for "
        "everyone, or for one player beside those"
    ),
)
BRING_IN = add_verb("pb", says="brings in")
BET = add_verb("cbr", Part.CHIPS, says="completes, bets or raises to X chips on this street")
CALL = add_verb("cc", says="checks or calls")
FOLD = add_verb("f", says="folds")
ALL_IN = add_verb(
    "allin",
    Part.CHIPS,
    says=(
        "is all in for X chips in total on this street, where the stack is not tracked; a player with a "
        "tracked stack goes all in by a bet or a call"
    ),
)
TURN_UP = add_verb(
    "up",
    Part.CARD,
    Part.ANY_HAND,
    source="down cards",
    says=(
        "turns a down card face up (rolls, flips, exposes), in games with several open hands into one of them; or a "
        "card thrown away before, where discards are turned up. With `!` it may be one "
        "that the table has seen by mistake"
    ),
)
MOVE = add_verb("moves", Part.CARD, Part.HAND, says="moves a card to another of the player's open hands")
SWAP = add_verb("swaps", Part.TWO_CARDS, says="swaps two cards between the player's open hands")
DISCARD = add_verb("sd", Part.ANY_CARDS, says="discards (`????` two cards that nobody has seen), or stands pat")
PAY = add_verb(
    "pay",
    Part.CHIPS,
    says="pays chips into the pot that are not a bet: for an extra card, the Option, a twist, a match",
)
DECLINE = add_verb("no", says="declines an offer, stands, or passes in an auction")
BID = add_verb("bid", Part.CHIPS, says="bids in an auction")
NAME = add_verb("names", Part.RANK, says="names the rank that is wild")
GIVE = add_verb("gives", Part.PLAYER, says="gives the card that was won at an auction to another player")
TAKE = add_verb("takes", Part.CARD, source="deck", says="takes a card from the middle, and pays what it costs")
PICK = add_verb("picks", Part.PLAYER, says="picks a partner")
DECLARE = add_verb(
    "declare",
    Part.WORD,
    says="declares `high`, `low`, `both`, `spade`, `in`, `out`: whatever the game lets a player declare",
)
SET_ASIDE = add_verb("sets", Part.CARDS, says="sets cards aside as a second hand")
SHOW = add_verb(
    "sm",
    Part.ANY_CARDS,
    source="whole hand",
    says=(
        "shows all of the player's cards, up and down, in the order received, or mucks; once more where cards "
        "come after a player who is all in has shown"
    ),
)

#: The names of the verbs above; steps add the others.
_OWN = frozenset(_VERBS)
