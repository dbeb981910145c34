"""Streets: their numbers and names, the steps that begin one, and the burns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, takewhile

from app.games.errors import GameError
from app.games.steps import Spec, street_name
from app.games.steps.bet import Bet
from app.games.steps.rounds import Repeat

#: More players than sit at any table.
MANY = 99


def most_dealt_in(script: Sequence[Spec], cards: int) -> int:
    """Return how many players a deck can deal in before the first bet; ``cards`` of it are left for them."""
    before_bets = tuple(takewhile(lambda step: not isinstance(step, Bet) and not step.brings_bets, script))
    first = max(accumulate(step.adds for step in before_bets), default=0)
    left = cards - sum(step.shared for step in before_bets)
    return left // first if first else MANY


def name_streets(script: Sequence[Spec], by: str) -> tuple[tuple[int, ...], tuple[str, ...], int]:
    """Return the number and name of each step's street, and the most cards that a player holds.

    A street is named after the number of cards that each player holds at its bet. A game that deals four or more before
    its first bet has numbered rounds instead, unless its file says otherwise; the first has the number of third street.
    A name given by a step applies from that step on.
    """
    held = most = rounds = 0
    first = None
    counts: list[tuple[int, int]] = []
    named: list[int] = []
    for step in script:
        held += step.adds
        if held < 0:
            raise GameError("more cards are thrown away than dealt", key="script", about="script")
        most = max(most, held)
        counts.append((held, rounds + 1))
        if isinstance(step, Bet) or step.brings_bets:
            first = most if first is None else first
            rounds += 1
            to_here = [count for count, _ in counts[len(named) :]]
            named += to_here if (named[-1:] + to_here) == sorted(named[-1:] + to_here) else [held] * len(to_here)
    if by == "cards" or (by != "rounds" and most and (first or 0) < 4):
        named += [count for count, _ in counts[len(named) :]]
        return tuple(n for n, _ in counts), _with_own_names(script, map(street_name, named)), most
    rounds_named = (f"Round {n}" for _, n in counts)
    return tuple(n + 2 for _, n in counts), _with_own_names(script, rounds_named), most


def _with_own_names(script: Sequence[Spec], labels: Iterable[str]) -> tuple[str, ...]:
    """Return the name of each step's street: the one that the last named step gives, or else the counted one.

    From the first step that may be repeated, only the hand itself can count its rounds, and counted names are empty.
    """
    again = min((at - step.steps for at, step in enumerate(script) if isinstance(step, Repeat)), default=len(script))
    named, own = [], ""
    for at, (step, label) in enumerate(zip(script, labels, strict=True)):
        own = step.street or own
        named.append(own or (label if at < again else ""))
    return tuple(named)


def begins_street(script: Sequence[Spec], at: int) -> bool:
    """Return whether the cards of a step are the first of a street.

    A deal begins a street, unless cards have just been turned up for the same bets; two deals are two streets even
    without a bet between them. Cards turned up, or dealt in the middle, belong to the deal before them, and begin a
    street only after a bet.
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
    """Return whether a card may be burnt before a step: it begins a street after a bet."""
    off_the_deck = script[at].starts_street or script[at].shared > 0
    bet_before = any(isinstance(step, Bet) or step.brings_bets for step in script[:at])
    return off_the_deck and bet_before and begins_street(script, at)
