"""Which steps of a script begin a street: the cards that come between two betting rounds."""

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
