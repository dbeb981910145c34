"""Contests for the pot without bets: players declare in or out, and losers match the pot or pay the winner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from app.hand.state import Setup
from tests.checks.judging import split_equally
from tests.checks.pot_ledger import Ledger, Payment, Pot
from tests.checks.watching import UNSEEN

IN, OUT = "in", "out"


@dataclass(frozen=True)
class Terms:
    """The stakes of a contest.

    ``aside``: it is played with the cards set aside. ``cap``: the most that a loser pays, 0 for no limit.
    ``pay_winner``: losers pay the winner, and the pot stays. ``legs``: the number of legs that win the pot, 0 without
    legs; a player alone in gets a leg. ``deck``: who must beat a hand off the deck, ``one alone`` or ``everyone``.
    ``best_pays``: if no player is in, the best hand matches the pot. ``antes``: when all ante again: ``never``, if
    ``nobody is in``, or before ``every deal``. ``side_pots``: players win only chips they could match. ``must_match``:
    only players who could pay for losing may go in. ``rounds``: the number of contests in a deal.
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
        """Return the payment for losing this many chips."""
        return min(chips, self.cap) if self.cap else chips


@dataclass
class InOrOut:
    """The state of a contest.

    ``said``: in or out, by seat. ``cards``: the cards set aside. ``shown``: the seats that have shown their cards.
    ``order``: the dealer's ruling, best first. ``taken``: the only player in has taken the pot. ``round``: the number
    of this contest in the deal. ``legs``: contests won alone in all deals, by seat.
    """

    terms: Terms
    said: dict[int, str] = field(default_factory=dict)
    cards: dict[int, list[str]] = field(default_factory=dict)
    shown: set[int] = field(default_factory=set)
    order: list[set[int]] | None = None
    taken: bool = False
    round: int = 1
    legs: Counter[int] = field(default_factory=Counter)

    def enter(self, words: Sequence[str]) -> None:
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
                self.taken = len(self.players_in) == 1
            case ["d", "redeal"]:
                self.start_next()
                self.cards, self.shown, self.round = {}, set(), 1

    def start_next(self) -> None:
        """Start the next contest; shown cards stay shown until new ones are dealt."""
        self.said, self.order, self.taken = {}, None, False
        self.round += 1

    @property
    def players_in(self) -> list[int]:
        return sorted(seat for seat, what in self.said.items() if what == IN)

    @property
    def deck_plays(self) -> bool:
        return self.terms.deck == "everyone" or (self.terms.deck == "one alone" and len(self.players_in) == 1)

    def compared_seats(self, live: Iterable[int]) -> list[int]:
        """Return the players whose hands are compared: those in, or all if none is in and the best hand pays."""
        return self.players_in or [seat for seat in live if self.terms.best_pays]

    def is_over(self, live: Collection[int]) -> bool:
        """Return whether all players have declared and the winner is known."""
        if not set(live) <= set(self.said):
            return False
        if self.order is not None or self.taken:
            return True
        known = {seat for seat in self.cards if UNSEEN not in self.cards[seat]} if self.terms.aside else self.shown
        compared = self.compared_seats(live)
        return known.issuperset(compared) and not (compared and self.deck_plays)

    def ruled_score(self, seat: int) -> int | None:
        """Return a score for the place that the dealer gave a player, or None."""
        return next((-place for place, seats in enumerate(self.order or []) if seat in seats), None)


@dataclass(frozen=True)
class Settlement:
    """The settlement of a contest.

    ``scores``: the scores of the hands compared; None for a hand that the dealer did not name. ``odd_order``: a sort
    key for players who tie. ``another``: once the pot is won, all ante again for the rest of the game.
    """

    ledger: Ledger
    setup: Setup
    live: Sequence[int]
    contest: InOrOut
    scores: Mapping[int, Any]
    odd_order: Callable[[int], Any]
    another: bool

    def settle(self) -> bool:
        """Move the chips, and return whether the hand is over."""
        terms, ledger, contest = self.contest.terms, self.ledger, self.contest
        pots = ledger.pots(self.live) if terms.side_pots else [Pot(ledger.total(), tuple(self.live))]
        ledger.keep_only(pots)
        if not contest.players_in:
            if payers := self.best(self.scores):
                self.match(self.split(terms.price(ledger.total()), payers))
            return self.continue_hand("nobody is in")
        winners = {pot: self.best(self.playing(pot)) for pot in pots}
        if any(winners.values()):
            if len(contest.players_in) == 1 and terms.legs:
                contest.legs.update(contest.players_in)
                if contest.legs[contest.players_in[0]] < terms.legs:
                    return self.continue_hand()
            if len(contest.players_in) > 1 and terms.pay_winner:
                self.pay_winners(winners)
                return self.continue_hand()
        return self.push_and_match(winners)

    def push_and_match(self, winners: Mapping[Pot, Sequence[int]]) -> bool:
        """Push the pots that are won and make the losers match them; return whether the hand is over."""
        terms, ledger = self.contest.terms, self.ledger
        won, lost = Counter[int](), Counter[int]()
        for pot, best in winners.items():
            won += self.split(pot.chips, best)
            lost.update(dict.fromkeys(set(self.playing(pot)) - set(best), pot.chips))
        for seat, chips in won.items():
            ledger.stacks[seat] += chips
        ledger.keep_only([pot for pot, best in winners.items() if not best])
        self.match({seat: terms.price(chips) for seat, chips in lost.items()})
        another = self.another and self.contest.round == terms.rounds
        # A loser without chips is still dealt in for the rest of the game, except with side pots.
        if ledger.total() or (lost and another and not terms.side_pots):
            return self.continue_hand()
        if another:
            self.ante()
            return False
        ledger.decided = won
        return True

    def playing(self, pot: Pot) -> list[int]:
        return [seat for seat in self.contest.players_in if seat in pot.seats]

    def best(self, seats: Iterable[int]) -> list[int]:
        """Return the players with the best hand; none if no named player beat the hand off the deck."""
        named = {seat: self.scores[seat] for seat in seats if self.scores[seat] is not None}
        if not named and not self.contest.deck_plays:
            return list(seats)
        return [seat for seat in named if all(named[seat] >= other for other in named.values())]

    def split(self, chips: int, seats: Sequence[int]) -> Counter[int]:
        return split_equally(chips, seats, self.setup.house.chip_unit, self.odd_order) if seats else Counter()

    def match(self, owed: Mapping[int, int]) -> None:
        """Make players match the pot as far as their stacks go; each chip can be won by players who had as many."""
        had = {seat: self.ledger.stacks[seat] for seat in self.live}
        paid = {seat: min(chips, had[seat]) for seat, chips in owed.items()}
        for seat, chips in paid.items():
            self.ledger.stacks[seat] -= chips
        for low, high in layers(*had.values(), *paid.values()):
            able = frozenset(seat for seat in self.live if had[seat] >= high)
            chips = (high - low) * sum(chips >= high for chips in paid.values())
            self.ledger.payments += [Payment(chips, able)] if chips else []

    def pay_winners(self, winners: Mapping[Pot, Sequence[int]]) -> None:
        """Make each loser of a pot pay its size, or the whole stack, to the best hand; the pots stay.

        A player gets no more from another than they could have paid themselves; the difference is not paid.
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

    def continue_hand(self, why: str = "") -> bool:
        """Add antes to the pot if they are due; the hand is not over."""
        last = self.contest.round == self.contest.terms.rounds
        if self.contest.terms.antes == why or (self.contest.terms.antes == "every deal" and last):
            self.ante()
        return False

    def ante(self) -> None:
        for seat in self.live:
            self.ledger.bets[seat] = min(self.setup.antes[seat], self.ledger.stacks[seat])
            self.ledger.stacks[seat] -= self.ledger.bets[seat]


def layers(*amounts: int) -> Iterator[tuple[int, int]]:
    """Yield the layers of chips between 0 and these amounts, as pairs of bounds."""
    return pairwise(sorted({0, *amounts}))
