"""A pot played for in mid-hand with cards set aside: won, matched by the losers, or anted again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.hand.state import Setup
from tests.checks.chips_put_in import Ledger, Payment, Pot
from tests.checks.judging import split_equally
from tests.checks.watching import UNSEEN

IN, OUT = "in", "out"


@dataclass
class Aside:
    """Who has said in or out in this deal, and the cards each has set aside, ``??`` if unknown.

    ``taken``: the only player in has taken the pot.
    """

    said: dict[int, str] = field(default_factory=dict)
    cards: dict[int, list[str]] = field(default_factory=dict)
    taken: bool = False

    def hear(self, words: Sequence[str]) -> None:
        match words:
            case [who, "declare", ("in" | "out") as what]:
                self.said[int(who[1:]) - 1] = what
            case [who, "sets", cards, *_]:
                self.cards[int(who[1:]) - 1] = [cards[at : at + 2] for at in range(0, len(cards), 2)]
            case ["d", "ok"]:
                self.taken = len(self.players) == 1

    @property
    def players(self) -> list[int]:
        return sorted(seat for seat, what in self.said.items() if what == IN)

    def over(self, live: Collection[int]) -> bool:
        """Return whether all have said in or out, and the players in have shown, or one has taken the pot alone."""
        if not set(live) <= set(self.said):
            return False
        return self.taken or all(UNSEEN not in self.cards[seat] for seat in self.players)


def play_for(
    ledger: Ledger,
    setup: Setup,
    live: Sequence[int],
    scores: Mapping[int, object],
    *,
    side_pots: bool,
    odd_order: Callable[[int], Any],
) -> None:
    """Play for the pot with these scores of the players in.

    With side pots, each wins no more than they could match; otherwise the best takes all. Losers pay what they lost, or
    all they have, into a pot for the next deal, for those who could match it. If nobody has to pay, all ante again.
    """
    if not scores:
        return  # nobody is in: deal again for the same pot
    pots = ledger.pots(live) if side_pots else [Pot(ledger.total(), tuple(live))]
    left = []
    owed: dict[int, int] = {}
    for pot in pots:
        playing = [seat for seat in scores if seat in pot.seats]
        if not playing:
            left.append(pot)
            continue
        best = [seat for seat in playing if all(scores[seat] >= scores[other] for other in playing)]
        for seat, chips in split_equally(pot.chips, best, setup.house.chip_unit, odd_order).items():
            ledger.stacks[seat] += chips
        for seat in set(playing) - set(best):
            owed[seat] = owed.get(seat, 0) + pot.chips
    ledger.play_again([Payment(pot.chips, frozenset(pot.seats)) for pot in left])
    matched = match(ledger, live, owed)
    if left or (owed and (matched or not side_pots)):
        return
    for seat in live:
        ante = min(setup.antes[seat], ledger.stacks[seat])
        ledger.stacks[seat] -= ante
        ledger.bets[seat] = ante


def match(ledger: Ledger, live: Sequence[int], owed: Mapping[int, int]) -> int:
    """Pay what is owed as far as the stacks go, each chip to be won by players who had as many; return the total."""
    had = {seat: ledger.stacks[seat] for seat in live}
    paid = {seat: min(chips, had[seat]) for seat, chips in owed.items()}
    for seat, chips in paid.items():
        ledger.stacks[seat] -= chips
    levels: dict[frozenset[int], int] = {}
    for level in range(max(paid.values(), default=0)):
        able = frozenset(seat for seat in live if had[seat] > level)
        levels[able] = levels.get(able, 0) + sum(chips > level for chips in paid.values())
    ledger.payments += [Payment(chips, able) for able, chips in levels.items()]
    return sum(paid.values())
