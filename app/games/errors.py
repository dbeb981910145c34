"""What is wrong with a game, a house rule or a modifier, as a value: where, why, and which field it is about."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class GameError(ValueError):
    """A game that cannot be dealt so.

    ``reason`` says why. ``source`` is the file or the game, ``key`` the path of the value in it (``wild[0].ranks``),
    each empty where the error says nothing of it. ``about`` is the name of the field, option or rule that is to be
    changed, empty where no single one is. The text of the error is source, key and reason.
    """

    def __init__(self, reason: str, *, source: str = "", key: str = "", about: str = "") -> None:
        super().__init__(": ".join(part for part in (source, key, reason) if part))
        self.reason = reason
        self.source = source
        self.key = key
        self.about = about

    def at(self, key: str) -> GameError:
        """Return the error with the path of the value that it is about, unless it has one."""
        return GameError(self.reason, source=self.source, key=self.key or key, about=self.about)

    def of(self, source: str) -> GameError:
        """Return the error as one of this file or game."""
        return GameError(self.reason, source=source, key=self.key, about=self.about)

    def under(self, choice: str) -> GameError:
        """Return the error with the choice under which it comes up, such as the value of an option."""
        return GameError(f"{self.reason} (with {choice})", source=self.source, key=self.key, about=self.about)


@contextmanager
def errors_of(source: str) -> Iterator[None]:
    """Name the file or game in every GameError raised inside that does not name one."""
    try:
        yield
    except GameError as problem:
        raise problem if problem.source else problem.of(source) from None
