"""The speaker, which knows the players' names and whether a text is read or spoken, and phrasebooks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from app.cards.card import Card, card_name, rank_digits, rank_plural
from app.dataclass import dataclass
from app.games.rules.wild import Noun, RankName
from app.plugins import load_modules
from app.ranking.words import HandName
from app.text import listing

V = TypeVar("V")
T = TypeVar("T")
R = TypeVar("R")

#: The beginnings of hands that take an article.
_COUNTED = ("pair", "straight", "flush", "royal flush", "four-card", "double", "triple")


@dataclass(frozen=True, slots=True)
class Speaker:
    """The voice of a hand: ``names`` are the players' by seat, ``aloud`` selects the spoken form.

    Aloud, it says ``fives`` for ``5s``, ``eight, seven, four, deuce, ace low`` for ``8-7-4-2-A low``, and has no
    brackets.
    """

    names: tuple[str, ...]
    aloud: bool = False

    def name(self, seat: int | None) -> str:
        """Return a player's name; ``the player`` for None."""
        return "the player" if seat is None else self.names[seat]

    def listed(self, seats: Iterable[int]) -> str:
        """Return the names of several players: ``Ann, Bob and Cy``."""
        return listing(map(self.name, seats))

    def card(self, card: Card) -> str:
        """Return the name of a card within a sentence: ``king of spades``."""
        return card_name(card).lower()

    def hand(self, hand: HandName) -> str:
        """Return the name of a hand."""
        return hand.spoken if self.aloud and hand.spoken else hand.colloquial

    def a_hand(self, hand: HandName) -> str:
        """Return the name of a hand with its article: ``a pair of jacks``, but ``two pair`` and ``ace high``."""
        name = self.hand(hand)
        if name.endswith(" in the hole"):
            return f"the {name.removeprefix('the ')}"
        return f"a {name}" if name.startswith(_COUNTED) else name

    def hands(self, hands: Iterable[HandName], *, articles: bool = False) -> str:
        """Return the names of a player's several hands: ``pair of aces and pair of eights``."""
        names = dict.fromkeys(map(self.a_hand if articles else self.hand, hands))
        return ", and ".join(names) if not names or any("," in name for name in names) else listing(names)

    def noun(self, noun: Noun) -> str:
        """Return the name of some cards: ``5s``, ``fives``, ``one-eyed jacks``."""
        if not isinstance(noun, RankName):
            return noun
        return rank_digits(noun.rank) if noun.figure and not self.aloud else rank_plural(noun.rank)

    def nouns(self, nouns: Iterable[Noun]) -> str:
        """Return the names of several kinds of cards: ``5s and 10s``."""
        return listing(map(self.noun, nouns))

    def aside(self, text: str) -> str:
        """Return a remark that ends a sentence, in brackets if it is read."""
        return f", {text}" if self.aloud else f" ({text})"

    def joined(self, clauses: Iterable[str]) -> str:
        """Return clauses in one sentence."""
        return (", " if self.aloud else "; ").join(clauses)


class Phrasebook(Generic[V, R]):
    """Functions that put values of a kind ``V`` in words, by type; modules of ``app.words`` register theirs."""

    def __init__(self) -> None:
        self._phrases: dict[type[Any], Callable[[Any, Speaker], R]] = {}

    def __call__(self, kind: type[T]) -> Callable[[Callable[[T, Speaker], R]], Callable[[T, Speaker], R]]:
        """Register the decorated function for values of a type."""

        def register(phrase: Callable[[T, Speaker], R]) -> Callable[[T, Speaker], R]:
            self._phrases[kind] = phrase
            return phrase

        return register

    def say(self, value: V, speaker: Speaker) -> R:
        """Return a value in words. Raise KeyError for a type without a function."""
        kind = type(value)
        if kind not in self._phrases and kind not in self.types():
            raise KeyError(
                f"nothing is said of {kind.__qualname__}, of {kind.__module__}: no function is decorated for it"
            )
        return self._phrases[kind](value, speaker)

    def types(self) -> frozenset[type[Any]]:
        """Return the types that have a function."""
        load_modules("app.words")
        return frozenset(self._phrases)


class Wordlist(dict[str, R]):
    """Words by the name of a verb, a button or a refusal (``of``); modules of ``app.words.steps`` add theirs."""

    def __init__(self, of: str) -> None:
        super().__init__()
        self._of = of

    def __setitem__(self, name: str, words: R) -> None:
        """Add the words for a new name."""
        if name in self:
            raise ValueError(f"there are words for the {self._of} {name!r} already: choose another name")
        super().__setitem__(name, words)

    def __missing__(self, name: str) -> R:
        load_modules("app.words")
        if name not in self:
            raise KeyError(f"there are no words for the {self._of} {name!r}")
        return self[name]
