"""Common cards in a layout: named places in a grid, and the lines over them that a hand may use."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import field
from functools import lru_cache

from app.cards.card import Card
from app.dataclass import dataclass
from app.games.values import Words, one_word
from app.ranking.plays import LineUse
from app.text import count_word, listing, short

#: A gap in a row of the grid.
GAP = "."

#: The largest layout that fits on a screen between the seats.
MAX_ROWS, MAX_COLUMNS, MAX_PLACES = 5, 7, 15


@dataclass(frozen=True, slots=True)
class Line:
    """Places of a layout whose cards a hand may use together.

    ``name``: what the table calls the line, such as ``the top row``.
    ``places``: the names of its places.
    """

    name: Words
    places: str

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its places, in order."""
        return tuple(self.places.split())


@dataclass(frozen=True, slots=True)
class Layout:
    """A grid of named places, where common cards are laid face down before the first card is dealt.

    ``grid``: the places as they lie, one text per row: names separated by spaces, with a dot for a gap.
    ``face_up``: each card comes off the deck face up at its time instead.
    ``lines``: places that a hand may use together, each line with a ``name`` and its ``places``. A hand uses the cards
    of one line; a player's high and low hands may use different ones. Without lines, all cards count.
    ``use``: how many cards of its line a hand uses: any number, at most the number given, or all of them.
    """

    grid: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    use: LineUse = "any"
    face_up: bool = False

    def __post_init__(self) -> None:
        places = self.places
        for place in places:
            one_word(place)
        if len(set(places)) < len(places):
            raise ValueError("two places of the grid have the same name")
        if len(self.grid) > MAX_ROWS or any(len(row) > MAX_COLUMNS for row in self.rows) or len(places) > MAX_PLACES:
            raise ValueError(f"at most {MAX_PLACES} places in {MAX_ROWS} rows of {MAX_COLUMNS} fit on a screen")
        if len({line.name for line in self.lines}) < len(self.lines):
            raise ValueError("two lines have the same name")
        for line in self.lines:
            if unknown := [name for name in line.names if name not in places]:
                raise ValueError(f"there is no place {short(unknown[0])} in the grid")
            if not line.names or len(set(line.names)) < len(line.names):
                raise ValueError(f"{line.name} must have places, each once")
            if self.use == "all" and len(line.names) > 5:
                raise ValueError(f"a hand cannot use all {len(line.names)} cards of {line.name}")

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The rows of the grid, equally long; a gap is an empty name."""
        return _rows(self.grid)

    @property
    def places(self) -> tuple[str, ...]:
        """The names of all places, row by row."""
        return _places(self.grid)

    def cards_by_line(self, laid: Mapping[str, Card], cards: Collection[Card]) -> dict[str, tuple[Card, ...]]:
        """Return which of the cards lie on each line, by its name."""
        return {
            line.name: tuple(laid[name] for name in line.names if name in laid and laid[name] in cards)
            for line in self.lines
        }

    def lay_text(self) -> str:
        """Return how the layout is dealt, for the rule sheet."""
        if len(self.places) == 1 and not self.face_up:
            return f"Lay one card face down in the middle: the {spoken_place(self.places[0])} card."
        rows = (", ".join(spoken_places(filter(None, row))) for row in self.rows)
        cards = f"{count_word(len(self.places))} cards"
        lies = "The places in the middle are" if self.face_up else f"Lay {cards} face down in the middle"
        return f"{lies}: {'; '.join(filter(None, rows))}."

    def use_text(self, split: bool) -> str:
        """Return which cards a hand may use, for the rule sheet; empty for all. ``split``: several shares are won."""
        if not self.lines:
            return ""
        most = f"at most {count_word(self.use)} card{'s' * (self.use > 1)}" if isinstance(self.use, int) else ""
        cards = most or ("all the cards" if self.use == "all" else "only the cards")
        lines = listing((line.name for line in self.lines), "or")
        which = f"one line: {lines}" if len(self.lines) > 1 else lines
        text = f"From the middle, a hand uses {cards} of {which}."
        return text + " High and low may use different lines." * (split and len(self.lines) > 1)


# Called for every card dealt.
@lru_cache(maxsize=64)
def _rows(grid: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    rows = [["" if name == GAP else name for name in row.split()] for row in grid]
    longest = max(map(len, rows), default=0)
    return tuple((*row, *[""] * (longest - len(row))) for row in rows)


@lru_cache(maxsize=64)
def _places(grid: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for row in _rows(grid) for name in row if name)


@dataclass(frozen=True, slots=True)
class Laid:
    """The cards that have been turned up in the layout, by the names of their places."""

    cards: Mapping[str, Card] = field(default_factory=dict)


def spoken_place(name: str) -> str:
    """Return the spoken name of a place: ``top left`` for ``top-left``."""
    return name.replace("-", " ")


def spoken_places(names: Iterable[str]) -> list[str]:
    """Return the spoken names of places, numbered ones together: ``top 1 to 3`` for ``top-1 top-2 top-3``."""
    runs: list[tuple[str, int, int]] = []
    for stem, _, number in (spoken_place(name).rpartition(" ") for name in names):
        if not (stem and number.isdecimal()):
            runs.append((f"{stem} {number}".strip(), 0, 0))
        elif runs and runs[-1][0] == stem and runs[-1][2] + 1 == int(number):
            runs[-1] = stem, runs[-1][1], int(number)
        else:
            runs.append((stem, int(number), int(number)))
    return [name if not last else f"{name} {first}{f' to {last}' * (first < last)}" for name, first, last in runs]
