"""Dealing cards to everybody: a street."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.steps import count_word, step_specs


@step_specs.add("deal")
@dataclass(frozen=True, slots=True)
class Deal:
    """Cards to each player still in, from the dealer's left: ``d`` down, ``u`` up, ``c`` as the player chooses.

    A ``c`` card is taken up, or down by first turning up a card that one has (choose before).
    """

    cards: str

    def __post_init__(self) -> None:
        if not self.cards or set(self.cards) - set("duc"):
            raise ValueError(f"cards must be written with d, u and c, not {self.cards!r}")

    @property
    def brings_up(self) -> bool:
        """Whether any of these cards may come to lie face up."""
        return self.cards.strip("d") != ""

    def words(self) -> str:
        parts: list[str] = []
        rest = self.cards
        while rest:
            run = len(rest) - len(rest.lstrip(rest[0]))
            way = {"d": "face down", "u": "face up", "c": "as the player chooses"}[rest[0]]
            cards = "" if parts else " card" if run == 1 else " cards"
            parts.append(f"{count_word(run)}{cards} {way}")
            rest = rest[run:]
        text = f"Deal each player {', then '.join(parts)}."
        if "c" in self.cards:
            text += (
                " In turn from the dealer's left, each takes the next card up,"
                " or turns one of theirs up and takes it down."
            )
        return text
