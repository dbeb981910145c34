"""Declarations in one pot: who wins each share by them, whose declaration has failed, and why."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from app.games.because import Because
from app.hand.folding import partner_of
from app.hand.settlement.contest import declarations, ruled_winners
from app.hand.settlement.cut import Winners
from app.hand.settlement.scores import Scores
from app.hand.state import State


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who wins each share of a pot as declared, and why the declarations of others have failed, by seat.

    Who declared high and was beaten has lost, not failed. Somebody's declaration ``holds`` unless all have failed.
    ``both`` are those whose declaration of both holds.
    """

    winners: Winners
    failed: Mapping[int, Because]
    both: AbstractSet[int]

    @property
    def holds(self) -> bool:
        """Whether anybody's declaration holds."""
        return any(self.winners.values())


def judge_declared(scores: Scores, seats: AbstractSet[int], out: AbstractSet[int]) -> Verdict:
    """Judge a pot by declaration, without those who are ``out`` of it by having failed in the main pot.

    Who declared both must win both, by the house's rule for ties. Those who fail drop out, and the rest are judged
    again. Whom the dealer has ruled to win a share wins it, whatever was declared.
    """
    state = scores.state
    declared = declarations(state, seats)
    failed = {seat: Because("failed in the main pot", seat, ruling="both_scope") for seat in seats & out}
    winners = _winners(scores, seats, seats - out, declared)
    both = {seat for seat, name in declared.items() if name == "both"}
    failed |= {seat: _why_both(scores, seat, winners) for seat in both - out if not _wins_both(state, seat, winners)}
    winners = _winners(scores, seats, seats - failed.keys(), declared)
    for share in state.game.shares:
        for seat, name in declared.items():
            if name == share.name and scores.cannot_win(share, seat):
                failed[seat] = Because("declared without", seat, word=name, words=(share.lacking(),))
    ruled = {seat for share in state.game.shares for seat in ruled_winners(state, share, seats)}
    failed = {seat: why for seat, why in sorted(failed.items()) if seat not in ruled}
    return Verdict(winners, failed, both - failed.keys())


def _winners(
    scores: Scores, seats: AbstractSet[int], left: AbstractSet[int], declared: Mapping[int, str]
) -> dict[str, tuple[int, ...]]:
    """Return who wins each share among those left, each of whom plays for what they declared.

    Whom the dealer has ruled to win it wins it, whatever was declared.
    """
    winners = {}
    for share in scores.state.game.shares:
        entrants = [seat for seat in left if declared.get(seat) in (share.name, "both")]
        winners[share.name] = ruled_winners(scores.state, share, seats) or scores.best(share, seats, entrants)
    return winners


def _wins_both(state: State, seat: int, winners: Winners) -> bool:
    """Return whether a seat wins every share: outright, apart from a partner, or by a tie too if the house says so."""
    outright = state.setup.house.both_ways == "win outright"
    team = {seat, partner_of(state, seat)}
    return all(seat in won and (not outright or team.issuperset(won)) for won in winners.values())


def _why_both(scores: Scores, seat: int, winners: Winners) -> Because:
    """Return why a seat that declared both has failed."""
    for share in scores.state.game.shares:
        if scores.cannot_win(share, seat):
            return Because("both, without", seat, word=share.lacking(), ruling="both_ways")
    if lost := tuple(name for name, won in winners.items() if seat not in won):
        return Because("both, lost", seat, words=lost, ruling="both_ways")
    tied = tuple(name for name, won in winners.items() if won != (seat,))
    return Because("both, tied", seat, words=tied, ruling="both_ways")
