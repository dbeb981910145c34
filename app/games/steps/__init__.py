"""The steps of a hand as a game file writes them: the settings of each, not its play.

A spec is a frozen dataclass registered under the name that scripts use; in ``app/hand/steps``, the class with the
decorator ``@plays`` for it plays it. Steps that only triggers add are also here, under names that scripts cannot use.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from app.games.build import Registry
from app.text import counted, listing, ordinal_word, sentence


def _why_not_in_scripts(spec: type[Spec]) -> str:
    return f"only the trigger {listing(map(repr, spec.set_off_by), 'or')} sets this off" if spec.set_off_by else ""


step_specs: Registry[Spec] = Registry("step", "app.games.steps", _why_not_in_scripts)

#: A price in a game file: chips, or an amount that depends on the night's stakes. The maximum bet is the largest that
#: could be made in the coming round; so is a big bet if the limit does not fix one.
Price = int | Literal["small bet", "double small bet", "big bet", "maximum bet", "ante", "double ante", "free"]

#: A price that may also be the amount of the pot.
EventPrice = Price | Literal["pot"]

#: A price that may also be the pot, or half of it, when it is paid.
PotPrice = EventPrice | Literal["half the pot"]

#: The prices that cost nothing.
FREE: tuple[Price, ...] = (0, "free")

#: The house rules on payments other than bets.
PAYMENTS = ("payments_won_by", "free_redraw")

#: The prices that depend on the ante.
ANTE_PRICES: tuple[Price, ...] = ("ante", "double ante")


class Spec:
    """One step of a hand. Each kind overrides the facts below that differ for it."""

    __slots__ = ()

    #: The triggers that add it to a hand, which scripts cannot; empty for a step of a script.
    set_off_by: ClassVar[tuple[str, ...]] = ()

    #: The ``then`` of such a trigger, if it can set off more than one kind of step.
    set_off_then: ClassVar[str] = ""

    #: Whether it deals a street.
    starts_street: ClassVar[bool] = False

    #: Whether its cards belong to the street before it; after a bet they begin a new one.
    joins_street: ClassVar[bool] = False

    #: The part of the hand that the table judges, as the end of "You judge"; empty if the rules decide.
    you_judge: ClassVar[str] = ""

    #: Whether hands are compared or named before the showdown.
    compares: ClassVar[bool] = False

    #: Whether it can be repeated.
    may_repeat: ClassVar[bool] = False

    #: Whether players keep their down cards. Down cards that change hands cannot be traced.
    keeps_cards: ClassVar[bool] = True

    @property
    def adds(self) -> int:
        """The number of cards that each player gains; below 0 if they lose cards."""
        return 0

    @property
    def replaces(self) -> int:
        """The most cards that a player may replace."""
        return 0

    @property
    def street(self) -> str:
        """The name of the street that it begins; empty leaves the name to the game."""
        return ""

    @property
    def shared(self) -> int:
        """The number of cards laid in the middle."""
        return 0

    @property
    def brings_up(self) -> bool:
        """Whether it may bring up-cards."""
        return False

    @property
    def ups(self) -> int:
        """The most up-cards that each player may get."""
        return int(self.brings_up)

    @property
    def brings_bets(self) -> bool:
        """Whether it brings betting rounds of its own."""
        return False

    @property
    def openers(self) -> int:
        """The number of openers that sheets name: one of a betting round, two if any number of rounds open as usual."""
        return 0

    @property
    def players_leave(self) -> bool:
        """Whether players may drop out of the hand."""
        return self.brings_bets

    @property
    def leaves_open(self) -> tuple[str, ...]:
        """The ids of house rules that apply to it, besides those for every game: by default, the ones on its price."""
        return () if all(price in FREE for price in prices_of(self)) else PAYMENTS

    def words(self, holder: str = "player") -> str:
        """Return the step as the rule sheet says it; the ``holder`` of a hand is a player or a team.

        A sheet has sentences of its own for bets and the showdown.
        """
        raise NotImplementedError


def prices_of(part: object) -> list[PotPrice]:
    """Return the prices that a step or a trigger charges."""
    prices = [getattr(part, name) for name in ("price", "keep_price") if hasattr(part, name)]
    return [*prices, *(cost for cost in getattr(part, "costs", ()) if not isinstance(cost, int))]


def price_text(price: PotPrice) -> str:
    """Return a price as the rule sheet says it."""
    if price in ("pot", "half the pot"):
        return "as much as is in the pot" if price == "pot" else "half of what is in the pot"
    if price in ("double small bet", "double ante"):
        return f"twice the {price.removeprefix('double ')}"
    if price in FREE:
        return "free"
    return counted(price, "chip") if isinstance(price, int) else f"the {price}"


def street_name(cards: int) -> str:
    """Return ``Fourth street`` for the round in which each player holds four cards.

    Before the first cards only the middle is dealt to: ``The middle``.
    """
    return f"{sentence(ordinal_word(cards))} street" if cards else "The middle"
