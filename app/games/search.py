"""Searching games by name, other names, tags and the words of their rules, with spelling correction.

A game is searched line by line: its name, other names, tags, sentence, rules and options. Words match in all their
forms, and words in names also by their parts.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import field
from difflib import get_close_matches
from enum import IntEnum
from functools import cache, lru_cache
from threading import Lock
from typing import NamedTuple

from app.dataclass import dataclass, replace
from app.games.catalog import MAX_FILES, Catalog, GameInfo, catalog
from app.games.definition import Game, Option
from app.games.modifiers import modifier_rules
from app.games.sheet import rule_sheet
from app.text import count_word

#: The most games offered if none has all the words.
NEAREST = 6
#: The least similarity, out of 1, between a search and a name to offer.
_ALIKE = 0.5
#: The least similarity of a mistyped word, and of the beginning of a word still being typed.
_TYPED, _BEGUN = 0.7, 0.8
#: The least similarity of a whole name that is mistyped.
_NAME_TYPED = 0.85
#: Words of at least this many letters are also found inside the words of a name, and may be mistyped.
_INSIDE = 4
#: Begins a form that is the end of a word in a name.
_WITHIN = "…"
#: The approximate length of an excerpt.
_LENGTH = 110

#: The ranks of lines; see :class:`Line`.
_RULE, _OPTION = 1, 2
#: Sections of the rule sheet that are not searched: the sentence has its own line, and house rules are the same for all
#: games.
_LEFT_OUT = ("In a sentence", "Odds", "House rules")

#: Words that mean nothing on their own and need not be found.
_SMALL = frozenset(
    "a an and are as at but by for from game i in is it of on or such that the then to where with".split()
)

#: More words for changes to a game, beside those on its page: ranks that are wild, or that buy a card, and limits.
_CHANGED = "buy 2s 3s 4s 5s 6s 7s 8s 9s 10s jacks queens kings aces no-limit pot-limit fixed-limit nl pl fl"

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[♠♥♦♣]")
_ENDING = re.compile(r"(?<=[a-z]{3})(?:ing|ed|es|(?<!s)s|e)$")
_DOUBLED = re.compile(r"(.)\1$")
_SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
#: Different spellings that a search treats as the same word. Threes are a rank, three is a number.
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
    """The parts of a game that a word can be found in, best first."""

    NAME = 0
    OTHER_NAME = 1
    TAG = 2
    RULES = 3


class Word(NamedTuple):
    """A word in a text, in lower case without accents, and its position; ``forms`` are the spellings that find it."""

    text: str
    start: int
    end: int
    forms: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A name, a tag or a line of rules, which games may share; ``joined`` is a name as one word.

    ``rank``: 0 for the game's sentence, 1 for its rules, 2 for its options, which are not always in play.
    """

    where: Where
    text: str
    words: Sequence[Word]
    forms: frozenset[str]
    rank: int = 0
    joined: str = ""

    @property
    def spoken(self) -> tuple[str, ...]:
        """Its words in order."""
        return tuple(word.text for word in self.words)


@dataclass(frozen=True, slots=True, eq=False)
class SearchedGame:
    """A game with its lines, in the order of :class:`Where`, and the ids of the games that it ``extends``."""

    id: str
    name: str
    lines: Sequence[Line]
    extends: Sequence[str] = ()


class Piece(NamedTuple):
    """A piece of an excerpt; ``found``: it is a word searched for."""

    text: str
    found: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """A game that was found, with the evidence: its own name, or the line that has the words ``found``."""

    id: str
    where: Where
    line: Line | None = field(default=None, compare=False, repr=False)
    found: frozenset[str] = field(default=frozenset(), compare=False, repr=False)

    @property
    def also(self) -> str:
        """The other name that it was found by."""
        return self.line.text if self.line is not None and self.where is Where.OTHER_NAME else ""

    @property
    def tag(self) -> str:
        """The tag that it was found by."""
        return self.line.text if self.line is not None and self.where is Where.TAG else ""

    @property
    def excerpt(self) -> tuple[Piece, ...]:
        """The rule that it was found by, with the words marked."""
        if self.line is None or self.where is not Where.RULES:
            return ()
        return excerpt(self.line.text, [(word.start, word.end) for word in self.line.words if word.forms & self.found])


@dataclass(frozen=True, slots=True)
class Result:
    """The games that a search finds, best first; if no game has all the words, the ``nearest``.

    ``corrections`` maps unknown words to the words searched for instead.
    """

    matches: tuple[Match, ...] = ()
    nearest: tuple[Match, ...] = ()
    corrections: Mapping[str, str] = field(default_factory=dict)


class SearchIndex:
    """An index of games to search."""

    def __init__(self, games: Iterable[SearchedGame]) -> None:
        self._games = tuple(games)
        lines = dict.fromkeys(line for game in self._games for line in game.lines)
        self._lines = defaultdict[str, list[Line]](list)
        for line in lines:
            for form in line.forms:
                self._lines[form].append(line)
        names = sorted((line for line in lines if line.joined), key=lambda line: line.joined)
        self._names = {line.joined: line.text for line in names}
        self._named = defaultdict[tuple[str, ...], list[str]](list)  # the ids of the games with a name
        for game in self._games:
            for line in game.lines:
                if line.joined:
                    self._named[line.spoken].append(game.id)
        self._roots = {form: root(form) for form in self._lines}
        self._words = sorted({word.text for line in lines for word in line.words})
        self._name_words = sorted({word.text for line in names for word in line.words})

    def search(self, text: str, fits: Test = lambda _id: True, allowed: Test = lambda _id: True) -> Result:
        """Return the allowed games with all words of a search: exact names first, then games that ``fit``."""
        said = tuple(word.text for word in read_words(text))
        typed = list(dict.fromkeys(said))
        asked = [word for word in typed if word not in _SMALL] or typed
        if not asked:
            return Result()
        joined = join_words(text)
        corrections: dict[str, str] = {}
        meanings = {word: self._forms_of(word) for word in asked}
        if len(joined) < _INSIDE or not any(joined in name for name in self._names):
            unknown = [word for word in asked if not meanings[word]]
            corrections = {word: near for word in unknown if (near := self._corrected(word))}
            meanings |= {word: self._forms_of(near) for word, near in corrections.items()}
        games = [game for game in self._games if allowed(game.id)]
        runs = {said[first:last] for first in range(len(said)) for last in range(first + 1, len(said) + 1)}
        called = {run for run in runs & self._named.keys() if len(run) > 1 or run[0] not in _changes()}
        finds = self._find(games, joined, meanings, called)

        def order(find: _Find) -> tuple[bool, bool, tuple[int | str, ...]]:
            return not find.exact, not fits(find.match.id), find.rank

        if matches := [find for find in finds if find.complete]:
            return Result(tuple(find.match for find in sorted(matches, key=order)), (), corrections)
        alike = get_close_matches(joined, self._names, 1, _NAME_TYPED) if len(joined) >= _INSIDE else []
        if alike and alike[0] != joined:
            meant = self._names[alike[0]]
            return replace(self.search(meant, fits, allowed), corrections={text.strip(): meant})
        finds.sort(key=lambda find: (not fits(find.match.id), not find.called, -find.held, find.rank))
        nearest = [find.match for find in finds]
        if not nearest:
            names = set(get_close_matches(joined, self._names, NEAREST, _ALIKE))
            similar = [game for game in games if any(line.joined in names for line in game.lines)]
            similar.sort(key=lambda game: (not fits(game.id), game.name))
            nearest = [Match(game.id, Where.NAME) for game in similar]
        return Result((), tuple(nearest[:NEAREST]), corrections)

    def _find(
        self,
        games: Iterable[SearchedGame],
        joined: str,
        asked: Mapping[str, frozenset[str]],
        called: Collection[tuple[str, ...]],
    ) -> list[_Find]:
        """Return the games that have words of a search, or a name that contains all of it.

        A game whose whole name is ``called`` may be changed by the other words: ``Five-Card Stud, deuces wild``. They
        may also name a game that it extends: ``seven-card stud, Follow the Queen``.
        """
        bit, meanings = {word: 1 << at for at, word in enumerate(asked)}, list(asked.values())
        names_called = defaultdict[str, int](int)  # by game, the words of its names in the search
        for name in called:
            for game_id in self._named[name]:
                names_called[game_id] |= sum(bit.get(word, 0) for word in set(name))
        changes = sum(1 << at for at, meaning in enumerate(meanings) if not meaning.isdisjoint(_changes()))
        held = defaultdict[Line, int](int)
        for at, meaning in enumerate(meanings):
            for line in {line for form in meaning for line in self._lines[form]}:
                held[line] |= 1 << at
        every, found = (1 << len(meanings)) - 1, frozenset[str]().union(*meanings)

        @cache
        def distance(line: Line) -> tuple[int, int, int, int]:
            """Return how far a line is from the search: the words it lacks, its rank, the spread of those it has."""
            has = held.get(line, 0).bit_count()
            return joined not in line.joined, len(meanings) - has, line.rank, _spread(line, meanings) if has > 1 else 0

        finds = []
        for game in games:
            lacking, where = every, Where.NAME
            for line in game.lines:
                if lacking & held.get(line, 0):
                    lacking, where = lacking & ~held[line], line.where
                    if not lacking:
                        break
            names = [line for line in game.lines if line.joined]
            named = [line.where for line in names if joined in line.joined] if len(joined) >= _INSIDE else []
            if lacking == every and not named:
                continue
            calls = [name for name in names if name.spoken in called]
            changed = False
            if calls and lacking:
                for base in game.extends:
                    lacking &= ~names_called[base]
                if not lacking & ~changes:
                    changed, lacking, where = bool(lacking), 0, calls[0].where
            where = named[0] if named else where
            hits = [line for line in game.lines if line.where is where and (line in held or joined in line.joined)]
            line = min(hits or calls, key=distance)  # a name may consist of small words alone
            exact = any(line.joined == joined for line in names)
            exact = exact or (where is Where.RULES and join_words(line.text) == joined)
            begun = any(line.joined.startswith(joined) for line in names)
            evidence = None if where is Where.NAME else line
            own = max(held.get(line, 0).bit_count() for line in game.lines if line.where is Where.NAME)
            # The longest name called comes first, with changes or rules for the other words.
            most = max(len(name.words) for name in calls) if calls and (changed or where >= Where.TAG) else 0
            place = Where.TAG if most else where
            rank = (place, -most, changed, not exact, not begun, *distance(line), -own, game.name)
            words = (every & ~lacking).bit_count()
            complete = bool(named) or not lacking
            finds.append(_Find(Match(game.id, where, evidence, found), complete, exact, bool(calls), words, rank))
        return finds

    def _forms_of(self, word: str) -> frozenset[str]:
        """Return the forms with the same root as a word, and for a longer word also those that begin with it."""
        same = root(word)
        begun = [word] if len(word) > 2 else []
        if len(word) >= _INSIDE:
            begun.append(_WITHIN + word)
        return frozenset(form for form, its in self._roots.items() if its == same or form.startswith(tuple(begun)))

    def _corrected(self, word: str) -> str:
        """Return the word most like a mistyped one, or whose beginning is, words of names first; empty if none is."""
        if len(word) < _INSIDE or any(letter.isdigit() for letter in word):
            return ""
        for words in (self._name_words, self._words):
            likely = [other for other in words if abs(len(other) - len(word)) <= 2 and other not in _SMALL]
            if near := get_close_matches(word, likely, 1, _TYPED):
                return near[0]
        begun = {other[: len(word)]: other for other in self._words}
        return next((begun[start] for start in get_close_matches(word, begun, 1, _BEGUN)), "")


class _Find(NamedTuple):
    """A game found by a search, with the number of words ``held``.

    ``complete``: it has all the words, or a name contains the search; ``exact``: a name or a rule is the search;
    ``called``: the search contains a name. ``rank`` sorts the best first.
    """

    match: Match
    complete: bool
    exact: bool
    called: bool
    held: int
    rank: tuple[int | str, ...]


@cache
def _changes() -> frozenset[str]:
    """Return the words for changes to a game: wild cards, a twist, and so on."""
    kinds = [modifier_rules.get(name) for name in modifier_rules.names()]
    texts = [_CHANGED, *(f"{kind.label} {kind.hint} {kind.sentence}" for kind in kinds)]
    return frozenset(form for text in texts for word in read_words(text) for form in word.forms)


def _spread(line: Line, meanings: Sequence[frozenset[str]]) -> int:
    """Return how far apart the words of a search are in a line."""
    places = [[at for at, word in enumerate(line.words) if not word.forms.isdisjoint(meaning)] for meaning in meanings]
    held = [at for at in places if at]
    # For each position of the first word, the nearest position of each other word.
    return min(max(min(abs(place - first) for place in at) for at in held) for first in held[0]) if held else 0


def excerpt(text: str, found: Sequence[tuple[int, int]], length: int = _LENGTH) -> tuple[Piece, ...]:
    """Return a text in pieces, shortened to an excerpt of whole words if it is long.

    ``found`` are the positions of the words searched for, in order; the excerpt has as many of them as it can.
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
    """Return the library prepared for searching, without the lines of rules that most games share."""
    games = [searched(info) for info in catalog().values()]
    count = Counter(line.text for game in games for line in game.lines if line.rank == _RULE)
    return tuple(
        replace(game, lines=[line for line in game.lines if count[line.text] * 2 <= len(games)]) for game in games
    )


def searched_games(games: Catalog) -> list[SearchedGame]:
    """Return every game of a catalog prepared for searching."""
    return [*searched_library(), *(searched(info) for info in games.values() if info.own is not None)]


def index_of(games: Catalog, others: tuple[SearchedGame, ...] = ()) -> SearchIndex:
    """Return the search index of a catalog, and of other games."""
    with _INDEXING:
        return _index(games, others)


#: Lets one thread at a time build an index, so that requests for letters typed in the meantime wait for it.
_INDEXING = Lock()


@lru_cache(maxsize=8)
def _index(games: Catalog, others: tuple[SearchedGame, ...]) -> SearchIndex:
    return SearchIndex([*searched_games(games), *others])


@lru_cache(maxsize=2 * MAX_FILES)
def searched(info: GameInfo) -> SearchedGame:
    """Return a game of a catalog prepared for searching."""
    rules = () if info.problem else rule_lines(info.usual)
    game = searched_game(info.id, info.name, info.aliases, info.tags, info.about, rules, info.options)
    return replace(game, extends=info.extends)


def searched_game(
    id: str,
    name: str,
    aliases: Iterable[str] = (),
    tags: Iterable[str] = (),
    about: str = "",
    rules: Iterable[str] = (),
    options: Iterable[Option] = (),
) -> SearchedGame:
    """Return a game prepared for searching. The words of its id find it just as those of its name do."""
    choices = [": ".join(filter(None, (option.label, ", ".join(map(str, option.choices))))) for option in options]
    lines = [
        _line(Where.NAME, name, tuple(id.split("-"))),
        *(_line(Where.OTHER_NAME, alias) for alias in aliases),
        *(_line(Where.TAG, tag) for tag in tags),
        _line(Where.RULES, about),
        *(_line(Where.RULES, rule, rank=_RULE) for rule in rules),
        *(_line(Where.RULES, f"Option: {choice}", rank=_OPTION) for choice in choices),
    ]
    return SearchedGame(id, name, lines)


@lru_cache(maxsize=20 * MAX_FILES)
def _line(where: Where, text: str, more_forms: tuple[str, ...] = (), rank: int = 0) -> Line:
    """Return a line, cached because games share most of their rules."""
    words = read_words(text)
    joined = ""
    if where <= Where.OTHER_NAME:
        joined = join_words(text)
        words = [word._replace(forms=word.forms | _parts(word.text)) for word in words]
    return Line(where, text, words, frozenset(more_forms).union(*(word.forms for word in words)), rank, joined)


def _parts(word: str) -> frozenset[str]:
    """Return more forms of a word in a name: its first one or two letters, and its ends."""
    return frozenset((word[:1], word[:2], *(_WITHIN + word[at:] for at in range(1, len(word) - _INSIDE + 1))))


def rule_lines(game: Game) -> list[str]:
    """Return the searched lines of a game's rule sheet, each once."""
    sections = [section for section in rule_sheet(game) if section.title not in _LEFT_OUT]
    return list(dict.fromkeys(line for section in sections for line in section.lines))


def read_words(text: str) -> list[Word]:
    """Return the words of a text in order. Parts of a hyphenated word are also words."""
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
    """Return the part that a word's forms share: ``pass`` for ``passing`` and ``passes``, ``bet`` for ``betting``."""
    return _DOUBLED.sub(r"\1", _ENDING.sub("", word))


def fold(text: str) -> str:
    """Return a text in lower case without accents and apostrophes, with suit symbols as names."""
    if text.isascii():
        return text.casefold().replace("'", "")
    spelled = "".join(_SUITS.get(letter, letter) for letter in text.casefold())
    plain = (letter for letter in unicodedata.normalize("NFKD", spelled) if not unicodedata.combining(letter))
    return "".join(letter for letter in plain if letter not in "'’")


def join_words(text: str) -> str:
    """Return a text as one word: a search for ``Cow Pie`` means Cowpie."""
    return "".join(letter for letter in fold(text) if letter.isalnum())
