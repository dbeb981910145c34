"""The list of games for menus and searches, with the facts that filters use. A game is resolved on first use."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from app.dataclass import dataclass
from app.games import modifiers
from app.games.definition import Game, Option
from app.games.errors import GameError
from app.games.load import inherited, library, options_of, parents_of, parse, resolve, restore_tables
from app.games.rules.share.high import High
from app.games.rules.share.low import Low
from app.games.steps.physical import AsPlayed
from app.games.steps.showdown import Declare
from app.games.streets import burns_before
from app.text import short


class Summary(NamedTuple):
    """A game's facts for lists and filters; a game with a ``problem`` cannot be played.

    ``players``: the fewest and the most, an even number if ``even``. ``seats``: how many it is meant for, or 0 if it
    does not say. ``facts``: the keys of :data:`FACTS` that hold. ``judged``: the parts that the table judges, as a
    sentence.
    """

    players: tuple[int, int] = (0, 0)
    even: bool = False
    seats: int = 0
    facts: frozenset[str] = frozenset()
    judged: str = ""
    problem: str = ""


def summary_of(game: Game) -> Summary:
    """Return the summary of a game."""
    facts = frozenset(fact for fact, holds in FACTS.items() if holds(game))
    judged = f"You judge: {'; '.join(game.judged_parts)}." if game.judged_parts else ""
    return Summary(game.players, game.even, game.seats, facts, judged)


def _declares(game: Game) -> bool:
    return any(isinstance(step, Declare) for step in game.script)


#: Whether a fact holds for a game, by the words that players filter by. A table that plays its own way may have wild
#: cards.
FACTS: Mapping[str, Callable[[Game], bool]] = {
    "no wild cards": lambda game: not (game.wild or any(isinstance(step, AsPlayed) for step in game.script)),
    "wild": lambda game: bool(game.wild),
    "high only": lambda game: all(isinstance(share, High) for share in game.shares) and not game.may_turn_low,
    "high-low": lambda game: {High, Low} <= {type(share) for share in game.shares},
    "split": lambda game: game.split,
    "cards speak": lambda game: game.split and not _declares(game),
    "declare": _declares,
    "everybody stays in": lambda game: (
        not (any(step.players_leave for step in game.script) or any(trigger.players_leave for trigger in game.triggers))
    ),
    "two betting rounds at most": lambda game: game.bet_rounds in (1, 2),
    "nothing for you to judge": lambda game: not game.judged_parts,
}


#: The most game files of its own that a table may have.
MAX_FILES = 2000

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
MAX_ID_LENGTH = 60


@dataclass(frozen=True, slots=True)
class GameFile:
    """A game file: its name and text. ``problem`` says why it could not be read, if so.

    ``saved``: the text was saved in the browser, not in a file of the folder. ``imported``: the file was made by
    ``upcard import-variants``.
    """

    name: str
    text: str
    problem: str = ""
    saved: bool = False
    imported: bool = False

    @property
    def game_id(self) -> str:
        """The id of its game. Raises GameError if the file's name is not an id."""
        game_id = self.name.removesuffix(".toml")
        if problem := id_error(game_id):
            raise GameError(problem, source=short(self.name).strip("'"))
        return game_id


def id_error(game_id: str) -> str:
    """Return why this cannot be the id of a table's own game; empty if it can."""
    if game_id in library():
        return f"{game_id} is a game of the library; choose another name"
    if len(game_id) > MAX_ID_LENGTH or not _ID.fullmatch(game_id):
        words = "a game file is named in lower-case letters, digits and hyphens"
        return f"{words}, at most {MAX_ID_LENGTH} of them, not {short(game_id)}"
    return ""


@lru_cache(maxsize=2 * MAX_FILES)
def parse_file(file: GameFile) -> Mapping[str, Any] | GameError:
    """Return the table in a file, or the file's error."""
    if file.problem:
        return GameError(file.problem, source=file.name)
    try:
        return parse(file.text, file.name)
    except GameError as problem:
        return problem


class GameInfo:
    """A game in the catalog: names, limits, tags and options.

    ``own`` is the table's own file that it comes from, None for a game of the library. ``table`` has the keys of the
    file and of those that it extends. ``problem`` says what is wrong with the file; empty if the game can be dealt.
    ``file_problem`` says why the file cannot be read.
    """

    def __init__(
        self, id: str, tables: Mapping[str, Mapping[str, Any]], own: GameFile | None = None, problem: str = ""
    ) -> None:
        self.id, self.own, self._tables, self.file_problem = id, own, tables, problem
        self.table: Mapping[str, Any] = {}
        if not problem:
            try:
                self.table = inherited(id, tables)
            except GameError as error:
                self.file_problem = str(error)
        self.name = str(self.table.get("name", id))
        self.about = str(self.table.get("about", ""))
        self.aliases = tuple(map(str, self.table.get("aliases", ())))
        self.tags = tuple(map(str, self.table.get("tags", ())))
        self.document = str(self.table.get("document", ""))

    def resolve(self, options: Mapping[str, Any] | None = None, called: Iterable[modifiers.Modifier] = ()) -> Game:
        """Return the game ready to be dealt, as :func:`app.games.load.resolve` does."""
        return resolve(self.id, options, called, games=self._tables)

    @property
    def extends(self) -> tuple[str, ...]:
        """The ids of the games that it extends, the nearest first; empty if its file cannot be read."""
        return () if self.file_problem else parents_of(self.id, self._tables)

    @cached_property
    def _usual(self) -> Game | str:
        """The game under its default options, or what is wrong with it."""
        if self.file_problem:
            return self.file_problem
        try:
            return self.resolve()
        except GameError as error:
            return str(error.of(f"{self.id}.toml"))

    @property
    def usual(self) -> Game:
        """The game under its default options. Raises GameError if there is a problem."""
        if isinstance(self._usual, str):
            raise GameError(self._usual)
        return self._usual

    @cached_property
    def summary(self) -> Summary:
        """The game's summary for lists, under its default options."""
        return Summary(problem=self._usual) if isinstance(self._usual, str) else summary_of(self._usual)

    @property
    def problem(self) -> str:
        """The error in its file, with its location; empty if the game can be dealt."""
        return self.summary.problem

    @property
    def players_text(self) -> str:
        """The number of players in words: ``2 to 8 players``."""
        least, most = self.summary.players
        even = ", an even number" if self.summary.even else ""
        return f"{least} players" if least == most else f"{least} to {most} players{even}"

    @property
    def yours(self) -> bool:
        """Whether it is from one of the table's own files, and not imported."""
        return self.own is not None and not self.own.imported

    def fits(self, players: int) -> bool:
        """Return whether this many players can play it."""
        least, most = self.summary.players
        return least <= players <= most and not (self.summary.even and players % 2)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The options that it offers."""
        return () if self.problem else tuple(options_of(self.table, f"{self.id}.toml").values())


class Catalog(Mapping[str, GameInfo]):
    """Games by id, sorted by name: the library's, and those in the table's own files.

    ``refused`` says why files are left out: the id is invalid, or taken by the library or an earlier file. Games
    unchanged since an ``earlier`` catalog are reused, with everything already worked out about them.
    """

    def __init__(self, files: Iterable[GameFile] = (), earlier: Mapping[str, GameInfo] = MappingProxyType({})) -> None:
        tables, refused = dict(library()), []
        own: dict[str, tuple[GameFile, str]] = {}
        for file in files:
            try:
                game_id = file.game_id
                if game_id in own:
                    raise GameError("a file in the folder has the same id, and is dealt instead", source=file.name)
            except GameError as error:
                refused.append(str(error))
                continue
            table = parse_file(file)
            own[game_id] = file, str(table) if isinstance(table, GameError) else ""
            if not isinstance(table, GameError):
                tables[game_id] = table
        self.tables: Mapping[str, Mapping[str, Any]] = tables
        self.refused = tuple(refused)
        infos = list(_library_infos())
        for game_id, (file, problem) in own.items():
            same, parent = earlier.get(game_id), tables.get(game_id, {}).get("extends", "")
            unchanged = same is not None and same.own == file and (not parent or parent in library())
            infos.append(same if same and unchanged else GameInfo(game_id, tables, file, problem))
        self._infos = {info.id: info for info in sorted(infos, key=lambda info: info.name)}

    def __getitem__(self, game_id: str) -> GameInfo:
        return self._infos[game_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._infos)

    def __len__(self) -> int:
        return len(self._infos)

    __hash__ = object.__hash__
    __eq__ = object.__eq__

    def resolve(
        self, game_id: str, options: Mapping[str, Any] | None = None, called: Iterable[modifiers.Modifier] = ()
    ) -> Game:
        """Return a game as :func:`app.games.load.resolve` does."""
        return resolve(game_id, options, called, games=self.tables)


@lru_cache(maxsize=1)
def _library_infos() -> tuple[GameInfo, ...]:
    return tuple(GameInfo(game_id, library()) for game_id in library())


@lru_cache(maxsize=1)
def catalog() -> Catalog:
    """Return the catalog of the library."""
    return Catalog()


def restore(tables: Mapping[str, Mapping[str, Any]], summaries: Mapping[str, Summary]) -> None:
    """Use parsed files and summaries of the library that were worked out earlier."""
    restore_tables(tables)
    for info in catalog().values():
        info.summary = summaries[info.id]


@dataclass(frozen=True, slots=True)
class CardsNeeded:
    """The most cards needed if all players stay in: held at once, and dealt in total, including burns."""

    held: int
    dealt: int
    deck: int

    @property
    def may_shuffle(self) -> bool:
        """Whether discards may have to be reshuffled."""
        return self.dealt > self.deck

    @property
    def may_run_short(self) -> bool:
        """Whether the deck may run short even with all discards shuffled in."""
        return self.held > self.deck


def cards_needed(game: Game, players: int, burns: int) -> CardsNeeded:
    """Return the most cards that a number of players may need, with ``burns`` cards burnt before each street."""
    burnt = burns * sum(burns_before(game.script, at) for at in range(len(game.script)))
    shared = burnt + len(game.layout.places) + sum(step.shared for step in game.script)
    return CardsNeeded(players * game.held + shared, players * game.dealt + shared, len(game.deck.cards()))
