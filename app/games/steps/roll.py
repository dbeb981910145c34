"""Steps that turn cards up: chosen ones, all of them, or until a player leads."""

from __future__ import annotations

from app.dataclass import dataclass
from app.games.steps import Spec, step_specs
from app.games.values import Count, SaleName, Words
from app.text import count_word, sentence


@step_specs.add("roll")
@dataclass(frozen=True, slots=True)
class Roll(Spec):
    """Each player turns up down cards: all together, or in turn from the dealer's left.

    ``count``: how many cards each player turns up.
    ``in_turn``: one player after another, each seeing the cards turned before.
    ``optional``: a player may decline.
    ``stack``: the card turned is the top of a stack put in order earlier, so there is nothing to choose.
    ``above``: only players who hold more cards than this turn one up.
    ``bought``: the ``key`` of an earlier ``buy`` step; only its buyers turn one up.
    ``unless_bought``: the ``key`` of an earlier ``buy`` step; its buyers leave theirs down.
    ``which``: which card it is, in words, if the player has no choice.
    ``newest``: only one of this many down cards received last; 0 for any.
    """

    count: Count = 1
    in_turn: bool = False
    optional: bool = False
    stack: bool = False
    above: int = 0
    bought: SaleName = ""
    which: Words = ""
    unless_bought: SaleName = ""
    newest: int = 0

    joins_street = True
    brings_up = True

    @property
    def ups(self) -> int:
        return self.count

    @property
    def leaves_open(self) -> tuple[str, ...]:
        return () if self.in_turn else ("turn_order",)

    def words(self, holder: str = "player") -> str:
        cards = "one down card" if self.count == 1 else f"{count_word(self.count)} down cards"
        who = f"each {holder}"
        if self.bought:
            who = "each player who paid for it"
        elif self.unless_bought:
            who = "each player who has not paid"
        elif self.above:
            who = f"each player who holds more than {count_word(self.above)} card{'s' * (self.above > 1)}"
        if self.bought or self.unless_bought:
            return sentence(f"{who} chooses {cards}, and these are turned up together; the others keep theirs down.")
        if self.which and not self.in_turn:
            return sentence(f"{who} turns up {self.which}, all together.")
        if self.optional:
            return f"In turn from the dealer's left, {who} may turn up {cards}."
        if self.stack:
            top = "top card" if self.count == 1 else f"top {count_word(self.count)} cards"
            return f"All turn up the {top} of their stack together."
        if self.in_turn:
            return f"In turn from the dealer's left, {who} turns up {self.which or f'{cards} of their choice'}."
        return sentence(f"{who} chooses {cards} and all turn them up together.")


@step_specs.add("turn-all-up")
@dataclass(frozen=True, slots=True)
class TurnAllUp(Spec):
    """Everyone turns all their cards face up."""

    joins_street = True
    brings_up = True
    leaves_open = ("turn_order",)

    def words(self, holder: str = "player") -> str:
        return "Everyone turns all their cards face up."


@step_specs.add("turn-until-lead")
@dataclass(frozen=True, slots=True)
class TurnUntilLead(Spec):
    """The next player turns up cards one at a time until they have the best hand showing; a betting round follows.

    A player who turns every card without leading must fold. The turn goes around the table until all cards of everyone
    still in are up. Cards in the middle count as a hand to beat.
    """

    compares = True
    brings_bets = True
    brings_up = True
    leaves_open = ("overtaken_all_up",)

    def words(self, holder: str = "player") -> str:
        return (
            "From the dealer's left, the next player turns their cards up one at a time until they have the best hand "
            "showing, and then opens a betting round. A tie does not take the lead. A player who has turned every card "
            "without taking it folds. This goes on until everyone still in has all their cards up."
        )


@step_specs.add("next-turns")
@dataclass(frozen=True, slots=True)
class NextTurns(Spec):
    """The next player in order around the table turns one card up.

    ``round``: the turns continue, with betting after each card, until everyone still in has all their cards up.
    """

    round: bool = False

    @property
    def brings_bets(self) -> bool:
        return self.round

    @property
    def openers(self) -> int:
        return 2 * self.round

    brings_up = True

    def words(self, holder: str = "player") -> str:
        first = "the player to the dealer's left turns first"
        if self.round:
            return f"The next player turns one card up, then there is betting, until all cards are up; {first}."
        return f"The next player turns one card up; {first}."
