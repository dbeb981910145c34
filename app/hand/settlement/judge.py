"""Who wins which part of which pot: declarations, splits, ties and odd chips."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.cards.card import UNSEEN, Card, rank_order
from app.games.because import Because
from app.games.rules.share import Holding, Share
from app.games.rules.share.high import High
from app.hand.folding import partner_of
from app.hand.settlement.holding import holding_of
from app.hand.settlement.payout import divide, nth_odd
from app.hand.settlement.pots import Pot, pots_of
from app.hand.state import Award, Result, State
from app.ranking import HandName, high

Plays = tuple[tuple[Card, Card], ...]
NO_PLAYS: Plays = ()


@dataclass(frozen=True, slots=True)
class _Part:
    """One share of one pot: its chips and who wins them.

    ``why`` are the reasons to be read, ``note`` those of them that are heard too; ``ruled``: no cards decided.
    """

    share: Share
    winners: tuple[int, ...]
    amount: int
    why: tuple[Because, ...]
    note: tuple[Because, ...]
    ruled: bool


def judge_set_aside(state: State, seats: Sequence[int]) -> list[int]:
    """Return those of the seats whose cards set aside are the best hand."""
    rules, bugs = state.high_rules, state.wild.bugs
    scores = {
        seat: high(state.players[seat].set_aside, state.wild.for_seat(seat), rules=rules, bugs=bugs) for seat in seats
    }
    best = max(scores.values())
    return [seat for seat in seats if scores[seat] == best]


def judge(state: State) -> Result:
    """Return the result of a showdown: each pot split into the game's shares, each judged among those eligible."""
    judging = _Judging(state)
    awards: list[Award] = []
    carried = 0
    pots = pots_of(state)
    for number, pot in enumerate(pots):
        won, left = judging.pot(number, pot)
        awards += won
        carried += left
    return Result(
        tuple(awards), tuple(pot.amount for pot in pots), carried, carried_why=tuple(dict.fromkeys(judging.staying))
    )


class _Judging:
    """The scores of one showdown, worked out once for all pots."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.house = state.setup.house
        self._holdings: dict[tuple[str, int], Holding] = {}
        self._scores: dict[tuple[str, int], int | None] = {}
        #: Why chips stay for the next hand.
        self.staying: list[Because] = []

    def score(self, share: Share, seat: int) -> int | None:
        key = (share.name, seat)
        if key not in self._scores:
            self._scores[key] = share.score(self.holding(share, seat))
        return self._scores[key]

    def holding(self, share: Share, seat: int) -> Holding:
        """Return a seat's cards as a share judges them."""
        key = (share.name, seat)
        if key not in self._holdings:
            self._holdings[key] = holding_of(self.state, seat, share.name)
        return self._holdings[key]

    def best(self, share: Share, seats: Iterable[int]) -> tuple[int, ...]:
        """Return who wins a share among these seats: several if they tie, nobody if none of them can."""
        seats = sorted(seats)
        ruling = self.state.rulings.get(share.name)
        if ruling is not None:
            for tied in ruling:
                if winners := tuple(seat for seat in seats if seat in tied):
                    return winners
            return ()
        scores = {seat: score for seat in seats if (score := self.score(share, seat)) is not None}
        top = max(scores.values(), default=None)
        return tuple(seat for seat in scores if scores[seat] == top)

    def pot(self, number: int, pot: Pot) -> tuple[list[Award], int]:
        """Return the awards of one pot, and the chips of it that stay for the next hand."""
        winners = self.winners(pot.seats)
        parts, carried = self._parts(pot.amount, winners, pot.seats)
        awards = [award for part in parts for award in self._awards(number, pot, part)]
        return awards, carried

    def winners(self, seats: frozenset[int]) -> dict[str, tuple[int, ...]]:
        """Return who wins each share of a pot, as declared; a share that nobody wins has no winners."""
        declared = {seat: self.state.players[seat].declared for seat in seats}
        field = set(seats)
        if any(declared.values()):
            winners, field = self._declared(field, declared)
            if any(winners.values()):
                return winners
        # Nobody declared, or no declaration holds: the cards speak, of those who have not failed if there are any.
        return {share.name: self.best(share, field or seats) for share in self.state.game.shares}

    def _declared(
        self, field: set[int], declared: dict[int, str | None]
    ) -> tuple[dict[str, tuple[int, ...]], set[int]]:
        """Judge by declaration. Who went both ways must win all; who fails is out and the rest are judged again.

        Gives the winners and those who have not failed.
        """
        shares = self.state.game.shares
        while True:
            winners = {share.name: self.best(share, self._entrants(share, field, declared)) for share in shares}
            both = {seat for seat in field if declared[seat] == "both"}
            if self.house.both_ways == "win outright":
                if any(all(won == (seat,) for won in winners.values()) for seat in both):
                    return winners, field
                failed = both
            else:
                failed = {seat for seat in both if any(seat not in won for won in winners.values())}
            if not failed:
                return winners, field
            field = field - failed

    def _entrants(self, share: Share, field: set[int], declared: dict[int, str | None]) -> list[int]:
        """Return who plays for a share: those who declared it, or everyone where the dealer's ruling has settled it."""
        if share.name in self.state.rulings:
            return list(declared)
        return [seat for seat in field if declared[seat] in (share.name, "both")]

    def _parts(
        self, amount: int, winners: dict[str, tuple[int, ...]], seats: frozenset[int]
    ) -> tuple[list[_Part], int]:
        """Return a pot cut into its shares, and the chips of it that stay for the next hand."""
        shares = self.state.game.shares
        claimed = [share for share in shares if winners[share.name]]
        if not claimed:
            # Every hand is fouled: nobody has a better claim than anybody else.
            fouled = (Because("every hand is fouled"),)
            return [_Part(shares[0], tuple(sorted(seats)), amount, fouled, fouled, ruled=True)], 0
        lost = [share for share in shares if not winners[share.name]]
        staying = [share for share in lost if (share.unclaimed or self.house.unclaimed_half) == "next hand"]
        portion, odd = divide(amount, len(claimed) + len(staying), self.house.chip_unit)
        lucky = claimed[0] if self.house.odd_chip_split == "high hand" else claimed[-1]
        carried = portion * len(staying)
        self.staying += [self._lost(share, seats) for share in staying]
        if self.house.odd_chip_split == "next pot" and len(claimed) + len(staying) > 1:
            if odd:
                self.staying.append(Because("odd chip"))
            carried, odd = carried + odd, 0
        unwon = tuple(self._lost(share, seats) for share in lost if share not in staying)
        parts = []
        for share in claimed:
            extra = odd if share is lucky else 0
            why = list(unwon)
            if len(claimed) > 1:
                why.append(Because("share of a pot", count=len(shares), amount=amount))
            if extra and len(claimed) > 1:
                why.append(Because("odd chip of a split", word=self.house.odd_chip_split))
            ruled = share.name in self.state.rulings
            parts.append(_Part(share, winners[share.name], portion + extra, tuple(why), unwon, ruled))
        return parts, carried

    def _lost(self, share: Share, seats: frozenset[int]) -> Because:
        """Return why nobody wins a share of a pot."""
        declared = [self.state.players[seat].declared for seat in seats]
        if any(declared) and not any(name in (share.name, "both") for name in declared):
            return Because("nobody declared", word=share.name)
        if not self.state.rulings and all(self.score(share, seat) is None for seat in seats):
            return Because("said by the rule", word=share.missing())
        return Because("nobody wins", word=share.name)

    def _awards(self, number: int, pot: Pot, part: _Part) -> list[Award]:
        amounts = self._amounts(part)
        least = min(amounts.values())
        awards = []
        for seat, amount in amounts.items():
            why = list(part.why)
            partner = partner_of(self.state, seat)
            if others := tuple(other for other in part.winners if other not in (seat, partner)):
                why.append(Because("tied with", seats=others))
            if partner in part.winners:
                why.append(Because("shared with", partner))
            if 0 < amount - least <= self.house.chip_unit:
                why.append(Because("odd chip of a tie", word=self.house.odd_chip_tie))
            hand, plays, made = None, NO_PLAYS, NO_PLAYS
            if not part.ruled:
                hand, plays, made = self._hand(part.share, seat, pot.seats)
                why += pairs_made(made)
            elif part.share.name in self.state.rulings:
                why.append(Because("dealer's ruling"))
            reasons = tuple(why) or (Because("said by the rule", word=part.share.prize()),)
            awards.append(Award(seat, amount, number, part.share.name, hand, reasons, plays, made, part.note))
        return [award for award in awards if award.amount]

    def _amounts(self, part: _Part) -> dict[int, int]:
        """Return what each winner of a part gets: partners win as one and share it, or the one still in takes it."""
        unit = self.house.chip_unit
        pairs: dict[int, list[int]] = {}
        for seat in self._odd_order(part.winners):
            partner = partner_of(self.state, seat)
            pairs.setdefault(seat if partner is None else min(seat, partner), []).append(seat)
        each, odd = divide(part.amount, len(pairs), unit)
        amounts = {}
        for place, seats in enumerate(pairs.values()):
            own, left = divide(each + nth_odd(odd, place, unit), len(seats), unit)
            amounts.update({seat: own + nth_odd(left, at, unit) for at, seat in enumerate(seats)})
        return amounts

    def _odd_order(self, winners: Sequence[int]) -> Sequence[int]:
        """Return tied winners in the order in which odd chips go round. A hand ruled on may have shown no card."""
        if self.house.odd_chip_tie == "left of dealer":
            return winners
        cards = {seat: [held.card for held in self.state.players[seat].cards] for seat in winners}
        known = {seat: [rank_order(card) for card in cards[seat] if card != UNSEEN] for seat in winners}
        return sorted(winners, key=lambda seat: max(known[seat], default=()), reverse=True)

    def _hand(self, share: Share, seat: int, rivals: Iterable[int]) -> tuple[HandName, Plays, Plays]:
        """Return the winning hand's name (with kickers to tell it from another), its cards, and the pairs made wild."""
        holding = self.holding(share, seat)
        shown = share.show(holding)
        pairs = sum(held == UNSEEN for held, _ in shown.plays)
        made = share.made(holding)[:pairs] if isinstance(share, High) and pairs else NO_PLAYS
        number = self.score(share, seat)
        for rival in rivals:
            other = self.score(share, rival)
            loses = other is not None and other != number
            if shown.kickers and loses and share.show(self.holding(share, rival)).name == shown.name:
                return shown.with_kickers, shown.plays, made
        return shown.hand, shown.plays, made


def pairs_made(made: Plays) -> list[Because]:
    """Return, for each two cards that make a wild one together, that they do."""
    return [Because("make a wild card", cards=pair) for pair in made]
