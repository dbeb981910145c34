"""Wild rules on arrays of bits: for each hand, or for each seat of each hand, the cards that a rule makes wild."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from app.cards.card import Card
from app.games.definition import Game
from app.games.rules.wild import WildRule, all_of
from app.games.rules.wild.extreme import Extreme
from app.games.rules.wild.fixed import ByStreet, Cards, Jokers, Ranks
from app.games.rules.wild.follow import FollowPair, FollowRank
from app.games.rules.wild.hole import FirstUp, LowHole, RanksInTheHole
from app.games.rules.wild.place import WildPlace
from app.games.rules.wild.up_card import LastCommon, Named, WildByUpCard
from app.games.table import Table
from app.games.values import rank_numbers, wild_cards
from app.odds.arrays.finished import Bits, Dealt, UpPlace, bits_of, ranks_among
from app.odds.arrays.places import FinishedHands
from app.ranking.order import RANK_BITS, SET

#: A function that returns the wild cards of each hand: one row for all seats, or one for each.
Wild = Callable[[FinishedHands], Bits]

#: Rules that make the same cards wild whatever is dealt.
_CONSTANT = (Ranks, Cards, Jokers, ByStreet, Named)


def wild_in_arrays(rule: WildRule, game: Game, table: Table) -> Wild | None:
    """Return a wild rule on arrays, or None if it cannot work on them; ``table`` is from the end of the hand."""
    jokers = bool(game.deck.jokers)
    match rule:
        case Jokers(play) if play != "wild":
            return None
        case _ if isinstance(rule, _CONSTANT):
            return _constant(rule, table)
        case LowHole():
            return wild_in_arrays(rule.at(table), game, table)
        case Extreme(of) if rule.end != "last":
            return lambda hands: _extreme(rule)[ranks_among(_among(hands, of))]
        case WildByUpCard() if not rule.pair:
            return _by_count(rule, game)
        case FollowRank(rank, "", "after") if not jokers and not table.from_0_2:
            lead = bits_of(all_of(*rank_numbers(rank)))
            next_street, adds = rule.ends_street == "next street", rule.later == "adds"
            return lambda hands: _following(hands, lambda up: hands.card_bits(up.card) & lead != 0, next_street, adds)
        case FollowPair() if not (jokers or rule.wild_pairs):
            return lambda hands: _following(hands, lambda up: _pairs(hands, up, rule.third))
        case FirstUp() if not jokers:
            return _first_up
        case LastCommon(True) if not jokers:
            return _last_common
        case WildPlace(next_higher=False) if rule.rank or not jokers:
            return lambda hands: _in_places(hands, rule)
        case RanksInTheHole():
            ranks, cards = wild_cards(rule.ranks + rule.cards)
            which = bits_of(all_of(*ranks).union(cards))
            return lambda hands: hands.down & which
    return None


def _constant(rule: WildRule, table: Table) -> Wild:
    part = rule.wild(table)
    cards = part.cards.union(*part.by_seat.values())
    wild = np.array([bits_of(cards)])
    return lambda hands: wild


def _among(hands: FinishedHands, of: str) -> Bits:
    return {"common": hands.common, "up": hands.up, "hole": hands.down, "hand": hands.down | hands.up}[of]


@cache
def _extreme(rule: Extreme) -> Bits:
    """Return, for each set of ranks, the cards that its lowest or highest rank makes wild; none for no ranks."""
    cards = [bits_of(all_of(rank)) for rank in range(RANK_BITS)]
    sets = ([rank for rank in range(RANK_BITS) if held >> rank & 1] for held in range(SET + 1))
    return np.array([cards[rule.made_wild(ranks)] if ranks else 0 for ranks in sets], dtype=np.uint64)


def _by_count(rule: WildByUpCard, game: Game) -> Wild:
    """Return a rule whose ranks are wild until ``rule.count`` matching up-cards have come, or from then on."""
    matching = bits_of(filter(rule.names, game.deck.cards()))
    wild = bits_of(all_of(*rank_numbers(rule.letters)))

    def by_count(hands: FinishedHands) -> Bits:
        ups = np.zeros(hands.count, dtype=np.uint64)
        for up in hands.places.ups:
            ups |= hands.card_bits(up.card)
        come = np.bitwise_count(ups & matching) >= rule.count
        return np.where(come == (rule.then == "wild"), wild, np.uint64(0))

    return by_count


def _following(
    hands: FinishedHands, leads: Callable[[UpPlace], NDArray[np.bool_]], next_street: bool = True, adds: bool = False
) -> Bits:
    """Return the ranks that followed the last leading up-card, or any of them if each ``adds`` its rank."""
    wild = np.zeros(hands.count, dtype=np.uint64)
    awaited = np.zeros(hands.count, dtype=bool)
    street = None
    for up in hands.places.ups:
        if not next_street and up.street != street:
            awaited = np.zeros(hands.count, dtype=bool)
        street = up.street
        leading = np.broadcast_to(leads(up), hands.count)
        ranks = hands.rank_bits(up.card)
        if adds:
            wild = wild | np.where(awaited & ~leading, ranks, np.uint64(0))
        else:
            wild = np.where(leading, np.uint64(0), np.where(awaited, ranks, wild))
        awaited = leading
    return wild


def _pairs(hands: FinishedHands, up: UpPlace, third: bool) -> NDArray[np.bool_]:
    """Return whether an up-card pairs exactly one beside it; with ``third``, at least one."""
    beside = np.zeros(hands.count, dtype=np.uint64)
    for place in up.beside:
        beside |= hands.card_bits(place)
    same = np.bitwise_count(beside & hands.rank_bits(up.card))
    pairs: NDArray[np.bool_] = same > 0 if third else same == 1
    return pairs


def _first_up(hands: FinishedHands) -> Bits:
    firsts: dict[int | None, Card | Dealt] = {}
    for up in hands.places.ups:
        firsts.setdefault(up.seat, up.card)
    none = np.zeros(hands.count, dtype=np.uint64)
    rows = [none | hands.rank_bits(firsts[seat]) if seat in firsts else none for seat in hands.seats]
    return np.stack(rows)


def _last_common(hands: FinishedHands) -> Bits:
    none = np.zeros(hands.count, dtype=np.uint64)
    middle = [up.card for up in hands.places.ups if up.seat is None]
    return none | hands.rank_bits(middle[-1]) if middle else none


def _in_places(hands: FinishedHands, rule: WildPlace) -> Bits:
    wild = np.zeros(hands.count, dtype=np.uint64)
    for name in rule.places.split():
        if (place := hands.places.layout.get(name)) is not None:
            wild |= hands.rank_bits(place) if rule.rank else hands.card_bits(place)
    return wild
