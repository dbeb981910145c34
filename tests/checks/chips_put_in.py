"""Main pot and side pots, and the players who can win them, from the chips each player put in, action by action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from app.games.house import HouseRules
from app.games.steps.interrupts import Redeal
from app.hand.event import Event, Said
from app.hand.state import State, Teams
from app.hand.steps.interrupts import MadeToFold

BETS = ("pb", "cbr", "cc", "allin")


@dataclass(frozen=True)
class Pot:
    """Chips, and the remaining players who can win them."""

    chips: int
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Payment:
    """Chips other than bets, with the players who could match them; or chips left over from a pot."""

    chips: int
    could_match: frozenset[int]


@dataclass
class Offer:
    """Payments for one offer or step: who had chips ``before`` anybody paid, what each paid, and who went ``broke``.

    ``live`` are the players still in afterwards.
    """

    before: frozenset[int]
    live: frozenset[int] = frozenset()
    paid: Counter[int] = field(default_factory=Counter)
    broke: set[int] = field(default_factory=set)


@dataclass
class Ledger:
    """Each seat's bets, antes included, and other payments; ``stacks`` are the chips left.

    ``offers`` are by step, ``gone`` are the players who left the hand, in order, ``pairs`` are partners. ``decided``
    are chips by seat that an earlier deal awarded, ``staying`` those that it left in the middle, and ``deals`` counts
    such deals. ``redeals`` counts how often the cards were thrown in: each deal has its own offers. ``parts`` counts
    what separates the payments within a step played as the table likes: betting rounds, and chips out of the pot.
    """

    stacks: list[int]
    bets: list[int]
    carried: int
    house: HouseRules
    payments: list[Payment] = field(default_factory=list)
    offers: dict[object, Offer] = field(default_factory=dict)
    gone: list[int] = field(default_factory=list)
    pairs: tuple[tuple[int, int], ...] = ()
    decided: Counter[int] = field(default_factory=Counter)
    staying: int = 0
    deals: int = 0
    redeals: int = 0
    parts: int = 0

    def enter(self, line: str, before: State, after: State) -> None:
        """Enter the chips that one action moved: off a stack, or back to it as an uncalled bet.

        The last action also pushes the pot; the awards tell those chips apart.
        """
        who, verb, *rest = line.split()
        self.redeals += verb == "redeal"
        self.parts += verb in ("bets", "gets")
        if verb == "gets":
            self.take(int(who[1:]) - 1, int(rest[0]))
        step = (self.redeals, self.parts, id(before.frame.spec), before.frame.step)
        if verb == "stack":
            self.recount(int(rest[0][1:]) - 1, int(rest[1]), step)
        pushed = after.result.totals() if after.result else {}
        redealt = after.result is None and isinstance(after.frame.spec, Redeal)
        left = [(player.stack or 0) - pushed.get(seat, 0) for seat, player in enumerate(after.players)]
        for seat, (had, now) in enumerate(zip(self.stacks, left, strict=True)):
            anted = after.decided is not before.decided or redealt
            if now < had and not anted and not (verb in BETS and who == f"p{seat + 1}"):
                able = frozenset(at for at, stack in enumerate(self.stacks) if stack and at not in self.gone)
                offer = self.offers.setdefault(step, Offer(able))
                offer.paid[seat] += had - now
                offer.broke |= {seat} if now == 0 else set()
            else:
                self.bets[seat] += had - now
        self.stacks = left
        self.pairs = after.recall(Teams).pairs
        self.leave(after)
        if step in self.offers:
            self.offers[step].live = frozenset(set(range(len(self.stacks))) - set(self.gone))

    def take(self, seat: int, chips: int) -> None:
        """Give a player chips out of the pots they are in, main pot first; the same players can win the rest."""
        left = []
        for pot in self.pots(set(range(len(self.stacks))) - set(self.gone)):
            taken = min(chips, pot.chips) if seat in pot.seats else 0
            chips -= taken
            self.stacks[seat] += taken
            left.append(Payment(pot.chips - taken, frozenset(pot.seats)))
        self.play_again(left)

    def recount(self, seat: int, chips: int, step: object) -> None:
        """Correct a seat's stack after a recount; missing chips go to no pot."""
        self.stacks[seat] = chips
        if step in self.offers and not chips:
            self.offers[step].broke.add(seat)

    def leave(self, after: State) -> None:
        """Note who left the hand; several made to fold at once leave in the order announced."""
        events = (made.event for made in after.announcements)
        told = [event.why.seat for event in events if makes_fold(event)]
        out = [seat for seat, player in enumerate(after.players) if not player.live and seat not in self.gone]
        self.gone += sorted(out, key=lambda seat: told.index(seat) if seat in told else -1)

    def total(self) -> int:
        return self.to_be_won() + self.decided.total() + self.staying

    def to_be_won(self) -> int:
        paid = sum(payment.chips for payment in self.payments)
        return self.carried + sum(self.bets) + paid + sum(offer.paid.total() for offer in self.offers.values())

    def deal_again(self, pots: Iterable[Pot], decided: Counter[int], staying: int) -> None:
        """Keep only these pots, to be played for by their players; chips already won are paid out at the end."""
        self.play_again([Payment(pot.chips, frozenset(pot.seats)) for pot in pots])
        self.decided += decided
        self.staying += staying
        self.deals += 1

    def play_again(self, payments: list[Payment]) -> None:
        """Keep only these chips in the middle."""
        self.carried, self.bets, self.payments, self.offers = 0, [0] * len(self.bets), payments, {}

    def pots(self, live: Iterable[int]) -> list[Pot]:
        """Return main pot and side pots, chip by chip: players still in who could have matched a chip can win it.

        A player matches a bet by betting as much, or by having chips left that nobody asked for. If everybody who bet
        that much has left, the chip belongs to the last of them.
        """
        seats = tuple(sorted(live))
        pots: Counter[tuple[int, ...]] = Counter({seats: self.carried})
        for level in range(max(self.bets)):
            bet = [seat for seat, bet in enumerate(self.bets) if bet > level]
            pots[self.still_in(seats, {*bet, *(seat for seat in seats if self.stacks[seat])}, bet)] += len(bet)
        for payment in self.payments:
            pots[self.still_in(seats, payment.could_match, payment.could_match)] += payment.chips
        for offer in self.offers.values():
            for level in range(max(offer.paid.values())):
                able = {seat for seat in offer.before if seat not in offer.broke or offer.paid[seat] > level}
                players = seats if self.for_everyone(offer, able) else self.still_in(seats, able, able)
                pots[players] += sum(chips > level for chips in offer.paid.values())
        first = sorted(pots, key=lambda players: (players != seats, -len(players)))
        return [Pot(pots[players], players) for players in first if pots[players]]

    def still_in(self, live: tuple[int, ...], able: Collection[int], then: Collection[int]) -> tuple[int, ...]:
        """Return the players who are ``able`` and still in, else the last of ``then`` to leave, with a partner gone
        just before.
        """
        if players := tuple(seat for seat in live if seat in able):
            return players
        *_, before, last = (-1, *(seat for seat in self.gone if seat in then))
        return tuple(sorted((before, last))) if self.together({before, last}) else (last,)

    def together(self, seats: Collection[int]) -> bool:
        """Return whether these are one player, or two partners."""
        return len(seats) == 1 or any(set(seats) == set(pair) for pair in self.pairs)

    def for_everyone(self, offer: Offer, able: Collection[int]) -> bool:
        """Return whether everybody still in may win chips that only ``able`` players could match, by house rule."""
        matched = offer.live.intersection(able)
        if not matched or matched == offer.live:
            return False
        alone = self.house.free_redraw == "main pot" and self.together(matched)
        return self.house.payments_won_by == "everyone in" or alone


def makes_fold(event: Event) -> bool:
    """Return whether an event says that the rules make a player fold."""
    kinds = ("overtaken and folds", "turned all and folds")
    return isinstance(event, MadeToFold) or (isinstance(event, Said) and event.why.kind in kinds)


def ledger_of(state: State) -> Ledger:
    """Return the ledger after antes and blinds. An ante posted for the table belongs to nobody, like carried chips."""
    setup = state.setup
    before = [stack or 0 for stack in setup.stacks]
    stacks = [player.stack or 0 for player in state.players]
    posted = [had - left for had, left in zip(before, stacks, strict=True)]
    if len(set(setup.antes)) == 1:
        return Ledger(stacks, posted, setup.carried, setup.house)
    antes = [min(ante, had) for ante, had in zip(setup.antes, before, strict=True)]
    bets = [chips - ante for chips, ante in zip(posted, antes, strict=True)]
    return Ledger(stacks, bets, setup.carried + sum(antes), setup.house)
