"""Pots, derived from what each player has put in; nobody ever enters a side pot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.hand.state import DeadMoney, Setup, State


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips and the seats that can win them. The first pot is the main pot."""

    amount: int
    seats: frozenset[int]


def pots_of(state: State) -> tuple[Pot, ...]:
    """Return the main pot and the side pots as they stand, bets in front included. They add up to ``state.pot``."""
    even = len(set(state.setup.antes)) == 1
    # Uneven antes (one player posting for the table) are dead money in the main pot: nobody has to match them.
    loose = 0 if even else sum(state.antes)
    committed = [player.committed for player in state.players]
    if not even:
        committed = [total - ante for total, ante in zip(committed, state.antes, strict=True)]
    live = state.live
    stuck = {seat for seat in live if state.players[seat].all_in}
    layers = _layers(committed, live, stuck)
    return _with_dead(layers, state.carried + loose, state.dead_money, frozenset(live))


def paid_antes(setup: Setup) -> list[int]:
    """Return what each player anted: no more than the stack held, and nothing in a game without antes."""
    if not setup.game.ante:
        return [0] * len(setup.stacks)
    return [ante if stack is None else min(ante, stack) for ante, stack in zip(setup.antes, setup.stacks, strict=True)]


def _layers(committed: Sequence[int], live: Iterable[int], stuck: set[int]) -> list[Pot]:
    """Cut the contributions at each all-in total; a layer that nobody can win falls to the one below."""
    cuts = sorted({committed[seat] for seat in stuck} | {max(committed)})
    layers: list[Pot] = []
    below = 0
    for cut in cuts:
        amount = sum(min(total, cut) - min(total, below) for total in committed)
        seats = frozenset(seat for seat in live if seat not in stuck or committed[seat] >= cut)
        if layers and (not seats or seats == layers[-1].seats):
            layers[-1] = Pot(layers[-1].amount + amount, layers[-1].seats)
        else:
            layers.append(Pot(amount, seats))
        below = cut
    return layers


def _with_dead(layers: list[Pot], loose: int, dead: Iterable[DeadMoney], live: frozenset[int]) -> tuple[Pot, ...]:
    """Add chips not bet: loose ones to the main pot, a payment to the first pot whose players could match it."""
    if loose:
        layers[0] = Pot(layers[0].amount + loose, layers[0].seats)
    for paid in dead:
        eligible = paid.eligible & live
        at = next((n for n, pot in enumerate(layers) if pot.seats <= eligible), None)
        if at is None and eligible:
            layers.append(Pot(paid.amount, eligible))
            continue
        at = len(layers) - 1 if at is None else at
        layers[at] = Pot(layers[at].amount + paid.amount, layers[at].seats)
    return tuple(pot for n, pot in enumerate(layers) if pot.amount or n == 0)
