"""The way back from the table to the call of its game."""

from __future__ import annotations

from flask import url_for

from app.games.catalog import catalog
from app.night.log.called import HandInfo
from app.night.models import Night
from app.night.play.games import own_games
from app.web.forms.game import called_query, pairs_of
from app.web.forms.stakes import house_controls, house_differences
from app.web.http.addresses import game_address


def call_again_address(night: Night, hand: HandInfo) -> str:
    """Return the address of the game of a hand, with everything set as it was called."""
    info = catalog().get(hand.game_id)
    if info is None:
        return url_for("call.page", key=night.key)
    query = called_query(info, hand.options, hand.modifiers).pairs
    query += pairs_of(house_controls(house_differences(hand.setup.house, night.house_rules)))
    own = next((game for game in own_games() if (game.name, game.game_id) == (hand.game_name, hand.game_id)), None)
    if own is not None:
        query.append(("own", str(own.id)))
    return game_address(night.key, hand.game_id, query)
