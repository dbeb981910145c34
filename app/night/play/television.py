"""What the televisions of a night show instead of its table: a hand that was played, or the rules of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from app.night.db import db, retry_conflicts, writing
from app.night.models import Hand, Night
from app.night.validation import Problem
from app.night.version import mark_table_changed


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand that was played, after so many of its actions."""

    hand_id: int
    step: int


@dataclass(frozen=True, slots=True)
class ShownRules:
    """The rules of a game, as they are stored."""

    raw: dict[str, Any]


class Showing(Protocol):
    """What says what the televisions of a night show: a night, or its table."""

    @property
    def shown_hand_id(self) -> int | None:
        """The hand."""

    @property
    def shown_step(self) -> int | None:
        """After so many of its actions."""

    @property
    def shown_rules(self) -> dict[str, Any] | None:
        """The rules."""


def shown_instead(night: Showing) -> ShownHand | ShownRules | None:
    """Return what the televisions of a night show instead of its table; None while they show the table."""
    if night.shown_hand_id is not None:
        return ShownHand(night.shown_hand_id, night.shown_step or 0)
    return ShownRules(night.shown_rules) if night.shown_rules else None


def may_show(night_id: int, other_id: int) -> bool:
    """Return whether the televisions of a night may show a hand of another one; an example shows its own alone."""
    examples = select(Night.id).where(Night.id.in_((night_id, other_id)), Night.example).limit(1)
    return night_id == other_id or db.session.scalar(examples) is None


def show_the_table(night: Night) -> None:
    """Let the televisions show the table again, in the current transaction."""
    night.shown_hand_id, night.shown_step, night.shown_rules = None, None, None


@retry_conflicts
def show_hand(night: Night, key: str, step: int) -> Problem | None:
    """Show a finished hand on the televisions of a night, after so many of its actions. The same again changes nothing.

    A step beyond the end of the hand is its end, wherever that is by then.
    """
    night_id = night.id
    with writing() as session:
        hand = session.scalar(select(Hand).where(Hand.key == key))
        if hand is None or hand.finished_at is None or not may_show(night_id, hand.night_id):
            return Problem("hand", "there is no such hand, or it is still being played")
        _show(session, night_id, ShownHand(hand.id, step))
    return None


@retry_conflicts
def show_rules(night: Night, rules: Mapping[str, Any]) -> None:
    """Show the rules of a game on the televisions of a night. The same again changes nothing.

    ``rules`` name a ``hand`` that is or was played, by its id; or a ``game`` that is being called, with its ``name``,
    ``options``, ``modifiers`` and ``house`` rules.
    """
    night_id, wanted = night.id, ShownRules(dict(rules))
    with writing() as session:
        _show(session, night_id, wanted)


@retry_conflicts
def show_table(night: Night) -> None:
    """Bring the table of a night back to its televisions. Calling it again has no effect."""
    night_id = night.id
    with writing() as session:
        _show(session, night_id, None)


def draw_anew_where_shown(session: Session, hand_ids: Select[int] | Sequence[int]) -> None:
    """Let televisions that show one of these hands draw it anew: it has been corrected, or goes."""
    for night_id in session.scalars(select(Night.id).where(Night.shown_hand_id.in_(hand_ids))).all():
        mark_table_changed(session, night_id)


def _show(session: Session, night_id: int, wanted: ShownHand | ShownRules | None) -> None:
    """Show a hand or rules on the televisions of a night, or with None its table. The same again changes nothing."""
    night = session.get_one(Night, night_id, with_for_update=True)
    if shown_instead(night) == wanted:
        return
    show_the_table(night)
    if isinstance(wanted, ShownHand):
        night.shown_hand_id, night.shown_step = wanted.hand_id, wanted.step
    elif wanted is not None:
        night.shown_rules = wanted.raw
    session.flush()
    mark_table_changed(session, night_id)
