"""Addresses that several screens lead to and that carry more than a night's key."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from flask import url_for

#: The fields of a query string, in order; a name may come more than once.
Query = Sequence[tuple[str, str]]


def with_query(address: str, query: Query | str) -> str:
    """Return an address with its query string, or as it is where the query is empty."""
    text = query if isinstance(query, str) else urlencode(query)
    return f"{address}?{text}" if text else address


def game_address(key: str, game_id: str, query: Query = ()) -> str:
    """Return the address of a game's rule sheet, opened with the choices in ``query``."""
    return with_query(url_for("call.game", key=key, game=game_id), query)
