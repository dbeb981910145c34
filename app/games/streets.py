"""Which steps begin a street, the cards that come between two betting rounds, and which burn a card first."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.steps import Spec
from app.games.steps.bet import Bet


def begins_street(script: Sequence[Spec], at: int) -> bool:
    """Return whether the cards of a step are the first of a street.

    Those of a deal are, unless cards have been turned up for the same bets just before; two deals are two streets
    though nobody bets between them. Cards turned up, or laid in the middle, belong to the deal before them, and begin
    a street where bets lie between.
    """
    spec = script[at]
    if not (spec.starts_street or spec.joins_street):
        return False
    for before in range(at - 1, -1, -1):
        if isinstance(script[before], Bet) or script[before].brings_bets:
            return True
        if script[before].starts_street:
            return spec.starts_street
        if script[before].joins_street and begins_street(script, before):
            return False
    return True


def burns_before(script: Sequence[Spec], at: int) -> bool:
    """Return whether a step begins a street for which a card is burnt, where any are: cards come after a bet."""
    off_the_deck = script[at].starts_street or script[at].shared > 0
    bet_before = any(isinstance(step, Bet) or step.brings_bets for step in script[:at])
    return off_the_deck and bet_before and begins_street(script, at)
