"""Who can win what: main pot and side pots, from the chips that each player has put in, action by action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from app.hand.state import State

BETS = ("pb", "cbr", "cc", "allin")


@dataclass(frozen=True)
class Pot:
    """Chips, and the players still in who can win them."""

    chips: int
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Payment:
    """Chips paid into the pot that are no bet, and who had chips left to match it."""

    chips: int
    could_match: frozenset[int]


@dataclass
class Ledger:
    """What each seat has bet, antes included, and what was paid beside the bets; ``stacks`` are what is left.

    ``decided`` are chips by seat that an earlier deal has decided on, and ``staying`` those that it left in the middle;
    ``deals`` is how often they were dealt again.
    """

    stacks: list[int]
    bets: list[int]
    carried: int
    payments: list[Payment] = field(default_factory=list)
    decided: Counter[int] = field(default_factory=Counter)
    staying: int = 0
    deals: int = 0

    def enter(self, line: str, after: State) -> None:
        """Enter what one action moved: chips that leave a stack, or come back as nobody could call them.

        Chips of the last action, which also pushes the pot, are told apart by the awards.
        """
        who, verb, *_ = line.split()
        pushed = after.result.totals() if after.result else {}
        left = [(player.stack or 0) - pushed.get(seat, 0) for seat, player in enumerate(after.players)]
        able = {seat for seat, stack in enumerate(self.stacks) if stack and not after.players[seat].folded}
        for seat, (before, now) in enumerate(zip(self.stacks, left, strict=True)):
            if now < before and not (verb in BETS and who == f"p{seat + 1}"):
                self.payments.append(Payment(before - now, frozenset(able | {seat})))
            else:
                self.bets[seat] += before - now
        self.stacks = left

    def total(self) -> int:
        return self.to_be_won() + self.decided.total() + self.staying

    def to_be_won(self) -> int:
        return self.carried + sum(self.bets) + sum(payment.chips for payment in self.payments)

    def deal_again(self, pots: Iterable[Pot], decided: Counter[int], staying: int) -> None:
        """Keep these pots only, to be played for by their players; what has been decided waits for the end."""
        self.carried, self.bets = 0, [0] * len(self.bets)
        self.payments = [Payment(pot.chips, frozenset(pot.seats)) for pot in pots]
        self.decided += decided
        self.staying += staying
        self.deals += 1

    def pots(self, live: Iterable[int]) -> list[Pot]:
        """Return main pot and side pots: each chip is played for by those still in who have put as much in.

        A player with chips left has: nobody else could ask for more. A payment belongs to the first pot all of whose
        players could have matched it, and makes a pot of its own where there is no such pot.
        """
        seats = tuple(sorted(live))
        pots: dict[tuple[int, ...], int] = {seats: self.carried}
        for level in range(max(self.bets)):
            bet = [seat for seat, bet in enumerate(self.bets) if bet > level]
            able = tuple(seat for seat in seats if seat in bet or self.stacks[seat])
            # A chip that only folded players have put in goes to whoever had most of those still in.
            players = able or list(pots)[-1]
            pots[players] = pots.get(players, 0) + len(bet)
        for payment in self.payments:
            fitting = [players for players in pots if set(players) <= payment.could_match]
            own = tuple(seat for seat in seats if seat in payment.could_match)
            players = fitting[0] if fitting else own or list(pots)[-1]
            pots[players] = pots.get(players, 0) + payment.chips
        return [Pot(chips, players) for players, chips in pots.items() if chips]


def ledger_of(state: State) -> Ledger:
    """Return the ledger after the antes."""
    setup = state.setup
    before = [stack or 0 for stack in setup.stacks]
    stacks = [player.stack or 0 for player in state.players]
    antes = [had - left for had, left in zip(before, stacks, strict=True)]
    return Ledger(stacks, antes, setup.carried)
