"""The cards that play: the choices that a player has, and the card that each plays as."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Literal

from app.cards.card import UNSEEN, Card, has_rank, make_card, rank_of, suit_of

Play = tuple[Card, Card]
"""A card held, and the card it plays as: the same unless it is wild. An extra wild card is held as UNSEEN."""

LineUse = Literal["any", "all", 1, 2, 3, 4]
"""The cards of a line that a hand may use: any, or at most this many; with ``all`` it must use them all."""

_SUITS = (3, 2, 1, 0)


def permitted(
    up: Sequence[Card],
    down: Sequence[Card],
    *,
    at_most: int | None = None,
    exactly: int | None = None,
    lines: Iterable[Sequence[Card]] = ((),),
    of_line: LineUse = "any",
) -> list[tuple[Card, ...]]:
    """Return every choice of cards that may play together, except choices that are never better than another.

    With ``at_most``, up to that many down cards may play; with ``exactly`` that many play, and the rest of the five
    come from ``up``, as in Omaha where ``up`` is the board. With neither, all cards play together. If there are fewer
    cards than required, all of them play. With ``lines``, the cards of one line also play, as many of them as
    ``of_line`` allows.
    """
    if of_line == "all":
        own = {len(line): list(_fill(up, down, 5 - len(line), at_most, exactly)) for line in lines}
        return [(*cards, *line) for line in lines for cards in own[len(line)]]
    limit = at_most if at_most is not None else exactly
    return [
        cards
        for line in lines
        for shared in combinations(line, len(line) if of_line == "any" else min(of_line, len(line)))
        for cards in _with_down((*up, *shared), down, limit, exactly)
    ]


def _with_down(
    up: tuple[Card, ...], down: Sequence[Card], limit: int | None, exactly: int | None
) -> Iterator[tuple[Card, ...]]:
    """Yield every choice of down cards within the limit, with the up cards that may play with them."""
    ups = [up]
    if exactly is not None:  # all of the up cards together could leave a down card unused
        ups = list(combinations(up, min(5 - exactly, len(up))))
    # One card fewer never makes a better hand, so only the largest choices are tried.
    downs = combinations(down, len(down) if limit is None else min(limit, len(down)))
    yield from (some_ups + some_downs for some_downs in downs for some_ups in ups)


def _fill(
    up: Sequence[Card], down: Sequence[Card], count: int, at_most: int | None, exactly: int | None
) -> Iterator[tuple[Card, ...]]:
    """Yield every choice of ``count`` cards, or as many as there are, within the limits on down cards."""
    most = min(len(down), count, *(limit for limit in (at_most, exactly) if limit is not None))
    least = min(most, count - len(up) if exactly is None else exactly)
    for downs in range(max(0, least), most + 1):
        for own in combinations(down, downs):
            yield from (ups + own for ups in combinations(up, min(count - downs, len(up))))


def plays_for(
    ranks: Sequence[int],
    suited: int,
    cards: Iterable[Card],
    wild: Container[Card],
    bugs: Container[Card],
    extra_wild: int,
    bug_rank: int | None,
) -> tuple[Play, ...]:
    """Return the cards that play the ranks, in their order, the first ``suited`` of them in one suit.

    The cards must be able to make those ranks, as they are if the ranks come from their score. A card, even a wild one,
    plays as itself wherever it can; a bug plays as ``bug_rank``, if that is not None, before it completes a straight or
    flush. A wild card that stands for another plays, if possible, in a suit in which that rank is not held.
    """
    natural: list[Card] = []
    wilds: list[Card] = []
    jokers: list[Card] = []
    for card in cards:
        (wilds if card in wild else jokers if card in bugs else natural).append(card)
    suit = _fullest_suit(ranks[:suited], natural) if suited else None
    wanted = [(rank, suit if at < suited else None) for at, rank in enumerate(ranks)]
    taken = set(natural)
    plays: dict[int, Play] = {}

    def fill(pool: list[Card], fits: Callable[[Card, int, int | None], bool], as_itself: bool) -> None:
        for at, (rank, suit) in enumerate(wanted):
            card = None if at in plays else next((card for card in pool if fits(card, rank, suit)), None)
            if card is not None:
                pool.remove(card)
                plays[at] = card, card if as_itself else _stand_in(rank, suit, taken)
                taken.add(plays[at][1])

    fill(natural, _is, True)
    fill(jokers, lambda _card, rank, _suit: rank == bug_rank, False)
    fill(wilds, _is, True)
    fill(wilds + [UNSEEN] * extra_wild + jokers, lambda _card, _rank, _suit: True, False)
    return tuple(plays[at] for at in range(len(ranks)))


def unsuited(plays: tuple[Play, ...], cards: Iterable[Card], wild: Container[Card]) -> tuple[Play, ...]:
    """Return plays of the same ranks in more than one suit, for a low that a flush would spoil.

    A card of another suit replaces one that plays, or a wild card plays in another suit.
    """
    if len({suit_of(played) for _, played in plays}) > 1:
        return plays
    held = {card for card, _ in plays}
    spare = [card for card in cards if card not in held]
    for at, (card, played) in enumerate(plays):
        rank, suit = rank_of(played), suit_of(played)
        other = next((each for each in spare if each not in wild and _is(each, rank, None)), None)
        if other is not None:
            return *plays[:at], (other, other), *plays[at + 1 :]
        if card in wild or card == UNSEEN:
            stand_in = _stand_in(rank, None, {make_card(rank, suit)})
            return *plays[:at], (card, stand_in), *plays[at + 1 :]
    # No card that plays can change suit, so a wild card that was not needed replaces the first.
    first = plays[0][1]
    joker = next((card for card in spare if card in wild), UNSEEN)
    return (joker, _stand_in(rank_of(first), None, {first})), *plays[1:]


def _is(card: Card, rank: int, suit: int | None) -> bool:
    return has_rank(card) and rank_of(card) == rank and suit in (None, suit_of(card))


def _fullest_suit(ranks: Sequence[int], natural: list[Card]) -> int:
    """Return the suit in which most of the ranks are held."""
    return max(_SUITS, key=lambda suit: sum(make_card(rank, suit) in natural for rank in set(ranks)))


def _stand_in(rank: int, suit: int | None, taken: Container[Card]) -> Card:
    """Return the card that a wild card plays as: of the suit if one is given, otherwise one not taken if possible."""
    if suit is not None:
        return make_card(rank, suit)
    every = [make_card(rank, each) for each in _SUITS]
    return next((card for card in every if card not in taken), every[0])
