"""A pot that is won in the middle of a hand with the cards set aside, and matched by those who were in and lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from app.games.because import Because
from app.hand.chips import behind, cut_payments, take
from app.hand.settlement.pots import Pot, divide_among, pots_of, tie_order
from app.hand.state import DeadMoney, State
from app.ranking import high


@dataclass(frozen=True, slots=True)
class WonAside:
    """Who wins how much, by seat, ties with whom, and ``why`` more than those; what each who ``lost`` has to match.

    ``left`` are the pots that nobody who is in can win.
    """

    won: dict[int, int] = field(default_factory=dict)
    tied: dict[int, tuple[int, ...]] = field(default_factory=dict)
    why: dict[int, tuple[Because, ...]] = field(default_factory=dict)
    lost: dict[int, int] = field(default_factory=dict)
    left: list[Pot] = field(default_factory=list)


def play_aside(state: State, seats: Sequence[int], *, side_pots: bool) -> WonAside:
    """Judge the cards that these seats have set aside: for the whole pot, or for each side pot among its players."""
    house = state.setup.house
    odd_chip = Because("odd chip of a tie", word=house.odd_chip_tie, ruling="odd_chip_tie")
    pots = [pot for pot in pots_of(state) if pot.amount] if side_pots else [Pot(state.pot, frozenset(seats))]
    outcome = WonAside()
    for pot in pots:
        playing = [seat for seat in seats if seat in pot.seats]
        if not playing:
            outcome.left.append(pot)
            continue
        winners = playing
        if len(playing) > 1:
            best = _best_set_aside(state, playing)
            winners = tie_order({seat: state.players[seat].set_aside for seat in best}, house)
        parts = divide_among(pot.amount, winners, house.chip_unit)
        for seat, chips in parts.items():
            others = set(outcome.tied.get(seat, ())) | set(winners) - {seat}
            outcome.won[seat] = outcome.won.get(seat, 0) + chips
            outcome.tied[seat] = tuple(sorted(others))
            if chips > min(parts.values()):
                outcome.why[seat] = (odd_chip,)
        for seat in playing:
            if seat not in winners:
                outcome.lost[seat] = outcome.lost.get(seat, 0) + pot.amount
    return outcome


def push_aside(state: State, outcome: WonAside) -> State:
    """Return the state with the pots pushed to their winners; what is left stays for those who could match it."""
    for seat, amount in outcome.won.items():
        stack = state.players[seat].stack
        state = state.with_player(seat, stack=None if stack is None else stack + amount, all_in=False)
    for seat in state.setup.seats:
        state = state.with_player(seat, committed=0, bet=0)
    dead = tuple(DeadMoney(pot.amount, pot.seats) for pot in outcome.left)
    return replace(state, dead_money=dead, carried=0, antes=(0,) * len(state.players))


def match(state: State, paid: Mapping[int, int]) -> State:
    """Return the state after these payments into the pot; each player can win what their own chips could match."""
    reach = {seat: behind(state, seat) for seat in state.live}
    dead = tuple(DeadMoney(pot.amount, pot.seats) for pot in cut_payments(paid, reach))
    for seat, amount in paid.items():
        state = take(state, seat, amount)
    return replace(state, dead_money=(*state.dead_money, *dead))


def _best_set_aside(state: State, seats: Sequence[int]) -> list[int]:
    rules, bugs = state.high_rules, state.wild.bugs
    scores = {
        seat: high(state.players[seat].set_aside, state.wild.for_seat(seat), rules=rules, bugs=bugs) for seat in seats
    }
    best = max(scores.values())
    return [seat for seat in seats if scores[seat] == best]
