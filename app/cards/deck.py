"""Decks: the full fifty-two, stripped ones, and those with jokers."""

from __future__ import annotations

from functools import lru_cache

from app.cards.card import BLACK_JOKER, RANKS, RED_JOKER, Card, make_card


@lru_cache(maxsize=64)
def deck(strip: str = "", jokers: int = 0) -> frozenset[Card]:
    """Return the cards of a deck without the ranks in ``strip`` (such as ``"89T"``) and with 0, 1 or 2 jokers.

    The single joker is the red one. Raises ValueError for an unknown rank or another number of jokers.
    """
    for rank in strip:
        if rank not in RANKS:
            raise ValueError(f"{rank!r} is not a rank")
    if jokers not in (0, 1, 2):
        raise ValueError(f"a deck has 0, 1 or 2 jokers, not {jokers}")
    ranked = {make_card(rank, suit) for rank in range(13) if RANKS[rank] not in strip for suit in range(4)}
    return frozenset(ranked | set((RED_JOKER, BLACK_JOKER)[:jokers]))
