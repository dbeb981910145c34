"""A part of the hand that the table plays as it likes."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.steps import PAYMENTS, Spec, step_specs
from app.games.values import Words


@step_specs.add("as-played")
@dataclass(frozen=True, slots=True)
class AsPlayed(Spec):
    """The dealer says what comes next: a betting round, chips that a player pays or gets, a player who is out.

    It ends when the dealer says so. Cards that are dealt in it are not entered.

    ``how``: how the game is played, for the rule sheet.
    """

    how: Words = ""

    you_judge = "what comes next"
    brings_bets = True
    leaves_open = PAYMENTS

    def words(self, holder: str = "player") -> str:
        return self.how or (
            "The table plays as it likes: the dealer enters each betting round, and whoever pays, gets chips from the "
            "pot or is out."
        )
