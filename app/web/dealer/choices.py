"""What this browser has chosen for its nights: whose seat is nearest, and whether hints are shown.

The tablet goes round with the deal, so that the dealer sits before it, or it stays with one player. It is asked once,
before the first card; the table can be turned at any time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import session

from app.web.http.cookies import mark_of

#: For how many nights the session remembers a choice.
_MOST_REMEMBERED = 8

#: Remembered in place of a seat: the tablet goes round.
_GOES_ROUND = 0


class NightChoices:
    """A choice for each night, in the browser's session, by the marks of their keys.

    Older versions kept it by the keys themselves, under the ``old`` name.
    """

    def __init__(self, name: str, old: str) -> None:
        self._name, self._old = name, old

    def get(self, key: str, default: Any = None) -> Any:
        """Return what has been chosen for a night."""
        return self._all().get(mark_of(key), default)

    def put(self, key: str, choice: object) -> None:
        """Remember a choice for a night; the oldest goes when there are too many."""
        mark = mark_of(key)
        others = [(night, other) for night, other in self._all().items() if night != mark]
        session[self._name] = dict([*others, (mark, choice)][-_MOST_REMEMBERED:])
        session.pop(self._old, None)

    def _all(self) -> dict[str, Any]:
        choices, old = session.get(self._name), session.get(self._old)
        taken_over = {mark_of(str(key)): choice for key, choice in old.items()} if isinstance(old, dict) else {}
        return taken_over | (choices if isinstance(choices, dict) else {})


hints = NightChoices("hint-marks", old="hints")
nearest = NightChoices("near-marks", old="near")


def nearest_seat(key: str, seat_ids: Sequence[int]) -> int:
    """Return the nearest seat of a hand: the one that the table was turned to, else the dealer's, which is the last."""
    seat_id = nearest.get(key)
    return seat_ids.index(seat_id) if seat_id in seat_ids else len(seat_ids) - 1


def is_nearest_chosen(key: str) -> bool:
    """Return whether it has been said for this night if the tablet goes round."""
    return nearest.get(key) is not None


def turn(key: str, seat_ids: Sequence[int]) -> None:
    """Turn the table by one seat."""
    nearest.put(key, seat_ids[(nearest_seat(key, seat_ids) + 1) % len(seat_ids)])


def stay(key: str, seat_ids: Sequence[int]) -> None:
    """Leave the tablet with whose seat is nearest now."""
    nearest.put(key, seat_ids[nearest_seat(key, seat_ids)])


def go_round(key: str) -> None:
    """Let the tablet go round with the deal: the dealer's seat is the nearest."""
    nearest.put(key, _GOES_ROUND)
