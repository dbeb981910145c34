"""Finding a game: the lists of the call screen, what a search finds, and the filters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from app.games.catalog import GameInfo, catalog
from app.night import OwnGame
from app.web.forms.controls import sentence

#: The tags to filter by, in this order, as far as more than one game has them; and words where theirs are too few.
FILTERS = (
    "high-low",
    "wild",
    "roll",
    "draw",
    "no peek",
    "declare",
    "cards speak",
    "split",
    "discard",
    "twist",
    "two hands",
)
_TAG_WORDS = {"wild": "Wild cards", "split": "Split pot", "roll": "Rolled", "twist": "Twists"}


@dataclass(frozen=True, slots=True)
class Row:
    """A game in a list: where its sheet is, by which other name it was found, how it was played or is made.

    ``letter`` stands at the first game of each letter. ``limit`` says how many can play, where the table does not fit.
    """

    name: str
    about: str
    url: str
    also: str = ""
    how: str = ""
    letter: str = ""
    limit: str = ""


def row(info: GameInfo, url: str, players: int, also: str = "") -> Row:
    """A game of the library in a list."""
    return Row(info.name, info.about, url, also, limit="" if fits(info, players) else limit_words(info))


def fits(info: GameInfo, players: int) -> bool:
    """Whether so many can play a game."""
    return info.players[0] <= players <= info.players[1]


def limit_words(info: GameInfo) -> str:
    """How many can play a game."""
    least, most = info.players
    return f"{least} players" if least == most else f"{least} to {most} players"


def find_games(games: Iterable[GameInfo], text: str, tags: Iterable[str], players: int | None) -> list[GameInfo]:
    """The games that a search finds, those whose name begins with the text first, then those called so otherwise."""
    wanted = set(tags)
    found = [
        info
        for info in games
        if info.matches(text) and wanted <= set(info.tags) and (players is None or fits(info, players))
    ]
    start = " ".join(text.casefold().split())

    def order(info: GameInfo) -> tuple[bool, bool, bool, str]:
        named = (info.name, *info.aliases)
        return (
            not info.name.casefold().startswith(start),
            start not in info.name.casefold(),
            not any(start in name.casefold() for name in named),
            info.name,
        )

    return sorted(found, key=order)


def alias_of(info: GameInfo, text: str) -> str:
    """The other name that a search text is found in, where the name itself does not hold it."""
    words = text.casefold().split()
    missing = [word for word in words if word not in info.name.casefold()]
    if not missing:
        return ""
    whole = [name for name in info.aliases if all(word in name.casefold() for word in words)]
    part = [name for name in info.aliases if any(word in name.casefold() for word in missing)]
    return next(iter([*whole, *part]), "")


def find_own(own: Iterable[OwnGame], text: str, tags: Iterable[str], players: int | None) -> list[OwnGame]:
    """The table's own games that a search finds: by their names, or by the game that they are made of."""
    words, wanted = text.casefold().split(), set(tags)
    found = []
    for one in own:
        info = catalog().get(one.game_id)
        hay = f"{one.name} {info.name if info else ''} {' '.join(info.aliases) if info else ''}".casefold()
        narrowed = wanted or players is not None
        if narrowed and (info is None or not wanted <= set(info.tags)):
            continue
        if players is not None and info is not None and not fits(info, players):
            continue
        if all(word in hay for word in words):
            found.append(one)
    return found


def lettered(rows: list[Row]) -> list[Row]:
    """Rows that are sorted by name, with its letter at the first of each."""
    seen: set[str] = set()
    marked = []
    for one in rows:
        letter = letter_of(one.name)
        marked.append(one if letter in seen else replace(one, letter=letter))
        seen.add(letter)
    return marked


def letter_of(name: str) -> str:
    """The letter that a name is found under."""
    return name[:1].upper() if name[:1].isalpha() else "0"


@lru_cache(maxsize=1)
def letters() -> tuple[str, ...]:
    """The letters that names of games begin with."""
    return tuple(sorted({letter_of(info.name) for info in catalog().values()}))


@lru_cache(maxsize=1)
def filters() -> tuple[tuple[str, str], ...]:
    """The tags to filter by, with their words."""
    count = Counter(tag for info in catalog().values() for tag in info.tags)
    return tuple((tag, _TAG_WORDS.get(tag, sentence(tag))) for tag in FILTERS if count[tag] > 1)
