"""Games prepared for searching: their names, tags, rules and options, word by word."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from app.games.catalog import catalog
from app.games.definition import Game, Option
from app.games.load import resolve
from app.games.sheet import rule_sheet
from app.text import count_word

#: Sections of the rule sheet that are not searched: the sentence is a line of its own, and house rules are the same
#: for all games.
_LEFT_OUT = ("In a sentence", "House rules")

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


class Where(IntEnum):
    """The places of words in a game, the best for a search first."""

    NAME = 0
    OTHER_NAME = 1
    TAG = 2
    RULES = 3


@dataclass(frozen=True, slots=True)
class Word:
    """A word where it stands in a text, in small letters without accents.

    ``forms`` are the spellings that find it: itself, and joined with its neighbour by a hyphen.
    """

    text: str
    start: int
    end: int
    forms: frozenset[str]


@dataclass(frozen=True, slots=True)
class Line:
    """A name, a tag or a line of rules: its text, where its words stand, and every form of them.

    ``rank``: 0 for the game in a sentence, 1 for its rules, 2 for its options, which may not be chosen.
    """

    text: str
    words: Sequence[Word]
    forms: frozenset[str]
    rank: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class SearchedGame:
    """A game with its lines in each place, all their ``words`` there, and its names written as one word each."""

    id: str
    name: str
    lines: Mapping[Where, Sequence[Line]]
    words: Mapping[Where, frozenset[str]]
    joined_names: Sequence[str]


def searched_game(
    id: str,
    name: str,
    aliases: Iterable[str] = (),
    tags: Iterable[str] = (),
    about: str = "",
    rules: Iterable[str] = (),
    options: Iterable[str] = (),
) -> SearchedGame:
    """Return a game prepared for searching. Its id counts as another name."""
    aliases = tuple(aliases)
    lines = {
        Where.NAME: [_line(name)],
        Where.OTHER_NAME: [_line(alias) for alias in aliases],
        Where.TAG: [_line(tag) for tag in tags],
        Where.RULES: [_line(about), *(_line(text, 1) for text in rules), *(_line(text, 2) for text in options)],
    }
    words = {where: frozenset().union(*(line.forms for line in found)) for where, found in lines.items()}
    words[Where.OTHER_NAME] |= _line(id).forms
    return SearchedGame(id, name, lines, words, [join_words(known) for known in (name, *aliases)])


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
            option_lines(info.options),
        )
        for info in infos
    )


def rule_lines(game: Game) -> list[str]:
    """Return the lines of a game's rule sheet that are searched, each once."""
    sections = [section for section in rule_sheet(game) if section.title not in _LEFT_OUT]
    return list(dict.fromkeys(line for section in sections for line in section.lines))


def option_lines(options: Iterable[Option]) -> list[str]:
    """Return the options of a game in words, with their choices."""
    lines = []
    for option in options:
        choices = ", ".join(map(str, option.choices))
        lines.append(f"Option: {option.label}{f': {choices}' if choices else ''}")
    return lines


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
            words.append(Word(last.text, last.start, last.end, last.forms | joined))
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


def _line(text: str, rank: int = 0) -> Line:
    words = read_words(text)
    return Line(text, words, frozenset().union(*(word.forms for word in words)), rank)
