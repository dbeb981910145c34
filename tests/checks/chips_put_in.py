"""Who can win what: main pot and side pots, from the chips that each player has put in, action by action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from app.games.house import HouseRules
from app.hand.state import State, Teams
from app.hand.steps.interrupts import MadeToFold

BETS = ("pb", "cbr", "cc", "allin")


@dataclass(frozen=True)
class Pot:
    """Chips, and the players still in who can win them."""

    chips: int
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Payment:
    """Chips that are no bet, and the players who could match them; those of a pot that is left over."""

    chips: int
    could_match: frozenset[int]


@dataclass
class Offer:
    """What one offer or step brings in: who had chips ``before`` anybody paid, what each paid, and whose last it was.

    ``live`` are those who were still in when it was over.
    """

    before: frozenset[int]
    live: frozenset[int] = frozenset()
    paid: Counter[int] = field(default_factory=Counter)
    broke: set[int] = field(default_factory=set)


@dataclass
class Ledger:
    """What each seat has bet, antes included, and what was paid beside the bets; ``stacks`` are what is left.

    ``offers`` are by the step that brought them, ``gone`` are those who have left the hand, in that order, ``pairs``
    those who play together. ``decided`` are chips by seat that an earlier deal has decided on, and ``staying`` those
    that it left in the middle; ``deals`` is how often they were dealt again. ``redeals`` is how often the cards were
    thrown in: each deal brings offers of its own. ``parts`` counts what parts the payments of a step that is played as
    the table likes: a betting round, and chips out of the pot.
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
        """Enter what one action moved: chips that leave a stack, or come back as nobody could call them.

        Chips of the last action, which also pushes the pot, are told apart by the awards.
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
        left = [(player.stack or 0) - pushed.get(seat, 0) for seat, player in enumerate(after.players)]
        for seat, (had, now) in enumerate(zip(self.stacks, left, strict=True)):
            anted = after.decided is not before.decided
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
        """Give a player chips out of the pots that they play for, main pot first; what is left is as it was owned."""
        left = []
        for pot in self.pots(set(range(len(self.stacks))) - set(self.gone)):
            taken = min(chips, pot.chips) if seat in pot.seats else 0
            chips -= taken
            self.stacks[seat] += taken
            left.append(Payment(pot.chips - taken, frozenset(pot.seats)))
        self.play_again(left)

    def recount(self, seat: int, chips: int, step: object) -> None:
        """Note that a seat has other chips left than counted: what is missing has gone nowhere."""
        self.stacks[seat] = chips
        if step in self.offers and not chips:
            self.offers[step].broke.add(seat)

    def leave(self, after: State) -> None:
        """Note who has left the hand; of several at once, those who are told to fold in the order they are told."""
        told = [made.event.why.seat for made in after.announcements if isinstance(made.event, MadeToFold)]
        out = [seat for seat, player in enumerate(after.players) if not player.live and seat not in self.gone]
        self.gone += sorted(out, key=lambda seat: told.index(seat) if seat in told else -1)

    def total(self) -> int:
        return self.to_be_won() + self.decided.total() + self.staying

    def to_be_won(self) -> int:
        paid = sum(payment.chips for payment in self.payments)
        return self.carried + sum(self.bets) + paid + sum(offer.paid.total() for offer in self.offers.values())

    def deal_again(self, pots: Iterable[Pot], decided: Counter[int], staying: int) -> None:
        """Keep these pots only, to be played for by their players; what has been decided waits for the end."""
        self.play_again([Payment(pot.chips, frozenset(pot.seats)) for pot in pots])
        self.decided += decided
        self.staying += staying
        self.deals += 1

    def play_again(self, payments: list[Payment]) -> None:
        """Keep nothing in the middle but these chips."""
        self.carried, self.bets, self.payments, self.offers = 0, [0] * len(self.bets), payments, {}

    def pots(self, live: Iterable[int]) -> list[Pot]:
        """Return main pot and side pots, chip by chip: each belongs to the players still in who could have matched it.

        A bet is matched by a chip of one's own, or by having chips left, since nobody else could ask for more. Where
        all who did have left, it belongs to the last of them.
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
        """Return who is able and still in, or else the last of ``then`` to leave, with a partner gone just before."""
        if players := tuple(seat for seat in live if seat in able):
            return players
        *_, before, last = (-1, *(seat for seat in self.gone if seat in then))
        return tuple(sorted((before, last))) if self.together({before, last}) else (last,)

    def together(self, seats: Collection[int]) -> bool:
        """Return whether these are one player, or two who play together."""
        return len(seats) == 1 or any(set(seats) == set(pair) for pair in self.pairs)

    def for_everyone(self, offer: Offer, able: Collection[int]) -> bool:
        """Return whether the house gives what these could match to everyone in, others among them."""
        matched = offer.live.intersection(able)
        if not matched or matched == offer.live:
            return False
        alone = self.house.free_redraw == "main pot" and self.together(matched)
        return self.house.payments_won_by == "everyone in" or alone


def ledger_of(state: State) -> Ledger:
    """Return the ledger after the antes and blinds. What one posts for all belongs to nobody, like carried chips."""
    setup = state.setup
    before = [stack or 0 for stack in setup.stacks]
    stacks = [player.stack or 0 for player in state.players]
    posted = [had - left for had, left in zip(before, stacks, strict=True)]
    if len(set(setup.antes)) == 1:
        return Ledger(stacks, posted, setup.carried, setup.house)
    antes = [min(ante, had) for ante, had in zip(setup.antes, before, strict=True)]
    bets = [chips - ante for chips, ante in zip(posted, antes, strict=True)]
    return Ledger(stacks, bets, setup.carried + sum(antes), setup.house)
