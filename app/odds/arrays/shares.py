"""Shares of the pot on arrays of bits: the score of each seat in each hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce

import numpy as np

from app.cards.card import Card, parse_card, suit_of
from app.games.layout import Laid
from app.games.rules.events import SUITS
from app.games.rules.share import Share
from app.games.rules.share.high import High
from app.games.rules.share.hole import CardInHole, SuitInHole
from app.games.rules.share.low import Low
from app.games.values import one_rank
from app.hand.state import State
from app.odds.arrays.finished import Bits, bits_of
from app.odds.arrays.hands import NEVER, Scores, high_fits, high_scores, low_fits, low_scores
from app.odds.arrays.places import FinishedHands

#: A function that returns scores, a row for each seat, given the wild cards.
Score = Callable[[FinishedHands, Bits | None], Scores]


def share_in_arrays(share: Share, state: State) -> Score | None:
    """Return the scoring of a share on arrays, or None if it cannot be scored on them.

    ``state`` is the finished hand, except for the cards that nobody knows.
    """
    if share.line:
        return None
    match share:
        case High() if not (share.hand or share.table or share.qualifier or share.nth > 1):
            rules = state.setup.high_rules
            if not high_fits(rules) or share.special:
                return None
            return lambda hands, wild: _best(hands, wild, lambda held, own: high_scores(held, own, rules))
        case Low() if not (share.hand or share.nth > 1 or share.natural_first) and low_fits(
            share.rules(state.setup.low_rules)
        ):
            low_rules = share.rules(state.setup.low_rules)
            lines = state.game.layout.cards_by_line(state.recall(Laid).cards, state.common_cards)
            common = min(map(len, lines.values()), default=len(state.common_cards))
            if any(len(state.players[seat].cards) + common < 5 for seat in state.live):
                return None
            top = one_rank(share.qualifier) if share.qualifier else None
            return lambda hands, wild: _best(hands, wild, lambda held, own: low_scores(held, own, low_rules, top))
        case SuitInHole() if share.suit and (share.ties, share.ace) == ("share", "high"):
            suit, without = SUITS.index(share.suit), parse_card(share.without) if share.without else None
            suited = [card for card in map(Card, range(52)) if suit_of(card) == suit and card != without]
            return lambda hands, wild: _in_hole(hands, suited, lowest=share.end == "low")
        case CardInHole():
            return lambda hands, wild: _in_hole(hands, [parse_card(share.card)], lowest=False)
    return None


def _best(hands: FinishedHands, wild: Bits | None, scores: Callable[[Bits, Bits | None], Scores]) -> Scores:
    """Return the best score of each seat over all choices of cards that may play together."""
    shape = (len(hands.seats), hands.count)
    own = None if wild is None else np.broadcast_to(wild, shape).reshape(-1)
    best: Scores = reduce(np.maximum, (scores(held.reshape(-1), own) for held in hands.played()))
    return best.reshape(shape)


def _in_hole(hands: FinishedHands, cards: Iterable[Card], *, lowest: bool) -> Scores:
    """Return scores by the highest or lowest of these cards (all of one suit) in the hole."""
    cards = sorted(cards)
    held = ((hands.down & bits_of(cards)) >> np.uint64(cards[0])).astype(np.int32)
    return np.where(held == 0, NEVER, -(held & -held) if lowest else held).astype(np.int32)
