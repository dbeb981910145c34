"""The lists of the call screen: games of the library, of the table's own, and as they were called before."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import url_for

from app.games.catalog import catalog
from app.night import CalledGame, HandInfo, Night, OwnGame, own_games
from app.web.call.finding import Row, row
from app.web.call.queries import called_query, own_query
from app.web.forms.house import HOUSE_SPECS
from app.web.http.lookup import players_of


def game_url(night: Night, game: str, query: list[tuple[str, str]] | None = None) -> str:
    """The address of a game's sheet, with what was chosen."""
    address = url_for("call.game", key=night.key, game=game)
    return f"{address}?{urlencode(query)}" if query else address


def own_url(night: Night, own: OwnGame) -> str:
    """The address of a game of the table's own, with everything set."""
    info = catalog().get(own.game_id)
    if info is None:
        return url_for("call.own", key=night.key, own=own.id)
    return game_url(night, info.id, own_query(info, own)[0])


def hand_url(night: Night, hand: HandInfo) -> str:
    """The address of a hand's game as it was called, house rules of its own and all."""
    info = catalog().get(hand.game_id)
    if info is None:
        return url_for("call.page", key=night.key)
    query, _ = called_query(info, hand.options, hand.modifiers)
    for spec in HOUSE_SPECS:
        value = getattr(hand.setup.house, spec.key)
        if value != getattr(night.house_rules, spec.key):
            query += spec.control("house.", value).pairs
    mine = next((one for one in own_games() if (one.name, one.game_id) == (hand.game_name, hand.game_id)), None)
    return game_url(night, hand.game_id, query + ([("own", str(mine.id))] if mine else []))


def own_row(night: Night, own: OwnGame) -> Row:
    """A game of the table's own in a list, with what it is made of."""
    info = catalog().get(own.game_id)
    if info is None:
        return Row(own.name, "Its game is no longer in the library.", own_url(night, own))
    limit = row(info, "", players_of(night)).limit
    return Row(own.name, "", own_url(night, own), how=own_query(info, own)[1], limit=limit)


def called_rows(night: Night, own: list[OwnGame], called: list[CalledGame]) -> list[Row]:
    """Games as they were called, each once; one that is no longer in the library is left out."""
    named = {(one.name, one.game_id): one for one in own}
    players = players_of(night)
    rows: dict[str, Row] = {}
    for one in called:
        info = catalog().get(one.game_id)
        if info is None:
            continue
        if mine := named.get((one.game_name, one.game_id)):
            made = own_row(night, mine)
        else:
            query, how = called_query(info, one.options, one.modifiers)
            plain = row(info, game_url(night, one.game_id, query), players)
            made = Row(info.name, info.about, plain.url, how=how, limit=plain.limit)
        rows.setdefault(made.url, made)
    return list(rows.values())
