"""Steps done at the table that the dealer only confirms, and a part of the hand that the table plays its own way."""

from __future__ import annotations

from typing import ClassVar, Literal

from app.dataclass import dataclass
from app.games.steps import PAYMENTS, Spec, step_specs
from app.games.values import Count, Words
from app.text import count_word, full_sentence


class Task(Spec):
    """A step that the table carries out, and that the dealer then confirms."""

    __slots__ = ()

    @property
    def task(self) -> str:
        """The task, as a sentence without its full stop."""
        raise NotImplementedError

    def words(self, holder: str = "player") -> str:
        return f"{self.task}."


@step_specs.add("physical")
@dataclass(frozen=True, slots=True)
class Physical(Task):
    """Something done with the cards that needs no entry.

    ``does``: what is done, as a sentence.
    """

    does: Words

    @property
    def task(self) -> str:
        return self.does.rstrip(".")

    def words(self, holder: str = "player") -> str:
        return full_sentence(self.does)


@step_specs.add("turn-down")
@dataclass(frozen=True, slots=True)
class TurnDown(Task):
    """Every up-card is turned face down again.

    ``remembered``: these cards stay known: no other player can show one unless it was discarded and shuffled back in.
    """

    remembered: bool = False

    task = "Everyone turns their up-cards face down"


@step_specs.add("pass")
@dataclass(frozen=True, slots=True)
class Pass(Task):
    """Each player passes down cards to another player still in.

    ``to``: the side, or ``across`` to the player opposite; with an odd number of players, to the last one before that
    spot.
    ``count``: how many cards; 0 for all.
    ``places``: how many places away, on that side.
    ``in_turn``: one player after another from the dealer's left, each already holding the cards just received;
    otherwise nobody looks until everyone has passed.
    """

    keeps_cards: ClassVar[bool] = False

    to: Literal["left", "right", "across"] = "left"
    count: int = 0
    places: Count = 1
    in_turn: bool = False

    @property
    def task(self) -> str:
        cards = "all their down cards"
        if self.count:
            cards = "a down card" if self.count == 1 else f"{count_word(self.count)} down cards"
        to = "across the table" if self.to == "across" else f"to the {self.to}"
        if self.places > 1 and self.to != "across":
            to = f"{count_word(self.places)} places {to}"
        who = "In turn from the dealer's left, each player" if self.in_turn else "Each player"
        return f"{who} passes {cards} {to}"


@step_specs.add("as-played")
@dataclass(frozen=True, slots=True)
class AsPlayed(Spec):
    """The dealer enters what happens: a betting round, chips that a player pays or gets, a player who is out.

    The dealer also ends the step. Cards dealt during it are not entered.

    ``how``: how the game is played, for the rule sheet.
    """

    how: Words = ""

    you_judge = "what comes next"
    brings_bets = True
    leaves_open = PAYMENTS

    def words(self, holder: str = "player") -> str:
        return full_sentence(
            self.how
            or "The table plays as it likes: the dealer enters each betting round, and whoever pays, gets chips from "
            "the pot or is out."
        )
