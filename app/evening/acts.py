"""Acts: what is done to the people, the stakes and the money of a night, as values that are stored and logged.

Each names people as they were called then, so that the night's log reads as it was written. Chips are of the smallest
unit, money is in the smallest coin; seats and players are ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class Act:
    """Something that is done to a night, now or when the hand on the table has been put away."""

    kind: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Join(Act):
    """A person sits down, at the end or at a ``place``, and buys so many chips."""

    kind = "join"

    name: str
    chips: int = 0
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Buy(Act):
    """A player buys more chips."""

    kind = "buy"

    seat: int
    name: str
    chips: int


@dataclass(frozen=True, slots=True)
class Give(Act):
    """A player hands chips to another, ``to`` whose seat they go.

    ``owed``: what they are worth is settled with everything else; else it was paid on the spot, or is a gift.
    """

    kind = "give"

    seat: int
    name: str
    to: int
    receiver: str
    chips: int
    owed: bool = True


@dataclass(frozen=True, slots=True)
class SitOut(Act):
    """A player is dealt no cards until they come back."""

    kind = "sit-out"

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class ComeBack(Act):
    """A player who sat out is dealt in again."""

    kind = "come-back"

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Leave(Act):
    """A player goes home with their chips; the seat stays theirs. ``now``: their hand is folded when its turn comes."""

    kind = "leave"

    seat: int
    name: str
    now: bool = False


@dataclass(frozen=True, slots=True)
class Rearrange(Act):
    """The seats, clockwise, as they are from now on, and the names of those who sit there."""

    kind = "rearrange"

    seats: tuple[int, ...]
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Button(Act):
    """The dealer's button goes to the player at a place, or of a ``seat``, wherever that is by then."""

    kind = "button"

    place: int
    name: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class NewStakes(Act):
    """The stakes of the hands to come, field by field; ``words`` say them."""

    kind = "stakes"

    stakes: Mapping[str, Any]
    words: str


@dataclass(frozen=True, slots=True)
class NewHouse(Act):
    """The house rules of the hands to come, those that differ from the usual ones."""

    kind = "house"

    house: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PlayFor(Act):
    """What a chip is worth in the smallest coin of a currency, and the set of chips; no currency: chips alone."""

    kind = "play-for"

    currency: str = ""
    worth: int = 0
    chips: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Count(Act):
    """A player's stack was counted: so many chips. ``why`` is given where a difference is accepted.

    ``had`` is what Upcard had when the chips were counted: the count is refused where that has changed since.
    """

    kind = "count"

    seat: int
    name: str
    chips: int
    why: str = ""
    had: int | None = None


@dataclass(frozen=True, slots=True)
class Tally(Act):
    """The stacks of several players were counted, and each is what Upcard has: the ``stacks`` of the ``seats``."""

    kind = "tally"

    seats: tuple[int, ...]
    stacks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Expense(Act):
    """A player has paid for something that all of ``shared``, by seat, share; an odd coin is the payer's own.

    ``sharers`` are the names of those.
    """

    kind = "expense"

    seat: int
    name: str
    what: str
    amount: int
    shared: tuple[int, ...]
    sharers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pay(Act):
    """A player has put cash for chips into the box, or has been given cash from it: then ``amount`` is below 0."""

    kind = "pay"

    seat: int
    name: str
    amount: int


@dataclass(frozen=True, slots=True)
class SplitPot(Act):
    """The chips left in the pot when the night ends go to the players at the table, as evenly as can be.

    It is the same act however many ``chips`` there are: sent again, it finds none left.
    """

    kind = "split-pot"

    chips: int = field(compare=False)


@dataclass(frozen=True, slots=True)
class Settle(Act):
    """The night ends, and who pays whom is worked out, by the fewest transfers.

    ``through``: everything goes through the box, or through the player at the seat ``bank`` of that ``name``.
    """

    kind = "settle"

    through: bool = False
    bank: int | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Paid(Act):
    """A transfer has been paid; without a name the debtor or the creditor is the box."""

    kind = "paid"

    transfer: int
    debtor: str
    creditor: str
    amount: int


@dataclass(frozen=True, slots=True)
class Corrected(Act):
    """A finished hand was corrected, hand ``number`` of the night.

    That brings the players of these ``names`` so many ``chips``, or takes them from them if below 0; what these do not
    come to goes to the pot.
    """

    kind = "correct"

    hand: int
    number: int
    names: tuple[str, ...] = ()
    chips: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Undo(Act):
    """An act is taken back; ``words`` say which."""

    kind = "undo"

    act: int
    words: str = field(default="")


KINDS: dict[str, type[Act]] = {
    act.kind: act
    for act in (
        Join,
        Buy,
        Give,
        SitOut,
        ComeBack,
        Leave,
        Rearrange,
        Button,
        NewStakes,
        NewHouse,
        PlayFor,
        Count,
        Tally,
        Expense,
        Pay,
        SplitPot,
        Settle,
        Paid,
        Corrected,
        Undo,
    )
}


def act_data(act: Act) -> dict[str, Any]:
    """Return an act as it is stored, beside its kind."""
    return asdict(act)


def read_act(kind: str, data: Mapping[str, Any]) -> Act:
    """Return a stored act; lists are tuples again. Fields that this version does not know are left out."""
    known = {one.name for one in fields(KINDS[kind])}
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    return KINDS[kind](**{name: value for name, value in values.items() if name in known})
