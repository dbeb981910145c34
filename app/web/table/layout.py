"""Where seats lie on the dealer's screen, and whose is nearest.

The dealer sits before the tablet: their seat is in the middle of the nearest row, with the player on their left to the
left of it and on clockwise, so that the screen lies on the table as the players sit around it. Whoever sits before the
tablet without dealing turns the table; it stays turned to that player while the deal moves on.
"""

from __future__ import annotations

from collections.abc import Sequence

from flask import session

from app.web.table.board import columns_of

#: Of so many nights the session remembers who is nearest.
MOST = 8

_NEAR = "near"


def place_of(seat: int, count: int, near: int) -> str:
    """The classes that say where a seat lies, of so many, with ``near`` the nearest. It has two places.

    On its side (``t`` is the row, ``x`` the half column at which it begins) the nearest is in the middle of the lower
    row, right of the middle where that is between two. Upright (``u`` is the line, ``l`` or ``r`` the side) it is at
    the bottom right, next to Undo. The pot has a line of its own halfway up.
    """
    after = (seat - near) % count
    return f"{_lying(after, count)} {_upright(after, count)}"


def nearest(key: str, seat_ids: Sequence[int]) -> int:
    """Which seat of a hand is nearest: that of the player to whom the table was turned, else the dealer's, the last."""
    wanted = _remembered().get(key)
    return seat_ids.index(wanted) if wanted in seat_ids else len(seat_ids) - 1


def turn(key: str, seat_ids: Sequence[int]) -> None:
    """Turn the table by one seat, and remember for this device and night who is nearest then."""
    to = seat_ids[(nearest(key, seat_ids) + 1) % len(seat_ids)]
    kept = [(night, one) for night, one in _remembered().items() if night != key]
    session[_NEAR] = dict([*kept, (key, to)][-MOST:])


def turn_back(key: str) -> None:
    """The dealer is nearest again, whoever deals."""
    session[_NEAR] = {night: one for night, one in _remembered().items() if night != key}


def _remembered() -> dict[str, int]:
    found = session.get(_NEAR)
    return found if isinstance(found, dict) else {}


def _lying(after: int, count: int) -> str:
    columns = columns_of(count)
    lower = columns if count % 2 == 0 or columns % 2 else columns - 1
    upper = count - lower
    middle = lower // 2
    if after <= middle:
        row, column, wide = 2, middle - after, lower
    elif after <= middle + upper:
        row, column, wide = 1, after - middle - 1, upper
    else:
        row, column, wide = 2, lower - 1 - (after - middle - upper - 1), lower
    return f"t{row} x{columns - wide + 2 * column + 1}"


def _upright(after: int, count: int) -> str:
    lines, left = columns_of(count), count // 2
    if 0 < after <= left:
        line, side = lines - after + 1, "l"
    else:
        line, side = (after - left) if after else lines, "r"
    beyond_pot = line > (lines + 1) // 2
    return f"u{line + beyond_pot} {side}"
