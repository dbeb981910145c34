"""Effects of the up-cards to come: extra cards dealt at once, and hands that end without a showdown."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from app.cards.card import Card
from app.dataclass import dataclass
from app.games.rules.trigger.up_card import RedealWithout, UpCardTrigger
from app.games.rules.wild import all_of
from app.games.steps.interrupts import OfferCard
from app.games.values import one_rank
from app.hand.cards import left_in_deck
from app.hand.state import State
from app.odds.ahead import Ahead, TurnsUp, can_buy
from app.odds.arrays.finished import Bits, Dealt, UpPlace, bits_of
from app.odds.dealing import Fill


@dataclass(frozen=True, slots=True)
class _Offer:
    """An extra card, ``up`` or down, after each of these up-``cards``: for all ``seats`` (rows), or just its owner."""

    cards: np.uint64
    up: bool
    seats: frozenset[int]
    to_all: bool

    def takers(self, owner: int | None) -> Sequence[int]:
        """Return the rows of the seats that take an extra card after ``owner`` got an up-card."""
        if self.to_all:
            return sorted(self.seats)
        return (owner,) if owner in self.seats else ()


@dataclass(frozen=True, slots=True)
class SetOff:
    """The effects of the up-cards to come in many hands, if the deck cannot run out.

    ``ups``: their numbers among the dealt cards, in order, each with the row of its seat. The ``extra`` cards that may
    be needed are numbered from ``first`` on. A hand stops without a showdown if a card of ``stops`` comes up, or if for
    one of ``needs`` none does: it is then dealt ``again``, or its pot stays for the next hand.
    """

    ups: tuple[tuple[int, int | None], ...]
    offers: tuple[_Offer, ...]
    first: int
    extra: int
    stops: np.uint64
    needs: tuple[np.uint64, ...]
    again: bool

    def play(self, bits: Bits, down: Bits, up: Bits) -> NDArray[np.bool_] | None:
        """Deal the extra cards to the hands, and return which hands stop; None if none can."""
        came = np.zeros(bits.shape[1], dtype=np.uint64)
        used = np.zeros(bits.shape[1], dtype=np.intp)

        def follow(hands: NDArray[np.intp], cards: Bits, owner: int | None) -> None:
            for offer in self.offers:
                at = hands[np.flatnonzero(cards & offer.cards)]
                for row in offer.takers(owner) if at.size else ():
                    extra = bits[self.first + used[at], at]
                    used[at] += 1
                    (up if offer.up else down)[row, at] |= extra
                    if offer.up:
                        came[at] |= extra
                        follow(at, extra, row)

        every = np.arange(bits.shape[1])
        for number, row in self.ups:
            came |= bits[number]
            follow(every, bits[number], row)
        if not self.stops and not self.needs:
            return None
        stopped: NDArray[np.bool_] = (came & self.stops) != 0
        for cards in self.needs:
            stopped |= (came & cards) == 0
        return stopped


def set_off_in_arrays(ahead: Ahead, fill: Fill, ups: Sequence[UpPlace], unknown: Sequence[Card]) -> SetOff | None:
    """Return what the up-cards to come, among all ``ups``, set off; None if it does not work on arrays."""
    end, ends = fill.state, set()
    offers, extra, stops, needs = [], 0, np.uint64(0), []
    for trigger in ahead.set_off:
        if isinstance(trigger, RedealWithout):
            needs.append(bits_of(all_of(one_rank(trigger.rank))))
            ends.add("redeal")
            continue
        if not isinstance(trigger, UpCardTrigger) or trigger.pair or trigger.count > 1:
            return None
        cards = bits_of(filter(trigger.names, end.game.deck.cards()))
        if trigger.then in ("redeal", "end the hand"):
            stops |= cards
            ends.add(trigger.then)
        elif trigger.then == "extra card" and _only_adds(trigger, ahead, end):
            offered = [OfferCard(seat, trigger.price, trigger.face) for seat in end.live]
            seats = frozenset(row for row, offer in enumerate(offered) if can_buy(end, offer))
            offer = _Offer(cards, trigger.face == "up", seats, trigger.whom == "everybody")
            offers.append(offer)
            extra += sum(map(trigger.names, unknown)) * (len(seats) if offer.to_all else 1)
        else:
            return None
    if len(ends) > 1 or extra > left_in_deck(end):
        return None
    rows = {seat: row for row, seat in enumerate(end.live)}
    new = [(up.card.number, None if up.seat is None else rows[up.seat]) for up in ups if isinstance(up.card, Dealt)]
    known = bits_of(up.card for up in ups if not isinstance(up.card, Dealt))
    missing = tuple(cards for cards in needs if not known & cards)
    return SetOff(
        tuple(new) if ahead.set_off else (), tuple(offers), len(fill.slots), extra, stops, missing, ends == {"redeal"}
    )


def _only_adds(trigger: UpCardTrigger, ahead: Ahead, end: State) -> bool:
    """Return whether an extra card only adds to a hand: it does not affect rolls, limits or wild cards."""
    game, turns = end.game, any(isinstance(move, TurnsUp) for move in ahead.moves)
    return not (game.use.limits or game.layout.lines or turns) and (
        trigger.face == "down" or not any(rule.follows_up_cards for rule in game.wild)
    )
