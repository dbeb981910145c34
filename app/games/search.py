"""Searching games: by name, other name, tag and the words of their rules, also where these are mistyped.

A game is searched line by line: its name, other names, tags, sentence, rules and options. Words match in all their
forms; words of names also by their parts.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import IntEnum
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from app.games.catalog import MOST_FILES, Catalog, GameInfo, catalog
from app.games.definition import Game, Option
from app.games.load import resolve
from app.games.sheet import rule_sheet
from app.text import count_word

#: The number of games offered if none has all the words.
NEAREST = 6
#: The least likeness, out of 1, of a search and a name that is offered.
_ALIKE = 0.5
#: The least likeness of a mistyped word, and of the beginning of a word that is still being typed.
_TYPED, _BEGUN = 0.7, 0.8
#: Words of this many letters are also found inside the words of a name, and may be mistyped.
_INSIDE = 4
#: Marks the end of a word of a name.
_WITHIN = "…"
#: The approximate length of an excerpt.
_LENGTH = 110

#: Sections of the rule sheet that are not searched: the sentence is a line of its own, and house rules are the same
#: for all games.
_LEFT_OUT = ("In a sentence", "House rules")

#: Words that mean nothing by themselves, and need not be found.
_SMALL = frozenset("a an and are as at by for from game i in is it of on or such that the then to where with".split())

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[♠♥♦♣]")
_ENDING = re.compile(r"(?<=[a-z]{3})(?:ing|ed|es|(?<!s)s|e)$")
_DOUBLED = re.compile(r"(.)\1$")
_SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
#: Words that are the same to a search although spelled differently. Threes are a rank, three is a number.
_SAME = {
    **{count_word(number): str(number) for number in range(1, 13)},
    **{f"{count_word(number)}s": f"{number}s" for number in range(2, 11)},
    "sixes": "6s",
    "deuce": "2",
    "deuces": "2s",
    "trey": "3",
    "treys": "3s",
    "hi": "high",
    "lo": "low",
    "dealt": "deal",
    "drawn": "draw",
    "thrown": "throw",
    "paid": "pay",
    "chosen": "choose",
}

Test = Callable[[str], bool]


class Where(IntEnum):
    """The places of words in a game, the best for a search first."""

    NAME = 0
    OTHER_NAME = 1
    TAG = 2
    RULES = 3


class Word(NamedTuple):
    """A word where it stands in a text, in small letters without accents; ``forms`` are the spellings that find it."""

    text: str
    start: int
    end: int
    forms: frozenset[str]


@dataclass(frozen=True, slots=True)
class Line:
    """A name, a tag or a line of rules; ``joined`` is a name as one word.

    ``rank``: 0 for the game in a sentence, 1 for its rules, 2 for its options, which may not be chosen.
    """

    where: Where
    text: str
    words: Sequence[Word]
    forms: frozenset[str]
    rank: int = 0
    joined: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class SearchedGame:
    """A game with its lines, in the order of their places."""

    id: str
    name: str
    lines: Sequence[Line]


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


class SearchIndex:
    """Games to search, read once."""

    def __init__(self, games: Iterable[SearchedGame]) -> None:
        self._games = tuple(games)
        lines = [line for game in self._games for line in game.lines]
        self._names = sorted({line.joined for line in lines if line.joined})
        self._roots = {form: root(form) for line in lines for form in line.forms}
        self._words = sorted({word.text for line in lines for word in line.words})
        self._name_words = sorted({word.text for line in lines if line.joined for word in line.words})

    def search(self, text: str, fits: Test = lambda _id: True, allowed: Test = lambda _id: True) -> Result:
        """Return the allowed games that have all words of a search; games that fit the table come first."""
        typed = list(dict.fromkeys(word.text for word in read_words(text)))
        asked = [word for word in typed if word not in _SMALL] or typed
        if not asked:
            return Result()
        joined = join_words(text)
        read_as: dict[str, str] = {}
        meanings = {word: self._meaning(word) for word in asked}
        if len(joined) < _INSIDE or not any(joined in name for name in self._names):
            unknown = [word for word in asked if not meanings[word]]
            read_as = {word: near for word in unknown if (near := self._corrected(word))}
            meanings |= {word: self._meaning(near) for word, near in read_as.items()}
        meant = list(meanings.values())
        games = [game for game in self._games if allowed(game.id)]
        finds = [find for game in games if (find := _find(game, joined, meant)) is not None]
        finds.sort(key=lambda find: (not fits(find.match.id), find.rank))
        if matches := tuple(find.match for find in finds if find.complete):
            return Result(matches, (), read_as)
        finds.sort(key=lambda find: (not fits(find.match.id), -find.held))
        nearest = [find.match for find in finds]
        if not nearest:
            names = set(get_close_matches(joined, self._names, NEAREST, _ALIKE))
            alike = [game for game in games if any(line.joined in names for line in game.lines)]
            alike.sort(key=lambda game: (not fits(game.id), game.name))
            nearest = [Match(game.id, Where.NAME) for game in alike]
        return Result((), tuple(nearest[:NEAREST]), read_as)

    def _meaning(self, word: str) -> frozenset[str]:
        """Return the forms with the same root, and the ones that a longer word begins."""
        same = root(word)
        begun = [word] if len(word) > 2 else []
        if len(word) >= _INSIDE:
            begun.append(_WITHIN + word)
        return frozenset(form for form, its in self._roots.items() if its == same or form.startswith(tuple(begun)))

    def _corrected(self, word: str) -> str:
        """Return the word most like a mistyped one, or its beginning, words of names first; empty for none."""
        if len(word) < _INSIDE or any(letter.isdigit() for letter in word):
            return ""
        for words in (self._name_words, self._words):
            likely = [other for other in words if abs(len(other) - len(word)) <= 2 and other not in _SMALL]
            if near := get_close_matches(word, likely, 1, _TYPED):
                return near[0]
        begun = {other[: len(word)]: other for other in self._words}
        return next((begun[start] for start in get_close_matches(word, begun, 1, _BEGUN)), "")


class _Find(NamedTuple):
    """A game as a search finds it, with so many of the words ``held``.

    ``complete``: it has all the words, or the search is a part of one of its names. ``rank`` sorts the best first.
    """

    match: Match
    complete: bool
    held: int
    rank: tuple[int | str, ...]


def _find(game: SearchedGame, joined: str, meanings: Sequence[frozenset[str]]) -> _Find | None:
    """Return what a game has of a search, None for nothing."""
    best = [
        next((line.where for line in game.lines if not line.forms.isdisjoint(meaning)), None) for meaning in meanings
    ]
    places = [place for place in best if place is not None]
    where, complete = max(places, default=Where.NAME), len(places) == len(meanings)
    named = [line.where for line in game.lines if joined in line.joined] if len(joined) >= _INSIDE else []
    if named:
        where, complete = named[0], True
    elif not places:
        return None

    def distance(line: Line) -> tuple[int, int, int, int]:
        """Return how far a line is from the search: the words it lacks, its rank, and the spread of its words."""
        found = [
            [at for at, word in enumerate(line.words) if not word.forms.isdisjoint(meaning)] for meaning in meanings
        ]
        held = [at for at in found if at]
        # Around each place of the first word, the nearest place of each of the others.
        spans = [max(min(abs(place - first) for place in at) for at in held) for first in held[0]] if held else [0]
        return joined not in line.joined, len(found) - len(held), line.rank, min(spans)

    closest, line = min(((distance(line), line) for line in game.lines if line.where is where), key=itemgetter(0))
    names = [line.joined for line in game.lines if line.joined]
    begun = any(name.startswith(joined) for name in names)
    rank = (where, joined not in names, not begun, *closest, game.name)
    return _Find(_match(game.id, line, meanings), complete, len(places), rank)


def _match(game: str, line: Line, meanings: Sequence[frozenset[str]]) -> Match:
    """Return the match with the line as evidence, unless that is the game's own name."""
    match line.where:
        case Where.NAME:
            return Match(game, line.where)
        case Where.OTHER_NAME:
            return Match(game, line.where, also=line.text)
        case Where.TAG:
            return Match(game, line.where, tag=line.text)
    searched = frozenset[str]().union(*meanings)
    marked = [(word.start, word.end) for word in line.words if word.forms & searched]
    return Match(game, line.where, excerpt=excerpt(line.text, marked))


def excerpt(text: str, found: Sequence[tuple[int, int]], length: int = _LENGTH) -> tuple[Piece, ...]:
    """Return a text, or an excerpt of it in whole words, in pieces.

    ``found`` are the places of the words searched for, in order; the excerpt has as many of them as it can.
    """
    start = 0
    if len(text) > length and found:
        before = length // 4
        most = max(found, key=lambda place: sum(place[0] <= first < place[0] + length - before for first, _ in found))
        start = max(0, min(most[0] - before, len(text) - length))
        start = text.rfind(" ", 0, start + 1) + 1
    space = text.find(" ", start + length)
    end = len(text) if space < 0 else space
    pieces = [Piece("… ")] if start else []
    at = start
    for first, last in found:
        if start <= first and last <= end:
            pieces += [Piece(text[at:first]), Piece(text[first:last], found=True)]
            at = last
    pieces += [Piece(text[at:end]), Piece(" …" if end < len(text) else "")]
    return tuple(piece for piece in pieces if piece.text)


@lru_cache(maxsize=1)
def searched_library() -> tuple[SearchedGame, ...]:
    """Return the library prepared for searching, without the rules that most games share."""
    infos = catalog().values()
    rules = {info.id: rule_lines(resolve(info.id)) for info in infos}
    count = Counter(line for lines in rules.values() for line in lines)
    return tuple(
        searched_game(
            info.id,
            info.name,
            info.aliases,
            info.tags,
            info.about,
            [line for line in rules[info.id] if count[line] * 2 <= len(rules)],
            info.options,
        )
        for info in infos
    )


def searched_games(games: Catalog) -> list[SearchedGame]:
    """Return every game of a catalog prepared for searching."""
    return [*searched_library(), *(_searched_own(info) for info in games.values() if info.own is not None)]


@lru_cache(maxsize=MOST_FILES)
def _searched_own(info: GameInfo) -> SearchedGame:
    """Return a game of the table's own files. Of imported ones, which are many, the rules are not searched."""
    imported = info.own is not None and info.own.imported
    rules = () if imported or info.problem else rule_lines(info.usual)
    options = () if imported else info.options
    return searched_game(info.id, info.name, info.aliases, info.tags, info.about, rules, options)


def searched_game(
    id: str,
    name: str,
    aliases: Iterable[str] = (),
    tags: Iterable[str] = (),
    about: str = "",
    rules: Iterable[str] = (),
    options: Iterable[Option] = (),
) -> SearchedGame:
    """Return a game prepared for searching. The words of its id find it as those of its name do."""
    choices = [": ".join(filter(None, (option.label, ", ".join(map(str, option.choices))))) for option in options]
    lines = [
        _line(Where.NAME, name, id.split("-")),
        *(_line(Where.OTHER_NAME, alias) for alias in aliases),
        *(_line(Where.TAG, tag) for tag in tags),
        _line(Where.RULES, about),
        *(_line(Where.RULES, rule, rank=1) for rule in rules),
        *(_line(Where.RULES, f"Option: {choice}", rank=2) for choice in choices),
    ]
    return SearchedGame(id, name, lines)


def _line(where: Where, text: str, more_forms: Iterable[str] = (), rank: int = 0) -> Line:
    words = read_words(text)
    joined = ""
    if where <= Where.OTHER_NAME:
        joined = join_words(text)
        words = [word._replace(forms=word.forms | _parts(word.text)) for word in words]
    return Line(where, text, words, frozenset(more_forms).union(*(word.forms for word in words)), rank, joined)


def _parts(word: str) -> frozenset[str]:
    """Return the further forms of a word of a name: its first letters, and its ends, marked as such."""
    return frozenset((word[:1], word[:2], *(_WITHIN + word[at:] for at in range(1, len(word) - _INSIDE + 1))))


def rule_lines(game: Game) -> list[str]:
    """Return the lines of a game's rule sheet that are searched, each once."""
    sections = [section for section in rule_sheet(game) if section.title not in _LEFT_OUT]
    return list(dict.fromkeys(line for section in sections for line in section.lines))


def read_words(text: str) -> list[Word]:
    """Return the words of a text in their order. Parts of a hyphenated word are words of their own."""
    words: list[Word] = []
    for match in _WORD.finditer(text):
        word = fold(match[0])
        same = _SAME.get(word, word)
        forms = frozenset((same,))
        if words and text[words[-1].end : match.start()] == "-":
            last = words.pop()
            joined = frozenset((last.text + word,))
            words.append(last._replace(forms=last.forms | joined))
            forms |= joined
        words.append(Word(same, match.start(), match.end(), forms))
    return words


def root(word: str) -> str:
    """Return the common part of a word's forms: ``passing`` and ``passes``, ``betting`` and ``bets``."""
    return _DOUBLED.sub(r"\1", _ENDING.sub("", word))


def fold(text: str) -> str:
    """Return a text in small letters without accents and apostrophes; suit symbols as names."""
    spelled = "".join(_SUITS.get(letter, letter) for letter in text.casefold())
    plain = (letter for letter in unicodedata.normalize("NFKD", spelled) if not unicodedata.combining(letter))
    return "".join(letter for letter in plain if letter not in "'’")


def join_words(text: str) -> str:
    """Return a text as one word: a search for ``Cow Pie`` means Cowpie."""
    return "".join(letter for letter in fold(text) if letter.isalnum())
