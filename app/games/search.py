"""Searching games: by name, other name, tag and the words of their rules, also where these are mistyped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher, get_close_matches
from functools import cached_property
from typing import NamedTuple

from app.games.searched import Line, SearchedGame, Where, join_words, read_words, root

#: The number of games offered if none has all the words.
NEAREST = 6
#: The least likeness, out of 1, of a search and a name that is offered.
_ALIKE = 0.5
#: The least likeness of a mistyped word, and of the beginning of a word that is still being typed.
_TYPED, _BEGUN = 0.7, 0.8
#: Words of this many letters are also found inside the words of a name, and may be mistyped.
_INSIDE = 4
#: The approximate length of an excerpt.
_LENGTH = 110

#: Words that mean nothing by themselves, and need not be found.
_SMALL = frozenset("a an and are as at by for from game i in is it of on or such that the then to where with".split())

Test = Callable[[str], bool]


class Piece(NamedTuple):
    """A part of an excerpt; ``found``: a word searched for."""

    text: str
    found: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """A game that was found, with the evidence: the other name, the tag, or the rule with the words marked."""

    id: str
    where: Where
    also: str = ""
    tag: str = ""
    excerpt: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """The games that a search finds, the best first; if no game has all the words, the ``nearest``.

    ``read_as`` are the corrections of unknown words.
    """

    matches: tuple[Match, ...] = ()
    nearest: tuple[Match, ...] = ()
    read_as: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Meaning:
    """The words that a word of a search may mean; names have some more."""

    anywhere: frozenset[str]
    in_names: frozenset[str]

    def at(self, where: Where) -> frozenset[str]:
        return self.in_names if where < Where.TAG else self.anywhere

    def place(self, game: SearchedGame) -> Where | None:
        """Return the best place where a game has one of the words."""
        return next((where for where in Where if not self.at(where).isdisjoint(game.words[where])), None)


class SearchIndex:
    """Games to search, read once."""

    def __init__(self, games: Iterable[SearchedGame]) -> None:
        self._games = tuple(games)
        words = {word for game in self._games for where in Where for word in game.words[where]}
        self._roots = {word: root(word) for word in sorted(words)}
        names = (Where.NAME, Where.OTHER_NAME)
        self._name_words = sorted({word for game in self._games for where in names for word in game.words[where]})

    def search(self, text: str, fits: Test = lambda _id: True, allowed: Test = lambda _id: True) -> Result:
        """Return the allowed games that have all words of a search; games that fit the table come first."""
        typed = list(dict.fromkeys(word.text for word in read_words(text)))
        asked = [word for word in typed if word not in _SMALL] or typed
        if not asked:
            return Result()
        joined = join_words(text)
        named = len(joined) >= _INSIDE and any(joined in name for game in self._games for name in game.joined_names)
        meanings: list[_Meaning] = []
        read_as: dict[str, str] = {}
        for word in asked:
            meaning = self._meaning(word)
            if not named and not meaning.in_names and (near := self._corrected(word)):
                read_as[word] = near
                meaning = self._meaning(near)
            meanings.append(meaning)
        games = [game for game in self._games if allowed(game.id)]
        found = [_Find(joined, meanings, game) for game in games]
        matching = [find for find in found if find.where is not None]
        if not matching:
            return Result((), self._nearest(joined, meanings, found, fits), read_as)
        matching.sort(key=lambda find: (not fits(find.game.id), *find.rank))
        return Result(tuple(find.match for find in matching), (), read_as)

    def _meaning(self, word: str) -> _Meaning:
        """Return the words with the same root, words that a longer one begins, and words of names that contain it."""
        begun = len(word) > 2
        same = root(word)
        anywhere = {other for other, its in self._roots.items() if its == same or (begun and other.startswith(word))}
        inside = str.__contains__ if len(word) >= _INSIDE else str.startswith
        return _Meaning(
            frozenset(anywhere), frozenset(anywhere | {name for name in self._name_words if inside(name, word)})
        )

    def _corrected(self, word: str) -> str:
        """Return the word most like a mistyped one, or its beginning, words of names first; empty for none."""
        if len(word) < _INSIDE or any(letter.isdigit() for letter in word):
            return ""
        for words in (self._name_words, self._roots):
            likely = [other for other in words if abs(len(other) - len(word)) <= 2 and other not in _SMALL]
            if near := get_close_matches(word, likely, 1, _TYPED):
                return near[0]
        begun = {other[: len(word)]: other for other in self._roots}
        return next((begun[start] for start in get_close_matches(word, begun, 1, _BEGUN)), "")

    def _nearest(
        self, joined: str, meanings: Sequence[_Meaning], found: Sequence[_Find], fits: Test
    ) -> tuple[Match, ...]:
        """Return the games with most of the words, weighted by rarity; otherwise games with a similar name."""
        count = Counter(meaning for find in found for meaning in find.held)
        scored = [(sum(1 / count[meaning] for meaning in find.held), find) for find in found if find.held]
        if not scored:
            likeness = [(max(_likeness(joined, name) for name in find.game.joined_names), find) for find in found]
            scored = [(alike, find) for alike, find in likeness if alike >= _ALIKE]
        scored.sort(key=lambda entry: (not fits(entry[1].game.id), -entry[0], entry[1].game.name))
        return tuple(find.match for _score, find in scored[:NEAREST])


@dataclass(frozen=True)
class _Find:
    """The match of a search and a game; ``joined`` is the search as one word."""

    joined: str
    meanings: Sequence[_Meaning]
    game: SearchedGame

    @cached_property
    def held(self) -> list[_Meaning]:
        """The words of the search that the game has."""
        return [meaning for meaning in self.meanings if meaning.place(self.game) is not None]

    @cached_property
    def where(self) -> Where | None:
        """The best place where the game has all the words; None if it lacks one."""
        if len(self.joined) >= _INSIDE:
            named = next((at for at, name in enumerate(self.game.joined_names) if self.joined in name), None)
            if named is not None:
                return Where.OTHER_NAME if named else Where.NAME
        return self._worst_place if len(self.held) == len(self.meanings) else None

    @property
    def _worst_place(self) -> Where:
        places = [meaning.place(self.game) for meaning in self.held]
        return max((place for place in places if place is not None), default=Where.NAME)

    @cached_property
    def line(self) -> Line | None:
        """The line that shows the match best: with most of the words, and close together."""
        where = self._worst_place if self.where is None else self.where
        lines = self.game.lines[where]
        if where is Where.OTHER_NAME and len(self.joined) >= _INSIDE:
            lines = [line for line in lines if self.joined in join_words(line.text)] or lines
        held = [line for line in lines if self._lacking(line) < len(self.meanings)] or lines[:1]
        return min(held, key=self._distance, default=None)

    @property
    def rank(self) -> tuple[int | str, ...]:
        """A sort key, the closest match first."""
        where = Where.RULES if self.where is None else self.where
        if where is Where.RULES:
            return (where, *(self._distance(self.line) if self.line else ()), self.game.name)
        names = self.game.joined_names[:1] if where is Where.NAME else self.game.joined_names[1:]
        begun = any(name.startswith(self.joined) for name in names)
        return (where, self.joined not in names, not begun, self.game.name)

    @property
    def match(self) -> Match:
        """The game with the evidence that its name does not give."""
        where = self._worst_place if self.where is None else self.where
        text = self.line.text if self.line else ""
        match where:
            case Where.NAME:
                return Match(self.game.id, where)
            case Where.OTHER_NAME:
                return Match(self.game.id, where, also=text)
            case Where.TAG:
                return Match(self.game.id, where, tag=text)
        words = frozenset().union(*(meaning.anywhere for meaning in self.meanings))
        marked = [(word.start, word.end) for word in (self.line.words if self.line else ()) if word.forms & words]
        return Match(self.game.id, where, excerpt=excerpt(text, marked))

    def _lacking(self, line: Line) -> int:
        return sum(meaning.in_names.isdisjoint(line.forms) for meaning in self.meanings)

    def _distance(self, line: Line) -> tuple[int, int, int]:
        """Return how far a line is from the search: the words it lacks, its rank, and the spread of its words."""
        places = [
            [at for at, word in enumerate(line.words) if word.forms & meaning.anywhere] for meaning in self.meanings
        ]
        held = [at for at in places if at]
        # Around each place of the first word, the nearest place of each of the others.
        spans = [max(min(abs(place - first) for place in at) for at in held) for first in held[0]] if held else [0]
        return self._lacking(line), line.rank, min(spans)


def excerpt(text: str, found: Sequence[tuple[int, int]], length: int = _LENGTH) -> tuple[Piece, ...]:
    """Return a text, or an excerpt of it, in pieces; ``found`` are the places of the words searched for, in order."""
    start, end = _window(text, found, length)
    pieces = [Piece("… ")] if start else []
    at = start
    for first, last in found:
        if start <= first and last <= end:
            pieces += [Piece(text[at:first]), Piece(text[first:last], found=True)]
            at = last
    pieces += [Piece(text[at:end]), Piece(" …" if end < len(text) else "")]
    return tuple(piece for piece in pieces if piece.text)


def _window(text: str, found: Sequence[tuple[int, int]], length: int) -> tuple[int, int]:
    """Return the part of the text with most of the words, in whole words."""
    start = 0
    if len(text) > length and found:
        before = length // 4
        most = max(found, key=lambda place: sum(place[0] <= first < place[0] + length - before for first, _ in found))
        start = max(0, min(most[0] - before, len(text) - length))
        start = text.rfind(" ", 0, start + 1) + 1
    space = text.find(" ", start + length)
    return start, len(text) if space < 0 else space


def _likeness(left: str, right: str) -> float:
    return SequenceMatcher(None, left, right, autojunk=False).ratio()
