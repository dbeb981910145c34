"""The steps of a hand as a game file writes them: what each asks for, without any of its play.

A spec is a frozen dataclass registered under the name that scripts use; the module of the same name in
``app/hand/steps`` plays it. Specs that only triggers make are here too, under names no script needs.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from app.games.build import Registry
from app.text import ordinal_word, sentence

step_specs: Registry[Spec] = Registry("step", "app.games.steps")

#: A price in a game file: chips, or a figure that follows the stakes of the night. The maximum bet is the largest that
#: could be made in the round to come; a big bet is the same where the limit fixes none.
Price = int | Literal["small bet", "big bet", "maximum bet", "ante", "double ante", "free"]

#: The house rules that any payment other than a bet may come to.
PAYMENTS = ("payments_won_by", "free_redraw")

#: The prices that are none at a table without an ante.
ANTE_PRICES: tuple[Price, ...] = ("ante", "double ante")


class Spec:
    """One step of a hand. A step overrides what the rest of the game has to know of it."""

    __slots__ = ()

    #: The triggers that alone put it into a hand; none for a step of a script.
    set_off_by: ClassVar[tuple[str, ...]] = ()

    #: The ``then`` of a trigger that does so, where it sets off more than one kind of step.
    set_off_then: ClassVar[str] = ""

    #: Whether it deals a street.
    starts_street: ClassVar[bool] = False

    #: Whether its cards belong to the street dealt before it, or make one where bets lie between.
    joins_street: ClassVar[bool] = False

    #: Whether players build open hands in it, named or not.
    builds: ClassVar[bool] = False

    #: Whether players keep the down cards that they hold; those that change hands are nobody's to trace.
    keeps_cards: ClassVar[bool] = True

    @property
    def adds(self) -> int:
        """How many cards each player gets, less those they lose."""
        return 0

    @property
    def replaces(self) -> int:
        """How many cards at most are dealt to each player in place of others."""
        return 0

    @property
    def shared(self) -> int:
        """How many cards come to lie in the middle."""
        return 0

    @property
    def brings_up(self) -> bool:
        """Whether up-cards may come of it."""
        return False

    @property
    def ups(self) -> int:
        """How many up-cards each player may get by it."""
        return int(self.brings_up)

    @property
    def brings_bets(self) -> bool:
        """Whether betting rounds come of it."""
        return False

    @property
    def leaves_open(self) -> tuple[str, ...]:
        """The ids of the house rules that decide something in it, beside those that any game may come to."""
        return ()

    @property
    def hands(self) -> tuple[str, ...]:
        """The names of the open hands that players build in it."""
        return ()

    @property
    def shows_best_of(self) -> str:
        """Which of the hands that a player builds is the hand showing, as a sentence; empty where none are built."""
        return ""

    @property
    def sells(self) -> str:
        """The name by which later steps ask who has bought something in it; empty where nothing is sold."""
        return ""

    @property
    def sets_aside(self) -> int:
        """How many cards each player sets aside as a second hand."""
        return 0

    def words(self, holder: str = "player") -> str:
        """Return the step as the rule sheet says it; the ``holder`` of a hand is a player, or a pair of partners."""
        raise NotImplementedError


def prices_of(part: object) -> list[Price]:
    """Return the prices that a step or a trigger asks."""
    return [getattr(part, name) for name in ("price", "keep_price") if hasattr(part, name)]


def price_words(price: Price) -> str:
    """Return a price as the rule sheet says it."""
    if price in (0, "free"):
        return "free"
    return f"{price} chips" if isinstance(price, int) else f"the {price}"


def street_name(cards: int) -> str:
    """Return ``Fourth street`` for the round in which each player holds four cards."""
    return f"{sentence(ordinal_word(cards))} street" if cards else "No street"
