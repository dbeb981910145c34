"""Main and side pots, derived from the chips committed, and the division of chips."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from app.cards.card import UNSEEN, Card, rank_order
from app.dataclass import dataclass
from app.games.reasons import Reason
from app.hand.open_hands import aces_are_low
from app.hand.state import Setup, State, partner_of


def divide(amount: int, ways: int, unit: int) -> tuple[int, int]:
    """Return chips split into equal parts of whole units: the part, and the odd chips left over."""
    each = amount // unit // ways * unit
    return each, amount - each * ways


def divide_among(amount: int, order: Sequence[int], unit: int) -> dict[int, int]:
    """Return chips divided evenly among seats.

    Odd chips go one unit each to the seats in order, and less than a unit goes to the first.
    """
    each, odd = divide(amount, len(order), unit)
    whole, rest = divmod(odd, unit)
    parts = {seat: each + unit * (place < whole) for place, seat in enumerate(order)}
    parts[order[0]] += rest
    return parts


@dataclass(frozen=True, slots=True)
class Layer:
    """The chips between two totals, from ``above`` to ``top``, of all players who have put in that much."""

    above: int
    top: int
    amount: int


def layers(amounts: Collection[int], caps: Iterable[int]) -> list[Layer]:
    """Return the amounts of several players, split into layers at each cap, the lowest first."""
    most = max(amounts)
    cuts = sorted({0, most, *(cap for cap in caps if 0 < cap < most)})
    return [
        Layer(above, top, sum(min(chips, top) - min(chips, above) for chips in amounts))
        for above, top in pairwise(cuts)
    ]


def tie_order(state: State, cards: Mapping[int, Iterable[Card]]) -> list[int]:
    """Return tied winners in the order in which they get odd chips; ``cards`` are their cards, by seat.

    A winner by ruling may have shown no cards. In hands of version 0.3 an ace was the highest card even in razz.
    """
    if state.setup.house.odd_chip_tie == "left of dealer":
        return list(cards)
    low = aces_are_low(state) and not state.setup.from_0_3
    known = {seat: [rank_order(card, aces_low=low) for card in held if card != UNSEEN] for seat, held in cards.items()}
    return sorted(cards, key=lambda seat: max(known[seat], default=()), reverse=True)


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips and the seats that can win them; the first pot is the main pot.

    The seats are still in, unless all players who could win the pot have left; then it goes to the last to leave.
    """

    amount: int
    seats: frozenset[int]


def pots_of(state: State, *, cut_off: bool = False) -> tuple[Pot, ...]:
    """Return the main pot and the side pots, bets in front included. They add up to ``state.pot``.

    ``cut_off``: the betting will not go on, so they are cut at the chips of players who have yet to call, too.
    """
    everybody = frozenset(state.setup.seats)
    chips = {contenders(state, everybody): 0}
    for pot in (*_of_bets(state, cut_off), *(Pot(paid.amount, paid.eligible) for paid in state.dead_money)):
        seats = contenders(state, pot.seats)
        chips[seats] = chips.get(seats, 0) + pot.amount
    main, *others = (Pot(amount, seats) for seats, amount in chips.items())
    pots = (main, *sorted(others, key=lambda pot: -len(pot.seats)))
    return tuple(pot for pot in pots if pot.amount) or (main,)


def why_uncontested(state: State, pot: Pot) -> Reason:
    """Return why an uncontested pot goes to its winner."""
    if pot.seats & set(state.live):
        return Reason("nobody else plays for it")
    return Reason("last one in", max(pot.seats, key=lambda seat: state.players[seat].exit_place))


def paid_antes(setup: Setup) -> list[int]:
    """Return each player's ante: no more than the stack holds, and nothing in a game without antes."""
    if not setup.game.ante:
        return [0] * len(setup.stacks)
    return [ante if stack is None else min(ante, stack) for ante, stack in zip(setup.antes, setup.stacks, strict=True)]


def _of_bets(state: State, cut_off: bool) -> Iterator[Pot]:
    """Yield pots of the antes and bets, cut at each all-in total, with the seats that have put in that much or can."""
    committed = [player.committed for player in state.players]
    loose = state.carried
    if len(set(state.setup.antes)) > 1:
        # Uneven antes (one player posting for the table) are dead money in the main pot: nobody has to match them.
        loose += sum(state.antes)
        committed = [total - ante for total, ante in zip(committed, state.antes, strict=True)]
    yield Pot(loose, frozenset(state.setup.seats))
    cuts = (
        committed[seat] + (player.stack or 0)
        for seat, player in enumerate(state.players)
        if player.all_in or (cut_off and player.can_bet and player.stack is not None)
    )
    for layer in layers(committed, cuts):
        seats = (seat for seat, total in enumerate(committed) if _reaches(state, seat, total, layer.above))
        yield Pot(layer.amount, frozenset(seats))


def _reaches(state: State, seat: int, total: int, above: int) -> bool:
    """Return whether a seat with ``total`` chips in has put in more than ``above``, or still can.

    In hands of version 0.3 everybody who was not all in could, however few chips they had.
    """
    player = state.players[seat]
    if total > above or not player.can_bet:
        return total > above
    return player.stack is None or total + player.stack > above or state.setup.from_0_3


def contenders(state: State, seats: frozenset[int]) -> frozenset[int]:
    """Return the seats of a pot that can win it: those still in, or else the last to leave (or partners)."""
    live = seats.intersection(state.live)
    if live:
        return live
    *before, last = sorted(seats, key=lambda seat: state.players[seat].exit_place)
    partners = before and before[-1] == partner_of(state, last)
    return frozenset({before[-1], last} if partners else {last})
