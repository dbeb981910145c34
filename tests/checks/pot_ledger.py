"""Main pot and side pots, with the players who can win them, from the chips that each action put in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from app.games.house import HouseRules
from app.games.reasons import Reason
from app.games.steps.interrupts import Redeal
from app.hand.event import AnyEvent
from app.hand.state import State, Teams

BETS = ("pb", "cbr", "cc", "allin")


@dataclass(frozen=True)
class Pot:
    """Chips, with the remaining players who can win them."""

    chips: int
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Payment:
    """Chips other than bets, or left over from a pot, with the players who could match them."""

    chips: int
    could_match: frozenset[int]


@dataclass
class Offer:
    """The payments for one offer or step.

    ``before``: the seats with chips before the first payment. ``live``: the seats still in afterwards. ``paid``: the
    chips paid by each seat. ``broke``: the seats left without chips.
    """

    before: frozenset[int]
    live: frozenset[int] = frozenset()
    paid: Counter[int] = field(default_factory=Counter)
    broke: set[int] = field(default_factory=set)


@dataclass
class Ledger:
    """The bets (including antes) and other payments of each seat.

    ``stacks``: the chips left. ``carried``: the chips from the last hand. ``offers``: payments by step. ``departed``:
    the seats that left the hand, in order. ``pairs``: partners. ``decided``: chips by seat awarded by earlier deals.
    ``staying``: chips that these left in the middle. ``deals``: the number of these. ``parts``: the number of
    betting rounds and payouts in a freely played step, since each separates payments. ``antes``: the antes of a new
    deal, until the showdown before it is entered.
    """

    stacks: list[int]
    bets: list[int]
    carried: int
    house: HouseRules
    payments: list[Payment] = field(default_factory=list)
    offers: dict[object, Offer] = field(default_factory=dict)
    departed: list[int] = field(default_factory=list)
    pairs: tuple[tuple[int, int], ...] = ()
    decided: Counter[int] = field(default_factory=Counter)
    staying: int = 0
    deals: int = 0
    parts: int = 0
    antes: Counter[int] = field(default_factory=Counter)

    def enter(self, line: str, before: State, after: State) -> None:
        """Enter the chips that one action took off a stack, or returned as an uncalled bet.

        The last action also pushes the pot; those chips are known from the awards.
        """
        who, verb, *rest = line.split()
        self.parts += verb in ("bets", "gets")
        if verb == "gets":
            self.pay_from_pots(int(who[1:]) - 1, int(rest[0]))
        step = (self.parts, id(before.frame.spec), before.frame.step)
        if verb == "stack":
            self.recount(int(rest[0][1:]) - 1, int(rest[1]), step)
        pushed = after.result.totals() if after.result else {}
        redealt = after.result is None and isinstance(after.frame.spec, Redeal)
        left = [(player.stack or 0) - pushed.get(seat, 0) for seat, player in enumerate(after.players)]
        for seat, (had, now) in enumerate(zip(self.stacks, left, strict=True)):
            if now < had and after.decided is not before.decided:
                self.antes[seat] += had - now
            elif now < had and not redealt and not (verb in BETS and who == f"p{seat + 1}"):
                able = frozenset(at for at, stack in enumerate(self.stacks) if stack and at not in self.departed)
                offer = self.offers.setdefault(step, Offer(able))
                offer.paid[seat] += had - now
                offer.broke |= {seat} if now == 0 else set()
            else:
                self.bets[seat] += had - now
        self.stacks = left
        self.pairs = after.recall(Teams).pairs
        self.note_departures(after)
        if step in self.offers:
            self.offers[step].live = frozenset(self.remaining())
        if verb == "redeal":  # later bets do not match those before it
            self.keep_only(self.pots(self.remaining()))

    def pay_from_pots(self, seat: int, chips: int) -> None:
        """Pay a player from the pots they can win, main pot first; the same players can win the rest."""
        left = []
        for pot in self.pots(self.remaining()):
            taken = min(chips, pot.chips) if seat in pot.seats else 0
            chips -= taken
            self.stacks[seat] += taken
            left.append(replace(pot, chips=pot.chips - taken))
        self.keep_only(left)

    def recount(self, seat: int, chips: int, step: object) -> None:
        """Correct a seat's stack after a recount; missing chips go to no pot."""
        self.stacks[seat] = chips
        if step in self.offers and not chips:
            self.offers[step].broke.add(seat)

    def note_departures(self, after: State) -> None:
        """Record the players who left the hand, in the order in which their folds were announced."""
        events = (made.event for made in after.announcements)
        announced = [event.seat for event in events if makes_fold(event)]
        out = [seat for seat, player in enumerate(after.players) if not player.live and seat not in self.departed]
        self.departed += sorted(out, key=lambda seat: announced.index(seat) if seat in announced else -1)

    def total(self) -> int:
        return self.chips_to_win() + self.decided.total() + self.staying

    def chips_to_win(self) -> int:
        paid = sum(payment.chips for payment in self.payments)
        return (
            self.carried
            + sum(self.bets)
            + self.antes.total()
            + paid
            + sum(offer.paid.total() for offer in self.offers.values())
        )

    def deal_again(self, pots: Iterable[Pot], decided: Counter[int], staying: int) -> None:
        """Keep only these pots for the next deal; chips already won are paid out at the end."""
        self.keep_only(pots)
        for seat, chips in self.antes.items():
            self.bets[seat] += chips
        self.antes.clear()
        self.decided += decided
        self.staying += staying
        self.deals += 1

    def keep_only(self, pots: Iterable[Pot]) -> None:
        """Replace the chips in the middle."""
        payments = [Payment(pot.chips, frozenset(pot.seats)) for pot in pots]
        self.carried, self.bets, self.payments, self.offers = 0, [0] * len(self.bets), payments, {}

    def remaining(self) -> set[int]:
        return set(range(len(self.stacks))) - set(self.departed)

    def pots(self, live: Iterable[int]) -> list[Pot]:
        """Return main pot and side pots. A chip can be won by the players still in who could have matched it.

        A player could match a bet who bet as much, or who has chips left. If all who bet that much have folded, the
        chip belongs to the last of them.
        """
        seats = tuple(sorted(live))
        pots: Counter[tuple[int, ...]] = Counter({seats: self.carried})
        for level in range(max(self.bets)):
            bet = [seat for seat, bet in enumerate(self.bets) if bet > level]
            pots[self.eligible(seats, {*bet, *(seat for seat in seats if self.stacks[seat])}, bet)] += len(bet)
        for payment in self.payments:
            pots[self.eligible(seats, payment.could_match, payment.could_match)] += payment.chips
        for offer in self.offers.values():
            for level in range(max(offer.paid.values())):
                able = {seat for seat in offer.before if seat not in offer.broke or offer.paid[seat] > level}
                players = seats if self.open_to_all(offer, able) else self.eligible(seats, able, able)
                pots[players] += sum(chips > level for chips in offer.paid.values())
        first = sorted(pots, key=lambda players: (players != seats, -len(players)))
        return [Pot(pots[players], players) for players in first if pots[players]]

    def eligible(self, live: tuple[int, ...], able: Collection[int], payers: Collection[int]) -> tuple[int, ...]:
        """Return the ``able`` players still in, else the last of ``payers`` to leave, with their partner."""
        if players := tuple(seat for seat in live if seat in able):
            return players
        *_, before, last = (-1, *(seat for seat in self.departed if seat in payers))
        return tuple(sorted((before, last))) if self.are_one_side({before, last}) else (last,)

    def are_one_side(self, seats: Collection[int]) -> bool:
        """Return whether these are a single player or two partners."""
        return len(seats) == 1 or any(set(seats) == set(pair) for pair in self.pairs)

    def open_to_all(self, offer: Offer, able: Collection[int]) -> bool:
        """Return whether a house rule lets all players still in win chips that only ``able`` ones could match."""
        matched = offer.live.intersection(able)
        if not matched or matched == offer.live:
            return False
        alone = self.house.free_redraw == "main pot" and self.are_one_side(matched)
        return self.house.payments_won_by == "everyone in" or alone


def makes_fold(event: AnyEvent) -> bool:
    """Return whether the rules made a player fold in this event."""
    kinds = ("overtaken and folds", "turned all and folds", "made to fold")
    return isinstance(event, Reason) and event.kind in kinds


def ledger_of(state: State) -> Ledger:
    """Return the ledger after antes and blinds. One player's ante for the table counts as carried."""
    setup = state.setup
    before = [stack or 0 for stack in setup.stacks]
    stacks = [player.stack or 0 for player in state.players]
    posted = [had - left for had, left in zip(before, stacks, strict=True)]
    if len(set(setup.antes)) == 1:
        return Ledger(stacks, posted, setup.carried, setup.house)
    antes = [min(ante, had) for ante, had in zip(setup.antes, before, strict=True)]
    bets = [chips - ante for chips, ante in zip(posted, antes, strict=True)]
    return Ledger(stacks, bets, setup.carried + sum(antes), setup.house)
