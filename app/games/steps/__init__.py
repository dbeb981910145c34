"""The steps of a hand as a game file writes them: what each asks for, without any of its play.

A spec is a frozen dataclass registered under the name that scripts use; the module of the same name in
``app/hand/steps`` plays it. Specs that only triggers make are here too, under names no script needs.
"""

from __future__ import annotations

from typing import Literal, Protocol

from app.games.build import Registry

step_specs: Registry[Spec] = Registry("step", "app.games.steps")

#: A price in a game file: chips, or a figure that follows the stakes of the night.
Price = int | Literal["small bet", "big bet", "ante", "double ante", "free"]


class Spec(Protocol):
    """One step of a hand."""

    def words(self) -> str:
        """The step in plain words, for the rule sheet."""


def price_words(price: Price) -> str:
    """A price as the rule sheet says it."""
    if price in (0, "free"):
        return "free"
    return f"{price} chips" if isinstance(price, int) else f"the {price}"


def count_word(count: int) -> str:
    """``one`` to ``twelve``, then figures."""
    words = "no one two three four five six seven eight nine ten eleven twelve".split()
    return words[count] if count < len(words) else str(count)


def cards_word(count: int) -> str:
    """``a card``, ``2 cards``."""
    return "a card" if count == 1 else f"{count} cards"


def street_name(cards: int) -> str:
    """``Fourth street`` for the round in which each player holds four cards."""
    ordinals = "no first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
    word = ordinals[cards] if cards < len(ordinals) else f"{cards}th"
    return f"{word.capitalize()} street"
