"""Rows of the game lists: games of the library, of the table's own, and games as they were called before."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import url_for

from app.games.catalog import GameInfo, catalog
from app.games.search import Match, Piece
from app.night.history.hands import CalledGame
from app.night.models import OwnGame
from app.night.screens import Table
from app.text import sentence
from app.web.forms.game import CalledQuery, called_query, pairs_of
from app.web.forms.stakes import house_controls
from app.web.http.addresses import game_address
from app.web.http.lookup import count_in_play

#: Words of the tags that say too little by themselves.
_TAG_WORDS = {"wild": "Wild cards", "split": "Split pot", "roll": "Rolled", "twist": "Twists"}


@dataclass(frozen=True, slots=True)
class Row:
    """A game in a list. ``how``: how it was played or is made.

    A search has found it by the other name ``also``, by a ``tag``, or by its rules, of which ``excerpt`` is a piece.
    ``letter`` stands at the first game of each letter. ``limit`` says how many can play, where the table does not fit.
    """

    name: str
    about: str
    url: str
    also: str = ""
    how: str = ""
    letter: str = ""
    limit: str = ""
    tag: str = ""
    excerpt: tuple[Piece, ...] = ()

    def found_by(self, match: Match | None) -> Row:
        """Return the row with what a search has found it by."""
        if match is None:
            return self
        return replace(self, also=match.also, tag=tag_words(match.tag) if match.tag else "", excerpt=match.excerpt)


def library_row(key: str, info: GameInfo, players: int) -> Row:
    """Return the row of a game of the library, for so many players."""
    return Row(info.name, info.about, game_address(key, info.id), limit=limit_words(info, players))


def fits(info: GameInfo, players: int) -> bool:
    """Return whether this many players can play a game."""
    least, most = info.players
    return least <= players <= most


def limit_words(info: GameInfo, players: int) -> str:
    """Return how many can play a game, or an empty text where the table fits."""
    if fits(info, players):
        return ""
    least, most = info.players
    return f"{least} players" if least == most else f"{least} to {most} players"


def own_query(info: GameInfo, own: OwnGame) -> CalledQuery:
    """Return the query that restores a game of the table's own, with its house rules, and what it is made of."""
    called = called_query(info, own.options, own.modifiers)
    house = house_controls(own.house)
    words = [info.name, called.words, *(control.words for control in house)]
    pairs = [*called.pairs, *pairs_of(house), ("own", str(own.id))]
    return CalledQuery(pairs, ", ".join(text for text in words if text))


def own_address(key: str, own: OwnGame) -> str:
    """Return the address of a game of the table's own, with everything set."""
    info = catalog().get(own.game_id)
    if info is None:
        return url_for("call.own", key=key, own=own.id)
    return game_address(key, info.id, own_query(info, own).pairs)


def own_row(table: Table, own: OwnGame) -> Row:
    """Return the row of a game of the table's own, with what it is made of."""
    info = catalog().get(own.game_id)
    address = own_address(table.key, own)
    if info is None:
        return Row(own.name, "Its game is no longer in the library.", address)
    limit = limit_words(info, count_in_play(table))
    return Row(own.name, "", address, how=own_query(info, own).words, limit=limit)


def called_rows(table: Table, own: list[OwnGame], called: list[CalledGame]) -> list[Row]:
    """Return games as they were called, each once, without those that are no longer in the library."""
    own_by_name = {(game.name, game.game_id): game for game in own}
    players = count_in_play(table)
    rows: dict[str, Row] = {}
    for call in called:
        info = catalog().get(call.game_id)
        if info is None:
            continue
        if own_game := own_by_name.get((call.game_name, call.game_id)):
            row = own_row(table, own_game)
        else:
            query = called_query(info, call.options, call.modifiers)
            address = game_address(table.key, call.game_id, query.pairs)
            row = Row(info.name, info.about, address, how=query.words, limit=limit_words(info, players))
        rows.setdefault(row.url, row)
    return list(rows.values())


def tag_words(tag: str) -> str:
    """Return a tag in words."""
    return _TAG_WORDS.get(tag, sentence(tag))


def with_letters(rows: list[Row]) -> list[Row]:
    """Return rows sorted by name with each letter marked at its first row."""
    seen: set[str] = set()
    marked = []
    for row in rows:
        letter = first_letter(row.name)
        marked.append(row if letter in seen else replace(row, letter=letter))
        seen.add(letter)
    return marked


def first_letter(name: str) -> str:
    """Return the letter that a name is listed under; ``0`` for all that begin with something else."""
    return name[:1].upper() if name[:1].isalpha() else "0"
