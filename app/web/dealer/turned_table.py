"""Whose seat is nearest on this tablet.

The tablet goes round with the deal, so that the dealer sits before it, or it stays with one player. It is asked once,
before the first card; the table can be turned at any time. The browser's session remembers the choice for each night.
"""

from __future__ import annotations

from collections.abc import Sequence

from flask import session

from app.web.http.cookies import mark_of

#: For how many nights the session remembers who is nearest.
_MOST_REMEMBERED = 8

_NEAR = "near-marks"
#: Where older versions have kept it, by the keys themselves.
_OLD_NEAR = "near"

#: Remembered in place of a seat: the tablet goes round.
_GOES_ROUND = 0


def nearest_seat(key: str, seat_ids: Sequence[int]) -> int:
    """Return the nearest seat of a hand: the one that the table was turned to, else the dealer's, which is the last."""
    seat_id = _remembered().get(mark_of(key))
    return seat_ids.index(seat_id) if seat_id in seat_ids else len(seat_ids) - 1


def is_chosen(key: str) -> bool:
    """Return whether it has been said for this night if the tablet goes round."""
    return mark_of(key) in _remembered()


def turn(key: str, seat_ids: Sequence[int]) -> None:
    """Turn the table by one seat, and remember for this night who is nearest then."""
    _remember(key, seat_ids[(nearest_seat(key, seat_ids) + 1) % len(seat_ids)])


def stay(key: str, seat_ids: Sequence[int]) -> None:
    """Leave the tablet with whose seat is nearest now."""
    _remember(key, seat_ids[nearest_seat(key, seat_ids)])


def go_round(key: str) -> None:
    """Let the tablet go round with the deal: the dealer's seat is the nearest."""
    _remember(key, _GOES_ROUND)


def _remember(key: str, seat_id: int) -> None:
    mark = mark_of(key)
    others = [(night, other) for night, other in _remembered().items() if night != mark]
    session[_NEAR] = dict([*others, (mark, seat_id)][-_MOST_REMEMBERED:])
    session.pop(_OLD_NEAR, None)


def _remembered() -> dict[str, int]:
    near, old = session.get(_NEAR), session.get(_OLD_NEAR)
    taken_over = {mark_of(str(key)): seat for key, seat in old.items()} if isinstance(old, dict) else {}
    return taken_over | (near if isinstance(near, dict) else {})
