"""Errors in a game, a house rule or a modifier, as values: where, why, and in which field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager


class GameError(ValueError):
    """An error that keeps a game from being dealt.

    ``reason`` says why. ``source`` is the file or the game, ``key`` the path of the value in it (``wild[0].ranks``),
    each empty if unknown. ``about`` is the name of the field, option or rule to change, if there is one. The text of
    the error is source, key and reason.
    """

    def __init__(self, reason: str, *, source: str = "", key: str = "", about: str = "") -> None:
        super().__init__(": ".join(part for part in (source, key, reason) if part))
        self.reason = reason
        self.source = source
        self.key = key
        self.about = about

    def of(self, source: str) -> GameError:
        """Return the error with its file or game."""
        return GameError(self.reason, source=source, key=self.key, about=self.about)

    def under(self, choice: str) -> GameError:
        """Return the error with the choice that causes it, such as the value of an option."""
        return GameError(f"{self.reason} (with {choice})", source=self.source, key=self.key, about=self.about)


@contextmanager
def errors_of(source: str) -> Iterator[None]:
    """Add the file or game to every GameError raised inside that lacks one."""
    try:
        yield
    except GameError as problem:
        raise problem if problem.source else problem.of(source) from None


def raise_first(problems: Iterable[GameError]) -> None:
    """Raise the first of several errors, if there is one."""
    for problem in problems:
        raise problem
