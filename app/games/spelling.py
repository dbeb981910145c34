"""Words of a search and of what it looks through: the same word in another form, begun, or mistyped."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from app.text import count_word

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[♠♥♦♣]")
_SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
#: Words that are the same to a search, where their letters do not say so.
_SAME = {
    **{count_word(number): str(number) for number in range(1, 13)},
    "sixes": "6",
    "deuce": "2",
    "trey": "3",
    "hi": "high",
    "lo": "low",
    "dealt": "deal",
    "drawn": "draw",
    "thrown": "throw",
    "paid": "pay",
    "chosen": "choose",
}
#: Words that say nothing by themselves, and need not be found.
_SMALL = frozenset("a an and are as at by for from game i in is it of on or such that the then to where with".split())
#: A word of fewer letters is never taken for a mistyped one.
_LEAST_LETTERS = 4


@dataclass(frozen=True, slots=True)
class Word:
    """A word where it stands in a text, in small letters without accents; ``joined`` with its neighbour by a hyphen."""

    text: str
    start: int
    end: int
    joined: str = ""


def read_words(text: str) -> list[Word]:
    """Return the words of a text in their order. Parts of a hyphenated word are words of their own."""
    words: list[Word] = []
    for match in _WORD.finditer(text):
        word = Word(fold(match[0]), match.start(), match.end())
        if words and text[words[-1].end : word.start] == "-":
            last = words[-1]
            both = last.text + word.text
            words[-1] = Word(last.text, last.start, last.end, last.joined or both)
            word = Word(word.text, word.start, word.end, both)
        words.append(word)
    return words


def fold(text: str) -> str:
    """Return a text in small letters without accents and apostrophes; the sign of a suit as its name."""
    if text.isascii():
        return text.lower().replace("'", "")
    spelled = "".join(_SUITS.get(letter, letter) for letter in text.casefold())
    plain = (letter for letter in unicodedata.normalize("NFKD", spelled) if not unicodedata.combining(letter))
    return "".join(letter for letter in plain if letter not in "'’")


def without_small(words: Sequence[str]) -> list[str]:
    """Return the words that must be found: those that say something, or all where none does."""
    return [word for word in words if word not in _SMALL] or list(words)


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """Return what a word has in common with its other forms: ``threes`` and ``3s``, ``passing`` and ``pass``."""
    if word in _SAME:
        return _SAME[word]
    if word[:-1].isdigit() and word[-1] == "s":
        return word[:-1]
    for ending in ("ies", "ing", "ed", "s"):
        root = word.removesuffix(ending)
        if root != word and _may_end(root, ending):
            return _stem_of_root(root, ending)
    return word.removesuffix("e") if len(word) > 4 else word


def _may_end(root: str, ending: str) -> bool:
    if ending == "s":
        return len(root) > 1 and root[-1] != "s"
    return len(root) > 2 and bool(re.search("[aeiouy]", root))


def _stem_of_root(root: str, ending: str) -> str:
    if ending == "ies":
        return f"{root}y"
    if ending == "s":
        # Of "passes" and "matches" an e is left; "aces" is an ace.
        return stem(root[:-1] if root.endswith(("sse", "che", "she", "xe")) else root)
    if len(root) > 3 and root[-1] == root[-2] and root[-1] not in "ls":
        root = root[:-1]
    return stem(root)


class Vocabulary:
    """All words that there are, to find those that a word of a search may mean."""

    def __init__(self, words: Iterable[str]) -> None:
        self._sorted = sorted(set(words))
        self._by_stem: dict[str, set[str]] = {}
        for word in self._sorted:
            self._by_stem.setdefault(stem(word), set()).add(word)

    def meant_by(self, word: str) -> frozenset[str]:
        """Return the words with the same stem, and those that begin with the word if it has three letters.

        "Threes" are a rank, and "three" may be a number: the plural means the plural where it stands anywhere.
        """
        same = self._by_stem.get(stem(word), set())
        if stem(word).isdigit():
            ranks = {other for other in same if word.endswith("s") and other.endswith("s")}
            return frozenset(ranks or same)
        return frozenset(same | set(self._beginning_with(word))) if len(word) > 2 else frozenset(same)

    def same_as(self, word: str) -> frozenset[str]:
        """Return the words with the same stem."""
        return frozenset(self._by_stem.get(stem(word), ()))

    def corrected(self, word: str) -> frozenset[str]:
        """Return the words that are nearest to a mistyped one: one slip away, or two of a longer word.

        Where there are none, those that begin one slip away from it: it may still be being typed.
        """
        if len(word) < _LEAST_LETTERS or any(letter.isdigit() for letter in word):
            return frozenset()
        most = 1 if len(word) < 6 else 2
        letters = set(word)
        likely = [other for other in self._sorted if len(letters - set(other)) <= most and other not in _SMALL]
        for slips in range(1, most + 1):
            near = {other for other in likely if _is_near(word, other, slips)}
            if near:
                return frozenset(near)
        return frozenset(other for other in likely if _is_near(word, other[: len(word)], 1))

    def _beginning_with(self, word: str) -> Iterable[str]:
        first = bisect_left(self._sorted, word)
        for other in self._sorted[first:]:
            if not other.startswith(word):
                return
            yield other


def _is_near(word: str, other: str, slips: int) -> bool:
    """Return whether a word is so many slips away from another of about its length."""
    return len(other) >= _LEAST_LETTERS and abs(len(word) - len(other)) <= slips and _distance(word, other) <= slips


def _distance(left: str, right: str) -> int:
    """Return how many letters are wrong, missing or too many; two in each other's place count once."""
    before: list[int] = []
    last = list(range(len(right) + 1))
    for row, letter in enumerate(left, 1):
        line = [row]
        for at, other in enumerate(right, 1):
            cost = min(last[at] + 1, line[at - 1] + 1, last[at - 1] + (letter != other))
            if row > 1 and at > 1 and letter == right[at - 2] and left[row - 2] == other:
                cost = min(cost, before[at - 2] + 1)
            line.append(cost)
        before, last = last, line
    return last[-1]
