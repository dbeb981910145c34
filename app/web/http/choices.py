"""Choices that a browser makes for a night, kept in its session."""

from __future__ import annotations

from typing import Any

from flask import session

from app.web.http.cookies import mark_of

#: For how many nights the session remembers a choice.
_MOST_REMEMBERED = 8


class NightChoices:
    """A choice for each night, in the browser's session, by the mark of the night's key.

    Older versions stored it by the key itself, under the ``old`` name.
    """

    def __init__(self, name: str, old: str = "") -> None:
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
