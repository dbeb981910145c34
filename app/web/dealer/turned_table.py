"""Whose seat is nearest on this tablet.

The dealer sits before the tablet, unless the table was turned to another player: then it stays turned to that player
while the deal moves on. The browser's session remembers the choice for each night.
"""

from __future__ import annotations

from collections.abc import Sequence

from flask import session

#: For how many nights the session remembers who is nearest.
_MOST_REMEMBERED = 8

_NEAR = "near"


def nearest_seat(key: str, seat_ids: Sequence[int]) -> int:
    """Return the nearest seat of a hand: the one that the table was turned to, else the dealer's, which is the last."""
    seat_id = _remembered().get(key)
    return seat_ids.index(seat_id) if seat_id in seat_ids else len(seat_ids) - 1


def turn(key: str, seat_ids: Sequence[int]) -> None:
    """Turn the table by one seat, and remember for this night who is nearest then."""
    next_id = seat_ids[(nearest_seat(key, seat_ids) + 1) % len(seat_ids)]
    others = [(night, seat_id) for night, seat_id in _remembered().items() if night != key]
    session[_NEAR] = dict([*others, (key, next_id)][-_MOST_REMEMBERED:])


def turn_back(key: str) -> None:
    """Turn the table back, so that the dealer's seat is the nearest."""
    session[_NEAR] = {night: seat_id for night, seat_id in _remembered().items() if night != key}


def _remembered() -> dict[str, int]:
    near = session.get(_NEAR)
    return near if isinstance(near, dict) else {}
