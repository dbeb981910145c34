"""Types of values in a game file beyond plain texts and numbers: ranks, cards, names, counts.

A rule or a step gives its field one of these types, and :mod:`app.games.build` checks the file's value against it. A
field's default is not checked: an empty text may stand for "none".
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated, Literal

from app.cards.card import RANKS, UNSEEN, Card, parse_card, parse_cards, rank_plural, rank_word, the_card
from app.dataclass import dataclass
from app.ranking.words import least_hand, rank_figure
from app.text import count_word, listing, short, with_article

#: The longest text that a file may give, and the longest name of a game.
MAX_TEXT_LENGTH, MAX_NAME_LENGTH = 600, 80

#: Joins emoji that are shown as one.
_JOINER = "\u200d"


def one_rank(letter: str) -> int:
    """Return the rank that one letter names; raises ValueError for anything else."""
    if len(letter) != 1 or letter not in RANKS:
        raise ValueError(f"{short(letter)} is not a rank")
    return RANKS.index(letter)


@lru_cache(maxsize=512)
def rank_numbers(letters: str) -> tuple[int, ...]:
    """Return the ranks that letters such as ``"5T"`` name; raises ValueError for anything else."""
    if not letters:
        raise ValueError("no rank is named")
    if wrong := [letter for letter in letters if letter not in RANKS]:
        raise ValueError(f"{short(wrong[0])} is not a rank (each is one letter of {RANKS})")
    if len(set(letters)) < len(letters):
        raise ValueError(f"{short(letters)} names a rank twice")
    return tuple(map(one_rank, letters))


def or_better(letter: str) -> str:
    """Return the limit of a low hand by its highest card: ``8 or better``."""
    return f"{rank_figure(one_rank(letter))} or better"


def _seen_card(text: str) -> Card:
    card = parse_card(text)
    if card == UNSEEN:
        raise ValueError("the card must be named")
    return card


def _seen_cards(text: str) -> tuple[Card, ...]:
    cards = parse_cards(text)
    if not cards or UNSEEN in cards:
        raise ValueError("a wild card must be named")
    if len(set(cards)) < len(cards):
        raise ValueError(f"{short(text)} names a card twice")
    return cards


def wild_cards(text: str) -> tuple[tuple[int, ...], tuple[Card, ...]]:
    """Return the ranks and single cards that a word such as ``7Kd`` names: sevens and the king of diamonds.

    ``none`` and an empty text name nothing. Raises ValueError for any other word.
    """
    words = () if text == "none" else wild_text(text)
    if len(set(words)) < len(words):
        raise ValueError(f"{short(text)} names the same twice")
    ranks = tuple(one_rank(word) for word in words if len(word) == 1)
    return ranks, tuple(parse_card(word) for word in words if len(word) == 2)


@lru_cache(maxsize=512)
def held_together(text: str) -> tuple[tuple[int, ...], frozenset[Card]]:
    """Return the ranks, each as often as named, and the single cards of a word such as ``77`` or ``QdQh``.

    Raises ValueError for any other word, and for more cards than there are in a deck.
    """
    words = wild_text(text)
    ranks = tuple(one_rank(word) for word in words if len(word) == 1)
    cards = [parse_card(word) for word in words if len(word) == 2]
    if not words:
        raise ValueError("no card is named")
    if len(set(cards)) < len(cards) or any(ranks.count(rank) > 4 for rank in ranks):
        raise ValueError(f"{short(text)} is more than a deck has")
    return ranks, frozenset(cards)


def held_text(text: str) -> str:
    """Return in words what :func:`held_together` reads: ``two sevens``, ``a king and a nine``."""
    ranks, cards = held_together(text)
    counts = {rank: ranks.count(rank) for rank in ranks}
    words = [
        f"{count_word(n)} {rank_plural(rank)}" if n > 1 else with_article(rank_word(rank)) for rank, n in counts.items()
    ]
    return listing(words + [the_card(card) for card in sorted(cards)])


def wild_text(text: str) -> tuple[str, ...]:
    """Return the ranks and cards of ``7Kd`` as written, one by one: ``7`` and ``Kd``."""
    return tuple(re.findall(r".[cdhsrb]|.", text, re.DOTALL))


def one_word(text: str) -> None:
    """Raise ValueError for a name that cannot be part of an action's line."""
    if len(text) > MAX_NAME_LENGTH or not text.replace("-", "").replace("'", "").isalnum():
        raise ValueError(f"a name is one word of letters and digits, {MAX_NAME_LENGTH} at most, not {short(text)}")


def _some_text(text: str) -> None:
    if not text.strip():
        raise ValueError("must not be empty")
    if len(text) > MAX_TEXT_LENGTH:
        raise ValueError(f"must not be longer than {MAX_TEXT_LENGTH} letters")
    if not text.replace(_JOINER, "").isprintable():
        raise ValueError("has a line end or another character that cannot be shown")


def _short_text(text: str) -> None:
    if len(text) > MAX_NAME_LENGTH:
        raise ValueError(f"must not be longer than {MAX_NAME_LENGTH} letters")
    _some_text(text)


def _at_least_one(number: int) -> None:
    if number < 1:
        raise ValueError("must be at least 1")


def _in_one_hand(number: int) -> None:
    if number > 5:
        raise ValueError("from 0 to 5 down cards can be used")


@dataclass(frozen=True, slots=True)
class NameOf:
    """Marks a field that names another part of the same game; :mod:`app.games.references` looks the name up.

    The field may be left out or empty: then it names nothing.
    """

    kind: Literal["share", "hand", "sale", "place", "line"]

    def __call__(self, text: str) -> None:
        """Reject a blank text; the name itself is checked when the game is complete."""
        if text and not text.split():
            raise ValueError("must not be blank")


#: The name of a share.
ShareName = Annotated[str, NameOf("share")]

#: Cards judged separately: up, down, a player's own, set aside, the rest, or a built hand.
JudgedCards = Annotated[str, NameOf("hand")]

#: The ``key`` of something that an earlier step sells.
SaleName = Annotated[str, NameOf("sale")]

#: Names of places in the layout, separated by spaces.
PlaceNames = Annotated[str, NameOf("place")]

#: The name of a line of the layout.
LineName = Annotated[str, NameOf("line")]

#: One rank, such as ``T``.
RankLetter = Annotated[str, one_rank]

#: Several ranks, one letter each, such as ``5T``.
RankLetters = Annotated[str, rank_numbers]

#: One card, such as ``Qs``.
CardText = Annotated[str, _seen_card]

#: Several cards, such as ``QsKh``.
CardTexts = Annotated[str, _seen_cards]

#: Cards that a hand holds together, such as ``77`` or ``QdQh``.
HeldCards = Annotated[str, held_together]

#: The name of a share or a hand in an action's line.
Name = Annotated[str, one_word]

#: The least hand required, such as ``pair of jacks``.
LeastHand = Annotated[str, least_hand]

#: Words for the rule sheet; not empty, and on one line.
Words = Annotated[str, _some_text]

#: The name of a game.
Title = Annotated[str, _short_text]

#: The number of something, at least one.
Count = Annotated[int, _at_least_one]

#: The number of down cards that a hand of five may use.
DownCards = Annotated[int, _in_one_hand]
