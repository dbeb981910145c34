"""Searching games: by name, other name, tag and the words of their rules, also where these are mistyped."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import NamedTuple

from app.games.excerpts import Piece, excerpt
from app.games.searched import Line, SearchedGame, Where, join_words
from app.games.spelling import Vocabulary, read_words, without_small

#: How many games are offered where none has all the words.
NEAREST = 6
#: How much a name must look like a search to be offered, of 1.
_ALIKE = 0.5
#: So many letters are searched for within the words of a name, too.
_INSIDE = 4

Test = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Match:
    """A game that was found, and what shows it: the other name or the tag, or the rule with the words marked."""

    id: str
    where: Where
    also: str = ""
    tag: str = ""
    excerpt: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """What a search finds, the best first; where no game has all of its words, the ``nearest``.

    ``read_as``: what words that stand nowhere were taken for.
    """

    matches: tuple[Match, ...] = ()
    nearest: tuple[Match, ...] = ()
    read_as: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Meaning:
    """The words that a word of a search may mean: those that are the ``same``, and in names some more."""

    same: frozenset[str]
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
        every = [frozenset().union(*game.words.values()) for game in self._games]
        self._count = Counter(word for words in every for word in words)
        self._vocabulary = Vocabulary(self._count)
        names = (Where.NAME, Where.OTHER_NAME)
        self._name_words = frozenset(word for game in self._games for where in names for word in game.words[where])

    def search(self, text: str, fits: Test = lambda _id: True, allowed: Test = lambda _id: True) -> Result:
        """Return the allowed games that have all words of a search; those that fit the table come first."""
        asked = list(dict.fromkeys(without_small([word.text for word in read_words(text)])))
        if not asked:
            return Result()
        joined = join_words(text)
        named = len(joined) >= _INSIDE and any(joined in name for game in self._games for name in game.joined_names)
        meanings, read_as = self._meanings(asked, correct=not named)
        games = [game for game in self._games if allowed(game.id)]
        query = _Query(joined, meanings)
        found = [query.find(game, where) for game in games if (where := query.where(game)) is not None]
        if not found:
            return Result((), self._nearest(query, games, fits), read_as)
        found.sort(key=lambda ranked: (not fits(ranked.match.id), ranked.match.where, *ranked.key))
        return Result(tuple(ranked.match for ranked in found), (), read_as)

    def _meanings(self, asked: Iterable[str], *, correct: bool) -> tuple[list[_Meaning], dict[str, tuple[str, ...]]]:
        """Return what each word of a search may mean, and what mistyped words were taken for."""
        meanings: list[_Meaning] = []
        read_as: dict[str, tuple[str, ...]] = {}
        for word in asked:
            same, anywhere = self._vocabulary.same_as(word), self._vocabulary.meant_by(word)
            in_names = anywhere | self._in_names(word)
            if correct and not in_names:
                near = self._vocabulary.corrected(word)
                same = anywhere = in_names = near & self._name_words or near
                if near:
                    read_as[word] = tuple(sorted(same))
            meanings.append(_Meaning(same, anywhere, in_names))
        return meanings, read_as

    def _in_names(self, word: str) -> frozenset[str]:
        """Return the words of names that hold a long word, or begin with a short one."""
        if len(word) >= _INSIDE:
            return frozenset(name for name in self._name_words if word in name)
        return frozenset(name for name in self._name_words if name.startswith(word))

    def _nearest(self, query: _Query, games: Sequence[SearchedGame], fits: Test) -> tuple[Match, ...]:
        """Return the games with most of the words, rare ones before common ones; else those of a name alike."""
        scored = [(sum(map(self._merit, query.held(game))), game) for game in games]
        scored = [(merit, game) for merit, game in scored if merit]
        if not scored:
            likeness = [(max(_likeness(query.joined, name) for name in game.joined_names), game) for game in games]
            scored = [(alike, game) for alike, game in likeness if alike >= _ALIKE]
        scored.sort(key=lambda entry: (not fits(entry[1].id), -entry[0], entry[1].name))
        return tuple(query.find(game).match for _merit, game in scored[:NEAREST])

    def _merit(self, meaning: _Meaning) -> float:
        """Return how much a word tells: nothing where more than half of the games have it."""
        most = max((self._count[word] for word in meaning.at(Where.NAME)), default=0)
        return max(0.0, math.log(len(self._games) / (2 * most))) if most else 0.0


class _Ranked(NamedTuple):
    """A game that was found, and what orders it among those found in the same place, the smallest first."""

    match: Match
    key: tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class _Query:
    """A search: what each of its words may mean, and all of it written as one word."""

    joined: str
    meanings: Sequence[_Meaning]

    def where(self, game: SearchedGame) -> Where | None:
        """Return the best place by which a game has all the words; None if it lacks one."""
        if len(self.joined) >= _INSIDE:
            named = next((at for at, name in enumerate(game.joined_names) if self.joined in name), None)
            if named is not None:
                return Where.OTHER_NAME if named else Where.NAME
        places = [meaning.place(game) for meaning in self.meanings]
        found = [place for place in places if place is not None]
        return max(found) if len(found) == len(places) else None

    def held(self, game: SearchedGame) -> list[_Meaning]:
        """Return the words that a game has."""
        return [meaning for meaning in self.meanings if meaning.place(game) is not None]

    def find(self, game: SearchedGame, where: Where | None = None) -> _Ranked:
        """Return a game with what shows that it was found where its name does not, and how close that is."""
        if where is None:
            places = [place for meaning in self.meanings if (place := meaning.place(game)) is not None]
            where = max(places, default=Where.NAME)
        if where is Where.NAME:
            return _Ranked(Match(game.id, where), (*self._closeness(game.joined_names[:1]), game.name))
        line = self._best(game, where)
        text = "" if line is None else line.text
        if where is Where.OTHER_NAME:
            key = (*self._closeness(game.joined_names[1:]), game.name)
            return _Ranked(Match(game.id, where, also=text), key)
        if where is Where.TAG or line is None:
            return _Ranked(Match(game.id, where, tag=text), (game.name,))
        words = frozenset().union(*(meaning.anywhere for meaning in self.meanings))
        marked = [(word.start, word.end) for word in line.words if word.text in words or word.joined in words]
        closest = (*self._distance(line, where), self._span(line), game.name)
        return _Ranked(Match(game.id, where, excerpt=excerpt(text, marked)), closest)

    def _closeness(self, names: Sequence[str]) -> tuple[bool, bool]:
        """Return whether the search is less than a whole name, and less than the beginning of one."""
        return self.joined not in names, not any(name.startswith(self.joined) for name in names)

    def _best(self, game: SearchedGame, where: Where) -> Line | None:
        """Return the line of a place that is closest to the search; None if none has any of its words."""
        if where is Where.OTHER_NAME and len(self.joined) >= _INSIDE:
            named = [line for line in game.lines[where] if self.joined in join_words(line.text)]
            if named:
                return named[0]
        wanted = [meaning.at(where) for meaning in self.meanings]
        lines = [line for line in game.lines[where] if not all(map(line.forms.isdisjoint, wanted))]
        if len(lines) < 2:
            return lines[0] if lines else None
        distances = [self._distance(line, where) for line in lines]
        nearest = min(distances)
        closest = [line for line, distance in zip(lines, distances, strict=True) if distance == nearest]
        return closest[0] if len(closest) == 1 else min(closest, key=self._span)

    def _distance(self, line: Line, where: Where) -> tuple[int, int, int]:
        """Return how far a line is from the search: the words that it lacks, and those that it has in other forms.

        What a game is in a sentence counts before its other rules, and these before its options.
        """
        forms = line.forms
        missing = sum([meaning.at(where).isdisjoint(forms) for meaning in self.meanings])
        return missing, sum([meaning.same.isdisjoint(forms) for meaning in self.meanings]), line.rank

    def _span(self, line: Line) -> int:
        """Return over how many words of a line the search stretches, at the least."""
        if len(self.meanings) == 1:
            return 0
        last: dict[int, int] = {}
        wanted = sum(not meaning.anywhere.isdisjoint(line.forms) for meaning in self.meanings)
        shortest = len(line.words)
        for at, word in enumerate(line.words):
            for number, meaning in enumerate(self.meanings):
                if word.text in meaning.anywhere or word.joined in meaning.anywhere:
                    last[number] = at
            if len(last) == wanted:
                shortest = min(shortest, at - min(last.values(), default=at))
        return shortest


def _likeness(left: str, right: str) -> float:
    return SequenceMatcher(None, left, right, autojunk=False).ratio()
