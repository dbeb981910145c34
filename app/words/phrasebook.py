"""Phrasebooks: for each type of value, the function that says it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from app.plugins import load_modules
from app.words.speaker import Speaker

V = TypeVar("V")
T = TypeVar("T")
R = TypeVar("R")


class Phrasebook(Generic[V, R]):
    """Functions that say values of a kind ``V``, by the type of the value. Modules of ``app.words`` add theirs."""

    def __init__(self) -> None:
        self._phrases: dict[type[Any], Callable[[Any, Speaker], R]] = {}

    def __call__(self, kind: type[T]) -> Callable[[Callable[[T, Speaker], R]], Callable[[T, Speaker], R]]:
        """Register the decorated function for values of a type."""

        def register(phrase: Callable[[T, Speaker], R]) -> Callable[[T, Speaker], R]:
            self._phrases[kind] = phrase
            return phrase

        return register

    def say(self, value: V, speaker: Speaker) -> R:
        """Return what is said of a value; raises KeyError for a type that nobody says anything of."""
        if type(value) not in self._phrases:
            load_modules("app.words")
        if type(value) not in self._phrases:
            kind = type(value)
            raise KeyError(
                f"nothing is said of {kind.__qualname__}, of {kind.__module__}: no function is decorated for it"
            )
        return self._phrases[type(value)](value, speaker)

    def types(self) -> frozenset[type[Any]]:
        """Return the types that something is said of."""
        load_modules("app.words")
        return frozenset(self._phrases)


class Wordlist(dict[str, R]):
    """Words by a name: of a verb, a button, a refusal. A step's module in ``app.words.steps`` adds its own.

    ``of`` says in an error message what the words are for.
    """

    def __init__(self, of: str) -> None:
        super().__init__()
        self._of = of

    def __setitem__(self, name: str, words: R) -> None:
        """Add the words of a name that has none yet."""
        if name in self:
            raise ValueError(f"there are words for the {self._of} {name!r} already: choose another name")
        super().__setitem__(name, words)

    def __missing__(self, name: str) -> R:
        load_modules("app.words")
        if name not in self:
            raise KeyError(f"there are no words for the {self._of} {name!r}")
        return self[name]
