"""What a search knows of a game: its names, its tags, and the lines of its rules and options, word by word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from app.games.catalog import catalog
from app.games.definition import Game, Option
from app.games.load import resolve
from app.games.sheet import rule_sheet
from app.games.spelling import Word, fold, read_words

#: The sections of the rule sheet that are not searched: the sentence stands in the file, the house rules under all.
_LEFT_OUT = ("In a sentence", "House rules")


class Where(IntEnum):
    """Where words stand in a game, the best place for a search first."""

    NAME = 0
    OTHER_NAME = 1
    TAG = 2
    RULES = 3


@dataclass(frozen=True, slots=True)
class Line:
    """A name, a tag or a line of rules: its text, where its words stand, and every form of them to be found by.

    ``rank``: 0 for what a game is in a sentence, 1 for its rules, 2 for options, which need not hold.
    """

    text: str
    words: tuple[Word, ...]
    forms: frozenset[str]
    rank: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class SearchedGame:
    """A game with its lines in each place, all their ``words`` there, and its names written as one word each."""

    id: str
    name: str
    lines: Mapping[Where, tuple[Line, ...]]
    words: Mapping[Where, frozenset[str]]
    joined_names: tuple[str, ...]


def searched_game(
    id: str,
    name: str,
    aliases: Iterable[str] = (),
    tags: Iterable[str] = (),
    about: str = "",
    rules: Iterable[str] = (),
    options: Iterable[str] = (),
) -> SearchedGame:
    """Return a game as a search knows it. It is found by its id as by another name."""
    aliases = tuple(aliases)
    lines = {
        Where.NAME: (_line(name),),
        Where.OTHER_NAME: tuple(map(_line, aliases)),
        Where.TAG: tuple(map(_line, tags)),
        Where.RULES: (_line(about), *(_line(text, 1) for text in rules), *(_line(text, 2) for text in options)),
    }
    words = {where: frozenset(form for line in found for form in line.forms) for where, found in lines.items()}
    words[Where.OTHER_NAME] |= _line(id).forms
    return SearchedGame(id, name, lines, words, tuple(map(join_words, (name, *aliases))))


@lru_cache(maxsize=1)
def searched_library() -> tuple[SearchedGame, ...]:
    """Return the games of the library as a search knows them, without the rules that most of them have."""
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
    """Return the lines of a game's rule sheet, each once, without its first sentence and the house rules."""
    sections = [section for section in rule_sheet(game) if section.title not in _LEFT_OUT]
    return list(dict.fromkeys(line for section in sections for line in section.lines))


def option_lines(options: Iterable[Option]) -> list[str]:
    """Return the options of a game in words, with what there is to choose."""
    lines = []
    for option in options:
        choices = ", ".join(map(str, option.choices))
        lines.append(f"Option: {option.label}{f': {choices}' if choices else ''}")
    return lines


def join_words(text: str) -> str:
    """Return a text as one word: whoever searches for ``Cow Pie`` means Cowpie."""
    return "".join(letter for letter in fold(text) if letter.isalnum())


def _line(text: str, rank: int = 0) -> Line:
    words = tuple(read_words(text))
    return Line(text, words, frozenset(form for word in words for form in (word.text, word.joined) if form), rank)
