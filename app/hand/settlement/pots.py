"""Pots, derived from what each player has put in, and how chips are divided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from app.cards.card import UNSEEN, Card, rank_order
from app.games.because import Because
from app.games.house import HouseRules
from app.hand.folding import partner_of
from app.hand.state import Setup, State


def divide(amount: int, ways: int, unit: int) -> tuple[int, int]:
    """Return chips split into equal parts of whole units: the part, and what is left over."""
    each = amount // unit // ways * unit
    return each, amount - each * ways


def nth_odd(odd: int, place: int, unit: int) -> int:
    """Return the odd chips of the winner at a place: one unit each in order; less than a unit goes to the first."""
    whole, rest = divmod(odd, unit)
    return unit * (place < whole) + rest * (place == 0)


def tie_order(cards: Mapping[int, Iterable[Card]], house: HouseRules) -> list[int]:
    """Return tied winners in the order in which odd chips go round, by the cards of each, in the order of the seats.

    A hand that was ruled on may have shown no card.
    """
    if house.odd_chip_tie == "left of dealer":
        return list(cards)
    known = {seat: [rank_order(card) for card in held if card != UNSEEN] for seat, held in cards.items()}
    return sorted(cards, key=lambda seat: max(known[seat], default=()), reverse=True)


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips and the seats that can win them. The first pot is the main pot: with chips, if there are any.

    Those seats are still in, unless everybody who could win the pot has left: then it is whoever left last.
    """

    amount: int
    seats: frozenset[int]


def pots_of(state: State) -> tuple[Pot, ...]:
    """Return the main pot and the side pots as they stand, bets in front included. They add up to ``state.pot``."""
    everybody = frozenset(state.setup.seats)
    chips = {_contenders(state, everybody): 0}
    for pot in (*_of_bets(state), *(Pot(paid.amount, paid.eligible) for paid in state.dead_money)):
        seats = _contenders(state, pot.seats)
        chips[seats] = chips.get(seats, 0) + pot.amount
    main, *others = (Pot(amount, seats) for seats, amount in chips.items())
    pots = (main, *sorted(others, key=lambda pot: -len(pot.seats)))
    return tuple(pot for pot in pots if pot.amount) or (main,)


def why_uncontested(state: State, pot: Pot) -> Because:
    """Return why a pot that nobody contests any more goes where it goes."""
    if pot.seats & set(state.live):
        return Because("nobody else plays for it")
    return Because("last one in", max(pot.seats, key=lambda seat: state.players[seat].left))


def paid_antes(setup: Setup) -> list[int]:
    """Return what each player anted: no more than the stack held, and nothing in a game without antes."""
    if not setup.game.ante:
        return [0] * len(setup.stacks)
    return [ante if stack is None else min(ante, stack) for ante, stack in zip(setup.antes, setup.stacks, strict=True)]


def _of_bets(state: State) -> Iterator[Pot]:
    """Yield antes and bets cut at each all-in total, with those who have put in so much, or may still be asked to."""
    committed = [player.committed for player in state.players]
    loose = state.carried
    if len(set(state.setup.antes)) > 1:
        # Uneven antes (one player posting for the table) are dead money in the main pot: nobody has to match them.
        loose += sum(state.antes)
        committed = [total - ante for total, ante in zip(committed, state.antes, strict=True)]
    yield Pot(loose, frozenset(state.setup.seats))
    all_in = {total for total, player in zip(committed, state.players, strict=True) if player.all_in}
    for below, cut in pairwise(sorted({0, *all_in, max(committed)})):
        amount = sum(min(total, cut) - min(total, below) for total in committed)
        seats = (seat for seat, total in enumerate(committed) if total > below or state.players[seat].can_bet)
        yield Pot(amount, frozenset(seats))


def _contenders(state: State, seats: frozenset[int]) -> frozenset[int]:
    """Return who of these seats can win a pot that is theirs: those still in, or else the last to leave."""
    live = seats.intersection(state.live)
    if live:
        return live
    *before, last = sorted(seats, key=lambda seat: state.players[seat].left)
    partners = before and before[-1] == partner_of(state, last)
    return frozenset({before[-1], last} if partners else {last})
