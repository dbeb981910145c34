"""A hand at one of its steps: what lies on the table after so many actions, and the ways to the other steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from flask import request, url_for

from app.evening.worth import Worth
from app.night.history.replays import PlayedHand, Street
from app.text import whole_number
from app.web.table.board import Board, board
from app.web.table.layout import columns
from app.web.table.seats import ShownSeat, seats_of_hand
from app.words import Sentence

#: Which cards stand open: those that did at that moment, or all that were shown at any time of the hand.
Known = Literal["then", "all"]

#: What a query may ask for.
KNOWN: tuple[Known, ...] = ("then", "all")


class NoStepError(ValueError):
    """The address asks for something that no hand has; the text says what."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address asks for: a step, None for the last one, and which cards stand open."""

    step: int | None
    known: Known


@dataclass(frozen=True, slots=True)
class Step:
    """A hand after so many actions. ``words`` say the last of them; ``street`` is the one that it belongs to.

    ``ways`` lead to other steps: each has its name for scripts, its words, and the step, None where there is none.
    """

    key: str
    at: int
    steps: int
    known: Known
    words: str
    board: Board
    seats: tuple[ShownSeat, ...]
    columns: int
    announcement: tuple[Sentence, ...]
    announcement_id: str
    street: int
    streets: tuple[Street, ...]

    @property
    def ways(self) -> tuple[tuple[str, str, int | None], ...]:
        """The buttons below the table, from left to right."""
        before = [street.step for street in self.streets if street.step < self.at]
        after = [street.step for street in self.streets if street.step > self.at]
        return (
            ("first", "First", 0 if self.at else None),
            ("street-back", "Previous street", before[-1] if before else None),
            ("back", "Back", self.at - 1 if self.at else None),
            ("next", "Next", self.at + 1 if self.at < self.steps else None),
            ("street-next", "Next street", after[0] if after else None),
            ("last", "Last", self.steps if self.at < self.steps else None),
        )

    def address(self, at: int | None = None, known: str = "") -> str:
        """Return the address of a step of this hand, by default of this one."""
        step = self.at if at is None else at
        kept = known or self.known
        return url_for("hand.page", key=self.key, at=step, known=kept if kept != "then" else None)


def asked_step() -> Asked:
    """Return what the address asks for. Raise :class:`NoStepError` for what no hand has."""
    at, known = request.args.get("at", ""), request.args.get("known", "then")
    step = whole_number(at, 9)
    if at and step is None:
        raise NoStepError(f"“at” is the number of an action, such as 12; it cannot be “{at[:20]}”.")
    if known not in KNOWN:
        raise NoStepError(f"“known” is either “then” or “all”; it cannot be “{known[:20]}”.")
    return Asked(step, known)


def step_of(key: str, played: PlayedHand, asked: Asked, worth: Worth) -> Step:
    """Return a hand at the step asked for; beyond its end, that is its last one."""
    at = played.steps if asked.step is None else min(asked.step, played.steps)
    table = board(played.view(at, all_shown=asked.known == "all"), worth)
    seats = seats_of_hand(table)
    return Step(
        key=key,
        at=at,
        steps=played.steps,
        known=asked.known,
        words=played.lines[at - 1].words if at else "Before the first card",
        board=table,
        seats=seats,
        columns=columns(len(seats)),
        announcement=table.announced,
        announcement_id=f"{played.hand.id} {table.announcement_id}",
        street=max((n for n, street in enumerate(played.streets) if street.step <= at), default=0),
        streets=played.streets,
    )
