"""Guts, checked by an independent count that records for each chip in the pot the players who could have matched it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from app.games.house import Stakes
from app.games.load import resolve
from app.hand.play import start
from app.hand.settlement.pots import pots_of
from app.hand.state import Setup, State
from tests.hand.at_table import NAMES, after, stacks


@dataclass
class ChipCount:
    """The chips of each player, and for each chip in the middle the players who can win it."""

    chips: list[int]
    middle: list[frozenset[int]] = field(default_factory=list)

    def pay(self, owed: dict[int, int]) -> None:
        """Pay what players owe, as far as they can; players with fewer chips cannot win the chips above theirs."""
        had = list(self.chips)
        for seat, amount in owed.items():
            paid = min(amount, had[seat])
            self.chips[seat] -= paid
            self.middle += [frozenset(at for at, own in enumerate(had) if own >= chip) for chip in range(1, paid + 1)]

    def contest(self, best_first: list[int], cap: int) -> None:
        """Give each part of the pot to the best player who can win it; losers who played for it owe the same amount."""
        parts, owed = Counter(self.middle), Counter[int]()
        self.middle = []
        for able, amount in parts.items():
            playing = [seat for seat in best_first if seat in able]
            if playing:
                self.chips[playing[0]] += amount
                owed.update(dict.fromkeys(playing[1:], amount))
            else:
                self.middle += [able] * amount
        self.pay({seat: min(amount, cap) if cap else amount for seat, amount in owed.items()})


@pytest.mark.parametrize("seed", range(60))
def test_stacks_and_pots_agree_with_a_count_chip_by_chip(seed: int) -> None:
    random = Random(seed)
    count, ante, cap = random.randint(2, 6), random.choice([1, 2, 5]), random.choice([0, 0, 4, 9])
    had = [random.choice([1, 2, 3, 7, 20, 60, 200]) for _ in range(count)]
    state = start(
        Setup(
            game=resolve("guts-two-card", {"cap": cap}),
            names=NAMES[:count],
            stacks=tuple(had),
            antes=(ante,) * count,
            stakes=replace(Stakes(), ante=ante),
        )
    )
    own = ChipCount(list(had))
    own.pay(dict.fromkeys(range(count), ante))
    matches = 0
    while state.result is None and matches < 6:
        best_first = random.sample(range(count), random.randint(2 if matches < 3 else 1, count))
        before = state.pot
        state = contested(state, best_first)
        own.contest(best_first, cap)
        assert sum(stack or 0 for stack in stacks(state)) + (state.pot if state.result is None else 0) == sum(had)
        assert stacks(state) == own.chips
        if state.result is None:
            assert state.pot == len(own.middle)
            assert {pot.seats: pot.amount for pot in pots_of(state)} == Counter(own.middle)
            assert not cap or state.pot <= before + cap * (len(best_first) - 1)
            state = after(state, "d redeal")
            matches += 1
    assert state.result is None or not own.middle


def contested(state: State, best_first: list[int]) -> State:
    """Deal, declare these players in and the others out, and rank them in this order by ruling."""
    count = len(state.players)
    state = after(state, *(f"d dh p{seat + 1} ????" for seat in range(count)))
    state = after(state, *(f"p{seat + 1} declare {'in' if seat in best_first else 'out'}" for seat in range(count)))
    if len(best_first) == 1:
        return after(state, "d ok")
    return after(state, f"d ranks high {' '.join(f'p{seat + 1}' for seat in best_first)}")


def test_a_winner_gets_no_more_from_one_loser_in_all_pots_than_the_winner_could_have_paid() -> None:
    """Short antes make pots of 8, 6 and 2. Cy has 10 left, so Dee pays 8 for the first, 2 for the next, and no more."""
    stakes = replace(Stakes(), ante=5)
    state = start(Setup(resolve("three-five-seven"), NAMES[:4], (2, 4, 15, 20), (5,) * 4, stakes))
    state = after(state, *(f"d dh p{seat} ??????" for seat in range(1, 5)))
    state = after(state, "p1 declare out, p2 declare out, p3 declare in, p4 declare in, d ranks high p3 p4")
    assert (stacks(state), state.pot) == ([0, 0, 20, 5], 16)
