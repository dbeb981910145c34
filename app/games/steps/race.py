"""Turning unseen cards until one leads."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.steps import Spec, step_specs


@step_specs.add("turn-until-lead")
@dataclass(frozen=True, slots=True)
class TurnUntilLead(Spec):
    """The next player turns cards one at a time until theirs is the best hand showing, then bets are made.

    Who has turned every card and does not lead must fold. It goes round until all cards of all players still in are
    up. Cards in the middle count as a hand to beat.
    """

    brings_bets = True
    brings_up = True
    leaves_open = ("overtaken_all_up",)

    def words(self) -> str:
        return (
            "Beginning at the dealer's left, the next player turns their cards up one at a time until they have the "
            "best hand showing, then there is betting, which that player opens. A tie does not lead. Who turns all "
            "their cards without leading folds. This goes on until everyone still in has all their cards up."
        )


@step_specs.add("next-turns")
@dataclass(frozen=True, slots=True)
class NextTurns(Spec):
    """The next player in order, going round the table, turns one card up.

    ``round``: it goes on, with betting after each card, until everyone still in has all their cards up.
    """

    round: bool = False

    @property
    def brings_bets(self) -> bool:
        return self.round

    brings_up = True

    def words(self) -> str:
        first = "the player to the dealer's left turns first"
        if self.round:
            return f"The next player turns one card up, then there is betting, until all cards are up; {first}."
        return f"The next player turns one card up; {first}."
