"""A pot contested by the players who are in: the winners, and the payments of the losers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field

from app.dataclass import dataclass, replace
from app.games.reasons import Reason
from app.hand.chips import behind, cut_payments, freeze_pots, give_chips, payable, take
from app.hand.settlement.pots import Pot, divide_among, pots_of
from app.hand.state import DeadMoney, State


@dataclass(frozen=True, slots=True)
class Contested:
    """Pots contested as one by the seats ``playing``, with the chips ``won`` by seat, empty if the pots stay."""

    pots: tuple[Pot, ...]
    playing: tuple[int, ...]
    won: Mapping[int, int] = field(default_factory=dict)

    @property
    def amount(self) -> int:
        """The chips in the pots."""
        return sum(pot.amount for pot in self.pots)

    @property
    def losers(self) -> tuple[int, ...]:
        """The seats that play and win nothing."""
        return tuple(seat for seat in self.playing if seat not in self.won)


def contested_pots(state: State, seats: Sequence[int], *, side_pots: bool) -> list[Contested]:
    """Return the contests of these seats: one for all pots together, or one for each pot among the seats in it."""
    pots = tuple(pot for pot in pots_of(state) if pot.amount)
    if not side_pots:
        return [Contested(pots, tuple(seats))]
    return [Contested((pot,), tuple(seat for seat in seats if seat in pot.seats)) for pot in pots]


def award_contested(
    state: State, contested: Iterable[Contested], winners_of: Callable[[Sequence[int]], Sequence[int]]
) -> list[Contested]:
    """Return the contests with their winners; ``winners_of`` gives them in the order of odd chips."""
    unit, awarded = state.setup.house.chip_unit, []
    for pots in contested:
        winners = winners_of(pots.playing)
        awarded.append(replace(pots, won=divide_among(pots.amount, winners, unit)) if winners else pots)
    return awarded


def totals_of(contested: Iterable[Contested]) -> dict[int, int]:
    """Return the chips won by seat, without seats that win nothing of an empty pot."""
    totals = Counter[int]()
    for pots in contested:
        totals.update(pots.won)
    return {seat: chips for seat, chips in totals.items() if chips}


def lost_in(contested: Iterable[Contested], price: Callable[[int], int]) -> dict[int, int]:
    """Return, by seat, the price of all the pots that it loses, taken together."""
    lost = Counter[int]()
    for pots in contested:
        lost.update(dict.fromkeys(pots.losers, pots.amount))
    return {seat: price(amount) for seat, amount in lost.items()}


def push_contested(state: State, contested: Sequence[Contested]) -> State:
    """Push the won pots to their winners in mid-hand; the others stay for the players who could match them."""
    state = freeze_pots(state, [pot for pots in contested if not pots.won for pot in pots.pots])
    for seat, amount in totals_of(contested).items():
        state = give_chips(state, seat, amount)
    return state


def match_lost(state: State, lost: Mapping[int, int]) -> State:
    """Make the losers pay what they lost, or all they have left; players can win what their own chips could match."""
    paid = {seat: payable(state, seat, pot) for seat, pot in lost.items()}
    if not any(paid.values()):
        return state
    reach = {seat: behind(state, seat) for seat in state.live}
    dead = tuple(DeadMoney(pot.amount, pot.seats) for pot in cut_payments(paid, reach))
    for seat, chips in paid.items():
        state = _pay(state, seat, chips)
        if chips:
            state = state.say(Reason("matches all in" if chips < lost[seat] else "matches", seat, amount=chips))
    return replace(state, dead_money=(*state.dead_money, *dead))


def pay_winners(state: State, contested: Sequence[Contested], price: Callable[[int], int], *, side_pots: bool) -> State:
    """Make the losers of each pot pay its winners the size of the pot, or all they have left; the pots stay.

    A loser pays no more than the price of all pots lost. With side pots a winner gets no more from one loser, in all
    pots together, than the winner's own chips could have matched.
    """
    state, reach = freeze_pots(state, pots_of(state)), {seat: behind(state, seat) for seat in state.live}
    unit, owed, paid = state.setup.house.chip_unit, lost_in(contested, price), Counter[tuple[int, int]]()
    for pots in contested:
        for loser in pots.losers if pots.won else ():
            due = payable(state, loser, min(pots.amount, owed[loser]))
            for winner, part in divide_among(due, tuple(pots.won), unit).items():
                most = reach[winner]
                chips = part if most is None or not side_pots else min(part, most - paid[loser, winner])
                if chips:
                    owed[loser] -= chips
                    paid[loser, winner] += chips
                    state = give_chips(_pay(state, loser, chips), winner, chips)
                    state = state.say(Reason("pays the winner", loser, seats=(winner,), amount=chips))
    return state


def _pay(state: State, seat: int, chips: int) -> State:
    player = state.players[seat]
    return take(state, seat, chips).with_player(seat, from_pot=player.from_pot - chips, matched=player.matched + chips)
