"""Contests for the pot without bets: players say in or out, and the losers match the pot or pay the winner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from app.hand.state import Setup
from tests.checks.chips_put_in import Ledger, Payment, Pot
from tests.checks.judging import split_equally
from tests.checks.watching import UNSEEN

IN, OUT = "in", "out"


@dataclass(frozen=True)
class Terms:
    """The stakes of a contest.

    ``aside``: with the cards set aside. ``cap`` is the most that a loser pays, 0 for no limit. ``pay_winner``: losers
    pay the winner, and the pot stays. ``legs``, unless 0, is how many legs take the pot; a player alone in gets a leg.
    ``deck`` says who has to beat a hand off the deck: ``one alone`` or ``everyone``. ``best_pays``: if nobody is in,
    the best hand matches the pot. ``antes`` says when all ante again: ``never``, if ``nobody is in``, or before
    ``every deal``. ``side_pots``: nobody wins chips they could not match. ``must_match``: only players who could pay
    for losing may go in. ``rounds`` is the number of contests in a deal.
    """

    aside: bool = False
    cap: int = 0
    pay_winner: bool = False
    legs: int = 0
    deck: str = ""
    best_pays: bool = False
    antes: str = "never"
    side_pots: bool = True
    must_match: bool = False
    rounds: int = 1

    def price(self, chips: int) -> int:
        """Return the payment of a player who lost this many chips."""
        return min(chips, self.cap) if self.cap else chips


@dataclass
class InOrOut:
    """The state of a contest: who is in or out, the cards set aside, who has shown their cards.

    ``order`` is the dealer's ruling, best first. ``taken``: the only player in has taken the pot. ``round`` counts the
    contests of this deal, and ``legs`` those won alone, by seat, in all deals.
    """

    terms: Terms
    said: dict[int, str] = field(default_factory=dict)
    cards: dict[int, list[str]] = field(default_factory=dict)
    shown: set[int] = field(default_factory=set)
    order: list[set[int]] | None = None
    taken: bool = False
    round: int = 1
    legs: Counter[int] = field(default_factory=Counter)

    def hear(self, words: Sequence[str]) -> None:
        match words:
            case [who, "declare", ("in" | "out") as what]:
                self.said[int(who[1:]) - 1] = what
            case [who, "sets", cards, *_]:
                self.cards[int(who[1:]) - 1] = [cards[at : at + 2] for at in range(0, len(cards), 2)]
            case [who, "sm", _]:
                self.shown.add(int(who[1:]) - 1)
            case ["d", "dh", who, *_]:
                self.shown.discard(int(who[1:]) - 1)
            case ["d", "ranks", _, *order]:
                self.order = [{int(name[1:]) - 1 for name in names.split("=")} for names in order]
            case ["d", "ok"]:
                self.taken = len(self.players) == 1
            case ["d", "redeal"]:
                self.next()
                self.cards, self.shown, self.round = {}, set(), 1

    def next(self) -> None:
        """Ask again who is in; cards stay shown until new ones come."""
        self.said, self.order, self.taken = {}, None, False
        self.round += 1

    @property
    def players(self) -> list[int]:
        return sorted(seat for seat, what in self.said.items() if what == IN)

    @property
    def deck_plays(self) -> bool:
        return self.terms.deck == "everyone" or (self.terms.deck == "one alone" and len(self.players) == 1)

    def compared(self, live: Iterable[int]) -> list[int]:
        """Return the players whose hands are compared: those in, or everybody if nobody is and the best hand pays."""
        return self.players or [seat for seat in live if self.terms.best_pays]

    def over(self, live: Collection[int]) -> bool:
        """Return whether all have said in or out, and the winner is known."""
        if not set(live) <= set(self.said):
            return False
        if self.order is not None or self.taken:
            return True
        known = {seat for seat in self.cards if UNSEEN not in self.cards[seat]} if self.terms.aside else self.shown
        compared = self.compared(live)
        return known.issuperset(compared) and not (compared and self.deck_plays)

    def ruled(self, seat: int) -> int | None:
        """Return a score for the place the dealer gave a player; None without one."""
        return next((-place for place, seats in enumerate(self.order or []) if seat in seats), None)


@dataclass(frozen=True)
class Settlement:
    """A contest to be settled by the ``scores`` of the hands compared; None is a hand that the dealer did not name.

    ``odd_order`` sorts players who tie. ``another``: once the pot is won, all ante again for the rest of the game.
    """

    ledger: Ledger
    setup: Setup
    live: Sequence[int]
    spoken: InOrOut
    scores: Mapping[int, Any]
    odd_order: Callable[[int], Any]
    another: bool

    def settle(self) -> bool:
        """Move the chips, and return whether the hand is over."""
        terms, ledger, spoken = self.spoken.terms, self.ledger, self.spoken
        pots = ledger.pots(self.live) if terms.side_pots else [Pot(ledger.total(), tuple(self.live))]
        keep(ledger, pots)
        if not spoken.players:
            if payers := self.best(self.scores):
                self.match(self.split(terms.price(ledger.total()), payers))
            return self.again("nobody is in")
        winners = {pot: self.best(self.playing(pot)) for pot in pots}
        if any(winners.values()):
            if len(spoken.players) == 1 and terms.legs:
                spoken.legs.update(spoken.players)
                if spoken.legs[spoken.players[0]] < terms.legs:
                    return self.again()
            if len(spoken.players) > 1 and terms.pay_winner:
                self.pay_winners(winners)
                return self.again()
        return self.push_and_match(winners)

    def push_and_match(self, winners: Mapping[Pot, Sequence[int]]) -> bool:
        """Push the pots that are won, and make the losers match them; return whether the hand is over."""
        terms, ledger = self.spoken.terms, self.ledger
        won, lost = Counter[int](), Counter[int]()
        for pot, best in winners.items():
            won += self.split(pot.chips, best)
            lost.update(dict.fromkeys(set(self.playing(pot)) - set(best), pot.chips))
        for seat, chips in won.items():
            ledger.stacks[seat] += chips
        keep(ledger, [pot for pot, best in winners.items() if not best])
        self.match({seat: terms.price(chips) for seat, chips in lost.items()})
        another = self.another and self.spoken.round == terms.rounds
        # A loser without a chip is dealt again before the rest of a game, except with side pots.
        if ledger.total() or (lost and another and not terms.side_pots):
            return self.again()
        if another:
            self.ante()
            return False
        ledger.decided = won
        return True

    def playing(self, pot: Pot) -> list[int]:
        return [seat for seat in self.spoken.players if seat in pot.seats]

    def best(self, seats: Iterable[int]) -> list[int]:
        """Return the players with the best hand, all who tie; empty if nobody was named to have beaten a hand off the
        deck.
        """
        named = {seat: self.scores[seat] for seat in seats if self.scores[seat] is not None}
        if not named and not self.spoken.deck_plays:
            return list(seats)
        return [seat for seat in named if all(named[seat] >= other for other in named.values())]

    def split(self, chips: int, seats: Sequence[int]) -> Counter[int]:
        return split_equally(chips, seats, self.setup.house.chip_unit, self.odd_order) if seats else Counter()

    def match(self, owed: Mapping[int, int]) -> None:
        """Pay debts as far as the stacks go; each chip can be won by players who had as many."""
        had = {seat: self.ledger.stacks[seat] for seat in self.live}
        paid = {seat: min(chips, had[seat]) for seat, chips in owed.items()}
        for seat, chips in paid.items():
            self.ledger.stacks[seat] -= chips
        for low, high in layers(*had.values(), *paid.values()):
            able = frozenset(seat for seat in self.live if had[seat] >= high)
            chips = (high - low) * sum(chips >= high for chips in paid.values())
            self.ledger.payments += [Payment(chips, able)] if chips else []

    def pay_winners(self, winners: Mapping[Pot, Sequence[int]]) -> None:
        """Pay the best hand of each pot as much as the pot, or all that a loser has; the pots stay.

        Nobody is paid more by another player than they could have paid themselves; the difference is not paid.
        """
        stacks = self.ledger.stacks
        most = {(loser, winner): stacks[winner] for loser in self.live for winner in self.live}
        for pot, best in winners.items():
            for loser in set(self.playing(pot)) - set(best):
                for winner, part in self.split(min(pot.chips, stacks[loser]), best).items():
                    chips = min(part, most[loser, winner])
                    most[loser, winner] -= chips
                    stacks[loser] -= chips
                    stacks[winner] += chips

    def again(self, why: str = "") -> bool:
        """Put antes into the same pot if it is time for them; the hand goes on."""
        last = self.spoken.round == self.spoken.terms.rounds
        if self.spoken.terms.antes == why or (self.spoken.terms.antes == "every deal" and last):
            self.ante()
        return False

    def ante(self) -> None:
        for seat in self.live:
            self.ledger.bets[seat] = min(self.setup.antes[seat], self.ledger.stacks[seat])
            self.ledger.stacks[seat] -= self.ledger.bets[seat]


def keep(ledger: Ledger, pots: Iterable[Pot]) -> None:
    """Keep only these pots in the middle, for the players who can win them now."""
    ledger.play_again([Payment(pot.chips, frozenset(pot.seats)) for pot in pots])


def layers(*amounts: int) -> Iterator[tuple[int, int]]:
    """Yield the layers of chips bounded by 0 and these amounts."""
    return pairwise(sorted({0, *amounts}))
